/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/network.h"

emuq_machine_t *emuq_the_machine;
uint64_t emuq_machine_number;
emuq_kernel_callbacks_t emuq_the_kernel;
__thread uint32_t emuq_my_node = UINT32_MAX;
__thread bool emuq_serves_hosts;
__thread bool emuq_has_asked_engine __attribute__((tls_model("initial-exec")));
const emuq_network_hooks_t *emuq_the_network;

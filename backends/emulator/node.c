/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/network.h"

emuq_machine_t *emuq_the_machine;
emuq_kernel_callbacks_t emuq_the_kernel;
__thread uint32_t emuq_my_node = UINT32_MAX;
const emuq_network_hooks_t *emuq_the_network;

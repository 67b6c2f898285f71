/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/memory/self.h"

const emuq_backend_t *emuq_backend;

__thread emuq_thread_t emuq_thread_self;

emuq_process_t *emuq_joined_process;
void (*emuq_before_end)(void);

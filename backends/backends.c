/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/backend.h"
#include "backends/waits.h"

const emuq_backend_t *const emuq_backends[EMUQ_BACKENDS] = {&emuq_backend_emulator, &emuq_backend_mmio,
                                                            &emuq_backend_timed};

const emuq_waits_t *emuq_waits;

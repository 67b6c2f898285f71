/* SPDX-License-Identifier: BSD-3-Clause */
/* Variables of the interfaces to backends. */
#include "backends/backend.h"
#include "backends/modelled_time.h"

const emuq_backend_t *const emuq_backends[EMUQ_BACKENDS] = {&emuq_backend_emulator, &emuq_backend_mmio,
                                                            &emuq_backend_timed};

const emuq_waits_t *emuq_waits;

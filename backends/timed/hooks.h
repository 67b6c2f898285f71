/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file hooks.h
 * @brief What the SPI calls (emuq_mmio.h): costs of calls, and waiting that takes no host time.
 */
#ifndef EMUQ_TIMED_HOOKS_H
#define EMUQ_TIMED_HOOKS_H

#include "backends/timed/timed.h"

/** Installs the hooks of this process, over those of the emulator. Children that it forks have the host's
 * time, and wait by their own means. @return 0 or -ENOMEM */
int emuq_timed_hooks_install(void);

/** Sets t->costs as the setting EMUQ_TIME wants them. */
void emuq_timed_set_costs(emuq_timed_t *t);

#endif /* EMUQ_TIMED_HOOKS_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file recorded.h
 * @brief The hooks of a job that is recorded: those of other jobs, with records before and after.
 */
#ifndef EMUQ_EMULATOR_RECORDED_H
#define EMUQ_EMULATOR_RECORDED_H

#include "hwi/include/common/emuq_mmio.h"

/** Puts them in place of those that are in @p hooks. emuq_the_recording is not NULL. */
void emuq_recorded_hooks(emuq_mmio_hooks_t *hooks);

/** The calling thread is about to poll a register. emuq_the_recording is not NULL. */
void emuq_recorded_poll(const volatile uint64_t *reg);
/** It has polled in vain, and so has waited until now. */
void emuq_recorded_polled(void);

#endif /* EMUQ_EMULATOR_RECORDED_H */

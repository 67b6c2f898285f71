/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file doorbell.h
 * @brief The hook of register stores.
 */
#ifndef EMUQ_EMULATOR_DOORBELL_H
#define EMUQ_EMULATOR_DOORBELL_H

#include <stdint.h>

/** A register has been stored to; see emuq_mmio_t::doorbell. */
void emuq_doorbell(volatile uint64_t *reg, uint64_t value);

#endif /* EMUQ_EMULATOR_DOORBELL_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file refusal.h
 * @brief Memory that the Message Units of the partition cannot reach (backends/backing.h).
 */
#ifndef EMUQ_REFUSAL_H
#define EMUQ_REFUSAL_H

#include "kernel-shim/partition/state.h"

/** Says, once in a Linux process for each kind of memory, what was refused, why, and what to do. */
void emuq_refuse_memory(const emuq_process_t *process, const void *va);

#endif /* EMUQ_REFUSAL_H */

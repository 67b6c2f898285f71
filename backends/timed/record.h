/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file record.h
 * @brief Recordings (backends/record.h) in modelled time. What happens in the network is recorded in a ring
 * of its own, as different threads run it.
 */
#ifndef EMUQ_TIMED_RECORD_H
#define EMUQ_TIMED_RECORD_H

#include "backends/emulator/core/unit.h"
#include "backends/timed/timed.h"

/** Records have modelled time from now on, if the job is recorded. */
void emuq_timed_record_begin(emuq_timed_t *t);

/** The network has taken a message: the descriptor is complete, and its FIFO goes on. */
void emuq_timed_sent(emuq_inj_t *f);

#endif /* EMUQ_TIMED_RECORD_H */

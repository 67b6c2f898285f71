/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file remote_get.h
 * @brief Remote-get FIFOs: what the fast path needs of remote_get.c.
 */
#ifndef EMUQ_EMULATOR_REMOTE_GET_H
#define EMUQ_EMULATOR_REMOTE_GET_H

#include "backends/emulator/core/work.h"

/** @param memory gets the memory of a FIFO that has taken a message: what its registers say
 *  @return false if not all processes see it */
bool emuq_remote_get_describe(emuq_inj_t *f, emuq_range_t *memory);

/** Appends the descriptors of a message to a FIFO that has taken such messages before.
 *  @param memory as emuq_remote_get_describe() has given it
 *  @return false: nothing has been done, because there is no room for all of them, or the FIFO has changed */
bool emuq_remote_get_send(emuq_work_t *work, emuq_inj_t *f, const emuq_range_t *memory,
                          const char *descriptors, uint64_t bytes);

#endif /* EMUQ_EMULATOR_REMOTE_GET_H */

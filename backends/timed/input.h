/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file input.h
 * @brief Standard input of one rank; that of the others is empty. If EMUQ_TIME_INPUT says which; else all
 * share it.
 */
#ifndef EMUQ_TIMED_INPUT_H
#define EMUQ_TIMED_INPUT_H

#include <stdint.h>

/** Before any rank runs. Ends the process if the rank is not among @p ranks, or without memory or
 * descriptors. */
void emuq_timed_input_open(uint32_t ranks);
/** All ranks share it again. */
void emuq_timed_input_close(void);

/** A thread of a rank runs, with the data of the rank. */
void emuq_timed_input_enter(int32_t rank);

#endif /* EMUQ_TIMED_INPUT_H */

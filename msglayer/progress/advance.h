/* SPDX-License-Identifier: BSD-3-Clause */
/** @file advance.h
 *  @brief One round of progress. */
#ifndef EMUQ_PAMI_PROGRESS_ADVANCE_H
#define EMUQ_PAMI_PROGRESS_ADVANCE_H

#include "msglayer/core/context.h"

/** One round of progress. @return bits of EMUQ_PAMI_ROUND_... */
unsigned emuq_pami_round(emuq_pami_context_t *context);

/** What an advance returns that has found nothing, by the setting. */
pami_result_t emuq_pami_result_of_nothing(void);

#endif /* EMUQ_PAMI_PROGRESS_ADVANCE_H */

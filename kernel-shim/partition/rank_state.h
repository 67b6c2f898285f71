/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rank_state.h
 * @brief Private to the kernel shim and its launchers: the life of a rank that is a process.
 */
#ifndef EMUQ_RANK_STATE_H
#define EMUQ_RANK_STATE_H

#define EMUQ_UNBOUND_WORDS 16 /**< of a set of processors in a partition */

/** What has become of a rank. */
typedef enum emuq_rank_state {
    EMUQ_RANK_AWAITED, /**< its process has not joined (it may never: a program without the SPI) */
    EMUQ_RANK_JOINED,  /**< its process is a member of the partition */
    EMUQ_RANK_ENDED,   /**< it has ended; its process, if that has ended in good order, lingers: memory and
                            FIFOs stay until all ranks have ended */
    EMUQ_RANK_LEFT     /**< its process is no member any more */
} emuq_rank_state_t;

#endif /* EMUQ_RANK_STATE_H */

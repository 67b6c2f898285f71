/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file interrupts.h
 * @brief Interrupts of cards: eventfds of processes.
 *
 * The handler disables the card's interrupt and shows it on the eventfd of each process of the card that has
 * one. What follows is the processes' work: a wait that finds nothing lets the next event be shown, in this
 * order:
 *
 *     apenet_interrupts_reset();    // what is shown up to here is forgotten
 *     look for events once more;
 *     apenet_interrupts_enable();   // shows an event that has come since
 *
 * A thread that hands out an event shows it too: it may have cleared the card's status for all.
 *
 * | word                 | stored by                                          | order   | pairs with |
 * |----------------------|----------------------------------------------------|---------|----------------------------------|
 * | is_shown             | true: the thread that shows; false: one that looks | acq_rel | each other: the
 * event            | | has_fd               | the process, under its lock                        | release |
 * acquire of apenet_has_fd()       | | is_asked             | true: another process; false: its own | acq_rel
 * | each other                       | | all_hosts, partition | each thread that opens the card, the same |
 * release | acquire of interrupted(), show() | | own                  | the process, under its lock | release
 * | acquire of poked()               |
 */
#ifndef APENET_DRIVER_INTERRUPTS_H
#define APENET_DRIVER_INTERRUPTS_H

#include "apenet/driver/driver.h"
#include "kernel-shim/partition/state.h"

/** Connects the interrupts of a partition's cards to this process. */
void apenet_interrupts_connect(apenet_host_t *hosts, emuq_partition_t *of);

/** Whether a process has an eventfd. */
static inline bool apenet_has_fd(const apenet_card_t *card)
{
    return __atomic_load_n(&card->has_fd, __ATOMIC_ACQUIRE);
}

/** Shows a process, which has an eventfd, that an event may have come. */
void apenet_interrupts_show(apenet_card_t *card);

/** Forgets what has been shown to the calling process. */
void apenet_interrupts_reset(apenet_card_t *card);

/** Enables the interrupt of the card. */
void apenet_interrupts_enable(apenet_card_t *card);

/** Closes the eventfd of the calling process, if it has one. */
void apenet_interrupts_end(apenet_card_t *card);

#endif /* APENET_DRIVER_INTERRUPTS_H */

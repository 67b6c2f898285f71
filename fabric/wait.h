/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file wait.h
 * @brief Wait objects with a descriptor, an eventfd, and poll sets.
 *
 * A program arms a wait object (fi_trywait()), then sleeps in poll(2). No wake-up is lost:
 *  1. arm: clear the descriptor, set `armed`, then make progress and check the queues and counters.
 *  2. a completion: add the entry, then exchange `armed` for false, and write to the descriptor if it was
 * set.
 *  3. the thread of the wait object, while armed: prepare a sleep, check for packets after the check of step
 * 1, signal as in 2 or sleep. Each side writes before it reads what the other writes, sequentially
 * consistent.
 *
 * A card has no register, but a descriptor (apenet_event_fd()): the last poll of step 1 found no event and
 * cleared the descriptor; a later event makes the descriptor readable, and the sleeping thread signals. A
 * poll of the card for a second endpoint of the process also clears the descriptor. The polling thread, when
 * storing a packet for the first endpoint, signals all wait objects of cards (emuq_fi_wait_signal_cards()):
 * this pairs with step 1 as a completion does.
 */
#ifndef EMUQ_FABRIC_WAIT_H
#define EMUQ_FABRIC_WAIT_H

#include <rdma/fabric.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_eq.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct emuq_fi_wait emuq_fi_wait_t;

/** Reception FIFO of an endpoint after a poll, or an endpoint that needs progress. */
typedef struct emuq_fi_watch {
    volatile uint64_t *tail; /**< register; NULL: of no Message Unit */
    uint64_t seen;           /**< its value after the poll */
    int fd;                  /**< without a register: descriptor of a card; -1: progress is due */
} emuq_fi_watch_t;

/** The wait object of a queue or counter. @param object FI_WAIT_FD, FI_WAIT_SET or one without a descriptor
 * @param set of FI_WAIT_SET @param wait set to NULL without a descriptor @return 0 or a negative error */
int emuq_fi_wait_of(enum fi_wait_obj object, struct fid_wait *set, struct fid *fid, emuq_fi_wait_t **wait);
/** Undoes emuq_fi_wait_of(). @param wait NULL: nothing */
void emuq_fi_wait_leave(emuq_fi_wait_t *wait, struct fid *fid);

/** A completion has been added: wakes the program if it sleeps, or is about to. Any thread, any lock. */
void emuq_fi_wait_signal(emuq_fi_wait_t *wait);

/** A packet has been stored for an endpoint of the card: as emuq_fi_wait_signal() for all wait objects of
 * cards. */
void emuq_fi_wait_signal_cards(void);

/** @param milliseconds below 0: no limit @return the end of a wait: host time in ns; UINT64_MAX: no limit.
 * Thread-safe */
uint64_t emuq_fi_wait_deadline(int milliseconds);

/** FI_GETWAIT and FI_GETWAITOBJ. @param wait NULL: no descriptor @return 0; -FI_ENOSYS */
int emuq_fi_wait_get(const emuq_fi_wait_t *wait, int command, void *argument);

/** Starts a thread that makes progress on all endpoints of a domain (FI_PROGRESS_AUTO). @param progress set;
 * ends with emuq_fi_wait_leave() @return 0 or a negative error */
int emuq_fi_progress_start(struct fid *domain, emuq_fi_wait_t **progress);
/** The domain has another endpoint. */
void emuq_fi_progress_changed(emuq_fi_wait_t *progress);

/** Adds an endpoint to the list that the current step 1 has polled. Caller is in step 1. */
void emuq_fi_wait_watch(emuq_fi_wait_t *wait, const emuq_fi_watch_t *watch);

/** fi_wait_open(). @return 0; -FI_EINVAL: flags; -FI_ENOSYS: not a descriptor; another negative error */
int emuq_fi_wait_open(struct fid_fabric *fabric, struct fi_wait_attr *attr, struct fid_wait **set);
/** fi_trywait(). @return 0: all objects are armed; -FI_EAGAIN: an object has an event; -FI_EINVAL: an object
 * without a descriptor; another negative error. Thread-safe */
int emuq_fi_trywait(struct fid_fabric *fabric, struct fid **fids, int count);
/** fi_poll_open(). @return 0; -FI_EINVAL: flags; -FI_ENOMEM */
int emuq_fi_poll_open(struct fid_domain *domain, struct fi_poll_attr *attr, struct fid_poll **set);

#endif /* EMUQ_FABRIC_WAIT_H */

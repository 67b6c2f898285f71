/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file tie.h
 * @brief What ties the launcher of a host to the agent that has started it, and so to the head of the job.
 *
 * A launcher without a tie is alone: it is the head itself. Not thread-safe.
 */
#ifndef EMUQ_TIE_H
#define EMUQ_TIE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel-shim/partition/host_engine.h"

/** From now on this process is the launcher of a host.
 *  @param fd socket to the agent @param messages where the host engine writes @param host its name in
 * messages */
void emuq_tie_open(int fd, int messages, const char *host);
bool emuq_is_tied(void);
/** " on HOST" of a launcher that is tied; else an empty text. */
const char *emuq_tie_where(void);
/** Where the host engine writes. */
int emuq_tie_messages(void);

/** Says why the job is ending: to the head, or as a message if there is no tie.
 *  @param status of the job @param is_consequence it may be the consequence of something else, which counts
 * first
 *  @param format empty: it has been said */
void emuq_tie_cause(int status, bool is_consequence, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Asks the head for standard input. */
void emuq_tie_want_input(void);

/** Tells the head, if there is a tie, that this host's engine has lost another host. */
void emuq_tie_miss(uint32_t host);

/** Tells the head of this host's engine, and waits until it tells of all.
 *  @param engine the process that runs it; 0: none
 *  @param signals signalfd that does not block: SIGUSR1 that has come is forgotten
 *  @param texts [hosts] set; @param key set
 *  @return 0; -ESRCH: the engine has ended; -ECANCELED: a signal that ends the job has come, or the agent has
 * ended; or -EPROTO after a message */
int emuq_tie_meet(const emuq_host_text_t *text, pid_t engine, int signals, uint32_t hosts,
                  emuq_host_text_t *texts, unsigned char key[EMUQ_KEY_BYTES]);

#endif /* EMUQ_TIE_H */

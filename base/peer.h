/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file peer.h
 * @brief Waits for other processes. Each ends when the process ends, too, or after a limited time.
 */
#ifndef EMUQ_BASE_PEER_H
#define EMUQ_BASE_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define EMUQ_PEER_NAME 48u /**< bytes of the text of emuq_peer_status() */

/** The process that a wait depends on. */
typedef struct emuq_peer {
    pid_t pid;  /**< 0: unknown; only the end of the connection ends the wait */
    int cancel; /**< descriptor that is readable when the caller gives up; -1: it never does */
} emuq_peer_t;

/** Receives @p bytes from a socket of the peer.
 *  @return 0; -EPIPE: the peer has closed the connection; -ESRCH: the peer has ended; -ECANCELED; or another
 *  negative errno */
int emuq_peer_receive(int socket, void *to, size_t bytes, emuq_peer_t peer);

/** Sends @p bytes to a socket of the peer. @return as emuq_peer_receive() */
int emuq_peer_send(int socket, const void *from, size_t bytes, emuq_peer_t peer);

/** Waits until a socket is readable, the peer has ended, or @p ms milliseconds have passed.
 *  @param socket -1: none
 *  @return 0: readable; -ESRCH, -ECANCELED, -ETIMEDOUT, or another negative errno */
int emuq_peer_await(int socket, emuq_peer_t peer, unsigned ms);

/** Waits for the end of a child, and reaps it. @param status as of waitpid(); NULL: not wanted
 *  @return 0; -ETIMEDOUT: the child runs; -ECHILD: the process is no child, or was reaped before */
int emuq_child_await(pid_t child, int *status, unsigned ms);

/** Whether a child has ended; does not reap it. @param status set then, as of waitpid(); NULL: not wanted */
bool emuq_child_has_ended(pid_t child, int *status);

/** Kills a child and reaps it. A child that the kernel does not end within a second is left to init: a tracer
 *  or a device can delay the end of a process. @return as emuq_child_await() */
int emuq_child_kill(pid_t child, int *status);

/** The end of a process for a message: "was ended by SIGKILL", "exited with status 3".
 *  @param status as of waitpid() @return @p text */
const char *emuq_peer_status(int status, char text[EMUQ_PEER_NAME]);

/** Closes all descriptors from 3 on but @p kept. For a forked helper: a descriptor that it inherits would
 * hide the end of another process from its peers. @param kept [count]; negative entries are ignored */
void emuq_close_others(const int *kept, unsigned count);

#endif /* EMUQ_BASE_PEER_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file process.h
 * @brief Processes, signals and files of the host. Thread-safe unless noted.
 */
#ifndef EMUQ_BASE_PROCESS_H
#define EMUQ_BASE_PROCESS_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* ---- state of a process ---- */

/** Whether every thread of a process has exited, reaped or not. Allocates no memory. @return false also if
 * unknown */
bool emuq_process_has_exited(pid_t pid);

/** Whether ptrace(2) traces this process: signals then stop for the tracer first. Takes about 10 us. Allowed
 * in a signal handler; may change errno. @return 1, 0 or a negative errno */
int emuq_is_traced(void);

/** Soft limit of RLIMIT_...; UINT64_MAX: unlimited or unknown. */
uint64_t emuq_soft_limit(int resource);

/** Closes all descriptors from 3 on except @p kept [count]; negative entries are ignored. In a forked helper
 * an inherited descriptor would hide the exit of a process from its peers. */
void emuq_close_all_except(const int *kept, unsigned count);

/** Writable static data of the main program: whole pages. */
typedef struct emuq_program_data {
    uintptr_t begin;
    uintptr_t end; /**< exclusive; equal to begin: no such data */
    int protection;
    bool has_library; /**< a static program: includes data of the C library */
} emuq_program_data_t;

/** Finds the longest range of writable segments, without read-only relocated pages. Maps memory into
 * alignment gaps. Allocates no memory. The first call is not thread-safe. */
emuq_program_data_t emuq_program_data_find(void);

/* ---- waits bounded by a process ---- */

#define EMUQ_PEER_NAME 48u /**< for emuq_peer_status() */

/** The process whose exit ends a wait. */
typedef struct emuq_peer {
    pid_t pid;  /**< 0: unknown; only the end of the connection ends the wait */
    int cancel; /**< descriptor, readable to cancel the wait; -1: none */
} emuq_peer_t;

/** Receives @p bytes from a socket of the peer. @return 0; -EPIPE: the peer closed the connection; -ESRCH:
 * the peer exited; -ECANCELED; any negative errno */
int emuq_peer_receive(int socket, void *to, size_t bytes, emuq_peer_t peer);

/** Sends @p bytes to a socket of the peer. @return as emuq_peer_receive() */
int emuq_peer_send(int socket, const void *from, size_t bytes, emuq_peer_t peer);

/** Waits at most @p ms milliseconds. @param socket -1: none @return 0: readable; -ESRCH, -ECANCELED,
 * -ETIMEDOUT, any negative errno */
int emuq_peer_await(int socket, emuq_peer_t peer, unsigned ms);

/** Waits at most @p ms milliseconds for a child, and reaps it. @param status as of waitpid(); may be NULL
 * @return 0; -ETIMEDOUT: it runs; -ECHILD: not a child, or already reaped */
int emuq_child_await(pid_t child, int *status, unsigned ms);

/** Whether a child has exited; does not reap it. @param status as of waitpid() if so; may be NULL */
bool emuq_child_has_exited(pid_t child, int *status);

/** Kills and reaps a child. If it survives for a second (because of a tracer or a device), init reaps it
 * later. @return as emuq_child_await() */
int emuq_child_kill(pid_t child, int *status);

/** Describes a status of waitpid(): "was ended by SIGKILL", "exited with status 3". @return @p text */
const char *emuq_peer_status(int status, char text[EMUQ_PEER_NAME]);

/* ---- signals ---- */

/** pthread_create() of an internal thread. The thread blocks every signal except faults of its instructions:
 * Linux ends a process on a blocked fault. @return 0 or an errno */
int emuq_internal_thread(pthread_t *thread, void *(*start)(void *), void *argument);

/** Installs @p action for the highest real-time signal up to @p highest without a handler. @return the
 * signal; 0: all have handlers. Not thread-safe. */
int emuq_signal_claim(int highest, const struct sigaction *action);

/* ---- files ---- */

/** ftruncate() without SIGXFSZ. @return 0 or a negative errno; -EFBIG: above RLIMIT_FSIZE (ulimit -f) */
int emuq_file_resize(int fd, uint64_t bytes);

/** Closes a file. @return 0 or a negative errno: data are lost; -EIO: an earlier write failed */
int emuq_file_close(FILE *file);

/** Reports on standard error that a file cannot be written, and makes the process fail (emuq_exit_status()).
 * @param setting environment variable that names the file @param error negative errno */
void emuq_file_failed(const char *path, const char *setting, int error);

/** emuq_file_close(), with emuq_file_failed() on an error. */
void emuq_file_finish(FILE *file, const char *path, const char *setting);

/** @p status, or EXIT_FAILURE instead of 0 after emuq_file_failed(). */
int emuq_exit_status(int status);

#endif /* EMUQ_BASE_PROCESS_H */

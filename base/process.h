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

/** Whether all threads have exited. Allocates no memory. @return false also if unknown */
bool emuq_process_has_exited(pid_t pid);

/** Whether ptrace(2) traces this process. Allowed in a signal handler; may change errno. @return 1, 0 or a
 * negative errno */
int emuq_is_traced(void);

/** @return UINT64_MAX: unlimited or unknown */
uint64_t emuq_soft_limit(int resource);

/** Closes all descriptors from 3 on, because an inherited one would hide the exit of a process from its
 * peers. @param kept array of @p count exceptions; negative entries are ignored */
void emuq_close_all_except(const int *kept, unsigned count);

typedef struct emuq_program_data {
    uintptr_t begin;
    uintptr_t end; /**< exclusive; equal to begin: no such data */
    int protection;
    bool has_library; /**< the program is static: includes data of the C library */
} emuq_program_data_t;

/** Finds the longest range of writable pages of the main program. Maps memory into alignment gaps. Allocates
 * no memory. The first call is not thread-safe. */
emuq_program_data_t emuq_program_data_find(void);

/* ---- waits bounded by a process ---- */

#define EMUQ_PEER_NAME 48u

typedef struct emuq_peer {
    pid_t pid;  /**< 0: unknown; only the end of the connection ends the wait */
    int cancel; /**< descriptor, readable to cancel the wait; -1: none */
} emuq_peer_t;

/** Receives all bytes. @return 0; -EPIPE: the peer closed the connection; -ESRCH: the peer exited;
 * -ECANCELED; any negative errno */
int emuq_peer_receive(int socket, void *to, size_t bytes, emuq_peer_t peer);

/** Sends all bytes. @return as emuq_peer_receive() */
int emuq_peer_send(int socket, const void *from, size_t bytes, emuq_peer_t peer);

/** @param socket -1: none @return 0: readable; -ESRCH, -ECANCELED, -ETIMEDOUT, any negative errno */
int emuq_peer_await(int socket, emuq_peer_t peer, unsigned ms);

/** Waits for a child, and reaps it. @param status as of waitpid(); may be NULL @return 0; -ETIMEDOUT;
 * -ECHILD: not a child, or already reaped */
int emuq_child_await(pid_t child, int *status, unsigned ms);

/** Does not reap the child. @param status as of waitpid(); may be NULL */
bool emuq_child_has_exited(pid_t child, int *status);

/** Kills and reaps a child; init reaps one that survives for a second. @return as emuq_child_await() */
int emuq_child_kill(pid_t child, int *status);

/** Describes a status of waitpid(). @return @p text */
const char *emuq_peer_status(int status, char text[EMUQ_PEER_NAME]);

/* ---- signals ---- */

/** Creates a thread that blocks every signal except faults of its instructions: Linux ends a process on a
 * blocked fault. @return 0 or an errno */
int emuq_internal_thread(pthread_t *thread, void *(*start)(void *), void *argument);

/** Installs @p action for the highest real-time signal up to @p highest without a handler. @return the
 * signal; 0: all have handlers. Not thread-safe. */
int emuq_signal_claim(int highest, const struct sigaction *action);

/* ---- files ---- */

/** Truncates without SIGXFSZ. @return 0 or a negative errno; -EFBIG: above RLIMIT_FSIZE */
int emuq_file_resize(int fd, uint64_t bytes);

/** @return 0 or a negative errno: data are lost; -EIO: an earlier write failed */
int emuq_file_close(FILE *file);

/** Reports that a file cannot be written; the process will fail (emuq_exit_status()). @param setting variable
 * that names the file @param error negative errno */
void emuq_file_failed(const char *path, const char *setting, int error);

/** Closes a file, and reports an error by emuq_file_failed(). */
void emuq_file_finish(FILE *file, const char *path, const char *setting);

/** @return @p status, or EXIT_FAILURE instead of 0 after emuq_file_failed() */
int emuq_exit_status(int status);

#endif /* EMUQ_BASE_PROCESS_H */

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

/** Allocates no memory. @return whether all threads have exited; false if unknown */
bool emuq_process_has_exited(pid_t pid);

/** Detects a debugger. Allowed in a signal handler; may change errno. @return 1, 0 or a negative errno */
int emuq_is_traced(void);

/** @return UINT64_MAX: unlimited or unknown */
uint64_t emuq_soft_limit(int resource);

/** Memory and swap space that this process may still take: of the machine, and of its control groups. @param
 * root directory with /proc and /sys; empty except in tests @return bytes; UINT64_MAX: unknown */
uint64_t emuq_available_memory(const char *root);

/** Closes descriptors from 3 on: an inherited one would hide the exit of a process from its peers. Negative
 * entries of @p kept are ignored. */
void emuq_close_all_except(const int *kept, unsigned count);

typedef struct emuq_program_data {
    uintptr_t begin;
    uintptr_t end; /**< exclusive; equal to begin: no such data */
    int protection;
    bool has_library; /**< the data include those of a static C library */
} emuq_program_data_t;

/** Finds the longest range of writable pages. Maps memory into alignment gaps, and allocates none. The first
 * call is not thread-safe. */
emuq_program_data_t emuq_program_data_find(void);

#define EMUQ_PEER_NAME 48u /**< bytes of emuq_peer_status() */

/** A process whose exit ends a wait. */
typedef struct emuq_peer {
    pid_t pid;  /**< 0: unknown */
    int cancel; /**< descriptor, readable to cancel; -1: none */
} emuq_peer_t;

/** @return 0; -EPIPE: closed by the peer; -ESRCH: the peer exited; -ECANCELED; any negative errno */
int emuq_peer_receive(int socket, void *to, size_t bytes, emuq_peer_t peer);

/** @return 0; -EPIPE: closed by the peer; -ESRCH: the peer exited; -ECANCELED; any negative errno */
int emuq_peer_send(int socket, const void *from, size_t bytes, emuq_peer_t peer);

/** @param socket -1: none @return 0: readable; -ESRCH, -ECANCELED, -ETIMEDOUT, any negative errno */
int emuq_peer_await(int socket, emuq_peer_t peer, unsigned ms);

/** Waits for a child, and reaps it. @param status may be NULL @return 0; -ETIMEDOUT; -ECHILD: no child, or
 * already reaped */
int emuq_child_await(pid_t child, int *status, unsigned ms);

/** Does not reap the child. @param status as of waitpid(); may be NULL */
bool emuq_child_has_exited(pid_t child, int *status);

/** Kills and reaps a child; init reaps a child that survives for a second. @return 0;
 * -ETIMEDOUT; -ECHILD: no child */
int emuq_child_kill(pid_t child, int *status);

/** Describes a status of waitpid(). @return @p text */
const char *emuq_peer_status(int status, char text[EMUQ_PEER_NAME]);

/** Creates a thread that blocks all signals but faults. @return 0 or an errno */
int emuq_internal_thread(pthread_t *thread, void *(*start)(void *), void *argument);

typedef int emuq_thread_creator_t(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

/** emuq_internal_thread() by a function in place of pthread_create(). */
int emuq_internal_thread_by(emuq_thread_creator_t *create, pthread_t *thread, void *(*start)(void *),
                            void *argument);

/** Installs @p action for the highest unused signal up to @p highest. Not thread-safe. @return the signal; 0:
 * none is unused */
int emuq_signal_claim(int highest, const struct sigaction *action);

/** Sets the size without SIGXFSZ. @return 0 or a negative errno; -EFBIG: above RLIMIT_FSIZE */
int emuq_file_resize(int fd, uint64_t bytes);

/** @return 0 or a negative errno: data are lost; -EIO: an earlier write failed */
int emuq_file_close(FILE *file);

/** Reports an error, and makes the process fail (emuq_exit_status()). @param setting variable with the path
 * @param error negative errno */
void emuq_file_failed(const char *path, const char *setting, int error);

void emuq_file_finish(FILE *file, const char *path, const char *setting);

/** @return @p status, or EXIT_FAILURE instead of 0 after emuq_file_failed() */
int emuq_exit_status(int status);

#endif /* EMUQ_BASE_PROCESS_H */

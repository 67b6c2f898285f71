/* SPDX-License-Identifier: BSD-3-Clause */
/* main() of a program with emuq_main: reads the job from the command line and runs the program's main() on
 * every rank. The linker option --wrap=main renames both. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "backends/rank_memory.h"
#include "emuq/partition.h"
#include "kernel-shim/memory/memory.h"
#include "kernel-shim/partition/rank_exit.h"
#include "kernel-shim/partition/threads.h"
#include "kernel-shim/partition/state.h"
#include "kernel-shim/preload/preload.h"

/* References to these symbols make the linker include their files. */
extern const int emuq_aligned_malloc, emuq_mapping_calls;

int __wrap_main(int argc, char **argv, char **envp);
/* The program's main(), which may have fewer parameters. */
int __real_main(int argc, char **argv, char **envp);

#define BAD_COMMAND_LINE 2 /* exit status; other failures are EXIT_FAILURE */

static char **wrap_environment;

static int wrap_rank_main(int argc, char **argv)
{
    return __real_main(argc, argv, wrap_environment);
}

int __wrap_main(int argc, char **argv, char **envp)
{
    emuq_job_t job;
    wrap_environment = envp;
    (void)*(volatile const int *)&emuq_aligned_malloc;
    (void)*(volatile const int *)&emuq_mapping_calls;
    (void)*(volatile const int *)&emuq_library_sections_linked;
    if (emuq_is_rank()) /* a process of a launcher */
        return emuq_run_main(__real_main, argc, argv, envp);
    if (emuq_job_options(&job, &argc, argv) != 0)
        return BAD_COMMAND_LINE;
    emuq_bad_exit_ends_process = true;
    int status = emuq_run_threads(&job, wrap_rank_main, argc, argv);
    if (status == -EINVAL)
        return BAD_COMMAND_LINE;
    return status >= 0 ? status : EXIT_FAILURE;
}

/* ---- dlopen(): reports a plugin with static data, shared by all ranks. The C library searches relative to
 * its caller, so a call from a shared library has to remain a jump; such plugins are reported later. ---- */

/* Defined by the linker: the program's code */
extern const char __executable_start[], etext[];

typedef void *dlopen_t(const char *path, int mode);

void *dlopen(const char *path, int mode)
{
    static dlopen_t *next; /* atomic; all threads store the same value */
    dlopen_t *real = emuq_pointer_load(&next);
    if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "dlopen");
        emuq_pointer_store(&next, real);
    }
    if (real == NULL)
        return NULL;
    emuq_shared_libraries_report();
    uintptr_t caller = (uintptr_t)__builtin_return_address(0) - (uintptr_t)__executable_start;
    if (caller >= (uintptr_t)etext - (uintptr_t)__executable_start)
        return real(path, mode);
    void *library = real(path, mode);
    emuq_shared_libraries_report();
    return library;
}

/* ---- setvbuf(): memory of a rank has its address only while the rank runs, but all ranks share stdout, and
 * exit() flushes all streams. The C library allocates a buffer for such a stream. ---- */

typedef int setvbuf_t(FILE *stream, char *buffer, int mode, size_t bytes);

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t bytes)
{
    const emuq_process_t *process = emuq_thread_self.process;
    bool is_of_rank = process != NULL && emuq_rank_data_delta(process->rank, (uintptr_t)buffer) != 0;
    setvbuf_t *next = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "setvbuf");
    return next != NULL ? next(stream, is_of_rank ? NULL : buffer, mode, bytes) : -1;
}

void setbuffer(FILE *restrict stream, char *restrict buffer, size_t bytes)
{
    (void)setvbuf(stream, buffer, buffer != NULL ? _IOFBF : _IONBF, bytes);
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    setbuffer(stream, buffer, BUFSIZ);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * setvbuf() and its relatives in front of those of the C library. All ranks that are threads share stdout,
 * and exit() flushes the streams of all; memory of a rank has its address only while the rank runs. So a
 * stream whose buffer would be such memory gets one of the C library's.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

#include "backends/rank_data.h"
#include "kernel-shim/partition/state.h"

/** Pulls this file in when wrap_main.c is linked. */
extern const int emuq_stream_buffers;
const int emuq_stream_buffers = 1;

typedef int setvbuf_t(FILE *stream, char *buffer, int mode, size_t bytes);

static char *shared_or_null(char *buffer)
{
    const emuq_process_t *process = emuq_thread_self.process;
    bool is_of_rank = process != NULL && emuq_rank_data_delta(process->rank, (uintptr_t)buffer) != 0;
    return is_of_rank ? NULL : buffer;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t bytes)
{
    setvbuf_t *next = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "setvbuf");
    return next != NULL ? next(stream, shared_or_null(buffer), mode, bytes) : -1;
}

void setbuffer(FILE *restrict stream, char *restrict buffer, size_t bytes)
{
    (void)setvbuf(stream, buffer, buffer != NULL ? _IOFBF : _IONBF, bytes);
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    setbuffer(stream, buffer, BUFSIZ);
}

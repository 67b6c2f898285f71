/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file recording_write.h
 * @brief Private to the kernel shim: a recording as a file (backends/record.h), at once or as a stream.
 */
#ifndef EMUQ_JOB_RECORDING_WRITE_H
#define EMUQ_JOB_RECORDING_WRITE_H

#include <pthread.h>
#include <stdio.h>

#include "kernel-shim/partition/state.h"

/** A file that is being written. */
typedef struct emuq_recording_stream {
    const emuq_partition_t *partition;
    FILE *file;
    uint64_t pieces; /**< that have been written */
    pthread_t thread;
    uint32_t is_over; /**< relaxed: the thread ends */
} emuq_recording_stream_t;

/** Writes the whole file at once: no thread need have ended. */
void emuq_recording_write(const emuq_partition_t *partition, FILE *file);

/** Starts a thread that writes records as they come. The recording is streamed.
 *  @param stream set; stays where it is @return 0, or a negative errno */
int emuq_recording_stream_begin(emuq_recording_stream_t *stream, const emuq_partition_t *partition,
                                FILE *file);

/** Ends that thread, and writes what is left. */
void emuq_recording_stream_end(emuq_recording_stream_t *stream);

#endif /* EMUQ_JOB_RECORDING_WRITE_H */

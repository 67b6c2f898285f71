/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file recording.h
 * @brief Private to the kernel shim: whether a job is recorded (EMUQ_TRACE), and its file at the end.
 *
 * Who makes the partition opens the file, before there are ranks, and writes it when none is left: that is
 * the launcher, the process whose threads are the ranks, or under a foreign launcher the lowest rank of the
 * host.
 */
#ifndef EMUQ_JOB_RECORDING_H
#define EMUQ_JOB_RECORDING_H

#include "kernel-shim/partition/state.h"

/** Whether the file of a job that is over stays as it is, and partitions that are made are not recorded: what
 * a process does outside any job, after one, is no job. Not thread-safe. */
void emuq_job_recording_keep(bool keep);

/** Begins the recording that the settings ask for, and makes its file.
 *  @return 0, also if they ask for none; or a negative errno after a message */
int emuq_job_recording_open(emuq_partition_t *partition);

/** This process takes part in the recording of a partition, if there is one. Before it attaches. */
void emuq_job_recording_join(emuq_partition_t *partition);

/** Writes the file, in the process that has opened it and once; elsewhere, and without a recording, nothing.
 * A failure is said. Called when no rank runs any more, or right before the process ends. Thread-safe:
 * returns when the file is written, whoever does it. */
void emuq_job_recording_save(void);

#endif /* EMUQ_JOB_RECORDING_H */

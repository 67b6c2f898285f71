/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file written.h
 * @brief The end of files that a job writes: a file that is lost, to a full disk for example, is reported and
 * gives the process a status other than 0.
 */
#ifndef EMUQ_BASE_WRITTEN_H
#define EMUQ_BASE_WRITTEN_H

#include <stdbool.h>
#include <stdio.h>

/** Closes a file after its last write.
 *  @return 0 or a negative errno: something has not been written; -EIO: an earlier write has failed */
int emuq_file_close(FILE *file);

/** Reports on standard error that a file cannot be written, and notes it. Thread-safe.
 *  @param setting that names the file. @param error a negative errno */
void emuq_file_lost(const char *path, const char *setting, int error);

/** As emuq_file_close(), with emuq_file_lost() if that fails. */
void emuq_file_finish(FILE *file, const char *path, const char *setting);

/** The exit status of a process that would end with @p status: EXIT_FAILURE instead of 0 if emuq_file_lost()
 *  has been called. Thread-safe. */
int emuq_status_of_files(int status);

#endif /* EMUQ_BASE_WRITTEN_H */

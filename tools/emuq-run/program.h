/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file program.h
 * @brief Finds the program of a job, and says what is wrong with it.
 */
#ifndef EMUQ_PROGRAM_H
#define EMUQ_PROGRAM_H

#define EMUQ_STATUS_NOT_EXECUTABLE 126 /**< as in a shell */
#define EMUQ_STATUS_NOT_FOUND      127 /**< as in a shell */

/**
 * Finds @p name as a shell would: as a path if it contains a slash, else in the directories of PATH.
 * @param path set to the path, to be freed.
 * @return 0, or the exit status of the launcher after a message.
 */
int emuq_program_find(const char *name, char **path);

/** Finds a program in the directories of PATH. @param path set, to be freed @return 0 or an errno */
int emuq_program_search(const char *name, char **path);

/** Says why execve() of @p path failed with @p error. @return the exit status of the launcher. */
int emuq_program_failed(const char *path, int error);

#endif /* EMUQ_PROGRAM_H */

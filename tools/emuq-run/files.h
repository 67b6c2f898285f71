/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file files.h
 * @brief Descriptors of the launcher, and its limit of open files.
 */
#ifndef EMUQ_FILES_H
#define EMUQ_FILES_H

#include <stdint.h>
#include <sys/resource.h>

#define EMUQ_FILES_OWN 64u /**< descriptors that the launcher needs for itself */

/** Raises the limit of this process as far as it goes.
 *  @param count,what that need @p each descriptors, such as 12 "hosts"; the launcher's own come on top
 *  @param before set to the limit as it was, for processes that are started
 *  @return 0, or a negative errno after a message: they need more than is possible */
int emuq_files_raise(uint64_t count, const char *what, unsigned each, struct rlimit *before);

/** Closes a descriptor, if it is not closed. @param fd set to -1, which is closed */
void emuq_shut(int *fd);

#endif /* EMUQ_FILES_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file resize.h
 * @brief Sizes of files under the limits of the process.
 */
#ifndef EMUQ_RESIZE_H
#define EMUQ_RESIZE_H

#include <stdint.h>

/** Sets the size of a file as ftruncate() does, without SIGXFSZ. Thread-safe.
 *  @return 0 or a negative errno; -EFBIG: the size exceeds RLIMIT_FSIZE (ulimit -f). */
int emuq_file_resize(int fd, uint64_t bytes);

/** Soft limit of a resource (RLIMIT_...); UINT64_MAX if it is unlimited or unknown. Thread-safe. */
uint64_t emuq_soft_limit(int resource);

#endif /* EMUQ_RESIZE_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mappings.h
 * @brief Memory for mmap() from the window of the process, where the other processes of its partition reach
 * it.
 *
 * Behind the heap a part of the window is mapped, at first without access. A mapping is a range of its pages
 * with access; unmapping takes the access away and gives the pages back, so what is mapped again is zero. All
 * of it is one shared mapping of a file: nothing here needs the file's descriptor, which a program may close.
 *
 * A child that the process forks has a copy of the memory, to read and write, and maps nothing here.
 *
 * Concurrency: the list of free ranges is under a lock; functions may be called by any thread, and by
 * malloc().
 */
#ifndef EMUQ_SHARE_MAPPINGS_H
#define EMUQ_SHARE_MAPPINGS_H

#include <stdbool.h>
#include <stddef.h>

/** From now on mappings come from [start, start + bytes), mapped with PROT_NONE. Called once, by the only
 * thread. @param alias the same memory, mapped to read and write @return 0 or -ENOMEM. */
int emuq_mappings_open(char *start, size_t bytes, char *alias);

/** Whether any byte of [p, p + bytes) is in that range. */
bool emuq_mappings_touch(const void *p, size_t bytes);

/** Whether all bytes are in that range. */
bool emuq_mappings_hold(const void *p, size_t bytes);

/** Notes that the caller maps other memory over [at, at + bytes), all of which is in the range. The
 * functions below put memory of the window back before they touch it.
 * @return 0; 1: it was noted before; -ENOMEM: too many */
int emuq_mappings_cover(char *at, size_t bytes);

/** Takes back what emuq_mappings_cover() has noted with result 0: nothing has been mapped there. */
void emuq_mappings_uncover(const char *at, size_t bytes);

/** Whether any of the bytes are other memory. */
bool emuq_mappings_are_covered(const void *p, size_t bytes);

/** Maps zeroed memory. @param bytes 1 or more. @param protection PROT_READ, PROT_WRITE.
 *  @return NULL if there is no room: the kernel may have some. */
void *emuq_mappings_map(size_t bytes, int protection);

/** Maps zeroed memory in place of what is in [at, at + bytes), all of which is in the range.
 *  @return 0 or a negative errno. */
int emuq_mappings_replace(char *at, size_t bytes, int protection);

/** Unmaps the pages of [at, at + bytes), all of which are in the range. @return 0 or a negative errno. */
int emuq_mappings_unmap(char *at, size_t bytes);

/** Makes a mapping longer where it is, with zeroed memory of the given protection. @return false if what is
 * behind it is not free. */
bool emuq_mappings_extend(char *at, size_t bytes, size_t longer, int protection);

/** Zeroes the pages of [at, at + bytes) and gives them back, as MADV_DONTNEED does for private memory.
 *  @return 0 or a negative errno. */
int emuq_mappings_forget(char *at, size_t bytes);

#endif /* EMUQ_SHARE_MAPPINGS_H */

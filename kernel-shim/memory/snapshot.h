/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file snapshot.h
 * @brief fork() in a process whose data is mapped shared: the child gets a copy of its own, as it expects.
 *
 * A private mapping of the file would not do: it shows what the parent stores later. So the parent copies
 * what the ranges hold (holes stay holes) before it forks, and the child puts the copies into their places.
 * vfork() and posix_spawn(), and what is built on them, share memory anyway and cost nothing.
 */
#ifndef EMUQ_SNAPSHOT_H
#define EMUQ_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Memory that is a shared mapping of a file. */
typedef struct emuq_snapshot_range {
    int fd;
    uint64_t offset; /**< of the range in the file */
    char *start;     /**< begins a page, as does the end */
    size_t bytes;
    int protection; /**< PROT_* */
} emuq_snapshot_range_t;

/** How many ranges there can be: static data, heap and mappings; or static data in two parts and heap. */
#define EMUQ_SNAPSHOT_RANGES 3

/** Ranges that are others at each fork: memory of the rank that forks, where ranks are threads. */
typedef struct emuq_snapshot_source {
    unsigned (*list)(emuq_snapshot_range_t *ranges); /**< called in the parent before it forks; fills up to
                                                          EMUQ_SNAPSHOT_RANGES. @return how many */
    bool (*placed)(
        void); /**< called in the child when it has its copies. @return false: the child has to end */
} emuq_snapshot_source_t;

/** Has to be called, by the only thread, before the first range is mapped. May be repeated.
 *  @return 0 or -ENOMEM. */
int emuq_snapshot_prepare(void);

/** From now on the ranges of a source are copied, and no others. NULL: none are. Called by the only thread,
 * after emuq_snapshot_prepare(). */
void emuq_snapshot_use(const emuq_snapshot_source_t *source);

/** Adds a range: a child forked from now on gets a copy. */
void emuq_snapshot_add(const emuq_snapshot_range_t *range);

#endif /* EMUQ_SNAPSHOT_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pgas.h
 * @brief A partitioned global address space in a few hundred lines: arrays that all tasks see and each task
 * holds a part of.
 *
 * An array is cut into blocks, dealt out to the tasks in turn (block b belongs to task b modulo their
 * number). Any task reads and writes any range of elements; the owners do nothing for that. Calls return as
 * follows:
 *
 * | call | returns when | the owner has to make progress |
 * |---|---|---|
 * | pgas_get | the elements are here | no |
 * | pgas_put | the source may be changed | no |
 * | pgas_add | the source may be changed | yes |
 * | pgas_fetch_add | the old value is here | yes |
 * | pgas_fence | all puts and sums of this task are in the arrays | yes |
 * | pgas_barrier | all puts and sums of all tasks are in the arrays | yes |
 *
 * A task makes progress in every call that waits, and in pgas_progress(); one that computes for long calls it
 * now and then. There is no order among operations but by fences and barriers. One thread of a task calls.
 */
#ifndef EXAMPLES_PGAS_H
#define EXAMPLES_PGAS_H

#include "pami_world.h"

/** The runtime of a task. */
typedef struct pgas {
    world_t world;
    pami_task_t task, tasks;
    unsigned long unanswered; /**< sums that their owners have not acknowledged */
} pgas_t;

/** Where a task's part of an array is, for the others. */
typedef struct pgas_part {
    pami_memregion_t region; /**< for puts and gets */
    char *address;           /**< in the owner's address space, for messages */
} pgas_part_t;

/** An array. */
typedef struct pgas_array {
    pgas_t *pgas;
    size_t elements, block; /**< in all; of a block */
    size_t bytes;           /**< of an element */
    char *mine;             /**< this task's blocks, one after the other */
    pgas_part_t *part;      /**< of each task */
} pgas_array_t;

/** An operation under way. Stays where it is until pgas_wait() has returned. */
typedef struct pgas_handle {
    unsigned long pieces; /**< that are not complete */
    bool has_region;
    pami_memregion_t region; /**< of this task's memory */
} pgas_handle_t;

/** Place of an element. */
typedef struct pgas_place {
    pami_task_t task;
    size_t offset; /**< in the task's part, elements */
    size_t run;    /**< elements from there to the end of the block or of the array */
} pgas_place_t;

/** @name Collective
 * All tasks call, in the same order, with the same arguments.
 * @{ */
void pgas_open(pgas_t *p);
void pgas_close(pgas_t *p);
/** Makes an array of zeros. */
void pgas_create(pgas_t *p, pgas_array_t *a, size_t elements, size_t bytes, size_t block);
void pgas_destroy(pgas_array_t *a);
/** Completes what this task has begun, and waits for the others to do the same. */
void pgas_barrier(pgas_t *p);
/** @} */

/** Where an element is. Arithmetic. */
pgas_place_t pgas_locate(const pgas_array_t *a, size_t index);

/** The blocks that this task holds lie one after the other: this is the first element of number @p nth of
 * them. Others may write to it until the next barrier. */
void *pgas_local(const pgas_array_t *a, size_t nth);

/** @name Any range, whoever owns it
 * @{ */
void pgas_get(pgas_array_t *a, size_t first, size_t count, void *to);
void pgas_put(pgas_array_t *a, size_t first, size_t count, const void *from);
/** Begins a get; pgas_wait() ends it. */
void pgas_get_begin(pgas_array_t *a, size_t first, size_t count, void *to, pgas_handle_t *handle);
/** Begins a put; after pgas_wait() the source may be changed. */
void pgas_put_begin(pgas_array_t *a, size_t first, size_t count, const void *from, pgas_handle_t *handle);
void pgas_wait(pgas_t *p, pgas_handle_t *handle);
/** Adds to elements of type double; sums from several tasks do not disturb each other. */
void pgas_add(pgas_array_t *a, size_t first, size_t count, const double *values);
/** @} */

/** Adds to an element of type int64_t. @return its value before. */
int64_t pgas_fetch_add(pgas_array_t *a, size_t index, int64_t value);

/** Completes what this task has begun. */
void pgas_fence(pgas_t *p);

/** Serves the others for a moment. */
void pgas_progress(pgas_t *p);

#endif /* EXAMPLES_PGAS_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pgas.h
 * @brief A partitioned global address space: arrays that all tasks access and that are distributed over the
 * tasks.
 *
 * An array is divided into blocks; block b belongs to task b modulo the number of tasks. Any task reads and
 * writes any range of elements without involvement of the owners. Completion:
 *
 * | call | returns when | needs progress of the owner |
 * |---|---|---|
 * | pgas_get | the elements have arrived | no |
 * | pgas_put | the source may be changed | no |
 * | pgas_add | the source may be changed | yes |
 * | pgas_fetch_add | the old value has arrived | yes |
 * | pgas_fence | all puts and additions of this task are in the arrays | yes |
 * | pgas_barrier | all puts and additions of all tasks are in the arrays | yes |
 *
 * A task makes progress in calls that wait and in pgas_progress(), which long computations should call
 * regularly. Only fences and barriers order operations. One thread per task makes all calls.
 */
#ifndef EXAMPLES_PGAS_H
#define EXAMPLES_PGAS_H

#include "pami_world.h"

typedef struct pgas {
    world_t world;
    pami_task_t task, tasks;
    unsigned long pending_additions; /**< additions without a reply */
} pgas_t;

/** The part of an array that a task owns. */
typedef struct pgas_part {
    pami_memregion_t region;
    char *address; /**< address on the owner, for additions */
} pgas_part_t;

typedef struct pgas_array {
    pgas_t *pgas;
    size_t elements, block; /**< elements of the array, elements per block */
    size_t bytes;
    char *local;       /**< consecutive local blocks */
    pgas_part_t *part; /**< [tasks] */
} pgas_array_t;

/** An operation in progress. Must not be moved before pgas_wait() returns. */
typedef struct pgas_handle {
    unsigned long transfers; /**< number of incomplete transfers */
    bool has_region;
    pami_memregion_t region;
} pgas_handle_t;

/** Location of an element. */
typedef struct pgas_location {
    pami_task_t task;
    size_t offset; /**< elements from the start of the task's part */
    size_t run;    /**< elements to the end of the block or array */
} pgas_location_t;

/** @name Collective
 * Called by all tasks in the same order with the same arguments.
 * @{ */
void pgas_open(pgas_t *p);
void pgas_close(pgas_t *p);
/** Creates an array of zeros. */
void pgas_create(pgas_t *p, pgas_array_t *a, size_t elements, size_t bytes, size_t block);
void pgas_destroy(pgas_array_t *a);
/** Completes the operations of all tasks, and waits for all tasks. */
void pgas_barrier(pgas_t *p);
/** @} */

/** Computes the location of an element. */
pgas_location_t pgas_locate(const pgas_array_t *a, size_t index);

/** Address of the local block number @p nth; local blocks are consecutive. Remote tasks may write to it until
 * the next barrier. */
void *pgas_local(const pgas_array_t *a, size_t nth);

/** @name Any range of elements
 * @{ */
void pgas_get(pgas_array_t *a, size_t first, size_t count, void *to);
void pgas_put(pgas_array_t *a, size_t first, size_t count, const void *from);
/** Starts a get; pgas_wait() completes it. */
void pgas_get_begin(pgas_array_t *a, size_t first, size_t count, void *to, pgas_handle_t *handle);
/** Starts a put; pgas_wait() completes it, after which the source may be changed. */
void pgas_put_begin(pgas_array_t *a, size_t first, size_t count, const void *from, pgas_handle_t *handle);
void pgas_wait(pgas_t *p, pgas_handle_t *handle);
/** Adds to elements of type double. Concurrent additions of several tasks are allowed. */
void pgas_add(pgas_array_t *a, size_t first, size_t count, const double *values);
/** @} */

/** Adds to an element of type int64_t. @return the value before */
int64_t pgas_fetch_add(pgas_array_t *a, size_t index, int64_t value);

/** Completes the operations of this task. */
void pgas_fence(pgas_t *p);

/** Makes progress for operations of remote tasks. */
void pgas_progress(pgas_t *p);

#endif /* EXAMPLES_PGAS_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file coll_support.h
 * @brief Support of the tests of collectives: kinds of geometries, and running a collective.
 */
#ifndef COLL_SUPPORT_H
#define COLL_SUPPORT_H

#include "pami_support.h"

/** Kinds of geometries. Every task is a member of a geometry of each kind. */
typedef enum coll_kind {
    COLL_WORLD,
    COLL_REVERSED,     /**< all tasks, from the last to the first */
    COLL_SPLIT,        /**< even tasks, and odd tasks, as lists, under the same id */
    COLL_SPLIT_PARENT, /**< the same as ranges, with the world as parent */
    COLL_SINGLE,       /**< a geometry for each task alone */
    COLL_CONTEXTS,     /**< all contexts of all tasks */
    COLL_ENDPOINTS,    /**< all contexts of all tasks, contexts first, from the last to the first */
    COLL_OPTIMIZED,    /**< all tasks as a list, optimised for the collective network */
    COLL_HALVES,       /**< the lower and the upper half of the tasks, optimised for the collective network */
    COLL_UPDATED,      /**< all tasks, optimised by an update */
    COLL_KINDS
} coll_kind_t;

#define COLL_MOST 64u /**< members */
/** Elements of long blocks. Under a sanitizer, allocations of 256 KiB or more are separate mappings with a
 * shadow built page by page: a third of the elements still uses the protocol of long messages. */
#define COLL_LONG (MU_SANITIZED ? 1600u : 5000u)

/** Whether allocations succeed (else see failing_memory.c). */
#ifdef COLL_FAILING
#define COLL_HAS_MEMORY false
#else
#define COLL_HAS_MEMORY true
#endif

/** A geometry and the caller's members. */
typedef struct coll {
    kit_t *kit;
    pami_geometry_t geometry;
    uint32_t size;
    pami_endpoint_t endpoint[COLL_MOST]; /**< by rank */
    uint32_t seats;                      /**< members of this task */
    pami_context_t context[KIT_CONTEXTS];
    uint32_t rank[KIT_CONTEXTS];
    unsigned done; /**< completions */
} coll_t;

/** Makes a geometry. Collective over all tasks. */
void coll_open(coll_t *c, kit_t *kit, coll_kind_t kind);

/** Destroys a geometry after synchronising all tasks. */
void coll_close(coll_t *c);

const char *coll_name(coll_kind_t kind);

/** Number of always-working algorithms for a type; at most @p most are stored. */
size_t coll_algorithms(const coll_t *c, pami_xfer_type_t type, pami_algorithm_t *algorithm, size_t most);

/** Starts @p xfer[seat] at each member of this task (seat), with @p algorithm, and waits. */
void coll_run(coll_t *c, pami_xfer_t *xfer, pami_algorithm_t algorithm);

/** Barrier on the geometry. */
void coll_barrier(coll_t *c);

/** Runs @p body on jobs of several shapes, with threads or processes. */
void coll_jobs(mu_body_t body);

#endif /* COLL_SUPPORT_H */

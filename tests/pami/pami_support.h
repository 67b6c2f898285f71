/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami_support.h
 * @brief What every test of the message layer needs: a client and contexts on every rank, waiting, a barrier.
 *
 * Built on the frame of the Message Unit's tests: ranks are threads, or processes with MU_RANKS=processes.
 */
#ifndef PAMI_SUPPORT_H
#define PAMI_SUPPORT_H

#include <pami.h>

#include "mu_support.h"

#define KIT_CONTEXTS 8u

/** A rank's client. */
typedef struct kit {
    mu_rank_t *me;
    pami_client_t client;
    pami_context_t context[KIT_CONTEXTS];
    size_t contexts;
    uint32_t task, tasks;
    unsigned barrier_in, barrier_out; /**< barrier messages seen */
} kit_t;

/** Releases the table entries of the process's first subgroup, allocated by the test frame: the only subgroup
 * with 64 processes on a node. */
void kit_give_back_entries(mu_rank_t *me);

/** Makes a client and @p contexts contexts. */
void kit_open(kit_t *kit, mu_rank_t *me, size_t contexts);

/** Makes a client with a given name, besides the client of kit_open() or instead. */
void kit_open_named(kit_t *kit, mu_rank_t *me, const char *name, size_t contexts);

/** Synchronises all tasks, with progress, and ends the client. */
void kit_close(kit_t *kit);

/** Synchronises all tasks; all contexts make progress meanwhile. */
void kit_barrier(kit_t *kit);

/** Advances every context once. */
void kit_turn(kit_t *kit);

/** Waits for a condition, with progress. */
#define KIT_WAIT(kit, condition)                                                                             \
    do {                                                                                                     \
        uint64_t kit_since_ = mu_microseconds();                                                             \
        while (!(condition)) {                                                                               \
            kit_turn(kit);                                                                                   \
            kit_patience(kit_since_, #condition, __FILE__, __LINE__);                                        \
        }                                                                                                    \
    } while (0)

void kit_patience(uint64_t since, const char *what, const char *file, int line);

/** The endpoint of a context of a task. */
pami_endpoint_t kit_endpoint(const kit_t *kit, uint32_t task, size_t offset);

/** Registers a point-to-point dispatch function on a context. */
pami_result_t kit_dispatch(pami_context_t context, size_t id, pami_dispatch_p2p_function fn, void *cookie,
                           pami_dispatch_hint_t hints);

/** Sends immediately and checks the result. */
void kit_send_immediate(pami_context_t context, pami_endpoint_t to, size_t id, const void *header,
                        size_t header_size, const void *data, size_t data_size);

/** Event function: increments the unsigned at the cookie. */
void kit_count(pami_context_t context, void *cookie, pami_result_t result);

/** Value of a client attribute. */
size_t kit_query(const kit_t *kit, pami_attribute_name_t name);

/** Checks that PAMI_Error_text() contains @p name (of a function) and @p reason. */
void kit_check_error(const char *name, const char *reason);

extern const pami_dispatch_hint_t kit_no_hints;

#endif /* PAMI_SUPPORT_H */

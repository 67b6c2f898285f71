/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pair.h
 * @brief Test bed of the libfabric provider: two processes with an endpoint each.
 *
 * pair_run() forks the processes before any call of libfabric, in a partition with a unique
 * name. A failed check ends the process; pair_run() reports it to CUnit.
 */
#ifndef FABRIC_PAIR_H
#define FABRIC_PAIR_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <rdma/fi_tagged.h>

#include "emuq_test.h"

/** Ends the process if the condition is false. */
#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            printf("  %s:%d: %s\n", __FILE__, __LINE__, #condition);                                         \
            fflush(stdout);                                                                                  \
            _exit(1);                                                                                        \
        }                                                                                                    \
    } while (0)

/** Ends the process if two numbers differ. */
#define CHECK_EQUAL(value, expected)                                                                         \
    do {                                                                                                     \
        long long check_value = (long long)(value), check_expected = (long long)(expected);                  \
        if (check_value != check_expected) {                                                                 \
            printf("  %s:%d: %s: %lld (expected %lld)\n", __FILE__, __LINE__, #value, check_value,           \
                   check_expected);                                                                          \
            fflush(stdout);                                                                                  \
            _exit(1);                                                                                        \
        }                                                                                                    \
    } while (0)

/** Options of a side; zero: defaults. */
typedef struct pair_options {
    uint64_t caps;             /**< 0: FI_MSG, FI_TAGGED, FI_SOURCE */
    uint64_t send_bind;        /**< FI_SELECTIVE_COMPLETION or 0 */
    uint64_t receive_bind;     /**< FI_SELECTIVE_COMPLETION or 0 */
    uint64_t send_flags;       /**< default flags of sends */
    uint64_t receive_flags;    /**< default flags of receives */
    enum fi_threading threads; /**< FI_THREAD_UNSPEC: FI_THREAD_SAFE */
    enum fi_progress progress; /**< of data; FI_PROGRESS_UNSPEC: FI_PROGRESS_MANUAL */
    int mr_mode;               /**< of the domain */
    bool has_counters;
    bool is_stranger; /**< does not insert the address of the peer */
} pair_options_t;

/** A process with an endpoint. */
typedef struct side {
    int number; /**< 0 or 1 */
    int fd;     /**< to the peer; -1: a single process */
    struct fi_info *info;
    struct fid_fabric *fabric;
    struct fid_domain *domain;
    struct fid_av *av;
    struct fid_cq *cq;
    struct fid_cntr *sent, *received, *rma; /**< NULL without has_counters; rma: reads and writes */
    struct fid_ep *ep;
    fi_addr_t peer, self; /**< FI_ADDR_UNSPEC: not inserted */
} side_t;

/** Called in each process before its function; NULL: nothing. */
extern void (*pair_prepare)(side_t *);

/** Runs @p function in two processes with side numbers 0 and 1; asserts success of both. */
void pair_run(void (*function)(side_t *));

/** Runs @p function in a single process. */
void pair_run_alone(void (*function)(side_t *));

/** Defines the tests name(), which run name_side() in two processes, or in a single process. */
#define PAIR_TEST(name)                                                                                      \
    static void name(void)                                                                                   \
    {                                                                                                        \
        pair_run(name##_side);                                                                               \
    }
#define PAIR_TEST_ALONE(name)                                                                                \
    static void name(void)                                                                                   \
    {                                                                                                        \
        pair_run_alone(name##_side);                                                                         \
    }

/** Opens the endpoint, and exchanges addresses with the peer. @param o NULL: defaults */
void side_open(side_t *s, const pair_options_t *o);
void side_close(side_t *s);

/** Opens and enables an endpoint on the objects of @p s. @param cq bound for both directions */
struct fid_ep *side_open_endpoint(side_t *s, const pair_options_t *o, struct fid_cq *cq);
struct fid_cq *side_open_cq(side_t *s);

/** Inserts the address of an endpoint. */
fi_addr_t side_insert(side_t *s, struct fid_ep *ep);

/** Waits for the same call of the peer; makes progress meanwhile. */
void side_barrier(side_t *s);

/** Sends @p mine to the peer, outside of libfabric, and receives its bytes. */
void side_exchange(side_t *s, const void *mine, void *of_peer, size_t bytes);

/** Waits for a completion without error. @return the entry */
struct fi_cq_tagged_entry side_wait(side_t *s);
struct fi_cq_tagged_entry side_wait_from(side_t *s, struct fid_cq *cq, fi_addr_t *source);

/** Waits for @p count completions. */
void side_wait_all(side_t *s, unsigned count);

/** Waits for a completion with error @p error. @return the entry */
struct fi_cq_err_entry side_wait_error(side_t *s, int error);

/** @return whether there is no completion after a round of progress */
bool side_is_idle(side_t *s);

/** Repeats a call while it returns -FI_EAGAIN, with progress, and checks for 0. */
#define SIDE_REPEAT(s, call)                                                                                 \
    do {                                                                                                     \
        ssize_t repeat_rc;                                                                                   \
        while ((repeat_rc = (call)) == -FI_EAGAIN)                                                           \
            (void)fi_cq_read((s)->cq, NULL, 0);                                                              \
        CHECK_EQUAL(repeat_rc, 0);                                                                           \
    } while (0)

/** @return whether the tests run over the domain emuq-apenet, by FABRIC_DOMAIN */
bool pair_has_cards(void);

/** Bytes by @p seed. */
void pattern_fill(void *to, size_t bytes, unsigned seed);
bool pattern_is(const void *data, size_t bytes, unsigned seed);

#endif /* FABRIC_PAIR_H */

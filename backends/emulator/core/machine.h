/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file machine.h
 * @brief Life of a partition of emulated Message Units: engines, waiting, counters, snapshots.
 */
#ifndef EMUQ_EMULATOR_MACHINE_H
#define EMUQ_EMULATOR_MACHINE_H

#include "backends/emulator/collective/tree.h"
#include "backends/emulator/core/work.h"

/** emuq_backend_t::layout */
#define EMUQ_EMULATED_LAYOUT                                                                                 \
    ((uint64_t)sizeof(emuq_machine_t) << 48 ^ (uint64_t)sizeof(emuq_mu_node_t) << 24 ^                       \
     (uint64_t)sizeof(emuq_inj_t) << 12 ^ sizeof(struct emuq_tree))

/** @param registers in reset state; NULL: allocated here */
int emuq_machine_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members, char *registers,
                      emuq_machine_t **machine);

/* ---- Functions of the backend table (backend.h) ---- */
void emuq_machine_close(emuq_machine_t *m);
void emuq_machine_share(emuq_machine_t *m, uint32_t ranks, uint32_t cores);
void emuq_machine_drain(emuq_machine_t *m, uint32_t node);
int emuq_machine_attach(emuq_machine_t *m, const emuq_kernel_callbacks_t *kernel, uint32_t node);
void emuq_machine_detach(emuq_machine_t *m);
void emuq_machine_notify(emuq_machine_t *m, uint32_t member);
void emuq_machine_retire(emuq_machine_t *m, uint32_t node, int32_t rank);
void emuq_machine_bury(emuq_machine_t *m, uint32_t node, int32_t rank, uint32_t member);
void emuq_machine_drop(emuq_machine_t *m, uint32_t node, uint32_t id, bool drops);
uint64_t emuq_machine_dropped(const emuq_machine_t *m);
volatile uint64_t *emuq_machine_reg(emuq_machine_t *m, uint32_t node, uint64_t offset);
void emuq_machine_assign(emuq_machine_t *m, uint32_t node, emuq_resource_t kind, uint32_t id,
                         const emuq_address_space_t *space, int32_t rank);
void emuq_machine_remapped(emuq_machine_t *m, uint32_t node, const emuq_address_space_t *space);
void emuq_machine_resume(emuq_machine_t *m);
void emuq_machine_enter(emuq_machine_t *m, uint32_t node);

/* ---- Engine threads (engine.c): long messages, rest of long queues, requests, scans ---- */

/** Starts engines for nodes [first, first + count). @param count 0: the caller is the host engine @return 0
 * or a negative errno */
int emuq_engines_start(emuq_machine_t *m, uint32_t first, uint32_t count);

/** Stops the engines, and executes the rest of their queue. */
void emuq_engines_stop(emuq_machine_t *m);

/** See emuq_backend_remote_ops_t::progress. */
bool emuq_engine_progress(emuq_machine_t *m, bool may_sleep);

/* ---- Waiting threads (idle_wait.c); see emuq_mmio_hooks_t and emuq_backend_t ---- */
void emuq_idle_open(const emuq_machine_t *m);
void emuq_idle(const volatile uint64_t *reg, uint64_t seen);
void emuq_idle_recorded(const volatile uint64_t *reg, uint64_t seen);
void emuq_idle_serving(const volatile uint64_t *reg, uint64_t seen);
int emuq_idle_poll_hosts(void);
void emuq_idle_wake(const volatile uint64_t *reg);
uint64_t emuq_idle_prepare_at(const volatile uint64_t *reg);
void emuq_idle_sleep(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns);
void emuq_idle_sleep_recorded(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns);
uint64_t emuq_idle_polls(emuq_machine_t *m);
uint64_t emuq_idle_prepare(emuq_machine_t *m, uint32_t node);
bool emuq_idle_await(emuq_machine_t *m, uint32_t node, uint64_t ticket, uint64_t ns);

/* ---- Counters and snapshots (inspect.c); see emuq_backend_stats_ops_t ---- */

/** Reads a count of this host. @param counter number used between hosts @return 0 or -EINVAL */
int emuq_count_here(emuq_work_t *work, emuq_machine_t *m, uint32_t node, uint32_t counter, uint64_t *value);
int emuq_count_read(emuq_machine_t *m, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                    uint64_t *value);
/** Reads the damaged packets of a link, on all hosts: sent again by the node, or @p received. @return 0 or
 * -ENOMEM */
int emuq_count_read_damaged(emuq_machine_t *m, uint32_t node, uint32_t link, bool received, uint64_t *value);
void emuq_count_totals(emuq_machine_t *m, emuq_node_counts_t *counts);
uint64_t emuq_count_completions(emuq_machine_t *m, uint32_t node);
void emuq_snapshot(emuq_machine_t *m, emuq_node_counts_t *counts);
uint32_t emuq_fullest(const emuq_machine_t *m, emuq_fifo_fill_t *fill, uint32_t most);
size_t emuq_describe(emuq_machine_t *m, uint32_t node, uint32_t member, int32_t rank, char *text,
                     size_t bytes);

#endif /* EMUQ_EMULATOR_MACHINE_H */

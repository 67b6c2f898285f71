/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file inject.h
 * @brief Execution of the descriptors of injection FIFOs, and of the work that messages lead to.
 *
 * Each message starts from the current head and tail, so a program may rewrite the registers of a disabled
 * FIFO.
 */
#ifndef EMUQ_EMULATOR_INJECT_H
#define EMUQ_EMULATOR_INJECT_H

#include "backends/emulator/core/work.h"
#include "backends/record.h"

/** How much of a FIFO a thread executes. */
typedef enum emuq_run_mode {
    EMUQ_RUN_OWNER, /**< doorbell: everything; long messages preferably on a polling engine */
    EMUQ_RUN_OTHER, /**< thread that freed space: as the owner, up to a limit */
    EMUQ_RUN_ENGINE /**< engine: everything */
} emuq_run_mode_t;

/** Claims the FIFO and runs it. At return its registers are up to date. */
void emuq_inj_run(emuq_work_t *work, emuq_inj_t *f);
/** Runs a claimed FIFO, and releases the claim. */
void emuq_inj_run_on(emuq_work_t *work, emuq_inj_t *f);
/** Runs the FIFO, or requests a scan by the holder of the claim. */
void emuq_inj_try_run(emuq_work_t *work, emuq_inj_t *f, emuq_run_mode_t mode);
/** Waits for the claim and the end of EMUQ_FIFO_BUSY. */
void emuq_inj_claim_idle(emuq_inj_t *f);
/** Releases the claim; runs the FIFO on request. */
void emuq_inj_release(emuq_work_t *work, emuq_inj_t *f);

/** Detaches an active message from the registers of a FIFO that is enabled, disabled or (@p is_detached) gets
 * a new owner. A message without any effect yet is dropped. Caller holds the claim. */
void emuq_inj_detach(emuq_inj_t *f, bool is_detached);

/** Resumes waiters after changes of routes, space or owners. @return whether the node had waiters for
 * space */
bool emuq_waiters_resume(emuq_work_t *work, emuq_mu_node_t *n);

/* ---- Delivery of messages like an earlier message of the same FIFO, without checks and routing ---- */

/** Sends the descriptors of an idle FIFO until one needs the slow path. Caller holds the claim. @param work
 * begun if a message leads to work @return whether the FIFO is empty and its registers are up to date */
bool emuq_fast_run(emuq_inj_t *f, emuq_work_t *work);

bool emuq_fast_run_recorded(emuq_inj_t *f, emuq_work_t *work, emuq_record_ring_t *ring)
    __attribute__((nonnull(3)));

/** Sends one message if a route matches. Caller holds the claim of the idle FIFO. @return false: nothing
 * done */
bool emuq_fast_send(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d);

/** Describes the route of a checked message, before delivery: afterwards the descriptor's memory may be
 * reused. @param to destination; of a collective, the sending node @param tree of a collective, or NULL */
void emuq_fast_describe(const emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_mu_node_t *to,
                        emuq_tree_t *tree, emuq_cached_route_t *route);

/** Caches a route after delivery. Caller holds the claim. */
void emuq_fast_learn(emuq_inj_t *f, const emuq_cached_route_t *route);

/** Drops all routes. Caller holds the claim. */
void emuq_fast_forget(emuq_inj_t *f);

/* ---- Registers of a node: stores, control registers, scans for stores without a doorbell, DCRs ---- */

/** See emuq_mmio_hooks_t::doorbell. */
void emuq_doorbell(volatile uint64_t *reg, uint64_t value);
void emuq_doorbell_recorded(volatile uint64_t *reg, uint64_t value);

/** Enables or disables injection FIFOs of a group. FIFO i is bit 31 - i. */
void emuq_control_enable(emuq_work_t *work, emuq_mu_node_t *n, uint32_t group, uint64_t bits, bool enable);

/** Acts on all registers of a subgroup, as after stores by the kernel. */
void emuq_control_flush(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup);

/** Scans a node and resumes its waiters. @return whether there was work */
bool emuq_serve_node(emuq_mu_node_t *n);
/** Finds stores without a doorbell. @return whether there were any */
bool emuq_scan_node(emuq_work_t *work, emuq_mu_node_t *n);

/** Writes the reset state (hwi-registers 6). */
void emuq_dcr_reset(emuq_mu_node_t *n);
int emuq_dcr_read(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t *value);
bool emuq_dcr_is_route(uint32_t dcr);
/** All hosts know class routes at return. */
int emuq_dcr_write(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t value);

#endif /* EMUQ_EMULATOR_INJECT_H */

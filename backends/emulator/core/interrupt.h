/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file interrupt.h
 * @brief Interrupt conditions of a group: the status registers (hwi-registers sections 4 and 5).
 */
#ifndef EMUQ_EMULATOR_INTERRUPT_H
#define EMUQ_EMULATOR_INTERRUPT_H

#include "backends/emulator/core/work.h"

/** Sets bits of a group's interruptStatus registers, and has the kernel told. */
void emuq_raise(emuq_work_t *w, emuq_mu_node_t *n, uint32_t group, uint64_t bits);

/** Clears bits of a group's interruptStatus registers. */
void emuq_interrupts_clear(emuq_mu_node_t *n, uint32_t group, uint64_t bits);

/** A packet with the interrupt bit has arrived in a reception FIFO. */
void emuq_raise_arrival(emuq_work_t *w, emuq_mu_node_t *n, uint32_t rec_id);

/** Whether a reception FIFO's threshold interrupt is enabled. */
static inline bool emuq_has_rec_threshold(const emuq_mu_node_t *n, uint32_t rec_id)
{
    return __atomic_load_n(&n->dcr.rec_threshold_enable[rec_id / 16], __ATOMIC_RELAXED) >>
               (15 - rec_id % 16) &
           1;
}

/** The free bytes of a reception FIFO have changed. */
void emuq_rec_threshold(emuq_work_t *w, emuq_mu_node_t *n, uint32_t rec_id, uint64_t before, uint64_t after);

/** Whether an injection FIFO's threshold interrupt is enabled. */
static inline bool emuq_has_inj_threshold(const emuq_mu_node_t *n, uint32_t inj_id)
{
    return __atomic_load_n(&n->dcr.inj_threshold_enable[inj_id / 32], __ATOMIC_RELAXED) >>
               (31 - inj_id % 32) &
           1;
}

/** The free slots of an injection FIFO have changed. @param rget whether it is a remote-get FIFO */
void emuq_inj_threshold(emuq_work_t *w, emuq_mu_node_t *n, uint32_t inj_id, bool rget, uint64_t before,
                        uint64_t after);

#endif /* EMUQ_EMULATOR_INTERRUPT_H */

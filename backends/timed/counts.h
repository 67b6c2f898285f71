/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file counts.h
 * @brief What Message Units and links have counted, for emuq-run --timed --counters: the file that
 * EMUQ_TIME_COUNTS names holds the five sizes of the partition (uint32_t), then emuq_node_counts_t by node.
 */
#ifndef EMUQ_TIMED_COUNTS_H
#define EMUQ_TIMED_COUNTS_H

#include "backends/timed/timed.h"

/** The emulated nodes' counters of packets that links send again become those of the modelled network. */
void emuq_timed_count_links(const emuq_timed_t *t);

/** As emuq_backend_t::settle. */
void emuq_timed_settle(emuq_machine_t *m, emuq_node_counts_t *counts);

/** Writes the file, if the setting asks for it. No rank runs any more. */
void emuq_timed_write_counts(const emuq_timed_t *t);

#endif /* EMUQ_TIMED_COUNTS_H */

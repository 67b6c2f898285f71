/* SPDX-License-Identifier: BSD-3-Clause */
/** @file collect.h  Runs of collectives: by the combining logic of trees, and by global interrupts. */
#ifndef EMUQ_NET_COLLECT_H
#define EMUQ_NET_COLLECT_H

#include "tools/emuq-net/simulate.h"

/**
 * Runs the collective of a pattern on an otherwise idle machine until all is over.
 *
 * Each member does workload.messages of them; of the next ones it begins so many that it waits for
 * workload.outstanding results, in broadcasts the source alone. Latency is from the member's own begin, in
 * broadcasts the source's, to each packet that the member gets, or to a barrier's end. Nodes of the result
 * are members. Software is not included.
 * @return 0 or a negative errno with the reason in @p why; a result is undone by traffic_result_free()
 */
int traffic_collect(const traffic_setup_t *setup, traffic_result_t *result, emuq_text_t *why);

#endif /* EMUQ_NET_COLLECT_H */

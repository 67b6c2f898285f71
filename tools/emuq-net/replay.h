/* SPDX-License-Identifier: BSD-3-Clause */
/** @file replay.h  A run whose messages come from a trace. */
#ifndef EMUQ_NET_REPLAY_H
#define EMUQ_NET_REPLAY_H

#include "tools/emuq-net/simulate.h"
#include "tools/emuq-net/trace.h"

/** Runs a trace until all has arrived; everything is measured. @param setup its workload is not used, but for
 * the shape of its pattern @return as traffic_simulate(); missing bytes count messages that never were sent,
 * too */
int traffic_replay(const traffic_setup_t *setup, const traffic_trace_t *trace, traffic_result_t *result,
                   emuq_text_t *why);

#endif /* EMUQ_NET_REPLAY_H */

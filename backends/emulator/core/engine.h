/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file engine.h
 * @brief Engine threads do what no program thread does: long messages, the rest of long queues, requests of
 * other processes, stores to registers by a program's own code, and wakeups that were missed.
 */
#ifndef EMUQ_EMULATOR_ENGINE_H
#define EMUQ_EMULATOR_ENGINE_H

#include "backends/emulator/core/node.h"

/** Starts the engines of this process; they look after the nodes [first, first + count). No node: the
 * caller is the host engine, and serves by itself. @return 0 or a
 * negative errno */
int emuq_engines_start(emuq_machine_t *m, uint32_t first, uint32_t count);

/** Stops them. What is in their queue afterwards is run by the caller: FIFOs of other processes may be among
 * it. */
void emuq_engines_stop(emuq_machine_t *m);

/** See emuq_backend_t::serve. */
bool emuq_engine_serve(emuq_machine_t *m, bool rests);

#endif /* EMUQ_EMULATOR_ENGINE_H */

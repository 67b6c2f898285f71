/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file engine_queue.h
 * @brief Injection FIFOs for the engine threads of this process.
 *
 * An engine that must be woken begins when the sender could be done. So long messages are offered only to an
 * engine that polls; engines poll for a while after they have found a core of their own (engine.c).
 */
#ifndef EMUQ_EMULATOR_ENGINE_QUEUE_H
#define EMUQ_EMULATOR_ENGINE_QUEUE_H

#include "backends/emulator/core/node.h"

/** Queues a FIFO. @return false if no engine would take it: none was started, or they have stopped. */
bool emuq_engine_queue(emuq_inj_t *f);
/** Queues a FIFO if an engine polls. @return false if not: the caller had better do the work. */
bool emuq_engine_offer(emuq_inj_t *f);

/** Takes the first FIFO off the queue, or NULL. The caller clears `scheduled` (release) before it runs the
 * FIFO. */
emuq_inj_t *emuq_engine_take(void);
/** FIFOs are accepted from now on. */
void emuq_engine_queue_open(void);
/** None is accepted any more; what is in the queue stays to be taken. */
void emuq_engine_queue_close(void);

/** An engine polls, or has stopped to. */
void emuq_engine_set_polling(bool polling);
/** Whether a sender wishes that an engine look for a core of its own. */
bool emuq_engine_is_wanted(void);
/** Takes the wish of a sender that an engine look for a core of its own. */
bool emuq_engine_take_probe(void);
/** When senders may wish so again, in ns of emuq_host_now_ns(). */
void emuq_engine_next_probe(uint64_t ns);

#endif /* EMUQ_EMULATOR_ENGINE_QUEUE_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bind.h
 * @brief The processors on which each rank runs.
 *
 * Ranks that wait for each other by yielding have been seen on one core, with another one idle. A rank with
 * cores of its own, as on the machine, never is. With more ranks than cores the kernel decides.
 */
#ifndef EMUQ_BIND_H
#define EMUQ_BIND_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel-shim/partition/launch.h"

typedef struct emuq_binding emuq_binding_t;

/**
 * Chooses processors among those that this process may use.
 * @param how "core" or NULL (default): equal shares of the cores, if there are no more ranks than cores;
 * "none"; or a list of processors such as "0,2-3", of which each rank gets one, in turn.
 * @param in_turn the ranks of a host: they are counted in the order in which they are started there
 * @param binding set; to be closed whatever happens.
 * @return 0; -EINVAL after a message: no such list, or processors that this process may not use.
 */
int emuq_binding_open(emuq_binding_t **binding, const char *how, uint32_t ranks, bool in_turn);
void emuq_binding_close(emuq_binding_t *binding);

/** Has ranks that are bound by default unbound when they have more threads than their shares are for. */
void emuq_binding_offer(const emuq_binding_t *binding, emuq_launch_t *launch);

/** Says where the ranks run. */
void emuq_binding_say(const emuq_binding_t *binding);

/** Binds the calling process, which becomes a rank. What is not possible is left as it is. */
void emuq_binding_apply(const emuq_binding_t *binding, uint32_t rank);

/** Binds the calling process to the processors of the chosen ranks, for which it works. @return whether they
 * are not all that it had: emuq_binding_leave() gives it these again. */
bool emuq_binding_join(const emuq_binding_t *binding, bool (*is_chosen)(const void *argument, uint32_t rank),
                       const void *argument);
/** After emuq_binding_join(). */
void emuq_binding_leave(const emuq_binding_t *binding);

#endif /* EMUQ_BIND_H */

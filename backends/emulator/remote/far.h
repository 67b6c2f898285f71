/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file far.h
 * @brief Messages to nodes of other hosts, and the state of those nodes that this host has to know.
 *
 * Every host makes the whole partition. A node of another host is a *mirror* here: no process uses it, its
 * FIFOs and its table are not looked at. One process of each host, the *host engine*, exchanges frames with
 * those of the other hosts; the frames of a pair of hosts arrive in order.
 *
 *  - A message of an injection FIFO is copied, and its descriptor is complete then (far_post.h). The engine
 * of the other host delivers it by the ordinary code, with a waiter of its own (a *carrier*) that may be
 * parked or handed to a process there (far_stream.h).
 *  - Values of collectives go up a tree of hosts, and results down (collective_far.h), as requests
 * (request.h) to the host engine, like those to a process whose memory is private.
 *  - What mirrors need are class-route words. A change is *told* to all hosts, in order and never coalesced,
 *    and done to the mirror there (*news*).
 *  - Levels of global interrupts go up and down a tree of hosts (far_levels.h).
 *
 * A host knows what another one has told before it hears of anything that happened afterwards on that host.
 * For what it hears from a third one, the teller has to wait for the answers of all (emuq_far_wait()).
 *
 * A waiter or news belong to one party at a time: who sends them, the mailbox of the host engine, the engine,
 * and after the last answer who has sent them. Tokens in frames are numbers of places in a table of the
 * engine (far_table.h), never addresses.
 */
#ifndef EMUQ_EMULATOR_FAR_H
#define EMUQ_EMULATOR_FAR_H

#include "backends/emulator/core/work.h"

/** Bytes of a message that go to another host at a time. */
#define EMUQ_FAR_PIECE (UINT64_C(1) << 18)
/** Bytes that another host is asked to take at a time, in several such frames: one answer for all of them. */
#define EMUQ_FAR_ASK (4 * EMUQ_FAR_PIECE)

/** What mirrors are told. */
typedef enum emuq_told {
    EMUQ_TOLD_DCR,     /**< a device control register (index) has been written */
    EMUQ_TOLD_URGE,    /**< what has been taken of the node's posts is to be reported, far_post.h */
    EMUQ_TOLD_CROSSED, /**< so many packets (value) are sent on the link that is to go down, bad_links.h */
    EMUQ_ASKED_COUNT   /**< what the host has counted for the node; index is its number, of count_read.c */
} emuq_told_t;

/** Whether the partition has nodes on other hosts. */
static inline bool emuq_is_spread(const emuq_machine_t *m)
{
    return m->placement.hosts > 1;
}

/** Tells the other hosts of a change of a node of this host. A node's changes are told in the order of the
 * calls.
 *  @param waits emuq_far_wait() follows. @return what to wait for, or NULL: no memory, or no host engine */
struct emuq_news *emuq_far_tell(emuq_mu_node_t *n, emuq_told_t what, uint32_t index, uint64_t value,
                                bool waits);
/** Whether the host engine has ended, and with it the job: nobody is told of anything any more. */
bool emuq_far_is_over(emuq_machine_t *m);
/** Waits until every host has done what emuq_far_tell() told. With no lock held that arrived() needs.
 *  @return the sum of their answers */
uint64_t emuq_far_wait(struct emuq_news *news);

/** Host engine: sends a request for a node of another host. */
void emuq_far_ask(emuq_work_t *work, emuq_waiter_t *w);

/** A waiter that no FIFO and no tree owns: what another host has asked for is done, or something is to be
 * told. Goes on in the host engine. */
void emuq_far_resume(emuq_work_t *work, emuq_waiter_t *w);

/** See emuq_backend_t::arrived. */
int emuq_far_arrived(emuq_machine_t *m, uint32_t host, const void *frame, size_t bytes);

/** See emuq_backend_t::place. */
int emuq_far_place(emuq_machine_t *m, const emuq_placement_t *placement);

#endif /* EMUQ_EMULATOR_FAR_H */

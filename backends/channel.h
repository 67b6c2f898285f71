/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file channel.h
 * @brief Messages between the hosts of a partition, for a component outside of the Message Unit (such as
 * cards with a network of their links). The operations are in emuq_backend_remote_ops_t.
 *
 * A channel has a number, and exists on every host from the start of the partition. Messages of one host to
 * another arrive once, whole, in the order of the calls of channel_post(). The host engine stores a message
 * in the arena, where any process of the host may take it: at any time, also long after its arrival.
 *
 * *Flow control.* The messages from one host to another that are not returned by channel_done() take at most
 * ::EMUQ_CHANNEL_WINDOW bytes (emuq_channel_cost()) on the receiving host. On the sending host a message
 * takes up to 512 bytes more, until the connection has sent it. A channel that is not read stops its senders,
 * and delays nothing else.
 *
 * *Waiting.* `event` is notified after a change of `arrivals` or `credits`. A thread that waits for a
 * message (or, with channel_post(), for space):
 *
 *     emuq_ticket_t t = emuq_event_prepare(&channel->event);
 *     if (channel_next(channel) == NULL)          // or channel_post() returns -EAGAIN
 *         channel_wait(channel, t, ns);
 *     // try again
 *
 * A thread that polls compares `arrivals` with a former value, and yields by sched_yield() or
 * emuq_mmio.wait.poll, which run a host engine in this process. It must not poll in a critical section.
 *
 * | word       | stored by                                      | order   | pairs with          |
 * |------------|------------------------------------------------|---------|---------------------|
 * | `arrivals` | host engine, after it has stored a message     | release | acquire of a reader |
 * | `credits`  | host engine, or a failed post, after half of a | full    | acquire of a poster |
 * |            | full window is free                            |         |                     |
 * | `event`    | sync/event_count.h                             |         |                     |
 *
 * *End.* Messages posted before the end of a rank of this host (emuq_backend_machine_ops_t::drain) are stored
 * on the receiving host before that host learns of the end. A host receives until all ranks of the job have
 * ended, also after the end of its ranks: internal threads of their processes (emuq_internal_thread()) still
 * read and post. Then unread messages are dropped. A thread that is suspended at the end of its rank, or a
 * killed process, keeps the messages that it has not returned: use a critical section (base/lock.h).
 */
#ifndef EMUQ_CHANNEL_H
#define EMUQ_CHANNEL_H

#include <stdint.h>

#include "sync/event_count.h"
#include "sync/mailbox.h"

#define EMUQ_CHANNELS       4u                  /**< numbers of channels: 0..3 */
#define EMUQ_CHANNEL_BYTES  16384u              /**< longest message */
#define EMUQ_CHANNEL_WINDOW (UINT32_C(1) << 20) /**< from one host to another, in one channel */

/** A channel of this host, in the arena. */
typedef struct emuq_channel {
    uint64_t arrivals;        /**< number of stored messages of all hosts; atomic */
    uint64_t credits;         /**< number of full windows that have space again; atomic */
    emuq_event_count_t event; /**< notified after a change of both */
} emuq_channel_t;

/** A received message, in the arena. */
typedef struct emuq_channel_message {
    emuq_link_t link; /**< private */
    uint32_t host;    /**< sender */
    uint32_t bytes;   /**< 0..#EMUQ_CHANNEL_BYTES */
    char data[];      /**< aligned to 16; may be changed until channel_done() */
} emuq_channel_message_t;

/** Bytes of a window that a message takes. */
static inline uint32_t emuq_channel_cost(uint32_t bytes)
{
    return ((uint32_t)sizeof(emuq_channel_message_t) + bytes + 63) / 64 * 64;
}

#endif /* EMUQ_CHANNEL_H */

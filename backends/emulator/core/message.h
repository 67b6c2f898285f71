/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file message.h
 * @brief A message on its way, and the three kinds of targets that it may have.
 */
#ifndef EMUQ_EMULATOR_MESSAGE_H
#define EMUQ_EMULATOR_MESSAGE_H

#include "backends/emulator/core/header_view.h"
#include "backends/emulator/core/work.h"
#include "backends/record.h"

/** The template header, where the bytes are, and how far the message has come. */
typedef struct emuq_message {
    const MUHWI_PacketHeader_t *header;
    const char *payload; /**< byte number @c base of the message, in the sender's memory */
    uint64_t base;       /**< 0, or where the piece of a collective begins */
    uint64_t length;     /**< of the whole message */
    uint64_t *sent;      /**< progress; kept while the message is parked */
    emuq_waiter_t *waiter;
    emuq_work_t *work; /**< gets what the delivery leads to */
    uint32_t remote;   /**< for EMUQ_REMOTE: the process that has the memory */
    bool interrupt;    /**< interrupt on arrival of the last packet */
    bool system;       /**< on a system virtual channel */
    const MUHWI_Descriptor_t
        *descriptor; /**< if the message is complete when its last byte has been delivered */
    const emuq_record_origin_t *origin; /**< for records: where it comes from, or NULL: the waiter says so */
} emuq_message_t;

/* Each brings bytes [*sent, end) of a message to a node. Results: EMUQ_DONE; EMUQ_PARKED: the waiter is on a
 * list, and the message belongs to who resumes it; EMUQ_REFUSED: recorded in the work; EMUQ_REMOTE: nothing
 * done, m->remote has the memory. A refused message has touched nothing. */

/** A direct put: one copy and one counter update (hwi-packet-headers section 8.2). */
emuq_outcome_t emuq_put(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);
/** Packets for a reception FIFO (section 8.1). */
emuq_outcome_t emuq_packet_fifo(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);
/** Descriptors for a remote-get FIFO (section 8.3). */
emuq_outcome_t emuq_remote_get(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);

#endif /* EMUQ_EMULATOR_MESSAGE_H */

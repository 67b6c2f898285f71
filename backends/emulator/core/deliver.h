/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file deliver.h
 * @brief Delivery of messages, requests to peer processes and hosts, network models.
 */
#ifndef EMUQ_EMULATOR_DELIVER_H
#define EMUQ_EMULATOR_DELIVER_H

#include "backends/emulator/core/work.h"
#include "backends/record.h"

/* ---- cross_memory.c: memory that only one other process of the host can access ---- */

/* The kernel copies (process_vm_readv(), process_vm_writev()), so the process itself need not act. If the
 * kernel does not permit that, the engine of the process delivers the message (emuq_request_send(),
 * emuq_delegate()). */

/** Memory of another process. */
typedef struct emuq_elsewhere {
    int32_t process;
    uintptr_t va; /**< its address there */
} emuq_elsewhere_t;

/** Finds consecutive private memory of another process. @return false: other memory, EMUQ_CROSS_MEMORY=off,
 * or the kernel has refused a copy */
bool emuq_elsewhere_find(const emuq_memory_t *memory, uint64_t pa, uint64_t bytes,
                         emuq_elsewhere_t *elsewhere);

/** Copies bytes from @p offset on. @return false: nothing, or a part, has been copied */
bool emuq_elsewhere_read(void *to, const emuq_elsewhere_t *from, uint64_t offset, uint64_t bytes);
bool emuq_elsewhere_write(const emuq_elsewhere_t *to, uint64_t offset, const void *from, uint64_t bytes);

/* ---- delivery ---- */

typedef struct emuq_message {
    const MUHWI_PacketHeader_t *header;
    const char *payload; /**< starts at byte `base` */
    uint64_t base;       /**< start of a segment of a collective, or 0 */
    uint64_t length;
    uint64_t *sent;
    emuq_waiter_t *waiter;
    emuq_work_t *work;
    uint32_t remote; /**< peer process for EMUQ_REMOTE */
    bool interrupt;  /**< raise an interrupt with the last packet */
    bool system;
    const emuq_elsewhere_t
        *elsewhere; /**< payload in memory of another process, `payload` is NULL; or NULL */
    const MUHWI_Descriptor_t *descriptor; /**< NULL unless the last byte completes the message */
    const emuq_record_origin_t *origin;   /**< source in records; NULL: from the waiter */
} emuq_message_t;

/** Delivers bytes [*sent, end) to a reception FIFO, after all checks. @return EMUQ_DONE; EMUQ_FAILED;
 * EMUQ_PARKED: the resuming thread owns the message; EMUQ_REMOTE: nothing done, m->remote is set */
emuq_outcome_t emuq_packet_fifo(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);

/** Drops bytes [*sent, end) whose receiver has ended, and counts their packets. @return EMUQ_DONE */
emuq_outcome_t emuq_packet_drop(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);

/** Resets the ring after a change of start, size or tail register. */
void emuq_rec_reset(emuq_rec_t *r);

/** Finds the memory of a remote-get FIFO. @return false: processes do not share it */
bool emuq_remote_get_describe(emuq_inj_t *f, emuq_range_t *memory);

/** Appends all descriptors of a message, or none. @return false: no space, or changed registers */
bool emuq_remote_get_send(emuq_work_t *work, emuq_inj_t *f, const emuq_range_t *memory,
                          const char *descriptors, uint64_t bytes);

/** Finds the target of puts with a header. @return false: no fast path, route->to is NULL */
bool emuq_put_route_find(emuq_put_route_t *route, emuq_mu_node_t *to, const MUHWI_PacketHeader_t *header);

/** Delivers bytes [*sent, end) to any node. @return EMUQ_DONE, EMUQ_PARKED or EMUQ_FAILED; EMUQ_REMOTE:
 * nothing done, and m->elsewhere is set: the process with the payload must act */
emuq_outcome_t emuq_deliver(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);

/* ---- Requests to peer processes ---- */

typedef enum emuq_request_kind {
    EMUQ_FOR_NODE,     /**< segment of a message for a node */
    EMUQ_FOR_TREE,     /**< value for a tree of a remote host */
    EMUQ_FOR_RECEIVERS /**< segment of a result for all receivers on and below a host */
} emuq_request_kind_t;

/** A segment that a peer process or remote host has to deliver. Owned by the waiter. */
struct emuq_request {
    emuq_request_kind_t request_kind;
    emuq_mu_node_t *to;
    emuq_mu_node_t *from; /**< collectives: a node of the requester */
    uint64_t tree;        /**< collectives: emuq_tree_t::id */
    uint32_t value;       /**< collectives: number of the value */
    bool is_withdrawn;    /**< the tree was retired; guarded by tree_lock */
    bool failed;          /**< contributions did not match: no value */
    bool is_unknown;      /**< reply: no such tree, nothing done */
    uint32_t member;      /**< process that has to deliver */
    uint32_t origin;
    uint16_t fifo;
    uint64_t number; /**< descriptor number, from 1 */
    MUHWI_PacketHeader_t header;
    const char *payload; /**< starts at byte `begin` */
    char *room;          /**< target of emuq_request_keep(), or NULL */
    uint64_t length, begin, sent, end;
    uint64_t *progress;
    bool interrupt, system;
    bool completes; /**< last segment of the message */
    emuq_tally_t tally;
    char what[200], advice[160]; /**< error of a rejected request */
    char *staging;               /**< shared memory; stays with the waiter */
    uint64_t staging_bytes;
};

static inline bool emuq_is_for_tree(const emuq_request_t *r)
{
    return r->request_kind != EMUQ_FOR_NODE && r->to->is_here &&
           r->member == emuq_acting_member(r->to->machine);
}

/** Copies the rest of the payload to @c room, if any. Call before the waiter changes its owner. */
static inline void emuq_request_keep(emuq_request_t *r)
{
    if (r->room == NULL)
        return;
    uint64_t done = r->sent - r->begin;
    memcpy(r->room + done, r->payload + done, r->end - r->sent);
    r->payload = r->room;
    r->room = NULL;
}

/** @return @p data if all processes reach it, else a copy in the waiter's staging memory; NULL: out of
 * memory */
const char *emuq_stage(emuq_machine_t *m, emuq_waiter_t *w, const char *data, uint64_t bytes);

void emuq_request_handle(emuq_work_t *work, emuq_waiter_t *w);

void emuq_request_done(emuq_work_t *work, emuq_waiter_t *w);

/** Sends the recorded error to the requester. */
void emuq_request_reject(emuq_work_t *work, emuq_waiter_t *w);

/** Closes the mailbox of a process that has died: its messages are dropped. */
void emuq_requests_abandon(emuq_work_t *work, emuq_machine_t *m, uint32_t member);

/** Closes the mailbox of an ending process. */
void emuq_requests_end(emuq_work_t *work, emuq_machine_t *m, uint32_t member);

/* ---- Network models ---- */

/** A network model (backends/timed, injected faults) takes a checked message over, and delivers its packets
 * later. */
typedef struct emuq_network_hooks {
    /** Takes over the message in f->current with the waiter until emuq_inj_sent(). Caller holds the claim.
     * @param target last node of the path @param copies receiving nodes: 1, or a deposit line @return
     * EMUQ_PARKED; EMUQ_FAILED; EMUQ_DONE: complete and counted */
    emuq_outcome_t (*post)(emuq_work_t *work, emuq_inj_t *f, uint32_t target, uint32_t copies);
    /** Takes over the contribution in f->current. @return EMUQ_PARKED; EMUQ_FAILED; EMUQ_DONE: complete and
     * counted; EMUQ_OUTSIDE: the tree was retired */
    emuq_outcome_t (*contribute)(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *tree);
    /** Applies new control bits on a GI route. Calls emuq_gi_show_status() for each node with a changed
     * status. Used if carries_levels is set. Optional. */
    void (*level)(emuq_mu_node_t *n, uint32_t route, uint32_t bits);
} emuq_network_hooks_t;

/** The network model, or NULL. Set while no register is in use. */
extern const emuq_network_hooks_t *emuq_the_network;

/** Finds the payload of f->current. @return EMUQ_DONE, EMUQ_FAILED or EMUQ_REMOTE */
emuq_outcome_t emuq_inj_payload(emuq_work_t *work, emuq_inj_t *f, const char **payload);

/** Completes f->current after its last packet, and continues the FIFO. */
void emuq_inj_sent(emuq_work_t *work, emuq_inj_t *f);

/** @return false: a packet must wait; true: the node accepts, rejects or drops the packet now */
bool emuq_has_space(emuq_mu_node_t *to, const MUHWI_PacketHeader_t *header, uint64_t bytes);

/** Owner of the packet's FIFO or counter, or -1. */
int32_t emuq_receiving_rank(const emuq_mu_node_t *to, const MUHWI_PacketHeader_t *header);

/** Delivers bytes [*m->sent, end) to a local node. @return EMUQ_DONE; EMUQ_FAILED; EMUQ_PARKED: the resuming
 * thread owns the message; EMUQ_REMOTE: nothing done, m->remote is set */
emuq_outcome_t emuq_deliver_packet(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);

/** Stores the status of a GI route at a node, and raises enabled interrupts. */
void emuq_gi_show_status(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route, uint32_t status);

#endif /* EMUQ_EMULATOR_DELIVER_H */

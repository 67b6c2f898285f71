/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file atomic.h
 * @brief Atomic operations, by the Message Unit or by requests.
 *
 * *Message Unit* (native.c): an operation on a word of 8 bytes that the Message Unit has. The initiator
 * checks the access by the table of the target's domain, as for remote memory access; the target need not
 * make progress. A word in memory that is not shared is changed by a thread of the emulator in the target's
 * process, by an atomic instruction as everywhere.
 *
 * *Request* (atomic.c): a packet to the target, which executes the operation when it makes progress, and
 * replies. All other operations; operations with FI_REMOTE_CQ_DATA; operations on regions whose accesses are
 * counted.
 *
 * *Offer*. The wake-up of a thread takes many times as long as a request to a target that makes progress. So
 * on the same host the initiator offers the operation first (sync/offer.h), by a request with the address and
 * the ticket of an offer in shared memory. The target claims the operation when the request arrives, if there
 * is space for the reply; the initiator claims it, for the Message Unit, after 20 us. A request without a
 * claim has no effect, whenever it arrives. fi_inject_atomic() makes no offers: the program may make no
 * progress afterwards.
 *
 * *Atomicity.* An operation on elements of up to 8 bytes, aligned, is also atomic to instructions of the
 * target's processors, so operations of both kinds and of all initiators are atomic to each other. Operations
 * on larger or unaligned elements are atomic to requests only.
 *
 * *Order.* Operations of an endpoint to the endpoints of a rank are executed in the order of calls, unless
 * msg_order of the endpoint has no order of atomic operations. The Message Unit keeps the order of its
 * operations, except that a store may overtake a load. So a store waits for the end of loads; a request waits
 * for the end of operations of the Message Unit; and while a request is in progress, further operations are
 * requests, too.
 */
#ifndef EMUQ_FABRIC_ATOMIC_H
#define EMUQ_FABRIC_ATOMIC_H

#include "fabric/provider.h"
#include "sync/offer.h"

typedef enum emuq_fi_atomic_class {
    EMUQ_FI_ATOMIC_BASE,
    EMUQ_FI_ATOMIC_FETCH,
    EMUQ_FI_ATOMIC_COMPARE
} emuq_fi_atomic_class_t;

#define EMUQ_FI_ATOMIC_BYTES 384u  /**< most bytes of operands, with compared values */
#define EMUQ_FI_ATOMICS      1024u /**< most operations of an endpoint in progress */

typedef struct emuq_fi_atomic_target {
    uint64_t address, key;
    uint64_t count;
} emuq_fi_atomic_target_t;

/** Payload of ATOMIC, followed by operands and compared values. HAS_DATA: data of the completion */
struct emuq_fi_atomic_request {
    uint64_t id;
    union {
        uint64_t data;
        uint64_t ticket; /**< of the offer */
    };
    uint64_t offer; /**< its address in the process of the initiator; 0: none */
    uint8_t type, op, class, targets;
    uint32_t count; /**< elements of all targets */
    emuq_fi_atomic_target_t target[EMUQ_FI_IOV];
};

/** Parameters of a call. */
typedef struct emuq_fi_atomic_call {
    emuq_fi_atomic_class_t class;
    enum fi_datatype type;
    enum fi_op op;
    const struct fi_ioc *operand, *compare;
    size_t operands, compares;
    const struct fi_ioc *result;
    size_t results;
    fi_addr_t peer;
    const struct fi_rma_ioc *target;
    size_t targets;
    uint64_t data, flags;
    void *context;
    size_t size, count; /**< of an element; elements of all targets */
} emuq_fi_atomic_call_t;

/** An offer of an operation. */
typedef struct emuq_fi_atomic_offer {
    emuq_offer_t *word; /**< in shared memory, not open */
    uint64_t ticket;
    uint64_t id; /**< of the request */
} emuq_fi_atomic_offer_t;

/** Operations in progress on endpoints of a rank. */
typedef struct emuq_fi_atomic_peer {
    uint32_t requests;
    uint32_t natives;        /**< of the Message Unit, or to be */
    uint32_t started, loads; /**< of `natives`: the Message Unit has them; load operations */
    uint32_t silent;         /**< operations without an offer, from now on */
    uint32_t silence;        /**< and after the latest offer without a reply; 0: it had a reply */
} emuq_fi_atomic_peer_t;

_Static_assert(sizeof(emuq_fi_atomic_request_t) + EMUQ_FI_ATOMIC_BYTES <= EMUQ_FI_PACKET, "a packet");

/** @return bytes of an element; 0: there is no such operation of this class and datatype */
size_t emuq_fi_atomic_size(enum fi_datatype type, enum fi_op op, emuq_fi_atomic_class_t class);

/** Executes an operation, which emuq_fi_atomic_size() knows. @param operand NULL: of FI_ATOMIC_READ
 * @param compare NULL: of other classes @param result set to the elements before; NULL: not wanted */
void emuq_fi_atomic_apply(enum fi_datatype type, enum fi_op op, char *target, size_t count,
                          const char *operand, const char *compare, char *result);

/** @return flags of the entry of a completion */
static inline uint64_t emuq_fi_atomic_entry(emuq_fi_atomic_class_t class)
{
    return FI_ATOMIC | (class == EMUQ_FI_ATOMIC_BASE ? FI_WRITE : FI_READ);
}

static inline emuq_fi_cntr_t *emuq_fi_atomic_cntr(const emuq_fi_endpoint_t *ep, emuq_fi_atomic_class_t class)
{
    return class == EMUQ_FI_ATOMIC_BASE ? ep->write_cntr : ep->read_cntr;
}

/** @return rights that an operation needs */
static inline unsigned emuq_fi_atomic_rights(emuq_fi_atomic_class_t class, enum fi_op op)
{
    return (class != EMUQ_FI_ATOMIC_BASE ? EMUQ_FI_KEY_READ : 0) |
           (op != FI_ATOMIC_READ ? EMUQ_FI_KEY_WRITE : 0);
}

/** Sends a request. Caller holds the endpoint's lock, and keeps the order. @param offer opened, ticket and id
 * are set; NULL: no offer @return 0 or -FI_EAGAIN */
ssize_t emuq_fi_atomic_send(emuq_fi_endpoint_t *ep, const emuq_fi_atomic_call_t *call,
                            emuq_fi_atomic_offer_t *offer);

/** @return whether a request has had no reply */
bool emuq_fi_atomic_waits(const emuq_fi_endpoint_t *ep, uint64_t id);

/** Forgets a request that has had no reply, and has none. */
void emuq_fi_atomic_withdraw(emuq_fi_endpoint_t *ep, uint64_t id);

#define EMUQ_FI_NOT_NATIVE 1

/** Starts an operation of the Message Unit. Caller holds the endpoint's lock. @return 0; -FI_EAGAIN;
 * -FI_ENOMEM; EMUQ_FI_NOT_NATIVE: to be sent as a request */
ssize_t emuq_fi_native_start(emuq_fi_endpoint_t *ep, const emuq_fi_atomic_call_t *call);

#endif /* EMUQ_FABRIC_ATOMIC_H */

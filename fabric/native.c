/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomic operations of the Message Unit. A store operation is a direct put to an atomic address, and a get
 * that confirms its arrival. A load operation is a remote get whose descriptor has an atomic payload address.
 * A word of another host starts with a search of the table there, and the start in the order of calls.
 */
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "base/host_calls.h"
#include "fabric/atomic.h"
#include "fabric/port.h"
#include "fabric/search.h"

typedef enum native_state {
    NATIVE_SEARCHES, /* gets a bucket of the table of another host */
    NATIVE_OFFERED,  /* to the target, by a request */
    NATIVE_STARTS,   /* waits for space, or for older operations */
    NATIVE_TRANSFERS
} native_state_t;

typedef struct emuq_fi_native {
    struct emuq_fi_native *next;
    emuq_fi_atomic_call_t call; /* its vectors are the following */
    struct fi_ioc operand_part, result_part;
    struct fi_rma_ioc target;
    uint64_t operand;
    emuq_fi_atomic_peer_t *peer;
    unsigned op; /* MUHWI_ATOMIC_OPCODE_... */
    native_state_t state;
    bool is_request; /* the target has to execute the operation */
    emuq_fi_search_t search;
    uint64_t pa;        /* of the word */
    emuq_fi_get_t *get; /* in transfer, or of the offer */
    emuq_fi_atomic_offer_t offer;
    uint64_t deadline; /* of the offer, ns */
} native_t;

#define WORD sizeof(uint64_t)

#define OFFER_NS UINT64_C(20000) /* about the wake-up of a thread */
#define SILENT   8u              /* most operations without an offer after offers without a reply */

/* ---- operations ---- */

#define NO_OP UINT64_C(8)

static uint64_t native_store_op(const emuq_fi_atomic_call_t *c)
{
    bool is_integer = c->type == FI_INT64 || c->type == FI_UINT64;
    switch ((int)c->op) {
    case FI_ATOMIC_WRITE:
        return MUHWI_ATOMIC_OPCODE_STORE;
    case FI_SUM:
        return is_integer ? MUHWI_ATOMIC_OPCODE_STORE_ADD : NO_OP;
    case FI_BOR:
        return is_integer ? MUHWI_ATOMIC_OPCODE_STORE_OR : NO_OP;
    case FI_BXOR:
        return is_integer ? MUHWI_ATOMIC_OPCODE_STORE_XOR : NO_OP;
    case FI_MAX: /* signed numbers of the Message Unit have sign and magnitude */
        return c->type == FI_UINT64 ? MUHWI_ATOMIC_OPCODE_STORE_MAX_UNSIGNED : NO_OP;
    default:
        return NO_OP;
    }
}

static uint64_t native_load_op(const emuq_fi_atomic_call_t *c, uint64_t operand)
{
    bool is_sum = c->op == FI_SUM && (c->type == FI_INT64 || c->type == FI_UINT64);
    if (c->op == FI_ATOMIC_READ)
        return MUHWI_ATOMIC_OPCODE_LOAD;
    if (c->op == FI_ATOMIC_WRITE && operand == 0)
        return MUHWI_ATOMIC_OPCODE_LOAD_CLEAR;
    if (is_sum && operand == 1)
        return MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT;
    return is_sum && operand == UINT64_MAX ? MUHWI_ATOMIC_OPCODE_LOAD_DECREMENT : NO_OP;
}

/* @param operand set @return the operation of the Message Unit, or NO_OP */
static uint64_t native_op(const emuq_fi_endpoint_t *ep, const emuq_fi_atomic_call_t *c, uint64_t *operand)
{
    *operand = 0;
    if (ep->mu == NULL || c->size != WORD || c->count != 1 || c->targets != 1 || c->operands > 1 ||
        c->results > 1 || (c->flags & FI_REMOTE_CQ_DATA) != 0 || c->class == EMUQ_FI_ATOMIC_COMPARE)
        return NO_OP;
    if (c->op != FI_ATOMIC_READ)
        memcpy(operand, c->operand[0].addr, sizeof *operand);
    return c->class == EMUQ_FI_ATOMIC_BASE ? native_store_op(c) : native_load_op(c, *operand);
}

static native_t *native_new(emuq_fi_endpoint_t *ep, const emuq_fi_atomic_call_t *c, unsigned op,
                            uint64_t operand)
{
    native_t *n = ep->free_native;
    if (n != NULL)
        ep->free_native = n->next;
    else if ((n = malloc(sizeof *n)) == NULL)
        return NULL;
    *n = (native_t){.call = *c, .op = op, .operand = operand, .target = c->target[0]};
    n->peer = &ep->atomic_peer[emuq_fi_av_peer(ep->av, c->peer)->address.rank];
    n->operand_part = (struct fi_ioc){&n->operand, 1};
    n->call.operand = &n->operand_part;
    n->call.target = &n->target;
    if (c->results != 0)
        n->result_part = c->result[0];
    n->call.result = &n->result_part;
    return n;
}

static void native_free(emuq_fi_endpoint_t *ep, native_t *n)
{
    n->next = ep->free_native;
    ep->free_native = n;
}

/* ---- completion ---- */

static void native_fail(emuq_fi_endpoint_t *ep, const native_t *n, int error)
{
    emuq_fi_fail(ep, n->call.context, emuq_fi_atomic_entry(n->call.class),
                 emuq_fi_atomic_cntr(ep, n->call.class), error);
}

static bool native_loads(const native_t *n)
{
    return n->call.class != EMUQ_FI_ATOMIC_BASE;
}

static void native_finish(emuq_fi_endpoint_t *ep, const native_t *n)
{
    const emuq_fi_atomic_call_t *c = &n->call;
    int error = n->get->error;
    if (native_loads(n) && error == 0)
        memcpy(n->result_part.addr, &n->get->value, WORD);
    emuq_fi_get_free(ep, n->get);
    n->peer->started--;
    n->peer->loads -= native_loads(n);
    if (error != 0)
        native_fail(ep, n, error);
    else
        emuq_fi_complete(ep, c->context, c->flags, emuq_fi_atomic_entry(c->class),
                         emuq_fi_atomic_cntr(ep, c->class));
}

/* ---- start ---- */

/* Finds the word. @return 0, EMUQ_FI_SEARCHES, or an error */
static int native_find(emuq_fi_endpoint_t *ep, native_t *n)
{
    emuq_fi_key_t entry;
    emuq_fi_segment_t segment[EMUQ_FI_SEGMENTS];
    uint32_t segments = 0;
    int rc = emuq_fi_search(ep, &n->search, n->call.peer, n->target.key, &entry);
    if (rc == EMUQ_FI_SEARCHES)
        return rc;
    emuq_fi_search_end(&n->search);
    if (rc == 0)
        rc = emuq_fi_key_access(&entry, n->target.addr, WORD,
                                emuq_fi_atomic_rights(n->call.class, n->call.op), segment, &segments);
    if (rc == 0) {
        n->pa = segment[0].pa;
        n->is_request = segments != 1 || n->pa % WORD != 0 || (entry.state & EMUQ_FI_KEY_EVENTS) != 0;
    }
    return rc;
}

/* @return false: no space, no memory for the moment, or a load is in progress that the store must not
 * overtake */
static bool native_inject(emuq_fi_endpoint_t *ep, native_t *n)
{
    const emuq_fi_route_t *route = emuq_fi_route_of(ep, n->call.peer);
    const emuq_fi_address_t *peer = &emuq_fi_av_peer(ep->av, n->call.peer)->address;
    if ((ep->keeps_order && !native_loads(n) && n->peer->loads != 0) || emuq_fi_get_new(ep) == NULL)
        return false;
    if (!(native_loads(n)
              ? emuq_fi_mu_atomic_load(ep->mu, route, peer, ep->free_gets, n->pa, n->op)
              : emuq_fi_mu_atomic_store(ep->mu, route, peer, ep->free_gets, n->pa, n->op, n->operand)))
        return false;
    n->get = emuq_fi_get_take(ep);
    n->state = NATIVE_TRANSFERS;
    n->peer->started++;
    n->peer->loads += native_loads(n);
    return true;
}

/* Offers an operation to the target, if nothing else is in progress. @return false: not offered */
static bool native_offer(emuq_fi_endpoint_t *ep, native_t *n)
{
    emuq_fi_atomic_peer_t *p = n->peer;
    if ((n->call.flags & EMUQ_FI_NO_ENTRY) != 0 || p->requests != 0 || p->natives != 0 ||
        p == &ep->atomic_peer[ep->mu->address.rank])
        return false;
    if (p->silent != 0) {
        p->silent--;
        return false;
    }
    if (emuq_fi_get_new(ep) == NULL)
        return false;
    n->offer.word = &ep->free_gets->offer;
    if (emuq_fi_atomic_send(ep, &n->call, &n->offer) != 0)
        return false;
    n->get = emuq_fi_get_take(ep);
    n->deadline = emuq_host_now_ns() + OFFER_NS;
    n->state = NATIVE_OFFERED;
    return true;
}

/* @param latest operations without an offer after the offer before @return the same after this one */
static uint32_t native_silence(uint32_t latest)
{
    if (latest == 0)
        return 1;
    return latest < SILENT ? 2 * latest : SILENT;
}

/* Ends an offer, or takes it back after some time. @return whether the operation has ended */
static bool native_await_reply(emuq_fi_endpoint_t *ep, native_t *n)
{
    bool waits = emuq_fi_atomic_waits(ep, n->offer.id);
    if (waits && (emuq_host_now_ns() < n->deadline || !emuq_offer_claim(n->offer.word, n->offer.ticket)))
        return false;
    emuq_fi_get_free(ep, n->get);
    n->peer->silence = waits ? native_silence(n->peer->silence) : 0;
    n->peer->silent = n->peer->silence;
    if (waits) {
        emuq_fi_atomic_withdraw(ep, n->offer.id);
        n->state = NATIVE_STARTS;
    }
    return !waits;
}

static void native_append(emuq_fi_endpoint_t *ep, native_t *n)
{
    n->next = NULL;
    *ep->native_end = n;
    ep->native_end = &n->next;
    ep->natives++;
    n->peer->natives++;
}

/* On this host. */
static ssize_t native_start_here(emuq_fi_endpoint_t *ep, native_t *n)
{
    int error = native_find(ep, n);
    if (error == 0 && !n->is_request && (native_offer(ep, n) || native_inject(ep, n))) {
        native_append(ep, n);
        return 0;
    }
    if (error != 0)
        native_fail(ep, n, error);
    native_free(ep, n);
    return error != 0 ? 0 : n->is_request ? EMUQ_FI_NOT_NATIVE : -FI_EAGAIN;
}

ssize_t emuq_fi_native_start(emuq_fi_endpoint_t *ep, const emuq_fi_atomic_call_t *c)
{
    uint64_t operand, op = native_op(ep, c, &operand);
    const emuq_fi_peer_t *peer = emuq_fi_av_peer(ep->av, c->peer);
    const emuq_fi_atomic_peer_t *p = &ep->atomic_peer[peer->address.rank];
    if (op == NO_OP || peer->address.table == 0 || (ep->keeps_order && p->requests != 0 && p->natives == 0))
        return EMUQ_FI_NOT_NATIVE;
    /* Operations on this host start at once, so an older one must not wait. */
    if (ep->natives == EMUQ_FI_ATOMICS ||
        (ep->keeps_order && peer->table != NULL && p->natives != p->started))
        return -FI_EAGAIN;
    native_t *n = native_new(ep, c, (unsigned)op, operand);
    if (n == NULL)
        return -FI_ENOMEM;
    if (peer->table != NULL)
        return native_start_here(ep, n);
    native_append(ep, n);
    emuq_fi_native_progress(ep);
    return 0;
}

/* ---- progress ---- */

/* Sends the request for a word that the target has to change, if all older operations are complete. @return
 * whether it has been sent */
static bool native_request(emuq_fi_endpoint_t *ep, const native_t *n)
{
    return !(ep->keeps_order && n->peer->started != 0) && emuq_fi_atomic_send(ep, &n->call, NULL) == 0;
}

/* @param is_first no older operation waits to start @return whether the operation has ended */
static bool native_advance(emuq_fi_endpoint_t *ep, native_t *n, bool *is_first)
{
    int rc = n->state == NATIVE_SEARCHES ? native_find(ep, n) : 0;
    if (rc > 0) {
        native_fail(ep, n, rc);
        return true;
    }
    if (n->state == NATIVE_SEARCHES && rc == 0)
        n->state = NATIVE_STARTS;
    if (n->state == NATIVE_OFFERED && native_await_reply(ep, n))
        return true;
    if (n->state == NATIVE_STARTS && *is_first) {
        if (n->is_request || (ep->keeps_order && n->peer->requests != 0)) {
            if (native_request(ep, n))
                return true;
        } else {
            (void)native_inject(ep, n);
        }
    }
    *is_first = *is_first && (n->state == NATIVE_TRANSFERS || n->state == NATIVE_OFFERED);
    /* Acquire: pairs with the release of the Message Unit. */
    if (n->state != NATIVE_TRANSFERS || AO_load_acquire(&n->get->left) != 0)
        return false;
    native_finish(ep, n);
    return true;
}

void emuq_fi_native_progress(emuq_fi_endpoint_t *ep)
{
    bool is_first = true;
    native_t **at = &ep->native;
    for (native_t *n, *next; (n = *at) != NULL;) {
        next = n->next;
        if (native_advance(ep, n, &is_first)) {
            *at = next;
            ep->natives--;
            n->peer->natives--;
            native_free(ep, n);
        } else {
            at = &n->next;
        }
    }
    ep->native_end = at;
}

/* The target has departed, perhaps after the claim of an offer. */
static void native_abandon(emuq_fi_endpoint_t *ep, native_t *n)
{
    if (n->state == NATIVE_SEARCHES) {
        emuq_fi_search_abandon(ep, &n->search);
    } else if (n->state == NATIVE_OFFERED) {
        (void)emuq_offer_claim(n->offer.word, n->offer.ticket);
        emuq_fi_atomic_withdraw(ep, n->offer.id);
        emuq_fi_get_free(ep, n->get);
    } else if (n->state == NATIVE_TRANSFERS) {
        (void)emuq_fi_get_abandon(ep, n->get);
        n->peer->started--;
        n->peer->loads -= native_loads(n);
    }
    native_fail(ep, n, EMUQ_FI_LEFT);
}

void emuq_fi_native_leave(emuq_fi_endpoint_t *ep)
{
    emuq_fi_native_progress(ep); /* complete operations */
    native_t **at = &ep->native;
    for (native_t *n; (n = *at) != NULL;) {
        if (!emuq_fi_had_left(ep, emuq_fi_av_peer(ep->av, n->call.peer)->address.rank)) {
            at = &n->next;
            continue;
        }
        native_abandon(ep, n);
        *at = n->next;
        ep->natives--;
        n->peer->natives--;
        native_free(ep, n);
    }
    ep->native_end = at;
}

uint32_t emuq_fi_native_offers(const emuq_fi_endpoint_t *ep)
{
    uint32_t offers = 0;
    for (const native_t *n = ep->native; n != NULL; n = n->next)
        offers += n->state == NATIVE_OFFERED && emuq_fi_atomic_waits(ep, n->offer.id);
    return offers;
}

/* Gets are not freed: the Message Unit may write to them. */
void emuq_fi_native_close(emuq_fi_endpoint_t *ep)
{
    *ep->native_end = ep->free_native;
    for (native_t *n = ep->native, *next; n != NULL; n = next) {
        next = n->next;
        emuq_fi_search_abandon(ep, &n->search);
        free(n);
    }
}

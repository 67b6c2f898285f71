/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory for fragments; events; returned space. */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "base/host_calls.h"
#include "base/lock.h"
#include "emuq/join.h"
#include "fabric/btl/btl.h"

#define MEMORY_CONTEXT 1    /* of rings; else 0 */
#define EVENTS         32u  /* most events of a call */
#define IDLE_POLLS     200u /* empty polls before a yield: longer than a reply takes, if the peer runs */
#define CLOSE_NS       UINT64_C(2000000000)

uint32_t btl_number_of(apenet_address_t card)
{
    const apenet_address_t *l = &btl.lattice;
    if (card.x >= l->x || card.y >= l->y || card.z >= l->z || card.pid >= l->pid)
        return btl.peers;
    return (uint32_t)(((card.x * l->y + card.y) * l->z + card.z) * l->pid + card.pid);
}

static apenet_address_t progress_card_of(uint32_t number)
{
    const apenet_address_t *l = &btl.lattice;
    uint32_t node = number / l->pid;
    return (apenet_address_t){.x = (uint8_t)(node / l->z / l->y),
                              .y = (uint8_t)(node / l->z % l->y),
                              .z = (uint8_t)(node % l->z),
                              .pid = (uint8_t)(number % l->pid)};
}

/* ---- open and close ---- */

static size_t progress_pages(size_t bytes)
{
    return (bytes + BTL_PAGE - 1) / BTL_PAGE * BTL_PAGE;
}

static void progress_choose(uint32_t ranks)
{
    btl.credits = BTL_CREDITS;
    while (btl.credits > 1 && (btl.credits > btl.credits_wanted || btl.credits * ranks > BTL_PAGES))
        btl.credits /= 2;
    btl.shape = emuq_fi_ring_choose(btl.credits, ranks, btl.lattice.pid);
}

int btl_progress_open(uint32_t ranks)
{
    progress_choose(ranks);
    btl.burst = 1;
    const size_t counts = progress_pages(btl.peers * sizeof *btl.out),
                 rings = (size_t)btl.peers * btl.shape.bytes;
    char *memory = emuq_message_memory(2 * (counts + rings), BTL_PAGE);
    btl.peer = calloc(btl.peers, sizeof *btl.peer);
    if (memory == NULL || btl.peer == NULL)
        return -ENOMEM;
    btl.in = (uint64_t *)(void *)memory;
    btl.ring = memory + counts;
    btl.out = (uint64_t *)(void *)(btl.ring + rings);
    btl.slot = btl.ring + rings + counts;
    for (uint32_t i = 0; i < btl.peers; i++) {
        btl.peer[i].number = i;
        btl.peer[i].card = progress_card_of(i);
    }
    return apenet_register_buffer(btl.card, memory, 2 * (counts + rings), 0, MEMORY_CONTEXT, &btl.memory);
}

/* Puts the position of read fragments. @return 0; -EAGAIN: later; or a negative errno */
static int progress_return(struct mca_btl_base_endpoint_t *peer, uint64_t bits, unsigned flags)
{
    /* Relaxed: a pending put may copy a later, larger value. */
    AO_store(&btl.out[peer->number], peer->consumed | bits);
    int rc = apenet_rdma_put(btl.card, peer->card, &btl.out[peer->number], sizeof *btl.out,
                             btl_memory_of(peer) + btl.self * sizeof *btl.out, 0, APENET_SILENT | flags);
    if (rc == 0)
        peer->returned = peer->consumed;
    return rc;
}

static bool progress_has_left(const struct mca_btl_base_endpoint_t *peer)
{
    return (AO_load_acquire(&btl.in[peer->number]) & BTL_LEFT) != 0;
}

static bool progress_is_complete(void)
{
    return AO_int_load(&btl.waiting) == 0 && AO_int_load(&btl.operations) == 0;
}

/* Sends waiting fragments, and completes operations, unless peers have ended. */
static void progress_complete(void)
{
    const uint64_t end = emuq_now_ns() + CLOSE_NS;
    unsigned rounds = 0;
    while (!progress_is_complete() && emuq_now_ns() < end)
        if (btl_progress() == 0)
            emuq_spin(&rounds);
    if (!progress_is_complete())
        opal_output(0,
                    "btl apenet: process %u ends with incomplete messages to %u processes, and %u puts, gets "
                    "and atomic operations; complete them before MPI_Finalize()",
                    btl.self, AO_int_load(&btl.waiting), AO_int_load(&btl.operations));
}

void btl_progress_close(void)
{
    progress_complete();
    for (uint32_t i = 0; i < btl.peers; i++)
        if (btl_memory_of(&btl.peer[i]) != 0 && !btl.peer[i].is_dead && !progress_has_left(&btl.peer[i]))
            (void)progress_return(&btl.peer[i], BTL_LEFT, 0);
    free(btl.peer);
    btl.peer = NULL;
}

/* ---- returned space ---- */

/* @param rc of a message to the peer: -EHOSTDOWN is no error after the peer has ended MPI */
static void progress_lose(struct mca_btl_base_endpoint_t *peer, int rc)
{
    if (peer->is_dead)
        return;
    peer->is_dead = true;
    if (!progress_has_left(peer))
        btl_fail(peer, "lost", rc);
}

static void progress_return_due(struct mca_btl_base_endpoint_t *peer)
{
    if (!emuq_fi_ring_is_due(btl.shape, peer->consumed, peer->returned) || peer->is_dead)
        return;
    int rc = progress_return(peer, 0, APENET_NOWAIT);
    if (rc == -EAGAIN)
        btl.is_due = true;
    else if (rc != 0)
        progress_lose(peer, rc);
}

static void progress_repeat_returns(void)
{
    btl.is_due = false;
    for (uint32_t i = 0; i < btl.peers; i++)
        if (btl_memory_of(&btl.peer[i]) != 0)
            progress_return_due(&btl.peer[i]);
}

/* ---- events ---- */

/* A silent message has failed: finds dead peers. */
static void progress_find_dead(int status)
{
    if (status != -EHOSTDOWN)
        btl_fail(NULL, "cannot send to", status);
    for (uint32_t i = 0; i < btl.peers; i++) {
        struct mca_btl_base_endpoint_t *peer = &btl.peer[i];
        if (btl_memory_of(peer) == 0 || peer->is_dead)
            continue;
        int rc = progress_return(peer, 0, APENET_NOWAIT);
        if (rc == -EHOSTDOWN)
            progress_lose(peer, rc);
    }
}

static void progress_fragment(struct mca_btl_base_endpoint_t *peer, const apenet_event_t *e)
{
    char *data = e->address;
    btl_header_t header;
    memcpy(&header, data, sizeof header);
    AO_store(&peer->memory, header.page * BTL_PAGE); /* see btl_memory_of() */
    mca_btl_base_segment_t segment = {.seg_addr.pval = data + sizeof header,
                                      .seg_len = e->bytes - sizeof header - header.pad};
    mca_btl_base_descriptor_t descriptor = {.des_segments = &segment, .des_segment_count = 1};
    const mca_btl_active_message_callback_t *receiver = &mca_btl_base_active_message_trigger[header.tag];
    if (header.kind != BTL_MESSAGE)
        btl_control_received(peer, (btl_kind_t)header.kind, segment.seg_addr.pval, segment.seg_len);
    else if (receiver->cbfunc != NULL && !btl.is_closing)
        receiver->cbfunc(&btl_module.super, header.tag, &descriptor, receiver->cbdata);
}

/* Handles a put to the memory of rings and positions. */
static void progress_put(struct mca_btl_base_endpoint_t *peer, const apenet_event_t *e)
{
    const uint64_t position = emuq_fi_ring_position(peer->consumed, e->bytes);
    if ((char *)e->address < btl.ring) /* a returned position */
        return;
    if (e->bytes >= EMUQ_FI_RING_WORD &&
        (char *)e->address == btl.ring + btl_offset(peer->number, position)) {
        progress_fragment(peer, e);
        peer->consumed = emuq_fi_ring_end(btl.shape, position, e->bytes);
        progress_return_due(peer);
    } else {
        btl_fail(peer, "received a malformed fragment (do all processes use the same build?) from", -EPROTO);
    }
}

static void progress_received(const apenet_event_t *e)
{
    uint32_t number = btl_number_of(e->peer);
    bool is_known = number < btl.peers;
    if (e->status != 0 || !is_known)
        btl_fail(is_known ? &btl.peer[number] : NULL,
                 e->status == -EBADMSG ? "received a damaged message from" : "cannot receive a message from",
                 e->status != 0 ? e->status : -ENXIO);
    else if (e->context == MEMORY_CONTEXT)
        progress_put(&btl.peer[number], e);
}

static __attribute__((noinline)) void progress_event(const apenet_event_t *e)
{
    if (e->tag != 0)
        btl_rdma_event(e);
    else if (e->kind == APENET_EVENT_ERROR && (e->status == -EHOSTDOWN || e->status == -ENETDOWN))
        progress_find_dead(e->status);
    else
        progress_received(e);
}

/* @return false: another thread, or a caller of this one, makes progress */
static bool progress_begin(void)
{
    if (btl.card == NULL || emuq_flag_load(&btl.is_progressing))
        return false;
    if (opal_using_threads())
        return !emuq_flag_exchange(&btl.is_progressing, true);
    emuq_flag_store(&btl.is_progressing, true);
    return true;
}

/* Takes events. After a single event a poll would delay MPI: calls that find all they may take double the
 * number of the next. */
static int progress_events(void)
{
    apenet_event_t e;
    unsigned count = 0, most = btl.burst;
    while (count < most && apenet_wait_event(btl.card, APENET_ANY, 0, &e) == 0) {
        progress_event(&e);
        count++;
    }
    btl.burst = count < most ? 1 : most < EVENTS ? 2 * most : EVENTS;
    return (int)count;
}

int btl_progress(void)
{
    if (!progress_begin())
        return 0;
    int count = progress_events();
    if (btl.is_due)
        progress_repeat_returns();
    if (AO_int_load(&btl.waiting) != 0)
        count += btl_send_waiting();
    btl.idle = count == 0 ? btl.idle + 1 : 0;
    bool yields = btl.idle % IDLE_POLLS == IDLE_POLLS - 1;
    emuq_flag_store_release(&btl.is_progressing, false);
    if (__builtin_expect(yields, 0))
        sched_yield();
    return count;
}

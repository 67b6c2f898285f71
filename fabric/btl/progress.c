/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory for fragments; events; returned credits. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "base/host_calls.h"
#include "base/lock.h"
#include "emuq/join.h"
#include "fabric/btl/btl.h"

#define MEMORY_CONTEXT UINT64_MAX /* of puts of credits; streaming buffers: number plus 1; else 0 */
#define EVENTS         32         /* most events of a call */
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

static int progress_allocate(uint32_t ranks)
{
    btl.credits = btl.credits_wanted * ranks <= BTL_BUFFERS ? btl.credits_wanted : BTL_BUFFERS / ranks;
    if (btl.credits == 0) {
        opal_output(0, "btl apenet: too many processes for streaming buffers: %u (expected up to %u)", ranks,
                    BTL_BUFFERS);
        return -ENOSPC;
    }
    btl.buffers = btl.credits * ranks; /* windows have messages of a process to itself, too */
    const size_t counts = progress_pages(btl.peers * sizeof *btl.out),
                 slots = (size_t)btl.peers * btl.credits * BTL_PAGE;
    char *memory = emuq_message_memory(2 * counts + slots + (size_t)btl.buffers * BTL_PAGE, BTL_PAGE);
    btl.peer = calloc(btl.peers, sizeof *btl.peer);
    btl.streams = calloc(btl.buffers, sizeof *btl.streams);
    btl.used = calloc(btl.buffers, sizeof *btl.used);
    if (memory == NULL || btl.peer == NULL || btl.streams == NULL || btl.used == NULL)
        return -ENOMEM;
    btl.in = (uint64_t *)(void *)memory;
    btl.out = (uint64_t *)(void *)(memory + counts);
    btl.slot = memory + 2 * counts;
    btl.buffer = btl.slot + slots;
    for (uint32_t i = 0; i < btl.peers; i++) {
        btl.peer[i].number = i;
        btl.peer[i].card = progress_card_of(i);
    }
    return apenet_register_buffer(btl.card, memory, 2 * counts + slots, 0, MEMORY_CONTEXT, &btl.memory);
}

int btl_progress_open(uint32_t ranks)
{
    int rc = progress_allocate(ranks);
    for (uint32_t i = 0; i < btl.buffers && rc == 0; i++)
        rc = apenet_register_buffer(btl.card, btl.buffer + (size_t)i * BTL_PAGE, BTL_PAGE, APENET_STREAMING,
                                    i + 1, &btl.streams[i]);
    return rc;
}

/* Relaxed: procs_add() and the first fragment store equal values. @return 0: unknown peer */
static uint64_t progress_returns_at(const struct mca_btl_base_endpoint_t *peer)
{
    return AO_load(&peer->returns);
}

/* Puts the number of returned credits. @return 0; -EAGAIN: later; or a negative errno */
static int progress_return(struct mca_btl_base_endpoint_t *peer, uint64_t bits, unsigned flags)
{
    /* Relaxed: a pending put may copy a later, larger value. */
    AO_store(&btl.out[peer->number], peer->consumed | bits);
    int rc = apenet_rdma_put(btl.card, peer->card, &btl.out[peer->number], sizeof *btl.out,
                             progress_returns_at(peer), 0, APENET_SILENT | flags);
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
        if (progress_returns_at(&btl.peer[i]) != 0 && !btl.peer[i].is_dead &&
            !progress_has_left(&btl.peer[i]))
            (void)progress_return(&btl.peer[i], BTL_LEFT, 0);
    free(btl.peer);
    free(btl.streams);
    free(btl.used);
    btl.peer = NULL;
    btl.streams = NULL;
    btl.used = NULL;
}

/* ---- credits ---- */

/* @param rc of a message to the peer: -EHOSTDOWN is no error after the peer has ended MPI */
static void progress_lose(struct mca_btl_base_endpoint_t *peer, int rc)
{
    if (peer->is_dead)
        return;
    peer->is_dead = true;
    if (!progress_has_left(peer))
        btl_fail(peer, "lost", rc);
}

/* Returns credits if half of them are to be returned. */
static void progress_return_due(struct mca_btl_base_endpoint_t *peer)
{
    uint64_t least = btl.credits / 2 != 0 ? btl.credits / 2 : 1;
    if (peer->is_dead || peer->consumed - peer->returned < least)
        return;
    int rc = progress_return(peer, 0, APENET_NOWAIT);
    if (rc == -EAGAIN)
        btl.is_due = true;
    else if (rc != 0)
        progress_lose(peer, rc);
}

/* Arms used buffers again, and returns their credits. */
static void progress_arm(void)
{
    for (uint32_t i = 0; i < btl.used_count; i++) {
        struct mca_btl_base_endpoint_t *peer = &btl.peer[btl.used[i].peer];
        int rc = apenet_rearm_buffer(btl.card, btl.streams[btl.used[i].buffer]);
        if (rc != 0)
            btl_fail(peer, "cannot arm a buffer for", rc);
        peer->consumed++;
        progress_return_due(peer);
    }
    btl.used_count = 0;
}

static void progress_repeat_returns(void)
{
    btl.is_due = false;
    for (uint32_t i = 0; i < btl.peers; i++)
        if (progress_returns_at(&btl.peer[i]) != 0)
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
        if (progress_returns_at(peer) == 0 || peer->is_dead)
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
    AO_store(&peer->returns, header.returns); /* see progress_returns_at() */
    mca_btl_base_segment_t segment = {.seg_addr.pval = data + sizeof header,
                                      .seg_len = e->bytes - sizeof header};
    mca_btl_base_descriptor_t descriptor = {.des_segments = &segment, .des_segment_count = 1};
    const mca_btl_active_message_callback_t *receiver = &mca_btl_base_active_message_trigger[header.tag];
    if (header.kind != BTL_MESSAGE)
        btl_control_received(peer, (btl_kind_t)header.kind, segment.seg_addr.pval, segment.seg_len);
    else if (receiver->cbfunc != NULL && !btl.is_closing)
        receiver->cbfunc(&btl_module.super, header.tag, &descriptor, receiver->cbdata);
    btl.used[btl.used_count++] = (btl_used_t){(uint32_t)e->context - 1, peer->number};
}

static void progress_received(const apenet_event_t *e)
{
    uint32_t number = btl_number_of(e->peer);
    bool is_known = number < btl.peers;
    if (e->status != 0 || !is_known)
        btl_fail(is_known ? &btl.peer[number] : NULL,
                 e->status == -EBADMSG ? "received a damaged message from" : "cannot receive a message from",
                 e->status != 0 ? e->status : -ENXIO);
    else if (e->context != 0 && e->context != MEMORY_CONTEXT && e->bytes > sizeof(btl_header_t))
        progress_fragment(&btl.peer[number], e);
}

static void progress_event(const apenet_event_t *e)
{
    if (e->tag != 0)
        btl_rdma_event(e);
    else if (e->kind == APENET_EVENT_ERROR && (e->status == -EHOSTDOWN || e->status == -ENETDOWN))
        progress_find_dead(e->status);
    else
        progress_received(e);
}

int btl_progress(void)
{
    int count = 0;
    apenet_event_t e;
    if (btl.card == NULL || emuq_flag_exchange(&btl.is_progressing, true))
        return 0;
    while (count < EVENTS && apenet_wait_event(btl.card, APENET_ANY, 0, &e) == 0) {
        progress_event(&e);
        count++;
    }
    if (btl.used_count != 0 && (count == 0 || btl.used_count >= (btl.credits + 1) / 2))
        progress_arm();
    if (btl.is_due)
        progress_repeat_returns();
    if (AO_int_load(&btl.waiting) != 0)
        count += btl_send_waiting();
    emuq_flag_store_release(&btl.is_progressing, false);
    return count;
}

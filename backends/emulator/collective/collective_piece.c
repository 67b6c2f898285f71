/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/collective/collective_piece.h"

#include "backends/emulator/collective/combining.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/fast_path.h"

static const char *piece_of(const emuq_tree_t *t, uint32_t p, const void *at)
{
    return emuq_collective_oldest(t, p)->payload + *(const uint64_t *)at;
}

void emuq_piece_prepare(emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    const MUHWI_CollectiveNetworkHeader_t *h = &run->header.NetworkHeader.collective;
    uint64_t packet = emuq_packet_limit(&run->header);
    uint64_t most = packet != 0 ? t->piece / packet * packet : t->piece;
    run->bytes = run->length - run->at < most ? run->length - run->at : most;
    run->sent = run->at;
    run->has_piece = true;
    run->piece = NULL;
    if (run->bytes == 0)
        return;
    if (run->source == UINT32_MAX) {
        run->piece = emuq_tree_combine(t, t->stack, t->piece, &run->header, run->bytes, piece_of, &run->at);
    } else {
        run->piece = emuq_collective_oldest(t, run->source)->payload + run->at;
        if (h->Byte1.OpCode >= 12) {
            memcpy(t->stack, run->piece, run->bytes);
            emuq_normalise(t->stack, run->bytes);
            run->piece = t->stack;
        }
    }
}

/* Delivers the piece to the receiver whose turn it is. */
static inline emuq_outcome_t deliver(emuq_work_t *work, emuq_tree_t *t, emuq_collective_run_t *run,
                                     emuq_waiter_t *waiter)
{
    emuq_put_route_t *route = &t->put_route[run->receiver];
    /* A mirror, which a reduce may have as its only receiver, has no route. */
    bool is_put = emuq_packet_type(&run->header) == EMUQ_TYPE_PUT && run->receiver < t->own;
    if (is_put && run->bytes != 0 && run->sent == run->at && waiter->state == EMUQ_LOCAL &&
        emuq_put_route_matches(route, &run->header) &&
        emuq_put_route_put(route, &run->header, run->piece, run->at, run->bytes))
        return EMUQ_DONE;
    emuq_mu_node_t *to = &t->machine->node[t->participant[run->receiver]];
    emuq_message_t m = {.header = &run->header,
                        .payload = run->piece,
                        .base = run->at,
                        .length = run->length,
                        .sent = &run->sent,
                        .waiter = waiter,
                        .work = work,
                        .interrupt = run->interrupt};
    emuq_put_route_t found = {.to = NULL};
    if (is_put)
        emuq_put_route_find(&found, to, &run->header);
    emuq_outcome_t outcome = emuq_deliver(to, &m, run->at + run->bytes);
    if (outcome == EMUQ_DONE && is_put)
        *route = found;
    return outcome;
}

bool emuq_piece_deliver(emuq_work_t *work, emuq_tree_t *t, emuq_collective_run_t *run, emuq_waiter_t *waiter)
{
    uint32_t last = run->only != UINT32_MAX ? run->only + 1 : t->own;
    while (run->receiver < last) {
        if (deliver(work, t, run, waiter) == EMUQ_PARKED)
            return false;
        run->sent = run->at;
        run->receiver++;
    }
    return true;
}

void emuq_piece_next(emuq_collective_run_t *run)
{
    run->at += run->bytes;
    run->receiver = run->only != UINT32_MAX ? run->only : 0;
    run->has_piece = run->is_done_here = false;
}

bool emuq_pieces_deliver(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    do {
        if (!run->has_piece)
            emuq_piece_prepare(t);
        if (!emuq_piece_deliver(work, t, run, &t->waiter))
            return false;
        emuq_piece_next(run);
    } while (run->at < run->length);
    return true;
}

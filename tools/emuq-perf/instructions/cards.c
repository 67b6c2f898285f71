/* SPDX-License-Identifier: BSD-3-Clause */
#include "cards.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "emuq-instructions: %s\n", what);
    exit(EXIT_FAILURE);
}

int cards_open(cards_rank_t *r)
{
    apenet_buffer_t buffer;
    int rc = apenet_open(0, &r->card);
    if (rc != 0)
        return rc;
    r->source = aligned_alloc(4096, CARDS_LARGE);
    r->target = aligned_alloc(4096, CARDS_LARGE);
    if (r->source == NULL || r->target == NULL)
        return -ENOMEM;
    memset(r->source, 1, CARDS_LARGE);
    memset(r->target, 2, CARDS_LARGE);
    rc = apenet_register_buffer(r->card, r->source, CARDS_LARGE, 0, 0, &buffer);
    return rc != 0 ? rc : apenet_register_buffer(r->card, r->target, CARDS_LARGE, 0, 0, &buffer);
}

void cards_meet(cards_rank_t *r, const cards_rank_t *other)
{
    must(apenet_whoami(other->card, &r->other, NULL) == 0, "the other rank has no card");
    r->there = (uintptr_t)other->target;
}

void cards_close(cards_rank_t *r)
{
    must(apenet_close(r->card) == 0, "a card cannot be closed");
    free(r->source);
    free(r->target);
}

void cards_put(cards_rank_t *r, uint32_t bytes, bool is_silent)
{
    must(apenet_rdma_put(r->card, r->other, r->source, bytes, r->there, 0, is_silent ? APENET_SILENT : 0) ==
             0,
         "a put is refused");
}

void cards_take(cards_rank_t *r, int kind)
{
    apenet_event_t e;
    must(apenet_wait_event(r->card, APENET_ANY, 0, &e) == 0 && e.kind == kind, "an event has not come");
}

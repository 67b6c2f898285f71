/* SPDX-License-Identifier: BSD-3-Clause */
/* Working sets for memory.kind auto: payloads are in DDR if the Message Unit has accessed more distinct bytes
 * than the L2 holds, since the last barrier or within memory.window_cycles, whichever is longer. A barrier is
 * a global interrupt that all nodes have lowered. */
#include "backends/timed/timed.h"

#include <errno.h>
#include <stdlib.h>

#include "backends/emulator/core/unit.h"
#include "backends/emulator/core/header.h"

struct emuq_working_set {
    emuq_touched_t touched;
    uint64_t round_start; /* in ticks */
    bool spills;          /* state sent to the network */
};

int emuq_timed_memory_open(emuq_timed_t *t)
{
    if (t->parameters.memory.kind != EMUQ_NET_AUTO)
        return 0;
    t->working = calloc(t->machine->nodes, sizeof *t->working);
    return t->working != NULL ? 0 : -ENOMEM;
}

void emuq_timed_memory_close(emuq_timed_t *t)
{
    for (uint32_t node = 0; t->working != NULL && node < t->machine->nodes; node++)
        emuq_touched_free(&t->working[node].touched);
    free(t->working);
}

static bool memory_exceeds_l2(const emuq_timed_t *t, const emuq_working_set_t *w)
{
    uint64_t window = (uint64_t)t->parameters.memory.window * t->parameters.clock.cycle;
    uint64_t bytes = t->now - w->round_start < window ? w->touched.both : w->touched.now;
    return bytes > t->parameters.memory.l2;
}

static void memory_update_network(emuq_timed_t *t, uint32_t node)
{
    emuq_working_set_t *w = &t->working[node];
    bool spills = memory_exceeds_l2(t, w);
    if (spills != w->spills)
        (void)emuq_net_spill(t->network, node, spills);
    w->spills = spills;
}

void emuq_timed_memory_touch(emuq_timed_t *t, uint32_t node, const void *data, uint64_t bytes)
{
    if (t->working == NULL)
        return;
    emuq_touched_t *s = &t->working[node].touched;
    if (s->now <= t->parameters.memory.l2 &&
        !emuq_touched_add(s, data, bytes)) /* more bytes cannot change the result */
        emuq_timed_fail("no memory for the addresses of payloads; give the process more memory");
    memory_update_network(t, node);
}

/* @return NULL: not mapped by the owner, or an atomic operation */
static const char *memory_translate(const emuq_owner_t *owner, uint64_t pa, uint64_t bytes)
{
    return owner->space != NULL && pa < EMUQ_ATOMIC ? emuq_translate(owner->space->memory, pa, bytes) : NULL;
}

static void memory_touch_target(emuq_timed_t *t, emuq_mu_node_t *to, const emuq_message_t *m, uint64_t bytes)
{
    uint32_t id = emuq_target_id(m->header);
    if (id >= EMUQ_BATS)
        return;
    emuq_owner_t owner = emuq_owner_of(&to->bat[id]);
    uint64_t base = AO_load(emuq_reg(to, id / 8, EMUQ_REG_BAT + (id & 7) * 8)) & EMUQ_PA_MASK;
    const char *target = memory_translate(&owner, base + emuq_put_offset(m->header) + *m->sent, bytes);
    if (target != NULL)
        emuq_timed_memory_touch(t, to->number, target, bytes);
}

static void memory_touch_fifo(emuq_timed_t *t, const emuq_mu_node_t *to, const emuq_message_t *m,
                              uint64_t bytes)
{
    uint32_t id = emuq_rec_fifo_id(m->header);
    const emuq_rec_t *r = &to->rec[id < EMUQ_REC_FIFOS ? id : 0];
    if (id >= EMUQ_REC_FIFOS || r->regs == NULL)
        return;
    emuq_owner_t owner = emuq_owner_of(&r->owner);
    uint64_t start = AO_load(&r->regs->start), size = AO_load(&r->regs->size_1) + 1;
    uint64_t at = (AO_load(&r->regs->tail) - start + MUHWI_PACKET_HEADER_SIZE_IN_BYTES) % size;
    uint64_t first = size - at < bytes ? size - at : bytes;
    const char *fifo = memory_translate(&owner, start, size);
    if (fifo == NULL)
        return;
    emuq_timed_memory_touch(t, to->number, fifo + at, first);
    emuq_timed_memory_touch(t, to->number, fifo, bytes - first);
}

void emuq_timed_memory_arrive(emuq_timed_t *t, emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end)
{
    uint64_t bytes = end - *m->sent;
    uint32_t type = emuq_packet_type(m->header);
    if (t->working == NULL || bytes == 0)
        return;
    if (type == EMUQ_TYPE_PUT)
        memory_touch_target(t, to, m, bytes);
    else if (type == EMUQ_TYPE_FIFO)
        memory_touch_fifo(t, to, m, bytes);
}

void emuq_timed_memory_interrupt(emuq_timed_t *t, emuq_mu_node_t *n, uint32_t route, uint32_t bits)
{
    uint64_t before = AO_load(emuq_reg(n, 0, EMUQ_REG_GI_STATUS + route * 8));
    if (t->working == NULL || (before & ~(uint64_t)bits) == 0)
        return;
    emuq_working_set_t *w = &t->working[n->number];
    if (t->now - w->round_start < (uint64_t)t->parameters.memory.window * t->parameters.clock.cycle)
        return;
    emuq_touched_next_round(&w->touched);
    w->round_start = t->now;
    memory_update_network(t, n->number);
}

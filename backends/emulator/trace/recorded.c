/* SPDX-License-Identifier: BSD-3-Clause */
/* A message that takes the fast path is recorded there, in a copy of the code that is compiled with records;
 * everything else around the hook that other jobs have. */
#include "backends/emulator/trace/recorded.h"

#include "backends/emulator/core/doorbell.h"
#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/core/idle_wait.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/trace/record_message.h"
#include "backends/emulator/core/run.h"

/* A register of a node, as the recorded hooks see it. */
typedef struct place {
    emuq_mu_node_t *node;
    uint32_t subgroup, in_page;
} place_t;

/* Finds the node of a register. @return false: it belongs to none */
static inline __attribute__((always_inline)) bool find(const volatile uint64_t *reg, place_t *p)
{
    emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    uint32_t in_node = (uint32_t)(offset % EMUQ_REGISTER_FILE_BYTES);
    if (offset >= m->bytes)
        return false;
    p->node = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    p->subgroup = (in_node >> 16) * 4 + (in_node >> 12 & 3);
    p->in_page = in_node & 0xfff;
    return p->subgroup < EMUQ_SUBGROUPS;
}

/* ---- waits ---- */

#define SAME_WAIT_TICKS 100000 /* between polls of different registers; some 10 microseconds */

/* What a thread waits for that polls a register. @param id set to the FIFO or route */
static emuq_record_wait_t wait_of(const place_t *p, uint16_t *id)
{
    uint32_t in = p->in_page;
    *id = 0;
    if (in < EMUQ_REG_REC) {
        if (in == 0 &&
            p->subgroup == 0) /* nobody polls where a FIFO begins: this stands for all of the node */
            return EMUQ_RECORD_WAIT_MEMORY;
        *id = (uint16_t)(p->subgroup * 8 + in / 64);
        return (in % 64) / 8 == 4 ? EMUQ_RECORD_WAIT_COMPLETION : EMUQ_RECORD_WAIT_ROOM;
    }
    if (in < EMUQ_REG_IS_ENABLED) {
        *id = (uint16_t)(p->subgroup * 4 + (in - EMUQ_REG_REC) / 64);
        return EMUQ_RECORD_WAIT_PACKETS;
    }
    if (in >= EMUQ_REG_GI_CONTROL && in < EMUQ_REG_GI_STATUS + 16 * 8) {
        *id = (uint16_t)((in - EMUQ_REG_GI_CONTROL) / 8 % 16);
        return EMUQ_RECORD_WAIT_INTERRUPT;
    }
    return EMUQ_RECORD_WAIT_OTHER;
}

/* Packets have come: a wait that has looked at several registers was for those. */
static void name_wait(emuq_record_ring_t *ring, const place_t *p)
{
    if (ring->waits_for != NULL && ring->waiting.detail != EMUQ_RECORD_WAIT_INTERRUPT)
        ring->waiting.detail = (uint8_t)wait_of(p, &ring->waiting.fifo);
}

static void begin_wait(emuq_record_ring_t *ring, const volatile uint64_t *reg)
{
    place_t p;
    emuq_record_polls_end(ring);
    if (!find(reg, &p))
        return;
    uint16_t id;
    emuq_record_wait_t what = wait_of(&p, &id);
    uint64_t now = emuq_record_clock();
    ring->waits_for = reg;
    ring->polls = 0;
    emuq_record_write(&ring->waiting,
                      (emuq_record_note_t){.ticks = now,
                                           .position = now,
                                           .kind = EMUQ_RECORD_WAIT,
                                           .detail = (uint8_t)what,
                                           .fifo = id,
                                           .node = p.node->number},
                      NULL);
}

/* A poll of a register. A thread may look at several in turns: that is one wait, unless it has done something
 * else for a while. */
static void poll_of(emuq_record_ring_t *ring, const volatile uint64_t *reg)
{
    if (ring == NULL || ring->waits_for == reg || !emuq_record_wants(ring, EMUQ_RECORD_WAIT))
        return;
    uint64_t now = emuq_record_clock();
    if (ring->waits_for == NULL || now - ring->waiting.position > SAME_WAIT_TICKS) {
        begin_wait(ring, reg);
    } else {
        ring->waits_for = reg;
        ring->waiting.position = now;
    }
}

/* Reading the clock costs about as much as a poll: it is read after each one that has given up the core, and
 * after some of the others. */
static void idle(const volatile uint64_t *reg, uint64_t seen)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    uint64_t given_up = emuq_idle_polls(emuq_the_machine);
    poll_of(ring, reg);
    (emuq_the_kernel.serve_hosts != NULL ? emuq_idle_looking : emuq_idle)(reg, seen);
    if (ring != NULL && (++ring->polls % 8 == 0 || emuq_idle_polls(emuq_the_machine) != given_up))
        ring->waiting.position = emuq_record_clock();
}

void emuq_recorded_poll(const volatile uint64_t *reg)
{
    poll_of(emuq_record_ring(), reg);
}

void emuq_recorded_polled(void)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    if (ring != NULL)
        ring->waiting.position = emuq_record_clock();
}

static void sleep_recorded(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns)
{
    emuq_recorded_poll(reg);
    emuq_idle_sleep(reg, ticket, ns);
    emuq_recorded_polled();
}

/* ---- stores ---- */

/* As tail_register() in doorbell.c. */
static void inject(emuq_record_ring_t *ring, emuq_inj_t *f)
{
    emuq_work_t work;
    work.is_begun = false;
    emuq_critical_begin();
    emuq_claim_wait(&f->claim);
    emuq_record_overtaken(ring, f);
    bool is_done = f->is_idle && emuq_fast_run_recorded(f, &work, ring) && emuq_claim_release(&f->claim);
    emuq_record_polls_end(ring); /* after the message: the receiver does not wait for the record */
    if (__builtin_expect(is_done && !work.is_begun, 1)) {
        emuq_critical_end();
        return;
    }
    if (work.is_begun) /* with a hold of its own */
        emuq_critical_end();
    else
        emuq_work_begin_held(&work);
    if (!is_done) {
        uint64_t before = emuq_load(&f->regs->desc_count);
        emuq_record_injected(ring, f);
        emuq_inj_run_on(&work, f);
        emuq_record_run(ring, f, before);
    }
    emuq_work_run_recorded(&work);
}

/* Position of the head of a reception FIFO, which the program has just moved to @p offset. Positions are
 * those of sync/byte_ring.h; the senders' line is read once only. */
static uint64_t head_position(emuq_rec_t *rec, uint64_t offset)
{
    uint64_t before = __atomic_load_n(&rec->taken, __ATOMIC_RELAXED), now;
    if (before == 0) { /* the last one with this offset that is not beyond what has been published */
        before = __atomic_load_n(&rec->ring.commit, __ATOMIC_ACQUIRE);
        now = before - emuq_byte_ring_offset(before) + offset;
        now -= offset > emuq_byte_ring_offset(before) ? EMUQ_BYTE_RING_LAP : 0;
    } else { /* it never moves by a whole lap */
        now = before - emuq_byte_ring_offset(before) + offset;
        now += offset < emuq_byte_ring_offset(before) ? EMUQ_BYTE_RING_LAP : 0;
    }
    __atomic_store_n(&rec->taken, now, __ATOMIC_RELAXED);
    return now;
}

/* The program has moved the head of a reception FIFO. The kernel stores one before it enables the FIFO. */
static void receive(emuq_record_ring_t *ring, emuq_rec_t *rec, uint64_t head)
{
    if (rec->regs == NULL || __atomic_load_n(&rec->enabled, __ATOMIC_RELAXED) == 0 ||
        !emuq_record_wants(ring, EMUQ_RECORD_RECEIVE))
        return;
    uint64_t before = __atomic_load_n(&rec->taken, __ATOMIC_RELAXED);
    uint64_t position = head_position(rec, head - emuq_load(&rec->regs->start));
    if (position == before)
        return;
    emuq_record_write(emuq_record_next(ring),
                      (emuq_record_note_t){.ticks = emuq_record_clock_after(),
                                           .kind = EMUQ_RECORD_RECEIVE,
                                           .fifo = (uint16_t)rec->id,
                                           .node = rec->node->number,
                                           .position = position},
                      NULL);
    emuq_record_add(ring);
}

static void interrupt(emuq_record_ring_t *ring, const place_t *p, uint64_t value)
{
    if (!emuq_record_wants(ring, EMUQ_RECORD_INTERRUPT))
        return;
    emuq_record_write(emuq_record_next(ring),
                      (emuq_record_note_t){.ticks = emuq_record_clock(),
                                           .kind = EMUQ_RECORD_INTERRUPT,
                                           .fifo = (uint16_t)((p->in_page - EMUQ_REG_GI_CONTROL) / 8),
                                           .node = p->node->number,
                                           .position = value},
                      NULL);
    emuq_record_add(ring);
}

static bool is_reception_head(const place_t *p)
{
    return p->in_page >= EMUQ_REG_REC && p->in_page < EMUQ_REG_IS_ENABLED && (p->in_page & 0x38) == 2 * 8;
}

/* Stores but those that inject. */
static __attribute__((noinline)) void other_store(emuq_record_ring_t *ring, const place_t *p, uint64_t value)
{
    if (is_reception_head(p))
        name_wait(ring, p);
    emuq_record_polls_end(ring);
    if (is_reception_head(p))
        receive(ring, &p->node->rec[p->subgroup * 4 + (p->in_page - EMUQ_REG_REC) / 64], value);
    else if (p->in_page >= EMUQ_REG_GI_CONTROL && p->in_page < EMUQ_REG_GI_STATUS)
        interrupt(ring, p, value);
}

static void doorbell(volatile uint64_t *reg, uint64_t value)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    place_t p;
    if (ring != NULL && find(reg, &p)) {
        if (p.in_page < EMUQ_REG_REC && (p.in_page & 0x38) == 3 * 8) {
            emuq_inj_t *f = &p.node->inj[p.subgroup * 8 + p.in_page / 64];
            if (__atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE) == EMUQ_INJ_ENABLED) {
                inject(ring, f);
                return;
            }
        }
        other_store(ring, &p, value);
    }
    emuq_doorbell(reg, value);
}

void emuq_recorded_hooks(emuq_mmio_hooks_t *hooks)
{
    hooks->doorbell = doorbell;
    hooks->idle = idle;
    hooks->sleep = sleep_recorded;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static emuq_memory_t *memory_of(void *bench, uint32_t node)
{
    (void)node;
    return ((bench_t *)bench)->memory;
}

static void set_up(bench_t *b, unsigned card, const bench_plan_t *plan)
{
    bench_host_t *h = &b->host[card];
    h->reg = b->machine->device[card].reg;
    h->ring_size = plan->ring != 0 ? plan->ring : BENCH_RING;
    h->queue_size = plan->queue != 0 ? plan->queue : BENCH_QUEUE;
    h->ring = aligned_alloc(4096, (h->ring_size * sizeof *h->ring + 4095) & ~4095ul);
    h->queue = aligned_alloc(4096, (h->queue_size * sizeof *h->queue + 4095) & ~4095ul);
    memset(h->queue, 0, h->queue_size * sizeof *h->queue);
    h->phase = 1;
    uint64_t ring = bench_map(b, h->ring, h->ring_size * sizeof *h->ring);
    uint64_t queue = bench_map(b, h->queue, h->queue_size * sizeof *h->queue);
    apenet_reg_store(h->reg, APENET_REG_TX_RB_SIZE, h->ring_size);
    apenet_reg_store(h->reg, APENET_REG_TX_RB_ADDR_HI, (uint32_t)(ring >> 32));
    apenet_reg_store(h->reg, APENET_REG_TX_RB_ADDR_LOW, (uint32_t)ring);
    apenet_reg_store(h->reg, APENET_REG_EQ_SIZE, h->queue_size);
    apenet_reg_store(h->reg, APENET_REG_EQ_ADDR_HI, (uint32_t)(queue >> 32));
    apenet_reg_store(h->reg, APENET_REG_EQ_ADDR_LOW, (uint32_t)queue);
}

void bench_open(bench_t *b, const bench_plan_t *plan)
{
    memset(b, 0, sizeof *b);
    if (emuq_arena_create(0, NULL, 1, 1, &b->arena) != 0)
        abort();
    b->space = emuq_address_space_new();
    b->memory = b->space->memory;
    b->machine = emuq_arena_alloc(b->arena, sizeof *b->machine, 64);
    apenet_plan_t p = {.pids = plan->pids != 0 ? plan->pids : 1,
                       .tlb_entries = plan->has_no_tlb         ? 0
                                      : plan->tlb_entries != 0 ? plan->tlb_entries
                                                               : 64,
                       .drops = plan->drops,
                       .is_packet = plan->is_packet,
                       .period_ms = plan->period_ms,
                       .faults = plan->faults,
                       .has_datagrams = plan->has_datagrams,
                       .host_of = plan->host_of,
                       .host = plan->host,
                       .gpus = plan->gpus,
                       .gpu_bytes = BENCH_GPU_BYTES,
                       .memory = memory_of,
                       .argument = b};
    for (int i = 0; i < 3; i++)
        p.size[i] = plan->size[i] != 0 ? plan->size[i] : 1;
    if (apenet_machine_make(b->machine, b->arena, &p) != 0 || b->machine->devices > BENCH_DEVICES)
        abort();
    for (unsigned i = 0; i < b->machine->devices; i++)
        set_up(b, i, plan);
}

void bench_close(bench_t *b)
{
    for (unsigned i = 0; i < b->machine->devices; i++) {
        free(b->host[i].ring);
        free(b->host[i].queue);
    }
    emuq_address_space_free(b->space);
    emuq_arena_close(b->arena);
}

uint64_t bench_map(bench_t *b, const void *p, size_t bytes)
{
    emuq_window_t w;
    if (emuq_address_space_map(b->space, p, bytes, &w) != 0)
        abort();
    return w.pa + ((uintptr_t)p - w.va);
}

uint64_t bench_bus(bench_t *b, const void *p)
{
    return bench_map(b, p, 1);
}

apenet_status_t bench_command(bench_t *b, unsigned card, apenet_op_t op, unsigned pid, uint64_t va,
                              const uint32_t word3[4])
{
    bench_host_t *h = &b->host[card];
    apenet_command_t c = {0, {0, 0}, {0, 0, 0, 0}};
    apenet_set(&c.header, APENET_COMMAND_OP, op);
    apenet_set(&c.header, APENET_COMMAND_PID, pid < APENET_PIDS ? pid : 0);
    apenet_set(&c.header, APENET_COMMAND_IS_GPU, pid >= APENET_PIDS);
    apenet_set(&c.header, APENET_COMMAND_GPU_ID, pid < APENET_PIDS ? 0 : pid - APENET_PIDS);
    apenet_set(&c.header, APENET_COMMAND_SERIAL, ++h->serial);
    apenet_set64(c.va, va);
    memcpy(c.word3, word3, sizeof c.word3);
    for (unsigned i = 0; i < 7; i++)
        apenet_reg_store(h->reg, APENET_REG_CMD_FIFO + i, ((const uint32_t *)&c)[i]);
    uint32_t result = apenet_reg_load(h->reg, APENET_REG_CMD_RESULT);
    if ((result & 0xffff) != h->serial)
        abort();
    return (apenet_status_t)(result >> 16);
}

apenet_status_t bench_register(bench_t *b, unsigned card, unsigned pid, void *p, uint32_t bytes,
                               uint32_t flags, uint64_t magic)
{
    uintptr_t first = (uintptr_t)p & ~4095ul;
    for (uintptr_t page = first; page < (uintptr_t)p + bytes; page += 4096) {
        uint32_t w[4] = {0, 0, 0, 0};
        apenet_set64(w, bench_bus(b, (void *)page));
        apenet_status_t status = bench_command(b, card, APENET_OP_PAGE_ADD, pid, page, w);
        if (status != APENET_STATUS_OK)
            return status;
    }
    uint32_t w[4] = {bytes, flags, (uint32_t)magic, (uint32_t)(magic >> 32)};
    return bench_command(b, card, APENET_OP_BUFFER_ADD, pid, (uintptr_t)p, w);
}

apenet_descriptor_t bench_descriptor(bench_t *b, unsigned from, unsigned to, unsigned pid,
                                     apenet_rdma_cmd_t command, const void *source, uint32_t bytes,
                                     uint64_t address)
{
    apenet_descriptor_t d;
    memset(&d, 0, sizeof d);
    apenet_address_t there = b->machine->device[to].address;
    there.pid = (uint8_t)pid;
    apenet_header_make(&d.header, command, there, b->machine->device[from].address, address, bytes);
    apenet_set(d.header.w, APENET_HEADER_LAST_FRAG, 1);
    apenet_set64(d.cmd0, bench_bus(b, source));
    apenet_set(d.cmd0, APENET_CMD0_BYTES, bytes);
    apenet_set(d.cmd1, APENET_CMD1_TAG, APENET_COMP_EQ);
    return d;
}

bool bench_post(bench_t *b, unsigned card, const apenet_descriptor_t *d)
{
    bench_host_t *h = &b->host[card];
    uint32_t next = (h->fill + 1) % h->ring_size;
    if (next == (apenet_reg_load(h->reg, APENET_REG_TX_RB_NEXT_PTR) & 0xffff))
        return false;
    h->ring[h->fill] = *d;
    h->fill = next;
    return true;
}

void bench_ring(bench_t *b, unsigned card)
{
    apenet_reg_store(b->host[card].reg, APENET_REG_TX_RB_NEXT_PTR, b->host[card].fill << 16);
}

bool bench_event(bench_t *b, unsigned card, apenet_entry_t *e)
{
    bench_host_t *h = &b->host[card];
    apenet_entry_t *slot = &h->queue[h->read];
    if ((__atomic_load_n(&slot->phase, __ATOMIC_ACQUIRE) & 1) != h->phase)
        return false;
    *e = *slot;
    h->read = (h->read + 1) % h->queue_size;
    h->phase ^= h->read == 0;
    apenet_reg_store(h->reg, APENET_REG_EQ_NEXT_PTR, h->read << 16);
    return true;
}

apenet_entry_t bench_next(bench_t *b, unsigned card)
{
    apenet_entry_t e;
    memset(&e, 0, sizeof e);
    (void)bench_event(b, card, &e);
    return e;
}

unsigned bench_kind(const apenet_entry_t *e)
{
    return apenet_get(&e->what, APENET_ENTRY_KIND);
}

unsigned bench_status(const apenet_entry_t *e)
{
    return apenet_get(&e->what, APENET_ENTRY_STATUS);
}

unsigned bench_dead_process(void)
{
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    if (child < 0 || waitpid(child, NULL, 0) != child)
        abort();
    return (unsigned)child;
}

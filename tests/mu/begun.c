/* SPDX-License-Identifier: BSD-3-Clause */
/* A message whose descriptor has been fetched finishes, even if its FIFO is deactivated, initialised anew
 * or deallocated; new contents of the FIFO start afresh. */
#include <sys/mman.h>
#include <unistd.h>

#include "mu_support.h"

enum {
    TINY = BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES, /* space for one packet */
    PACKETS = 5,
    BYTES = PACKETS * 512,
    PUT = 3000,
    SLOTS = 16
};

/* Event of the FIFO while its first message waits for space. */
typedef enum { DISABLED, INITIALISED, SAME_PLACE, DEALLOCATED, WAYS } way_t;

static way_t way;

typedef struct inbox {
    uint64_t packets, bytes;
} inbox_t;

static void arrive(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    inbox_t *in = argument;
    CHECK_EQUAL(bytes, 32 + 512);
    CHECK_EQUAL(mu_put_offset(h), in->bytes);
    CHECK_EQUAL(mu_same(h + 1, 512, 7, in->bytes), 512);
    in->packets++;
    in->bytes += 512;
}

/* Initialises the FIFO again in different memory. */
static void initialise(mu_inj_t *inj, mu_memory_t memory)
{
    Kernel_MemoryRegion_t region;
    CHECK_EQUAL(Kernel_CreateMemoryRegion(&region, memory.va, memory.bytes), 0);
    CHECK_EQUAL(Kernel_InjFifoInit(&inj->group, inj->id, &region,
                                   (uint64_t)memory.va - (uint64_t)region.BaseVa, memory.bytes - 1),
                0);
    inj->memory = memory;
    inj->fifo = MUSPI_IdToInjFifo((int)inj->id, &inj->group);
}

static void disturb(mu_rank_t *me, mu_inj_t *inj)
{
    Kernel_InjFifoAttributes_t attributes = {.RemoteGet = 0};
    mu_activate(inj, false);
    switch (way) {
    case DISABLED:
        break;
    case DEALLOCATED:
        CHECK_EQUAL(Kernel_DeallocateInjFifos(&inj->group, 1, &inj->id), 0);
        CHECK_EQUAL(Kernel_AllocateInjFifos(inj->global / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, &inj->group, 1,
                                            &inj->id, &attributes),
                    0);
        initialise(inj, mu_memory(me, SLOTS * 64));
        break;
    default:
        initialise(inj, way == SAME_PLACE ? inj->memory : mu_memory(me, SLOTS * 64));
    }
    mu_activate(inj, true);
}

static void send_first(mu_rank_t *me, mu_kit_t *kit, mu_inj_t *inj)
{
    mu_send(me, inj,
            (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                           .to = 1,
                           .pa = kit->source.pa,
                           .bytes = BYTES,
                           .rec_fifo = mu_rec_id(me, 0, 0)});
}

static void await_first_packet(mu_kit_t *kit)
{
    MU_WAIT(MUSPI_getHwTail(&kit->rec->fifo->_fifo) != MUSPI_getHwHead(&kit->rec->fifo->_fifo));
}

static void send_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, TINY, 8192);
    inbox_t in = {0};
    mu_fill(kit.source.va, 8192, 7, 0);
    mu_barrier(me);
    if (me->node == 0) {
        mu_inj_t *inj = mu_inj(me, SLOTS, 0);
        uint64_t before = way == DISABLED;
        send_first(me, &kit, inj);
        mu_barrier(me); /* the first packet has arrived, the rest waits */
        disturb(me, inj);
        mu_send(me, inj, mu_put(me, &kit, 1, 0, 0, PUT, 0));
        mu_barrier(me);
        mu_wait_sent(inj, before + 1);
        CHECK_EQUAL(MUSPI_getHwHead(&inj->fifo->_fifo), inj->memory.pa + (before + 1) * 64);
        CHECK_EQUAL(MUSPI_getHwFreeSpace(inj->fifo), SLOTS - 1);
    } else {
        await_first_packet(&kit);
        mu_barrier(me);
        mu_barrier(me);
        MU_WAIT((mu_meanwhile(kit.rec, arrive, &in), in.packets == PACKETS));
        mu_wait_counter(&kit.counter[0], -(uint64_t)PUT);
        CHECK_EQUAL(mu_same(kit.window.va, PUT, 7, 0), PUT);
        CHECK(mu_all(kit.window.va + PUT, 64, 0));
    }
    mu_barrier(me);
}

static void a_message_outlives_its_fifo(void)
{
    for (way = 0; way < WAYS; way++)
        mu_run(MU_NODES(2, 1, 1, 1, 1), send_body);
}

/* Allocates a FIFO in a separate page. */
static mu_inj_t *inj_in_page(mu_rank_t *me)
{
    mu_inj_t *inj = mu_inj(me, SLOTS, MU_INACTIVE);
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    mu_memory_t memory = mu_memory(me, 2 * page);
    uint64_t skipped = -(uint64_t)(uintptr_t)memory.va & (page - 1);
    initialise(inj, (mu_memory_t){memory.va + skipped, memory.pa + skipped, SLOTS * 64});
    mu_activate(inj, true);
    return inj;
}

static void set_access(const mu_inj_t *inj, int access)
{
    CHECK_EQUAL(mprotect(inj->memory.va, (size_t)sysconf(_SC_PAGESIZE), access), 0);
}

/* The memory of a deactivated FIFO may be unmapped before the active message ends. */
static void unmapped_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, TINY, 8192);
    inbox_t in = {0};
    mu_inj_t *inj = inj_in_page(me);
    mu_fill(kit.source.va, 8192, 7, 0);
    mu_barrier(me);
    if (me->node == 0)
        send_first(me, &kit, inj);
    else
        await_first_packet(&kit);
    mu_barrier(me);
    if (me->node == 0) {
        mu_activate(inj, false);
        set_access(inj, PROT_NONE);
    }
    mu_barrier(me);
    if (me->node == 1)
        MU_WAIT((mu_meanwhile(kit.rec, arrive, &in), in.packets == PACKETS));
    mu_barrier(me);
    if (me->node == 0) {
        mu_send(me, kit.inj, mu_put(me, &kit, 1, 0, 0, PUT, 0));
        mu_wait_sent(kit.inj, 1);
        set_access(inj, PROT_READ | PROT_WRITE);
    } else {
        mu_wait_counter(&kit.counter[0], -(uint64_t)PUT);
    }
}

static void a_message_outlives_the_memory_of_its_fifo(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), unmapped_body);
}

/* Same as unmapped_body(), with a contribution that waits for the remaining nodes. */
static void reduce_body(mu_rank_t *me)
{
    enum { WORDS = 256, LENGTH = WORDS * 8 };
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    mu_inj_t *inj = mu_inj(me, SLOTS, 0);
    mu_box_t world = mu_world(me);
    mu_collective_route(me, 1, &world);
    mu_message_t m = {.type = MUHWI_PACKET_TYPE_PUT,
                      .pa = kit.source.pa,
                      .bytes = LENGTH,
                      .word = 8,
                      .op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD,
                      .route = 1,
                      .collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE,
                      .payload_bat = mu_bat_id(me, 0, MU_WINDOW),
                      .counter_bat = mu_bat_id(me, 0, MU_COUNTERS),
                      .counter_offset = mu_counter(0)};
    for (uint64_t i = 0; i < WORDS; i++)
        ((uint64_t *)kit.source.va)[i] = i * (me->node + 1);
    mu_barrier(me);
    if (me->node == 0) {
        mu_send(me, inj, m);
        disturb(me, inj);
        mu_send(me, inj, mu_put(me, &kit, 1, 0, LENGTH, PUT, 1));
        mu_barrier(me);
        mu_wait_counter(&kit.counter[0], -(uint64_t)LENGTH);
        mu_wait_sent(inj, (way == DISABLED) + 1);
    } else {
        mu_barrier(me);
        mu_send(me, inj, m);
        mu_wait_counter(&kit.counter[0], -(uint64_t)LENGTH);
        mu_wait_counter(&kit.counter[1], -(uint64_t)PUT);
    }
    for (uint64_t i = 0; i < WORDS; i++)
        CHECK_EQUAL(((uint64_t *)kit.window.va)[i], 3 * i);
    mu_barrier(me);
}

static void a_contribution_outlives_its_fifo(void)
{
    for (way = 0; way < WAYS; way++)
        mu_run(MU_NODES(2, 1, 1, 1, 1), reduce_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a message outlives its FIFO", a_message_outlives_its_fifo},
        {"a message outlives the memory of its FIFO", a_message_outlives_the_memory_of_its_fifo},
        {"a contribution outlives its FIFO", a_contribution_outlives_its_fifo},
        {NULL, NULL},
    };
    return emuq_test_main("a message that has begun", tests);
}

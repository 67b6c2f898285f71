/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages like earlier messages, and changes in between: puts, and registers of the injection FIFO.
 * Cached state of earlier messages must stay invisible. */
#include <spi/include/upci/events.h>
#include <spi/include/upci/upc_io.h>

#include "backends/address_space.h"
#include "error_cases.h"
#include "hwi/include/common/emuq_mmio.h"
#include "refusals.h"

enum { KNOWN = 3 }; /* messages after which a route is cached */

static uint32_t other(const mu_rank_t *me)
{
    return me->nodes - 1 - me->node;
}

/* Stores to a register by the SPI, or by code of the program without a doorbell. */
static void store(volatile uint64_t *reg, uint64_t value, bool raw)
{
    if (raw)
        __atomic_store_n(reg, value, __ATOMIC_RELEASE);
    else
        emuq_mmio_store(reg, value);
}

/* ---- Base addresses ---- */

enum { PLACES = 8, PLACE = 2048 };

static void move(mu_rank_t *me, uint32_t entry, uint64_t base, bool raw)
{
    if (raw)
        store(&me->bat.hw_bat[entry], base, true);
    else
        mu_bat(me, entry, base);
}

static void moved_body(mu_rank_t *me)
{
    enum { ROUNDS = 120 };
    mu_kit_t kit = mu_kit(me, 4096, PLACES * PLACE);
    mu_memory_t wanted = mu_memory(me, kit.window.bytes);
    uint64_t total[PLACES] = {0}, random = 5; /* the same on all nodes */
    uint32_t group = 0;
    for (uint32_t round = 0; round < MU_ROUNDS(ROUNDS); round++) {
        uint32_t place = mu_random(&random) % PLACES;
        uint64_t offset = mu_random(&random) % 512, bytes = 1 + mu_random(&random) % 1000;
        uint32_t which = mu_random(&random) % 4; /* entry of the target, of the counter, both, or none */
        move(me, MU_WINDOW, kit.window.pa + place * PLACE, round & 1);
        if (which != 0)
            group = mu_random(&random) % PLACES;
        move(me, MU_COUNTERS, kit.counters.pa + group * 64, round & 2);
        mu_fill(kit.source.va, bytes, round * 2 + me->node, 0);
        mu_barrier(me);
        for (int i = 0; i < KNOWN; i++)
            mu_send(me, kit.inj, mu_put(me, &kit, other(me), 0, offset, bytes, 0));
        total[group] -= KNOWN * bytes;
        mu_wait_counter(&kit.counter[group * 8], total[group]);
        mu_barrier(me);
        mu_fill(wanted.va + place * PLACE + offset, bytes, round * 2 + other(me), 0);
        CHECK(memcmp(kit.window.va, wanted.va, wanted.bytes) == 0);
        for (uint32_t i = 0; i < PLACES * 8; i++)
            CHECK_EQUAL(in64((uint64_t *)kit.counters.va + i), i % 8 == 0 ? total[i / 8] : 0);
    }
}

static void table_entries_move(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), moved_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), moved_body);
}

/* ---- Sizes, counters, targets ---- */

enum { COUNTERS = 5 };

static uint64_t size_of(uint32_t i)
{
    static const uint64_t large[] = {4096, 4097, (256 << 10) - 1, 256 << 10, (256 << 10) + 1};
    return i < 513 ? i + 1 : large[i - 513];
}

static void sizes_body(mu_rank_t *me)
{
    enum { SIZES = 513 + 5, LAST = 700 };
    mu_kit_t kit = mu_kit(me, 4096, 1 << 20);
    mu_memory_t wanted = mu_memory(me, kit.window.bytes);
    uint64_t total[COUNTERS] = {0}, at = 0;
    mu_board[me->node] = kit.window.pa;
    mu_fill(kit.source.va, kit.source.bytes, me->node, 0);
    mu_fill(wanted.va, wanted.bytes, other(me), 0);
    mu_barrier(me);
    for (uint32_t i = 0; i <= SIZES; i++) {
        uint64_t bytes = i < SIZES ? size_of(i) : LAST;
        uint32_t counter = i / 3 % COUNTERS, gap = 1 + i % 7;
        if (i == SIZES) { /* up to the end of the window */
            memset(wanted.va + at, 0, wanted.bytes - LAST - at);
            at = kit.window.bytes - LAST;
        }
        mu_message_t m = mu_put(me, &kit, other(me), at, at, bytes, counter);
        if (i / 7 % 2 != 0)
            m.counter_offset = mu_atomic(counter * 8, MUHWI_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO);
        if (i % 4 == 0) { /* all 37 bits of the offset; the heap of a single process per node is lower */
            m.payload_bat = mu_bat_id(me, 0, MU_ZERO);
            m.put_offset += mu_board[other(me)];
            CHECK(m.put_offset >> 32 != 0 || mu_in_processes());
        }
        mu_send(me, kit.inj, m);
        total[counter] -= bytes;
        at += bytes;
        if (i < SIZES)
            memset(wanted.va + at, 0, gap);
        at += gap;
    }
    for (int c = 0; c < COUNTERS; c++)
        mu_wait_counter(&kit.counter[c], total[c]);
    CHECK(memcmp(kit.window.va, wanted.va, wanted.bytes) == 0);
}

static void sizes_and_counters_alternate(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), sizes_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), sizes_body);
}

/* Before, behind and across the end of a cached range. */
static void border_body(mu_rank_t *me)
{
    enum { AROUND = 4096, ROUNDS = 100, CHOICES = 6 };
    static const int64_t from[CHOICES] = {-100, 0, -50, -64, 0, -1};
    static const int64_t to[CHOICES] = {-100, 0, -50, 0, -64, -1};
    static const uint64_t length[CHOICES] = {100, 64, 100, 64, 64, 2};
    const uint64_t granule = EMUQ_GRANULE_BYTES;
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    void *block = NULL;
    Kernel_MemoryRegion_t region;
    if (!CHECK_EQUAL(posix_memalign(&block, 4096, 3 * granule + AROUND), 0) ||
        !CHECK_EQUAL(Kernel_CreateMemoryRegion(&region, block, 3 * granule + AROUND), 0))
        return;
    uint64_t pa = (uint64_t)region.BasePa + ((uint64_t)block - (uint64_t)region.BaseVa);
    uint64_t border = ((pa + AROUND + granule - 1) & ~(granule - 1)) - pa;
    char *source = (char *)block + border, *window = source + granule, wanted[2 * AROUND];
    mu_board[me->node] = pa + border + granule;
    memset(window - AROUND, 0, 2 * AROUND);
    memset(wanted, 0, sizeof wanted);
    mu_barrier(me);
    uint64_t total = 0, random = 9;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t i = mu_random(&random) % CHOICES;
        mu_fill(source - AROUND, 2 * AROUND, round * 2 + me->node, 0);
        mu_barrier(me);
        mu_message_t m = mu_put(me, &kit, other(me), 0, 0, length[i], 0);
        m.pa = pa + border + (uint64_t)from[i];
        m.payload_bat = mu_bat_id(me, 0, MU_ZERO);
        m.put_offset = mu_board[other(me)] + (uint64_t)to[i];
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
        mu_wait_counter(&kit.counter[0], total -= length[i]);
        mu_fill(wanted + AROUND + to[i], length[i], round * 2 + other(me), (size_t)(AROUND + from[i]));
        CHECK(memcmp(window - AROUND, wanted, sizeof wanted) == 0);
        mu_barrier(me);
    }
    free(block);
}

static void windows_have_ends(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), border_body);
}

/* ---- Entries without an owner ---- */

enum { ENTRY = 5, BYTES = 100 };

/* Deallocates the entry and restores its base address, so that only the owner differs. */
static void take_away(MUSPI_BaseAddressTableSubGroup_t *bat, uint64_t base)
{
    uint32_t id = ENTRY;
    CHECK_EQUAL(Kernel_DeallocateBaseAddressTable(bat, 1, &id), 0);
    store(&bat->hw_bat[ENTRY], base, true);
}

/* Allocates the entry again, at another address. */
static void give_back(MUSPI_BaseAddressTableSubGroup_t *bat, uint32_t subgroup, uint64_t base)
{
    uint32_t id = ENTRY;
    store(&bat->hw_bat[ENTRY], UINT64_C(0x1fffffffff), true);
    CHECK_EQUAL(Kernel_AllocateBaseAddressTable(subgroup, bat, 1, &id, 0), 0);
    CHECK_EQUAL(MUSPI_SetBaseAddress(bat, ENTRY, base), 0);
}

/* @p alone: the only entry of its subgroup. @p role: 0 target, 1 counter. */
static void deallocate(mu_rank_t *me, mu_kit_t *kit, bool alone, int role, uint32_t reports)
{
    MUSPI_BaseAddressTableSubGroup_t bat;
    uint32_t subgroup = me->subgroup + alone, id = ENTRY, far = 1024, lost = mu_flies();
    uint64_t base = role == 0 ? kit->window.pa : kit->counters.pa;
    if (me->node == 1) {
        CHECK_EQUAL(Kernel_AllocateBaseAddressTable(subgroup, &bat, 1, &id, 0), 0);
        CHECK_EQUAL(MUSPI_SetBaseAddress(&bat, ENTRY, base), 0);
    }
    memset(kit->window.va, 0, kit->window.bytes);
    memset(kit->counters.va, 0, kit->counters.bytes);
    mu_barrier(me);

    mu_message_t m = mu_put(me, kit, 1, 0, 0, BYTES, 0);
    *(role == 0 ? &m.payload_bat : &m.counter_bat) = (uint16_t)(subgroup * 8 + ENTRY);
    uint64_t last = 0;
    for (int i = 0; me->node == 0 && i < KNOWN; i++)
        mu_wait_sent(kit->inj, last = mu_send(me, kit->inj, m));
    mu_barrier(me);
    if (me->node == 1) {
        mu_wait_counter((uint64_t *)kit->counters.va, -(uint64_t)KNOWN * BYTES);
        memset(kit->window.va, 0, kit->window.bytes);
        take_away(&bat, base);
    }
    mu_barrier(me);
    if (me->node == 0) {
        mu_send(me, kit->inj, m);
        CHECK(refusals_are(reports));
        CHECK_EQUAL(MUSPI_getHwDescCount(kit->inj->fifo), last + lost); /* or complete */
    }
    mu_barrier(me);
    if (me->node == 1) {
        CHECK(mu_all(kit->window.va, kit->window.bytes, 0));
        CHECK_EQUAL(in64((uint64_t *)kit->counters.va), -(uint64_t)KNOWN * BYTES);
        give_back(&bat, subgroup, base + far);
    }
    mu_barrier(me);
    if (me->node == 0) {
        mu_activate(kit->inj, true); /* retries the message, unless complete */
        mu_wait_sent(kit->inj, mu_send(me, kit->inj, m));
    }
    mu_barrier(me);
    if (me->node == 1) {
        mu_wait_counter((uint64_t *)(kit->counters.va + (role == 0 ? 0 : far)),
                        -(uint64_t)(2 - lost + (role == 0 ? KNOWN : 0)) * BYTES);
        CHECK_EQUAL(mu_same(kit->window.va + (role == 0 ? far : 0), BYTES, 3, 0), BYTES);
        CHECK_EQUAL(Kernel_DeallocateBaseAddressTable(&bat, 1, &id), 0);
    }
    mu_barrier(me);
}

static bool is_alone; /* the entry is the only one of its subgroup */

static void deallocated_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_fill(kit.source.va, BYTES, 3, 0);
    uint32_t reports = 0, id = ENTRY;
    if (me->node == 1)
        CHECK_EQUAL(Kernel_DeallocateBaseAddressTable(&me->bat, 1, &id), 0);
    for (int role = 0; role < 2; role++)
        deallocate(me, &kit, is_alone, role, ++reports);
}

static void entries_without_an_owner(void)
{
    for (int alone = 0; alone < 2; alone++) {
        is_alone = alone;
        mu_run_refused(MU_NODES(1, 1, 1, 1, 2), deallocated_body, 2, "has been deallocated");
    }
}

static void deallocated_fifo_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    uint32_t id = kit.rec->id;
    mu_barrier(me);
    if (me->node == 1)
        CHECK_EQUAL(Kernel_DeallocateRecFifos(&kit.rec->group, 1, &id), 0);
    mu_barrier(me);
    if (me->node == 0) {
        mu_send(me, kit.inj,
                (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                               .to = 1,
                               .pa = kit.source.pa,
                               .bytes = 64,
                               .rec_fifo = mu_rec_id(me, 0, 0)});
        CHECK(refusals_are(1));
    }
    mu_barrier(me);
}

static void a_fifo_without_an_owner(void)
{
    mu_run_refused(MU_NODES(1, 1, 1, 1, 2), deallocated_fifo_body, 1, "of node 1 has been deallocated");
}

static void deallocated_rget_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj_t *answer = mu_inj(me, 16, MU_REMOTE_GET);
    uint32_t id = answer->id;
    mu_barrier(me);
    if (me->node == 1) {
        CHECK_EQUAL(Kernel_DeallocateInjFifos(&answer->group, 1, &id), 0);
        me->injs = answer->next; /* not stopped at the end */
    }
    mu_barrier(me);
    if (me->node == 0) {
        mu_send(me, kit.inj,
                (mu_message_t){.type = MUHWI_PACKET_TYPE_GET,
                               .to = 1,
                               .pa = kit.source.pa,
                               .bytes = 64,
                               .get_fifo = (uint16_t)answer->global});
        CHECK(refusals_are(1));
    }
    mu_barrier(me);
}

static void a_remote_get_fifo_without_an_owner(void)
{
    mu_run_refused(MU_NODES(1, 1, 1, 1, 2), deallocated_rget_body, 1, "of node 1 has been deallocated");
}

/* ---- Bad messages among good ones ---- */

static void ignore(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
}

enum { LOST = 0 }; /* on the board: messages rejected after completion of their descriptors */

/* The bad message is rejected; corrected in its slot, the message is sent. */
static void spoil(mu_rank_t *me, mu_kit_t *kit, uint32_t number, uint32_t reports)
{
    mu_message_t put = mu_put(me, kit, 1, 0, 0, BYTES, 0), packet = {.type = MUHWI_PACKET_TYPE_FIFO,
                                                                     .to = 1,
                                                                     .pa = kit->source.pa,
                                                                     .bytes = BYTES,
                                                                     .rec_fifo = mu_rec_id(me, 0, 0)};
    uint64_t last = 0;
    if (me->node == 0) {
        for (int i = 0; i < KNOWN; i++) {
            mu_send(me, kit->inj, put);
            mu_wait_sent(kit->inj, last = mu_send(me, kit->inj, packet));
        }
        MUHWI_Descriptor_t d = mu_describe(me, put), good = d;
        MUHWI_Descriptor_t *slot = (MUHWI_Descriptor_t *)kit->inj->memory.va + last % 64;
        error_cases[number].spoil(&d, me, kit);
        mu_inject(kit->inj, &d);
        mu_inject(kit->inj, &good); /* behind the bad message */
        if (!CHECK(refusals_are(reports)))
            fprintf(stderr, "in the case: %s\n", error_cases[number].name);
        /* A message in flight was complete before its rejection, and the good message may be complete,
         * too. */
        uint64_t done = MUSPI_getHwDescCount(kit->inj->fifo) - last;
        CHECK(done <= (mu_flies() ? 2 : 0));
        mu_board[LOST] += done != 0; /* a corrected message is not sent again */
        *slot = good;
        mu_activate(kit->inj, true);
        mu_wait_sent(kit->inj, last + 2);
    } else if (me->node == 1) {
        mu_receive(kit->rec, KNOWN, ignore, NULL);
    }
    mu_barrier(me);
}

static void spoilt_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj(me, 16, 0); /* the cases use fixed numbers of FIFOs */
    mu_inj_t *answer = mu_inj(me, 16, MU_REMOTE_GET);
    mu_box_t world = mu_world(me);
    mu_collective_route(me, ERROR_ROUTE, &world);
    mu_bat(me, ERROR_FLAGGED, kit.counters.pa | MUHWI_ATOMIC_ADDRESS_INDICATOR);
    UPC_IO_Clear(0);
    UPC_IO_Start(0);
    if (me->node == 0)
        mu_board[LOST] = 0;
    mu_barrier(me);
    uint32_t reports = 0;
    for (uint32_t i = 0; i < error_case_count; i++)
        if (error_cases[i].spoil != NULL)
            spoil(me, &kit, i, ++reports);
    mu_barrier(me);
    const uint64_t puts = reports * (KNOWN + 2) - mu_board[LOST], sent = puts + reports * KNOWN;
    mu_wait_counter((uint64_t *)kit.counters.va, me->node == 1 ? -puts * BYTES : 0);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_MSG_INJ), me->node == 0 ? sent : 0);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_PKT_INJ), me->node == 0 ? sent : 0);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_PUT_PKT_RCV), me->node == 1 ? puts : 0);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_FIFO_PKT_RCV), me->node == 1 ? reports * KNOWN : 0);
    for (int i = 1; i < 512; i++)
        CHECK_EQUAL(in64((uint64_t *)kit.counters.va + i), 0);
    CHECK(mu_all(kit.window.va, kit.window.bytes, 0));
    CHECK_EQUAL(MUSPI_getHwFreeSpace(answer->fifo), 15);
    CHECK(mu_poll(kit.rec, ignore, NULL) == 0);
}

static void bad_messages_among_good_ones(void)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < error_case_count; i++)
        count += error_cases[i].spoil != NULL;
    mu_run_refused(MU_NODES(2, 1, 1, 1, 2), spoilt_body, count, "payload 0x1000 of 100 bytes");
}

/* ---- Registers of the injection FIFO ---- */

/* Slots of one memory; overlapping rings make a stale start look valid. */
typedef struct ring {
    uint32_t start, slots;
} ring_t;

static uint64_t bytes_in_slot(uint32_t slot)
{
    return 10 + 3 * slot;
}

static void switch_fifo(mu_inj_t *inj, bool on, bool raw)
{
    volatile uint64_t *reg = on ? &inj->group.groupStatus->enable : &inj->group.groupStatus->disable;
    store(reg, UINT64_C(1) << (31 - inj->global % 32), raw);
}

static uint64_t slot_pa(const mu_inj_t *inj, const ring_t *ring, uint32_t slot)
{
    return inj->memory.pa + (ring->start + slot % ring->slots) * 64;
}

/* Rewrites the messages of slots [first, first + count) of a ring, while the FIFO is disabled. */
static void rewrite(mu_inj_t *inj, const ring_t *ring, uint32_t first, uint32_t count, bool raw)
{
    volatile MUHWI_Fifo_t *hw = inj->fifo->_fifo.hwfifo;
    store(&hw->pa_start, slot_pa(inj, ring, 0), raw);
    store(&hw->size_1, ring->slots * 64 - 1, raw);
    store(&hw->pa_head, slot_pa(inj, ring, first), raw);
    store(&hw->pa_tail, slot_pa(inj, ring, first + count), raw);
    store(&inj->fifo->hw_injfifo->descCount, 0, raw);
}

static void registers_body(mu_rank_t *me)
{
    enum { ROUNDS = 200, SLOTS = 24 };
    static const ring_t rings[] = {{0, 16}, {8, 16}, {4, 20}, {0, 24}};
    mu_kit_t kit = mu_kit(me, 4096, 16384);
    mu_inj_t *inj = mu_inj(me, SLOTS, 0);
    volatile MUHWI_Fifo_t *hw = inj->fifo->_fifo.hwfifo;
    MUHWI_Descriptor_t *d = (MUHWI_Descriptor_t *)inj->memory.va;
    uint64_t total = 0, random = 4; /* the same on both nodes */
    for (uint32_t i = 0; i < SLOTS; i++)
        d[i] = mu_describe(me, mu_put(me, &kit, other(me), 0, i * 128, bytes_in_slot(i), 1));
    for (uint32_t round = 0; round < MU_ROUNDS(ROUNDS); round++) {
        const ring_t *ring = &rings[mu_random(&random) % 4];
        uint32_t first = mu_random(&random) % ring->slots, count = 1 + mu_random(&random) % (ring->slots - 1);
        uint32_t more = mu_random(&random) % ring->slots, raw = (uint32_t)mu_random(&random);
        switch_fifo(inj, false, raw & 1);
        rewrite(inj, ring, first, count, raw & 2);
        CHECK_EQUAL(MUSPI_getHwDescCount(inj->fifo), 0);
        mu_barrier(me);
        CHECK_EQUAL(in64((uint64_t *)kit.counters.va + 1), total);
        mu_barrier(me);
        MU_WAIT(emuq_mmio_load(&inj->group.groupStatus->disable) == 0);
        switch_fifo(inj, true, raw & 4);
        MU_WAIT(MUSPI_getHwDescCount(inj->fifo) == count);
        CHECK_EQUAL(emuq_mmio_load(&hw->pa_head), slot_pa(inj, ring, first + count));
        CHECK_EQUAL(MUSPI_getHwFreeSpace(inj->fifo), ring->slots - 1);
        /* enabled and empty: one more message of that kind */
        store(&hw->pa_tail, slot_pa(inj, ring, first + count + more), false);
        MU_WAIT(MUSPI_getHwDescCount(inj->fifo) == count + more);
        CHECK_EQUAL(MUSPI_getHwFreeSpace(inj->fifo), ring->slots - 1);
        for (uint32_t i = first; i < first + count + more; i++)
            total -= bytes_in_slot(ring->start + i % ring->slots);
        mu_wait_counter(&kit.counter[1], total);
    }
    mu_barrier(me);
}

static void registers_are_rewritten(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), registers_body);
    mu_run(MU_NODES(1, 1, 1, 1, 2), registers_body);
}

/* ---- Resources with a new owner ---- */

static bool is(const mu_rank_t *me, uint32_t node, uint32_t t)
{
    return me->node == node && me->t == t;
}

/* Puts like earlier puts into entries that process 1 owns now: data and counts arrive in its memory. */
static void entries_pass_on(mu_rank_t *me, mu_kit_t *kit)
{
    uint32_t id[2] = {ENTRY, ENTRY + 1};
    mu_message_t m = mu_put(me, kit, 1, 0, 0, BYTES, 3);
    m.payload_bat = mu_bat_id(me, 0, ENTRY);
    m.counter_bat = mu_bat_id(me, 0, ENTRY + 1);
    for (uint32_t t = 0; t < 2; t++) {
        if (is(me, 1, t)) {
            MUSPI_BaseAddressTableSubGroup_t again, *bat = t == 0 ? &me->bat : &again;
            if (t == 1)
                CHECK_EQUAL(Kernel_AllocateBaseAddressTable(0, bat, 2, id, 0), 0);
            CHECK_EQUAL(MUSPI_SetBaseAddress(bat, ENTRY, kit->window.pa), 0);
            CHECK_EQUAL(MUSPI_SetBaseAddress(bat, ENTRY + 1, kit->counters.pa), 0);
        }
        mu_barrier(me);
        for (int i = 0; is(me, 0, 0) && i < KNOWN; i++)
            mu_wait_sent(kit->inj, mu_send(me, kit->inj, m));
        mu_barrier(me);
        if (me->node == 1 && me->t <= t)
            mu_wait_counter((uint64_t *)kit->counters.va + 3, -(uint64_t)KNOWN * BYTES);
        if (me->node == 1) {
            CHECK_EQUAL(in64((uint64_t *)kit->counters.va + 3), me->t <= t ? -(uint64_t)KNOWN * BYTES : 0);
            CHECK_EQUAL(mu_same(kit->window.va, BYTES, 30, 0), me->t == t ? BYTES : 0);
            memset(kit->window.va, 0, BYTES);
        }
        if (is(me, 1, 0) && t == 0)
            CHECK_EQUAL(Kernel_DeallocateBaseAddressTable(&me->bat, 2, id), 0);
        mu_barrier(me);
    }
}

static void one_packet(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    CHECK_EQUAL(mu_same(h + 1, BYTES, *(uint64_t *)argument, 0), BYTES);
    CHECK_EQUAL(bytes, 32 + 128);
}

/* Messages like earlier messages into a reception FIFO that process 1 owns now. */
static void reception_passes_on(mu_rank_t *me, mu_kit_t *kit)
{
    uint64_t seed = 30;
    Kernel_RecFifoAttributes_t attributes = {.System = 0};
    Kernel_MemoryRegion_t region;
    mu_memory_t memory = mu_memory(me, 4096);
    mu_rec_t rec = {.memory = memory};
    mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO, .to = 1, .pa = kit->source.pa, .bytes = BYTES};
    for (int i = 0; is(me, 0, 0) && i < KNOWN; i++)
        mu_wait_sent(kit->inj, mu_send(me, kit->inj, m));
    if (is(me, 1, 0)) {
        mu_receive(kit->rec, KNOWN, one_packet, &seed);
        CHECK_EQUAL(Kernel_DeallocateRecFifos(&kit->rec->group, 1, &kit->rec->id), 0);
        memset(kit->rec->memory.va, 0xee, kit->rec->memory.bytes);
    }
    mu_barrier(me);
    if (is(me, 1, 1)) {
        CHECK_EQUAL(Kernel_CreateMemoryRegion(&region, memory.va, memory.bytes), 0);
        CHECK_EQUAL(Kernel_AllocateRecFifos(0, &rec.group, 1, &rec.id, &attributes), 0);
        CHECK_EQUAL(
            Kernel_RecFifoInit(&rec.group, 0, &region, (uint64_t)memory.va - (uint64_t)region.BaseVa, 4095),
            0);
        rec.fifo = MUSPI_IdToRecFifo(0, &rec.group);
    }
    mu_barrier(me);
    for (int i = 0; is(me, 0, 0) && i < 2; i++)
        mu_wait_sent(kit->inj, mu_send(me, kit->inj, m));
    if (is(me, 1, 1))
        mu_receive(&rec, 2, one_packet, &seed);
    mu_barrier(me);
    if (is(me, 1, 0))
        CHECK(mu_all(kit->rec->memory.va, kit->rec->memory.bytes, 0xee));
}

/* Process 1 of node 0 owns the injection FIFO now, and sends from the same addresses in its memory. */
static void injection_passes_on(mu_rank_t *me, mu_kit_t *kit)
{
    Kernel_InjFifoAttributes_t attributes = {0, 0, 0};
    Kernel_MemoryRegion_t region;
    mu_memory_t memory = mu_memory(me, 64 * 64);
    mu_inj_t inj = {.memory = memory};
    mu_message_t m = mu_put(me, kit, 1, 0, 512, BYTES, 4);
    if (is(me, 0, 0)) {
        for (int i = 0; i < KNOWN; i++)
            mu_wait_sent(kit->inj, mu_send(me, kit->inj, m));
        mu_activate(kit->inj, false);
        CHECK_EQUAL(Kernel_DeallocateInjFifos(&kit->inj->group, 1, &kit->inj->id), 0);
    }
    if (is(me, 1, 0)) /* messages of two processes may overtake each other */
        mu_wait_counter(&kit->counter[4], -(uint64_t)KNOWN * BYTES);
    mu_barrier(me);
    if (is(me, 0, 1)) {
        CHECK_EQUAL(Kernel_CreateMemoryRegion(&region, memory.va, memory.bytes), 0);
        CHECK_EQUAL(Kernel_AllocateInjFifos(0, &inj.group, 1, &inj.id, &attributes), 0);
        CHECK_EQUAL(Kernel_InjFifoInit(&inj.group, 0, &region, (uint64_t)memory.va - (uint64_t)region.BaseVa,
                                       memory.bytes - 1),
                    0);
        inj.fifo = MUSPI_IdToInjFifo(0, &inj.group);
        mu_activate(&inj, true);
        mu_send(me, &inj, m);
    }
    if (is(me, 1, 0)) {
        mu_wait_counter(&kit->counter[4], -(uint64_t)(KNOWN + 1) * BYTES);
        CHECK_EQUAL(mu_same(kit->window.va + 512, BYTES, 31, 0), BYTES);
    }
    mu_barrier(me);
}

static void owners_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_fill(kit.source.va, BYTES, 30 + me->t, 0);
    entries_pass_on(me, &kit);
    reception_passes_on(me, &kit);
    injection_passes_on(me, &kit);
}

static void resources_get_other_owners(void)
{
    emuq_job_t job = MU_NODES(1, 1, 1, 1, 2);
    job.ppn = 2;
    mu_run(job, owners_body);
}

/* ---- Ranks that end ---- */

enum { LATE = 40 }; /* messages; more packets than fit */

static void send_late(mu_rank_t *me, mu_inj_t *inj, mu_message_t m)
{
    for (int i = 0; i < LATE; i++)
        mu_wait_sent(inj, mu_send(me, inj, m));
}

/* Rank 1 ends. The barrier is unusable afterwards, so its peer ends here too. */
static void ended_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj_t *second = mu_inj(me, 64, 0);
    mu_message_t put = mu_put(me, &kit, 1, 0, 0, BYTES, 0),
                 packet = {.type = MUHWI_PACKET_TYPE_FIFO, .to = 1, .pa = kit.source.pa, .bytes = BYTES};
    mu_barrier(me); /* no further change of the nodes */
    for (int i = 0; me->node == 0 && i < KNOWN; i++) {
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, put));
        mu_wait_sent(second, mu_send(me, second, packet));
    }
    mu_barrier(me);
    if (me->node == 0) {
        mu_dawdle(&(uint64_t){1}, 100000); /* rank 1 has probably ended */
        send_late(me, kit.inj, put);
        if (!emuq_test_left_out_on_device("packets for a rank that has ended: they fill its FIFO, and wait"))
            send_late(me, second, packet);
    }
    exit(0);
}

static void ranks_that_end(void)
{
    if (mu_in_processes()) /* a thread that calls exit() leaks its memory */
        mu_run((emuq_job_t)MU_NODES(1, 1, 1, 1, 2), ended_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"table entries move", table_entries_move},
        {"sizes and counters alternate", sizes_and_counters_alternate},
        {"windows have ends", windows_have_ends},
        {"entries without an owner", entries_without_an_owner},
        {"a reception FIFO without an owner", a_fifo_without_an_owner},
        {"a remote-get FIFO without an owner", a_remote_get_fifo_without_an_owner},
        {"bad messages among good ones", bad_messages_among_good_ones},
        {"registers are rewritten", registers_are_rewritten},
        {"resources get other owners", resources_get_other_owners},
        {"ranks that end", ranks_that_end},
        {NULL, NULL},
    };
    return emuq_test_main("known kinds: puts", tests);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* TX ring, CMD FIFO and registers of APEnet+ cards: arbitrary words are processed, a rejected descriptor is
 * reported, and memory outside the targets stays unchanged. The input is a sequence of steps of a faulty
 * driver. Only bus addresses and the contents of the source are chosen by the test: a card may read all
 * memory of its node and write to any registered page or physical address. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "fuzz.h"

#define PAGE    4096u
#define PAGES   4u
#define PIDS    2u
#define NOWHERE UINT64_C(0xfffffff000) /* unmapped bus address */
#define CLEAN   0x5a

/* The card reads `source`, writes to `area` within registered buffers and the sinks of gets, and anywhere in
 * `scratch`. */
static _Alignas(PAGE) unsigned char source[2 * PAGE], area[PAGES * PAGE], scratch[2 * PAGE];
static bool is_target[PAGES * PAGE];
static unsigned reports;

/* Events of the descriptors since the last count. */
typedef struct answers {
    unsigned own, errors;
} answers_t;

static void on_refusal(const apenet_rejection_t *refusal)
{
    FUZZ_CHECK(strstr(refusal->report, "software error") != NULL &&
               strstr(refusal->report, "what to do") != NULL);
    reports++;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    apenet_rejection_hook = on_refusal;
    return 0;
}

static uint32_t take_word(fuzz_input_t *input)
{
    uint32_t word;
    fuzz_take(input, &word, sizeof word);
    return word;
}

/* ---- memory ---- */

/* Marks bytes of the area as possible targets. */
static void may_write(uint64_t va, uint64_t bytes)
{
    for (uint64_t i = va - (uintptr_t)area; bytes > 0 && i < sizeof area; i++, bytes--)
        is_target[i] = true;
}

static void check_memory(void)
{
    for (unsigned i = 0; i < sizeof area; i++)
        FUZZ_CHECK(is_target[i] || area[i] == CLEAN);
}

/* Takes a virtual address in the area, or an arbitrary address. */
static uint64_t take_va(fuzz_input_t *input)
{
    uint32_t word = take_word(input);
    if (word % 4 == 0)
        return fuzz_number(input);
    return (uintptr_t)area + (word >> 8) % sizeof area;
}

/* Writes a get request to the source; its sink becomes a possible target. */
static void take_source(fuzz_input_t *input)
{
    apenet_get_request_t r;
    memset(&r, 0, sizeof r);
    uint64_t sink = take_va(input);
    r.bytes = take_word(input) % (2 * PAGE);
    r.table = (uint32_t)fuzz_byte(input) << 17;
    if (fuzz_byte(input) % 8 == 0)
        fuzz_take(input, &r, sizeof r);
    else
        apenet_set64(r.sink, sink);
    memcpy(source, &r, sizeof r);
    may_write(apenet_get64(r.sink), r.bytes);
}

/* ---- descriptors ---- */

/* Replaces addresses of a descriptor to avoid errors of AddressSanitizer in the card. */
static void tame(bench_t *b, apenet_descriptor_t *d)
{
    uint64_t bus = apenet_get64(d->cmd0), address = apenet_header_address(&d->header);
    if (bus < APENET_GPU_BUS)
        apenet_set64(d->cmd0, bus % 8 == 7 ? NOWHERE : bench_bus(b, source) + bus % PAGE / 64 * 32);
    if (apenet_get(d->header.w, APENET_HEADER_IS_PHYS) != 0 && address < APENET_GPU_BUS)
        apenet_set64(&d->header.w[2], address % 4 == 0 ? NOWHERE : bench_bus(b, scratch) + address % PAGE);
}

static apenet_descriptor_t take_descriptor(bench_t *b, fuzz_input_t *input, unsigned card)
{
    apenet_descriptor_t d;
    uint8_t kind = fuzz_byte(input), changes = fuzz_byte(input);
    apenet_rdma_cmd_t command = (apenet_rdma_cmd_t)(kind % 4);
    uint32_t bytes = command == APENET_CMD_GET ? sizeof(apenet_get_request_t) : 1 + take_word(input) % PAGE;
    uint64_t va = command == APENET_CMD_SEND ? 0 : take_va(input);
    d = bench_descriptor(b, card, kind / 4 % 2, kind / 8 % PIDS, command, source, bytes, va);
    if (changes % 16 == 15)
        fuzz_take(input, &d, sizeof d);
    for (; changes % 4 > 0; changes--) {
        uint8_t at = fuzz_byte(input);
        ((uint32_t *)&d)[at % (sizeof d / 4)] ^= UINT32_C(1) << fuzz_byte(input) % 32;
    }
    tame(b, &d);
    return d;
}

static void drain(bench_t *b, answers_t *a)
{
    apenet_entry_t e;
    for (unsigned card = 0; card < b->machine->devices; card++)
        while (bench_event(b, card, &e)) {
            FUZZ_CHECK(bench_kind(&e) >= APENET_EVENT_SENT && bench_kind(&e) <= APENET_EVENT_ERROR);
            FUZZ_CHECK(bench_status(&e) <= APENET_STATUS_HOST_DEAD);
            a->own += apenet_entry_is_own(&e) != 0;
            a->errors += apenet_entry_is_own(&e) != 0 && bench_kind(&e) == APENET_EVENT_ERROR;
        }
}

/* Posts a descriptor. Every descriptor completes. A rejected descriptor is reported and has an error event;
 * all other events are not errors. */
static void post(bench_t *b, fuzz_input_t *input, unsigned card)
{
    apenet_descriptor_t d = take_descriptor(b, input, card);
    answers_t a = {0, 0};
    apenet_counters_t before, after;
    unsigned reported = reports;
    apenet_device_counters(&b->machine->device[card], &before);
    FUZZ_CHECK(bench_post(b, card, &d));
    bench_ring(b, card);
    drain(b, &a);
    apenet_device_counters(&b->machine->device[card], &after);
    uint32_t pointers = apenet_reg_load(b->host[card].reg, APENET_REG_TX_RB_NEXT_PTR);
    FUZZ_CHECK(pointers >> 16 == (pointers & 0xffff));
    FUZZ_CHECK(after.rejected - before.rejected == reports - reported && reports - reported == a.errors);
    bool has_event = a.errors != 0 || apenet_get(d.header.w, APENET_HEADER_CMD) == APENET_CMD_GET ||
                     apenet_get(d.cmd1, APENET_CMD1_TAG) == APENET_COMP_EQ;
    FUZZ_CHECK(a.own == has_event);
}

/* ---- commands and registers ---- */

/* Fills the words of a page or buffer command. Pages of the area get their real bus address, all further
 * pages the address of the scratch. */
static void take_words(bench_t *b, fuzz_input_t *input, uint32_t op, apenet_command_t *c)
{
    uint64_t va = take_va(input);
    if (op == APENET_OP_BUFFER_ADD || op == APENET_OP_BUFFER_REMOVE) {
        fuzz_take(input, c->word3, sizeof c->word3);
        if (fuzz_byte(input) % 4 != 0)
            c->word3[0] %= 3 * PAGE, c->word3[1] %= 16;
        may_write(va, op == APENET_OP_BUFFER_ADD ? c->word3[0] : 0);
    } else if (op == APENET_OP_PAGE_ADD) {
        bool is_in_area = va - (uintptr_t)area < sizeof area;
        uint8_t kind = fuzz_byte(input);
        va &= kind % 8 != 0 ? ~(uint64_t)(PAGE - 1) : ~UINT64_C(0);
        apenet_set64(c->word3, kind % 8 == 1 ? NOWHERE
                               : is_in_area  ? bench_bus(b, (void *)(va & ~(uint64_t)(PAGE - 1)))
                                             : bench_bus(b, scratch));
        c->word3[2] = kind % 8 == 2;
    }
    apenet_set64(c->va, va);
}

static void command(bench_t *b, fuzz_input_t *input, unsigned card)
{
    apenet_command_t c;
    memset(&c, 0, sizeof c);
    c.header = take_word(input);
    uint32_t op = fuzz_byte(input) % 16 != 0 ? apenet_get(&c.header, APENET_COMMAND_OP) % 7 : 255;
    apenet_set(&c.header, APENET_COMMAND_OP, op);
    take_words(b, input, op, &c);
    for (unsigned i = 0; i < sizeof c / 4; i++)
        apenet_reg_store(b->host[card].reg, APENET_REG_CMD_FIFO + i, ((const uint32_t *)&c)[i]);
    uint32_t result = apenet_reg_load(b->host[card].reg, APENET_REG_CMD_RESULT);
    FUZZ_CHECK((result & 0xffff) == apenet_get(&c.header, APENET_COMMAND_SERIAL));
    FUZZ_CHECK(result >> 16 <= APENET_STATUS_HOST_DEAD);
}

/* Stores to any register except the addresses and sizes of rings and queues. */
static void store(bench_t *b, fuzz_input_t *input, unsigned card)
{
    answers_t a = {0, 0};
    bench_host_t *h = &b->host[card];
    uint32_t n = take_word(input) % APENET_REGISTERS, value = take_word(input);
    if (n >= APENET_REG_TX_RB_ADDR_HI && n <= APENET_REG_EQ_SIZE && n != APENET_REG_TX_RB_NEXT_PTR)
        return;
    if (n >= APENET_REG_CMD_FIFO && n < APENET_REG_CMD_STATUS) /* see command() */
        return;
    apenet_reg_store(h->reg, n, value);
    drain(b, &a); /* a new pointer may send old descriptors again */
    h->fill = apenet_reg_load(h->reg, APENET_REG_TX_RB_NEXT_PTR) >> 16;
}

/* Sets up the same memory again, with a different size. */
static void set_again(bench_t *b, fuzz_input_t *input, unsigned card)
{
    bench_host_t *h = &b->host[card];
    uint8_t sizes = fuzz_byte(input);
    h->ring_size = 2 + sizes % (BENCH_RING - 1);
    h->queue_size = 2 + sizes / 8 % (BENCH_QUEUE - 1);
    h->fill = h->read = 0;
    h->phase = 1;
    memset(h->queue, 0, h->queue_size * sizeof *h->queue);
    uint64_t ring = bench_bus(b, h->ring), queue = bench_bus(b, h->queue);
    apenet_reg_store(h->reg, APENET_REG_TX_RB_SIZE, h->ring_size);
    apenet_reg_store(h->reg, APENET_REG_TX_RB_ADDR_LOW, (uint32_t)ring);
    apenet_reg_store(h->reg, APENET_REG_EQ_SIZE, h->queue_size);
    apenet_reg_store(h->reg, APENET_REG_EQ_ADDR_LOW, (uint32_t)queue);
}

static void step(bench_t *b, fuzz_input_t *input)
{
    uint8_t what = fuzz_byte(input);
    unsigned card = what >> 7;
    switch (what % 8) {
    case 0:
        command(b, input, card);
        break;
    case 1:
        take_source(input);
        break;
    case 2:
        store(b, input, card);
        break;
    case 3:
        set_again(b, input, card);
        break;
    default:
        post(b, input, card);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input_t input = {data, size};
    bench_t b;
    memset(area, CLEAN, sizeof area);
    memset(is_target, 0, sizeof is_target);
    memset(source, 1, sizeof source);
    bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}, .pids = PIDS, .gpus = 1, .drops = true});
    /* Starts and ends in pages known to the card. */
    bench_register(&b, 1, 0, area + PAGE + 16, PAGE, APENET_BUFFER_GET, 1);
    may_write((uintptr_t)area + PAGE + 16, PAGE);
    while (input.size > 0) {
        step(&b, &input);
        check_memory();
    }
    bench_close(&b);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The software side of injection FIFOs against the real machine's: scripts of calls. */
#include <mu/InjFifo.h>

#include "emuq_test.h"
#include "golden.h"

#define MAX_SLOTS 1024
#define SLOT      BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES

/** A FIFO, its memory and its registers. */
typedef struct fixture {
    MUSPI_InjFifo_t fifo;
    MUHWI_Fifo_t hw;
    MUHWI_InjFifo_t counters;
    uint64_t slots;
    char memory[MAX_SLOTS * SLOT] __attribute__((aligned(SLOT)));
} fixture_t;

/** Shadow tail, in slots. */
static uint64_t tail_slot(const fixture_t *f)
{
    return emuq_fifo_offset(&f->fifo._fifo, f->fifo._fifo.va_tail) / SLOT;
}

/** What the hardware does when the tail has moved, or descriptors have completed. */
static void update_free_space(fixture_t *f)
{
    uint64_t size = f->slots * SLOT;
    f->counters.freeSpace = f->slots - 1 - (f->hw.pa_tail - f->hw.pa_head + size) % size / SLOT;
}

static void complete(fixture_t *f, uint64_t n)
{
    uint64_t head = (f->hw.pa_head - f->hw.pa_start) / SLOT;
    f->hw.pa_head = f->hw.pa_start + (head + n) % f->slots * SLOT;
    f->counters.descCount += n;
}

static void set_up(fixture_t *f, json_t *in)
{
    memset(f, 0, sizeof(*f));
    f->slots = golden_u64(in, "slots");
    if (f->slots > MAX_SLOTS)
        abort();
    uint64_t start = golden_u64(in, "start_slot") * SLOT;
    f->hw.pa_start = golden_u64(in, "pa_start");
    f->hw.size_1 = f->slots * SLOT - 1;
    f->hw.pa_head = f->hw.pa_tail = f->hw.pa_start + start;
    f->counters.descCount = golden_u64(in, "descCount");
    f->fifo._fifo.pa_start = f->hw.pa_start;
    f->fifo._fifo.size_1 = f->hw.size_1;
    f->fifo._fifo.va_start = f->memory;
    f->fifo._fifo.va_end = f->memory + f->slots * SLOT;
    f->fifo._fifo.va_head = f->fifo._fifo.va_tail = f->memory + start;
    f->fifo._fifo.hwfifo = &f->hw;
    f->fifo.hw_injfifo = &f->counters;
    f->fifo.numInjected = f->fifo.descCount = f->counters.descCount;
    update_free_space(f);
    f->fifo.freeSpace = f->counters.freeSpace;
}

/** Contents of the descriptor marked @p m. */
static void fill(char *slot, uint64_t m)
{
    for (uint64_t i = 0; i < SLOT; i++)
        slot[i] = (char)(m * 7 + i + 1);
}

/** Performs one operation. @return its result; slots[] has the returned or filled slots, the rest UINT64_MAX.
 */
static uint64_t perform(fixture_t *f, json_t *op, uint64_t *slots, uint64_t *count)
{
    const char *name = json_string_value(json_array_get(op, 0));
    uint64_t a = json_array_size(op) > 1 ? golden_at(op, 1) : 0;
    uint64_t n = json_array_size(op) > 2 ? golden_at(op, 2) : 1;
    uint64_t tail = tail_slot(f), ret;
    char descriptors[MAX_SLOTS * SLOT] __attribute__((aligned(32)));
    void *found[MAX_SLOTS];
    int advance = 0;

    *count = 0;
    for (uint64_t i = 0; i < n; i++) {
        fill(descriptors + i * SLOT, a + i);
        found[i] = f->memory + (tail + i) % f->slots * SLOT;
    }
    if (strcmp(name, "complete") == 0) {
        complete(f, a);
        return 0;
    } else if (strcmp(name, "check") == 0) {
        return MUSPI_CheckDescComplete(&f->fifo, a);
    } else if (strcmp(name, "inject") == 0) {
        ret = MUSPI_InjFifoInject(&f->fifo, descriptors);
    } else if (strcmp(name, "inject_multiple") == 0) {
        ret = MUSPI_InjFifoInjectMultiple(&f->fifo, descriptors, (uint32_t)n);
    } else if (strcmp(name, "next") == 0 || strcmp(name, "next_advance") == 0) {
        ret = MUSPI_InjFifoNextDesc(&f->fifo, &found[0]);
        advance = name[4] != '\0';
    } else if (strcmp(name, "next_multiple_nocheck") == 0) {
        ret = MUSPI_InjFifoNextDescMultipleNoCheck(&f->fifo, (uint32_t)n, found);
    } else {
        ret = MUSPI_InjFifoNextDescMultiple(&f->fifo, (uint32_t)n, found);
        advance = name[13] != '\0';
    }
    if (ret == (uint64_t)-1)
        return ret;
    *count = n;
    for (uint64_t i = 0; i < n; i++) {
        slots[i] = (uint64_t)((char *)found[i] - f->memory) / SLOT;
        if (advance)
            fill(found[i], a + i);
    }
    if (advance)
        ret = n == 1 && name[5] == 'a' ? MUSPI_InjFifoAdvanceDesc(&f->fifo)
                                       : MUSPI_InjFifoAdvanceDescMultiple(&f->fifo, (uint32_t)n);
    if (advance || name[0] == 'i')
        for (uint64_t i = 0; i < n; i++)
            if (memcmp(f->memory + slots[i] * SLOT, descriptors + i * SLOT, SLOT) != 0)
                slots[i] = UINT64_MAX;
    return ret;
}

/** Compares the state with a step's state. */
static int check_step(fixture_t *f, uint64_t ret, json_t *step, const uint64_t *slots, uint64_t count)
{
    json_t *filled = json_array_get(step, 8);
    int differences =
        golden_equal("ret", ret, golden_at(step, 0)) +
        golden_equal("shadow tail", tail_slot(f), golden_at(step, 1)) +
        golden_equal("hardware tail", (f->hw.pa_tail - f->hw.pa_start) / SLOT, golden_at(step, 2)) +
        golden_equal("freeSpace", MUSPI_getFreeSpaceFromShadow(&f->fifo), golden_at(step, 3)) +
        golden_equal("numInjected", MUSPI_getNumInjected(&f->fifo), golden_at(step, 4)) +
        golden_equal("descCount", MUSPI_getDescCountFromShadow(&f->fifo), golden_at(step, 5)) +
        golden_equal("hardware freeSpace", MUSPI_getHwFreeSpace(&f->fifo), golden_at(step, 6));
    differences += golden_equal("number of slots", count, json_array_size(filled));
    for (uint64_t i = 0; i < count && i < json_array_size(filled); i++)
        differences += golden_equal("slot", slots[i], golden_at(filled, i));
    return differences;
}

static int check_script(json_t *in, json_t *out, void *arg)
{
    static fixture_t f;
    json_t *ops = golden_get(in, "ops"), *steps = golden_get(out, "steps");
    uint64_t slots[MAX_SLOTS], count;
    int differences = 0;
    (void)arg;
    set_up(&f, in);
    for (size_t i = 0; i < json_array_size(ops); i++) {
        uint64_t ret = perform(&f, json_array_get(ops, i), slots, &count);
        update_free_space(&f);
        differences += check_step(&f, ret, json_array_get(steps, i), slots, count);
    }
    return differences;
}

static void scripts_go_as_on_the_machine(void)
{
    CU_ASSERT_EQUAL(golden_each("injfifo", "injfifo_script", check_script, NULL), 0);
}

/** Remembers the last store and the last idle poll. */
static struct {
    volatile uint64_t *stored;
    uint64_t value;
    const volatile uint64_t *idle;
    uint64_t seen;
} hooked;

static void doorbell(volatile uint64_t *reg, uint64_t value)
{
    hooked.stored = reg;
    hooked.value = value;
}

static void idle(const volatile uint64_t *reg, uint64_t seen)
{
    hooked.idle = reg;
    hooked.seen = seen;
}

/** A FIFO of two slots, the smallest, empty. */
static fixture_t *smallest(void)
{
    static fixture_t f;
    json_t *in =
        json_pack("{s:i,s:i,s:i,s:i}", "slots", 2, "start_slot", 0, "pa_start", 0x1000, "descCount", 0);
    set_up(&f, in);
    json_decref(in);
    memset(&hooked, 0, sizeof(hooked));
    return &f;
}

static void an_injection_rings_the_doorbell_once(void)
{
    fixture_t *f = smallest();
    char desc[SLOT] = {0};
    CU_ASSERT_EQUAL(MUSPI_InjFifoInject(&f->fifo, desc), 1);
    CU_ASSERT(hooked.stored == &f->hw.pa_tail);
    CU_ASSERT_EQUAL(hooked.value, 0x1040);
    CU_ASSERT(hooked.idle == NULL);
}

static void a_full_fifo_gives_the_processor_away(void)
{
    fixture_t *f = smallest();
    char desc[SLOT] = {0};
    void *slots[2] = {NULL, NULL};
    CU_ASSERT_EQUAL(MUSPI_InjFifoInject(&f->fifo, desc), 1);
    update_free_space(f);
    CU_ASSERT_EQUAL(MUSPI_InjFifoInject(&f->fifo, desc), (uint64_t)-1);
    CU_ASSERT(hooked.idle == &f->counters.freeSpace);
    CU_ASSERT_EQUAL(hooked.seen, 0);
    CU_ASSERT_EQUAL(MUSPI_InjFifoNextDesc(&f->fifo, slots), (uint64_t)-1);
    CU_ASSERT_EQUAL(MUSPI_InjFifoNextDescMultiple(&f->fifo, 2, slots), (uint64_t)-1);
    CU_ASSERT_PTR_NULL(slots[0]);
    complete(f, 1);
    update_free_space(f);
    hooked.idle = NULL;
    CU_ASSERT_EQUAL(MUSPI_InjFifoInject(&f->fifo, desc), 2);
    CU_ASSERT_EQUAL(hooked.value, 0x1000);
    CU_ASSERT(hooked.idle == NULL);
}

static void an_incomplete_descriptor_gives_the_processor_away(void)
{
    fixture_t *f = smallest();
    CU_ASSERT_EQUAL(MUSPI_CheckDescComplete(&f->fifo, 1), 0);
    CU_ASSERT(hooked.idle == &f->counters.descCount);
    hooked.idle = NULL;
    complete(f, 1);
    CU_ASSERT_EQUAL(MUSPI_CheckDescComplete(&f->fifo, 1), 1);
    CU_ASSERT(hooked.idle == NULL);
}

/** On the real machine malloc() returned 32-byte alignment; here any alignment must work. */
static void descriptors_may_have_any_alignment(void)
{
    fixture_t *f = smallest();
    char memory[SLOT + 1];
    fill(memory + 1, 3);
    CU_ASSERT_EQUAL(MUSPI_InjFifoInject(&f->fifo, memory + 1), 1);
    CU_ASSERT_EQUAL(memcmp(f->memory, memory + 1, SLOT), 0);
}

static void registers_are_reached_by_offset(void)
{
    fixture_t *f = smallest();
    MUSPI_Fifo_t *fifo = &f->fifo._fifo;
    MUSPI_setHwHead(fifo, 64);
    CU_ASSERT_EQUAL(f->hw.pa_head, 0x1040);
    CU_ASSERT(hooked.stored == &f->hw.pa_head);
    MUSPI_setHwTail(fifo, 64);
    CU_ASSERT_EQUAL(f->hw.pa_tail, 0x1040);
    CU_ASSERT(hooked.stored == &f->hw.pa_tail);
    CU_ASSERT_EQUAL(MUSPI_getHwHead(fifo), 0x1040);
    CU_ASSERT_EQUAL(MUSPI_getHwTail(fifo), 0x1040);
    CU_ASSERT_EQUAL(MUSPI_getHwStart(fifo), 0x1000);
    CU_ASSERT_EQUAL(MUSPI_getHwSize(fifo), 127);
    CU_ASSERT_EQUAL(MUSPI_getSize(fifo), 127);
    CU_ASSERT_EQUAL(MUSPI_getStartPa(fifo), 0x1000);
    CU_ASSERT_PTR_EQUAL(MUSPI_getStartVa(fifo), f->memory);
    CU_ASSERT_PTR_EQUAL(MUSPI_getEndVa(fifo), f->memory + 128);
    MUSPI_setHeadVa(fifo, f->memory + 64);
    MUSPI_setTailVa(fifo, f->memory + 32);
    CU_ASSERT_PTR_EQUAL(MUSPI_getHeadVa(fifo), f->memory + 64);
    CU_ASSERT_PTR_EQUAL(MUSPI_getTailVa(fifo), f->memory + 32);
    CU_ASSERT_EQUAL(MUSPI_getHwDescCount(&f->fifo), 0);
}

static void ids_lead_to_fifos(void)
{
    MUSPI_InjFifoSubGroup_t subgroup;
    CU_ASSERT_PTR_EQUAL(MUSPI_IdToInjFifo(7, &subgroup), &subgroup._injfifos[7]);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"scripts go as on the machine", scripts_go_as_on_the_machine},
        {"an injection rings the doorbell once", an_injection_rings_the_doorbell_once},
        {"a full FIFO gives the processor away", a_full_fifo_gives_the_processor_away},
        {"an incomplete descriptor gives the processor away",
         an_incomplete_descriptor_gives_the_processor_away},
        {"descriptors may have any alignment", descriptors_may_have_any_alignment},
        {"registers are reached by offset", registers_are_reached_by_offset},
        {"ids lead to FIFOs", ids_lead_to_fifos},
        {NULL, NULL},
    };
    emuq_mmio.access.doorbell = doorbell;
    emuq_mmio.wait.idle = idle;
    return emuq_test_main("injection FIFOs", tests);
}

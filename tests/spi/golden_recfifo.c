/* SPDX-License-Identifier: BSD-3-Clause */
/* Polling of reception FIFOs against the real machine's: scripts of packets and calls. */
#include <mu/RecFifo.h>

#include "emuq_test.h"
#include "golden.h"

#define MAX_BYTES (1 << 20)
#define FN_ID     42

/** A FIFO, its memory and its registers, and the deliveries from the FIFO. */
typedef struct fixture {
    MUSPI_RecFifo_t fifo;
    MUHWI_Fifo_t hw;
    uint32_t received, delivered; /* packets */
    uint32_t chunks[4096];        /* payload of each packet received */
    json_t *expected;             /* deliveries of the current step */
    size_t callbacks;             /* number of deliveries */
    int differences;
    char memory[MAX_BYTES] __attribute__((aligned(32)));
} fixture_t;

static fixture_t f;

static void set_up(uint64_t size, uint64_t pa_start, uint64_t start_head)
{
    if (size > MAX_BYTES)
        abort();
    memset(&f, 0, sizeof(f));
    f.hw.pa_start = pa_start;
    f.hw.size_1 = size - 1;
    f.hw.pa_head = f.hw.pa_tail = pa_start + start_head;
    f.fifo._fifo.pa_start = pa_start;
    f.fifo._fifo.size_1 = size - 1;
    f.fifo._fifo.va_start = f.memory;
    f.fifo._fifo.va_end = f.memory + size;
    f.fifo._fifo.va_head = f.fifo._fifo.va_tail = f.memory + start_head;
    f.fifo._fifo.hwfifo = &f.hw;
}

/** Byte @p i of packet @p number, behind the header. */
static char content(uint32_t number, uint32_t i)
{
    return (char)(number * 31 + i);
}

/** The hardware stores a packet at the tail. */
static void receive(uint32_t chunks)
{
    char packet[EMUQ_MAX_PACKET_BYTES];
    MUHWI_PacketHeader_t header;
    memset(&header, 0, sizeof(header));
    header.NetworkHeader.pt2pt.Byte8.Size = chunks & 0x1f;
    header.messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[0] = FN_ID;
    memcpy(header.messageUnitHeader.Packet_Types.Memory_FIFO.Unused2 + 4, &f.received, sizeof(f.received));
    memcpy(packet, &header, sizeof(header));
    for (uint32_t i = 32; i < 32 + 32 * chunks; i++)
        packet[i] = content(f.received, i);
    uint64_t tail = f.hw.pa_tail - f.hw.pa_start;
    for (uint32_t i = 0; i < 32 + 32 * chunks; i++)
        f.memory[(tail + i) % (f.hw.size_1 + 1)] = packet[i];
    f.chunks[f.received++] = chunks;
    f.hw.pa_tail = f.hw.pa_start + (tail + 32 + 32 * chunks) % (f.hw.size_1 + 1);
}

/** Receive function: compares the packet with the stored data and the vector. */
static int deliver(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
    const char *p = (const char *)packet;
    uint32_t number, wrong = 0;
    CU_ASSERT_PTR_EQUAL(param, &f);
    CU_ASSERT_EQUAL((uintptr_t)p % 32, 0);
    memcpy(&number, packet->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2 + 4, sizeof(number));
    wrong += number != f.delivered || bytes != 32 + 32 * f.chunks[f.delivered];
    for (uint32_t i = 32; i < bytes; i++)
        wrong += p[i] != content(number, i);
    f.delivered++;

    uint64_t offset = p == f.fifo._wrapBuf ? UINT64_MAX : (uint64_t)(p - f.memory);
    json_t *expected = json_array_get(f.expected, f.callbacks++);
    if (expected == NULL) {
        f.differences += golden_differs("packet %u delivered too early", number);
        return 1;
    }
    f.differences += golden_equal("packet", number, golden_at(expected, 0)) +
                     golden_equal("offset", offset, golden_at(expected, 1)) +
                     golden_equal("bytes", bytes, golden_at(expected, 2)) +
                     golden_equal("contents correct", wrong == 0, golden_at(expected, 3));
    return 1; /* ignored */
}

/** Performs one call. @return its result. */
static uint64_t perform(const char *name, uint32_t n, uint32_t *wrap)
{
    uint32_t bytes;
    if (strcmp(name, "poll") == 0)
        return MUSPI_RecFifoPoll(&f.fifo, n);
    if (strcmp(name, "avail") == 0)
        return MUSPI_getAvailableBytes(&f.fifo, wrap);
    if (strcmp(name, "nextopt") == 0 || strcmp(name, "nextwrap") == 0) {
        MUHWI_PacketHeader_t *packet = strcmp(name, "nextopt") == 0
                                           ? MUSPI_getNextPacketOptimized(&f.fifo, &bytes)
                                           : MUSPI_getNextPacketWrap(&f.fifo, &bytes);
        deliver(&f, packet, bytes);
        return bytes;
    }
    if (strcmp(name, "sync") == 0)
        MUSPI_syncRecFifoHwHead(&f.fifo);
    else
        MUSPI_RecFifoExamplePoll(&f.fifo, deliver, &f);
    return 0;
}

static int check_step(json_t *op, json_t *step)
{
    uint32_t wrap = 12345;
    uint32_t n = json_array_size(op) > 1 ? (uint32_t)golden_at(op, 1) : 0;
    f.expected = json_object_get(step, "cb"); /* NULL: a call without delivery */
    f.callbacks = 0;
    f.differences = 0;
    uint64_t ret = perform(json_string_value(json_array_get(op, 0)), n, &wrap);
    if (golden_has(step, "ret"))
        f.differences += golden_equal("ret", ret, golden_u64(step, "ret"));
    if (golden_has(step, "wrap"))
        f.differences += golden_equal("wrap", wrap, golden_u64(step, "wrap"));
    else
        f.differences += golden_equal("wrap", wrap, 12345);
    return f.differences + golden_equal("deliveries", f.callbacks, json_array_size(f.expected)) +
           golden_equal("shadow head", (uint64_t)((char *)f.fifo._fifo.va_head - f.memory),
                        golden_u64(step, "head")) +
           golden_equal("shadow tail", (uint64_t)((char *)f.fifo._fifo.va_tail - f.memory),
                        golden_u64(step, "tail")) +
           golden_equal("hardware head", f.hw.pa_head - f.hw.pa_start, golden_u64(step, "hwhead"));
}

static int check_script(json_t *in, json_t *out, void *arg)
{
    json_t *ops = golden_get(in, "ops"), *steps = golden_get(out, "steps");
    size_t step = 0;
    int differences = 0;
    (void)arg;
    set_up(golden_u64(in, "size"), golden_u64(in, "pa_start"), golden_u64(in, "start_head"));
    for (size_t i = 0; i < json_array_size(ops); i++) {
        json_t *op = json_array_get(ops, i);
        if (strcmp(json_string_value(json_array_get(op, 0)), "rx") == 0)
            receive((uint32_t)golden_at(op, 1));
        else
            differences += check_step(op, json_array_get(steps, step++));
    }
    return differences;
}

static void scripts_go_as_on_the_machine(void)
{
    MUSPI_RegisterRecvFunction(deliver, &f, FN_ID);
    CU_ASSERT_EQUAL(golden_each("recfifo", "recfifo_script", check_script, NULL), 0);
}

static int check_registration(json_t *in, json_t *out, void *arg)
{
    json_t *ops = golden_get(in, "ops"), *results = golden_get(out, "results");
    int differences = 0;
    (void)arg;
    memset(&_muspi_RecvInfo, 0, sizeof(_muspi_RecvInfo));
    _muspi_RecvInfoNextFreeId = 0;
    for (size_t i = 0; i < json_array_size(ops); i++) {
        json_t *op = json_array_get(ops, i);
        const char *name = json_string_value(json_array_get(op, 0));
        int32_t result = 0;
        if (strcmp(name, "register") == 0)
            result = MUSPI_RegisterReceiveFunction(deliver, NULL);
        else if (strcmp(name, "deregister") == 0)
            result = MUSPI_DeRegisterReceiveFunction((uint32_t)golden_at(op, 1));
        else
            MUSPI_RegisterRecvFunction(deliver, NULL, (uint32_t)golden_at(op, 1));
        differences += golden_equal("result", (uint64_t)result, golden_at(results, i));
    }
    return differences;
}

static void registration_goes_as_on_the_machine(void)
{
    CU_ASSERT_EQUAL(golden_each("recfifo", "recv_registration", check_registration, NULL), 0);
}

static const volatile uint64_t *idle_register;
static uint64_t idle_value;
static unsigned idles;

static void idle(const volatile uint64_t *reg, uint64_t seen)
{
    idle_register = reg;
    idle_value = seen;
    idles++;
}

static unsigned doorbells;

static void doorbell(volatile uint64_t *reg, uint64_t value)
{
    (void)value;
    doorbells += reg == &f.hw.pa_head;
}

static int ignore(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
    (void)param;
    (void)packet;
    (void)bytes;
    return 0;
}

static void an_empty_fifo_gives_the_processor_away(void)
{
    uint32_t wrap;
    set_up(1024, 0x4000, 64);
    idles = 0;
    CU_ASSERT_EQUAL(MUSPI_RecFifoPoll(&f.fifo, 1), 0);
    CU_ASSERT_EQUAL(idles, 1);
    CU_ASSERT_EQUAL(MUSPI_getAvailableBytes(&f.fifo, &wrap), 0);
    CU_ASSERT_EQUAL(idles, 2);
    MUSPI_RecFifoExamplePoll(&f.fifo, ignore, NULL);
    CU_ASSERT_EQUAL(idles, 3);
    CU_ASSERT(idle_register == &f.hw.pa_tail);
    CU_ASSERT_EQUAL(idle_value, 0x4040);
    receive(3);
    MUSPI_RecFifoExamplePoll(&f.fifo, ignore, NULL);
    receive(3);
    CU_ASSERT_EQUAL(MUSPI_getAvailableBytes(&f.fifo, &wrap), 128);
    CU_ASSERT_EQUAL(idles, 3);
}

/** A sender may be waiting for space: each packet frees its space at once. */
static void each_packet_rings_the_doorbell(void)
{
    set_up(1024, 0x4000, 0);
    MUSPI_RegisterRecvFunction(ignore, NULL, FN_ID);
    receive(0);
    receive(1);
    receive(2);
    doorbells = 0;
    CU_ASSERT_EQUAL(MUSPI_RecFifoPoll(&f.fifo, 10), 3);
    CU_ASSERT_EQUAL(doorbells, 3);
    CU_ASSERT_EQUAL(f.hw.pa_head, 0x4000 + 32 + 64 + 96);
}

static int check_clear(json_t *in, json_t *out, void *arg)
{
    MUHWI_RecFifoStatus_t status;
    MUSPI_RecFifoSubGroup_t subgroup;
    (void)arg;
    memset(&status, 0, sizeof(status));
    subgroup.groupStatus = &status;
    status.clearInterruptStatus = golden_u64(in, "register_before");
    MUSPI_ClearInterrupts(&subgroup, golden_u64(in, "mask"));
    uintptr_t offset = (uintptr_t)MUSPI_GetClearInterruptsStatusPtr(&subgroup) - (uintptr_t)&status;
    return golden_equal("clearInterruptStatus", status.clearInterruptStatus,
                        golden_u64(out, "clearInterruptStatus")) +
           golden_equal("byte_offset", offset, golden_u64(out, "byte_offset"));
}

static void interrupts_are_cleared_as_on_the_machine(void)
{
    CU_ASSERT_EQUAL(golden_each("addresses", "MUSPI_ClearInterrupts", check_clear, NULL), 0);
}

static void ids_lead_to_fifos(void)
{
    static MUSPI_RecFifoSubGroup_t subgroup;
    CU_ASSERT_PTR_EQUAL(MUSPI_IdToRecFifo(3, &subgroup), &subgroup._recfifos[3]);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"scripts go as on the machine", scripts_go_as_on_the_machine},
        {"registration goes as on the machine", registration_goes_as_on_the_machine},
        {"an empty FIFO gives the processor away", an_empty_fifo_gives_the_processor_away},
        {"each packet rings the doorbell", each_packet_rings_the_doorbell},
        {"interrupts are cleared as on the machine", interrupts_are_cleared_as_on_the_machine},
        {"ids lead to FIFOs", ids_lead_to_fifos},
        {NULL, NULL},
    };
    emuq_mmio.wait.idle = idle;
    emuq_mmio.access.doorbell = doorbell;
    return emuq_test_main("reception FIFOs", tests);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stores of programs to a mapped device: commands, registers, descriptors and control blocks. The device
 * survives, replies with defined statuses, and terminates at once. An input is a sequence of steps; a value
 * is plausible for its register, or arbitrary.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "backends/backend.h"
#include "fuzz.h"
#include "hwi/include/bqc/MU_Addressing.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "raw.h"
#include "tools/emuq-device/device.h"

enum {
    NODES = 2,
    FIFOS = 8, /* FIFOs of each kind in use on a node: one injection, two reception subgroups */
    FIFO_AT = 0x100000,
    FIFO_STEP = 0x1000,
    SLOTS = 16, /* slots in use of an injection FIFO */
    TARGETS = 0x10000,
    STEPS = 60,
    LOOKS = 400, /* limit of polls: a later step may overwrite the reply, an endless FIFO may delay it */
    YIELDS = 200,
    LOOK_NS = 20000 /* interval of polls after YIELDS */
};

static emuq_device_t *device;
static raw_t raw;
static emuq_mapping_t memory;
static int memory_file = -1;

static int region_file(const emuq_region_t *region, void *context)
{
    (void)context;
    return emuq_memory_file("region", region->layout.region_bytes);
}

/* Waits for a reply of the device's thread: first with yields, then with sleeps. */
static void await_answer(const emuq_device_control_t *c, uint64_t request)
{
    for (int looks = 0; looks < LOOKS && raw_load(&c->answer) != request; looks++) {
        if (looks < YIELDS)
            sched_yield();
        else
            nanosleep(&(struct timespec){0, LOOK_NS}, NULL);
    }
}

static void command(uint32_t node, uint64_t what, const uint64_t argument[4])
{
    emuq_device_control_t *c = raw_control(&raw, node);
    raw_store(&c->command, what);
    for (int i = 0; i < 4; i++)
        raw_store(&c->argument[i], argument[i]);
    uint64_t request = raw_load(&c->answer) + 1;
    raw_store(&c->request, request);
    emuq_scan_wake(device);
    await_answer(c, request);
    int64_t status = (int64_t)raw_load((uint64_t *)&c->status);
    FUZZ_CHECK(raw_load(&c->answer) != request || (status <= 0 && status > -4096));
}

/* Does the work of the commands that open a device, without a round trip for each command. */
static void set_dcr(uint32_t node, uint32_t number, uint64_t value)
{
    FUZZ_CHECK(emuq_backend_emulator.unit->dcr_write(device->machine, node, number, value) == 0);
}

static void own(uint32_t node, emuq_resource_t kind, uint64_t id)
{
    const emuq_assignment_t a = {.kind = kind, .id = id, .member = 0, .rank = (int32_t)node};
    FUZZ_CHECK(emuq_owners_assign(device, node, &a) == 0);
}

/* Opens a device; assigns all FIFOs and entries in use to the user. */
static void open_device(void)
{
    const emuq_device_plan_t plan = {.geometry = {.size = {NODES, 1, 1, 1, 1}, .torus = 0x1f},
                                     .ppn = 1,
                                     .aperture_bytes = RAW_APERTURE,
                                     .aperture_stride = RAW_APERTURE,
                                     .aperture_pa = RAW_PA};
    int status;
    if (memory_file < 0) {
        memory_file = emuq_memory_file("memory", NODES * RAW_APERTURE);
        FUZZ_CHECK(memory_file >= 0 && emuq_memory_map(&memory, memory_file, 0, NODES * RAW_APERTURE) == 0);
    }
    FUZZ_CHECK(emuq_device_open(&plan, 1, &memory, region_file, NULL, &device) == 0);
    FUZZ_CHECK(emuq_device_join(device, 0, EMUQ_NO_MEMBER, getpid(), &status) != NULL);
    FUZZ_CHECK(emuq_device_join(device, 1, 1, getpid(), &status) != NULL);
    raw = (raw_t){.region_bytes = device->region[0].layout.region_bytes, .memory = memory.va};
    raw.info = mmap(NULL, raw.region_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, device->region[0].fd, 0);
    FUZZ_CHECK(raw.info != MAP_FAILED);
    for (uint32_t node = 0; node < NODES; node++) {
        memset(raw_memory(&raw, node) + FIFO_AT, 0, FIFOS * FIFO_STEP);
        set_dcr(node, MU_DCR(IMFIFO_SYSTEM), 0);
        set_dcr(node, MU_DCR(RMFIFO_SYSTEM), 0);
        set_dcr(node, MU_DCR(RPUTBASE_SYSTEM0), 0);
        set_dcr(node, MU_DCR(IMFIFO_RGET), 0xaa000000);
        set_dcr(node, MU_DCR(RMFIFO_EN), UINT16_MAX);
        for (uint32_t i = 0; i < FIFOS; i++) {
            own(node, EMUQ_RESOURCE_INJ_FIFO, i);
            own(node, EMUQ_RESOURCE_REC_FIFO, i);
            raw_store(raw_register(&raw, node, 0, RAW_BAT(i)), i != 1 ? RAW_PA + TARGETS
                                                                      : (RAW_PA + 0x1000) |
                                                                            MUHWI_ATOMIC_ADDRESS_INDICATOR |
                                                                            MUHWI_ATOMIC_OPCODE_STORE_ADD);
        }
    }
}

static void close_device(void)
{
    emuq_device_close(device);
    munmap(raw.info, raw.region_bytes);
}

/* ---- steps ---- */

static uint64_t value(fuzz_input_t *input)
{
    uint8_t kind = fuzz_byte(input), at = fuzz_byte(input);
    uint64_t fifo = RAW_PA + FIFO_AT + at % (2 * FIFOS) * (uint64_t)FIFO_STEP;
    switch (kind % 8) {
    case 0:
        return fifo;
    case 1:
        return fifo + fuzz_byte(input) * 32u;
    case 2:
        return RAW_PA + RAW_APERTURE - at * 32u;
    case 3:
        return UINT64_C(1) << at % 64;
    case 4:
        return UINT64_MAX >> at % 64;
    case 5:
        return at;
    case 6:
        return RAW_PA + TARGETS + at * 8u;
    default:
        return fuzz_number(input);
    }
}

static void step_command(fuzz_input_t *input, uint32_t node)
{
    static const uint32_t dcr[] = {
        MU_DCR(IMFIFO_SYSTEM),    MU_DCR(IMFIFO_RGET),          MU_DCR(RMFIFO_EN),
        MU_DCR(RMFIFO_SYSTEM),    MU_DCR(RMFIFO_PACKET_INT_EN), MU_DCR(RMFIFO_THOLD_INT_EN),
        MU_DCR(RPUTBASE_SYSTEM0), MU_DCR(BARRIER_INT_EN)};
    uint8_t what = fuzz_byte(input), which = fuzz_byte(input);
    uint64_t argument[4];
    for (int i = 0; i < 4; i++)
        argument[i] = i < what / 16 % 5 ? value(input) : fuzz_byte(input);
    if (what % 2 == 0)
        argument[0] = dcr[which % (sizeof dcr / sizeof *dcr)] + which / 64;
    command(node, what % 16, argument);
}

static void sound_fifo(uint32_t node, uint32_t subgroup, uint32_t offset, uint64_t at, uint64_t bytes)
{
    raw_store(raw_register(&raw, node, subgroup, offset + RAW_START), RAW_PA + at);
    raw_store(raw_register(&raw, node, subgroup, offset + RAW_SIZE), bytes - 1);
    raw_store(raw_register(&raw, node, subgroup, offset + RAW_HEAD), RAW_PA + at);
    raw_store(raw_register(&raw, node, subgroup, offset + RAW_TAIL), RAW_PA + at);
}

static void step_sound(fuzz_input_t *input, uint32_t node)
{
    uint32_t fifo = fuzz_byte(input) % FIFOS;
    sound_fifo(node, 0, RAW_INJ(fifo), FIFO_AT + fifo * FIFO_STEP, SLOTS * sizeof(MUHWI_Descriptor_t));
    sound_fifo(node, fifo / 4, RAW_REC(fifo), FIFO_AT + (FIFOS + fifo) * FIFO_STEP, 2048);
    raw_store(raw_register(&raw, node, 0, RAW_ENABLE), UINT32_MAX);
    emuq_scan_wake(device);
}

/* Writes a descriptor with some arbitrary bytes, and the tail behind the descriptor. */
static void step_descriptor(fuzz_input_t *input, uint32_t node)
{
    static const uint64_t lengths[] = {0, 1, 8, 32, 64, 128, 512, 513, 4096, 60000, 400000};
    uint8_t kind = fuzz_byte(input), fifo = fuzz_byte(input) % FIFOS, slot = fuzz_byte(input) % SLOTS;
    uint64_t bytes = lengths[fuzz_byte(input) % (sizeof lengths / sizeof *lengths)];
    uint64_t from = FIFO_AT + fuzz_byte(input) * (uint64_t)FIFO_STEP / 4;
    uint32_t to = kind / 4 % NODES;
    MUHWI_Descriptor_t d = kind % 4 == 0   ? raw_message(to, from, bytes, fuzz_byte(input) % FIFOS)
                           : kind % 4 == 1 ? raw_get(to, from, bytes, fuzz_byte(input) % FIFOS)
                                           : raw_put(to, from, bytes, fuzz_byte(input) * 64u);
    for (uint8_t spoiled = kind / 8 % 4; spoiled > 0; spoiled--) {
        uint8_t at = fuzz_byte(input) % sizeof d;
        ((uint8_t *)&d)[at] = fuzz_byte(input);
    }
    uint64_t at = FIFO_AT + fifo * (uint64_t)FIFO_STEP + slot * sizeof d;
    memcpy(raw_memory(&raw, node) + at, &d, sizeof d);
    raw_store(raw_register(&raw, node, 0, RAW_INJ(fifo) + RAW_TAIL),
              RAW_PA + FIFO_AT + fifo * (uint64_t)FIFO_STEP + (slot + 1) % SLOTS * sizeof d);
    emuq_scan_wake(device);
}

static void step(fuzz_input_t *input)
{
    uint8_t what = fuzz_byte(input);
    uint32_t node = what / 8 % NODES, subgroup, word;
    switch (what % 8) {
    case 0:
    case 1:
        step_command(input, node);
        break;
    case 2:
        step_sound(input, node);
        break;
    case 3: /* a register of a FIFO in use, or any register */
        subgroup = what & 128 ? fuzz_byte(input) % 68 : what / 16 % 2;
        word = what & 128 ? (fuzz_byte(input) * 2u + (what >> 6 & 1)) : fuzz_byte(input) % (0x600 / 8);
        raw_store(raw_register(&raw, node, subgroup, word * 8), value(input));
        emuq_scan_wake(device);
        break;
    case 4:
        word = fuzz_byte(input) % (sizeof(emuq_device_control_t) / 8);
        raw_store((uint64_t *)raw_control(&raw, node) + word, value(input));
        emuq_scan_wake(device);
        break;
    case 5:
        command(node, EMUQ_DEVICE_FLUSH, (const uint64_t[4]){0});
        break;
    default:
        step_descriptor(input, node);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input_t input = {data, size};
    fuzz_one_engine();
    open_device();
    for (int i = 0; i < STEPS && input.size != 0; i++)
        step(&input);
    command(0, EMUQ_DEVICE_FLUSH, (const uint64_t[4]){0});
    close_device();
    return 0;
}

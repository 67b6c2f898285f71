/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program writes arbitrary values to registers, control blocks, device control registers, and descriptors
 * that are being processed. The device must survive and serve the next program.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hwi/include/bqc/MU_Addressing.h"
#include "raw.h"

#define FIFOS     16u /* used resources of each kind per node: two subgroups */
#define FIFO_AT   0x100000u
#define FIFO_STEP 0x1000u
#define TARGETS   0x10000u
#define SECONDS   3

static const uint32_t pair[5] = {2, 1, 1, 1, 1};
static raw_device_t device;
static raw_t raw;
static atomic_bool stop;

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t below(uint64_t *state, uint64_t limit)
{
    return next(state) % limit;
}

/* Random register values: valid, nearly valid, invalid. */
static uint64_t value(uint64_t *state)
{
    uint64_t fifo = RAW_PA + FIFO_AT + below(state, 2 * FIFOS) * FIFO_STEP;
    switch (below(state, 9)) {
    case 0:
        return fifo;
    case 1:
    case 2:
        return fifo + below(state, 64) * 32;
    case 3:
        return fifo + below(state, 4096);
    case 4:
        return (UINT64_C(1) << below(state, 37)) - 1;
    case 5:
        return RAW_PA + RAW_APERTURE - below(state, 8192);
    case 6:
        return UINT64_C(1) << below(state, 64);
    case 7:
        return (UINT64_C(0) - 1) >> below(state, 64);
    default:
        return next(state);
    }
}

static MUHWI_Descriptor_t descriptor(uint64_t *state)
{
    static const uint64_t lengths[] = {0, 1, 8, 32, 64, 128, 512, 513, 4096, 60000, 400000};
    uint32_t to = (uint32_t)below(state, 2);
    uint64_t bytes = lengths[below(state, sizeof lengths / sizeof lengths[0])];
    uint64_t from = FIFO_AT + below(state, 4 * FIFOS) * FIFO_STEP / 2;
    MUHWI_Descriptor_t d;
    switch (below(state, 3)) {
    case 0:
        d = raw_put(to, from, bytes, below(state, TARGETS));
        break;
    case 1:
        d = raw_message(to, from, bytes, (uint32_t)below(state, FIFOS / 2));
        break;
    default:
        d = raw_get(to, from, bytes, (uint32_t)below(state, FIFOS));
        break;
    }
    d.Half_Word1.Interrupt = below(state, 4) == 0;
    if (below(state, 4) == 0) /* sometimes with an error */
        ((uint8_t *)&d)[below(state, sizeof d)] = (uint8_t)next(state);
    return d;
}

static void scribble(uint64_t *state)
{
    uint32_t node = (uint32_t)below(state, 2), fifo = (uint32_t)below(state, FIFOS);
    uint32_t sub = fifo / 8;
    char *memory = raw_memory(&raw, node);
    MUHWI_Descriptor_t d;
    switch (below(state, 12)) {
    case 0:
        raw_store(raw_register(&raw, node, sub, (uint32_t)below(state, 0x600 / 8) * 8), value(state));
        break;
    case 1:
        raw_store(raw_register(&raw, node, (uint32_t)below(state, 68), (uint32_t)below(state, 0x200) * 8),
                  value(state));
        break;
    case 2:
        raw_store(raw_register(&raw, node, sub, RAW_ENABLE), UINT32_MAX);
        break;
    case 3:
        raw_store(raw_register(&raw, node, sub, RAW_BAT(fifo)),
                  below(state, 2) ? RAW_PA + TARGETS : value(state));
        break;
    case 4: /* a valid FIFO again */
        raw_store(raw_register(&raw, node, sub, RAW_INJ(fifo) + RAW_START),
                  RAW_PA + FIFO_AT + fifo * FIFO_STEP);
        raw_store(raw_register(&raw, node, sub, RAW_INJ(fifo) + RAW_SIZE), 1023);
        raw_store(raw_register(&raw, node, sub, RAW_INJ(fifo) + RAW_HEAD),
                  RAW_PA + FIFO_AT + fifo * FIFO_STEP);
        raw_store(raw_register(&raw, node, sub, RAW_INJ(fifo) + RAW_TAIL),
                  RAW_PA + FIFO_AT + fifo * FIFO_STEP + below(state, 16) * 64);
        break;
    case 5:
        raw_store(raw_register(&raw, node, sub, RAW_REC(fifo) + RAW_START),
                  RAW_PA + FIFO_AT + (FIFOS + fifo) * FIFO_STEP);
        raw_store(raw_register(&raw, node, sub, RAW_REC(fifo) + RAW_SIZE),
                  below(state, 3) ? 2047 : value(state));
        raw_store(raw_register(&raw, node, sub, RAW_REC(fifo) + RAW_HEAD),
                  RAW_PA + FIFO_AT + (FIFOS + fifo) * FIFO_STEP + below(state, 64) * 32);
        break;
    case 6:
        raw_store((uint64_t *)((char *)raw_control(&raw, node) +
                               8 * below(state, sizeof(emuq_device_control_t) / 8)),
                  value(state));
        break;
    default: /* descriptors, including descriptors in process */
        d = descriptor(state);
        memcpy(memory + FIFO_AT + fifo * FIFO_STEP + below(state, 16) * 64, &d, sizeof d);
        raw_store(raw_register(&raw, node, sub, RAW_INJ(fifo) + RAW_TAIL),
                  RAW_PA + FIFO_AT + fifo * FIFO_STEP + below(state, 16) * 64);
        break;
    }
    raw_ring(&raw);
}

static void *scribbler(void *seed)
{
    uint64_t state = (uint64_t)(uintptr_t)seed;
    while (!atomic_load(&stop))
        scribble(&state);
    return NULL;
}

/* A command whose reply may not arrive: another thread may overwrite the command. */
static void command(uint64_t *state)
{
    static const uint32_t dcr[] = {MU_DCR(IMFIFO_SYSTEM),
                                   MU_DCR(IMFIFO_RGET),
                                   MU_DCR(RMFIFO_EN),
                                   MU_DCR(RMFIFO_SYSTEM),
                                   MU_DCR(RMFIFO_PACKET_INT_EN),
                                   MU_DCR(RMFIFO_THOLD_INT_EN),
                                   MU_DCR(RPUTBASE_SYSTEM0),
                                   MU_DCR(BARRIER_INT_EN),
                                   ND_500_DCR(CTRL_GI_CLASS_00_01),
                                   ND_500_DCR(CTRL_COLL_CLASS_00_01)};
    emuq_device_control_t *c = raw_control(&raw, (uint32_t)below(state, 2));
    uint64_t what = below(state, 10), code, argument[4] = {0};
    if (what < 3) {
        code = EMUQ_DEVICE_DCR_WRITE;
        argument[0] = dcr[below(state, sizeof dcr / sizeof dcr[0])] + below(state, 2);
        argument[1] = below(state, 2) ? 0 : below(state, 2) ? UINT64_MAX : value(state);
    } else if (what < 7) {
        code = EMUQ_DEVICE_ASSIGN;
        argument[0] = below(state, 4);
        argument[1] = below(state, FIFOS + 1);
        argument[2] = below(state, 8) ? 0 : value(state);
        argument[3] = below(state, 8) ? 3 : value(state);
    } else {
        code = below(state, 9);
        for (int i = 0; i < 4; i++)
            argument[i] = below(state, 2) ? below(state, 1000) : next(state);
    }
    raw_store(&c->command, code);
    for (int i = 0; i < 4; i++)
        raw_store(&c->argument[i], argument[i]);
    raw_store(&c->request, raw_load(&c->answer) + 1);
    raw_ring(&raw);
    for (int i = 0; i < 100 && raw_load(&c->answer) != raw_load(&c->request); i++)
        sched_yield();
}

/* Assigns all resources to the program and enables them. */
static void prepare(void)
{
    for (uint32_t node = 0; node < 2; node++) {
        raw_set_dcr(&raw, node, MU_DCR(IMFIFO_SYSTEM), 0);
        raw_set_dcr(&raw, node, MU_DCR(RMFIFO_SYSTEM), 0);
        raw_set_dcr(&raw, node, MU_DCR(RPUTBASE_SYSTEM0), 0);
        for (uint32_t i = 0; i < FIFOS; i++) {
            raw_assign(&raw, node, EMUQ_RESOURCE_INJ_FIFO, i, 0, node);
            raw_assign(&raw, node, EMUQ_RESOURCE_REC_FIFO, i, 0, node);
            raw_assign(&raw, node, EMUQ_RESOURCE_BAT, i, 0, node);
        }
        raw_set_dcr(&raw, node, MU_DCR(IMFIFO_RGET), 0xaaaa0000);
        raw_set_dcr(&raw, node, MU_DCR(RMFIFO_EN), UINT16_MAX);
    }
}

static void abuse(uint64_t seed)
{
    pthread_t thread;
    uint64_t state = seed * 77;
    struct timespec now, end;
    CU_ASSERT_FATAL(raw_open(&raw, device.where, pair));
    prepare();
    atomic_store(&stop, false);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, scribbler, (void *)(uintptr_t)seed), 0);
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += SECONDS;
    do {
        for (int i = 0; i < 100; i++)
            command(&state);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec < end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
    close(raw.owner); /* the partition closes while the program uses it */
    raw.owner = -1;
    char nothing;
    CU_ASSERT_EQUAL(read(raw.member, &nothing, 1), 0);
    atomic_store(&stop, true);
    pthread_join(thread, NULL);
    close(raw.member);
    raw.member = -1;
    raw_close(&raw);
}

/* Checks the device with a new program. */
static void serves_well(void)
{
    CU_ASSERT_FATAL(raw_open(&raw, device.where, pair));
    volatile uint64_t *counter = (volatile uint64_t *)(raw_memory(&raw, 1) + 0x1000);
    raw_inj(&raw, 0, 0, FIFO_AT, 8);
    raw_bat(&raw, 1, 0, RAW_PA + TARGETS);
    raw_bat(&raw, 1, 1, (RAW_PA + 0x1000) | MUHWI_ATOMIC_ADDRESS_INDICATOR | MUHWI_ATOMIC_OPCODE_STORE_ADD);
    *counter = 64;
    MUHWI_Descriptor_t d = raw_put(1, 0, 64, 0);
    raw_inject(&raw, 0, 0, &d);
    CU_ASSERT(raw_await(counter, 0));
    raw_close(&raw);
}

static void first(void)
{
    abuse(1);
    serves_well();
}

static void second(void)
{
    const char *seed = getenv("RAW_SEED"); /* number of attempts */
    abuse(seed != NULL ? strtoull(seed, NULL, 10) : 2);
    serves_well();
}

/* A remote get that injects itself: the FIFO never becomes empty. */
static void messages_without_end(void)
{
    CU_ASSERT_FATAL(raw_open(&raw, device.where, pair));
    CU_ASSERT_EQUAL(raw_set_dcr(&raw, 0, MU_DCR(IMFIFO_RGET), UINT64_C(1) << 31), 0);
    raw_inj(&raw, 0, 0, FIFO_AT, 8);
    MUHWI_Descriptor_t d = raw_get(0, 0, 64, 0);
    memcpy(raw_memory(&raw, 0), &d, sizeof d);
    raw_inject(&raw, 0, 0, &d);
    while (raw_load(raw_register(&raw, 0, 0, RAW_INJ(0) + RAW_DONE)) < 1000)
        sched_yield();
    close(raw.owner);
    close(raw.member);
    raw.owner = raw.member = -1;
    raw_close(&raw);
    serves_well();
}

static void ends(void)
{
    raw_stop(&device);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"abuse", first},
        {"abuse again", second},
        {"messages without end", messages_without_end},
        {"the device ends", ends},
        {NULL, NULL},
    };
    device = raw_start(NULL, NULL);
    return emuq_test_main("device_abuse", tests);
}

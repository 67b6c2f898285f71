/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages between nodes of a device, by loads and stores only. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "hwi/include/bqc/MU_Addressing.h"
#include "hwi/include/bqc/classroute.h"
#include "raw.h"

#define COUNTER   0x1000u
#define TARGET    0x2000u
#define SOURCE    0x3000u
#define FIFO      0x10000u
#define REC       0x20000u
#define REC_BYTES 2048u

static const uint32_t pair[5] = {2, 1, 1, 1, 1};
static raw_device_t device;

/* A partition of two nodes; node 0 has an injection FIFO, node 1 table entries for puts. */
static bool open_pair(raw_t *raw)
{
    bool ok = raw_open(raw, device.where, pair);
    CU_ASSERT(ok);
    if (!ok)
        return false;
    raw_inj(raw, 0, 0, FIFO, 8);
    raw_bat(raw, 1, 0, RAW_PA + TARGET);
    raw_bat(raw, 1, 1, (RAW_PA + COUNTER) | MUHWI_ATOMIC_ADDRESS_INDICATOR | MUHWI_ATOMIC_OPCODE_STORE_ADD);
    return true;
}

static void puts_and_counts(void)
{
    raw_t raw;
    if (!open_pair(&raw))
        return;
    volatile uint64_t *counter = (volatile uint64_t *)(raw_memory(&raw, 1) + COUNTER);
    for (uint32_t i = 0; i < 100; i++) {
        *counter = 48;
        memset(raw_memory(&raw, 0) + SOURCE, (int)i, 48);
        MUHWI_Descriptor_t d = raw_put(1, SOURCE, 48, 16);
        raw_inject(&raw, 0, 0, &d);
        CU_ASSERT_FATAL(raw_await(counter, 0));
        CU_ASSERT_EQUAL(memcmp(raw_memory(&raw, 1) + TARGET + 16, raw_memory(&raw, 0) + SOURCE, 48), 0);
        CU_ASSERT_FATAL(raw_await(raw_register(&raw, 0, 0, RAW_INJ(0) + RAW_DONE), i + 1));
    }
    raw_close(&raw);
}

static void device_control_registers(void)
{
    raw_t raw;
    if (!open_pair(&raw))
        return;
    uint64_t value = 0;
    CU_ASSERT_EQUAL(raw_dcr(&raw, 1, MU_DCR(IMFIFO_SYSTEM) + 3), UINT32_MAX);
    CU_ASSERT_EQUAL(raw_set_dcr(&raw, 1, MU_DCR(IMFIFO_SYSTEM) + 3, 0x5), 0);
    CU_ASSERT_EQUAL(raw_dcr(&raw, 1, MU_DCR(IMFIFO_SYSTEM) + 3), 0x5);
    CU_ASSERT_EQUAL(raw_dcr(&raw, 0, MU_DCR(IMFIFO_SYSTEM) + 3), UINT32_MAX);
    CU_ASSERT_EQUAL(raw_set_dcr(&raw, 0, 1, 0), -ENXIO);
    CU_ASSERT_EQUAL(raw_command(&raw, 0, EMUQ_DEVICE_DCR_READ, (const uint64_t[4]){UINT64_MAX}, &value),
                    -ENXIO);
    CU_ASSERT_EQUAL(raw_command(&raw, 0, 77, NULL, NULL), -ENOSYS);
    CU_ASSERT_EQUAL(raw_command(&raw, 0, EMUQ_DEVICE_RESET, NULL, NULL), -EPERM);
    raw_close(&raw);
}

/* True if the event socket was signalled since the last call; waits briefly. */
static bool is_signalled(const raw_t *raw)
{
    struct pollfd file = {.fd = raw->event, .events = POLLIN};
    char events[512];
    return poll(&file, 1, 10000) == 1 && read(raw->event, events, sizeof events) > 0;
}

/* Consumes the packet at the head of reception FIFO 0 of node 1. @return true if the payload is as sent */
static bool take_packet(const raw_t *raw, uint64_t bytes, int value)
{
    volatile uint64_t *head = raw_register(raw, 1, 0, RAW_REC(0) + RAW_HEAD);
    uint64_t start = RAW_PA + REC, end = start + REC_BYTES, at = raw_load(head);
    const char *packet = raw_memory(raw, 1) + (at - RAW_PA);
    uint32_t chunks = (uint8_t)packet[8] & 0x1f;
    bool same = chunks == (bytes + 31) / 32;
    for (uint64_t i = 0; i < bytes; i++) {
        const char *byte = packet + 32 + i;
        same &=
            (byte < raw_memory(raw, 1) + (end - RAW_PA) ? *byte : byte[-(int64_t)REC_BYTES]) == (char)value;
    }
    at += 32 + 32 * chunks;
    raw_store(head, at >= end ? at - REC_BYTES : at);
    return same;
}

static void packets(void)
{
    raw_t raw;
    if (!open_pair(&raw))
        return;
    raw_rec(&raw, 1, 0, REC, REC_BYTES);
    volatile uint64_t *tail = raw_register(&raw, 1, 0, RAW_REC(0) + RAW_TAIL);
    uint64_t at = RAW_PA + REC;
    for (int i = 0; i < 100; i++) {
        uint64_t bytes = (uint64_t)i * 5 % 200;
        memset(raw_memory(&raw, 0) + SOURCE, i, bytes);
        MUHWI_Descriptor_t d = raw_message(1, SOURCE, bytes, 0);
        raw_inject(&raw, 0, 0, &d);
        at += 32 + (bytes + 31) / 32 * 32;
        if (at >= RAW_PA + REC + REC_BYTES)
            at -= REC_BYTES;
        CU_ASSERT_FATAL(raw_await(tail, at));
        CU_ASSERT(take_packet(&raw, bytes, i));
    }
    raw_close(&raw);
}

/* A full FIFO stops its sender; a change of the head, without notification, resumes it. */
static void back_pressure(void)
{
    raw_t raw;
    if (!open_pair(&raw))
        return;
    raw_rec(&raw, 1, 0, REC, REC_BYTES);
    memset(raw_memory(&raw, 0) + SOURCE, 5, 512);
    MUHWI_Descriptor_t d = raw_message(1, SOURCE, 512, 0);
    volatile uint64_t *done = raw_register(&raw, 0, 0, RAW_INJ(0) + RAW_DONE);
    for (int i = 0; i < 5; i++) /* 544 bytes each: three packets fit into 2 KiB */
        raw_inject(&raw, 0, 0, &d);
    CU_ASSERT(raw_await(done, 3));
    CU_ASSERT_EQUAL(raw_flush(&raw, 0), 0);
    CU_ASSERT_EQUAL(raw_load(done), 3);
    for (uint64_t i = 0; i < 5; i++) {
        CU_ASSERT(take_packet(&raw, 512, 5));
        CU_ASSERT_FATAL(raw_await(done, i + 4 < 5 ? i + 4 : 5));
    }
    raw_close(&raw);
}

static void enable_and_disable(void)
{
    raw_t raw;
    if (!open_pair(&raw))
        return;
    volatile uint64_t *counter = (volatile uint64_t *)(raw_memory(&raw, 1) + COUNTER);
    volatile uint64_t *space = raw_register(&raw, 0, 0, RAW_INJ(0) + RAW_FREE);
    MUHWI_Descriptor_t d = raw_put(1, SOURCE, 8, 0);
    *counter = 8;
    raw_store(raw_register(&raw, 0, 0, RAW_DISABLE), UINT64_C(1) << 31);
    CU_ASSERT_EQUAL(raw_flush(&raw, 0), 0);
    CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 0, 0, RAW_DISABLE)), 0);
    CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 0, 1, RAW_ENABLED)), 0);
    raw_inject(&raw, 0, 0, &d);
    CU_ASSERT_EQUAL(raw_flush(&raw, 0), 0);
    CU_ASSERT_EQUAL(raw_load(space), 6);
    CU_ASSERT_EQUAL(raw_load(counter), 8);
    raw_store(raw_register(&raw, 0, 0, RAW_ENABLE), UINT64_C(1) << 31);
    CU_ASSERT(raw_await(counter, 0));
    CU_ASSERT_EQUAL(raw_flush(&raw, 0), 0);
    CU_ASSERT_EQUAL(raw_load(space), 7);
    raw_close(&raw);
}

static void interrupts(void)
{
    raw_t raw;
    if (!open_pair(&raw))
        return;
    raw_rec(&raw, 1, 0, REC, REC_BYTES);
    uint64_t bit = UINT64_C(1) << 15;
    CU_ASSERT_EQUAL(raw_set_dcr(&raw, 1, MU_DCR(RMFIFO_PACKET_INT_EN), bit), 0);
    MUHWI_Descriptor_t d = raw_message(1, SOURCE, 8, 0);
    d.Half_Word1.Interrupt = 1;
    raw_inject(&raw, 0, 0, &d);
    CU_ASSERT(raw_await(&raw_control(&raw, 1)->raised[0], 1));
    CU_ASSERT(is_signalled(&raw));
    CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 1, 3, RAW_STATUS)), bit);
    raw_store(raw_register(&raw, 1, 2, RAW_CLEAR), bit);
    CU_ASSERT_EQUAL(raw_flush(&raw, 1), 0);
    CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 1, 2, RAW_CLEAR)), 0);
    CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 1, 3, RAW_STATUS)), 0);
    CU_ASSERT_EQUAL(raw_command(&raw, 0, EMUQ_DEVICE_NOTIFY, (const uint64_t[4]){0}, NULL), 0);
    CU_ASSERT(is_signalled(&raw));
    CU_ASSERT_EQUAL(raw_command(&raw, 0, EMUQ_DEVICE_NOTIFY, (const uint64_t[4]){1}, NULL), -ESRCH);
    raw_close(&raw);
}

/* The signals of a route over both nodes with root node 0. */
static void global_interrupts(void)
{
    raw_t raw;
    if (!open_pair(&raw))
        return;
    uint64_t word[2] = {(uint64_t)(BGQ_CLASS_LINK_AP | BGQ_CLASS_INPUT_LINK_LOCAL) << 16,
                        (uint64_t)BGQ_CLASS_INPUT_LINK_LOCAL << 16 | BGQ_CLASS_LINK_AM};
    volatile uint64_t *control[2], *status[2];
    for (uint32_t i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(raw_set_dcr(&raw, i, ND_500_DCR(CTRL_GI_CLASS_00_01), word[i] << 32), 0);
        control[i] = raw_register(&raw, i, 0, RAW_GI_CONTROL);
        status[i] = raw_register(&raw, i, 0, RAW_GI_STATUS);
    }
    CU_ASSERT_EQUAL(raw_set_dcr(&raw, 1, MU_DCR(BARRIER_INT_EN), UINT64_C(1) << 60), 0);
    for (uint64_t round = 0; round < 50; round++) {
        raw_store(control[0], 1);
        CU_ASSERT_FATAL(raw_await(status[1], 1));
        raw_store(control[1], 1);
        raw_store(control[0], 0);
        CU_ASSERT_EQUAL(raw_flush(&raw, 0), 0);
        CU_ASSERT_EQUAL(raw_load(status[0]), 1);
        raw_store(control[1], 0);
        CU_ASSERT_FATAL(raw_await(status[0], 0));
        CU_ASSERT_FATAL(raw_await(status[1], 0));
        CU_ASSERT_FATAL(raw_await(&raw_control(&raw, 1)->gi_raised[0], round + 1));
    }
    CU_ASSERT_EQUAL(raw_control(&raw, 0)->gi_raised[0], 0);
    CU_ASSERT(is_signalled(&raw));
    raw_close(&raw);
}

static void errors(void)
{
    raw_t raw;
    if (!open_pair(&raw))
        return;
    emuq_device_control_t *c = raw_control(&raw, 0);
    raw_inj(&raw, 0, 9, FIFO + 0x1000, 8);
    MUHWI_Descriptor_t d = raw_put(1, SOURCE, 8, 0);
    d.Torus_FIFO_Map = 0;
    raw_inject(&raw, 0, 0, &d);
    CU_ASSERT(raw_await(&c->errors, 1));
    CU_ASSERT(is_signalled(&raw));
    CU_ASSERT_EQUAL(c->error.rank, 0);
    CU_ASSERT_EQUAL(c->error.inj_fifo, 0);
    CU_ASSERT_EQUAL(c->error.descriptor_number, 1);
    CU_ASSERT_EQUAL(c->error.has_descriptor, 1);
    CU_ASSERT_EQUAL(memcmp(&c->error.descriptor, &d, sizeof d), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(c->error.what, "no network FIFO"));
    CU_ASSERT_PTR_NOT_NULL(strstr(c->error.advice, "TORUS_FIFO_MAP"));

    /* The second error, an address outside of all apertures, is published after the first one is consumed. */
    d = raw_put(1, RAW_APERTURE, 8, 0);
    raw_inject(&raw, 0, 9, &d);
    CU_ASSERT_EQUAL(raw_flush(&raw, 0), 0);
    CU_ASSERT_EQUAL(raw_load(&c->errors), 1);
    raw_store(&c->errors_taken, 1);
    CU_ASSERT(raw_await(&c->errors, 2));
    CU_ASSERT_EQUAL(c->error.inj_fifo, 9);
    CU_ASSERT_PTR_NOT_NULL(strstr(c->error.what, "outside the windows"));
    CU_ASSERT_EQUAL(raw_control(&raw, 1)->errors, 0);

    /* A stopped FIFO resumes with its contents when it is enabled again. */
    volatile uint64_t *counter = (volatile uint64_t *)(raw_memory(&raw, 1) + COUNTER);
    *counter = 8;
    d = raw_put(1, SOURCE, 8, 0);
    memcpy(raw_memory(&raw, 0) + FIFO, &d, sizeof d);
    raw_store(raw_register(&raw, 0, 0, RAW_ENABLE), UINT64_C(1) << 31);
    CU_ASSERT(raw_await(counter, 0));
    raw_close(&raw);
}

/* Builds a sum of one 8-byte word over route 0 for reception FIFO 0. */
static MUHWI_Descriptor_t sum(void)
{
    MUHWI_Descriptor_t d = raw_message(0, SOURCE, 8, 0);
    MUHWI_CollectiveNetworkHeader_t *h = &d.PacketHeader.NetworkHeader.collective;
    d.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
    h->Data_Packet_Type = MUHWI_COLLECTIVE_DATA_PACKET_TYPE;
    h->Byte1.Byte1 = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD | 1;
    h->Byte2.Byte2 = 0;
    h->Byte3.Byte3 = MUHWI_PACKET_VIRTUAL_CHANNEL_USER_COMM_WORLD | MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
    return d;
}

/* Words of a route with a cycle form no tree: a contribution waits. It continues with valid words. */
static void class_routes(void)
{
    static const uint32_t ring[5] = {3, 1, 1, 1, 1};
    const uint64_t m = BGQ_CLASS_LINK_AM, p = BGQ_CLASS_LINK_AP, local = BGQ_CLASS_INPUT_LINK_LOCAL;
    const uint64_t circle[3] = {(p | local) << 16, (p | local) << 16 | m | p, (m | local) << 16 | m};
    const uint64_t row[3] = {(p | local) << 16, (p | local) << 16 | m, local << 16 | m};
    const uint32_t dcr = ND_500_DCR(CTRL_COLL_CLASS_00_01);
    raw_t raw;
    CU_ASSERT_FATAL(raw_open(&raw, device.where, ring));
    MUHWI_Descriptor_t d = sum();
    for (uint32_t i = 0; i < 3; i++) {
        raw_inj(&raw, i, 0, FIFO, 8);
        raw_rec(&raw, i, 0, REC, REC_BYTES);
        CU_ASSERT_EQUAL(raw_set_dcr(&raw, i, dcr, circle[i] << 32), 0);
        *(uint64_t *)(raw_memory(&raw, i) + SOURCE) = __builtin_bswap64(i + 1);
    }
    for (uint32_t i = 0; i < 3; i++) {
        raw_inject(&raw, i, 0, &d);
        CU_ASSERT_EQUAL_FATAL(raw_flush(&raw, i), 0);
        CU_ASSERT_EQUAL(raw_load(raw_register(&raw, i, 0, RAW_INJ(0) + RAW_DONE)), 0);
    }
    for (uint32_t i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(raw_set_dcr(&raw, i, dcr, row[i] << 32), 0);
    for (uint32_t i = 0; i < 3; i++) {
        CU_ASSERT_FATAL(raw_await(raw_register(&raw, i, 0, RAW_REC(0) + RAW_TAIL), RAW_PA + REC + 64));
        CU_ASSERT_EQUAL(*(uint64_t *)(raw_memory(&raw, i) + REC + 32), __builtin_bswap64(6));
        CU_ASSERT_EQUAL(raw_control(&raw, i)->errors, 0);
    }
    raw_close(&raw);
}

static void counts(void)
{
    raw_t raw;
    if (!open_pair(&raw))
        return;
    volatile uint64_t *counter = (volatile uint64_t *)(raw_memory(&raw, 1) + COUNTER);
    MUHWI_Descriptor_t d = raw_put(1, SOURCE, 1024, 0);
    uint64_t value = 0;
    *counter = 1024;
    raw_inject(&raw, 0, 0, &d);
    CU_ASSERT(raw_await(counter, 0));
    CU_ASSERT(raw_await(raw_register(&raw, 0, 0, RAW_INJ(0) + RAW_DONE), 1));
    CU_ASSERT_EQUAL(
        raw_command(&raw, 0, EMUQ_DEVICE_COUNT, (const uint64_t[4]){EMUQ_COUNT_MU_PACKETS_INJECTED}, &value),
        0);
    CU_ASSERT_EQUAL(value, 2);
    CU_ASSERT_EQUAL(raw_command(&raw, 0, EMUQ_DEVICE_COUNT, (const uint64_t[4]){99}, &value), -EINVAL);
    CU_ASSERT_EQUAL(raw_command(&raw, 0, EMUQ_DEVICE_COUNT,
                                (const uint64_t[4]){EMUQ_COUNT_LINK_CHUNKS_SENT, UINT64_MAX, 0}, &value),
                    -EINVAL);
    raw_close(&raw);
}

static void ends(void)
{
    raw_stop(&device);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a put stores and counts", puts_and_counts},
        {"device control registers", device_control_registers},
        {"packets", packets},
        {"back-pressure", back_pressure},
        {"enable and disable", enable_and_disable},
        {"interrupts", interrupts},
        {"global interrupts", global_interrupts},
        {"errors", errors},
        {"class routes", class_routes},
        {"counts", counts},
        {"the device ends", ends},
        {NULL, NULL},
    };
    device = raw_start(NULL, NULL);
    return emuq_test_main("device_traffic", tests);
}

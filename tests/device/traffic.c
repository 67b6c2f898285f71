/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages between nodes of a device, by nothing but loads and stores. */
#include <errno.h>
#include <string.h>

#include "hwi/include/bqc/MU_Addressing.h"
#include "raw.h"

#define COUNTER 0x1000u
#define TARGET  0x2000u
#define SOURCE  0x3000u
#define FIFO    0x10000u
#define REC     0x20000u

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
        {"the device ends", ends},
        {NULL, NULL},
    };
    device = raw_start(NULL, NULL);
    return emuq_test_main("device_traffic", tests);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program deallocates a table entry while a message is put through it: after the reply of the device the
 * message is complete and no further data arrive.
 */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "backends/backend.h"
#include "hwi/include/bqc/MU_Addressing.h"
#include "played.h"
#include "points.h"
#include "raw.h"

enum { FIFO_AT = 0x10000, COUNTER_AT = 0x1000, TARGET_AT = 0x2000, BYTES = 64 };

static played_t played;
static raw_t raw;

/* The partition as seen by a program, with a FIFO and two entries. */
static void open_all(void)
{
    int status;
    played_open(&played);
    const emuq_region_t *region = &played.device->region[0];
    raw.region_bytes = region->layout.region_bytes;
    raw.info = mmap(NULL, raw.region_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, region->fd, 0);
    CU_ASSERT_FATAL((void *)raw.info != MAP_FAILED);
    /* A mapping different from the device's, as for registers. With one mapping ThreadSanitizer would report
     * accesses without synchronisation. */
    raw.memory = mmap(NULL, EMUQ_GRANULE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, played.memory_file, 0);
    CU_ASSERT_FATAL(raw.memory != MAP_FAILED);
    CU_ASSERT_PTR_NOT_NULL_FATAL(emuq_device_join(played.device, 0, EMUQ_NO_MEMBER, 4712, &status));
    raw_inj(&raw, 0, 0, FIFO_AT, 8);
    raw_bat(&raw, 0, 0, RAW_PA + TARGET_AT);
    raw_bat(&raw, 0, 1,
            (RAW_PA + COUNTER_AT) | MUHWI_ATOMIC_ADDRESS_INDICATOR | MUHWI_ATOMIC_OPCODE_STORE_ADD);
    memset(raw.memory, 7, BYTES);
    memset(raw.memory + TARGET_AT, 0, BYTES);
    *(uint64_t *)(raw.memory + COUNTER_AT) = BYTES;
}

static void close_all(void)
{
    munmap(raw.memory, EMUQ_GRANULE_BYTES);
    munmap(raw.info, raw.region_bytes);
    played_close(&played);
}

/* A thread of the device besides the scanning thread, for example an engine. */
static void *put(void *argument)
{
    MUHWI_Descriptor_t d = raw_put(0, 0, BYTES, 0);
    d.PacketHeader.NetworkHeader.pt2pt.Destination.Destination.Destination = 0;
    raw_inject(&raw, 0, 0, &d);
    emuq_emulator_poll(played.device->machine, 0);
    return argument;
}

static void deallocated_while_a_message_arrives(void)
{
    pthread_t thread;
    open_all();
    points_stop("device_command_loaded", 1);
    played_request(&played, EMUQ_DEVICE_ASSIGN,
                   (const uint64_t[4]){EMUQ_RESOURCE_BAT, 0, UINT64_MAX, UINT64_MAX});
    points_wait("device_command_loaded");
    points_stop("put_entry_resolved", 1);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, put, NULL), 0);
    points_wait("put_entry_resolved"); /* after the translation of the entry */
    points_stop("device_settle", 1);
    points_release("device_command_loaded");
    while (!played_is_answered(&played) && !points_is_stopped("device_settle"))
        played_pause();
    points_release("device_settle");
    CU_ASSERT_FALSE(played_is_answered(&played));
    points_release("put_entry_resolved");
    CU_ASSERT_EQUAL(played_status(&played), 0);
    CU_ASSERT_EQUAL(raw_load((volatile uint64_t *)(raw.memory + COUNTER_AT)), 0);
    CU_ASSERT_EQUAL(memcmp(raw.memory + TARGET_AT, raw.memory, BYTES), 0);
    CU_ASSERT_EQUAL(raw_control(&raw, 0)->errors, 0);
    pthread_join(thread, NULL);
    close_all();
}

static void put_through_an_entry_that_is_gone(void)
{
    open_all();
    CU_ASSERT_EQUAL(raw_assign(&raw, 0, EMUQ_RESOURCE_BAT, 0, UINT64_MAX, UINT64_MAX), 0);
    put(NULL);
    CU_ASSERT(raw_await(&raw_control(&raw, 0)->errors, 1));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(raw_control(&raw, 0)->error.what, "base-address entry 0 of node 0 has been deallocated"));
    CU_ASSERT_EQUAL(raw.memory[TARGET_AT], 0);
    CU_ASSERT_EQUAL(raw_load((volatile uint64_t *)(raw.memory + COUNTER_AT)), BYTES);
    close_all();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"deallocated while a message arrives", deallocated_while_a_message_arrives},
        {"put through an entry that is gone", put_through_an_entry_that_is_gone},
        {NULL, NULL},
    };
    return emuq_test_main("device_deallocate", tests);
}

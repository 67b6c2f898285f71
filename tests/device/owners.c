/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A member ends while the device gives it a resource. The device is in this process, and its scanning thread
 * is stopped in between.
 */
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "backends/backend.h"
#include "emuq_test.h"
#include "points.h"
#include "tools/emuq-device/device.h"

#define MEMORY  EMUQ_GRANULE_BYTES
#define FIFO    3u
#define REQUEST ((const uint64_t[4]){EMUQ_RESOURCE_INJ_FIFO, FIFO, 1, 7})

static emuq_mapping_t memory;
static emuq_device_t *device;
static emuq_device_member_t *mortal;

static int region_file(const emuq_region_t *region, void *context)
{
    (void)context;
    return emuq_memory_file("region", region->layout.region_bytes);
}

/* A partition of one node with member 1. */
static void open_device(void)
{
    emuq_plan_t plan = {.geometry = {.size = {1, 1, 1, 1, 1}, .torus = 0x1f},
                        .ppn = 1,
                        .aperture_bytes = MEMORY,
                        .aperture_pa = UINT64_C(1) << 35};
    int status, file = emuq_memory_file("memory", MEMORY);
    CU_ASSERT_FATAL(file >= 0);
    CU_ASSERT_EQUAL_FATAL(emuq_memory_map(&memory, file, 0, MEMORY), 0);
    close(file);
    CU_ASSERT_EQUAL_FATAL(emuq_device_open(&plan, 1, &memory, region_file, NULL, &device), 0);
    mortal = emuq_device_join(device, 1, 0, 4711, &status);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mortal);
}

static void close_device(void)
{
    points_clear();
    emuq_device_close(device);
    emuq_memory_unmap(&memory);
}

static void request(const uint64_t argument[4])
{
    emuq_device_control_t *c = device->node[0].control;
    c->command = EMUQ_DEVICE_ASSIGN;
    for (int i = 0; i < 4; i++)
        c->argument[i] = argument[i];
    __atomic_store_n(&c->request, c->request + 1, __ATOMIC_RELEASE);
    emuq_scan_wake(device);
}

static void pause_shortly(void)
{
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static int64_t status_of_request(void)
{
    const emuq_device_control_t *c = device->node[0].control;
    while (__atomic_load_n(&c->answer, __ATOMIC_ACQUIRE) != c->request)
        pause_shortly();
    return c->status;
}

static uint32_t owner(void)
{
    pthread_mutex_lock(&device->owners_lock);
    uint32_t member = device->node[0].owner[FIFO];
    pthread_mutex_unlock(&device->owners_lock);
    return member;
}

static void a_member_gets_what_it_asks_for(void)
{
    open_device();
    request(REQUEST);
    CU_ASSERT_EQUAL(status_of_request(), 0);
    CU_ASSERT_EQUAL(owner(), 1);
    emuq_device_part(device, mortal, true);
    CU_ASSERT_EQUAL(owner(), EMUQ_NO_MEMBER);
    close_device();
}

/* Its last request is carried out when it has been removed. */
static void a_member_has_ended_before(void)
{
    open_device();
    points_stop("device_command_loaded", 1);
    request(REQUEST);
    points_wait("device_command_loaded");
    emuq_device_part(device, mortal, true);
    points_release("device_command_loaded");
    CU_ASSERT_EQUAL(status_of_request(), -ESRCH);
    CU_ASSERT_EQUAL(owner(), EMUQ_NO_MEMBER);
    close_device();
}

static bool has_parted; /* __atomic */

static void *part(void *argument)
{
    emuq_device_part(device, mortal, true);
    __atomic_store_n(&has_parted, true, __ATOMIC_RELEASE);
    return argument;
}

/* It ends when the device has found it alive. */
static void a_member_ends_meanwhile(void)
{
    pthread_t thread;
    open_device();
    __atomic_store_n(&has_parted, false, __ATOMIC_RELAXED);
    points_stop("device_assign_member_seen", 1);
    request(REQUEST);
    points_wait("device_assign_member_seen");
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, part, NULL), 0);
    while (emuq_event_has_member(device, 0, 1))
        pause_shortly();
    /* Now it is removed, and its resources are to be taken from it: time for a device that does not wait. */
    for (int i = 0; i < 50 && !__atomic_load_n(&has_parted, __ATOMIC_ACQUIRE); i++)
        pause_shortly();
    points_release("device_assign_member_seen");
    CU_ASSERT_EQUAL(status_of_request(), 0);
    pthread_join(thread, NULL);
    CU_ASSERT_EQUAL(owner(), EMUQ_NO_MEMBER);
    close_device();
}

/* A member of one node has nothing on others, where it would not be taken from it. */
static void a_member_of_no_node(void)
{
    open_device();
    request((const uint64_t[4]){EMUQ_RESOURCE_INJ_FIFO, FIFO, 2, 7});
    CU_ASSERT_EQUAL(status_of_request(), -ESRCH);
    CU_ASSERT_EQUAL(owner(), EMUQ_NO_MEMBER);
    CU_ASSERT(emuq_event_has_member(device, 0, 1));
    CU_ASSERT_FALSE(emuq_event_has_member(device, 1, 1));
    close_device();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a member gets what it asks for", a_member_gets_what_it_asks_for},
        {"a member has ended before", a_member_has_ended_before},
        {"a member ends meanwhile", a_member_ends_meanwhile},
        {"a member of no node", a_member_of_no_node},
        {NULL, NULL},
    };
    return emuq_test_main("device_owners", tests);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A member ends while the device assigns a resource to it. The device is in this process, and the test stops
 * its scanning thread in between.
 */
#include <errno.h>
#include <pthread.h>

#include "emuq_test.h"
#include "played.h"
#include "points.h"

#define FIFO    3u
#define REQUEST ((const uint64_t[4]){EMUQ_RESOURCE_INJ_FIFO, FIFO, 1, 7})

static played_t played;

static uint32_t owner(void)
{
    pthread_mutex_lock(&played.device->owners_lock);
    uint32_t member = played.device->node[0].owner[FIFO];
    pthread_mutex_unlock(&played.device->owners_lock);
    return member;
}

static void a_member_gets_what_it_asks_for(void)
{
    played_open(&played);
    played_request(&played, EMUQ_DEVICE_ASSIGN, REQUEST);
    CU_ASSERT_EQUAL(played_status(&played), 0);
    CU_ASSERT_EQUAL(owner(), 1);
    emuq_device_leave(played.device, played.member, true);
    CU_ASSERT_EQUAL(owner(), EMUQ_NO_MEMBER);
    played_close(&played);
}

/* The device executes a member's last request after removing the member: -ESRCH. */
static void a_member_has_ended_before(void)
{
    played_open(&played);
    points_stop("device_command_loaded", 1);
    played_request(&played, EMUQ_DEVICE_ASSIGN, REQUEST);
    points_wait("device_command_loaded");
    emuq_device_leave(played.device, played.member, true);
    points_release("device_command_loaded");
    CU_ASSERT_EQUAL(played_status(&played), -ESRCH);
    CU_ASSERT_EQUAL(owner(), EMUQ_NO_MEMBER);
    played_close(&played);
}

static bool has_parted; /* atomic */

static void *part(void *argument)
{
    emuq_device_leave(played.device, played.member, true);
    __atomic_store_n(&has_parted, true, __ATOMIC_RELEASE);
    return argument;
}

/* The member ends after the device found it in the list. */
static void a_member_ends_meanwhile(void)
{
    pthread_t thread;
    played_open(&played);
    __atomic_store_n(&has_parted, false, __ATOMIC_RELAXED);
    points_stop("device_assign_member_seen", 1);
    played_request(&played, EMUQ_DEVICE_ASSIGN, REQUEST);
    points_wait("device_assign_member_seen");
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, part, NULL), 0);
    while (emuq_event_has_member(played.device, 0, 1))
        played_pause();
    /* now the member is removed and its resources are revoked; gives a device without locking time to fail */
    for (int i = 0; i < 50 && !__atomic_load_n(&has_parted, __ATOMIC_ACQUIRE); i++)
        played_pause();
    points_release("device_assign_member_seen");
    CU_ASSERT_EQUAL(played_status(&played), 0);
    pthread_join(thread, NULL);
    CU_ASSERT_EQUAL(owner(), EMUQ_NO_MEMBER);
    played_close(&played);
}

/* A member of one node cannot own resources of different nodes, where they would not be revoked. */
static void a_member_of_no_node(void)
{
    played_open(&played);
    played_request(&played, EMUQ_DEVICE_ASSIGN, (const uint64_t[4]){EMUQ_RESOURCE_INJ_FIFO, FIFO, 2, 7});
    CU_ASSERT_EQUAL(played_status(&played), -ESRCH);
    CU_ASSERT_EQUAL(owner(), EMUQ_NO_MEMBER);
    CU_ASSERT(emuq_event_has_member(played.device, 0, 1));
    CU_ASSERT_FALSE(emuq_event_has_member(played.device, 1, 1));
    played_close(&played);
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

/* SPDX-License-Identifier: BSD-3-Clause */
/* Arbitrary use of a member's event socket by its program; the device never waits for the socket. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "raw.h"

#define POKES 3000 /* more events than a socket holds */

static const uint32_t one[5] = {1, 1, 1, 1, 1};
static raw_device_t device;
static raw_t raw;

static int poke(void)
{
    return raw_command(&raw, 0, EMUQ_DEVICE_NOTIFY, (const uint64_t[4]){0}, NULL);
}

static bool has_events(void)
{
    struct pollfd p = {.fd = raw.event, .events = POLLIN};
    return poll(&p, 1, 0) == 1 && (p.revents & POLLIN) != 0;
}

static void make_blocking(void)
{
    CU_ASSERT_EQUAL(fcntl(raw.event, F_SETFL, fcntl(raw.event, F_GETFL) & ~O_NONBLOCK), 0);
}

/* Without reads the socket becomes full, which still signals an event. */
static void a_file_that_is_not_read(void)
{
    CU_ASSERT_FATAL(raw_open(&raw, device.where, one));
    make_blocking();
    int failed = 0;
    for (int i = 0; i < POKES && failed == 0; i++)
        failed = poke();
    CU_ASSERT_EQUAL(failed, 0);
    CU_ASSERT(has_events());
    raw_close(&raw);
}

/* The program closes the socket and continues. */
static void a_file_that_is_closed(void)
{
    CU_ASSERT_FATAL(raw_open(&raw, device.where, one));
    close(raw.event);
    raw.event = -1;
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(poke(), 0);
    raw_close(&raw);
}

/* A read consumes all signals; the next event makes the socket readable again. */
static void events_are_read(void)
{
    char text[512];
    CU_ASSERT_FATAL(raw_open(&raw, device.where, one));
    CU_ASSERT_FALSE(has_events());
    for (int i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(poke(), 0);
    CU_ASSERT(has_events());
    CU_ASSERT(read(raw.event, text, sizeof text) > 0);
    CU_ASSERT_FALSE(has_events());
    CU_ASSERT_EQUAL(read(raw.event, text, sizeof text), -1);
    CU_ASSERT_EQUAL(errno, EAGAIN);
    CU_ASSERT_EQUAL(poke(), 0);
    CU_ASSERT(has_events());
    raw_close(&raw);
}

static void ends(void)
{
    raw_stop(&device);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"events are read", events_are_read},
        {"a file that is not read", a_file_that_is_not_read},
        {"a file that is closed", a_file_that_is_closed},
        {"the device ends", ends},
        {NULL, NULL},
    };
    device = raw_start(NULL, NULL);
    return emuq_test_main("device_events", tests);
}

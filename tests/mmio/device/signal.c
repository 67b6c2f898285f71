/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program fills its event socket and makes it blocking while the device is about to signal it. The device
 * continues.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "emuq_test.h"
#include "played.h"
#include "points.h"

#define PATIENCE_MS 5000 /* state of a blocked device thread, if there is one */

static played_t played;

/* Signals until the socket is full. */
static void fill(int file)
{
    const uint64_t most = UINT64_MAX - 1;
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
    while (write(file, &most, sizeof most) > 0)
        ;
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
}

static void poke(void)
{
    played_request(&played, EMUQ_DEVICE_NOTIFY, (const uint64_t[4]){1});
}

static void the_device_does_not_wait(void)
{
    played_open(&played);
    points_stop("device_signal", 1);
    poke();
    points_wait("device_signal");
    fill(played.member->event);
    points_release("device_signal");
    for (int i = 0; i < PATIENCE_MS && !played_is_answered(&played); i++)
        played_pause();
    CU_ASSERT_TRUE_FATAL(played_is_answered(&played)); /* a failed device would block the rest of the test */
    for (int i = 0; i < 400; i++) {
        poke();
        CU_ASSERT_EQUAL(played_status(&played), 0);
    }
    played_close(&played);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"the device does not wait", the_device_does_not_wait},
        {NULL, NULL},
    };
    signal(SIGPIPE, SIG_IGN);
    return emuq_test_main("device_signal", tests);
}

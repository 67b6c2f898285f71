/* SPDX-License-Identifier: BSD-3-Clause */
/* Links over datagrams in a program whose descriptors are used up: a card is not opened, no descriptor is
 * lost, and a later open succeeds. Jobs in a row use new sockets. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "apenet/event.h"
#include "base/atomic.h"
#include "emuq_test.h"
#include "users.h"

#define PAGE     4096u
#define MOST_FDS 1024

static uint64_t arrived; /* atomic; ranks */

static unsigned count_descriptors(void)
{
    unsigned count = 0;
    for (int fd = 0; fd < MOST_FDS; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* Leaves @p left descriptors. */
static struct rlimit limit_descriptors(unsigned left)
{
    struct rlimit before, now;
    unsigned unused = 0;
    int fd = 0;
    CU_ASSERT_EQUAL_FATAL(getrlimit(RLIMIT_NOFILE, &before), 0);
    for (; fd < MOST_FDS; fd++)
        if (fcntl(fd, F_GETFD) < 0 && unused++ == left)
            break;
    now = before;
    now.rlim_cur = (rlim_t)fd;
    CU_ASSERT_EQUAL_FATAL(setrlimit(RLIMIT_NOFILE, &now), 0);
    return before;
}

static void put_to_neighbour(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    apenet_address_t to = {(uint8_t)(1 - me.x), 0, 0, 0};
    CU_ASSERT_EQUAL_FATAL(apenet_register_buffer(card, users_area[me.x], 2 * PAGE, 0, 0, &buffer), 0);
    users_meet();
    int rc = apenet_rdma_put(card, to, users_area[me.x], 100, (uintptr_t)users_area[to.x] + PAGE, 0,
                             APENET_SILENT);
    CU_ASSERT_EQUAL(rc, 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 100);
    users_meet();
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
}

/* The links of a process take two descriptors, and a node of this ring one for each of its two links. */
static void open_with_few(void)
{
    static const struct {
        unsigned left, kept; /* descriptors before and after the call */
        int rc;
    } all[] = {{0, 0, -EMFILE}, {1, 0, -EMFILE}, {2, 2, -EMFILE},
               {0, 0, -EMFILE}, {1, 0, -EMFILE}, {2, 2, 0}};
    apenet_card_t *card;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        unsigned before = count_descriptors();
        struct rlimit limit = limit_descriptors(all[i].left);
        CU_ASSERT_EQUAL_FATAL(apenet_open(0, &card), all[i].rc);
        CU_ASSERT_EQUAL(setrlimit(RLIMIT_NOFILE, &limit), 0);
        CU_ASSERT_EQUAL(count_descriptors(), before + all[i].kept);
    }
    CU_ASSERT_EQUAL(apenet_close(card), 0);
}

static int open_late(int argc, char **argv)
{
    apenet_address_t me;
    (void)argc;
    (void)argv;
    if (AO_fetch_and_add1(&arrived) == 0)
        open_with_few();
    users_meet();
    apenet_card_t *card = users_open(&me);
    put_to_neighbour(card, me);
    CU_ASSERT_EQUAL(apenet_close(card), 0);
    return 0;
}

static void descriptors_are_used_up(void)
{
    AO_store(&arrived, 0);
    users_run_program(open_late, 2, 1);
}

/* The sockets of a job are closed at its end. */
static void jobs_in_a_row(void)
{
    users_run(put_to_neighbour, 2, 1);
    unsigned before = count_descriptors();
    for (unsigned i = 0; i < 3; i++)
        users_run(put_to_neighbour, 2, 1);
    CU_ASSERT_EQUAL(count_descriptors(), before);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"descriptors are used up", descriptors_are_used_up}, {"jobs in a row", jobs_in_a_row}, {NULL, NULL}};
    setenv("EMUQ_APENET_NET", "packet", 1);
    setenv("EMUQ_APENET_LINK", "udp", 1);
    return emuq_test_main("apenet_descriptors", tests);
}

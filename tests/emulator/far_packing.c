/* SPDX-License-Identifier: BSD-3-Clause */
/* Small messages to remote hosts: one frame per host, for any number of hosts. */
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/remote/remote.h"
#include "backends/emulator/fault/fault.h"
#include "backends/emulator/core/inject.h"
#include "emuq_test.h"
#include "kernel-shim/partition/partition.h"

enum { HOSTS = 100, POSTS = 5, BYTES = 8 };

static emuq_partition_t *partition;

/* Frames sent by the unit. */
static struct {
    uint32_t frames, lent;
    uint32_t posts[HOSTS];
} sent;

static int carry(void *context, uint32_t host, const void *frame, size_t bytes)
{
    const emuq_remote_posts_t *posts = frame;
    (void)context;
    (void)bytes;
    CU_ASSERT_EQUAL(posts->frame.kind, EMUQ_REMOTE_POSTS);
    sent.frames++;
    sent.posts[host] += posts->posts;
    return 0;
}

static int lend(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *frame))
{
    sent.lent++;
    int rc = carry(context, host, frame, bytes);
    done(frame);
    return rc;
}

static emuq_inj_t fifo;

/* Posts messages of the FIFO to the node of a host. */
static void post(uint32_t host)
{
    static emuq_inj_regs_t registers;
    static const char payload[BYTES];
    MUHWI_PacketHeader_t header;
    emuq_work_t work;
    emuq_work_begin(&work);
    memset(&header, 0, sizeof header);
    fifo.node = &partition->machine->node[0];
    fifo.regs = &registers;
    fifo.waiter.inj = &fifo;
    for (int i = 0; i < POSTS; i++) {
        uint64_t done = 0;
        emuq_message_t m = {.header = &header,
                            .payload = payload,
                            .length = BYTES,
                            .sent = &done,
                            .waiter = &fifo.waiter,
                            .work = &work};
        CU_ASSERT_EQUAL(emuq_remote_post(&partition->machine->node[host], &m, BYTES), EMUQ_DONE);
    }
    emuq_work_run(&work);
}

/* The engine finds all posts in one iteration. */
static void many_hosts(void)
{
    static const uint32_t hosts[] = {3, 63, 64, 99};
    for (int round = 1; round <= 2; round++) {
        memset(&fifo, 0, sizeof fifo);
        memset(&sent, 0, sizeof sent);
        for (int i = 0; i < 4; i++)
            post(hosts[i]);
        while (emuq_backend->remote->progress(partition->machine, false))
            continue;
        CU_ASSERT_EQUAL(sent.frames, 4);
        CU_ASSERT_EQUAL(sent.lent, 0);
        for (int i = 0; i < 4; i++)
            CU_ASSERT_EQUAL(sent.posts[hosts[i]], POSTS);
    }
}

/* Delayed messages take no credit of the FIFO's window. */
static void late_messages(void)
{
    emuq_delayed_t *late[EMUQ_DELAYED_MAX]; /* kept by the queue */
    memset(&fifo, 0, sizeof fifo);
    for (uint32_t i = 0; i < EMUQ_DELAYED_MAX; i++) {
        late[i] = calloc(1, sizeof *late[i] + sizeof late[i]->at[0]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(late[i]);
        late[i]->inj = &fifo;
        late[i]->segments = 1;
        late[i]->at[0].due = UINT64_MAX;
        emuq_delay_queue_launch(late[i]);
    }
    CU_ASSERT(emuq_delay_queue_is_full(&fifo));
    post(99);
    while (emuq_backend->remote->progress(partition->machine, false))
        continue;
    for (uint32_t i = 0; i < EMUQ_DELAYED_MAX; i++)
        emuq_delay_queue_arrived(late[i]);
    CU_ASSERT_FALSE(emuq_delay_queue_is_full(&fifo));
    CU_ASSERT_EQUAL(fifo.window.pieces, POSTS);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"many hosts", many_hosts}, {"late messages", late_messages}, {NULL, NULL}};
    const emuq_job_hosts_t spread = {.hosts = HOSTS};
    const emuq_job_t job = {.shape = {10, 10, 1, 1, 1}};
    if (emuq_partition_make(&job, true, &spread, &partition) != 0)
        return 1;
    emuq_my_member = HOSTS;
    if (emuq_partition_attach(partition, UINT32_MAX,
                              &(emuq_kernel_callbacks_t){.hosts = {.send = carry, .lend = lend}}) != 0)
        return 1;
    int status = emuq_test_main("packing for other hosts", tests);
    emuq_partition_detach(partition);
    emuq_partition_close(partition);
    return status;
}

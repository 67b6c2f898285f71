/* SPDX-License-Identifier: BSD-3-Clause */
/* The protocol of the device: joining, leaving, invalid requests, dying programs. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "raw.h"

static const uint32_t pair[5] = {2, 1, 1, 1, 1};
static raw_device_t device;

/* Sends a request. @return status of the reply, whose text must contain @p reason */
static int ask(int fd, const emuq_device_request_t *q, size_t bytes, const char *reason)
{
    emuq_device_reply_t reply;
    int files[3], count = raw_ask(fd, q, bytes, &reply, files);
    for (int i = 0; i < count; i++)
        close(files[i]);
    reply.reason[sizeof reply.reason - 1] = '\0';
    CU_ASSERT_EQUAL(reply.version, EMUQ_DEVICE_VERSION);
    if (strstr(reply.reason, reason) == NULL) {
        fprintf(stderr, "\"%s\" is not in \"%s\"\n", reason, reply.reason);
        CU_FAIL("another reason");
    }
    return reply.status;
}

static void versions_and_sizes(void)
{
    int fd = raw_connect(device.where);
    emuq_device_request_t q = raw_request(EMUQ_DEVICE_MEMORY, pair);
    q.version = EMUQ_DEVICE_VERSION + 1;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "version 3, the device version 2"), -EPROTO);
    q.version = EMUQ_DEVICE_VERSION;
    CU_ASSERT_EQUAL(ask(fd, &q, 8, "8 bytes"), -EPROTO);
    char longer[sizeof q + 8] = {0};
    memcpy(longer, &q, sizeof q);
    CU_ASSERT_EQUAL(ask(fd, (emuq_device_request_t *)longer, sizeof longer, "bytes"), -EPROTO);
    q.what = 99;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "request 99"), -ENOSYS);
    q.what = EMUQ_DEVICE_MEMORY;
    q.bytes = 12345;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "64 MiB"), -EINVAL);
    q.bytes = 0;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "64 MiB"), -EINVAL);
    q.bytes = (UINT64_C(1) << 45) + EMUQ_GRANULE_BYTES;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "2^45"), -EINVAL);
    close(fd);
}

/* Requests of the minimum length with a version, and shorter ones. */
static void short_requests(void)
{
    int fd = raw_connect(device.where);
    emuq_device_request_t q = raw_request(EMUQ_DEVICE_MEMORY, pair);
    q.version = EMUQ_DEVICE_VERSION + 1;
    CU_ASSERT_EQUAL(ask(fd, &q, 8, "version 3"), -EPROTO);
    CU_ASSERT_EQUAL(ask(fd, &q, 7, "7 bytes"), -EPROTO);
    q.version = EMUQ_DEVICE_VERSION;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q - 1, "bytes"), -EPROTO);
    close(fd);
}

static int ask_open(int fd, const emuq_device_request_t *q, const char *reason)
{
    return ask(fd, q, sizeof *q, reason);
}

static void impossible_partitions(void)
{
    int fd = raw_connect(device.where);
    emuq_device_request_t good = raw_request(EMUQ_DEVICE_MEMORY, pair), q;
    CU_ASSERT_EQUAL(ask(fd, &good, sizeof good, ""), 0);
    CU_ASSERT_EQUAL(ask(fd, &good, sizeof good, "this connection"), -EBUSY);
    good.what = EMUQ_DEVICE_OPEN;
    q = good, q.size[1] = 65;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "dimension B has 1 to 64 nodes, not 65"), -EINVAL);
    q = good, q.size[4] = 3;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "dimension E has 1 to 2 nodes, not 3"), -EINVAL);
    q = good, q.size[4] = 0;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "dimension E"), -EINVAL);
    q = good, q.size[0] = q.size[1] = q.size[2] = q.size[3] = 64;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "at most"), -EINVAL);
    q = good, q.size[0] = 64, q.size[1] = 64, q.size[2] = 2, q.aperture_stride = 0;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "at most 4096 nodes"), -EINVAL);
    q = good, q.torus = 0x20;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "0x20"), -EINVAL);
    q = good, q.ppn = 3;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "not 3"), -EINVAL);
    q = good, q.ppn = 128;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "not 128"), -EINVAL);
    q = good, q.aperture_bytes += 4096;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "64 MiB"), -EINVAL);
    q = good, q.aperture_bytes = 0;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "64 MiB"), -EINVAL);
    q = good, q.aperture_stride -= 4096;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "64 MiB"), -EINVAL);
    q = good, q.aperture_pa += 4096;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "64 MiB"), -EINVAL);
    q = good, q.aperture_bytes *= 2;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "do not fit"), -EINVAL);
    q = good, q.aperture_stride = UINT64_C(1) << 63;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "do not fit"), -EINVAL);
    q = good, q.size[0] = 3,
    q.aperture_stride = UINT64_C(1) << 63; /* last aperture ends at 2^64 plus an aperture */
    CU_ASSERT_EQUAL(ask_open(fd, &q, "do not fit"), -EINVAL);
    q = good, q.aperture_stride = -(uint64_t)RAW_APERTURE; /* last aperture ends at 2^64 */
    CU_ASSERT_EQUAL(ask_open(fd, &q, "do not fit"), -EINVAL);
    q = good, q.aperture_pa = UINT64_C(1) << 36;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "2^36"), -EINVAL);
    q = good, q.aperture_pa = UINT64_C(1) << 37; /* 2^36 minus this address wraps around */
    CU_ASSERT_EQUAL(ask_open(fd, &q, "2^36"), -EINVAL);
    q = good, q.aperture_pa = UINT64_C(1) << 36, q.aperture_pa -= RAW_APERTURE, q.aperture_bytes *= 2,
    q.aperture_stride = 0;
    CU_ASSERT_EQUAL(ask_open(fd, &q, "2^36"), -EINVAL);
    q = good, q.aperture_pa = (UINT64_C(1) << 36) - RAW_APERTURE, q.aperture_stride = 0;
    CU_ASSERT_EQUAL(ask_open(fd, &q, ""), 0);
    CU_ASSERT_EQUAL(ask_open(fd, &good, "a partition is open"), -EBUSY);
    q.what = EMUQ_DEVICE_CLOSE;
    CU_ASSERT_EQUAL(ask_open(fd, &q, ""), 0);
    CU_ASSERT_EQUAL(ask_open(fd, &q, "no partition"), -EPERM);
    close(fd);
}

static void others_wait(void)
{
    raw_t raw;
    CU_ASSERT_FATAL(raw_open(&raw, device.where, pair));
    int fd = raw_connect(device.where);
    emuq_device_request_t q = raw_request(EMUQ_DEVICE_MEMORY, pair);
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "another program"), -EBUSY);
    q.what = EMUQ_DEVICE_OPEN;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "requested memory"), -EPERM);
    q.what = EMUQ_DEVICE_LEAVE;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "has not joined"), -EPERM);
    q.what = EMUQ_DEVICE_CLOSE;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "no partition open"), -EPERM);
    CU_ASSERT_EQUAL(raw_load(&raw.info->magic), EMUQ_DEVICE_MAGIC); /* the partition is still open */
    q.what = EMUQ_DEVICE_JOIN;
    q.partition = raw.partition + 1;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "closed, or never opened"), -ESTALE);
    q.partition = raw.partition;
    q.member = 0;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "member 0 has joined already"), -EEXIST);
    q.member = (uint32_t)INT32_MAX + 1;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "member 2147483648"), -EINVAL);
    q.member = 1;
    q.node = 2;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "node 2 does not exist"), -EINVAL);
    q.node = 1;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, ""), 0);
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "can join once"), -EINVAL);
    q.what = EMUQ_DEVICE_LEAVE;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, ""), 0);
    CU_ASSERT_EQUAL(raw_control(&raw, 0)->lost, 0);
    close(fd);
    raw_close(&raw);
}

static void information_page(void)
{
    static const uint32_t size[5] = {2, 1, 3, 1, 2};
    raw_t raw;
    CU_ASSERT_FATAL(raw_open(&raw, device.where, size));
    const emuq_device_info_t *i = raw.info;
    CU_ASSERT_EQUAL(i->magic, EMUQ_DEVICE_MAGIC);
    CU_ASSERT_EQUAL(i->version, EMUQ_DEVICE_VERSION);
    CU_ASSERT_EQUAL(i->info_bytes, sizeof *i);
    CU_ASSERT_EQUAL(i->region_bytes, raw.region_bytes);
    CU_ASSERT_EQUAL(memcmp(i->size, size, sizeof size), 0);
    CU_ASSERT_EQUAL(i->torus, 0x1f);
    CU_ASSERT_EQUAL(i->ppn, 1);
    CU_ASSERT_EQUAL(i->first_node, 0);
    CU_ASSERT_EQUAL(i->nodes, 12);
    CU_ASSERT_EQUAL(i->features, EMUQ_DEVICE_HAS_DOORBELL | EMUQ_DEVICE_HAS_SEPARATE_MEMORY);
    CU_ASSERT_EQUAL(i->control_bytes, sizeof(emuq_device_control_t));
    CU_ASSERT_EQUAL(
        (i->control_offset | i->control_stride | i->registers_offset | i->registers_stride) % 4096, 0);
    CU_ASSERT_EQUAL(i->registers_bytes, EMUQ_DEVICE_REGISTER_BYTES);
    CU_ASSERT(i->registers_offset + 12 * i->registers_stride <= i->region_bytes);
    CU_ASSERT_EQUAL(i->aperture_offset, 0);
    CU_ASSERT_EQUAL(i->aperture_pa, RAW_PA);
    for (uint32_t n = 0; n < i->nodes; n++) {
        CU_ASSERT_EQUAL(*raw_register(&raw, n, 67, RAW_INJ(0) + RAW_SIZE), 0x3f);
        CU_ASSERT_EQUAL(*raw_register(&raw, n, 67, RAW_BAT(7)), 0x1fffffffff);
    }
    raw_close(&raw);
}

/* Joining is impossible before a partition exists, with any number. */
static void partitions_that_are_closed(void)
{
    int fd = raw_connect(device.where);
    emuq_device_request_t q = raw_request(EMUQ_DEVICE_MEMORY, pair);
    emuq_device_reply_t reply;
    int files[3];
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, ""), 0);
    q.what = EMUQ_DEVICE_OPEN;
    CU_ASSERT_EQUAL_FATAL(raw_ask(fd, &q, sizeof q, &reply, files), 1);
    close(files[0]);
    q.what = EMUQ_DEVICE_CLOSE;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, ""), 0);
    q.what = EMUQ_DEVICE_JOIN;
    q.partition = reply.partition; /* the closed partition */
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "closed, or never opened"), -ESTALE);
    close(fd);
}

/* ---- commands with invalid numbers ---- */

static void lying_commands(void)
{
    static const struct {
        uint64_t command, argument[4];
        int expected;
    } rows[] = {
        {EMUQ_DEVICE_ASSIGN, {EMUQ_RESOURCE_INJ_FIFO, BGQ_MU_NUM_INJ_FIFOS - 1, 0, 0}, 0},
        {EMUQ_DEVICE_ASSIGN, {EMUQ_RESOURCE_INJ_FIFO, BGQ_MU_NUM_INJ_FIFOS, 0, 0}, -EINVAL},
        {EMUQ_DEVICE_ASSIGN, {EMUQ_RESOURCE_REC_FIFO, BGQ_MU_NUM_REC_FIFOS - 1, 0, 0}, 0},
        {EMUQ_DEVICE_ASSIGN, {EMUQ_RESOURCE_REC_FIFO, BGQ_MU_NUM_REC_FIFOS, 0, 0}, -EINVAL},
        {EMUQ_DEVICE_ASSIGN, {EMUQ_RESOURCE_BAT, BGQ_MU_NUM_INJ_FIFOS - 1, 0, 0}, 0},
        {EMUQ_DEVICE_ASSIGN, {EMUQ_RESOURCE_BAT, BGQ_MU_NUM_INJ_FIFOS, 0, 0}, -EINVAL},
        {EMUQ_DEVICE_ASSIGN, {EMUQ_RESOURCE_BAT + 1, 0, 0, 0}, -EINVAL},
        {EMUQ_DEVICE_ASSIGN, {UINT64_C(1) << 32 | EMUQ_RESOURCE_BAT, 0, 0, 0}, -EINVAL},
        {EMUQ_DEVICE_ASSIGN, {EMUQ_RESOURCE_INJ_FIFO, UINT64_C(1) << 32, 0, 0}, -EINVAL},
        {EMUQ_DEVICE_ASSIGN, {EMUQ_RESOURCE_INJ_FIFO, 0, UINT64_MAX, 0}, 0}, /* no member */
        {EMUQ_DEVICE_ASSIGN, {EMUQ_RESOURCE_INJ_FIFO, 0, UINT32_MAX, 0}, -EINVAL},
        {EMUQ_DEVICE_ASSIGN, {EMUQ_RESOURCE_INJ_FIFO, 0, UINT64_C(1) << 32, 0}, -EINVAL},
        {EMUQ_DEVICE_ASSIGN, {EMUQ_RESOURCE_INJ_FIFO, 0, 9, 0}, -ESRCH},
        {EMUQ_DEVICE_DCR_READ, {UINT64_C(1) << 32 | MU_DCR(RMFIFO_EN), 0, 0, 0}, -ENXIO},
        {EMUQ_DEVICE_DCR_READ, {MU_DCR(RMFIFO_EN), 0, 0, 0}, 0},
        {EMUQ_DEVICE_DCR_WRITE, {UINT64_C(1) << 32 | MU_DCR(RMFIFO_EN), 0, 0, 0}, -ENXIO},
        {EMUQ_DEVICE_DCR_WRITE, {MU_DCR(RMFIFO_EN), 0, 0, 0}, 0},
        {EMUQ_DEVICE_COUNT, {EMUQ_COUNT_LINK_PACKETS_RECEIVED, 0, 0, 0}, 0},
        {EMUQ_DEVICE_COUNT, {EMUQ_COUNT_LINK_PACKETS_RECEIVED + 1, 0, 0, 0}, -EINVAL},
        {EMUQ_DEVICE_COUNT, {UINT64_C(1) << 32, 0, 0, 0}, -EINVAL},
        {EMUQ_DEVICE_COUNT, {0, UINT64_C(1) << 32, 0, 0}, -EINVAL},
        {EMUQ_DEVICE_COUNT, {0, 0, UINT64_C(1) << 32, 0}, -EINVAL},
        {EMUQ_DEVICE_NOTIFY, {0, 0, 0, 0}, 0},
        {EMUQ_DEVICE_NOTIFY, {9, 0, 0, 0}, -ESRCH},
        {EMUQ_DEVICE_NOTIFY, {UINT64_C(1) << 32, 0, 0, 0}, -ESRCH},
        {EMUQ_DEVICE_RESET, {0, 0, 0, 0}, -EPERM},
        {99, {0, 0, 0, 0}, -ENOSYS},
    };
    raw_t raw;
    CU_ASSERT_FATAL(raw_open(&raw, device.where, pair));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int rc = raw_command(&raw, 0, rows[i].command, rows[i].argument, NULL);
        if (rc != rows[i].expected)
            printf("    row %zu, command %d: %d\n", i, (int)rows[i].command, rc);
        CU_ASSERT_EQUAL(rc, rows[i].expected);
    }
    raw_close(&raw);
}

/* Runs a child that joins as member 1, owns resources of node 1, and waits until it is killed. */
static pid_t start_child(const raw_t *raw, int *ready)
{
    int said[2];
    CU_ASSERT_EQUAL_FATAL(pipe(said), 0);
    pid_t child = fork();
    if (child == 0) {
        raw_t mine = {.owner = -1};
        char yes = 1;
        close(raw->owner); /* the inherited connection would keep the partition open after the parent's end */
        close(raw->member);
        if (raw_join(&mine, device.where, raw->partition, 1, 1) &&
            raw_assign(&mine, 1, EMUQ_RESOURCE_INJ_FIFO, 3, 1, 7) == 0 &&
            raw_assign(&mine, 1, EMUQ_RESOURCE_REC_FIFO, 2, 1, 7) == 0 &&
            raw_assign(&mine, 1, EMUQ_RESOURCE_BAT, 5, 1, 7) == 0 &&
            raw_set_dcr(&mine, 1, MU_DCR(RMFIFO_EN), 1 << 13) == 0) {
            raw_store(raw_register(&mine, 1, 0, RAW_BAT(5)), RAW_PA);
            raw_store(raw_register(&mine, 1, 0, RAW_ENABLE), UINT64_C(1) << 28);
            if (raw_flush(&mine, 1) != 0 || write(said[1], &yes, 1) != 1)
                _exit(1);
        }
        pause();
        _exit(0);
    }
    close(said[1]);
    *ready = said[0];
    return child;
}

static void members_die(void)
{
    raw_t raw;
    int ready;
    char yes;
    CU_ASSERT_FATAL(raw_open(&raw, device.where, pair));
    pid_t child = start_child(&raw, &ready);
    CU_ASSERT_EQUAL_FATAL(read(ready, &yes, 1), 1);
    CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 1, 0, RAW_ENABLED)), UINT64_C(1) << 28);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    for (uint32_t n = 0; n < 2; n++) {
        CU_ASSERT(raw_await(&raw_control(&raw, n)->lost, 1));
        CU_ASSERT_EQUAL((uint32_t)raw_control(&raw, n)->lost_last, 1);
        CU_ASSERT_EQUAL(raw_control(&raw, n)->lost_last >> 32, (uint64_t)child);
    }
    struct pollfd event = {.fd = raw.event, .events = POLLIN};
    CU_ASSERT_EQUAL(poll(&event, 1, 5000), 1);
    CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 1, 0, RAW_ENABLED)), 0);
    CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 1, 0, RAW_BAT(5))), 0x1fffffffff);
    CU_ASSERT_EQUAL(raw_dcr(&raw, 1, MU_DCR(RMFIFO_EN)), 0);
    /* A lost member gets no resources, even if its request is executed after its end. */
    CU_ASSERT_EQUAL(raw_assign(&raw, 1, EMUQ_RESOURCE_INJ_FIFO, 3, 1, 7), -ESRCH);
    CU_ASSERT_EQUAL(raw_assign(&raw, 1, EMUQ_RESOURCE_INJ_FIFO, 3, 0, 0), 0);
    /* The number of the member is free again. */
    raw_t again = {.owner = -1};
    CU_ASSERT(raw_join(&again, device.where, raw.partition, 1, 1));
    raw_close(&again);
    CU_ASSERT_EQUAL(raw_control(&raw, 1)->lost, 1);
    close(ready);
    raw_close(&raw);
}

/* A sender that waits for space in the FIFO of a dead member gets an error. */
static void senders_to_the_dead(void)
{
    raw_t raw;
    CU_ASSERT_FATAL(raw_open(&raw, device.where, pair));
    raw_inj(&raw, 0, 0, 0x10000, 8);
    raw_rec(&raw, 1, 0, 0x20000, 2048);
    raw_t mortal = {.owner = -1};
    CU_ASSERT_FATAL(raw_join(&mortal, device.where, raw.partition, 1, 1));
    CU_ASSERT_EQUAL(raw_assign(&raw, 1, EMUQ_RESOURCE_REC_FIFO, 0, 1, 1), 0);
    MUHWI_Descriptor_t d = raw_message(1, 0, 512, 0);
    for (int i = 0; i < 4; i++) /* capacity of three packets */
        raw_inject(&raw, 0, 0, &d);
    CU_ASSERT(raw_await(raw_register(&raw, 0, 0, RAW_INJ(0) + RAW_DONE), 3));
    CU_ASSERT_EQUAL(raw_control(&raw, 0)->errors, 0);
    close(mortal.member);
    mortal.member = -1;
    CU_ASSERT(raw_await(&raw_control(&raw, 0)->errors, 1));
    CU_ASSERT_PTR_NOT_NULL(strstr(raw_control(&raw, 0)->error.what, "is not enabled"));
    CU_ASSERT_EQUAL(raw_control(&raw, 0)->error.descriptor_number, 4);
    CU_ASSERT(raw_await(&raw_control(&raw, 1)->lost, 1)); /* reported after the FIFOs are disabled */
    CU_ASSERT_EQUAL((uint32_t)raw_control(&raw, 1)->lost_last, 1);
    raw_close(&mortal);
    raw_close(&raw);
}

static void owners_die(void)
{
    raw_t raw, member = {.owner = -1};
    char nothing;
    CU_ASSERT_FATAL(raw_open(&raw, device.where, pair));
    CU_ASSERT_FATAL(raw_join(&member, device.where, raw.partition, 5, 0));
    close(raw.owner);
    raw.owner = -1;
    CU_ASSERT_EQUAL(read(member.member, &nothing, 1), 0); /* the connection is closed, too */
    CU_ASSERT_EQUAL(raw_load(&member.info->magic), 0);
    close(member.member);
    close(raw.member);
    member.member = raw.member = -1;
    raw_close(&member);
    raw_close(&raw);
    CU_ASSERT_FATAL(raw_open(&raw, device.where, pair));
    CU_ASSERT_EQUAL(raw_flush(&raw, 1), 0);
    raw_close(&raw);
}

/* Programs cannot truncate the files they receive. */
static void files_are_sealed(void)
{
    emuq_device_request_t q = raw_request(EMUQ_DEVICE_MEMORY, pair);
    emuq_device_reply_t reply;
    int files[3], fd = raw_connect(device.where);
    CU_ASSERT_EQUAL_FATAL(raw_ask(fd, &q, sizeof q, &reply, files), 1);
    CU_ASSERT_EQUAL(ftruncate(files[0], 0), -1);
    close(files[0]);
    q.what = EMUQ_DEVICE_OPEN;
    CU_ASSERT_EQUAL_FATAL(raw_ask(fd, &q, sizeof q, &reply, files), 1);
    CU_ASSERT_EQUAL(ftruncate(files[0], 4096), -1);
    close(files[0]);
    close(fd);
}

static void ends(void)
{
    raw_stop(&device);
}

/* A device with a shape rejects different shapes. */
static void one_shape(void)
{
    static const char *const arguments[] = {"--shape", "2x2", "--ppn", "4", NULL};
    raw_device_t other = raw_start(NULL, arguments);
    int fd = raw_connect(other.where);
    emuq_device_request_t q = raw_request(EMUQ_DEVICE_MEMORY, (const uint32_t[5]){2, 2, 1, 1, 1});
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, ""), 0);
    q.what = EMUQ_DEVICE_OPEN;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "4 processes per node, the program wants 1"), -EINVAL);
    q.ppn = 4;
    q.size[1] = 1;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, "2x2x1x1x1 nodes, the program wants 2x1x1x1x1"), -EINVAL);
    q.size[1] = 2;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, ""), 0);
    close(fd);
    raw_stop(&other);
    other = raw_start(NULL, (const char *const[]){"--shape", "2x2", NULL}); /* any number of processes */
    fd = raw_connect(other.where);
    q.what = EMUQ_DEVICE_MEMORY;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, ""), 0);
    q.what = EMUQ_DEVICE_OPEN;
    CU_ASSERT_EQUAL(ask(fd, &q, sizeof q, ""), 0);
    close(fd);
    raw_stop(&other);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"versions and sizes", versions_and_sizes},
        {"short requests", short_requests},
        {"impossible partitions", impossible_partitions},
        {"partitions that are closed", partitions_that_are_closed},
        {"lying commands", lying_commands},
        {"others wait", others_wait},
        {"information page", information_page},
        {"members die", members_die},
        {"senders to the dead", senders_to_the_dead},
        {"owners die", owners_die},
        {"files are sealed", files_are_sealed},
        {"the device ends", ends},
        {"one shape", one_shape},
        {NULL, NULL},
    };
    device = raw_start(NULL, NULL);
    return emuq_test_main("device_protocol", tests);
}

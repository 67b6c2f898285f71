/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages from and to GPU memory, and rejected calls; ranks are threads. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apenet/driver/driver.h"
#include "emuq_test.h"
#include "users.h"

#define PAGE     65536u /* of a GPU */
#define BYTES    (3 * PAGE)
#define GPUS     2
#define HOST     (-1)
#define ALL_ENDS 9 /* host and two GPUs at either end */

/* ---- memory on host or GPU ---- */

/* Memory of a rank on the host (HOST) or a GPU, and its buffer. */
typedef struct memory {
    int gpu;
    char *at;
    apenet_buffer_t buffer;
} memory_t;

static memory_t mine[USERS][GPUS + 1]; /* by rank; host, then GPUs */

static unsigned buffer_gpu(int gpu)
{
    return gpu == HOST ? 0 : APENET_GPU(gpu);
}

static unsigned ends(int local, int remote)
{
    return (local == HOST ? 0 : APENET_LOCAL_GPU(local)) | (remote == HOST ? 0 : APENET_REMOTE_GPU(remote));
}

static char pattern(uint32_t i, uint32_t salt)
{
    return (char)(i * 7 + (i >> 8) + salt);
}

/* Fills memory with a pattern, or with one byte (salt 256 and more). */
static void fill(void *at, uint32_t bytes, uint32_t salt)
{
    char *copy = malloc(bytes);
    for (uint32_t i = 0; i < bytes; i++)
        copy[i] = salt < 256 ? pattern(i, salt) : (char)salt;
    CU_ASSERT_EQUAL(apenet_gpu_copy(at, copy, bytes), 0);
    free(copy);
}

/* Number of bytes that differ from a pattern in [to, to + n) or from '-' around it. */
static uint32_t wrong(const void *at, uint32_t to, uint32_t n, uint32_t from, uint32_t salt)
{
    char *copy = malloc(BYTES);
    uint32_t count = 0;
    CU_ASSERT_EQUAL(apenet_gpu_copy(copy, at, BYTES), 0);
    for (uint32_t i = 0; i < BYTES; i++)
        count += copy[i] != (i >= to && i - to < n ? pattern(from + i - to, salt) : '-');
    free(copy);
    return count;
}

static void take_memory(apenet_card_t *card, apenet_address_t me)
{
    for (int gpu = HOST; gpu < GPUS; gpu++) {
        memory_t *m = &mine[me.x][gpu + 1];
        m->gpu = gpu;
        void *at = users_area[me.x];
        if (gpu != HOST)
            CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, gpu, BYTES, &at), 0);
        m->at = at;
        CU_ASSERT_EQUAL(
            apenet_register_buffer(card, m->at, BYTES, APENET_GET | buffer_gpu(gpu), 100 + gpu, &m->buffer),
            0);
    }
}

/* ---- puts and gets ---- */

static const struct {
    uint32_t from, bytes, to;
} piece[] = {
    {0, 1, 0},       {5, 32, PAGE - 3},         {4095, 4096, 1},          {PAGE - 16, 4096, PAGE - 1},
    {0, PAGE, PAGE}, {100, 2 * PAGE, PAGE - 1}, {3, 2 * PAGE + 77, 4095}, {PAGE, 16, 2 * PAGE - 16}};
#define PIECES (sizeof piece / sizeof *piece)

/* Rank 0 puts from `from` to `to`, or rank 1 gets. */
static void transfer(apenet_card_t *card, unsigned me, unsigned n, const memory_t *from, const memory_t *to,
                     bool is_get)
{
    apenet_address_t there = {(uint8_t)(1 - me), 0, 0, 0};
    char *source = from->at + piece[n].from, *target = to->at + piece[n].to;
    uint32_t bytes = piece[n].bytes;
    if (me == 0)
        fill(from->at, BYTES, n);
    else
        fill(to->at, BYTES, '-' + 256);
    users_meet();
    if (me == 0 && !is_get) {
        CU_ASSERT_EQUAL(
            apenet_rdma_put(card, there, source, bytes, (uintptr_t)target, n, ends(from->gpu, to->gpu)), 0);
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).bytes, bytes);
    }
    if (me == 1) {
        if (is_get)
            CU_ASSERT_EQUAL(
                apenet_rdma_get(card, there, target, bytes, (uintptr_t)source, n, ends(to->gpu, from->gpu)),
                0);
        apenet_event_t e = users_next(card, is_get ? APENET_EVENT_GET_DONE : APENET_EVENT_RECEIVED);
        CU_ASSERT_TRUE(e.status == 0 && e.bytes == bytes && e.address == target);
        CU_ASSERT_TRUE(is_get || (e.buffer.id == to->buffer.id && e.context == (uint64_t)(100 + to->gpu)));
        CU_ASSERT_EQUAL(apenet_gpu_acquire(&e), to->gpu == HOST ? -EINVAL : 0);
        CU_ASSERT_EQUAL(wrong(to->at, piece[n].to, bytes, piece[n].from, n), 0);
    }
    users_meet();
}

static void ends_program(apenet_card_t *card, apenet_address_t me)
{
    take_memory(card, me);
    users_meet();
    for (unsigned k = 0; k < ALL_ENDS * PIECES; k++) {
        const memory_t *from = &mine[0][k % 3], *to = &mine[1][k / 3 % 3];
        transfer(card, me.x, k / ALL_ENDS, from, to, false);
        transfer(card, me.x, k / ALL_ENDS, from, to, true);
    }
}

static void all_ends(void)
{
    users_run(ends_program, 2, 1);
}

/* ---- sends ---- */

static void sends_program(apenet_card_t *card, apenet_address_t me)
{
    void *gpu[GPUS];
    apenet_buffer_t buffer;
    apenet_address_t there = {1, 0, 0, 0};
    for (int n = 0; n < GPUS; n++) {
        CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, n, BYTES, &gpu[n]), 0);
        fill(gpu[n], BYTES, me.x == 0 ? (uint32_t)n : '-' + 256);
    }
    if (me.x == 1)
        CU_ASSERT_EQUAL(apenet_register_buffer(card, (char *)gpu[1] + PAGE - 9, 4096,
                                               APENET_STREAMING | APENET_GPU(1), 5, &buffer),
                        0);
    users_meet();
    char *source = (char *)gpu[0] + 4000; /* one packet of two pages */
    if (me.x == 0) {
        CU_ASSERT_EQUAL(
            apenet_rdma_send(card, there, source, 1000, 7, APENET_LOCAL_GPU(0) | APENET_REMOTE_GPU(1)), 0);
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, 7);
    } else {
        apenet_event_t e = users_next(card, APENET_EVENT_RECEIVED);
        CU_ASSERT_TRUE(e.bytes == 1000 && e.context == 5 && e.address == (char *)gpu[1] + PAGE - 9);
        CU_ASSERT_EQUAL(wrong(gpu[1], PAGE - 9, 1000, 4000, 0), 0);
    }
    users_meet();
}

static void sends(void)
{
    users_run(sends_program, 2, 1);
}

static void physical_program(apenet_card_t *card, apenet_address_t me)
{
    void *gpu;
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 1, BYTES, &gpu), 0);
    fill(gpu, BYTES, '-' + 256);
    fill(users_area[0], BYTES, 3);
    uint64_t target = (uintptr_t)gpu + PAGE - 4096 + 8;
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[0] + 8, 9000, target, 1, APENET_PHYS), -EFAULT);
    CU_ASSERT_EQUAL(
        apenet_rdma_put(card, me, users_area[0] + 8, 9000, target, 1, APENET_PHYS | APENET_REMOTE_GPU(1)), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 9000);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, 1);
    CU_ASSERT_EQUAL(wrong(gpu, PAGE - 4096 + 8, 9000, 8, 3), 0);
}

static void physical(void)
{
    users_run(physical_program, 1, 1);
}

/* ---- kernels: read received bytes and change them in place ---- */

static void *kernel(void *memory)
{
    for (unsigned i = 0; i < 1000; i++)
        ((unsigned char *)memory)[i]++;
    return NULL;
}

static void kernel_program(apenet_card_t *card, apenet_address_t me)
{
    pthread_t thread;
    void *gpu, *at;
    char copy[1000];
    apenet_buffer_t buffer;
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 0, 1000, &gpu), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, gpu, 1000, APENET_GPU(0), 0, &buffer), 0);
    memset(users_area[0], 'a', 1000);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[0], 1000, (uintptr_t)gpu, 0,
                                    APENET_REMOTE_GPU(0) | APENET_SILENT),
                    0);
    apenet_event_t e = users_next(card, APENET_EVENT_RECEIVED);
    CU_ASSERT_EQUAL(apenet_gpu_acquire(&e), 0);
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_kernel_address(gpu, 1000, &at), 0);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, kernel, at), 0);
    pthread_join(thread, NULL);
    CU_ASSERT_EQUAL(apenet_gpu_copy(copy, gpu, 1000), 0);
    CU_ASSERT_TRUE(copy[0] == 'b' && copy[999] == 'b' && users_area[0][0] == 'a');
    CU_ASSERT_EQUAL(apenet_gpu_kernel_address(gpu, PAGE + 1, &at), -EFAULT);
    CU_ASSERT_EQUAL(apenet_gpu_kernel_address(copy, 1, &at), -EFAULT);
}

static void kernels(void)
{
    users_run(kernel_program, 1, 1);
}

/* A missing copy is detected: the host crashes on such an address. */
static void pointer_program(apenet_card_t *card, apenet_address_t me)
{
    void *gpu;
    int status = 0;
    (void)me;
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 0, 1000, &gpu), 0);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        signal(SIGBUS, SIG_DFL);
        _exit(*(volatile char *)gpu == 0 ? 0 : 1);
    }
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT_TRUE(WIFSIGNALED(status));
}

static void pointers(void)
{
    users_run(pointer_program, 1, 1);
}

/* Replies to a get have at most 4096 bytes, although GPU pages are larger. */
static void replies_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_counters_t before, after;
    apenet_buffer_t buffer;
    void *gpu;
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 0, PAGE, &gpu), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, gpu, PAGE, APENET_GET | APENET_GPU(0), 0, &buffer), 0);
    apenet_device_counters(card->host->device, &before);
    CU_ASSERT_EQUAL(apenet_rdma_get(card, me, users_area[0], PAGE, (uintptr_t)gpu, 0, APENET_REMOTE_GPU(0)),
                    0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_GET_DONE).bytes, PAGE);
    apenet_device_counters(card->host->device, &after);
    CU_ASSERT_EQUAL(after.packets_sent - before.packets_sent, 1 + PAGE / 4096);
    CU_ASSERT_EQUAL(after.packets_received - before.packets_received, PAGE / 4096);
}

static void replies(void)
{
    users_run(replies_program, 1, 1);
}

/* ---- blocks ---- */

static void blocks_program(apenet_card_t *card, apenet_address_t me)
{
    void *a, *b, *c, *d;
    apenet_buffer_t buffer;
    (void)me;
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, 0, 0, &a), -EINVAL);
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, GPUS, 1, &a), -ENXIO);
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, -1, 1, &a), -ENXIO);
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, 0, 4 * PAGE + 1, &a), -ENOMEM);
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, 0, SIZE_MAX, &a), -ENOMEM);
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, 0, PAGE + 1, &a), 0);
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, 0, PAGE, &b), 0);
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, 0, 1, &c), 0);
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, 0, 1, &d), -ENOMEM);
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, 1, 4 * PAGE, &d), 0);
    CU_ASSERT_TRUE(a != b && b != c && a != c && d != a);
    CU_ASSERT_EQUAL(apenet_gpu_copy(a, users_area[0], 2 * PAGE), 0);
    CU_ASSERT_EQUAL(apenet_gpu_copy(a, users_area[0], 2 * PAGE + 1), -EFAULT); /* inside another block */
    CU_ASSERT_EQUAL(apenet_gpu_copy(d, a, 0), -EINVAL);
    CU_ASSERT_EQUAL(apenet_gpu_free(card, (char *)a + PAGE), -ENOENT);
    CU_ASSERT_EQUAL(apenet_gpu_free(card, users_area[0]), -ENOENT);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, (char *)b + 9, 1, APENET_GPU(0), 0, &buffer), 0);
    CU_ASSERT_EQUAL(apenet_gpu_free(card, b), -EBUSY);
    CU_ASSERT_EQUAL(apenet_gpu_free(card, a), 0);
    CU_ASSERT_EQUAL(apenet_gpu_free(card, a), -ENOENT);
    CU_ASSERT_EQUAL(apenet_gpu_copy(a, users_area[0], 1), -EFAULT);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
    CU_ASSERT_EQUAL(apenet_gpu_free(card, b), 0);
    CU_ASSERT_EQUAL(apenet_gpu_free(card, NULL), 0);
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, 0, 3 * PAGE, &b), 0); /* the gap of both */
    CU_ASSERT_PTR_EQUAL(a, b);
}

static void blocks(void)
{
    setenv("EMUQ_APENET_GPU_MEMORY", "256K", 1);
    users_run(blocks_program, 1, 1);
    users_run(blocks_program, 1, 1);
    unsetenv("EMUQ_APENET_GPU_MEMORY");
}

/* A block in use by an operation is not freed. A complete operation uses no block, even before its event is
 * taken. */
static void used_program(apenet_card_t *card, apenet_address_t me)
{
    void *a;
    apenet_buffer_t buffer;
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 0, PAGE, &a), 0);
    CU_ASSERT_EQUAL(apenet_rdma_send(card, me, a, 8, 1, APENET_LOCAL_GPU(0)), 0);
    CU_ASSERT_EQUAL(apenet_gpu_free(card, a), -EBUSY); /* waits for a buffer */
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], 8, APENET_STREAMING, 0, &buffer), 0);
    CU_ASSERT_EQUAL(apenet_gpu_free(card, a), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 8);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, 1);
}

static void used(void)
{
    users_run(used_program, 1, 1);
}

/* Processes share the table of a GPU: after a process has filled the table, the next one gets an error
 * without side effects. */
static void full_program(apenet_card_t *card, apenet_address_t me)
{
    enum { TABLE = 1024 };
    apenet_buffer_t buffer;
    apenet_counters_t before, after;
    char *a;
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 0, PAGE, (void **)&a), 0);
    for (unsigned i = 0; me.pid == 0 && i < TABLE; i++)
        CU_ASSERT_EQUAL(apenet_register_buffer(card, a + i, 1, APENET_GPU(0), 0, &buffer), 0);
    users_meet();
    if (me.pid == 1) {
        CU_ASSERT_EQUAL(apenet_register_buffer(card, a, 8, APENET_GPU(0), 0, &buffer), -ENOSPC);
        apenet_device_counters(card->host->device, &before);
        CU_ASSERT_EQUAL(apenet_gpu_free(card, a), 0);
        apenet_device_counters(card->host->device, &after);
        CU_ASSERT_EQUAL(after.pages_removed - before.pages_removed, 1);
    }
    users_meet();
}

static void full(void)
{
    users_run(full_program, 1, 2);
}

/* Freeing a block unregisters its pages; closing frees all blocks. */
static int given_back_program(int argc, char **argv)
{
    apenet_address_t me;
    apenet_card_t *card = users_open(&me);
    apenet_counters_t c;
    apenet_buffer_t buffer;
    void *a, *again;
    (void)argc;
    (void)argv;
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 0, 4 * PAGE, &a), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, (char *)a + 1, 3 * PAGE, APENET_GPU(0), 0, &buffer), 0);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
    apenet_device_counters(card->host->device, &c);
    CU_ASSERT_TRUE(c.pages_added == 4 && c.pages_removed == 0);
    CU_ASSERT_EQUAL(apenet_gpu_free(card, a), 0);
    apenet_device_counters(card->host->device, &c);
    CU_ASSERT_EQUAL(c.pages_removed, 4);
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 0, 4 * PAGE, &a), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, a, 4 * PAGE, APENET_GPU(0), 0, &buffer), 0);
    CU_ASSERT_EQUAL(apenet_close(card), 0);
    apenet_device_counters(card->host->device, &c);
    CU_ASSERT_EQUAL(c.pages_removed, 8);
    card = users_open(&me);
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, 0, 4 * PAGE, &again), 0);
    CU_ASSERT_EQUAL(apenet_close(card), 0);
    return 0;
}

static void given_back(void)
{
    setenv("EMUQ_APENET_GPU_MEMORY", "256K", 1);
    users_run_program(given_back_program, 1, 1);
    unsetenv("EMUQ_APENET_GPU_MEMORY");
}

/* ---- rejected calls ---- */

static void refused_program(apenet_card_t *card, apenet_address_t me)
{
    void *gpu;
    char *host = users_area[0];
    apenet_buffer_t b;
    uint64_t va;
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 0, 2 * PAGE, &gpu), 0);
    va = (uintptr_t)gpu;
    CU_ASSERT_EQUAL(apenet_register_buffer(card, gpu, 8, 0, 0, &b), -EFAULT); /* flags name the host */
    CU_ASSERT_EQUAL(apenet_register_buffer(card, gpu, 8, APENET_GPU(1), 0, &b), -EFAULT);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, host, 8, APENET_GPU(0), 0, &b), -EFAULT);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, gpu, 8, APENET_GPU(2), 0, &b), -ENXIO);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, gpu, 8, APENET_GPU(4), 0, &b), -EINVAL);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, gpu, 8, APENET_GPU(1) & ~APENET_GPU(0), 0, &b), -EINVAL);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, gpu, 2 * PAGE + 1, APENET_GPU(0), 0, &b), -EFAULT);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, gpu, 8, va, 0, 0), -EFAULT);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, gpu, 8, va, 0, APENET_LOCAL_GPU(1)), -EFAULT);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, gpu, 8, va, 0, APENET_LOCAL_GPU(3)), -ENXIO);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, host, 8, va, 0, APENET_LOCAL_GPU(0)), -EFAULT);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, host, 8, va, 0, APENET_REMOTE_GPU(2)), -ENXIO);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, host, 8, va, 0, 0x20),
                    -EINVAL); /* a number without the valid bit */
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, host, 8, va, 0, 0x20000), -EINVAL);
    CU_ASSERT_EQUAL(apenet_rdma_send(card, me, host, 8, 0, APENET_LOCAL_GPU(0)), -EFAULT);
    CU_ASSERT_EQUAL(apenet_rdma_get(card, me, gpu, 8, va, 0, 0), -EFAULT);
    CU_ASSERT_EQUAL(apenet_rdma_get(card, me, gpu, 8, va, 0, APENET_LOCAL_GPU(1)), -EFAULT);
    CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_ANY, 0, &(apenet_event_t){0}), -ETIMEDOUT);
    /* Errors known only to the remote end: the address is in no buffer of the table. */
    CU_ASSERT_EQUAL(apenet_register_buffer(card, gpu, 8, APENET_GPU(0), 0, &b), 0);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, host, 8, va, 0, APENET_SILENT), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_ERROR).status, -ENOENT);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, host, 8, va, 0, APENET_SILENT | APENET_REMOTE_GPU(1)), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_ERROR).status, -ENOENT);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, host, 9, va, 0, APENET_SILENT | APENET_REMOTE_GPU(0)), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_ERROR).status, -EMSGSIZE);
    CU_ASSERT_EQUAL(apenet_rdma_get(card, me, host, 8, va, 0, APENET_REMOTE_GPU(0)), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_GET_DONE).status, -EACCES);
}

static void refused(void)
{
    users_run(refused_program, 1, 1);
}

static void without_gpus_program(apenet_card_t *card, apenet_address_t me)
{
    void *gpu;
    CU_ASSERT_EQUAL(apenet_gpu_alloc(card, 0, 8, &gpu), -ENXIO);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[0], 8, 1, 0, APENET_REMOTE_GPU(0)), -ENXIO);
}

static void without_gpus(void)
{
    setenv("EMUQ_APENET_GPUS", "0", 1);
    users_run(without_gpus_program, 1, 1);
    unsetenv("EMUQ_APENET_GPUS");
}

/* ---- processes of one node, and one GPU ---- */

static void *of_pid[2]; /* blocks */

/* Each process has a block and a streaming buffer; the first one puts and sends to both. */
static void shared_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t plain, stream;
    apenet_address_t other = {0, 0, 0, (uint8_t)(1 - me.pid)};
    const unsigned flags = APENET_SILENT | APENET_REMOTE_GPU(0);
    if (me.pid == 1) /* the buffers of the first process are older */
        users_meet();
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 0, PAGE, &of_pid[me.pid]), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, of_pid[me.pid], 100, APENET_GPU(0), me.pid, &plain), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, (char *)of_pid[me.pid] + 200, 100,
                                           APENET_STREAMING | APENET_GPU(0), 10u + me.pid, &stream),
                    0);
    if (me.pid == 0)
        users_meet();
    users_meet();
    CU_ASSERT_EQUAL(apenet_register_buffer(card, of_pid[other.pid], 8, APENET_GPU(0), 0, &plain), -EFAULT);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, of_pid[other.pid], 8, 1, 0, APENET_LOCAL_GPU(0)), -EFAULT);
    CU_ASSERT_EQUAL(apenet_gpu_free(card, of_pid[other.pid]), -ENOENT);
    users_meet();
    uint64_t theirs = (uintptr_t)of_pid[other.pid], own = (uintptr_t)of_pid[me.pid];
    CU_ASSERT_EQUAL(apenet_rdma_put(card, other, users_area[0], 8, theirs, 0, flags), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).context, me.pid);
    users_meet();
    CU_ASSERT_EQUAL(apenet_rdma_send(card, other, users_area[0], 8, 0, flags), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).context, 10u + me.pid);
    users_meet();
    CU_ASSERT_EQUAL(apenet_rdma_put(card, other, users_area[0], 8, own, 0, flags),
                    0); /* no such block of the other process */
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_ERROR).status, -ENOENT);
    users_meet();
}

static void shared(void)
{
    users_run(shared_program, 1, 2);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"puts and gets between all kinds of memory", all_ends},
                                        {"sends", sends},
                                        {"puts to physical addresses", physical},
                                        {"kernels", kernels},
                                        {"pointers of the host", pointers},
                                        {"replies from a GPU", replies},
                                        {"blocks", blocks},
                                        {"blocks that are given back", given_back},
                                        {"blocks that are used", used},
                                        {"a table that another process has filled", full},
                                        {"calls that are refused", refused},
                                        {"cards without GPUs", without_gpus},
                                        {"a GPU of two processes", shared},
                                        {NULL, NULL}};
    return emuq_test_main("GPUs of APEnet+", tests);
}

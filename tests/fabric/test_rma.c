/* SPDX-License-Identifier: BSD-3-Clause */
/* Remote memory access between two processes. */
#include "pair.h"

#define SPACE (6u << 20)

static const size_t sizes[] = {0, 1, 7, 8, 64, 496, 512, 513, 4096, 65536, 1 << 20, 5 << 20};
#define SIZES (sizeof sizes / sizeof sizes[0])

/* Memory of a process for its peer. */
typedef struct target {
    uint64_t address, key;
} target_t;

static const pair_options_t options = {.caps = FI_MSG | FI_TAGGED | FI_SOURCE | FI_RMA,
                                       .mr_mode = FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY,
                                       .has_counters = true};

/* Registers memory, and exchanges its key with the peer. */
static struct fid_mr *rma_open(side_t *s, const pair_options_t *o, char *memory, target_t *peer)
{
    struct fid_mr *mr;
    side_open(s, o);
    CHECK_EQUAL(fi_mr_reg(s->domain, memory, SPACE, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, 0, 0, &mr, NULL), 0);
    CHECK(fi_mr_key(mr) != FI_KEY_NOTAVAIL);
    const target_t mine = {(uint64_t)(uintptr_t)memory, fi_mr_key(mr)};
    side_exchange(s, &mine, peer, sizeof mine);
    return mr;
}

static void rma_close(side_t *s, struct fid_mr *mr)
{
    side_barrier(s);
    CHECK_EQUAL(fi_close(&mr->fid), 0);
    side_close(s);
}

static char *memory_new(void)
{
    char *p = calloc(1, SPACE);
    CHECK(p != NULL);
    return p;
}

/* Side 0 writes to side 1, and reads the data back; side 1 makes no call meanwhile. */
static void write_read_side(side_t *s)
{
    char *memory = memory_new(), *back = memory_new();
    target_t peer;
    struct fid_mr *mr = rma_open(s, &options, memory, &peer);
    for (unsigned i = 0; i < SIZES; i++) {
        size_t n = sizes[i], at = 17 * i;
        if (s->number == 0) {
            pattern_fill(memory, n, i);
            SIDE_REPEAT(s, fi_write(s->ep, memory, n, NULL, s->peer, peer.address + at, peer.key, &at));
            struct fi_cq_tagged_entry e = side_wait(s);
            CHECK(e.op_context == &at && (e.flags & FI_RMA) && (e.flags & FI_WRITE));
            memset(back, 0xee, n + 1);
            SIDE_REPEAT(s, fi_read(s->ep, back, n, NULL, s->peer, peer.address + at, peer.key, &n));
            e = side_wait(s);
            CHECK(e.op_context == &n && (e.flags & FI_RMA) && (e.flags & FI_READ));
            CHECK(pattern_is(back, n, i) && back[n] == (char)0xee);
            CHECK_EQUAL(fi_cntr_wait(s->rma, 2 * (i + 1), -1), 0);
            CHECK_EQUAL(write(s->fd, "w", 1), 1);
            char next;
            CHECK_EQUAL(read(s->fd, &next, 1), 1);
        } else {
            char written;
            CHECK_EQUAL(read(s->fd, &written, 1), 1);
            CHECK(pattern_is(memory + at, n, i) && memory[at + n] == 0);
            memset(memory, 0, n + at);
            CHECK_EQUAL(write(s->fd, "n", 1), 1);
        }
    }
    CHECK_EQUAL(fi_cntr_read(s->sent), 0);
    rma_close(s, mr);
    free(memory);
    free(back);
}

/* Data for the queue of the target arrive after the data of the write; inject. */
static void data_side(side_t *s)
{
    static const size_t few[] = {0, 8, 496, 20000, 1 << 20};
    char *memory = memory_new();
    target_t peer;
    struct fid_mr *mr = rma_open(s, &options, memory, &peer);
    for (unsigned i = 0; i < 5; i++) {
        size_t n = few[i];
        for (unsigned is_injected = 0; is_injected < (n <= 496 ? 2u : 1u); is_injected++) {
            if (s->number == 0) {
                pattern_fill(memory, n, i);
                if (is_injected) {
                    SIDE_REPEAT(
                        s, fi_inject_writedata(s->ep, memory, n, 50 + i, s->peer, peer.address, peer.key));
                    memset(memory, 0, n);
                } else {
                    SIDE_REPEAT(s, fi_writedata(s->ep, memory, n, NULL, 50 + i, s->peer, peer.address,
                                                peer.key, NULL));
                    (void)side_wait(s);
                }
                side_barrier(s);
                CHECK(side_is_idle(s));
            } else {
                fi_addr_t from;
                struct fi_cq_tagged_entry e = side_wait_from(s, s->cq, &from);
                CHECK((e.flags & FI_RMA) && (e.flags & FI_REMOTE_WRITE) && (e.flags & FI_REMOTE_CQ_DATA));
                CHECK(e.data == 50 + i && e.len == n && from == s->peer);
                CHECK(pattern_is(memory, n, i));
                side_barrier(s);
            }
        }
    }
    rma_close(s, mr);
    free(memory);
}

static void parts_side(side_t *s)
{
    enum { BYTES = 100000 };
    char *memory = memory_new(), *back = memory_new();
    target_t peer;
    struct fid_mr *mr = rma_open(s, &options, memory, &peer);
    if (s->number == 0) {
        struct iovec out[3] = {{memory, 10}, {memory + 10, 0}, {memory + 10, BYTES - 10}};
        struct iovec in[2] = {{back, 50000}, {back + 50000, BYTES - 50000}};
        struct fi_rma_iov remote = {peer.address, BYTES, peer.key};
        struct fi_msg_rma m = {
            .msg_iov = in, .iov_count = 2, .addr = s->peer, .rma_iov = &remote, .rma_iov_count = 1};
        pattern_fill(memory, BYTES, 5);
        SIDE_REPEAT(s, fi_writev(s->ep, out, NULL, 3, s->peer, peer.address, peer.key, NULL));
        (void)side_wait(s);
        SIDE_REPEAT(s, fi_readmsg(s->ep, &m, 0));
        (void)side_wait(s);
        CHECK(pattern_is(back, BYTES, 5));
        /* Bad arguments. */
        remote.len--;
        CHECK_EQUAL(fi_readmsg(s->ep, &m, 0), -FI_EINVAL);
        m.rma_iov_count = 5;
        CHECK_EQUAL(fi_writemsg(s->ep, &m, 0), -FI_EINVAL);
        CHECK_EQUAL(fi_inject_write(s->ep, memory, 497, s->peer, peer.address, peer.key), -FI_EINVAL);
        CHECK_EQUAL(fi_write(s->ep, memory, 8, NULL, 1000, peer.address, peer.key, NULL), -FI_EINVAL);
        struct fid_mr *bad;
        CHECK_EQUAL(fi_mr_reg(s->domain, NULL, 8, FI_REMOTE_READ, 0, 0, 0, &bad, NULL), -FI_EINVAL);
        CHECK_EQUAL(fi_mr_reg(s->domain, memory, 0, FI_REMOTE_READ, 0, 0, 0, &bad, NULL), -FI_EINVAL);
    }
    rma_close(s, mr);
    free(memory);
    free(back);
}

/* FI_DELIVERY_COMPLETE: the data are there, when the target has polled at the latest. */
static void delivery_side(side_t *s)
{
    char *memory = memory_new();
    target_t peer;
    struct fid_mr *mr = rma_open(s, &options, memory, &peer);
    for (unsigned i = 1; i < SIZES; i++) {
        if (s->number == 0) {
            struct iovec part = {memory, sizes[i]};
            struct fi_rma_iov remote = {peer.address, sizes[i], peer.key};
            struct fi_msg_rma m = {.msg_iov = &part,
                                   .iov_count = 1,
                                   .addr = s->peer,
                                   .rma_iov = &remote,
                                   .rma_iov_count = 1,
                                   .context = &m};
            pattern_fill(memory, sizes[i], i);
            SIDE_REPEAT(s, fi_writemsg(s->ep, &m, FI_DELIVERY_COMPLETE));
            CHECK(side_wait(s).op_context == &m);
        }
        side_barrier(s);
        CHECK(pattern_is(memory, sizes[i], i));
        side_barrier(s);
    }
    rma_close(s, mr);
    free(memory);
}

/* Reads outside of memory regions are rejected. */
static void outside_side(side_t *s)
{
    char *memory = memory_new(), *in = memory_new();
    target_t peer;
    struct fid_mr *mr = rma_open(s, &options, memory, &peer);
    if (s->number == 0) {
        SIDE_REPEAT(s, fi_read(s->ep, in, 8, NULL, s->peer, peer.address + SPACE - 4, peer.key, in));
        CHECK(side_wait_error(s, FI_EINVAL).op_context == in);
        CHECK_EQUAL(fi_cntr_readerr(s->rma), 1);
        SIDE_REPEAT(s, fi_read(s->ep, in, 8, NULL, s->peer, peer.address + SPACE - 8, peer.key, in));
        (void)side_wait(s);
    }
    rma_close(s, mr);
    free(memory);
    free(in);
}

/* Many operations at once, in both directions. */
static void flood_side(side_t *s)
{
    enum { COUNT = 5000, BYTES = 600 };
    char *memory = memory_new(), *mine = memory_new();
    target_t peer;
    struct fid_mr *mr = rma_open(s, &options, memory, &peer);
    pattern_fill(mine, BYTES * 1000, 3 + (unsigned)s->number);
    unsigned done = 0;
    for (unsigned i = 0; i < COUNT; i++) {
        size_t at = (size_t)(i % 1000) * BYTES;
        SIDE_REPEAT(s, fi_write(s->ep, mine + at, BYTES, NULL, s->peer, peer.address + at, peer.key, NULL));
        struct fi_cq_tagged_entry e;
        while (fi_cq_read(s->cq, &e, 1) == 1)
            done++;
    }
    side_wait_all(s, COUNT - done);
    CHECK_EQUAL(fi_cntr_read(s->rma), COUNT);
    side_barrier(s);
    CHECK(pattern_is(memory, BYTES * 1000, 4 - (unsigned)s->number));
    memset(mine, 0, BYTES * 1000);
    done = 0;
    for (unsigned i = 0; i < 1000; i++) {
        size_t at = (size_t)i * BYTES;
        SIDE_REPEAT(s, fi_read(s->ep, mine + at, BYTES, NULL, s->peer, peer.address + at, peer.key, NULL));
        struct fi_cq_tagged_entry e;
        while (fi_cq_read(s->cq, &e, 1) == 1)
            done++;
    }
    side_wait_all(s, 1000 - done);
    CHECK(pattern_is(mine, BYTES * 1000, 3 + (unsigned)s->number));
    rma_close(s, mr);
    free(memory);
    free(mine);
}

PAIR_TEST(write_read)
PAIR_TEST(data)
PAIR_TEST(parts)
PAIR_TEST(delivery)
PAIR_TEST(outside)
PAIR_TEST(flood)

int main(void)
{
    static const emuq_test_t tests[] = {{"writes and reads of all sizes", write_read},
                                        {"remote completion data", data},
                                        {"operations of parts, bad arguments", parts},
                                        {"delivery", delivery},
                                        {"reads outside of regions", outside},
                                        {"many operations", flood},
                                        {NULL, NULL}};
    return emuq_test_main("fabric rma", tests);
}

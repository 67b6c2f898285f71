/* SPDX-License-Identifier: BSD-3-Clause */
/* Registered memory: keys, ranges, rights, parts, events of the target. */
#include "pair.h"

#define SPACE 65536u

/* Memory of a process for its peer. */
typedef struct target {
    uint64_t address, key;
} target_t;

static const pair_options_t by_provider = {.caps = FI_MSG | FI_TAGGED | FI_RMA | FI_RMA_EVENT,
                                           .mr_mode = FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY,
                                           .has_counters = true};
static const pair_options_t by_program = {.caps = FI_MSG | FI_TAGGED | FI_RMA | FI_RMA_EVENT,
                                          .has_counters = true};

static char memory[SPACE], mine[SPACE];

static struct fid_mr *region(side_t *s, void *at, size_t bytes, uint64_t access, uint64_t key)
{
    struct fid_mr *mr;
    CHECK_EQUAL(fi_mr_reg(s->domain, at, bytes, access, 0, key, 0, &mr, NULL), 0);
    CHECK_EQUAL(fi_mr_enable(mr), 0);
    return mr;
}

/* An access that fails: the text of the error contains @p text. */
static void expect_error(side_t *s, int error, const char *text, uint64_t flags, void *context)
{
    struct fi_cq_err_entry e = side_wait_error(s, error);
    char buf[128];
    CHECK(e.op_context == context && (e.flags & (FI_READ | FI_WRITE | FI_RMA)) == (flags | FI_RMA));
    CHECK(strstr(fi_cq_strerror(s->cq, e.prov_errno, NULL, buf, sizeof buf), text) != NULL);
    CHECK(strstr(buf, text) != NULL);
}

static void write_fails(side_t *s, uint64_t address, uint64_t key, size_t bytes, int error, const char *text)
{
    SIDE_REPEAT(s, fi_write(s->ep, mine, bytes, NULL, s->peer, address, key, &bytes));
    expect_error(s, error, text, FI_WRITE, &bytes);
}

static void read_fails(side_t *s, uint64_t address, uint64_t key, size_t bytes, int error, const char *text)
{
    SIDE_REPEAT(s, fi_read(s->ep, mine, bytes, NULL, s->peer, address, key, &bytes));
    expect_error(s, error, text, FI_READ, &bytes);
}

/* The data are at the target. A write of a card is complete when the card has sent them. */
static void write_succeeds(side_t *s, uint64_t address, uint64_t key, size_t bytes)
{
    const struct iovec from = {mine, bytes};
    const struct fi_rma_iov to = {address, bytes, key};
    const struct fi_msg_rma m = {
        .msg_iov = &from, .iov_count = 1, .addr = s->peer, .rma_iov = &to, .rma_iov_count = 1};
    SIDE_REPEAT(s, fi_writemsg(s->ep, &m, FI_COMPLETION | (pair_has_cards() ? FI_DELIVERY_COMPLETE : 0)));
    (void)side_wait(s);
}

/* Accesses of a bad key, range or right end with an error, and transfer nothing. */
static void checks_side(side_t *s)
{
    side_open(s, &by_provider);
    memset(memory, 'm', SPACE);
    memset(mine, 'x', SPACE);
    struct fid_mr *all = region(s, memory + 4096, 4096, FI_REMOTE_READ | FI_REMOTE_WRITE, 0);
    struct fid_mr *read_only = region(s, memory + 16384, 4096, FI_REMOTE_READ, 0);
    struct fid_mr *local = region(s, memory, SPACE, FI_READ | FI_WRITE, 0);
    CHECK(fi_mr_key(all) != fi_mr_key(read_only));
    const uint64_t keys[4] = {(uint64_t)(uintptr_t)memory, fi_mr_key(all), fi_mr_key(read_only),
                              fi_mr_key(local)};
    uint64_t of_peer[4];
    side_exchange(s, keys, of_peer, sizeof keys);
    if (s->number == 0) {
        uint64_t base = of_peer[0];
        write_fails(s, base + 4096, of_peer[1] + 1000, 8, FI_ENOKEY, "key");
        write_fails(s, base + 4096, 0, 8, FI_ENOKEY, "key");
        read_fails(s, base + 4096, UINT64_MAX, 8, FI_ENOKEY, "key");
        write_fails(s, base + 4095, of_peer[1], 8, FI_EINVAL, "exceeds");
        write_fails(s, base + 4096, of_peer[1], 4097, FI_EINVAL, "exceeds");
        write_fails(s, base + 8192, of_peer[1], 1, FI_EINVAL, "exceeds");
        write_fails(s, UINT64_MAX - 3, of_peer[1], 8, FI_EINVAL, "exceeds");
        read_fails(s, base + 8191, of_peer[1], 2, FI_EINVAL, "exceeds");
        write_fails(s, base + 16384, of_peer[2], 8, FI_EACCES, "permit");
        read_fails(s, base, of_peer[3], 8, FI_EACCES, "permit");
        /* Without an entry of a success. */
        CHECK_EQUAL(fi_inject_write(s->ep, mine, 8, s->peer, base + 16384, of_peer[2]), 0);
        expect_error(s, FI_EACCES, "permit", FI_WRITE, NULL);
        CHECK_EQUAL(fi_cntr_readerr(s->rma), 11);
        CHECK_EQUAL(fi_cntr_read(s->rma), 0);
        for (unsigned i = 0; i < SPACE; i++)
            CHECK(mine[i] == 'x');
        write_succeeds(s, base + 4096, of_peer[1], 4096);
        SIDE_REPEAT(s, fi_read(s->ep, mine, 4096, NULL, s->peer, base + 16384, of_peer[2], NULL));
        (void)side_wait(s);
        CHECK(mine[0] == 'm' && mine[4095] == 'm' && mine[4096] == 'x');
    }
    side_barrier(s);
    for (unsigned i = 0; i < SPACE && s->number == 1; i++)
        CHECK(memory[i] == (i >= 4096 && i < 8192 ? 'x' : 'm'));
    CHECK_EQUAL(fi_close(&all->fid), 0);
    CHECK_EQUAL(fi_close(&read_only->fid), 0);
    CHECK_EQUAL(fi_close(&local->fid), 0);
    side_barrier(s);
    if (s->number == 0) /* a closed region */
        write_fails(s, of_peer[0] + 4096, of_peer[1], 8, FI_ENOKEY, "key");
    side_close(s);
}

/* Keys of the program, addresses from 0; the key is free after fi_close(). */
static void offsets_side(side_t *s)
{
    side_open(s, &by_program);
    CHECK_EQUAL(s->info->domain_attr->mr_mode, 0);
    memset(memory, 0, SPACE);
    struct fid_mr *mr = region(s, memory + 100, 200, FI_REMOTE_READ | FI_REMOTE_WRITE, 7), *bad;
    CHECK_EQUAL(fi_mr_key(mr), 7);
    CHECK_EQUAL(fi_mr_reg(s->domain, memory, 10, FI_REMOTE_READ, 0, 7, 0, &bad, NULL), -FI_ENOKEY);
    CHECK_EQUAL(fi_mr_reg(s->domain, memory, 10, FI_REMOTE_READ, 1, 8, 0, &bad, NULL), -FI_EINVAL);
    CHECK_EQUAL(fi_mr_reg(s->domain, memory, 10, FI_TAGGED, 0, 8, 0, &bad, NULL), -FI_EINVAL);
    side_barrier(s);
    if (s->number == 0) {
        pattern_fill(mine, 200, 3);
        write_succeeds(s, 0, 7, 200);
        write_fails(s, 1, 7, 200, FI_EINVAL, "exceeds");
        write_fails(s, (uint64_t)(uintptr_t)memory, 7, 8, FI_EINVAL, "exceeds");
    }
    side_barrier(s);
    if (s->number == 1)
        CHECK(pattern_is(memory + 100, 200, 3) && memory[99] == 0 && memory[300] == 0);
    CHECK_EQUAL(fi_close(&mr->fid), 0);
    mr = region(s, memory + 1000, 10, FI_REMOTE_WRITE, 7);
    side_barrier(s);
    if (s->number == 0) {
        write_fails(s, 0, 7, 11, FI_EINVAL, "exceeds");
        write_succeeds(s, 0, 7, 10);
    }
    side_barrier(s);
    if (s->number == 1)
        CHECK(pattern_is(memory + 1000, 10, 3) && memory[1010] == 0);
    CHECK_EQUAL(fi_close(&mr->fid), 0);
    side_close(s);
}

/* A region of parts, and operations with several remote parts. */
static void parts_side(side_t *s)
{
    side_open(s, &by_program);
    memset(memory, 0, SPACE);
    const struct iovec part[3] = {{memory + 1000, 100}, {memory + 5000, 50}, {memory + 3000, 850}};
    struct fid_mr *mr[2], *bad;
    struct iovec five[5] = {part[0], part[0], part[0], part[0], part[0]};
    CHECK_EQUAL(fi_mr_regv(s->domain, part, 3, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, 1, 0, &mr[0], NULL), 0);
    CHECK_EQUAL(fi_mr_regattr(s->domain,
                              &(struct fi_mr_attr){.mr_iov = part,
                                                   .iov_count = 1,
                                                   .access = FI_REMOTE_READ | FI_REMOTE_WRITE,
                                                   .requested_key = UINT64_MAX - 1},
                              0, &mr[1]),
                0);
    CHECK_EQUAL(fi_mr_regv(s->domain, five, 5, FI_REMOTE_READ, 0, 2, 0, &bad, NULL), -FI_EINVAL);
    side_barrier(s);
    if (s->number == 0) {
        pattern_fill(mine, 1000, 4);
        write_succeeds(s, 0, 1, 1000);
        write_fails(s, 900, 1, 101, FI_EINVAL, "exceeds");
        memset(mine, 0, 1000);
        SIDE_REPEAT(s, fi_read(s->ep, mine, 1000, NULL, s->peer, 0, 1, NULL));
        (void)side_wait(s);
        CHECK(pattern_is(mine, 1000, 4));
        /* Swaps the halves of two accesses. */
        struct fi_rma_iov remote[3] = {{20, 10, UINT64_MAX - 1}, {0, 0, 99}, {10, 10, 1}};
        struct iovec local = {mine, 20};
        struct fi_msg_rma m = {
            .msg_iov = &local, .iov_count = 1, .addr = s->peer, .rma_iov = remote, .rma_iov_count = 3};
        SIDE_REPEAT(s, fi_writemsg(s->ep, &m, FI_DELIVERY_COMPLETE));
        (void)side_wait(s);
        remote[2].key = 5; /* nothing is written */
        memset(mine, 0, 20);
        SIDE_REPEAT(s, fi_writemsg(s->ep, &m, 0));
        expect_error(s, FI_ENOKEY, "key", FI_WRITE, NULL);
        remote[2].key = 1;
        SIDE_REPEAT(s, fi_readmsg(s->ep, &m, 0));
        (void)side_wait(s);
        CHECK(pattern_is(mine, 20, 4));
        CHECK_EQUAL(fi_inject_write(s->ep, mine, 8, s->peer, 96, 1), 0); /* crosses parts */
        while (fi_cntr_read(s->rma) < 5)
            continue;
    }
    side_barrier(s);
    if (s->number == 1) {
        static char all[1000], old[1000];
        pattern_fill(old, 1000, 4);
        memcpy(all, memory + 1000, 100);
        memcpy(all + 100, memory + 5000, 50);
        memcpy(all + 150, memory + 3000, 850);
        CHECK(memcmp(all, old, 10) == 0 && memcmp(all + 30, old + 30, 66) == 0);
        CHECK(memcmp(all + 20, old, 10) == 0 && memcmp(all + 10, old + 10, 10) == 0);
        CHECK(memcmp(all + 96, old, 8) == 0 && memcmp(all + 104, old + 104, 896) == 0);
    }
    CHECK_EQUAL(fi_close(&mr[0]->fid), 0);
    CHECK_EQUAL(fi_close(&mr[1]->fid), 0);
    side_close(s);
}

/* Many regions: keys that share buckets of the table, closed in any order. */
static void many_side(side_t *s)
{
    enum { MANY = 8192, MANY_OF_CARDS = 256, KEPT = 7 };
    static struct fid_mr *mr[MANY + 1];
    side_open(s, &by_program);
    memset(memory, 0, SPACE);
    const uint64_t access = FI_REMOTE_WRITE | FI_REMOTE_READ;
    unsigned many = 0;
    int rc;
    while ((rc = fi_mr_reg(s->domain, memory + 8 * many, 8, access, 0, (uint64_t)many * many, 0, &mr[many],
                           NULL)) == 0)
        CHECK(++many <= MANY);
    CHECK_EQUAL(rc, -FI_ENOSPC);
    CHECK(pair_has_cards() ? many >= MANY_OF_CARDS : many == MANY);
    for (unsigned i = 0; i < many; i++)
        if (i % KEPT != 0)
            CHECK_EQUAL(fi_close(&mr[i]->fid), 0);
    side_barrier(s);
    for (unsigned i = 0; i < many && s->number == 0; i++) {
        pattern_fill(mine, 8, i);
        if (i % KEPT == 0)
            write_succeeds(s, 0, (uint64_t)i * i, 8);
        else
            write_fails(s, 0, (uint64_t)i * i, 8, FI_ENOKEY, "key");
    }
    side_barrier(s);
    for (unsigned i = 0; i < many; i += KEPT) {
        if (s->number == 1)
            CHECK(pattern_is(memory + 8 * i, 8, i));
        CHECK_EQUAL(fi_close(&mr[i]->fid), 0);
    }
    side_close(s);
}

/* Counters of the target: of a region, and of the endpoint. */
static void events_side(side_t *s)
{
    struct fid_cntr *writes, *reads, *all;
    side_open(s, &by_provider);
    CHECK_EQUAL(fi_cntr_open(s->domain, NULL, &writes, NULL), 0);
    CHECK_EQUAL(fi_cntr_open(s->domain, NULL, &reads, NULL), 0);
    CHECK_EQUAL(fi_cntr_open(s->domain, NULL, &all, NULL), 0);
    struct fid_mr *counted = region(s, memory, 4096, FI_REMOTE_READ | FI_REMOTE_WRITE, 0);
    struct fid_mr *other = region(s, memory + 8192, 4096, FI_REMOTE_READ | FI_REMOTE_WRITE, 0);
    CHECK_EQUAL(fi_mr_bind(counted, &s->cq->fid, FI_REMOTE_WRITE), -FI_EINVAL);
    CHECK_EQUAL(fi_mr_bind(counted, &writes->fid, FI_SEND), -FI_EINVAL);
    CHECK_EQUAL(fi_mr_bind(counted, &writes->fid, FI_REMOTE_WRITE), 0);
    CHECK_EQUAL(fi_mr_bind(counted, &writes->fid, FI_REMOTE_WRITE), -FI_EINVAL);
    CHECK_EQUAL(fi_mr_bind(counted, &reads->fid, FI_REMOTE_READ), 0);
    /* A second endpoint, whose counters count the accesses to any region by it. */
    struct fid_ep *ep;
    CHECK_EQUAL(fi_endpoint(s->domain, s->info, &ep, NULL), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &s->av->fid, 0), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &s->cq->fid, FI_TRANSMIT | FI_RECV), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &all->fid, FI_REMOTE_READ | FI_REMOTE_WRITE), 0);
    CHECK_EQUAL(fi_enable(ep), 0);
    char address[128] = {0}, of_peer[128];
    size_t bytes = sizeof address;
    fi_addr_t second;
    CHECK_EQUAL(fi_getname(&ep->fid, address, &bytes), 0);
    side_exchange(s, address, of_peer, sizeof address);
    CHECK_EQUAL(fi_av_insert(s->av, of_peer, 1, &second, 0, NULL), 1);
    const target_t m[2] = {{(uint64_t)(uintptr_t)memory, fi_mr_key(counted)},
                           {(uint64_t)(uintptr_t)memory + 8192, fi_mr_key(other)}};
    target_t peer[2];
    side_exchange(s, m, peer, sizeof m);
    if (s->number == 0) {
        for (unsigned i = 0; i < 10; i++) {
            write_succeeds(s, peer[0].address, peer[0].key, 100 * (i + 1));
            write_succeeds(s, peer[1].address, peer[1].key, 100 * (i + 1));
            SIDE_REPEAT(s,
                        fi_writedata(s->ep, mine, 8, NULL, i, s->peer, peer[0].address, peer[0].key, NULL));
            (void)side_wait(s);
        }
        for (unsigned i = 0; i < 5; i++) {
            SIDE_REPEAT(s, fi_read(s->ep, mine, 64, NULL, s->peer, peer[0].address, peer[0].key, NULL));
            (void)side_wait(s);
        }
        SIDE_REPEAT(s, fi_read(s->ep, mine, 64, NULL, second, peer[1].address, peer[1].key, NULL));
        (void)side_wait(s);
        SIDE_REPEAT(s, fi_write(s->ep, mine, 64, NULL, second, peer[1].address, peer[1].key, NULL));
        (void)side_wait(s);
        SIDE_REPEAT(s, fi_write(s->ep, mine, 64, NULL, second, peer[0].address, peer[0].key, NULL));
        (void)side_wait(s);
        write_fails(s, peer[0].address, peer[0].key, 5000, FI_EINVAL, "exceeds"); /* not counted */
    } else {
        CHECK_EQUAL(fi_cntr_wait(writes, 21, -1), 0);
        CHECK_EQUAL(fi_cntr_wait(reads, 5, -1), 0);
        CHECK_EQUAL(fi_cntr_wait(all, 3, -1), 0);
        for (unsigned i = 0; i < 10; i++) {
            struct fi_cq_tagged_entry e = side_wait(s);
            CHECK((e.flags & FI_REMOTE_WRITE) && (e.flags & FI_REMOTE_CQ_DATA) && e.data == i);
        }
    }
    side_barrier(s);
    CHECK(side_is_idle(s));
    CHECK_EQUAL(fi_cntr_read(writes), s->number == 0 ? 0 : 21);
    CHECK_EQUAL(fi_cntr_read(reads), s->number == 0 ? 0 : 5);
    CHECK_EQUAL(fi_cntr_read(all), s->number == 0 ? 0 : 3);
    CHECK_EQUAL(fi_close(&writes->fid), -FI_EBUSY);
    side_barrier(s);
    CHECK_EQUAL(fi_close(&counted->fid), 0);
    CHECK_EQUAL(fi_close(&other->fid), 0);
    CHECK_EQUAL(fi_close(&ep->fid), 0);
    CHECK_EQUAL(fi_close(&writes->fid), 0);
    CHECK_EQUAL(fi_close(&reads->fid), 0);
    CHECK_EQUAL(fi_close(&all->fid), 0);
    side_close(s);
}

/* Addresses with a changed table are rejected; a peer without FI_RMA has none. */
static void tables_side(side_t *s)
{
    pair_options_t o = s->number == 0 ? by_program : (pair_options_t){0};
    side_open(s, &o);
    if (s->number == 0) {
        char address[128] = {0};
        size_t bytes = sizeof address;
        fi_addr_t at;
        CHECK_EQUAL(fi_getname(&s->ep->fid, address, &bytes), 0);
        CHECK_EQUAL(fi_av_insert(s->av, address, 1, &at, 0, NULL), 1);
        for (size_t i = 0; i < bytes; i++) {
            address[i] ^= 16;
            CHECK_EQUAL(fi_av_insert(s->av, address, 1, &at, 0, NULL), 0);
            address[i] ^= 16;
        }
        SIDE_REPEAT(s, fi_write(s->ep, mine, 8, NULL, s->peer, 0, 1, &o));
        expect_error(s, FI_EACCES, "FI_RMA", FI_WRITE, &o);
    }
    side_close(s);
}

/* A region of many pages, registered twice: its first and last bytes are accessible. */
static void large_side(side_t *s)
{
    enum { LARGE = 80 << 20 };
    static const size_t at[] = {0, LARGE / 3, LARGE - sizeof(uint64_t)};
    char *space = calloc(1, LARGE);
    CHECK(space != NULL);
    memset(space, 'l', LARGE);
    side_open(s, &by_program);
    for (uint64_t key = 1; key <= 2; key++) {
        struct fid_mr *mr = region(s, space, LARGE, FI_REMOTE_READ | FI_REMOTE_WRITE, key);
        side_barrier(s);
        for (unsigned i = 0; i < 3; i++) {
            memset(mine, 'a' + (int)key, sizeof(uint64_t));
            write_succeeds(s, at[i], key, sizeof(uint64_t));
        }
        side_barrier(s);
        for (unsigned i = 0; i < 3; i++)
            CHECK(space[at[i]] == 'a' + (int)key && space[at[i] + sizeof(uint64_t) - 1] == 'a' + (int)key);
        side_barrier(s);
        CHECK_EQUAL(fi_close(&mr->fid), 0);
    }
    side_close(s);
    free(space);
}

PAIR_TEST(checks)
PAIR_TEST(offsets)
PAIR_TEST(parts)
PAIR_TEST(many)
PAIR_TEST(events)
PAIR_TEST(tables)
PAIR_TEST(large)

int main(void)
{
    static const emuq_test_t tests[] = {
        {"keys, ranges and rights", checks},      {"keys of the program, and offsets", offsets},
        {"regions and accesses of parts", parts}, {"many regions", many},
        {"counters of the target", events},       {"tables of peers", tables},
        {"a region of many pages", large},        {NULL, NULL}};
    return emuq_test_main("fabric registration", tests);
}

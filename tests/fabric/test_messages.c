/* SPDX-License-Identifier: BSD-3-Clause */
/* Sends and receives between two processes. */
#include "pair.h"

#define BIG (5u << 20)

static const size_t sizes[] = {0,    1,    8,     63,    64,    488,   495,   496,     497,           503,
                               504,  505,  511,   512,   513,   520,   1007,  1008,    1009,          1016,
                               1017, 1023, 1024,  1025,  2040,  2047,  2048,  2049,    4064,          4072,
                               4073, 4096, 16383, 16384, 16385, 65536, 65537, 1 << 18, (1 << 18) + 1, BIG};
#define SIZES (sizeof sizes / sizeof sizes[0])

static char *buffer_new(size_t bytes)
{
    char *p = malloc(bytes != 0 ? bytes : 1);
    CHECK(p != NULL);
    return p;
}

/* ---- sizes ---- */

typedef enum { EXPECTED, UNEXPECTED } arrival_t;

/* Data of a completion, with 16 bits and more. */
static uint64_t data_of(unsigned i)
{
    return i % 2 != 0 ? 77 + i : UINT64_C(0xfedcba9876540000) + i;
}

/* Side 0 sends a message of each size to side 1, tagged or not; with data or not. */
static void sizes_side(side_t *s, arrival_t arrival, bool is_tagged, bool has_data)
{
    char *buffer = buffer_new(BIG + 1);
    side_open(s, NULL);
    for (unsigned i = 0; i < SIZES; i++) {
        size_t n = sizes[i];
        memset(buffer, 0xee, n + 1);
        if (s->number == 0) {
            pattern_fill(buffer, n, i);
            if (arrival == EXPECTED)
                side_barrier(s);
            if (is_tagged && has_data)
                SIDE_REPEAT(s, fi_tsenddata(s->ep, buffer, n, NULL, data_of(i), s->peer, i, s));
            else if (is_tagged)
                SIDE_REPEAT(s, fi_tsend(s->ep, buffer, n, NULL, s->peer, i, s));
            else if (has_data)
                SIDE_REPEAT(s, fi_senddata(s->ep, buffer, n, NULL, data_of(i), s->peer, s));
            else
                SIDE_REPEAT(s, fi_send(s->ep, buffer, n, NULL, s->peer, s));
            if (arrival == UNEXPECTED && n > 16384)
                CHECK(side_is_idle(s)); /* longer than a buffer: complete after the receive */
            if (arrival == UNEXPECTED)
                side_barrier(s);
            struct fi_cq_tagged_entry e = side_wait(s);
            CHECK(e.op_context == s && (e.flags & FI_SEND) && (e.flags & (is_tagged ? FI_TAGGED : FI_MSG)));
        } else {
            fi_addr_t from;
            if (arrival == UNEXPECTED)
                side_barrier(s);
            if (is_tagged)
                SIDE_REPEAT(s, fi_trecv(s->ep, buffer, n, NULL, FI_ADDR_UNSPEC, i, 0, &buffer));
            else
                SIDE_REPEAT(s, fi_recv(s->ep, buffer, n, NULL, FI_ADDR_UNSPEC, &buffer));
            if (arrival == EXPECTED)
                side_barrier(s);
            struct fi_cq_tagged_entry e = side_wait_from(s, s->cq, &from);
            CHECK(e.op_context == &buffer);
            CHECK_EQUAL(e.len, n);
            CHECK_EQUAL(from, s->peer);
            CHECK((e.flags & FI_RECV) && (e.flags & (is_tagged ? FI_TAGGED : FI_MSG)));
            CHECK_EQUAL((e.flags & FI_REMOTE_CQ_DATA) != 0, has_data);
            CHECK_EQUAL(e.data, has_data ? data_of(i) : 0);
            CHECK_EQUAL(e.tag, is_tagged ? i : 0);
            CHECK(pattern_is(buffer, n, i) && buffer[n] == (char)0xee);
        }
    }
    side_close(s);
    free(buffer);
}

static void sizes_expected(side_t *s)
{
    sizes_side(s, EXPECTED, false, false);
}

static void sizes_unexpected(side_t *s)
{
    sizes_side(s, UNEXPECTED, false, true);
}

static void sizes_tagged(side_t *s)
{
    sizes_side(s, EXPECTED, true, true);
}

static void sizes_tagged_unexpected(side_t *s)
{
    sizes_side(s, UNEXPECTED, true, false);
}

/* The receiver does not have the address of the sender. */
static void stranger_side(side_t *s)
{
    char *buffer = buffer_new(BIG);
    side_open(s, &(pair_options_t){.is_stranger = s->number == 1});
    for (unsigned i = 0; i < SIZES; i++)
        if (s->number == 0) {
            pattern_fill(buffer, sizes[i], i);
            SIDE_REPEAT(s, fi_send(s->ep, buffer, sizes[i], NULL, s->peer, NULL));
            (void)side_wait(s);
            side_barrier(s);
        } else {
            fi_addr_t from;
            SIDE_REPEAT(s, fi_recv(s->ep, buffer, sizes[i], NULL, FI_ADDR_UNSPEC, NULL));
            CHECK_EQUAL(side_wait_from(s, s->cq, &from).len, sizes[i]);
            CHECK_EQUAL(from, FI_ADDR_NOTAVAIL);
            CHECK(pattern_is(buffer, sizes[i], i));
            side_barrier(s);
        }
    side_close(s);
    free(buffer);
}

/* ---- inject ---- */

static void inject_side(side_t *s)
{
    char buffer[512];
    side_open(s, NULL);
    size_t most = s->info->tx_attr->inject_size;
    CHECK(most != 0 && most < sizeof buffer);
    for (unsigned i = 0; i < 4; i++) {
        size_t n = i < 2 ? most : 0;
        if (s->number == 0) {
            pattern_fill(buffer, n, i);
            if (i % 2 == 0)
                SIDE_REPEAT(s, fi_inject(s->ep, buffer, n, s->peer));
            else
                SIDE_REPEAT(s, fi_tinjectdata(s->ep, buffer, n, 5, s->peer, 9));
            memset(buffer, 0, sizeof buffer);
            side_barrier(s);
            CHECK(side_is_idle(s)); /* no completion */
        } else {
            if (i % 2 == 0)
                SIDE_REPEAT(s, fi_recv(s->ep, buffer, n, NULL, FI_ADDR_UNSPEC, NULL));
            else
                SIDE_REPEAT(s, fi_trecv(s->ep, buffer, n, NULL, FI_ADDR_UNSPEC, 9, 0, NULL));
            CHECK_EQUAL(side_wait(s).data, i % 2 == 0 ? 0 : 5);
            CHECK(pattern_is(buffer, n, i));
            side_barrier(s);
        }
    }
    if (s->number == 0) {
        CHECK_EQUAL(fi_inject(s->ep, buffer, most + 1, s->peer), -FI_EINVAL);
        /* The flag, unlike the call, has a completion. */
        struct iovec part = {buffer, 16};
        const struct fi_msg m = {.msg_iov = &part, .iov_count = 1, .addr = s->peer, .context = s};
        SIDE_REPEAT(s, fi_sendmsg(s->ep, &m, FI_INJECT));
        CHECK(side_wait(s).op_context == s);
        SIDE_REPEAT(s, fi_sendmsg(s->ep, &m, FI_INJECT | FI_DELIVERY_COMPLETE));
        memset(buffer, 0, sizeof buffer);
        CHECK(side_wait(s).op_context == s);
    } else {
        for (unsigned i = 0; i < 2; i++) {
            SIDE_REPEAT(s, fi_recv(s->ep, buffer, 16, NULL, FI_ADDR_UNSPEC, NULL));
            CHECK_EQUAL(side_wait(s).len, 16);
        }
    }
    side_close(s);
}

/* ---- parts ---- */

static void parts_side(side_t *s)
{
    static const size_t totals[] = {0, 7, 300, 512, 513, 1000, 2000, 16384, 100000, 1 << 20};
    char *buffer = buffer_new(1 << 20);
    side_open(s, NULL);
    for (unsigned i = 0; i < sizeof totals / sizeof totals[0]; i++) {
        size_t n = totals[i], cut[5] = {0, n / 7, n / 7, n / 2, n};
        struct iovec part[4];
        for (unsigned k = 0; k < 4; k++)
            part[k] = (struct iovec){buffer + cut[k], cut[k + 1] - cut[k]};
        if (s->number == 0) {
            pattern_fill(buffer, n, i);
            SIDE_REPEAT(s, fi_sendv(s->ep, part, NULL, 4, s->peer, NULL));
            SIDE_REPEAT(s, fi_tsendv(s->ep, part, NULL, 4, s->peer, i, NULL));
            SIDE_REPEAT(s, fi_tsend(s->ep, buffer, n, NULL, s->peer, i, NULL)); /* received in parts */
            side_wait_all(s, 3);
            side_barrier(s);
        } else {
            memset(buffer, 0, n);
            SIDE_REPEAT(s, fi_recvv(s->ep, part, NULL, 4, FI_ADDR_UNSPEC, NULL));
            CHECK_EQUAL(side_wait(s).len, n);
            CHECK(pattern_is(buffer, n, i));
            for (unsigned k = 0; k < 2; k++) {
                memset(buffer, 0, n);
                SIDE_REPEAT(s, fi_trecvv(s->ep, part, NULL, 4, FI_ADDR_UNSPEC, i, 0, NULL));
                CHECK_EQUAL(side_wait(s).len, n);
                CHECK(pattern_is(buffer, n, i));
            }
            side_barrier(s);
        }
    }
    CHECK_EQUAL(fi_sendv(s->ep, (struct iovec[5]){{0}}, NULL, 5, s->peer, NULL), -FI_EINVAL);
    CHECK_EQUAL(fi_recvv(s->ep, (struct iovec[5]){{0}}, NULL, 5, FI_ADDR_UNSPEC, NULL), -FI_EINVAL);
    side_close(s);
    free(buffer);
}

/* ---- tags and order ---- */

static void tags_side(side_t *s)
{
    uint64_t value[4] = {0};
    static const uint64_t tags[4] = {0x1001, 0x2002, 0x1003, UINT64_MAX};
    side_open(s, NULL);
    if (s->number == 0) {
        for (unsigned i = 0; i < 4; i++)
            SIDE_REPEAT(s, fi_tsend(s->ep, &tags[i], sizeof tags[i], NULL, s->peer, tags[i], NULL));
        uint64_t plain = 4711;
        SIDE_REPEAT(s, fi_send(s->ep, &plain, sizeof plain, NULL, s->peer, NULL));
        side_wait_all(s, 5);
        side_barrier(s);
    } else {
        side_barrier(s);
        SIDE_REPEAT(s, fi_trecv(s->ep, &value[0], 8, NULL, FI_ADDR_UNSPEC, 0x2000, 0xfff, NULL));
        CHECK_EQUAL(side_wait(s).tag, 0x2002);
        SIDE_REPEAT(s, fi_trecv(s->ep, &value[1], 8, NULL, FI_ADDR_UNSPEC, UINT64_MAX, 0, NULL));
        CHECK_EQUAL(side_wait(s).tag, UINT64_MAX);
        SIDE_REPEAT(s, fi_trecv(s->ep, &value[2], 8, NULL, FI_ADDR_UNSPEC, 0x1000, 0xfff, NULL));
        CHECK_EQUAL(side_wait(s).tag, 0x1001);
        SIDE_REPEAT(s, fi_trecv(s->ep, &value[3], 8, NULL, FI_ADDR_UNSPEC, 0, UINT64_MAX, NULL));
        CHECK_EQUAL(side_wait(s).tag, 0x1003);
        CHECK(value[0] == 0x2002 && value[1] == UINT64_MAX && value[2] == 0x1001 && value[3] == 0x1003);
        SIDE_REPEAT(s, fi_recv(s->ep, &value[0], 8, NULL, FI_ADDR_UNSPEC, NULL));
        CHECK((side_wait(s).flags & FI_TAGGED) == 0 && value[0] == 4711);
    }
    side_close(s);
}

/* Messages with a common tag, of all protocols in turn, match receives in the order of sending. */
static void order_side(side_t *s)
{
    enum { MESSAGES = 600, MOST = 40000 };
    static const size_t bytes[] = {4, 400, 600, 16000, 20000, 40000};
    char *buffer = buffer_new((size_t)MESSAGES / 6 * MOST);
    side_open(s, NULL);
    unsigned open = 0;                          /* sends */
    for (unsigned half = 0; half < 2; half++) { /* first expected, then unexpected */
        if (s->number == 1 && half == 1)
            side_barrier(s);
        for (unsigned i = 0; i < MESSAGES; i++) {
            size_t n = bytes[i % 6];
            char *at = buffer + (size_t)(i % (MESSAGES / 6)) * MOST;
            if (s->number == 0) {
                at = buffer_new(n);
                memcpy(at, &i, sizeof i);
                SIDE_REPEAT(s, fi_tsend(s->ep, at, n, NULL, s->peer, 3, at));
                open++;
                if (half == 1 && i == MESSAGES / 2)
                    side_barrier(s);
                struct fi_cq_tagged_entry e;
                for (; fi_cq_read(s->cq, &e, 1) == 1; open--)
                    free(e.op_context);
            } else {
                unsigned got;
                SIDE_REPEAT(s, fi_trecv(s->ep, at, MOST, NULL, s->peer, 3, 0, NULL));
                CHECK_EQUAL(side_wait(s).len, n);
                memcpy(&got, at, sizeof got);
                CHECK_EQUAL(got, i);
            }
        }
        side_barrier(s);
    }
    for (; open > 0; open--)
        free(side_wait(s).op_context);
    side_close(s);
    free(buffer);
}

/* Receives are posted before, between and after the packets of a message. */
static void packets_side(side_t *s)
{
    enum { MESSAGES = 30000, BYTES = 1000, AHEAD = 3 };
    char buffer[AHEAD][BYTES];
    uint64_t random = 1;
    side_open(s, NULL);
    for (unsigned i = 0; s->number == 0 && i < MESSAGES; i++) {
        pattern_fill(buffer[0], BYTES, i);
        SIDE_REPEAT(s, fi_tsend(s->ep, buffer[0], BYTES - i % 400, NULL, s->peer, i, NULL));
        (void)side_wait(s);
    }
    for (unsigned i = 0, posted = 0; s->number == 1 && i < MESSAGES; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        for (unsigned k = 0; posted == i && k < (random >> 60); k++)
            (void)fi_cq_read(s->cq, NULL, 0);
        for (; posted < MESSAGES && posted < i + 1 + (random >> 58) % AHEAD; posted++)
            SIDE_REPEAT(s, fi_trecv(s->ep, buffer[posted % AHEAD], BYTES, NULL, s->peer, posted, 0, NULL));
        struct fi_cq_tagged_entry e = side_wait(s);
        CHECK_EQUAL(e.tag, i);
        CHECK_EQUAL(e.len, BYTES - i % 400);
        CHECK(pattern_is(buffer[i % AHEAD], e.len, i));
    }
    side_close(s);
}

/* ---- directed receives ---- */

static void directed_side(side_t *s)
{
    const pair_options_t o = {.caps = FI_MSG | FI_TAGGED | FI_SOURCE | FI_DIRECTED_RECV};
    int value = 0;
    fi_addr_t from;
    side_open(s, &o);
    struct fid_cq *cq = side_open_cq(s);
    struct fid_ep *second = side_open_endpoint(s, &o, cq);
    fi_addr_t self = side_insert(s, second);
    if (s->number == 0) {
        side_barrier(s);
        value = 1;
        SIDE_REPEAT(s, fi_inject(s->ep, &value, sizeof value, s->peer));
        side_barrier(s);
    } else {
        value = 2;
        fi_addr_t first = side_insert(s, s->ep);
        SIDE_REPEAT(s,
                    fi_inject(second, &value, sizeof value, first)); /* arrives before the peer's message */
        side_barrier(s);
        SIDE_REPEAT(s, fi_recv(s->ep, &value, sizeof value, NULL, s->peer, NULL));
        (void)side_wait_from(s, s->cq, &from);
        CHECK(value == 1 && from == s->peer);
        SIDE_REPEAT(s, fi_recv(s->ep, &value, sizeof value, NULL, self, NULL));
        (void)side_wait_from(s, s->cq, &from);
        CHECK(value == 2 && from == self);
        CHECK_EQUAL(fi_recv(s->ep, &value, sizeof value, NULL, 1000, NULL), -FI_EINVAL);
        side_barrier(s);
    }
    CHECK_EQUAL(fi_close(&second->fid), 0);
    CHECK_EQUAL(fi_close(&cq->fid), 0);
    side_close(s);
}

/* ---- truncation ---- */

static void truncation_side(side_t *s)
{
    static const size_t sent[] = {100, 600, 50000}, space[] = {0, 10, 99};
    char *buffer = buffer_new(50000);
    side_open(s, NULL);
    for (unsigned i = 0; i < 9; i++) {
        size_t n = sent[i / 3], most = space[i % 3];
        bool is_unexpected = i % 2 != 0;
        if (s->number == 0) {
            pattern_fill(buffer, n, i);
            if (!is_unexpected)
                side_barrier(s);
            SIDE_REPEAT(s, fi_tsend(s->ep, buffer, n, NULL, s->peer, i, NULL));
            if (is_unexpected)
                side_barrier(s);
            (void)side_wait(s); /* the sender has no error */
        } else {
            memset(buffer, 0xee, n);
            if (is_unexpected)
                side_barrier(s);
            SIDE_REPEAT(s, fi_trecv(s->ep, buffer, most, NULL, FI_ADDR_UNSPEC, i, 0, s));
            if (!is_unexpected)
                side_barrier(s);
            struct fi_cq_err_entry e = side_wait_error(s, FI_ETRUNC);
            CHECK(e.op_context == s && (e.flags & FI_TAGGED));
            CHECK_EQUAL(e.len, most);
            CHECK_EQUAL(e.olen, n - most);
            CHECK_EQUAL(e.tag, i);
            CHECK(pattern_is(buffer, most, i) && buffer[most] == (char)0xee);
        }
    }
    side_close(s);
    free(buffer);
}

/* Messages from memory that is not writable. */
static void constant_side(side_t *s)
{
    static const char data[100000] = "constant";
    static char in[sizeof data];
    side_open(s, NULL);
    if (s->number == 0) {
        SIDE_REPEAT(s, fi_send(s->ep, data, sizeof data, NULL, s->peer, NULL));
    } else {
        SIDE_REPEAT(s, fi_recv(s->ep, in, sizeof in, NULL, FI_ADDR_UNSPEC, NULL));
    }
    (void)side_wait(s);
    CHECK(s->number == 0 || memcmp(in, data, sizeof data) == 0);
    side_close(s);
}

PAIR_TEST(inject)
PAIR_TEST(parts)
PAIR_TEST(tags)
PAIR_TEST(order)
PAIR_TEST(packets)
PAIR_TEST(directed)
PAIR_TEST(truncation)
PAIR_TEST(constant)
PAIR_TEST(stranger)

static void all_sizes(void)
{
    pair_run(sizes_expected);
    pair_run(sizes_unexpected);
    pair_run(sizes_tagged);
    pair_run(sizes_tagged_unexpected);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"messages of all sizes", all_sizes},
                                        {"a sender that is not in the address vector", stranger},
                                        {"inject", inject},
                                        {"messages of parts", parts},
                                        {"tags", tags},
                                        {"order", order},
                                        {"messages of several packets", packets},
                                        {"directed receives", directed},
                                        {"truncation", truncation},
                                        {"constant memory", constant},
                                        {NULL, NULL}};
    return emuq_test_main("fabric messages", tests);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Completions: probing, cancelling, buffers of several receives, selection, counters, levels. */
#include "pair.h"

static void fill_part(struct iovec *part, void *data, size_t bytes)
{
    part->iov_base = data;
    part->iov_len = bytes;
}

/* ---- FI_PEEK, FI_CLAIM, FI_DISCARD ---- */

static ssize_t probe(side_t *s, void *buffer, size_t bytes, uint64_t tag, uint64_t flags, void *context)
{
    struct iovec part = {buffer, bytes};
    const struct fi_msg_tagged m = {
        .msg_iov = &part, .iov_count = 1, .addr = FI_ADDR_UNSPEC, .tag = tag, .context = context};
    return fi_trecvmsg(s->ep, &m, flags);
}

static void peek_of_size(side_t *s, size_t n)
{
    static char buffer[100000];
    struct fi_context context[2];
    if (s->number == 0) {
        for (unsigned i = 0; i < 4; i++) {
            pattern_fill(buffer, n, i);
            SIDE_REPEAT(s, fi_tsenddata(s->ep, buffer, n, NULL, 40 + i, s->peer, 10 + i, NULL));
            if (i == 3)
                side_barrier(s);
            (void)side_wait(s);
        }
        side_barrier(s);
        return;
    }
    /* Not there. */
    CHECK_EQUAL(probe(s, NULL, 0, 99, FI_PEEK, s), 0);
    struct fi_cq_err_entry error = side_wait_error(s, FI_ENOMSG);
    CHECK(error.op_context == s && error.tag == 99);
    /* A message stays after a peek, and is received. The sender cannot go on before: n may be long. */
    struct fi_cq_tagged_entry e;
    for (unsigned i = 0; i < 4; i++) {
        struct fi_cq_err_entry none;
        ssize_t rc;
        do { /* until the arrival */
            CHECK_EQUAL(
                probe(s, NULL, 0, 10 + i, FI_PEEK | (i == 1 || i == 2 ? FI_CLAIM : 0), &context[i % 2]), 0);
            rc = fi_cq_read(s->cq, &e, 1);
            if (rc == -FI_EAVAIL)
                CHECK_EQUAL(fi_cq_readerr(s->cq, &none, 0), 1);
        } while (rc != 1);
        CHECK(e.op_context == &context[i % 2] && e.tag == 10 + i && e.data == 40 + i && e.len == n);
        if (i == 0) {
            SIDE_REPEAT(s, fi_trecv(s->ep, buffer, n, NULL, FI_ADDR_UNSPEC, 10, 0, NULL));
            CHECK_EQUAL(side_wait(s).len, n);
            CHECK(pattern_is(buffer, n, i));
        } else if (i == 1) {
            /* A claimed message is hidden from receives and peeks. */
            CHECK_EQUAL(probe(s, NULL, 0, 11, FI_PEEK, NULL), 0);
            (void)side_wait_error(s, FI_ENOMSG);
            SIDE_REPEAT(s, fi_trecv(s->ep, buffer, n, NULL, FI_ADDR_UNSPEC, 11, 0, &e));
            CHECK(side_is_idle(s));
            CHECK_EQUAL(fi_cancel(&s->ep->fid, &e), 0);
            (void)side_wait_error(s, FI_ECANCELED);
            CHECK_EQUAL(probe(s, buffer, n, 11, FI_CLAIM, &context[1]), 0);
            CHECK_EQUAL(side_wait(s).len, n);
            CHECK(pattern_is(buffer, n, i));
            CHECK_EQUAL(probe(s, buffer, n, 11, FI_CLAIM, &context[1]), -FI_EINVAL); /* only once */
        } else if (i == 2) {
            memset(buffer, 0xee, 100);
            CHECK_EQUAL(probe(s, buffer, n, 12, FI_CLAIM | FI_DISCARD, &context[0]), 0);
            CHECK(side_wait(s).op_context == &context[0] && buffer[0] == (char)0xee);
        } else {
            CHECK_EQUAL(probe(s, NULL, 0, 13, FI_PEEK | FI_DISCARD, NULL), 0);
            CHECK_EQUAL(side_wait(s).len, n);
            CHECK_EQUAL(probe(s, NULL, 0, 13, FI_PEEK, NULL), 0);
            (void)side_wait_error(s, FI_ENOMSG);
        }
        if (i == 2)
            side_barrier(s);
    }
    CHECK_EQUAL(probe(s, NULL, 0, 0, FI_PEEK | FI_CLAIM, NULL), -FI_EINVAL);
    side_barrier(s);
}

static void peek_side(side_t *s)
{
    side_open(s, NULL);
    peek_of_size(s, 100);
    peek_of_size(s, 1000);
    peek_of_size(s, 10000);
    peek_of_size(s, 100000);
    side_close(s);
}

/* ---- fi_cancel() ---- */

static void cancel_side(side_t *s)
{
    static char buffer[3][1000];
    side_open(s, NULL);
    if (s->number == 0) {
        side_barrier(s);
        pattern_fill(buffer[0], 1000, 1);
        SIDE_REPEAT(s, fi_send(s->ep, buffer[0], 1000, NULL, s->peer, NULL));
        (void)side_wait(s);
    } else {
        for (unsigned i = 0; i < 3; i++)
            SIDE_REPEAT(s, fi_recv(s->ep, buffer[i], 1000, NULL, FI_ADDR_UNSPEC, buffer[i]));
        SIDE_REPEAT(s, fi_trecv(s->ep, buffer[0], 1000, NULL, FI_ADDR_UNSPEC, 6, 0, s));
        CHECK_EQUAL(fi_cancel(&s->ep->fid, s), 0);
        struct fi_cq_err_entry e = side_wait_error(s, FI_ECANCELED);
        CHECK(e.op_context == s && e.tag == 6);
        CHECK_EQUAL(fi_cancel(&s->ep->fid, buffer[0]), 0);
        CHECK(side_wait_error(s, FI_ECANCELED).op_context == buffer[0]);
        CHECK_EQUAL(fi_cancel(&s->ep->fid, buffer[2]), 0); /* the end of the queue */
        CHECK(side_wait_error(s, FI_ECANCELED).op_context == buffer[2]);
        CHECK(fi_cancel(&s->ep->fid, buffer[2]) != 0);
        side_barrier(s);
        CHECK(side_wait(s).op_context == buffer[1]);
        CHECK(pattern_is(buffer[1], 1000, 1));
    }
    side_close(s);
}

/* ---- FI_MULTI_RECV ---- */

static void multi_post(side_t *s, void *buffer, size_t bytes)
{
    struct iovec part = {buffer, bytes};
    const struct fi_msg m = {.msg_iov = &part, .iov_count = 1, .addr = FI_ADDR_UNSPEC, .context = buffer};
    CHECK_EQUAL(fi_recvmsg(s->ep, &m, FI_MULTI_RECV), 0);
}

/* @return whether the buffer has been returned; the message of number i has sizes[i % 4] bytes */
static bool multi_wait(side_t *s, char *buffer, const size_t *sizes, bool *seen)
{
    struct fi_cq_tagged_entry e = side_wait(s);
    CHECK(e.op_context == buffer);
    unsigned i;
    CHECK(e.len >= sizeof i);
    memcpy(&i, e.buf, sizeof i);
    CHECK(!seen[i] && e.len == sizes[i % 4]);
    CHECK(pattern_is((char *)e.buf + sizeof i, e.len - sizeof i, i));
    seen[i] = true;
    return (e.flags & FI_MULTI_RECV) != 0;
}

static void multi_side(side_t *s)
{
    enum { SPACE = 65536, MESSAGES = 400 };
    static const size_t sizes[4] = {8, 600, 20000, 100};
    static char buffer[2][SPACE], data[20000];
    static bool seen[MESSAGES];
    size_t least = 20000, got = 0, bytes = sizeof got;
    side_open(s, &(pair_options_t){.caps = FI_MSG | FI_TAGGED | FI_SOURCE | FI_MULTI_RECV});
    if (s->number == 0) {
        for (unsigned i = 0; i < MESSAGES; i++) {
            memcpy(data, &i, sizeof i);
            pattern_fill(data + sizeof i, sizes[i % 4] - sizeof i, i);
            SIDE_REPEAT(s, fi_send(s->ep, data, sizes[i % 4], NULL, s->peer, NULL));
            (void)side_wait(s);
        }
    } else {
        CHECK_EQUAL(fi_setopt(&s->ep->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &least, sizeof least), 0);
        CHECK_EQUAL(fi_getopt(&s->ep->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &got, &bytes), 0);
        CHECK_EQUAL(got, least);
        multi_post(s, buffer[0], SPACE);
        for (unsigned i = 0, now = 0; i < MESSAGES; i++)
            if (multi_wait(s, buffer[now], sizes, seen)) { /* messages arrive meanwhile: unexpected */
                now = 1 - now;
                multi_post(s, buffer[now], SPACE);
            }
        for (unsigned i = 0; i < MESSAGES; i++)
            CHECK(seen[i]);
        CHECK(fi_cancel(&s->ep->fid, buffer[0]) == 0 || fi_cancel(&s->ep->fid, buffer[1]) == 0);
        (void)side_wait_error(s, FI_ECANCELED);
        CHECK_EQUAL(fi_recvmsg(s->ep, &(struct fi_msg){.iov_count = 2, .msg_iov = (struct iovec[2]){{0}}},
                               FI_MULTI_RECV),
                    -FI_EINVAL);
    }
    side_close(s);
}

/* A canceled buffer completes after the long message in progress. */
static void multi_cancel_side(side_t *s)
{
    enum { SPACE = 4 << 20 };
    static char buffer[2 * SPACE];
    side_open(s, &(pair_options_t){.caps = FI_MSG | FI_TAGGED | FI_SOURCE | FI_MULTI_RECV});
    for (unsigned i = 0; i < 20; i++)
        if (s->number == 0) {
            pattern_fill(buffer, SPACE, i);
            SIDE_REPEAT(s, fi_send(s->ep, buffer, SPACE, NULL, s->peer, NULL));
            side_barrier(s);
            (void)side_wait(s);
            side_barrier(s);
        } else {
            side_barrier(s); /* the start has arrived */
            multi_post(s, buffer, sizeof buffer);
            CHECK_EQUAL(fi_cancel(&s->ep->fid, buffer), 0);
            struct fi_cq_tagged_entry e = side_wait(s);
            CHECK(e.len == SPACE && e.op_context == buffer && pattern_is(e.buf, SPACE, i));
            CHECK(side_wait_error(s, FI_ECANCELED).op_context == buffer);
            side_barrier(s);
        }
    side_close(s);
}

/* The same with a message that the process of the sender copies: the buffer is canceled meanwhile. */
static void multi_cancel_slow_side(side_t *s)
{
    if (pair_has_cards()) /* they need the calls of the kernel */
        return;
    setenv("EMUQ_CROSS_MEMORY", "off", 1);
    multi_cancel_side(s);
}

/* The return of a buffer has an entry, though completions are selective. */
static void multi_selective_side(side_t *s)
{
    static char buffer[200];
    side_open(s, &(pair_options_t){.caps = FI_MSG | FI_TAGGED | FI_SOURCE | FI_MULTI_RECV,
                                   .receive_bind = FI_SELECTIVE_COMPLETION});
    if (s->number == 0) {
        SIDE_REPEAT(s, fi_inject(s->ep, buffer, 40, s->peer));
        SIDE_REPEAT(s, fi_inject(s->ep, buffer, 100, s->peer)); /* leaves less than 64 bytes */
    } else {
        multi_post(s, buffer, sizeof buffer);
        struct fi_cq_tagged_entry e = side_wait(s);
        CHECK((e.flags & FI_MULTI_RECV) != 0 && e.len == 100 && e.op_context == buffer);
        CHECK(side_is_idle(s));
    }
    side_close(s);
}

/* Default flags of receives: tagged receives are single. */
static void multi_default_side(side_t *s)
{
    static char buffer[1000];
    side_open(s, &(pair_options_t){.caps = FI_MSG | FI_TAGGED | FI_SOURCE | FI_MULTI_RECV,
                                   .receive_flags = s->number == 1 ? FI_MULTI_RECV : 0});
    if (s->number == 0) {
        SIDE_REPEAT(s, fi_inject(s->ep, "one", 4, s->peer));
        SIDE_REPEAT(s, fi_inject(s->ep, "two", 4, s->peer));
        SIDE_REPEAT(s, fi_tinject(s->ep, "three", 6, s->peer, 1));
        SIDE_REPEAT(s, fi_tinject(s->ep, "four", 5, s->peer, 1));
    } else {
        SIDE_REPEAT(s, fi_recv(s->ep, buffer, sizeof buffer, NULL, FI_ADDR_UNSPEC, NULL));
        CHECK(strcmp(side_wait(s).buf, "one") == 0);
        CHECK(strcmp(side_wait(s).buf, "two") == 0);
        SIDE_REPEAT(s, fi_trecv(s->ep, buffer, sizeof buffer, NULL, FI_ADDR_UNSPEC, 1, 0, NULL));
        CHECK_EQUAL(side_wait(s).len, 6);
        CHECK(strcmp(buffer, "three") == 0);
        SIDE_REPEAT(s, fi_trecv(s->ep, buffer, sizeof buffer, NULL, FI_ADDR_UNSPEC, 1, 0, NULL));
        CHECK_EQUAL(side_wait(s).len, 5);
    }
    side_close(s);
}

/* ---- selective completion, counters ---- */

static void selective_side(side_t *s)
{
    static char buffer[20000];
    side_open(s, &(pair_options_t){.send_bind = FI_SELECTIVE_COMPLETION,
                                   .receive_bind = FI_SELECTIVE_COMPLETION,
                                   .has_counters = true});
    struct iovec part;
    fill_part(&part, buffer, 0);
    struct fi_msg m = {.msg_iov = &part, .iov_count = 1, .addr = s->peer, .context = s};
    static const size_t sizes[] = {8, 600, 20000};
    for (unsigned i = 0; i < 3; i++) {
        part.iov_len = sizes[i];
        if (s->number == 0) {
            SIDE_REPEAT(s, fi_send(s->ep, buffer, sizes[i], NULL, s->peer, NULL)); /* no entry */
            SIDE_REPEAT(s, fi_sendmsg(s->ep, &m, FI_COMPLETION));
            CHECK(side_wait(s).op_context == s);
            CHECK_EQUAL(fi_cntr_wait(s->sent, 2 * (i + 1), -1), 0);
        } else {
            SIDE_REPEAT(s, fi_recv(s->ep, buffer, sizes[i], NULL, s->peer, NULL));
            SIDE_REPEAT(s, fi_recvmsg(s->ep, &m, FI_COMPLETION));
            CHECK(side_wait(s).op_context == s);
            CHECK_EQUAL(fi_cntr_wait(s->received, 2 * (i + 1), -1), 0);
        }
        CHECK(side_is_idle(s));
    }
    /* An error has an entry, and counts as an error. */
    if (s->number == 0) {
        SIDE_REPEAT(s, fi_inject(s->ep, buffer, 9, s->peer));
        CHECK_EQUAL(fi_cntr_wait(s->sent, 7, -1), 0); /* fi_inject() counts */
    } else {
        SIDE_REPEAT(s, fi_recv(s->ep, buffer, 8, NULL, s->peer, NULL));
        CHECK_EQUAL(fi_cntr_wait(s->received, 7, -1), -FI_EAVAIL);
        CHECK_EQUAL(side_wait_error(s, FI_ETRUNC).olen, 1);
        CHECK_EQUAL(fi_cntr_readerr(s->received), 1);
        CHECK_EQUAL(fi_cntr_read(s->received), 6);
        CHECK_EQUAL(fi_cntr_wait(s->received, 7, 20), -FI_ETIMEDOUT);
        CHECK_EQUAL(fi_cntr_add(s->received, 3), 0);
        CHECK_EQUAL(fi_cntr_read(s->received), 9);
        CHECK_EQUAL(fi_cntr_set(s->received, 1), 0);
        CHECK_EQUAL(fi_cntr_read(s->received), 1);
        CHECK_EQUAL(fi_cntr_adderr(s->received, 1), 0);
        CHECK_EQUAL(fi_cntr_seterr(s->received, 0), 0);
        CHECK_EQUAL(fi_cntr_readerr(s->received), 0);
    }
    side_close(s);
}

/* FI_COMPLETION as a default flag; an endpoint without queue for sends. */
static void default_flags_side(side_t *s)
{
    int value = 5;
    side_open(s, &(pair_options_t){.send_bind = FI_SELECTIVE_COMPLETION, .send_flags = FI_COMPLETION});
    SIDE_REPEAT(s, fi_recv(s->ep, &value, sizeof value, NULL, FI_ADDR_UNSPEC, NULL));
    SIDE_REPEAT(s, fi_send(s->ep, &value, sizeof value, NULL, s->peer, s));
    side_wait_all(s, 2);
    side_barrier(s);
    uint64_t flags = FI_TRANSMIT;
    CHECK_EQUAL(fi_control(&s->ep->fid, FI_GETOPSFLAG, &flags), 0);
    CHECK_EQUAL(flags, FI_COMPLETION);
    flags = FI_TRANSMIT;
    CHECK_EQUAL(fi_control(&s->ep->fid, FI_SETOPSFLAG, &flags), 0);
    SIDE_REPEAT(s, fi_recv(s->ep, &value, sizeof value, NULL, FI_ADDR_UNSPEC, NULL));
    SIDE_REPEAT(s, fi_send(s->ep, &value, sizeof value, NULL, s->peer, s));
    CHECK((side_wait(s).flags & FI_RECV) != 0);
    CHECK(side_is_idle(s));
    side_close(s);
}

/* ---- levels of completion ---- */

/* Level by flag of the call, then by default. A message in packets is acknowledged without a receive. */
static void levels_side(side_t *s)
{
    static const size_t sizes[] = {0, 1, 8, 496, 504, 520, 1024, 1025, 2041, 2048, 2049, 4056, 16000, 100000};
    static char buffer[100000];
    side_open(s, &(pair_options_t){.send_flags = s->number == 0 ? FI_DELIVERY_COMPLETE : 0});
    struct iovec part;
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t n = sizes[i];
        bool is_packet = n <= (pair_has_cards() ? 4056 : 2048);
        fill_part(&part, buffer, n);
        const struct fi_msg m = {.msg_iov = &part, .iov_count = 1, .addr = s->peer, .context = s, .data = 7};
        if (s->number == 0) {
            pattern_fill(buffer, n, i);
            SIDE_REPEAT(s, fi_sendmsg(s->ep, &m, FI_DELIVERY_COMPLETE | FI_REMOTE_CQ_DATA));
            SIDE_REPEAT(s, fi_sendmsg(s->ep, &m, FI_TRANSMIT_COMPLETE));
            SIDE_REPEAT(s, fi_send(s->ep, buffer, n, NULL, s->peer, s));
            if (is_packet)
                side_wait_all(s, 3);
            side_barrier(s);
            if (!is_packet) {
                CHECK(side_is_idle(s));
                side_barrier(s);
                side_wait_all(s, 3);
            }
        } else {
            side_barrier(s); /* makes progress */
            if (!is_packet)
                side_barrier(s);
            for (unsigned k = 0; k < 3; k++) {
                SIDE_REPEAT(s, fi_recv(s->ep, buffer, n, NULL, FI_ADDR_UNSPEC, NULL));
                struct fi_cq_tagged_entry e = side_wait(s);
                CHECK(e.len == n && pattern_is(buffer, n, i) && e.data == (k == 0 ? 7 : 0));
            }
        }
    }
    side_close(s);
}

/* ---- waiting ---- */

static void sread_side(side_t *s)
{
    struct fi_cq_tagged_entry e;
    int value = 1;
    side_open(s, NULL);
    CHECK_EQUAL(fi_cq_sread(s->cq, &e, 1, NULL, 20), -FI_EAGAIN);
    for (unsigned i = 0; i < 200; i++) { /* alternately */
        if ((i + (unsigned)s->number) % 2 == 0) {
            SIDE_REPEAT(s, fi_inject(s->ep, &value, sizeof value, s->peer));
        } else {
            SIDE_REPEAT(s, fi_recv(s->ep, &value, sizeof value, NULL, FI_ADDR_UNSPEC, NULL));
            CHECK_EQUAL(fi_cq_sread(s->cq, &e, 1, NULL, -1), 1);
        }
    }
    /* Entries before and after an error; a read of no entries takes none. */
    if (s->number == 0) {
        for (unsigned i = 0; i < 3; i++)
            SIDE_REPEAT(s, fi_inject(s->ep, "12345678", i == 1 ? 8 : 4, s->peer));
    } else {
        struct fi_cq_tagged_entry many[4];
        struct fi_cq_err_entry error = {0};
        for (unsigned i = 0; i < 3; i++)
            SIDE_REPEAT(s, fi_recv(s->ep, &value, 4, NULL, FI_ADDR_UNSPEC, NULL));
        ssize_t rc;
        while ((rc = fi_cq_read(s->cq, NULL, 0)) == -FI_EAGAIN)
            continue;
        CHECK_EQUAL(rc, 0);
        CHECK_EQUAL(fi_cq_readerr(s->cq, &error, 0), -FI_EAGAIN);
        CHECK_EQUAL(fi_cq_read(s->cq, many, 1), 1);
        (void)side_wait_error(s, FI_ETRUNC);
        CHECK_EQUAL(fi_cq_sread(s->cq, many, 4, NULL, -1), 1);
        CHECK(strcmp(fi_cq_strerror(s->cq, FI_ETRUNC, NULL, NULL, 0), fi_strerror(FI_ETRUNC)) == 0);
    }
    side_close(s);
}

PAIR_TEST(peek)
PAIR_TEST(cancel)
PAIR_TEST(multi)
PAIR_TEST(multi_cancel)
PAIR_TEST(multi_cancel_slow)
PAIR_TEST(multi_selective)
PAIR_TEST(multi_default)
PAIR_TEST(selective)
PAIR_TEST(default_flags)
PAIR_TEST(levels)
PAIR_TEST(sread)

int main(void)
{
    static const emuq_test_t tests[] = {{"peek, claim, discard", peek},
                                        {"cancel", cancel},
                                        {"buffers of several messages", multi},
                                        {"a canceled buffer with a message on its way", multi_cancel},
                                        {"the same, copied by the sender", multi_cancel_slow},
                                        {"a buffer with selective completion", multi_selective},
                                        {"default flags of receives", multi_default},
                                        {"selective completion and counters", selective},
                                        {"default flags of sends", default_flags},
                                        {"levels of completion", levels},
                                        {"blocking reads of queues", sread},
                                        {NULL, NULL}};
    return emuq_test_main("fabric queues", tests);
}

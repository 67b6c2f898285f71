/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared contexts: endpoints whose messages take receives of one shared context. */
#define _GNU_SOURCE
#include "pair.h"

#include <pthread.h>

#define ENDPOINTS 3u
#define LONG      100000u

typedef struct shared {
    struct fid_ep *srx, *ep[ENDPOINTS];
    struct fid_stx *stx;
    fi_addr_t to[ENDPOINTS]; /* the endpoints of the peer */
} shared_t;

/* Endpoints with shared contexts, on the queue of the side. */
static void shared_open(side_t *s, shared_t *c, uint64_t rx_caps)
{
    char mine[ENDPOINTS][128] = {0}, of_peer[ENDPOINTS][128];
    CHECK_EQUAL(fi_stx_context(s->domain, NULL, &c->stx, NULL), 0);
    CHECK_EQUAL(fi_srx_context(s->domain, &(struct fi_rx_attr){.caps = rx_caps}, &c->srx, NULL), 0);
    CHECK_EQUAL(fi_enable(c->srx), 0);
    for (unsigned i = 0; i < ENDPOINTS; i++) {
        size_t bytes = sizeof mine[i];
        CHECK_EQUAL(fi_endpoint(s->domain, s->info, &c->ep[i], NULL), 0);
        CHECK_EQUAL(fi_ep_bind(c->ep[i], &s->av->fid, 0), 0);
        CHECK_EQUAL(fi_ep_bind(c->ep[i], &s->cq->fid, FI_TRANSMIT | FI_RECV), 0);
        CHECK_EQUAL(fi_ep_bind(c->ep[i], &c->stx->fid, 0), 0);
        CHECK_EQUAL(fi_ep_bind(c->ep[i], &c->stx->fid, 0), -FI_EINVAL);
        CHECK_EQUAL(fi_ep_bind(c->ep[i], &c->srx->fid, 0), 0);
        CHECK_EQUAL(fi_ep_bind(c->ep[i], &c->srx->fid, 0), -FI_EINVAL);
        CHECK_EQUAL(fi_enable(c->ep[i]), 0);
        CHECK_EQUAL(fi_getname(&c->ep[i]->fid, mine[i], &bytes), 0);
    }
    side_exchange(s, mine, of_peer, sizeof mine);
    for (unsigned i = 0; i < ENDPOINTS; i++)
        CHECK_EQUAL(fi_av_insert(s->av, of_peer[i], 1, &c->to[i], 0, NULL), 1);
    side_barrier(s);
}

static void shared_close(side_t *s, shared_t *c)
{
    side_barrier(s);
    CHECK(fi_close(&c->srx->fid) == -FI_EBUSY && fi_close(&c->stx->fid) == -FI_EBUSY);
    for (unsigned i = 0; i < ENDPOINTS; i++)
        CHECK_EQUAL(fi_close(&c->ep[i]->fid), 0);
    CHECK_EQUAL(fi_close(&c->srx->fid), 0);
    CHECK_EQUAL(fi_close(&c->stx->fid), 0);
    side_close(s);
}

static size_t shared_bytes(unsigned i)
{
    static const size_t bytes[] = {8, 700, LONG, 0};
    return bytes[i % 4];
}

/* Side 1 sends from each endpoint to each; side 0 posts receives before or after the sends. */
static void shared_transfer(side_t *s, shared_t *c, bool is_tagged, bool is_early)
{
    enum { MESSAGES = 12 };
    static char data[MESSAGES][LONG];
    unsigned sums = 0;
    if (s->number == 0 && !is_early)
        side_barrier(s);
    for (unsigned i = 0; i < MESSAGES; i++) {
        memset(data[i], s->number == 0 ? 0 : 'a' + (int)i, LONG);
        if (s->number == 0) {
            CHECK_EQUAL(is_tagged ? fi_trecv(c->srx, data[i], LONG, NULL, FI_ADDR_UNSPEC, i, 0, data[i])
                                  : fi_recv(c->srx, data[i], LONG, NULL, FI_ADDR_UNSPEC, data[i]),
                        0);
            continue;
        }
        if (i == 0 && is_early)
            side_barrier(s);
        struct fid_ep *from = c->ep[i % ENDPOINTS];
        fi_addr_t to = c->to[i / 4 % ENDPOINTS];
        size_t n = shared_bytes(i);
        if (is_tagged)
            SIDE_REPEAT(s, fi_tsend(from, data[i], n, NULL, to, i, NULL));
        else
            SIDE_REPEAT(s, fi_senddata(from, data[i], n, NULL, i, to, NULL));
    }
    if (s->number == 1 && !is_early)
        side_barrier(s);
    if (s->number == 0 && is_early)
        side_barrier(s);
    for (unsigned i = 0; i < MESSAGES; i++) {
        const struct fi_cq_tagged_entry e = side_wait(s);
        if (s->number == 1)
            continue;
        unsigned sent = (unsigned)(is_tagged ? e.tag : e.data);
        const char *got = e.op_context;
        CHECK_EQUAL(e.len, shared_bytes(sent));
        CHECK(e.len == 0 || (got[0] == 'a' + (char)sent && got[e.len - 1] == 'a' + (char)sent));
        CHECK(!is_tagged || got == data[sent]);
        sums += sent;
    }
    CHECK_EQUAL(sums, s->number == 0 ? MESSAGES * (MESSAGES - 1) / 2 : 0);
    side_barrier(s);
}

static void shared_side(side_t *s)
{
    shared_t c = {0};
    side_open(s, NULL);
    shared_open(s, &c, 0);
    for (unsigned i = 0; i < 4; i++)
        shared_transfer(s, &c, i % 2 != 0, i / 2 != 0);
    shared_close(s, &c);
}

/* A receive with a source takes messages of the source only. */
static void directed_side(side_t *s)
{
    shared_t c = {0};
    uint64_t value = 0, second = 0;
    side_open(s, NULL);
    shared_open(s, &c, FI_DIRECTED_RECV);
    if (s->number == 0) {
        CHECK_EQUAL(fi_recv(c.srx, &value, sizeof value, NULL, c.to[2], &value), 0);
        CHECK_EQUAL(fi_recv(c.srx, &second, sizeof second, NULL, FI_ADDR_UNSPEC, &second), 0);
        side_barrier(s);
        CHECK(side_wait(s).op_context == &second);
        side_barrier(s);
        CHECK(side_wait(s).op_context == &value);
        CHECK(second == 1 && value == 2);
    } else {
        side_barrier(s);
        value = 1;
        SIDE_REPEAT(s, fi_inject(c.ep[1], &value, sizeof value, c.to[0]));
        side_barrier(s);
        value = 2;
        SIDE_REPEAT(s, fi_inject(c.ep[2], &value, sizeof value, c.to[1]));
    }
    shared_close(s, &c);
}

/* Cancel, and calls that fail with a context. */
static void limits_side(side_t *s)
{
    char data[16];
    const struct iovec part = {data, sizeof data};
    const struct fi_msg m = {.msg_iov = &part, .iov_count = 1, .addr = FI_ADDR_UNSPEC};
    struct fid_ep *lone;
    shared_t c = {0};
    side_open(s, NULL);
    shared_open(s, &c, 0);
    CHECK_EQUAL(fi_recv(c.srx, data, sizeof data, NULL, FI_ADDR_UNSPEC, data), 0);
    CHECK_EQUAL(fi_cancel(&c.srx->fid, &c), -FI_ENOENT);
    CHECK_EQUAL(fi_cancel(&c.srx->fid, data), 0);
    CHECK(side_wait_error(s, FI_ECANCELED).op_context == data);
    CHECK_EQUAL(fi_cancel(&c.srx->fid, data), -FI_ENOENT);
    CHECK_EQUAL(fi_recvmsg(c.srx, &m, FI_MULTI_RECV), -FI_EOPNOTSUPP);
    CHECK_EQUAL(fi_send(c.srx, data, sizeof data, NULL, c.to[0], NULL), -FI_ENOSYS);
    CHECK_EQUAL(fi_tinject(c.srx, data, sizeof data, c.to[0], 1), -FI_ENOSYS);
    CHECK_EQUAL(fi_recv(c.srx, data, sizeof data, NULL, FI_ADDR_UNSPEC, data), 0); /* stays */
    CHECK_EQUAL(fi_srx_context(s->domain, NULL, &lone, NULL), 0);
    CHECK_EQUAL(fi_cancel(&lone->fid, data), -FI_ENOENT);
    CHECK_EQUAL(fi_close(&lone->fid), 0);
    shared_close(s, &c);
}

/* Threads: messages arrive on endpoints while receives are posted. All match. */
#define RACES 20000u

static void *races_post(void *srx)
{
    for (unsigned i = 0; i < RACES; i++)
        CHECK_EQUAL(fi_recv(srx, NULL, 0, NULL, FI_ADDR_UNSPEC, NULL), 0);
    return NULL;
}

static void races_side(side_t *s)
{
    shared_t c = {0};
    pthread_t poster;
    side_open(s, NULL);
    shared_open(s, &c, 0);
    if (s->number == 0) {
        CHECK_EQUAL(pthread_create(&poster, NULL, races_post, c.srx), 0);
        side_wait_all(s, RACES);
        CHECK_EQUAL(pthread_join(poster, NULL), 0);
    } else {
        for (unsigned i = 0; i < RACES; i++)
            SIDE_REPEAT(s, fi_inject(c.ep[i % 2], NULL, 0, c.to[i % ENDPOINTS]));
    }
    shared_close(s, &c);
}

PAIR_TEST(shared)
PAIR_TEST(directed)
PAIR_TEST(limits)
PAIR_TEST(races)

int main(void)
{
    static const emuq_test_t tests[] = {{"receives of a shared context", shared},
                                        {"receives that name sources", directed},
                                        {"limits", limits},
                                        {"receives during arrivals", races},
                                        {NULL, NULL}};
    return emuq_test_main("fabric contexts", tests);
}

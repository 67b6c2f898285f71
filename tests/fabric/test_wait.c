/* SPDX-License-Identifier: BSD-3-Clause */
/* Wait objects: descriptors, wait sets, poll sets. A lost wake-up ends a test by its alarm. */
#define _GNU_SOURCE
#include "pair.h"

#include <poll.h>
#include <pthread.h>
#include <rdma/fi_atomic.h>
#include <sys/epoll.h>
#include <sys/socket.h>

static const pair_options_t options = {.caps = FI_MSG | FI_TAGGED | FI_RMA | FI_ATOMIC | FI_RMA_EVENT};
static const pair_options_t without_locks = {.caps = FI_MSG | FI_TAGGED, .threads = FI_THREAD_DOMAIN};

static struct fid_cq *cq_with(side_t *s, enum fi_wait_obj object, struct fid_wait *set)
{
    struct fid_cq *cq;
    struct fi_cq_attr attr = {.format = FI_CQ_FORMAT_TAGGED, .wait_obj = object, .wait_set = set};
    CHECK_EQUAL(fi_cq_open(s->domain, &attr, &cq, s), 0);
    return cq;
}

static int descriptor(struct fid *fid)
{
    int fd = -1;
    enum fi_wait_obj object;
    CHECK_EQUAL(fi_control(fid, FI_GETWAIT, &fd), 0);
    CHECK(fd >= 0);
    CHECK_EQUAL(fi_control(fid, FI_GETWAITOBJ, &object), 0);
    CHECK_EQUAL(object, FI_WAIT_FD);
    return fd;
}

/* A second endpoint of each side, whose queue has a wait object. */
typedef struct sleeper {
    side_t *s;
    struct fid_cq *cq;
    struct fid_ep *ep;
    fi_addr_t peer;
    int fd;
    unsigned sleeps;
} sleeper_t;

static void sleeper_open(sleeper_t *w, side_t *s, const pair_options_t *o)
{
    side_open(s, o);
    *w = (sleeper_t){.s = s, .cq = cq_with(s, FI_WAIT_FD, NULL)};
    w->fd = descriptor(&w->cq->fid);
    w->ep = side_open_endpoint(s, o, w->cq);
    char address[128] = {0}, of_peer[128];
    size_t bytes = sizeof address;
    CHECK_EQUAL(fi_getname(&w->ep->fid, address, &bytes), 0);
    side_exchange(s, address, of_peer, sizeof address);
    CHECK_EQUAL(fi_av_insert(s->av, of_peer, 1, &w->peer, 0, NULL), 1);
}

static void sleeper_close(sleeper_t *w)
{
    side_barrier(w->s);
    CHECK_EQUAL(fi_close(&w->ep->fid), 0);
    CHECK_EQUAL(fi_close(&w->cq->fid), 0);
    side_close(w->s);
}

/* Waits for a completion in poll(2) without a limit. */
static struct fi_cq_tagged_entry sleeper_wait(sleeper_t *w)
{
    struct fi_cq_tagged_entry e;
    struct fid *fid = &w->cq->fid;
    ssize_t rc;
    while ((rc = fi_cq_read(w->cq, &e, 1)) == -FI_EAGAIN) {
        int try = fi_trywait(w->s->fabric, &fid, 1);
        CHECK(try == 0 || try == -FI_EAGAIN);
        if (try == 0) {
            struct pollfd p = {.fd = w->fd, .events = POLLIN};
            CHECK_EQUAL(poll(&p, 1, -1), 1);
            w->sleeps++;
        }
    }
    CHECK_EQUAL(rc, 1);
    return e;
}

#define SLEEPER_REPEAT(w, call)                                                                              \
    do {                                                                                                     \
        ssize_t repeat_rc;                                                                                   \
        while ((repeat_rc = (call)) == -FI_EAGAIN)                                                           \
            (void)fi_cq_read((w)->cq, NULL, 0);                                                              \
        CHECK_EQUAL(repeat_rc, 0);                                                                           \
    } while (0)

/* Both sides sleep until the message of the peer arrives. */
static void rounds_run(side_t *s, const pair_options_t *o)
{
    static const size_t sizes[] = {8, 8, 600, 8, 20000, 300000};
    enum { ROUNDS = 600 };
    static char in[300000], out[300000];
    sleeper_t w;
    sleeper_open(&w, s, o);
    for (unsigned i = 0; i < ROUNDS; i++) {
        size_t n = sizes[i % 6];
        pattern_fill(out, n < 100 ? n : 100, i);
        SLEEPER_REPEAT(&w, fi_trecv(w.ep, in, sizeof in, NULL, FI_ADDR_UNSPEC, i, 0, in));
        if (s->number == 0)
            SLEEPER_REPEAT(&w, fi_tsend(w.ep, out, n, NULL, w.peer, i, out));
        bool has_sent = s->number != 0, has_received = false;
        while (!has_sent || !has_received) {
            struct fi_cq_tagged_entry e = sleeper_wait(&w);
            if (e.op_context == out) {
                has_sent = true;
                continue;
            }
            CHECK(e.op_context == in && e.len == n && pattern_is(in, n < 100 ? n : 100, i));
            has_received = true;
            if (s->number == 1) {
                SLEEPER_REPEAT(&w, fi_tsend(w.ep, out, n, NULL, w.peer, i, out));
                has_sent = false;
            }
        }
    }
    CHECK(w.sleeps > 0);
    sleeper_close(&w);
}

static void rounds_side(side_t *s)
{
    rounds_run(s, &options);
}

static void unlocked_side(side_t *s)
{
    rounds_run(s, &without_locks);
}

/* Reads, writes and atomic operations complete during sleeps of the initiator. The target sleeps until the
 * last, a message. */
static void accesses_side(side_t *s)
{
    static char memory[400000], mine[400000];
    sleeper_t w;
    struct fid_mr *mr;
    sleeper_open(&w, s, &options);
    CHECK_EQUAL(
        fi_mr_reg(s->domain, memory, sizeof memory, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, 1, 0, &mr, NULL), 0);
    side_barrier(s);
    if (s->number == 0) {
        for (uint64_t i = 0; i < 200; i++) {
            uint64_t got = UINT64_MAX;
            SLEEPER_REPEAT(&w, fi_write(w.ep, mine, 300000, NULL, w.peer, 8, 1, &i));
            CHECK(sleeper_wait(&w).op_context == &i);
            SLEEPER_REPEAT(&w, fi_read(w.ep, mine, i * 1000, NULL, w.peer, 8, 1, &i));
            CHECK(sleeper_wait(&w).op_context == &i);
            SLEEPER_REPEAT(&w, fi_fetch_atomic(w.ep, &(uint64_t){1}, 1, NULL, &got, NULL, w.peer, 0, 1,
                                               FI_UINT64, FI_SUM, &i));
            CHECK(sleeper_wait(&w).op_context == &i);
            CHECK_EQUAL(got, i);
        }
        SLEEPER_REPEAT(&w, fi_inject(w.ep, "end", 4, w.peer));
    } else {
        SLEEPER_REPEAT(&w, fi_recv(w.ep, mine, 4, NULL, FI_ADDR_UNSPEC, mine));
        CHECK(sleeper_wait(&w).op_context == mine);
    }
    side_barrier(s);
    CHECK_EQUAL(fi_close(&mr->fid), 0);
    sleeper_close(&w);
}

/* side_barrier() with progress of both endpoints: a card may keep messages until its endpoint is polled. */
static void sleeper_barrier(sleeper_t *w, side_t *s)
{
    char byte = 0;
    CHECK_EQUAL(send(s->fd, &byte, 1, MSG_NOSIGNAL), 1);
    while (recv(s->fd, &byte, 1, MSG_DONTWAIT) != 1) {
        (void)fi_cq_read(w->cq, NULL, 0);
        (void)fi_cq_read(s->cq, NULL, 0);
    }
}

/* Threads of a process: one sleeps, another completes an operation, or signals. */
static void *threads_sleep(void *argument)
{
    sleeper_t *w = argument;
    for (unsigned i = 0; i < 500; i++)
        (void)sleeper_wait(w);
    return NULL;
}

static void *threads_sread(void *argument)
{
    sleeper_t *w = argument;
    struct fi_cq_tagged_entry e;
    CHECK_EQUAL(fi_cq_sread(w->cq, &e, 1, NULL, -1), -FI_EAGAIN);
    return NULL;
}

static void threads_side(side_t *s)
{
    sleeper_t w;
    pthread_t thread;
    sleeper_open(&w, s, &options);
    CHECK_EQUAL(pthread_create(&thread, NULL, threads_sleep, &w), 0);
    for (unsigned i = 0; i < 500; i++) {
        SIDE_REPEAT(s, fi_send(w.ep, &i, sizeof i, NULL, s->peer, NULL)); /* complete at once */
        if (i % 50 == 0)
            usleep(1000);
    }
    pthread_join(thread, NULL);
    /* fi_cq_signal() ends a sleep in poll(2), and fi_cq_sread(). */
    struct fid *fid = &w.cq->fid;
    struct pollfd p = {.fd = w.fd, .events = POLLIN};
    while (fi_trywait(s->fabric, &fid, 1) != 0)
        continue;
    CHECK_EQUAL(fi_cq_signal(w.cq), 0);
    CHECK_EQUAL(poll(&p, 1, -1), 1);
    CHECK_EQUAL(fi_trywait(s->fabric, &fid, 1), -FI_EAGAIN);
    CHECK_EQUAL(poll(&p, 1, 0), 1); /* a call that finds an event wakes another thread that sleeps */
    CHECK_EQUAL(pthread_create(&thread, NULL, threads_sread, &w), 0);
    CHECK_EQUAL(fi_cq_signal(w.cq), 0);
    pthread_join(thread, NULL);
    side_barrier(s);
    unsigned value;
    for (unsigned i = 0; i < 500; i++) {
        SIDE_REPEAT(s, fi_recv(s->ep, &value, sizeof value, NULL, FI_ADDR_UNSPEC, NULL));
        struct fi_cq_tagged_entry e;
        while (fi_cq_read(s->cq, &e, 1) != 1)
            (void)fi_cq_read(w.cq, NULL, 0);
        CHECK_EQUAL(value, i);
    }
    sleeper_barrier(&w, s);
    sleeper_close(&w);
}

/* A queue and counters of one wait set; a counter of accesses to a region; epoll. */
static void sets_side(side_t *s)
{
    static uint64_t memory[8];
    struct fid_wait *set;
    struct fid_cntr *writes, *lone;
    struct fid_mr *mr;
    int fd;
    side_open(s, &options);
    CHECK_EQUAL(fi_wait_open(s->fabric, &(struct fi_wait_attr){.wait_obj = FI_WAIT_MUTEX_COND}, &set),
                -FI_ENOSYS);
    CHECK_EQUAL(fi_wait_open(s->fabric, &(struct fi_wait_attr){.wait_obj = FI_WAIT_FD, .flags = 1}, &set),
                -FI_EINVAL);
    CHECK_EQUAL(fi_wait_open(s->fabric, &(struct fi_wait_attr){.wait_obj = FI_WAIT_FD}, &set), 0);
    struct fid_cq *cq = cq_with(s, FI_WAIT_SET, set);
    CHECK_EQUAL(fi_cntr_open(s->domain, &(struct fi_cntr_attr){.wait_obj = FI_WAIT_SET, .wait_set = set},
                             &writes, NULL),
                0);
    CHECK_EQUAL(fi_cntr_open(s->domain, &(struct fi_cntr_attr){.wait_obj = FI_WAIT_FD}, &lone, NULL), 0);
    CHECK_EQUAL(
        fi_mr_reg(s->domain, memory, sizeof memory, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, 1, 0, &mr, NULL), 0);
    CHECK_EQUAL(fi_mr_bind(mr, &writes->fid, FI_REMOTE_WRITE), 0);
    CHECK_EQUAL(fi_mr_bind(mr, &lone->fid, FI_REMOTE_READ), 0);
    struct fid_ep *ep = side_open_endpoint(s, &options, cq);
    side_barrier(s);
    if (s->number == 0) {
        CHECK_EQUAL(fi_wait(set, 0), -FI_ETIMEDOUT);
        CHECK_EQUAL(fi_wait(set, 1), -FI_ETIMEDOUT);
        side_barrier(s);
        for (unsigned i = 1; i <= 100; i++) {
            uint64_t value;
            while ((value = fi_cntr_read(writes)) < i)
                CHECK_EQUAL(fi_wait(set, -1), 0);
            CHECK(value == i && memory[0] == i);
            CHECK_EQUAL(write(s->fd, "n", 1), 1);
        }
        fd = descriptor(&lone->fid);
        int many = epoll_create1(EPOLL_CLOEXEC);
        CHECK_EQUAL(epoll_ctl(many, EPOLL_CTL_ADD, fd, &(struct epoll_event){.events = EPOLLIN}), 0);
        struct fid *fid = &lone->fid;
        while (fi_cntr_read(lone) < 1)
            if (fi_trywait(s->fabric, &fid, 1) == 0) {
                struct epoll_event event;
                CHECK_EQUAL(epoll_wait(many, &event, 1, -1), 1);
            }
        close(many);
        while (fi_trywait(s->fabric, &fid, 1) != 0)
            (void)fi_cntr_read(lone);
        CHECK_EQUAL(fi_cntr_add(lone, 5), 0); /* by the program */
        CHECK_EQUAL(poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, -1), 1);
        CHECK_EQUAL(fi_trywait(s->fabric, &fid, 1), -FI_EAGAIN);
        CHECK_EQUAL(fi_cntr_readerr(lone), 0); /* reads no value */
        CHECK_EQUAL(fi_trywait(s->fabric, &fid, 1), -FI_EAGAIN);
        CHECK_EQUAL(fi_cntr_read(lone), 6);
        CHECK_EQUAL(fi_trywait(s->fabric, &fid, 1), 0);
        CHECK_EQUAL(fi_cntr_adderr(lone, 1), 0);
        CHECK_EQUAL(fi_cntr_read(lone), 6); /* reads no errors */
        CHECK_EQUAL(fi_trywait(s->fabric, &fid, 1), -FI_EAGAIN);
        CHECK_EQUAL(fi_cntr_readerr(lone), 1);
        struct fi_cq_tagged_entry e;
        SIDE_REPEAT(s, fi_recv(ep, memory, sizeof memory, NULL, FI_ADDR_UNSPEC, memory));
        CHECK_EQUAL(fi_inject(ep, "self", 5, side_insert(s, ep)), 0);
        while (fi_cq_read(cq, &e, 1) == -FI_EAGAIN)
            CHECK_EQUAL(fi_wait(set, -1), 0);
        CHECK(e.op_context == memory);
        CHECK_EQUAL(fi_close(&set->fid), -FI_EBUSY);
        struct fid *two[2] = {&set->fid, &lone->fid};
        CHECK_EQUAL(fi_trywait(s->fabric, two, 2), 0);
        CHECK_EQUAL(fi_trywait(s->fabric, (struct fid *[]){&s->domain->fid}, 1), -FI_EINVAL);
        CHECK_EQUAL(fi_control(&s->cq->fid, FI_GETWAIT, &fd), -FI_ENOSYS);
    } else {
        side_barrier(s);
        for (uint64_t i = 1; i <= 100; i++) {
            char next;
            SIDE_REPEAT(s, fi_write(s->ep, &i, sizeof i, NULL, s->peer, 0, 1, NULL));
            (void)side_wait(s);
            CHECK_EQUAL(read(s->fd, &next, 1), 1);
        }
        SIDE_REPEAT(s, fi_read(s->ep, memory, 8, NULL, s->peer, 0, 1, NULL));
        (void)side_wait(s);
    }
    side_barrier(s);
    CHECK_EQUAL(fi_close(&ep->fid), 0);
    CHECK_EQUAL(fi_close(&mr->fid), 0);
    CHECK_EQUAL(fi_close(&cq->fid), 0);
    CHECK_EQUAL(fi_close(&writes->fid), 0);
    CHECK_EQUAL(fi_close(&lone->fid), 0);
    CHECK_EQUAL(fi_close(&set->fid), 0);
    side_close(s);
}

/* FI_PROGRESS_AUTO: transfers of the peer complete while side 0 sleeps outside of libfabric, on the first
 * endpoint and on one that is opened later. */
static void automatic_side(side_t *s)
{
    enum { LONG = 1 << 20 };
    static char data[2][LONG];
    static const pair_options_t automatic = {
        .caps = FI_MSG | FI_TAGGED | FI_ATOMIC, .threads = FI_THREAD_DOMAIN, .progress = FI_PROGRESS_AUTO};
    char word = 0, mine[128] = {0}, of_peer[128];
    size_t bytes = sizeof mine;
    struct fid_mr *mr;
    fi_addr_t to[2];
    int64_t sum = 5;
    side_open(s, &automatic);
    struct fid_ep *later = side_open_endpoint(s, &automatic, s->cq), *ep[2] = {s->ep, later};
    CHECK_EQUAL(fi_mr_reg(s->domain, &sum, sizeof sum, FI_REMOTE_WRITE, 0, 1, 0, &mr, NULL), 0);
    CHECK_EQUAL(fi_getname(&later->fid, mine, &bytes), 0);
    side_exchange(s, mine, of_peer, sizeof mine);
    to[0] = s->peer;
    CHECK_EQUAL(fi_av_insert(s->av, of_peer, 1, &to[1], 0, NULL), 1);
    memset(data, s->number == 0 ? 0 : 'd', sizeof data);
    for (unsigned i = 0; i < 2 && s->number == 0; i++)
        CHECK_EQUAL(fi_recv(ep[i], data[i], LONG, NULL, FI_ADDR_UNSPEC, NULL), 0);
    side_barrier(s);
    if (s->number == 0) {
        CHECK_EQUAL(read(s->fd, &word, 1), 1); /* sleeps; no call of libfabric */
        side_wait_all(s, 2);
        CHECK(data[0][0] == 'd' && data[1][LONG - 1] == 'd');
        CHECK_EQUAL(__atomic_load_n(&sum, __ATOMIC_RELAXED), 15);
    } else {
        for (unsigned i = 0; i < 2; i++) {
            const struct iovec part = {data[i], LONG};
            const struct fi_msg m = {.msg_iov = &part, .iov_count = 1, .addr = to[i]};
            SIDE_REPEAT(s, fi_sendmsg(s->ep, &m, FI_COMPLETION | FI_DELIVERY_COMPLETE));
            (void)side_wait(s);
        }
        int64_t factor = 3; /* the target executes this operation */
        SIDE_REPEAT(s, fi_atomic(s->ep, &factor, 1, NULL, to[0], 0, 1, FI_INT64, FI_PROD, NULL));
        (void)side_wait(s);
        CHECK_EQUAL(write(s->fd, "w", 1), 1);
    }
    side_barrier(s);
    CHECK_EQUAL(fi_close(&mr->fid), 0);
    CHECK_EQUAL(fi_close(&later->fid), 0);
    side_close(s);
}

/* Packets that progress leaves in the reception FIFO, at its end, are not slept through. */
static void wraps_side(side_t *s)
{
    enum { ROUNDS = 3000 }; /* several times the FIFO, at different offsets */
    char got[3], sent = 0;
    sleeper_t w = {.s = s};
    side_open(s, &options);
    w.cq = cq_with(s, FI_WAIT_FD, NULL);
    w.fd = descriptor(&w.cq->fid);
    w.ep = side_open_endpoint(s, &options, w.cq);
    w.peer = side_insert(s, w.ep);
    for (unsigned i = 0; i < ROUNDS; i++) {
        SLEEPER_REPEAT(&w, fi_trecv(w.ep, &got[2], 1, NULL, FI_ADDR_UNSPEC, 2, 0, &got[2]));
        for (unsigned tag = 0; tag < 3; tag++)
            SLEEPER_REPEAT(&w, fi_tinject(w.ep, &sent, 1, w.peer, tag));
        struct fid *fid = &w.cq->fid;
        if (fi_trywait(s->fabric, &fid, 1) == 0) /* a completion is expected */
            CHECK_EQUAL(poll(&(struct pollfd){.fd = w.fd, .events = POLLIN}, 1, -1), 1);
        CHECK(sleeper_wait(&w).op_context == &got[2]);
        for (unsigned tag = 0; tag < 2; tag++) {
            SLEEPER_REPEAT(&w, fi_trecv(w.ep, &got[tag], 1, NULL, FI_ADDR_UNSPEC, tag, 0, &got[tag]));
            CHECK(sleeper_wait(&w).op_context == &got[tag]);
        }
    }
    CHECK_EQUAL(fi_close(&w.ep->fid), 0);
    CHECK_EQUAL(fi_close(&w.cq->fid), 0);
    side_close(s);
}

/* A queue and a counter that are armed before their endpoint is enabled, and so do not watch it. */
static void enabled_side(side_t *s)
{
    struct fid_cntr *received;
    struct fid_ep *ep;
    side_open(s, &options);
    struct fid_cq *cq = cq_with(s, FI_WAIT_FD, NULL);
    CHECK_EQUAL(fi_cntr_open(s->domain, &(struct fi_cntr_attr){.wait_obj = FI_WAIT_FD}, &received, NULL), 0);
    struct fid *fids[] = {&cq->fid, &received->fid};
    CHECK_EQUAL(fi_endpoint(s->domain, s->info, &ep, NULL), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &s->av->fid, 0), 0);
    CHECK_EQUAL(fi_ep_bind(ep, fids[0], FI_TRANSMIT), 0);
    CHECK_EQUAL(fi_ep_bind(ep, fids[1], FI_RECV), 0);
    CHECK_EQUAL(fi_trywait(s->fabric, fids, 2), 0);
    CHECK_EQUAL(fi_enable(ep), 0);
    for (unsigned i = 0; i < 2; i++)
        CHECK_EQUAL(poll(&(struct pollfd){.fd = descriptor(fids[i]), .events = POLLIN}, 1, -1), 1);
    CHECK_EQUAL(fi_close(&ep->fid), 0);
    CHECK_EQUAL(fi_close(&cq->fid), 0);
    CHECK_EQUAL(fi_close(&received->fid), 0);
    side_close(s);
}

static void polls_side(side_t *s)
{
    struct fid_poll *set;
    struct fid_cntr *sent;
    void *context[4];
    side_open(s, &options);
    struct fid_cq *cq = cq_with(s, FI_WAIT_NONE, NULL);
    CHECK_EQUAL(fi_cntr_open(s->domain, NULL, &sent, &sent), 0);
    struct fid_ep *ep;
    CHECK_EQUAL(fi_endpoint(s->domain, s->info, &ep, NULL), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &s->av->fid, 0), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &cq->fid, FI_TRANSMIT | FI_RECV), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &sent->fid, FI_SEND), 0);
    CHECK_EQUAL(fi_enable(ep), 0);
    fi_addr_t self = side_insert(s, ep);
    CHECK_EQUAL(fi_poll_open(s->domain, &(struct fi_poll_attr){.flags = 1}, &set), -FI_EINVAL);
    CHECK_EQUAL(fi_poll_open(s->domain, &(struct fi_poll_attr){0}, &set), 0);
    CHECK_EQUAL(fi_poll_add(set, &cq->fid, 0), 0);
    CHECK_EQUAL(fi_poll_add(set, &cq->fid, 0), -FI_EALREADY);
    CHECK_EQUAL(fi_poll_add(set, &s->domain->fid, 0), -FI_EINVAL);
    CHECK_EQUAL(fi_poll_add(set, &sent->fid, 0), 0);
    CHECK_EQUAL(fi_poll(set, context, 4), 0);
    char buf[8];
    SIDE_REPEAT(s, fi_recv(ep, buf, sizeof buf, NULL, FI_ADDR_UNSPEC, buf));
    CHECK_EQUAL(fi_poll(set, context, 4), 0);
    CHECK_EQUAL(fi_inject(ep, "data", 5, self), 0);
    int n;
    while ((n = fi_poll(set, context, 4)) != 2)
        CHECK(n >= 0);
    CHECK(context[0] == s && context[1] == &sent);
    CHECK_EQUAL(fi_poll(set, context, 1), 1);
    struct fi_cq_tagged_entry e;
    CHECK_EQUAL(fi_cq_read(cq, &e, 1), 1);
    CHECK_EQUAL(fi_poll(set, context, 4), 1);
    CHECK(context[0] == &sent);
    CHECK_EQUAL(fi_cntr_read(sent), 1);
    CHECK_EQUAL(fi_poll(set, context, 4), 0);
    CHECK_EQUAL(fi_poll_del(set, &sent->fid, 0), 0);
    CHECK_EQUAL(fi_poll_del(set, &sent->fid, 0), -FI_EINVAL);
    CHECK_EQUAL(fi_close(&ep->fid), 0);
    CHECK_EQUAL(fi_close(&cq->fid), -FI_EBUSY);
    CHECK_EQUAL(fi_close(&set->fid), 0);
    CHECK_EQUAL(fi_close(&cq->fid), 0);
    CHECK_EQUAL(fi_close(&sent->fid), 0);
    side_close(s);
}

/* A program without work is woken at most every 10 ms, on a busy machine less often. */
static void quiet_side(side_t *s)
{
    static char in[8], out[8];
    struct timespec begin, end;
    sleeper_t w;
    sleeper_open(&w, s, &options);
    if (s->number == 0) {
        SLEEPER_REPEAT(&w, fi_trecv(w.ep, in, sizeof in, NULL, FI_ADDR_UNSPEC, 1, 0, in));
        side_barrier(s);
        clock_gettime(CLOCK_MONOTONIC, &begin);
        w.sleeps = 0;
        (void)sleeper_wait(&w);
        clock_gettime(CLOCK_MONOTONIC, &end);
        long ms = (end.tv_sec - begin.tv_sec) * 1000 + (end.tv_nsec - begin.tv_nsec) / 1000000;
        CHECK(w.sleeps <= (unsigned)ms / 5 + 10);
    } else {
        side_barrier(s);
        usleep(400000);
        SLEEPER_REPEAT(&w, fi_tsend(w.ep, out, sizeof out, NULL, w.peer, 1, out));
        (void)sleeper_wait(&w);
    }
    sleeper_close(&w);
}

PAIR_TEST(quiet)
PAIR_TEST(rounds)
PAIR_TEST(unlocked)
PAIR_TEST(accesses)
PAIR_TEST(threads)
PAIR_TEST(sets)
PAIR_TEST(automatic)
PAIR_TEST(wraps)
PAIR_TEST(enabled)
PAIR_TEST(polls)

int main(void)
{
    static const emuq_test_t tests[] = {{"wake-ups without work", quiet},
                                        {"messages to sleeping programs", rounds},
                                        {"without locks", unlocked},
                                        {"accesses of sleeping programs", accesses},
                                        {"threads and fi_cq_signal()", threads},
                                        {"wait sets", sets},
                                        {"packets at the end of the FIFO", wraps},
                                        {"endpoints enabled later", enabled},
                                        {"poll sets", polls},
                                        {"automatic progress", automatic},
                                        {NULL, NULL}};
    return emuq_test_main("fabric wait", tests);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The peer leaves, by exit() or by SIGKILL: operations without a reply fail, and the process goes on. */
#define _GNU_SOURCE
#include "pair.h"

#include <poll.h>
#include <rdma/fi_atomic.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#define KEY      1u
#define LONG     100000u
#define VERY     (8u << 20) /* more than EMUQ_INLINE_BYTES */
#define CONTEXTS 32u

static const pair_options_t options = {.caps = FI_MSG | FI_TAGGED | FI_RMA | FI_ATOMIC | FI_SOURCE,
                                       .has_counters = true};
static _Alignas(64) char memory[VERY], local[VERY]; /* not shared */
static struct fid_mr *region;
static bool is_killed; /* false: the peer calls exit() */

/* Side 1 is a grandchild: its end does not end the test. */
static void peer_begin(const side_t *s)
{
    int status = 0;
    pid_t pid = s->number == 1 ? fork() : 0;
    if (pid == 0)
        return;
    close(s->fd);
    CHECK(waitpid(pid, &status, 0) == pid);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 0);
}

static pid_t peer_open(side_t *s, const pair_options_t *o)
{
    pid_t self = getpid(), peer = 0;
    peer_begin(s);
    self = getpid();
    side_open(s, o);
    CHECK_EQUAL(fi_mr_reg(s->domain, memory, sizeof memory, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, KEY, 0,
                          &region, NULL),
                0);
    side_exchange(s, &self, &peer, sizeof self);
    return peer;
}

/* Side 1: makes no progress until its end. */
static void peer_await_end(const side_t *s)
{
    char c;
    CHECK(write(s->fd, "", 1) == 1);
    CHECK(read(s->fd, &c, 1) == 1);
    exit(0);
}

static void peer_await_idle(const side_t *s)
{
    char c;
    CHECK(read(s->fd, &c, 1) == 1);
}

/* Ends side 1. */
static void peer_end(const side_t *s, pid_t peer)
{
    if (is_killed)
        CHECK(kill(peer, SIGKILL) == 0);
    else
        CHECK(write(s->fd, "", 1) == 1);
    while (kill(peer, 0) == 0) /* until the wait of its parent */
        usleep(1000);
}

/* ---- failing operations ---- */

static char context[CONTEXTS];
static bool is_pending[CONTEXTS];
static unsigned pending;

/* Repeats a call during -FI_EAGAIN. */
#define START(s, number, call)                                                                               \
    do {                                                                                                     \
        ssize_t start_rc;                                                                                    \
        while ((start_rc = (call)) == -FI_EAGAIN)                                                            \
            (void)fi_cq_read((s)->cq, NULL, 0);                                                              \
        CHECK(start_rc == 0 || start_rc == -FI_EHOSTUNREACH);                                                \
        is_pending[number] = start_rc == 0;                                                                  \
        pending += start_rc == 0;                                                                            \
    } while (0)

static void await_failures(side_t *s)
{
    while (pending != 0) {
        struct fi_cq_err_entry e = side_wait_error(s, FI_ECONNRESET);
        ptrdiff_t number = (char *)e.op_context - context;
        CHECK(number >= 0 && number < (ptrdiff_t)CONTEXTS && is_pending[number]);
        is_pending[number] = false;
        pending--;
    }
    CHECK(side_is_idle(s));
}

/* Operations with a reply of the peer's library. */
static void start_requests(side_t *s)
{
    static int32_t one = 1, result;
    static uint64_t word = 5, before;
    const struct iovec part = {local, 8};
    const struct fi_msg m = {.msg_iov = &part, .iov_count = 1, .addr = s->peer, .context = &context[1]};
    START(s, 0, fi_tsend(s->ep, local, LONG, NULL, s->peer, 7, &context[0]));
    START(s, 1, fi_sendmsg(s->ep, &m, FI_DELIVERY_COMPLETE | FI_COMPLETION));
    START(
        s, 2,
        fi_fetch_atomic(s->ep, &one, 1, NULL, &result, NULL, s->peer, 0, KEY, FI_INT32, FI_SUM, &context[2]));
    START(s, 3,
          fi_compare_atomic(s->ep, &word, 1, NULL, &word, NULL, &before, NULL, s->peer, 8, KEY, FI_UINT64,
                            FI_CSWAP, &context[3]));
}

/* Operations that access the peer's memory. @param from number of the first context */
static void start_accesses(side_t *s, unsigned from)
{
    static uint64_t one = 1, got[2];
    START(s, from, fi_write(s->ep, local, 8, NULL, s->peer, 64, KEY, &context[from]));
    START(s, from + 1, fi_write(s->ep, local, VERY, NULL, s->peer, 0, KEY, &context[from + 1]));
    START(s, from + 2, fi_read(s->ep, local, 8, NULL, s->peer, 64, KEY, &context[from + 2]));
    START(s, from + 3, fi_read(s->ep, local, VERY, NULL, s->peer, 0, KEY, &context[from + 3]));
    START(s, from + 4,
          fi_atomic(s->ep, &one, 1, NULL, s->peer, 16, KEY, FI_UINT64, FI_SUM, &context[from + 4]));
    START(s, from + 5,
          fi_fetch_atomic(s->ep, &one, 1, NULL, &got[0], NULL, s->peer, 24, KEY, FI_UINT64, FI_SUM,
                          &context[from + 5]));
    START(s, from + 6,
          fi_fetch_atomic(s->ep, NULL, 1, NULL, &got[1], NULL, s->peer, 32, KEY, FI_UINT64, FI_ATOMIC_READ,
                          &context[from + 6]));
}

#define ACCESSES 7u

static void check_unreachable(side_t *s)
{
    uint64_t word = 1;
    CHECK_EQUAL(fi_send(s->ep, local, 8, NULL, s->peer, NULL), -FI_EHOSTUNREACH);
    CHECK_EQUAL(fi_tsend(s->ep, local, LONG, NULL, s->peer, 1, NULL), -FI_EHOSTUNREACH);
    CHECK_EQUAL(fi_inject(s->ep, local, 8, s->peer), -FI_EHOSTUNREACH);
    CHECK_EQUAL(fi_write(s->ep, local, 8, NULL, s->peer, 0, KEY, NULL), -FI_EHOSTUNREACH);
    CHECK_EQUAL(fi_read(s->ep, local, 8, NULL, s->peer, 0, KEY, NULL), -FI_EHOSTUNREACH);
    CHECK_EQUAL(fi_atomic(s->ep, &word, 1, NULL, s->peer, 0, KEY, FI_UINT64, FI_SUM, NULL), -FI_EHOSTUNREACH);
}

/* Messages of an endpoint to itself, by the same FIFOs. */
static void check_alive(side_t *s)
{
    s->self = side_insert(s, s->ep);
    for (unsigned i = 0; i < 200; i++) {
        size_t bytes = i % 2 != 0 ? LONG : 8;
        pattern_fill(local, bytes, i);
        CHECK_EQUAL(fi_trecv(s->ep, local + VERY / 2, bytes, NULL, FI_ADDR_UNSPEC, 99, 0, NULL), 0);
        SIDE_REPEAT(s, fi_tsend(s->ep, local, bytes, NULL, s->self, 99, NULL));
        side_wait_all(s, 2);
        CHECK(pattern_is(local + VERY / 2, bytes, i));
    }
}

static void end_alone(side_t *s)
{
    check_alive(s);
    CHECK_EQUAL(fi_close(&region->fid), 0);
    close(s->fd);
    s->fd = -1;
    side_close(s);
}

static void operations_side(side_t *s)
{
    pid_t peer = peer_open(s, &options);
    if (s->number == 1) {
        SIDE_REPEAT(s, fi_tsend(s->ep, local, VERY, NULL, s->peer, 3, NULL));
        SIDE_REPEAT(s, fi_tsend(s->ep, local, VERY, NULL, s->peer, 4, NULL));
        peer_await_end(s);
    }
    peer_await_idle(s);
    CHECK_EQUAL(fi_cq_read(s->cq, NULL, 0), -FI_EAGAIN); /* takes the announcements of the messages */
    if (is_killed)                                       /* the threads of the peer's Message Unit, too */
        CHECK(kill(peer, SIGSTOP) == 0);
    start_requests(s);
    if (is_killed)
        start_accesses(s, 4);
    unsigned before = pending;
    peer_end(s, peer);
    start_accesses(s, 4 + ACCESSES);
    CHECK_EQUAL(fi_trecv(s->ep, local, VERY, NULL, FI_ADDR_UNSPEC, 3, 0, &context[30]), 0);
    is_pending[30] = true;
    pending++;
    /* Accesses to memory of a stopped process may be complete, and sent writes of a card. */
    while (pending != 0) {
        struct fi_cq_tagged_entry good;
        struct fi_cq_err_entry e = {0};
        ssize_t rc = fi_cq_read(s->cq, &good, 1);
        if (rc == -FI_EAGAIN)
            continue;
        if (rc == -FI_EAVAIL) {
            CHECK_EQUAL(fi_cq_readerr(s->cq, &e, 0), 1);
            CHECK_EQUAL(e.err, FI_ECONNRESET);
            good.op_context = e.op_context;
        }
        ptrdiff_t number = (char *)good.op_context - context;
        CHECK(number >= 0 && number < (ptrdiff_t)CONTEXTS && is_pending[number]);
        ptrdiff_t access = number - 4, writes = pair_has_cards() ? 2 : 0;
        CHECK(rc == -FI_EAVAIL || (access >= 0 && access < (ptrdiff_t)ACCESSES + writes));
        is_pending[number] = false;
        pending--;
    }
    CHECK(before >= 4);
    CHECK_EQUAL(fi_cntr_readerr(s->sent), 2);
    CHECK_EQUAL(fi_cntr_readerr(s->received), 1);
    CHECK(fi_cntr_readerr(s->rma) >= 2);
    CHECK_EQUAL(fi_trecv(s->ep, local, VERY, NULL, FI_ADDR_UNSPEC, 4, 0, &context[31]), 0);
    is_pending[31] = true;
    pending++;
    await_failures(s);
    check_unreachable(s);
    end_alone(s);
}

/* The peer takes no packets: its FIFO and the FIFO of the sender are full at its end. */
static void full_side(side_t *s)
{
    ssize_t rc;
    pid_t peer = peer_open(s, &options);
    if (s->number == 1)
        peer_await_end(s);
    peer_await_idle(s);
    START(s, 0, fi_tsend(s->ep, local, LONG, NULL, s->peer, 7, &context[0]));
    for (unsigned empty = 0; empty < 100; empty++)
        while (fi_inject(s->ep, local, 400, s->peer) == 0)
            empty = 0;
    peer_end(s, peer);
    while ((rc = fi_inject(s->ep, local, 400, s->peer)) != -FI_EHOSTUNREACH) {
        CHECK(rc == 0 || rc == -FI_EAGAIN);
        (void)fi_cq_read(s->cq, NULL, 0);
    }
    await_failures(s);
    check_unreachable(s);
    end_alone(s);
}

/* Starts a send to the peer, then ends the peer. */
static void asleep_begin(side_t *s, struct fid_ep *(*open)(side_t *s))
{
    pid_t peer = peer_open(s, &options);
    if (s->number == 1)
        peer_await_end(s);
    struct fid_ep *ep = open != NULL ? open(s) : s->ep;
    peer_await_idle(s);
    START(s, 0, fi_tsend(ep, local, LONG, NULL, s->peer, 7, &context[0]));
    peer_end(s, peer);
}

static void asleep_check(struct fid_cq *cq)
{
    struct fi_cq_err_entry e = {0};
    CHECK_EQUAL(fi_cq_readerr(cq, &e, 0), 1);
    CHECK_EQUAL(e.err, FI_ECONNRESET);
    CHECK(e.op_context == &context[0]);
}

/* The process sleeps in fi_cq_sread() when it finds the end of the peer. */
static void sread_side(side_t *s)
{
    struct fi_cq_tagged_entry good;
    asleep_begin(s, NULL);
    CHECK_EQUAL(fi_cq_sread(s->cq, &good, 1, NULL, -1), -FI_EAVAIL);
    asleep_check(s->cq);
    end_alone(s);
}

static struct fid_cq *fd_cq;

static struct fid_ep *fd_open(side_t *s)
{
    struct fi_cq_attr attr = {.format = FI_CQ_FORMAT_TAGGED, .wait_obj = FI_WAIT_FD};
    CHECK_EQUAL(fi_cq_open(s->domain, &attr, &fd_cq, NULL), 0);
    return side_open_endpoint(s, &options, fd_cq);
}

/* The process sleeps in poll(). */
static void fd_side(side_t *s)
{
    struct fi_cq_tagged_entry good;
    struct pollfd p = {.events = POLLIN};
    struct fid *fid;
    ssize_t rc;
    asleep_begin(s, fd_open);
    fid = &fd_cq->fid;
    CHECK_EQUAL(fi_control(fid, FI_GETWAIT, &p.fd), 0);
    while ((rc = fi_cq_read(fd_cq, &good, 1)) == -FI_EAGAIN)
        if (fi_trywait(s->fabric, &fid, 1) == 0)
            CHECK_EQUAL(poll(&p, 1, -1), 1);
    CHECK_EQUAL(rc, -FI_EAVAIL);
    asleep_check(fd_cq);
    _exit(0);
}

#define TEST(name)                                                                                           \
    static void name##_killed(void)                                                                          \
    {                                                                                                        \
        is_killed = true;                                                                                    \
        pair_run(name##_side);                                                                               \
    }                                                                                                        \
    static void name##_left(void)                                                                            \
    {                                                                                                        \
        is_killed = false;                                                                                   \
        pair_run(name##_side);                                                                               \
    }

TEST(operations)
TEST(full)
TEST(sread)
TEST(fd)

int main(void)
{
    static const emuq_test_t tests[] = {{"operations on a killed peer", operations_killed},
                                        {"operations on a peer that has left", operations_left},
                                        {"a full FIFO of a killed peer", full_killed},
                                        {"a full FIFO of a peer that has left", full_left},
                                        {"in fi_cq_sread() when the peer is killed", sread_killed},
                                        {"in fi_cq_sread() when the peer leaves", sread_left},
                                        {"in poll() when the peer is killed", fd_killed},
                                        {"in poll() when the peer leaves", fd_left},
                                        {NULL, NULL}};
    return emuq_test_main("fabric peers that leave", tests);
}

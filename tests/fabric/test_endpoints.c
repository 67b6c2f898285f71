/* SPDX-License-Identifier: BSD-3-Clause */
/* Endpoints: load, numbers, life, threads, fork(), bad arguments. */
#define _GNU_SOURCE
#include "pair.h"

#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define FLOOD 10000u
#else
#define FLOOD 100000u
#endif

/* ---- a flood in both directions ---- */

typedef struct flood {
    unsigned sent, received, completed; /* completed: sends with a completion */
} flood_t;

#define FLOOD_BYTES 1000u

static size_t flood_bytes(unsigned i)
{
    static const size_t bytes[] = {8, 8, 8, 400, 8, 8, FLOOD_BYTES};
    return bytes[i % 7];
}

static void flood_poll(side_t *s, flood_t *f)
{
    struct fi_cq_tagged_entry e[16];
    ssize_t n = fi_cq_read(s->cq, e, 16);
    CHECK(n > 0 || n == -FI_EAGAIN);
    for (ssize_t i = 0; i < n; i++) {
        if (e[i].flags & FI_SEND) {
            f->completed++;
            free(e[i].op_context);
            continue;
        }
        unsigned number;
        memcpy(&number, e[i].op_context, sizeof number);
        CHECK_EQUAL(e[i].len, flood_bytes(number));
        CHECK_EQUAL(e[i].tag, number % 2);
        f->received++;
        if (f->received + 7 < FLOOD) /* 8 receives are posted */
            CHECK_EQUAL(fi_trecv(s->ep, e[i].op_context, FLOOD_BYTES, NULL, s->peer, 0, 1, e[i].op_context),
                        0);
    }
}

/* Sends until -FI_EAGAIN: FIFOs are full in both directions. */
static void flood_send(side_t *s, flood_t *f)
{
    ssize_t rc = 0;
    while (f->sent < FLOOD && rc == 0) {
        size_t n = flood_bytes(f->sent);
        char *data = calloc(1, n);
        memcpy(data, &f->sent, sizeof f->sent);
        rc = n > 496 ? fi_tsend(s->ep, data, n, NULL, s->peer, f->sent % 2, data)
                     : fi_tinject(s->ep, data, n, s->peer, f->sent % 2);
        CHECK(rc == 0 || rc == -FI_EAGAIN);
        if (n <= 496 || rc != 0)
            free(data); /* else with the completion */
        f->sent += rc == 0;
    }
}

static void flood_side(side_t *s)
{
    static char buffer[8][FLOOD_BYTES];
    flood_t f = {0};
    side_open(s, NULL);
    for (unsigned i = 0; i < 8; i++)
        CHECK_EQUAL(fi_trecv(s->ep, buffer[i], FLOOD_BYTES, NULL, s->peer, 0, 1, buffer[i]), 0);
    while (f.sent < FLOOD || f.received < FLOOD || f.completed < FLOOD / 7) {
        flood_send(s, &f);
        flood_poll(s, &f);
    }
    CHECK(f.sent == FLOOD && f.received == FLOOD && f.completed == FLOOD / 7);
    side_close(s);
}

#define REFUSED_BYTES 400u

/* Sends numbered messages until the endpoint is refused for long. @return the number of the next */
static unsigned refused_send(const side_t *s, unsigned sent, uint64_t flags)
{
    char data[REFUSED_BYTES];
    const struct iovec part = {data, sizeof data};
    for (unsigned refused = 0; refused < 2000;) {
        memcpy(data, &sent, sizeof sent);
        ssize_t rc = fi_sendmsg(s->ep, &(struct fi_msg){.msg_iov = &part, .iov_count = 1, .addr = s->peer},
                                flags | FI_INJECT);
        CHECK(rc == 0 || rc == -FI_EAGAIN);
        sent += rc == 0;
        refused = rc == 0 ? 0 : refused + 1;
    }
    return sent;
}

#define REFUSED_MORE 5000u /* messages while the receiver takes the earlier ones */

/* Messages that wait in the memory of the sender are not transmitted. @return the number of the next */
static unsigned refused_round_send(side_t *s, unsigned first)
{
    char data[REFUSED_BYTES];
    unsigned transmitted = refused_send(s, first, FI_TRANSMIT_COMPLETE),
             next = refused_send(s, transmitted, 0);
    CHECK(next - transmitted >= 1024);
    CHECK_EQUAL(write(s->fd, &next, sizeof next), sizeof next);
    side_wait_all(s, next - first);
    for (unsigned i = 0; i < REFUSED_MORE; i++, next++) {
        memcpy(data, &next, sizeof next);
        SIDE_REPEAT(s, fi_inject(s->ep, data, sizeof data, s->peer));
    }
    return next;
}

static unsigned refused_round_receive(side_t *s, unsigned next)
{
    unsigned end;
    CHECK_EQUAL(read(s->fd, &end, sizeof end), sizeof end);
    CHECK(end - next > 1024); /* more than the packets on the path */
    for (end += REFUSED_MORE; next < end; next++) {
        char data[REFUSED_BYTES];
        unsigned got;
        SIDE_REPEAT(s, fi_recv(s->ep, data, sizeof data, NULL, FI_ADDR_UNSPEC, NULL));
        CHECK_EQUAL(side_wait(s).len, sizeof data);
        memcpy(&got, data, sizeof got);
        CHECK_EQUAL(got, next);
    }
    return next;
}

/* The receiver makes no progress: the sender is refused, nothing is lost, and no message overtakes another.
 * Then the sender can be refused again as late. */
static void refused_side(side_t *s)
{
    unsigned next = 0;
    side_open(s, NULL);
    for (unsigned round = 0; round < 2; round++) {
        next = s->number == 0 ? refused_round_send(s, next) : refused_round_receive(s, next);
        side_barrier(s);
    }
    side_close(s);
}

enum { SENDERS = 7 };

/* Sends alternately until all endpoints are refused for long. @param sent counts the messages of each */
static void refused_fill(struct fid_ep *const ep[SENDERS], fi_addr_t to, unsigned sent[SENDERS])
{
    unsigned message[2];
    for (unsigned refused = 0; refused < 1000 * SENDERS;)
        for (unsigned i = 0; i < SENDERS; i++) {
            message[0] = i;
            message[1] = sent[i];
            ssize_t rc = fi_inject(ep[i], message, sizeof message, to);
            CHECK(rc == 0 || rc == -FI_EAGAIN);
            sent[i] += rc == 0;
            refused = rc == 0 ? 0 : refused + 1;
        }
}

/* Many endpoints send to one that makes no progress: nothing is lost, and each keeps its order. */
static void refused_many_side(side_t *s)
{
    const pair_options_t o = {0};
    struct fid_ep *ep[SENDERS];
    unsigned sent[SENDERS] = {0}, got[SENDERS] = {0}, all = 0;
    side_open(s, NULL);
    if (s->number == 0) {
        for (unsigned i = 0; i < SENDERS; i++)
            ep[i] = side_open_endpoint(s, &o, s->cq);
        refused_fill(ep, s->peer, sent);
        CHECK_EQUAL(write(s->fd, sent, sizeof sent), sizeof sent);
        side_barrier(s);
        for (unsigned i = 0; i < SENDERS; i++)
            CHECK_EQUAL(fi_close(&ep[i]->fid), 0);
    } else {
        CHECK_EQUAL(read(s->fd, sent, sizeof sent), sizeof sent);
        for (unsigned i = 0; i < SENDERS; i++)
            all += sent[i];
        CHECK(all > 100);
        for (; all != 0; all--) {
            unsigned message[2];
            SIDE_REPEAT(s, fi_recv(s->ep, message, sizeof message, NULL, FI_ADDR_UNSPEC, NULL));
            CHECK_EQUAL(side_wait(s).len, sizeof message);
            CHECK(message[0] < SENDERS);
            CHECK_EQUAL(message[1], got[message[0]]++);
        }
        side_barrier(s);
    }
    side_close(s);
}

/* ---- endpoints of a process send to all of the process ---- */

enum { MANY = 16 };

static void many_side(side_t *s)
{
    static char data[2][40000];
    struct fid_ep *ep[MANY];
    fi_addr_t at[MANY];
    const pair_options_t o = {0};
    side_open(s, &o);
    struct fid_cq *cq = side_open_cq(s);
    for (unsigned i = 0; i < MANY; i++) {
        ep[i] = side_open_endpoint(s, &o, cq);
        at[i] = side_insert(s, ep[i]);
    }
    static const size_t sizes[] = {8, 700, 40000};
    for (unsigned i = 0; i < MANY * MANY; i++) {
        unsigned from = i / MANY, to = i % MANY;
        size_t n = sizes[i % 3];
        fi_addr_t source;
        pattern_fill(data[0], n, i);
        memset(data[1], 0, n);
        SIDE_REPEAT(s, fi_send(ep[from], data[0], n, NULL, at[to], &data[0]));
        SIDE_REPEAT(s, fi_recv(ep[to], data[1], n, NULL, FI_ADDR_UNSPEC, &data[1]));
        struct fi_cq_tagged_entry e = side_wait_from(s, cq, &source);
        if (e.op_context == &data[0]) {
            e = side_wait_from(s, cq, &source);
        } else {
            fi_addr_t none;
            CHECK(side_wait_from(s, cq, &none).op_context == &data[0]);
        }
        CHECK(e.op_context == &data[1] && e.len == n);
        CHECK_EQUAL(source, at[from]);
        CHECK(pattern_is(data[1], n, i));
    }
    struct fid_ep *more[64];
    unsigned opened = 0;
    int rc = 0;
    while (opened < 64 && (rc = fi_endpoint(s->domain, s->info, &more[opened], NULL)) == 0)
        opened++;
    CHECK_EQUAL(rc, -FI_ENOSPC);
    CHECK_EQUAL(opened + MANY + 1, s->info->domain_attr->ep_cnt);
    while (opened != 0)
        CHECK_EQUAL(fi_close(&more[--opened]->fid), 0);
    for (unsigned i = 0; i < MANY; i++)
        CHECK_EQUAL(fi_close(&ep[i]->fid), 0);
    CHECK_EQUAL(fi_close(&cq->fid), 0);
    side_close(s);
}

/* ---- close and reopen ---- */

static void reopen_side(side_t *s)
{
    static char data[2][20000];
    const pair_options_t o = {0};
    side_open(s, &o);
    struct fid_cq *cq = side_open_cq(s);
    for (unsigned i = 0; i < 3000; i++) { /* several GB if memory were not reused */
        struct fid_ep *ep = side_open_endpoint(s, &o, cq);
        fi_addr_t at = side_insert(s, ep);
        size_t n = i % 2 != 0 ? 20 : 20000;
        pattern_fill(data[0], n, i);
        SIDE_REPEAT(s, fi_send(s->ep, data[0], n, NULL, at, NULL));
        SIDE_REPEAT(s, fi_recv(ep, data[1], n, NULL, FI_ADDR_UNSPEC, NULL));
        CHECK_EQUAL(side_wait_from(s, cq, NULL).len, n);
        CHECK(pattern_is(data[1], n, i));
        (void)side_wait(s);
        CHECK_EQUAL(fi_av_remove(s->av, &at, 1, 0), 0);
        if (i % 4 == 3) /* unreceived, and a receive without message */
            SIDE_REPEAT(s, fi_trecv(ep, data[1], n, NULL, FI_ADDR_UNSPEC, i, 0, NULL));
        CHECK_EQUAL(fi_close(&ep->fid), 0);
    }
    CHECK_EQUAL(fi_close(&cq->fid), 0);
    side_close(s);
}

/* Packets that arrive at a closed endpoint are not for the next endpoint of its number. */
static void late_side(side_t *s)
{
    static char data[8];
    const pair_options_t o = {0};
    side_open(s, &o);
    struct fid_cq *cq = side_open_cq(s);
    for (unsigned i = 0; i < 100; i++) {
        struct fid_ep *ep = side_open_endpoint(s, &o, cq);
        fi_addr_t at = side_insert(s, ep);
        CHECK_EQUAL(fi_recv(ep, data, sizeof data, NULL, FI_ADDR_UNSPEC, NULL), 0);
        CHECK_EQUAL(fi_cq_read(cq, NULL, 0), -FI_EAGAIN);
        CHECK_EQUAL(fi_close(&ep->fid), 0);
        CHECK_EQUAL(fi_inject(s->ep, data, sizeof data, at), 0); /* no progress follows */
        CHECK_EQUAL(fi_av_remove(s->av, &at, 1, 0), 0);
    }
    CHECK_EQUAL(fi_close(&cq->fid), 0);
    side_close(s);
}

/* A completed send arrives though the sender closes its endpoint and ends. */
static void last_words_side(side_t *s)
{
    static char data[16384];
    side_open(s, NULL);
    if (s->number == 0) {
        for (unsigned i = 0; i < 8; i++) {
            pattern_fill(data, 16384, i);
            SIDE_REPEAT(s, fi_send(s->ep, data, i % 2 != 0 ? 16384 : 100, NULL, s->peer, NULL));
            (void)side_wait(s);
        }
        CHECK_EQUAL(write(s->fd, "e", 1), 1);
        CHECK_EQUAL(fi_close(&s->ep->fid), 0);
    } else {
        char end;
        CHECK_EQUAL(read(s->fd, &end, 1), 1);
        for (unsigned i = 0; i < 8; i++) {
            SIDE_REPEAT(s, fi_recv(s->ep, data, 16384, NULL, FI_ADDR_UNSPEC, NULL));
            size_t n = side_wait(s).len;
            CHECK_EQUAL(n, i % 2 != 0 ? 16384 : 100);
            CHECK(pattern_is(data, n, i));
        }
    }
}

/* An endpoint is closed during sends of the peer: the peer continues, also after the last close. */
static void closed_target_side(side_t *s)
{
    const pair_options_t o = {0};
    static char data[400];
    side_open(s, &o);
    if (s->number == 0) {
        for (unsigned i = 0; i < 20000; i++) { /* more than FIFOs hold */
            ssize_t rc = fi_inject(s->ep, data, sizeof data, s->peer);
            CHECK(rc == 0 || rc == -FI_EAGAIN);
            if (i == 1000)
                CHECK_EQUAL(write(s->fd, "c", 1), 1);
            if (rc != 0)
                sched_yield();
        }
    } else {
        char go;
        CHECK_EQUAL(read(s->fd, &go, 1), 1);
        for (unsigned i = 0; i < 100; i++) {
            CHECK_EQUAL(fi_close(&s->ep->fid), 0);
            sched_yield();
            s->ep = side_open_endpoint(s, &o, s->cq);
        }
        CHECK_EQUAL(fi_close(&s->ep->fid), 0);
    }
    side_barrier(s);
    if (s->number == 0) {
        for (unsigned i = 0; i < 2000; i++)
            SIDE_REPEAT(s, fi_inject(s->ep, data, sizeof data, s->peer));
        CHECK_EQUAL(fi_close(&s->ep->fid), 0);
    }
    side_barrier(s); /* the end of the process would drop packets, too */
}

/* The receiver releases a message of a closed endpoint: the next endpoint of the number completes nothing. */
static void released_late_side(side_t *s)
{
    const pair_options_t o = {0};
    static char data[2][100000];
    side_open(s, &o);
    for (unsigned i = 0; i < 2; i++)
        if (s->number == 0) {
            pattern_fill(data[i], sizeof data[i], i);
            SIDE_REPEAT(s, fi_send(s->ep, data[i], sizeof data[i], NULL, s->peer, NULL));
            if (i == 0) {
                CHECK_EQUAL(fi_close(&s->ep->fid), 0);
                s->ep = side_open_endpoint(s, &o, s->cq);
            }
        }
    side_barrier(s);
    for (unsigned i = 0; i < 2; i++) {
        if (s->number == 1) {
            SIDE_REPEAT(s, fi_recv(s->ep, data[i], sizeof data[i], NULL, FI_ADDR_UNSPEC, NULL));
            CHECK_EQUAL(side_wait(s).len, sizeof data[i]);
            CHECK(pattern_is(data[i], sizeof data[i], i));
        }
        side_barrier(s);
        if (s->number == 0 && i == 0)
            CHECK(side_is_idle(s));
        side_barrier(s);
    }
    if (s->number == 0)
        (void)side_wait(s);
    side_close(s);
}

/* ---- threads ---- */

enum { THREADS = 4 };

typedef struct worker {
    side_t *s;
    unsigned number;
    pthread_t thread;
} worker_t;

/* Threads share an endpoint and a queue: each sends to its tag at the peer, and counts the completions of its
 * reads. */
static unsigned workers_done; /* atomic */

static void worker_receive(side_t *s, uint64_t tag, size_t bytes)
{
    void *buffer = malloc(bytes);
    CHECK_EQUAL(fi_trecv(s->ep, buffer, bytes, NULL, FI_ADDR_UNSPEC, tag, 0, buffer), 0);
}

static void *worker_run(void *argument)
{
    worker_t *w = argument;
    side_t *s = w->s;
    unsigned sent = 0, count = FLOOD / 10;
    char data[4000];
    memset(data, (int)w->number, sizeof data);
    while (sent < count || __atomic_load_n(&workers_done, __ATOMIC_ACQUIRE) < 2 * THREADS * count) {
        size_t n = sent % 3 == 0 ? sizeof data : 8;
        if (sent < count) {
            char *copy = malloc(n);
            memcpy(copy, data, n);
            ssize_t rc = fi_tsend(s->ep, copy, n, NULL, s->peer, w->number, copy);
            CHECK(rc == 0 || rc == -FI_EAGAIN);
            if (rc != 0)
                free(copy);
            else
                worker_receive(s, w->number, sizeof data);
            sent += rc == 0;
        }
        struct fi_cq_tagged_entry e;
        ssize_t rc = fi_cq_read(s->cq, &e, 1);
        CHECK(rc == 1 || rc == -FI_EAGAIN);
        if (rc == 1) {
            const char *got = e.op_context;
            CHECK((e.flags & FI_SEND) != 0 || got[e.len - 1] == (char)e.tag);
            free(e.op_context);
            __atomic_fetch_add(&workers_done, 1, __ATOMIC_ACQ_REL);
        }
    }
    return NULL;
}

/* Meanwhile a thread opens and closes an endpoint on the same queue, and changes the address vector. */
static void *worker_reopen(void *argument)
{
    side_t *s = argument;
    const pair_options_t o = {0};
    for (unsigned i = 0; i < 200; i++) {
        struct fid_ep *ep = side_open_endpoint(s, &o, s->cq);
        fi_addr_t at = side_insert(s, ep);
        CHECK_EQUAL(fi_close(&ep->fid), 0);
        CHECK_EQUAL(fi_av_remove(s->av, &at, 1, 0), 0);
    }
    return NULL;
}

static void threads_side(side_t *s)
{
    worker_t w[THREADS];
    pthread_t reopen;
    side_open(s, &(pair_options_t){.threads = FI_THREAD_SAFE});
    for (unsigned i = 0; i < THREADS; i++) {
        w[i] = (worker_t){.s = s, .number = i};
        CHECK_EQUAL(pthread_create(&w[i].thread, NULL, worker_run, &w[i]), 0);
    }
    CHECK_EQUAL(pthread_create(&reopen, NULL, worker_reopen, s), 0);
    for (unsigned i = 0; i < THREADS; i++)
        CHECK_EQUAL(pthread_join(w[i].thread, NULL), 0);
    CHECK_EQUAL(pthread_join(reopen, NULL), 0);
    side_close(s);
}

/* ---- fork() ---- */

static void forking_side(side_t *s)
{
    int value = 0, status;
    side_open(s, NULL);
    for (unsigned i = 0; i < 20; i++) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            if (i % 2 == 0)
                exit(7); /* handlers of exit() leave the parent's membership alone */
            execl("/bin/sh", "sh", "-c", "exit 7", NULL);
            _exit(1);
        }
        SIDE_REPEAT(s, fi_recv(s->ep, &value, sizeof value, NULL, FI_ADDR_UNSPEC, NULL));
        SIDE_REPEAT(s, fi_inject(s->ep, &i, sizeof i, s->peer));
        CHECK_EQUAL(side_wait(s).len, sizeof value);
        CHECK_EQUAL(value, i);
        CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7);
        SIDE_REPEAT(s, fi_recv(s->ep, &value, sizeof value, NULL, FI_ADDR_UNSPEC, NULL));
        SIDE_REPEAT(s, fi_inject(s->ep, &i, sizeof i, s->peer));
        CHECK_EQUAL(side_wait(s).len, sizeof value);
    }
    side_close(s);
}

/* ---- bad arguments ---- */

static void bad_addresses(side_t *s)
{
    char good[128], bad[3][128];
    size_t bytes = sizeof good;
    fi_addr_t at[3] = {0}, none = 1000;
    int error[3] = {-1, -1, -1};
    CHECK_EQUAL(fi_getname(&s->ep->fid, good, &bytes), 0);
    size_t few = 3;
    CHECK_EQUAL(fi_getname(&s->ep->fid, bad[0], &few), -FI_ETOOSMALL);
    CHECK_EQUAL(few, bytes);
    char *packed = malloc(3 * bytes);
    for (unsigned i = 0; i < 3; i++)
        memcpy(packed + i * bytes, good, bytes);
    packed[0] = (char)~packed[0];            /* wrong partition */
    memset(packed + 2 * bytes + 8, 0x7f, 4); /* no such rank */
    CHECK_EQUAL(fi_av_insert(s->av, packed, 3, at, FI_SYNC_ERR, error), 1);
    CHECK(at[0] == FI_ADDR_NOTAVAIL && at[1] != FI_ADDR_NOTAVAIL && at[2] == FI_ADDR_NOTAVAIL);
    CHECK(error[0] == FI_EINVAL && error[1] == 0 && error[2] == FI_EINVAL);
    free(packed);
    size_t n = sizeof bad[1];
    CHECK_EQUAL(fi_av_lookup(s->av, at[1], bad[1], &n), 0);
    CHECK(n == bytes && memcmp(bad[1], good, bytes) == 0);
    n = sizeof bad[2];
    CHECK(strncmp(fi_av_straddr(s->av, good, bad[2], &n), "emuq://", 7) == 0 && n == strlen(bad[2]) + 1);
    CHECK_EQUAL(fi_av_remove(s->av, &at[1], 1, 0), 0);
    CHECK_EQUAL(fi_av_remove(s->av, &at[1], 1, 0), -FI_EINVAL);
    CHECK_EQUAL(fi_av_lookup(s->av, at[1], bad[1], &n), -FI_EINVAL);
    CHECK_EQUAL(fi_av_remove(s->av, &none, 1, 0), -FI_EINVAL);
    CHECK_EQUAL(fi_send(s->ep, good, 1, NULL, at[1], NULL), -FI_EINVAL);
    CHECK_EQUAL(fi_send(s->ep, good, 1, NULL, none, NULL), -FI_EINVAL);
    CHECK_EQUAL(fi_send(s->ep, good, 1, NULL, FI_ADDR_UNSPEC, NULL), -FI_EINVAL);
}

/* The address of a peer after removal and insertion is the new index. */
static void inserted_again(side_t *s)
{
    int value = 0;
    fi_addr_t from, old = s->self;
    for (unsigned i = 0; i < 2; i++) {
        SIDE_REPEAT(s, fi_inject(s->ep, &value, sizeof value, s->self));
        SIDE_REPEAT(s, fi_recv(s->ep, &value, sizeof value, NULL, FI_ADDR_UNSPEC, NULL));
        (void)side_wait_from(s, s->cq, &from);
        CHECK_EQUAL(from, s->self);
        if (i == 0) {
            CHECK_EQUAL(fi_av_remove(s->av, &old, 1, 0), 0);
            s->self = side_insert(s, s->ep);
            CHECK(s->self != old);
        }
    }
}

static void bad_objects(side_t *s)
{
    struct fid_ep *ep;
    struct fid_cq *cq;
    struct fid_cntr *cntr;
    struct fid_av *av;
    struct fid_mr *mr;
    int value = 0;
    CHECK_EQUAL(fi_close(&s->cq->fid), -FI_EBUSY);
    CHECK_EQUAL(fi_close(&s->av->fid), -FI_EBUSY);
    CHECK_EQUAL(fi_close(&s->domain->fid), -FI_EBUSY);
    CHECK_EQUAL(fi_close(&s->fabric->fid), -FI_EBUSY);
    CHECK_EQUAL(fi_ep_bind(s->ep, &s->av->fid, 0), -FI_EOPBADSTATE);
    CHECK_EQUAL(fi_cq_open(s->domain, &(struct fi_cq_attr){.format = 99}, &cq, NULL), -FI_EINVAL);
    CHECK_EQUAL(fi_cq_open(s->domain, &(struct fi_cq_attr){.wait_obj = FI_WAIT_MUTEX_COND}, &cq, NULL),
                -FI_ENOSYS);
    CHECK_EQUAL(fi_av_open(s->domain, &(struct fi_av_attr){.name = "shared"}, &av, NULL), -FI_ENOSYS);
    CHECK_EQUAL(fi_mr_reg(s->domain, &value, sizeof value, FI_REMOTE_READ, 0, 0, 0, &mr, NULL), -FI_ENOSYS);
    CHECK_EQUAL(fi_mr_reg(s->domain, &value, sizeof value, FI_SEND | FI_RECV, 0, 0, 0, &mr, NULL), 0);
    CHECK_EQUAL(fi_close(&mr->fid), 0);
    CHECK_EQUAL(fi_endpoint(s->domain, s->info, &ep, NULL), 0);
    CHECK_EQUAL(fi_send(ep, &value, sizeof value, NULL, s->peer, NULL), -FI_EOPBADSTATE);
    CHECK_EQUAL(fi_recv(ep, &value, sizeof value, NULL, s->peer, NULL), -FI_EOPBADSTATE);
    CHECK_EQUAL(fi_enable(ep), -FI_ENOAV);
    CHECK_EQUAL(fi_ep_bind(ep, &s->av->fid, 0), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &s->av->fid, 0), -FI_EINVAL);
    CHECK_EQUAL(fi_enable(ep), -FI_ENOCQ);
    CHECK_EQUAL(fi_ep_bind(ep, &s->cq->fid, 0), -FI_EINVAL);
    CHECK_EQUAL(fi_ep_bind(ep, &s->cq->fid, FI_TRANSMIT), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &s->cq->fid, FI_TRANSMIT), -FI_EINVAL);
    CHECK_EQUAL(fi_ep_bind(ep, &s->domain->fid, 0), -FI_EINVAL);
    CHECK_EQUAL(fi_cntr_open(s->domain, &(struct fi_cntr_attr){.wait_obj = FI_WAIT_MUTEX_COND}, &cntr, NULL),
                -FI_ENOSYS);
    CHECK_EQUAL(fi_cntr_open(s->domain, &(struct fi_cntr_attr){.wait_obj = FI_WAIT_YIELD}, &cntr, NULL), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &cntr->fid, 0), -FI_EINVAL);
    CHECK_EQUAL(fi_ep_bind(ep, &cntr->fid, FI_SEND), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &cntr->fid, FI_SEND), -FI_EINVAL);
    CHECK_EQUAL(fi_ep_bind(ep, &cntr->fid, FI_READ), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &cntr->fid, FI_READ), -FI_EINVAL);
    CHECK_EQUAL(fi_ep_bind(ep, &cntr->fid, FI_REMOTE_WRITE), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &cntr->fid, FI_REMOTE_WRITE | FI_REMOTE_READ), -FI_EINVAL);
    CHECK_EQUAL(fi_write(ep, &value, sizeof value, NULL, s->peer, 0, 0, NULL), -FI_EOPBADSTATE);
    CHECK_EQUAL(fi_enable(ep), 0);
    CHECK_EQUAL(fi_write(ep, &value, sizeof value, NULL, s->peer, 0, 0, NULL),
                -FI_EOPBADSTATE); /* no FI_RMA */
    /* A peek needs a queue for its result. */
    CHECK_EQUAL(fi_trecvmsg(ep, &(struct fi_msg_tagged){.addr = FI_ADDR_UNSPEC}, FI_PEEK), -FI_EINVAL);
    CHECK_EQUAL(fi_close(&cntr->fid), -FI_EBUSY);
    CHECK_EQUAL(fi_close(&ep->fid), 0);
    CHECK_EQUAL(fi_cntr_read(cntr), 0);
    CHECK_EQUAL(fi_close(&cntr->fid), 0);
    size_t least = 1;
    CHECK_EQUAL(fi_setopt(&s->ep->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &least, 2), -FI_EINVAL);
    CHECK_EQUAL(fi_setopt(&s->ep->fid, FI_OPT_ENDPOINT, 999, &least, sizeof least), -FI_ENOPROTOOPT);
    least = UINT64_C(1) << 37;
    CHECK_EQUAL(fi_send(s->ep, &value, least, NULL, s->peer, NULL), -FI_EMSGSIZE);
    struct fid_eq *eq;
    uint32_t event;
    CHECK_EQUAL(fi_eq_open(s->fabric, &(struct fi_eq_attr){0}, &eq, NULL), 0);
    CHECK_EQUAL(fi_eq_sread(eq, &event, &value, sizeof value, 1, 0), -FI_EAGAIN);
    CHECK_EQUAL(fi_close(&eq->fid), 0);
}

static void bad_side(side_t *s)
{
    side_open(s, NULL);
    bad_addresses(s);
    inserted_again(s);
    bad_objects(s);
    side_close(s);
}

PAIR_TEST(flood)
PAIR_TEST(refused)
PAIR_TEST(refused_many)
PAIR_TEST_ALONE(many)
PAIR_TEST_ALONE(reopen)
PAIR_TEST_ALONE(late)
PAIR_TEST(last_words)
PAIR_TEST(closed_target)
PAIR_TEST(released_late)
PAIR_TEST(threads)
PAIR_TEST(forking)
PAIR_TEST_ALONE(bad)

int main(void)
{
    static const emuq_test_t tests[] = {{"flood in both directions", flood},
                                        {"a receiver without progress", refused},
                                        {"many senders", refused_many},
                                        {"many endpoints", many},
                                        {"close and reopen", reopen},
                                        {"packets to a closed endpoint", late},
                                        {"sends before the end", last_words},
                                        {"close during sends of a peer", closed_target},
                                        {"a message of a closed endpoint", released_late},
                                        {"threads", threads},
                                        {"fork()", forking},
                                        {"bad arguments", bad},
                                        {NULL, NULL}};
    return emuq_test_main("fabric endpoints", tests);
}

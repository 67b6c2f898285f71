/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "pair.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#define LIMIT_S 200 /* of a process */

/* ---- processes ---- */

void (*pair_prepare)(side_t *);

static pid_t pair_start(void (*function)(side_t *), int number, int fd)
{
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    alarm(LIMIT_S);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    side_t s = {.number = number, .fd = fd};
    if (pair_prepare != NULL)
        pair_prepare(&s);
    function(&s);
    fflush(NULL);
    exit(0); /* with the handlers of exit(): a rank leaves its partition */
}

/* The failure of a process ends the peer. */
static void pair_end(const pid_t *pid, int count)
{
    for (int ended = 0; ended < count; ended++) {
        int status = -1;
        pid_t p;
        while ((p = waitpid(-1, &status, 0)) < 0 && errno == EINTR)
            continue;
        if (status != 0)
            printf("  process %d: wait status %#x\n", p == pid[0] ? 0 : 1, (unsigned)status);
        for (int i = 0; i < count && status != 0; i++)
            if (pid[i] != p)
                kill(pid[i], SIGKILL);
        CU_ASSERT_EQUAL(status, 0);
    }
}

static void pair_name(void)
{
    static unsigned runs;
    char name[64];
    snprintf(name, sizeof name, "fabric-%ld-%u", (long)getpid(), runs++);
    setenv("EMUQ_JOIN", name, 1);
    setenv("EMUQ_NP", "4", 1);
    fflush(NULL);
}

void pair_run(void (*function)(side_t *))
{
    int fd[2];
    pair_name();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd) != 0) {
        CU_FAIL("socketpair");
        return;
    }
    pid_t pid[2];
    for (int i = 0; i < 2; i++)
        pid[i] = pair_start(function, i, fd[i]);
    close(fd[0]);
    close(fd[1]);
    pair_end(pid, 2);
}

void pair_run_alone(void (*function)(side_t *))
{
    pair_name();
    pid_t pid = pair_start(function, 0, -1);
    pair_end(&pid, 1);
}

/* ---- messages outside of libfabric ---- */

static void side_progress(side_t *s)
{
    if (s->cq != NULL)
        (void)fi_cq_read(s->cq, NULL, 0);
    sched_yield();
}

void side_exchange(side_t *s, const void *mine, void *of_peer, size_t bytes)
{
    size_t sent = 0, got = 0;
    while (sent < bytes || got < bytes) {
        if (sent < bytes) {
            ssize_t n = send(s->fd, (const char *)mine + sent, bytes - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
            CHECK(n > 0 || errno == EAGAIN);
            sent += n > 0 ? (size_t)n : 0;
        }
        if (got < bytes) {
            ssize_t n = recv(s->fd, (char *)of_peer + got, bytes - got, MSG_DONTWAIT);
            CHECK(n > 0 || (n < 0 && errno == EAGAIN));
            got += n > 0 ? (size_t)n : 0;
        }
        side_progress(s);
    }
}

void side_barrier(side_t *s)
{
    char mine = 'b', of_peer = 0;
    side_exchange(s, &mine, &of_peer, 1);
    CHECK(of_peer == 'b');
}

/* ---- objects ---- */

bool pair_has_cards(void)
{
    const char *name = getenv("FABRIC_DOMAIN");
    return name != NULL && strcmp(name, "emuq-apenet") == 0;
}

static struct fi_info *side_info(const pair_options_t *o)
{
    struct fi_info *hints = fi_allocinfo(), *info = NULL;
    hints->caps = o->caps != 0 ? o->caps : FI_MSG | FI_TAGGED | FI_SOURCE;
    hints->ep_attr->type = FI_EP_RDM;
    hints->tx_attr->op_flags = o->send_flags;
    hints->rx_attr->op_flags = o->receive_flags;
    hints->domain_attr->threading = o->threads;
    hints->domain_attr->mr_mode = o->mr_mode;
    hints->domain_attr->data_progress = o->progress;
    hints->fabric_attr->prov_name = strdup("emuq");
    if (pair_has_cards())
        hints->domain_attr->name = strdup("emuq-apenet");
    CHECK_EQUAL(fi_getinfo(FI_VERSION(1, 17), NULL, NULL, 0, hints, &info), 0);
    fi_freeinfo(hints);
    CHECK(strcmp(info->fabric_attr->prov_name, "emuq") == 0);
    CHECK(info->domain_attr->data_progress ==
          (o->progress != FI_PROGRESS_UNSPEC ? o->progress : FI_PROGRESS_MANUAL));
    return info;
}

struct fid_cq *side_open_cq(side_t *s)
{
    struct fid_cq *cq;
    CHECK_EQUAL(fi_cq_open(s->domain,
                           &(struct fi_cq_attr){.format = FI_CQ_FORMAT_TAGGED, .wait_obj = FI_WAIT_UNSPEC},
                           &cq, NULL),
                0);
    return cq;
}

struct fid_ep *side_open_endpoint(side_t *s, const pair_options_t *o, struct fid_cq *cq)
{
    struct fid_ep *ep;
    CHECK_EQUAL(fi_endpoint(s->domain, s->info, &ep, NULL), 0);
    CHECK_EQUAL(fi_ep_bind(ep, &s->av->fid, 0), 0);
    if (o->send_bind == o->receive_bind) {
        CHECK_EQUAL(fi_ep_bind(ep, &cq->fid, FI_TRANSMIT | FI_RECV | o->send_bind), 0);
    } else {
        CHECK_EQUAL(fi_ep_bind(ep, &cq->fid, FI_TRANSMIT | o->send_bind), 0);
        CHECK_EQUAL(fi_ep_bind(ep, &cq->fid, FI_RECV | o->receive_bind), 0);
    }
    if (s->sent != NULL) {
        CHECK_EQUAL(fi_ep_bind(ep, &s->sent->fid, FI_SEND), 0);
        CHECK_EQUAL(fi_ep_bind(ep, &s->received->fid, FI_RECV), 0);
        CHECK_EQUAL(fi_ep_bind(ep, &s->rma->fid, FI_READ | FI_WRITE), 0);
    }
    CHECK_EQUAL(fi_enable(ep), 0);
    return ep;
}

fi_addr_t side_insert(side_t *s, struct fid_ep *ep)
{
    char address[128];
    size_t bytes = sizeof address;
    fi_addr_t at = FI_ADDR_UNSPEC;
    CHECK_EQUAL(fi_getname(&ep->fid, address, &bytes), 0);
    CHECK_EQUAL(fi_av_insert(s->av, address, 1, &at, 0, NULL), 1);
    return at;
}

static void side_insert_peer(side_t *s, bool is_stranger)
{
    char mine[128] = {0}, of_peer[128];
    size_t bytes = sizeof mine;
    CHECK_EQUAL(fi_getname(&s->ep->fid, mine, &bytes), 0);
    side_exchange(s, mine, of_peer, sizeof mine);
    if (!is_stranger)
        CHECK_EQUAL(fi_av_insert(s->av, of_peer, 1, &s->peer, 0, NULL), 1);
}

void side_open(side_t *s, const pair_options_t *options)
{
    const pair_options_t o = options != NULL ? *options : (pair_options_t){0};
    s->peer = s->self = FI_ADDR_UNSPEC;
    s->info = side_info(&o);
    CHECK_EQUAL(fi_fabric(s->info->fabric_attr, &s->fabric, NULL), 0);
    CHECK_EQUAL(fi_domain(s->fabric, s->info, &s->domain, NULL), 0);
    CHECK_EQUAL(fi_av_open(s->domain, &(struct fi_av_attr){.type = FI_AV_TABLE}, &s->av, NULL), 0);
    s->cq = side_open_cq(s);
    if (o.has_counters) {
        CHECK_EQUAL(fi_cntr_open(s->domain, NULL, &s->sent, NULL), 0);
        CHECK_EQUAL(fi_cntr_open(s->domain, NULL, &s->received, NULL), 0);
        CHECK_EQUAL(fi_cntr_open(s->domain, NULL, &s->rma, NULL), 0);
    }
    s->ep = side_open_endpoint(s, &o, s->cq);
    if (s->fd >= 0)
        side_insert_peer(s, o.is_stranger);
    else
        s->peer = s->self = side_insert(s, s->ep);
    if (s->fd >= 0)
        side_barrier(s);
}

void side_close(side_t *s)
{
    if (s->fd >= 0)
        side_barrier(s);
    CHECK_EQUAL(fi_close(&s->ep->fid), 0);
    if (s->sent != NULL) {
        CHECK_EQUAL(fi_close(&s->sent->fid), 0);
        CHECK_EQUAL(fi_close(&s->received->fid), 0);
        CHECK_EQUAL(fi_close(&s->rma->fid), 0);
    }
    CHECK_EQUAL(fi_close(&s->cq->fid), 0);
    CHECK_EQUAL(fi_close(&s->av->fid), 0);
    CHECK_EQUAL(fi_close(&s->domain->fid), 0);
    CHECK_EQUAL(fi_close(&s->fabric->fid), 0);
    fi_freeinfo(s->info);
    s->cq = NULL;
}

/* ---- completions ---- */

struct fi_cq_tagged_entry side_wait_from(side_t *s, struct fid_cq *cq, fi_addr_t *source)
{
    struct fi_cq_tagged_entry e;
    fi_addr_t from = FI_ADDR_NOTAVAIL;
    ssize_t rc;
    while ((rc = fi_cq_readfrom(cq, &e, 1, &from)) == -FI_EAGAIN)
        (void)fi_cq_read(s->cq, NULL, 0);
    CHECK_EQUAL(rc, 1);
    if (source != NULL)
        *source = from;
    return e;
}

struct fi_cq_tagged_entry side_wait(side_t *s)
{
    return side_wait_from(s, s->cq, NULL);
}

void side_wait_all(side_t *s, unsigned count)
{
    while (count-- != 0)
        (void)side_wait(s);
}

struct fi_cq_err_entry side_wait_error(side_t *s, int error)
{
    struct fi_cq_err_entry e = {0};
    struct fi_cq_tagged_entry good;
    ssize_t rc;
    while ((rc = fi_cq_read(s->cq, &good, 1)) == -FI_EAGAIN)
        continue;
    CHECK_EQUAL(rc, -FI_EAVAIL);
    CHECK_EQUAL(fi_cq_readerr(s->cq, &e, 0), 1);
    CHECK_EQUAL(e.err, error);
    return e;
}

bool side_is_idle(side_t *s)
{
    struct fi_cq_tagged_entry e;
    return fi_cq_read(s->cq, &e, 1) == -FI_EAGAIN;
}

/* ---- data ---- */

void pattern_fill(void *to, size_t bytes, unsigned seed)
{
    unsigned char *p = to;
    for (size_t i = 0; i < bytes; i++)
        p[i] = (unsigned char)((i * 31 + (i >> 8) + seed) % 251);
}

bool pattern_is(const void *data, size_t bytes, unsigned seed)
{
    const unsigned char *p = data;
    for (size_t i = 0; i < bytes; i++)
        if (p[i] != (unsigned char)((i * 31 + (i >> 8) + seed) % 251))
            return false;
    return true;
}

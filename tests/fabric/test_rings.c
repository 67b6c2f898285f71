/* SPDX-License-Identifier: BSD-3-Clause */
/* Rings of APEnet+ cards, from the process to itself. The provider's sources are part of this program. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "emuq_test.h"
#include "fabric/port.h"

enum { MOST = EMUQ_FI_CARD_PACKET, THREADS = 3, MESSAGES = 4000 };

static struct fid_fabric *fabric;
static struct fid_domain *domain;
static struct fid_av *av;

/* An endpoint with a queue. */
typedef struct end {
    struct fid_cq *cq;
    struct fid_ep *ep;
    fi_addr_t address;
    uint32_t sent, received, complete; /* messages */
    char buffer[MOST];
} end_t;

static void end_open(end_t *e, struct fi_info *info)
{
    struct fi_cq_attr cq_attr = {.format = FI_CQ_FORMAT_TAGGED};
    char name[128];
    size_t length = sizeof name;
    memset(e, 0, sizeof *e);
    CU_ASSERT_EQUAL_FATAL(fi_cq_open(domain, &cq_attr, &e->cq, NULL), 0);
    CU_ASSERT_EQUAL_FATAL(fi_endpoint(domain, info, &e->ep, NULL), 0);
    CU_ASSERT_EQUAL_FATAL(fi_ep_bind(e->ep, &av->fid, 0), 0);
    CU_ASSERT_EQUAL_FATAL(fi_ep_bind(e->ep, &e->cq->fid, FI_SEND | FI_RECV), 0);
    CU_ASSERT_EQUAL_FATAL(fi_enable(e->ep), 0);
    CU_ASSERT_EQUAL_FATAL(fi_getname(&e->ep->fid, name, &length), 0);
    CU_ASSERT_EQUAL_FATAL(fi_av_insert(av, name, 1, &e->address, 0, NULL), 1);
}

static void end_close(end_t *e)
{
    CU_ASSERT_EQUAL(fi_close(&e->ep->fid), 0);
    CU_ASSERT_EQUAL(fi_close(&e->cq->fid), 0);
}

static struct fi_info *opened(end_t *e, unsigned count)
{
    struct fi_info *hints = fi_allocinfo(), *info = NULL;
    struct fi_av_attr av_attr = {.type = FI_AV_MAP};
    hints->caps = FI_MSG | FI_TAGGED;
    hints->domain_attr->name = strdup("emuq-apenet");
    hints->domain_attr->threading = FI_THREAD_SAFE;
    CU_ASSERT_EQUAL_FATAL(emuq_fi_provider.getinfo(FI_VERSION(1, 17), NULL, NULL, 0, hints, &info), 0);
    CU_ASSERT_EQUAL_FATAL(emuq_fi_provider.fabric(info->fabric_attr, &fabric, NULL), 0);
    CU_ASSERT_EQUAL_FATAL(fi_domain(fabric, info, &domain, NULL), 0);
    CU_ASSERT_EQUAL_FATAL(fi_av_open(domain, &av_attr, &av, NULL), 0);
    fi_freeinfo(hints);
    for (unsigned i = 0; i < count; i++)
        end_open(&e[i], info);
    return info;
}

static void closed(end_t *e, unsigned count, struct fi_info *info)
{
    for (unsigned i = 0; i < count; i++)
        end_close(&e[i]);
    CU_ASSERT_EQUAL(fi_close(&av->fid), 0);
    CU_ASSERT_EQUAL(fi_close(&domain->fid), 0);
    CU_ASSERT_EQUAL(fi_close(&fabric->fid), 0);
    fi_freeinfo(info);
}

/* The ring of an endpoint at this process. */
static emuq_fi_tail_t *tail_of(end_t *e)
{
    emuq_fi_card_t *card = ((emuq_fi_endpoint_t *)e->ep)->card;
    emuq_fi_route_t route;
    emuq_fi_card_route(&card->address, &route);
    return &card->tail[route.card.process];
}

/* Size of message @p number: short ones, long ones, and a few that fill a page. */
static size_t size_of(uint32_t number)
{
    uint32_t chance = number * 2654435761u >> 8;
    return chance % 16 == 0 ? MOST : chance % 4 == 0 ? chance % MOST : chance % 100;
}

/* Sends the next message, with bytes by its number. @return false: no space */
static bool end_send(end_t *e, fi_addr_t to, size_t bytes)
{
    static _Thread_local char data[MOST];
    for (size_t i = 0; i < bytes; i += 61)
        data[i] = (char)(e->sent + i);
    ssize_t rc = fi_tsend(e->ep, data, bytes, NULL, to, e->sent, NULL);
    CU_ASSERT_FATAL(rc == 0 || rc == -FI_EAGAIN);
    e->sent += rc == 0;
    return rc == 0;
}

/* Posts a receive of any tag, which finds a wrong order. */
static void end_post(end_t *e)
{
    memset(e->buffer, -1, sizeof e->buffer);
    CU_ASSERT_EQUAL_FATAL(fi_trecv(e->ep, e->buffer, MOST, NULL, FI_ADDR_UNSPEC, 0, UINT64_MAX, e->buffer),
                          0);
}

/* Makes progress. @return whether a message has been received */
static bool end_poll(end_t *e)
{
    struct fi_cq_tagged_entry entry;
    ssize_t rc = fi_cq_read(e->cq, &entry, 1);
    CU_ASSERT_FATAL(rc == 1 || rc == -FI_EAGAIN);
    if (rc != 1)
        return false;
    if (entry.op_context == NULL) {
        e->complete++;
        return false;
    }
    CU_ASSERT_EQUAL_FATAL(entry.tag, e->received);
    for (size_t i = 0; i < entry.len; i += 61)
        CU_ASSERT_EQUAL_FATAL(e->buffer[i], (char)(e->received + i));
    e->received++;
    return true;
}

static void end_receive(end_t *e)
{
    end_post(e);
    while (!end_poll(e))
        continue;
}

/* The first packet is a send with the request of a ring; later packets are in the ring, with wraps. */
static void wraps(void)
{
    end_t e[1];
    struct fi_info *info = opened(e, 1);
    const emuq_fi_tail_t *tail = tail_of(e);
    CU_ASSERT_EQUAL(tail->grant.ring, 0);
    CU_ASSERT(end_send(e, e->address, 8));
    CU_ASSERT_EQUAL(tail->sent, 0);
    end_receive(e);
    CU_ASSERT_NOT_EQUAL_FATAL(tail->grant.ring, 0);
    for (uint32_t i = 1; i < MESSAGES; i++) {
        uint64_t before = tail->sent;
        CU_ASSERT_FATAL(end_send(e, e->address, size_of(i)));
        CU_ASSERT(tail->sent > before);
        end_receive(e);
    }
    CU_ASSERT(tail->sent > 10 * emuq_fi_rings_shape.bytes);
    CU_ASSERT(tail->sent - tail->grant.returned <= emuq_fi_rings_shape.bytes);
    closed(e, 1, info);
}

/* Without progress, packets beyond a full ring are sends. All arrive in order. */
static void fills(void)
{
    end_t e[1];
    struct fi_info *info = opened(e, 1);
    const emuq_fi_tail_t *tail = tail_of(e);
    CU_ASSERT_FATAL(end_send(e, e->address, 8));
    end_receive(e);
    for (unsigned round = 0; round < 20; round++) {
        uint32_t full = 0, messages = 200 + round;
        for (uint32_t i = 0; i < messages; i++) {
            uint64_t before = tail->sent;
            if (!end_send(e, e->address, round % 3 == 0 ? MOST : size_of(e->sent)))
                break;
            full += tail->sent == before;
        }
        CU_ASSERT(full > 0);
        while (e->received < e->sent)
            end_receive(e);
    }
    closed(e, 1, info);
}

/* Packets to a closed endpoint are dropped, and their space in the ring is returned. */
static void reopens(void)
{
    end_t e[2];
    struct fi_info *info = opened(e, 2);
    const emuq_fi_tail_t *tail = tail_of(e);
    uint64_t before = tail->sent;
    for (unsigned round = 0; round < 50; round++) {
        for (unsigned i = 0; i < 3; i++) {
            CU_ASSERT_FATAL(end_send(e, e[1].address, 3000));
            if (i < 2)
                end_receive(&e[1]);
        }
        end_close(&e[1]);
        CU_ASSERT_FATAL(end_send(e, e[1].address, 1000));
        while (end_poll(e))
            continue;
        end_open(&e[1], info);
        e[1].received = e->sent;
    }
    end_post(&e[1]);
    CU_ASSERT(!end_poll(&e[1]) && !end_poll(&e[1]));
    CU_ASSERT(tail->sent - before > 100u * 3000);
    closed(e, 2, info);
}

static void *thread_run(void *argument)
{
    end_t *e = argument;
    end_post(e);
    while (e->received < MESSAGES || e->complete < MESSAGES) {
        if (e->sent < MESSAGES)
            (void)end_send(e, e[1].address, size_of(e->sent));
        if (end_poll(e) && e->received < MESSAGES)
            end_post(e);
    }
    return NULL;
}

/* Endpoints of a process have a ring each; threads that poll take packets to other endpoints. */
static void threads(void)
{
    static end_t e[THREADS + 1];
    pthread_t thread[THREADS];
    struct fi_info *info = opened(e, THREADS);
    uint64_t before[THREADS];
    e[THREADS].address = e[0].address;
    for (unsigned i = 0; i < THREADS; i++)
        before[i] = tail_of(&e[i])->sent;
    for (unsigned i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, thread_run, &e[i]), 0);
    for (unsigned i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL(pthread_join(thread[i], NULL), 0);
    for (unsigned i = 0; i < THREADS; i++)
        CU_ASSERT(tail_of(&e[i])->sent > before[i]);
    closed(e, THREADS, info);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"wraps", wraps}, {"fills", fills}, {"reopens", reopens}, {"threads", threads}, {NULL, NULL}};
    char name[64];
    snprintf(name, sizeof name, "emuq-rings-%d", (int)getpid());
    setenv("EMUQ_JOIN", name, 1);
    setenv("EMUQ_NP", "2", 1);
    return emuq_test_main("rings", tests);
}

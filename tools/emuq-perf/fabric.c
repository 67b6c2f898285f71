/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-perf/fabric.h"

#include <stdio.h>
#include <stdlib.h>

#include "backends/settings.h"
#include "transport/fabric_private.h"
#include "tools/emuq-perf/message.h"

#define WINDOW 16 /* receives that are posted, and sends that may be under way */

/* Of the calling rank. */
static struct {
    emuq_endpoint_t endpoint;
    fi_addr_t partner;
    uint32_t partner_rank;
    bool is_open;
    emuq_registered_t source, landing;
    char *memory; /* [WINDOW][bytes], where messages arrive */
    size_t bytes;
    struct fi_context2 sends[WINDOW], receives[WINDOW];
    uint32_t free_send[WINDOW], free_sends, posted;
    uint32_t arrived; /* messages that have not been taken */
} net;

static void __attribute__((noreturn)) fail(const char *what, int error)
{
    fprintf(stderr, "emuq-perf: libfabric between two ranks: %s: %s\n", what, emuq_endpoint_strerror(error));
    exit(EXIT_FAILURE);
}

/* Takes one completion, if there is one. */
static void progress(void)
{
    struct fi_cq_msg_entry entry;
    ssize_t n = fi_cq_read(net.endpoint.cq, &entry, 1);
    if (n == -FI_EAGAIN)
        return;
    if (n != 1)
        fail("a message", n < 0 ? (int)-n : FI_EOTHER);
    struct fi_context2 *context = entry.op_context;
    if (context >= net.sends && context < net.sends + WINDOW)
        net.free_send[net.free_sends++] = (uint32_t)(context - net.sends);
    else
        net.arrived++;
}

static void post(void)
{
    uint32_t slot = net.posted++ % WINDOW;
    ssize_t rc;
    while ((rc = fi_recv(net.endpoint.ep, net.memory + slot * net.bytes, net.bytes, net.landing.descriptor,
                         FI_ADDR_UNSPEC, &net.receives[slot])) == -FI_EAGAIN)
        progress();
    if (rc != 0)
        fail("a receive", (int)-rc);
}

/* Names cross in the pair: release and acquire of their lengths. */
static int exchange(perf_rank_t *r)
{
    perf_pair_t *pair = perf_mine(r);
    perf_fabric_name_t *mine = &pair->name[r->role], *theirs = &pair->name[1 - r->role];
    uint64_t turns = 0;
    if (net.endpoint.address_bytes > sizeof mine->bytes)
        return -1;
    memcpy(mine->bytes, net.endpoint.address, net.endpoint.address_bytes);
    __atomic_store_n(&mine->length, net.endpoint.address_bytes, __ATOMIC_RELEASE);
    while (__atomic_load_n(&theirs->length, __ATOMIC_ACQUIRE) == 0)
        perf_relax(&turns, r->patience);
    if (fi_av_insert(net.endpoint.av, theirs->bytes, 1, &net.partner, 0, NULL) != 1)
        return -1;
    __atomic_store_n(&theirs->length, 0, __ATOMIC_RELAXED);
    return 0;
}

int perf_fabric_open(perf_rank_t *r)
{
    if (net.is_open)
        return 0;
    net.bytes = r->shared->block_bytes;
    if (emuq_endpoint_open(&net.endpoint, emuq_setting_text(EMUQ_SETTING_FABRIC), "127.0.0.1") != 0)
        return -1;
    net.memory = malloc(WINDOW * net.bytes);
    if (net.memory == NULL ||
        emuq_endpoint_register(&net.endpoint, net.memory, WINDOW * net.bytes, &net.landing) != 0 ||
        emuq_endpoint_register(&net.endpoint, r->source, net.bytes, &net.source) != 0 || exchange(r) != 0) {
        fputs("emuq-perf: cannot connect two ranks by libfabric\n", stderr);
        return -1;
    }
    for (uint32_t i = 0; i < WINDOW; i++) {
        net.free_send[net.free_sends++] = i;
        post();
    }
    net.is_open = true;
    return 0;
}

void perf_fabric_send(perf_rank_t *r, size_t size)
{
    while (net.free_sends == 0)
        progress();
    uint32_t slot = net.free_send[--net.free_sends];
    ssize_t rc;
    while ((rc = fi_send(net.endpoint.ep, r->source, size, net.source.descriptor, net.partner,
                         &net.sends[slot])) == -FI_EAGAIN)
        progress();
    if (rc != 0)
        fail("a send", (int)-rc);
}

void perf_fabric_flush(perf_rank_t *r)
{
    uint64_t turns = 0;
    while (net.free_sends < WINDOW) {
        progress();
        perf_relax(&turns, r->patience);
    }
}

void perf_fabric_receive(perf_rank_t *r)
{
    uint64_t turns = 0;
    while (net.arrived == 0) {
        progress();
        if (net.arrived == 0)
            perf_relax(&turns, r->patience);
    }
    net.arrived--;
    post();
}

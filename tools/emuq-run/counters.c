/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-run/counters.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spi/include/upci/upc_nw.h"
#include "tools/emuq-run/say.h"
#include "tools/emuq-run/tie.h"

#define BUSY_LINKS 5 /* that are named */

#define USER_PP (UPC_NW_VC_USER_DYNAMIC | UPC_NW_VC_USER_ESCAPE | UPC_NW_VC_USER_PRIORITY)

/* Events of the Message Unit, by emuq_count_t. */
static const char *const mu_events[] = {
    [EMUQ_COUNT_MU_PACKETS_INJECTED] = "PEVT_MU_PKT_INJ",
    [EMUQ_COUNT_MU_MESSAGES_INJECTED] = "PEVT_MU_MSG_INJ",
    [EMUQ_COUNT_MU_FIFO_PACKETS_RECEIVED] = "PEVT_MU_FIFO_PKT_RCV",
    [EMUQ_COUNT_MU_RGET_PACKETS_RECEIVED] = "PEVT_MU_RGET_PKT_RCV",
    [EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED] = "PEVT_MU_PUT_PKT_RCV",
};

/* Events of the network: sums over the virtual channels of a mask. */
static const struct {
    const char *sent, *received;
    unsigned channels;
} network_events[] = {
    {"PEVT_NW_USER_PP_SENT", "PEVT_NW_USER_PP_RECV", USER_PP},
    {"PEVT_NW_USER_DYN_PP_SENT", "PEVT_NW_USER_DYN_PP_RECV", UPC_NW_VC_USER_DYNAMIC},
    {"PEVT_NW_USER_ESC_PP_SENT", "PEVT_NW_USER_ESC_PP_RECV", UPC_NW_VC_USER_ESCAPE},
    {"PEVT_NW_USER_PRI_PP_SENT", "PEVT_NW_USER_PRI_PP_RECV", UPC_NW_VC_USER_PRIORITY},
    {"PEVT_NW_SYS_PP_SENT", "PEVT_NW_SYS_PP_RECV", UPC_NW_VC_SYSTEM},
    {"PEVT_NW_USER_WORLD_COL_SENT", "PEVT_NW_USER_WORLD_COL_RECV", UPC_NW_VC_COL_USER_WORLD},
    {"PEVT_NW_USER_SUBC_COL_SENT", "PEVT_NW_USER_SUBC_COL_RECV", UPC_NW_VC_COL_USER_SUBCOMM},
    {"PEVT_NW_SYS_COL_SENT", "PEVT_NW_SYS_COL_RECV", UPC_NW_VC_COL_SYSTEM},
};

#define MU_EVENTS      (sizeof mu_events / sizeof mu_events[0])
#define NETWORK_EVENTS (sizeof network_events / sizeof network_events[0])

/* The counts of a job. */
typedef struct job_counts {
    const emuq_node_counts_t *node;
    uint32_t nodes;
    const uint32_t *shape;
    uint64_t *of_node; /* [nodes] those of one event; working memory */
} job_counts_t;

/* A count of one node. */
typedef uint64_t (*count_t)(const emuq_node_counts_t *node, unsigned which);

/* ---- counts of a node ---- */

/* Over the virtual channels of a UPC_NW_VC_ mask. */
static uint64_t over_channels(const uint64_t count[EMUQ_COUNT_CHANNELS], unsigned channels)
{
    uint64_t sum = 0;
    for (unsigned vc = 0; vc < EMUQ_COUNT_CHANNELS; vc++)
        sum += channels & (UPC_NW_VC_USER_DYNAMIC >> vc) ? count[vc] : 0;
    return sum;
}

static uint64_t of_mu(const emuq_node_counts_t *node, unsigned event)
{
    return node->mu[event];
}

static uint64_t chunks_sent(const emuq_node_counts_t *node, unsigned event)
{
    uint64_t sum = 0;
    for (unsigned link = 0; link < EMUQ_COUNT_LINKS; link++)
        sum += over_channels(node->chunks_sent[link], network_events[event].channels);
    return sum;
}

static uint64_t packets_received(const emuq_node_counts_t *node, unsigned event)
{
    uint64_t sum = 0;
    for (unsigned link = 0; link < EMUQ_COUNT_LINKS; link++)
        sum += over_channels(node->packets_received[link], network_events[event].channels);
    return sum;
}

static uint64_t resent(const emuq_node_counts_t *node, unsigned event)
{
    uint64_t sum = 0;
    (void)event;
    for (unsigned link = 0; link < EMUQ_COUNT_LINKS; link++)
        sum += node->resent[link];
    return sum;
}

/* ---- what is said ---- */

const char *emuq_node_name(const uint32_t *shape, uint32_t node, char *text)
{
    emuq_geometry_t geometry = {0};
    uint32_t at[5];
    memcpy(geometry.size, shape, sizeof geometry.size);
    emuq_geometry_coordinates(&geometry, node, at);
    snprintf(text, 64, "%u (%u,%u,%u,%u,%u)", node, at[0], at[1], at[2], at[3], at[4]);
    return text;
}

/* Of an event: the sum over all nodes, and the node that counted most. One that has not happened is not worth
 * a line. */
static void say_event(const job_counts_t *counts, const char *event)
{
    uint64_t sum = 0, most = 0;
    uint32_t where = 0;
    char name[64];
    for (uint32_t i = 0; i < counts->nodes; i++) {
        sum += counts->of_node[i];
        if (counts->of_node[i] > most) {
            most = counts->of_node[i];
            where = i;
        }
    }
    if (sum != 0)
        emuq_say("  %-28s %12" PRIu64 "  %12" PRIu64 " at node %s", event, sum, most,
                 emuq_node_name(counts->shape, where, name));
}

static void say_count(const job_counts_t *counts, const char *event, count_t count, unsigned which)
{
    for (uint32_t i = 0; i < counts->nodes; i++)
        counts->of_node[i] = count(&counts->node[i], which);
    say_event(counts, event);
}

/* A link in the direction in which it sends. */
typedef struct busy_link {
    uint64_t chunks;
    uint32_t node;
    unsigned link;
} busy_link_t;

/* Puts a link at its place among those that have sent most; of equal ones the first counts. */
static void rank_link(busy_link_t most[BUSY_LINKS + 1], busy_link_t link)
{
    int place = BUSY_LINKS;
    for (; place > 0 && most[place - 1].chunks < link.chunks; place--)
        most[place] = most[place - 1];
    most[place] = link;
}

static void say_busy_links(const job_counts_t *counts)
{
    busy_link_t most[BUSY_LINKS + 1] = {{0}};
    char name[64];
    for (uint32_t i = 0; i < counts->nodes; i++)
        for (unsigned link = 0; link < EMUQ_COUNT_LINKS; link++)
            rank_link(most, (busy_link_t){over_channels(counts->node[i].chunks_sent[link], UPC_NW_VC_ALL), i,
                                          link});
    for (int i = 0; i < BUSY_LINKS && most[i].chunks != 0; i++)
        emuq_say("  link %c%c of node %s sent %" PRIu64 " chunks of 32 bytes", "ABCDE"[most[i].link / 2],
                 "-+"[most[i].link % 2], emuq_node_name(counts->shape, most[i].node, name), most[i].chunks);
}

/* @param launch NULL: of a job that is not there any more, in which there were Message Units only */
static void say_all(const emuq_launch_t *launch, const emuq_node_counts_t *node, const uint32_t shape[5])
{
    job_counts_t counts = {
        .node = node, .nodes = shape[0] * shape[1] * shape[2] * shape[3] * shape[4], .shape = shape};
    const char *event;
    counts.of_node = malloc(counts.nodes * sizeof *counts.of_node);
    emuq_need(counts.of_node);
    emuq_say("counters%s: %u nodes, and the node that counted most", emuq_tie_where(), counts.nodes);
    for (unsigned i = 0; i < MU_EVENTS; i++)
        say_count(&counts, mu_events[i], of_mu, i);
    for (unsigned i = 0; i < NETWORK_EVENTS; i++)
        say_count(&counts, network_events[i].sent, chunks_sent, i);
    for (unsigned i = 0; i < NETWORK_EVENTS; i++)
        say_count(&counts, network_events[i].received, packets_received, i);
    say_count(&counts, "ND_RESE_DCR SE_RETRANS_CNT", resent, 0);
    for (unsigned i = 0;
         launch != NULL && (event = emuq_launch_component_counter(launch, i, counts.of_node)) != NULL; i++)
        say_event(&counts, event);
    say_busy_links(&counts);
    free(counts.of_node);
}

void emuq_counters_say_of(const emuq_node_counts_t *node, const uint32_t shape[5])
{
    say_all(NULL, node, shape);
}

void emuq_counters_say(const emuq_launch_t *launch)
{
    emuq_node_counts_t *node;
    int rc = emuq_launch_counts(launch, &node);
    if (rc != 0) {
        emuq_say("no counters%s: %s", emuq_tie_where(),
                 rc == -ENOTSUP ? "this backend does not know them at the end of a job" : strerror(-rc));
        return;
    }
    say_all(launch, node, emuq_launch_job(launch)->shape);
    free(node);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Counters of Message Units, links and APEnet+ cards (--counters), their heat map (--heat), and their rates.
 */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <inttypes.h>

#include "base/text.h"
#include "kernel-shim/partition/partition.h"
#include "spi/include/upci/upc_nw.h"
#include "tools/common/svg.h"

#define BUSY_LINKS      5  /* number of printed links */
#define BUSY_CARD_LINKS 24 /* number of printed links of cards */
#define LINK_COUNTERS   8  /* most counters of a link of a card */

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

typedef struct job_counts {
    const emuq_node_counts_t *node;
    uint32_t nodes;
    const uint32_t *shape;
    uint64_t *of_node; /* [nodes] counts of one event; scratch memory */
} job_counts_t;

/* ---- counts of a node ---- */

/* Sum over the virtual channels of a UPC_NW_VC_ mask. */
static uint64_t counters_all_channels(const uint64_t count[EMUQ_COUNT_CHANNELS], unsigned channels)
{
    uint64_t sum = 0;
    for (unsigned vc = 0; vc < EMUQ_COUNT_CHANNELS; vc++)
        sum += channels & (UPC_NW_VC_USER_DYNAMIC >> vc) ? count[vc] : 0;
    return sum;
}

static uint64_t counters_all_links(const uint64_t count[EMUQ_COUNT_LINKS][EMUQ_COUNT_CHANNELS],
                                   unsigned channels)
{
    uint64_t sum = 0;
    for (unsigned link = 0; link < EMUQ_COUNT_LINKS; link++)
        sum += counters_all_channels(count[link], channels);
    return sum;
}

/* ---- output ---- */

const char *emuq_node_name(const uint32_t *shape, uint32_t node, char *text)
{
    emuq_geometry_t geometry = {0};
    uint32_t at[5];
    memcpy(geometry.size, shape, sizeof geometry.size);
    emuq_geometry_coordinates(&geometry, node, at);
    snprintf(text, 64, "%u (%u,%u,%u,%u,%u)", node, at[0], at[1], at[2], at[3], at[4]);
    return text;
}

/* Prints the sum over all nodes and the largest count of a node. Events with count 0 are left out. */
static void counters_print_event(const job_counts_t *counts, const char *event)
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
        emuq_run_message("  %-28s %12" PRIu64 "  %12" PRIu64 " at node %s", event, sum, most,
                         emuq_node_name(counts->shape, where, name));
}

void emuq_busy_link_insert(emuq_busy_link_t *most, int links, emuq_busy_link_t link)
{
    int at = links;
    for (; at > 0 && most[at - 1].chunks < link.chunks; at--)
        most[at] = most[at - 1];
    most[at] = link;
}

static void counters_print_links(const job_counts_t *counts)
{
    emuq_busy_link_t most[BUSY_LINKS + 1] = {{0}};
    char name[64];
    for (uint32_t i = 0; i < counts->nodes; i++)
        for (unsigned link = 0; link < EMUQ_COUNT_LINKS; link++)
            emuq_busy_link_insert(
                most, BUSY_LINKS,
                (emuq_busy_link_t){counters_all_channels(counts->node[i].chunks_sent[link], UPC_NW_VC_ALL), i,
                                   link});
    for (int i = 0; i < BUSY_LINKS && most[i].chunks != 0; i++)
        emuq_run_message("  link %c%c of node %s sent %" PRIu64 " chunks of 32 bytes",
                         "ABCDE"[most[i].link / 2], "-+"[most[i].link % 2],
                         emuq_node_name(counts->shape, most[i].node, name), most[i].chunks);
}

/* Title of a column: the last word of a name such as APENET_LINK_WORDS. */
static const char *counters_title(const char *event)
{
    const char *before = strrchr(event, '_');
    return before != NULL ? before + 1 : event;
}

/* Prints a table of all counters of the links of cards, the links with the largest first counter on top. */
static void counters_print_card_links(const job_counts_t *counts, const emuq_launch_t *launch)
{
    const size_t links = (size_t)counts->nodes * EMUQ_COMPONENT_LINKS;
    uint64_t *count = emuq_need(calloc(links * LINK_COUNTERS, sizeof *count));
    emuq_busy_link_t most[BUSY_CARD_LINKS + 1] = {{0}};
    char head[160], buffer[160], name[64];
    emuq_text_t line = emuq_text(head, sizeof head);
    const char *event;
    unsigned counters = 0, used = 0;
    for (; counters < LINK_COUNTERS &&
           (event = emuq_launch_link_counter(launch, counters, &count[counters * links])) != NULL;
         counters++)
        emuq_text_add(&line, " %10s", counters_title(event));
    for (uint32_t i = 0; i < links && counters != 0; i++) {
        used += count[i] != 0;
        emuq_busy_link_insert(
            most, BUSY_CARD_LINKS,
            (emuq_busy_link_t){count[i], i / EMUQ_COMPONENT_LINKS, i % EMUQ_COMPONENT_LINKS});
    }
    if (used != 0)
        emuq_run_message("  %-28s%s", "link", head);
    for (int i = 0; i < BUSY_CARD_LINKS && most[i].chunks != 0; i++) {
        line = emuq_text(buffer, sizeof buffer);
        for (unsigned k = 0; k < counters; k++)
            emuq_text_add(&line, " %10" PRIu64,
                          count[k * links + most[i].node * EMUQ_COMPONENT_LINKS + most[i].link]);
        emuq_run_message("  %c%c of node %-20s%s", "XYZ"[most[i].link / 2], "-+"[most[i].link % 2],
                         emuq_node_name(counts->shape, most[i].node, name), buffer);
    }
    if (used > BUSY_CARD_LINKS)
        emuq_run_message("  and %u links with fewer words; --heat draws all", used - BUSY_CARD_LINKS);
    free(count);
}

void emuq_counters_print_of(const emuq_launch_t *launch, const emuq_node_counts_t *node,
                            const uint32_t shape[5])
{
    job_counts_t counts = {
        .node = node, .nodes = shape[0] * shape[1] * shape[2] * shape[3] * shape[4], .shape = shape};
    const char *event;
    counts.of_node = emuq_need(malloc(counts.nodes * sizeof *counts.of_node));
    emuq_run_message("counters%s: %u nodes, and the node that counted most", emuq_member_where, counts.nodes);
    for (unsigned i = 0; i < MU_EVENTS; i++) {
        for (uint32_t n = 0; n < counts.nodes; n++)
            counts.of_node[n] = node[n].mu[i];
        counters_print_event(&counts, mu_events[i]);
    }
    for (unsigned i = 0; i < NETWORK_EVENTS; i++) {
        for (uint32_t n = 0; n < counts.nodes; n++)
            counts.of_node[n] = counters_all_links(node[n].chunks_sent, network_events[i].channels);
        counters_print_event(&counts, network_events[i].sent);
    }
    for (unsigned i = 0; i < NETWORK_EVENTS; i++) {
        for (uint32_t n = 0; n < counts.nodes; n++)
            counts.of_node[n] = counters_all_links(node[n].packets_received, network_events[i].channels);
        counters_print_event(&counts, network_events[i].received);
    }
    memset(counts.of_node, 0, counts.nodes * sizeof *counts.of_node);
    for (uint32_t n = 0; n < counts.nodes; n++)
        for (unsigned link = 0; link < EMUQ_COUNT_LINKS; link++)
            counts.of_node[n] += node[n].resent[link];
    counters_print_event(&counts, "ND_RESE_DCR SE_RETRANS_CNT");
    for (unsigned i = 0;
         launch != NULL && (event = emuq_launch_component_counter(launch, i, counts.of_node)) != NULL; i++)
        counters_print_event(&counts, event);
    counters_print_links(&counts);
    if (launch != NULL)
        counters_print_card_links(&counts, launch);
    free(counts.of_node);
}

void emuq_counters_print(const emuq_launch_t *launch)
{
    emuq_node_counts_t *node;
    int rc = emuq_launch_counts(launch, &node);
    if (rc != 0) {
        emuq_run_message("no counters%s: %s", emuq_member_where,
                         rc == -ENOTSUP ? "this backend does not know them at the end of a job"
                                        : strerror(-rc));
        return;
    }
    emuq_counters_print_of(launch, node, emuq_launch_job(launch)->shape);
    free(node);
}

/* ---- heat map ---- */

/* Words of the links of cards as a map of three dimensions. @return false: no link has sent a word */
static bool heat_read_cards(const emuq_launch_t *launch, emuq_heat_map_t *map, double *value, uint32_t nodes)
{
    uint64_t *count = emuq_need(calloc((size_t)nodes * EMUQ_COMPONENT_LINKS, sizeof *count)), sum = 0;
    if (launch != NULL && emuq_launch_link_counter(launch, 0, count) != NULL)
        for (size_t i = 0; i < (size_t)nodes * EMUQ_COMPONENT_LINKS; i++) {
            sum += count[i];
            value[i] = (double)count[i];
        }
    free(count);
    map->dimensions = EMUQ_COMPONENT_LINKS / 2;
    map->axes = "XYZ";
    map->unit = "words";
    map->measure = "words per link of the cards";
    return sum != 0;
}

/* Chunks of the links of the Message Units. */
static void heat_read_units(const emuq_node_counts_t *node, emuq_heat_map_t *map, double *value,
                            uint32_t nodes)
{
    for (uint32_t i = 0; i < nodes; i++)
        for (unsigned link = 0; link < EMUQ_COUNT_LINKS; link++)
            *value++ = (double)counters_all_channels(node[i].chunks_sent[link], UPC_NW_VC_ALL);
    map->dimensions = EMUQ_COUNT_LINKS / 2;
    map->axes = "ABCDE";
    map->unit = "chunks of 32 bytes";
    map->measure = "chunks per link";
}

static int heat_write(const char *path, const emuq_heat_map_t *map)
{
    FILE *out = fopen(path, "w");
    int rc = out != NULL ? emuq_svg_heat_map(out, map) : -errno;
    if (out != NULL && fclose(out) != 0 && rc == 0)
        rc = -errno;
    if (rc != 0)
        emuq_run_message("--heat: cannot write '%s': %s", path, strerror(-rc));
    return rc;
}

int emuq_counters_heat_of(const emuq_launch_t *launch, const emuq_node_counts_t *node,
                          const emuq_run_command_t *command, const uint32_t shape[5])
{
    uint32_t nodes = shape[0] * shape[1] * shape[2] * shape[3] * shape[4];
    double *value = emuq_need(calloc((size_t)nodes * EMUQ_COUNT_LINKS, sizeof *value));
    char title[160], words[96];
    emuq_text_t name = emuq_text(title, sizeof title), text = emuq_text(words, sizeof words);
    emuq_heat_map_t map = {.value = value, .full = 1, .suffix = "", .title = title, .description = words};
    if (!heat_read_cards(launch, &map, value, nodes))
        heat_read_units(node, &map, value, nodes);
    memcpy(map.size, shape, map.dimensions * sizeof *map.size);
    for (uint32_t d = 0; d < map.dimensions; d++) {
        map.torus |= (command->job.mesh & 0x10u >> d) == 0 ? 1u << d : 0;
        emuq_text_add(&text, "%s%u", d > 0 ? "x" : "", shape[d]);
    }
    for (size_t i = 0; i < (size_t)nodes * 2 * map.dimensions; i++)
        map.full = value[i] > map.full ? value[i] : map.full;
    emuq_text_add(&name, "%s", command->program.word[0]);
    emuq_text_add(&text, " nodes, %u per node", command->job.ppn);
    int rc = heat_write(command->heat, &map);
    free(value);
    return rc;
}

int emuq_counters_heat(const emuq_launch_t *launch, const emuq_run_command_t *command)
{
    emuq_node_counts_t *node;
    int rc = emuq_launch_counts(launch, &node);
    if (rc != 0) {
        emuq_run_message("--heat: no counters: %s",
                         rc == -ENOTSUP ? "this backend does not know them at the end of a job"
                                        : strerror(-rc));
        return rc;
    }
    rc = emuq_counters_heat_of(launch, node, command, emuq_launch_job(launch)->shape);
    free(node);
    return rc;
}

void emuq_counter_rates_open(emuq_counter_rates_t *r, const emuq_launch_t *launch)
{
    const uint32_t *shape = emuq_launch_job(launch)->shape;
    uint32_t nodes = shape[0] * shape[1] * shape[2] * shape[3] * shape[4];
    *r = (emuq_counter_rates_t){.nodes = nodes, .sampled = emuq_now_ns()};
    r->before = emuq_need(calloc((size_t)nodes * EMUQ_COUNTER_RATES, sizeof *r->before));
    r->now = emuq_need(calloc((size_t)nodes * EMUQ_COUNTER_RATES, sizeof *r->now));
}

void emuq_counter_rates_close(emuq_counter_rates_t *r)
{
    free(r->before);
    free(r->now);
}

void emuq_counter_rates_sample(emuq_counter_rates_t *r, const emuq_launch_t *launch)
{
    uint64_t *before = r->before, now = emuq_now_ns();
    r->before = r->now;
    r->now = before;
    r->seconds = (double)(now - r->sampled) / EMUQ_NS_PER_S;
    r->sampled = now;
    for (r->rates = 0; r->rates < EMUQ_COUNTER_RATES; r->rates++) {
        uint64_t *count = &r->now[(size_t)r->rates * r->nodes];
        r->name[r->rates] = emuq_launch_component_rate(launch, r->rates, count);
        if (r->name[r->rates] == NULL)
            break;
    }
}

static uint64_t rates_growth(const emuq_counter_rates_t *r, uint32_t rate, uint32_t node)
{
    size_t at = (size_t)rate * r->nodes + node;
    return emuq_growth(r->before[at], r->now[at]);
}

uint32_t emuq_counter_rates_print(const emuq_counter_rates_t *r, const emuq_launch_t *launch,
                                  const char *before, FILE *out)
{
    char name[64];
    uint32_t written = 0;
    for (uint32_t rate = 0; rate < r->rates; rate++) {
        uint64_t sum = 0;
        uint32_t most = 0;
        for (uint32_t i = 0; i < r->nodes; i++) {
            sum += rates_growth(r, rate, i);
            most = rates_growth(r, rate, i) > rates_growth(r, rate, most) ? i : most;
        }
        if (sum == 0 || r->seconds <= 0)
            continue;
        fprintf(out, "%s%.0f %s/s, most at node %s: %.0f", before, (double)sum / r->seconds, r->name[rate],
                emuq_node_name(emuq_launch_job(launch)->shape, most, name),
                (double)rates_growth(r, rate, most) / r->seconds);
        written++;
    }
    return written;
}

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
#define LINK_COUNTERS   8  /* most printed counters of a link of a card */
#define UNIT_LINKS      "chunks sent"

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

/* ---- columns ---- */

void emuq_counts_open(emuq_counts_t *c, const uint32_t shape[5])
{
    *c = (emuq_counts_t){.nodes = 1};
    memcpy(c->shape, shape, sizeof c->shape);
    for (int d = 0; d < 5; d++)
        c->nodes *= shape[d];
}

void emuq_counts_close(emuq_counts_t *c)
{
    for (unsigned i = 0; i < c->columns; i++)
        free(c->column[i].value);
    free(c->column);
    *c = (emuq_counts_t){0};
}

uint64_t *emuq_counts_column(emuq_counts_t *c, const char *name, uint32_t width)
{
    for (unsigned i = 0; i < c->columns; i++)
        if (c->column[i].width == width && strcmp(c->column[i].name, name) == 0)
            return c->column[i].value;
    c->column = emuq_need(realloc(c->column, (c->columns + 1) * sizeof *c->column));
    emuq_counts_column_t *added = &c->column[c->columns++];
    *added = (emuq_counts_column_t){
        .width = width, .value = emuq_need(calloc((size_t)c->nodes * width, sizeof *added->value))};
    snprintf(added->name, sizeof added->name, "%s", name);
    return added->value;
}

void emuq_counts_add_units(emuq_counts_t *c, const emuq_node_counts_t *node)
{
    for (unsigned i = 0; i < MU_EVENTS; i++) {
        uint64_t *value = emuq_counts_column(c, mu_events[i], 1);
        for (uint32_t n = 0; n < c->nodes; n++)
            value[n] += node[n].mu[i];
    }
    for (unsigned i = 0; i < NETWORK_EVENTS; i++) {
        uint64_t *value = emuq_counts_column(c, network_events[i].sent, 1);
        for (uint32_t n = 0; n < c->nodes; n++)
            value[n] += counters_all_links(node[n].chunks_sent, network_events[i].channels);
    }
    for (unsigned i = 0; i < NETWORK_EVENTS; i++) {
        uint64_t *value = emuq_counts_column(c, network_events[i].received, 1);
        for (uint32_t n = 0; n < c->nodes; n++)
            value[n] += counters_all_links(node[n].packets_received, network_events[i].channels);
    }
    uint64_t *resent = emuq_counts_column(c, "ND_RESE_DCR SE_RETRANS_CNT", 1);
    uint64_t *chunks = emuq_counts_column(c, UNIT_LINKS, EMUQ_COUNT_LINKS);
    for (uint32_t n = 0; n < c->nodes; n++)
        for (unsigned link = 0; link < EMUQ_COUNT_LINKS; link++) {
            resent[n] += node[n].resent[link];
            *chunks++ += counters_all_channels(node[n].chunks_sent[link], UPC_NW_VC_ALL);
        }
}

/* Reads one counter of a component. @return its name; NULL: none */
typedef const char *(*counters_read_t)(const emuq_launch_t *launch, uint32_t which, uint64_t *count);

static void counters_add_components(emuq_counts_t *c, const emuq_launch_t *launch, counters_read_t read,
                                    uint32_t width)
{
    const char *name;
    uint64_t *count = emuq_need(calloc((size_t)c->nodes * width, sizeof *count));
    for (uint32_t i = 0; (name = read(launch, i, count)) != NULL; i++) {
        uint64_t *value = emuq_counts_column(c, name, width);
        for (size_t n = 0; n < (size_t)c->nodes * width; n++)
            value[n] += count[n];
    }
    free(count);
}

int emuq_counts_read(emuq_counts_t *c, const emuq_launch_t *launch)
{
    emuq_node_counts_t *node;
    emuq_counts_open(c, emuq_launch_job(launch)->shape);
    int rc = emuq_launch_counts(launch, &node);
    if (rc != 0) {
        emuq_run_message("no counters%s: %s", emuq_member_where,
                         rc == -ENOTSUP ? "this backend does not know them at the end of a job"
                                        : strerror(-rc));
        return rc;
    }
    emuq_counts_add_units(c, node);
    free(node);
    counters_add_components(c, launch, emuq_launch_component_counter, 1);
    counters_add_components(c, launch, emuq_launch_link_counter, EMUQ_COMPONENT_LINKS);
    return 0;
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
static void counters_print_event(const emuq_counts_t *c, const emuq_counts_column_t *event)
{
    uint64_t sum = 0, most = 0;
    uint32_t where = 0;
    char name[64];
    for (uint32_t i = 0; i < c->nodes; i++) {
        sum += event->value[i];
        if (event->value[i] > most) {
            most = event->value[i];
            where = i;
        }
    }
    if (sum != 0)
        emuq_run_message("  %-28s %12" PRIu64 "  %12" PRIu64 " at node %s", event->name, sum, most,
                         emuq_node_name(c->shape, where, name));
}

void emuq_busy_link_insert(emuq_busy_link_t *most, int links, emuq_busy_link_t link)
{
    int at = links;
    for (; at > 0 && most[at - 1].chunks < link.chunks; at--)
        most[at] = most[at - 1];
    most[at] = link;
}

static void counters_print_links(const emuq_counts_t *c, const emuq_counts_column_t *chunks)
{
    emuq_busy_link_t most[BUSY_LINKS + 1] = {{0}};
    char name[64];
    for (uint32_t i = 0; i < c->nodes * EMUQ_COUNT_LINKS; i++)
        emuq_busy_link_insert(
            most, BUSY_LINKS,
            (emuq_busy_link_t){chunks->value[i], i / EMUQ_COUNT_LINKS, i % EMUQ_COUNT_LINKS});
    for (int i = 0; i < BUSY_LINKS && most[i].chunks != 0; i++)
        emuq_run_message("  link %c%c of node %s sent %" PRIu64 " chunks of 32 bytes",
                         "ABCDE"[most[i].link / 2], "-+"[most[i].link % 2],
                         emuq_node_name(c->shape, most[i].node, name), most[i].chunks);
}

/* Title of a column: the last word of a name such as APENET_LINK_WORDS. */
static const char *counters_title(const char *event)
{
    const char *before = strrchr(event, '_');
    return before != NULL ? before + 1 : event;
}

/* Prints a table of all counters of the links of cards, the links with the largest first counter on top. */
static void counters_print_card_links(const emuq_counts_t *c)
{
    const uint32_t links = c->nodes * EMUQ_COMPONENT_LINKS;
    const uint64_t *count[LINK_COUNTERS];
    emuq_busy_link_t most[BUSY_CARD_LINKS + 1] = {{0}};
    char head[160], buffer[160], name[64];
    emuq_text_t line = emuq_text(head, sizeof head);
    unsigned counters = 0, used = 0;
    for (unsigned i = 0; i < c->columns && counters < LINK_COUNTERS; i++)
        if (c->column[i].width == EMUQ_COMPONENT_LINKS) {
            count[counters++] = c->column[i].value;
            emuq_text_add(&line, " %10s", counters_title(c->column[i].name));
        }
    for (uint32_t i = 0; i < links && counters != 0; i++) {
        used += count[0][i] != 0;
        emuq_busy_link_insert(
            most, BUSY_CARD_LINKS,
            (emuq_busy_link_t){count[0][i], i / EMUQ_COMPONENT_LINKS, i % EMUQ_COMPONENT_LINKS});
    }
    if (used != 0)
        emuq_run_message("  %-28s%s", "link", head);
    for (int i = 0; i < BUSY_CARD_LINKS && most[i].chunks != 0; i++) {
        line = emuq_text(buffer, sizeof buffer);
        for (unsigned k = 0; k < counters; k++)
            emuq_text_add(&line, " %10" PRIu64, count[k][most[i].node * EMUQ_COMPONENT_LINKS + most[i].link]);
        emuq_run_message("  %c%c of node %-20s%s", "XYZ"[most[i].link / 2], "-+"[most[i].link % 2],
                         emuq_node_name(c->shape, most[i].node, name), buffer);
    }
    if (used > BUSY_CARD_LINKS)
        emuq_run_message("  and %u links with fewer words; --heat draws all", used - BUSY_CARD_LINKS);
}

static void counters_print(const emuq_counts_t *c)
{
    emuq_run_message("counters: %u nodes, and the node that counted most", c->nodes);
    for (unsigned i = 0; i < c->columns; i++)
        if (c->column[i].width == 1)
            counters_print_event(c, &c->column[i]);
    for (unsigned i = 0; i < c->columns; i++)
        if (c->column[i].width == EMUQ_COUNT_LINKS)
            counters_print_links(c, &c->column[i]);
    counters_print_card_links(c);
}

/* ---- heat map ---- */

/* Copies the first counter of the links of a kind. @param width links of a node @return false: none has
 * counted
 */
static bool heat_copy(const emuq_counts_t *c, uint32_t width, double *value)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < c->columns; i++)
        if (c->column[i].width == width) {
            for (size_t n = 0; n < (size_t)c->nodes * width; n++) {
                sum += c->column[i].value[n];
                value[n] = (double)c->column[i].value[n];
            }
            break;
        }
    return sum != 0;
}

/* Words of the links of cards as a map of three dimensions; without words, chunks of the Message Units. */
static void heat_fill(const emuq_counts_t *c, emuq_heat_map_t *map, double *value)
{
    if (heat_copy(c, EMUQ_COMPONENT_LINKS, value)) {
        map->dimensions = EMUQ_COMPONENT_LINKS / 2;
        map->axes = "XYZ";
        map->unit = "words";
        map->measure = "words per link of the cards";
    } else {
        (void)heat_copy(c, EMUQ_COUNT_LINKS, value);
        map->dimensions = EMUQ_COUNT_LINKS / 2;
        map->axes = "ABCDE";
        map->unit = "chunks of 32 bytes";
        map->measure = "chunks per link";
    }
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

static int counters_draw(const emuq_counts_t *c, const emuq_run_command_t *command)
{
    double *value = emuq_need(calloc((size_t)c->nodes * EMUQ_COUNT_LINKS, sizeof *value));
    char title[160], words[96];
    emuq_text_t name = emuq_text(title, sizeof title), text = emuq_text(words, sizeof words);
    emuq_heat_map_t map = {.value = value, .full = 1, .suffix = "", .title = title, .description = words};
    heat_fill(c, &map, value);
    memcpy(map.size, c->shape, map.dimensions * sizeof *map.size);
    for (uint32_t d = 0; d < map.dimensions; d++) {
        map.torus |= (command->job.mesh & 0x10u >> d) == 0 ? 1u << d : 0;
        emuq_text_add(&text, "%s%u", d > 0 ? "x" : "", c->shape[d]);
    }
    for (size_t i = 0; i < (size_t)c->nodes * 2 * map.dimensions; i++)
        map.full = value[i] > map.full ? value[i] : map.full;
    emuq_text_add(&name, "%s", command->program.word[0]);
    emuq_text_add(&text, " nodes, %u per node", command->job.ppn);
    int rc = heat_write(command->heat, &map);
    free(value);
    return rc;
}

int emuq_counts_report(const emuq_counts_t *c, const emuq_run_command_t *command)
{
    if (command->counters)
        counters_print(c);
    return command->heat != NULL ? counters_draw(c, command) : 0;
}

/* ---- rates ---- */

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

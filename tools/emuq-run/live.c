/* SPDX-License-Identifier: BSD-3-Clause */
/* State of a running job once a second (--watch). */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <inttypes.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/host_calls.h"

#define PERIOD_NS   EMUQ_NS_PER_S
#define FIFOS       4 /* maximum number of FIFOs and links in the block */
#define TEXT_BYTES  4096
#define CHUNK_BYTES 32

/* Number of ranks of this host in each state. */
typedef struct states {
    uint32_t awaited, computing, waiting, ended;
} states_t;

struct emuq_live {
    const emuq_rank_table_t *table;
    const emuq_launch_t *launch;
    uint32_t nodes;
    bool on_terminal;
    bool counts_known;
    emuq_node_counts_t *before, *now; /* [nodes] */
    emuq_counter_rates_t rates;
    uint64_t begun, sampled; /* nanoseconds */
};

/* ---- samples ---- */

static emuq_node_counts_t *live_sample(const emuq_live_t *live, emuq_node_counts_t *counts, bool *known)
{
    memset(counts, 0, live->nodes * sizeof *counts);
    *known = emuq_launch_snapshot(live->launch, counts) == 0;
    return counts;
}

emuq_live_t *emuq_live_open(const emuq_rank_table_t *table, const emuq_launch_t *launch)
{
    const uint32_t *shape = emuq_launch_job(launch)->shape;
    const char *terminal = getenv("TERM");
    emuq_live_t *live = emuq_need(calloc(1, sizeof *live));
    live->table = table;
    live->launch = launch;
    live->nodes = shape[0] * shape[1] * shape[2] * shape[3] * shape[4];
    live->on_terminal = !emuq_is_member() && isatty(STDERR_FILENO) && terminal != NULL &&
                        strcmp(terminal, "") != 0 && strcmp(terminal, "dumb") != 0;
    live->before = emuq_need(calloc(live->nodes, sizeof *live->before));
    live->now = emuq_need(calloc(live->nodes, sizeof *live->now));
    live->begun = live->sampled = emuq_now_ns();
    live_sample(live, live->before, &live->counts_known);
    emuq_counter_rates_open(&live->rates, launch);
    return live;
}

void emuq_live_close(emuq_live_t *live)
{
    if (live == NULL)
        return;
    if (live->on_terminal)
        emuq_output_show("");
    emuq_counter_rates_close(&live->rates);
    free(live->before);
    free(live->now);
    free(live);
}

uint64_t emuq_live_due(const emuq_live_t *live)
{
    uint64_t passed = emuq_now_ns() - live->sampled;
    return passed < PERIOD_NS ? (PERIOD_NS - passed + 999999) / 1000000 : 0;
}

static states_t live_count_states(const emuq_live_t *live)
{
    states_t s = {0};
    char text[TEXT_BYTES];
    for (uint32_t i = 0; i < live->table->ranks; i++) {
        if (!emuq_launch_is_here(live->launch, i))
            continue;
        emuq_rank_state_t state = emuq_launch_state(live->launch, i);
        if (live->table->rank[i].ended || state > EMUQ_RANK_JOINED) {
            s.ended++;
        } else if (state == EMUQ_RANK_AWAITED) {
            s.awaited++;
        } else {
            emuq_launch_describe(live->launch, i, text, sizeof text);
            *(strncmp(text, "waits", 5) == 0 ? &s.waiting : &s.computing) += 1;
        }
    }
    return s;
}

/* Increase of a count. A sample during a change may seem to shrink. */
static uint64_t live_growth(uint64_t before, uint64_t now)
{
    return now > before ? now - before : 0;
}

static uint64_t live_events(const emuq_live_t *live, emuq_count_t event)
{
    uint64_t before = 0, now = 0;
    for (uint32_t i = 0; i < live->nodes; i++) {
        before += live->before[i].mu[event];
        now += live->now[i].mu[event];
    }
    return live_growth(before, now);
}

static uint64_t live_chunks(const emuq_live_t *live, uint32_t node, unsigned link)
{
    uint64_t before = 0, now = 0;
    for (unsigned vc = 0; vc < EMUQ_COUNT_CHANNELS; vc++) {
        before += live->before[node].chunks_sent[link][vc];
        now += live->now[node].chunks_sent[link][vc];
    }
    return live_growth(before, now);
}

/* Finds the busiest links. @return number of links with traffic */
static int live_find_busy(const emuq_live_t *live, emuq_busy_link_t busy[FIFOS + 1])
{
    int count = 0;
    memset(busy, 0, (FIFOS + 1) * sizeof *busy);
    for (uint32_t node = 0; node < live->nodes; node++)
        for (unsigned link = 0; link < EMUQ_COUNT_LINKS; link++)
            emuq_busy_link_insert(busy, FIFOS, (emuq_busy_link_t){live_chunks(live, node, link), node, link});
    while (count < FIFOS && busy[count].chunks != 0)
        count++;
    return count;
}

/* ---- output ---- */

static void live_add_states(const emuq_live_t *live, FILE *out)
{
    states_t s = live_count_states(live);
    fprintf(out, "%.0f s%s: %u ranks compute, %u wait", (double)(live->sampled - live->begun) / EMUQ_NS_PER_S,
            emuq_member_where(), s.computing, s.waiting);
    if (s.awaited != 0)
        fprintf(out, ", %u have not joined", s.awaited);
    fprintf(out, ", %u have ended", s.ended);
}

static void live_add_rates(const emuq_live_t *live, double seconds, FILE *out)
{
    if (live->counts_known)
        fprintf(out, "%.0f messages/s, %.0f packets/s",
                (double)live_events(live, EMUQ_COUNT_MU_MESSAGES_INJECTED) / seconds,
                (double)live_events(live, EMUQ_COUNT_MU_PACKETS_INJECTED) / seconds);
    else
        fputs("the backend does not know rates", out);
}

static void live_add_links(const emuq_live_t *live, double seconds, int most, const char *before, FILE *out)
{
    emuq_busy_link_t busy[FIFOS + 1];
    char name[64];
    int count = live_find_busy(live, busy);
    for (int i = 0; i < count && i < most; i++)
        fprintf(out, "%slink %c%c of node %s %.3f MB/s", before, "ABCDE"[busy[i].link / 2],
                "-+"[busy[i].link % 2],
                emuq_node_name(emuq_launch_job(live->launch)->shape, busy[i].node, name),
                (double)busy[i].chunks * CHUNK_BYTES / seconds / 1e6);
}

static void live_add_fifos(const emuq_live_t *live, uint32_t most, const char *before, FILE *out)
{
    emuq_fifo_fill_t fifo[FIFOS];
    char name[64];
    uint32_t count = emuq_launch_fullest(live->launch, fifo, most);
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%s%s FIFO %u of node %s %.0f %% full (%" PRIu64 " of %" PRIu64 " bytes)", before,
                fifo[i].is_reception ? "reception" : "injection", fifo[i].fifo,
                emuq_node_name(emuq_launch_job(live->launch)->shape, fifo[i].node, name),
                100.0 * (double)fifo[i].used / (double)fifo[i].bytes, fifo[i].used, fifo[i].bytes);
}

/* The line for output to a file or pipe. */
static void live_write_line(const emuq_live_t *live, double seconds, FILE *out)
{
    live_add_states(live, out);
    fputs("; ", out);
    live_add_rates(live, seconds, out);
    emuq_counter_rates_print(&live->rates, live->launch, "; ", out);
    live_add_links(live, seconds, 1, "; ", out);
    live_add_fifos(live, 1, "; ", out);
}

/* The block for a terminal: complete lines. */
static void live_write_block(const emuq_live_t *live, double seconds, FILE *out)
{
    live_add_states(live, out);
    fputs("\n  ", out);
    live_add_rates(live, seconds, out);
    emuq_counter_rates_print(&live->rates, live->launch, "\n  ", out);
    live_add_links(live, seconds, FIFOS, "\n  ", out);
    live_add_fifos(live, FIFOS, "\n  ", out);
    fputc('\n', out);
    emuq_report_waits_to(live->table, live->launch, out);
}

/* Truncates a block to the size of the terminal: a wrapped line would count as two. */
static void live_truncate(char *block)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row < 2 || size.ws_col < 2)
        size = (struct winsize){.ws_row = 24, .ws_col = 80};
    char *to = block;
    for (unsigned row = 1; *block != '\0' && row < size.ws_row; row++) {
        size_t length = strcspn(block, "\n"), kept = length < size.ws_col ? length : size.ws_col - 1u;
        memmove(to, block, kept);
        to += kept;
        *to++ = '\n';
        block += length + (block[length] == '\n');
    }
    *to = '\0';
}

void emuq_live_update(emuq_live_t *live)
{
    char *text = NULL;
    size_t length;
    uint64_t now = emuq_now_ns();
    if (now - live->sampled < PERIOD_NS)
        return;
    double seconds = (double)(now - live->sampled) / EMUQ_NS_PER_S;
    live->sampled = now;
    live_sample(live, live->now, &live->counts_known);
    emuq_counter_rates_sample(&live->rates, live->launch);
    FILE *out = emuq_need(open_memstream(&text, &length));
    (live->on_terminal ? live_write_block : live_write_line)(live, seconds, out);
    fclose(out);
    emuq_need(text);
    if (live->on_terminal) {
        live_truncate(text);
        emuq_output_show(text);
    } else {
        emuq_run_message("%s", text);
    }
    free(text);
    emuq_node_counts_t *before = live->before;
    live->before = live->now;
    live->now = before;
}

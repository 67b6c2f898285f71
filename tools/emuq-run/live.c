/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints the state of a running job once a second (--watch). */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <inttypes.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PERIOD_NS   EMUQ_NS_PER_S
#define FIFOS       4 /* maximum number of FIFOs and links in the block */
#define TEXT_BYTES  4096
#define CHUNK_BYTES 32

struct emuq_live {
    const emuq_rank_table_t *table;
    const emuq_health_t *health;
    bool on_terminal;
    bool counts_known;
    emuq_node_counts_t *before, *now; /* [rates.nodes] */
    emuq_counter_rates_t rates;       /* sampled together with now */
    uint64_t begun;                   /* nanoseconds */
};

/* ---- samples ---- */

static void live_sample(emuq_live_t *live, emuq_node_counts_t *counts)
{
    memset(counts, 0, live->rates.nodes * sizeof *counts);
    live->counts_known = emuq_launch_snapshot(live->table->launch, counts) == 0;
}

emuq_live_t *emuq_live_open(const emuq_rank_table_t *table, const emuq_health_t *health)
{
    const char *terminal = getenv("TERM");
    emuq_live_t *live = emuq_need(calloc(1, sizeof *live));
    live->table = table;
    live->health = health;
    emuq_counter_rates_open(&live->rates, table->launch);
    live->begun = live->rates.sampled;
    live->on_terminal = !emuq_is_member && isatty(STDERR_FILENO) && terminal != NULL &&
                        strcmp(terminal, "") != 0 && strcmp(terminal, "dumb") != 0;
    live->before = emuq_need(calloc(live->rates.nodes, sizeof *live->before));
    live->now = emuq_need(calloc(live->rates.nodes, sizeof *live->now));
    live_sample(live, live->before);
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
    uint64_t passed = emuq_now_ns() - live->rates.sampled;
    return passed < PERIOD_NS ? (PERIOD_NS - passed + 999999) / 1000000 : 0;
}

static uint64_t live_events(const emuq_live_t *live, emuq_count_t event)
{
    uint64_t before = 0, now = 0;
    for (uint32_t i = 0; i < live->rates.nodes; i++) {
        before += live->before[i].mu[event];
        now += live->now[i].mu[event];
    }
    return emuq_growth(before, now);
}

static uint64_t live_chunks(const emuq_live_t *live, uint32_t node, unsigned link)
{
    uint64_t before = 0, now = 0;
    for (unsigned vc = 0; vc < EMUQ_COUNT_CHANNELS; vc++) {
        before += live->before[node].chunks_sent[link][vc];
        now += live->now[node].chunks_sent[link][vc];
    }
    return emuq_growth(before, now);
}

/* ---- output ---- */

static void live_add_states(const emuq_live_t *live, FILE *out)
{
    uint32_t awaited = 0, computing = 0, waiting = 0, ended = 0;
    char text[TEXT_BYTES];
    for (uint32_t i = 0; i < live->table->ranks; i++) {
        if (!emuq_launch_is_here(live->table->launch, i))
            continue;
        emuq_rank_state_t state = emuq_launch_state(live->table->launch, i);
        if (live->table->rank[i].ended || state > EMUQ_RANK_JOINED) {
            ended++;
        } else if (state == EMUQ_RANK_AWAITED) {
            awaited++;
        } else {
            emuq_launch_describe(live->table->launch, i, text, sizeof text);
            *(strncmp(text, "waits", 5) == 0 ? &waiting : &computing) += 1;
        }
    }
    fprintf(out, "%.0f s%s: %u ranks compute, %u wait",
            (double)(live->rates.sampled - live->begun) / EMUQ_NS_PER_S, emuq_member_where, computing,
            waiting);
    if (awaited != 0)
        fprintf(out, ", %u have not joined", awaited);
    fprintf(out, ", %u have ended", ended);
}

static void live_add_rates(const emuq_live_t *live, FILE *out)
{
    if (live->counts_known)
        fprintf(out, "%.0f messages/s, %.0f packets/s",
                (double)live_events(live, EMUQ_COUNT_MU_MESSAGES_INJECTED) / live->rates.seconds,
                (double)live_events(live, EMUQ_COUNT_MU_PACKETS_INJECTED) / live->rates.seconds);
    else
        fputs("the backend does not know rates", out);
}

static void live_add_links(const emuq_live_t *live, int most, const char *before, FILE *out)
{
    emuq_busy_link_t busy[FIFOS + 1] = {{0}};
    char name[64];
    for (uint32_t node = 0; node < live->rates.nodes; node++)
        for (unsigned link = 0; link < EMUQ_COUNT_LINKS; link++)
            emuq_busy_link_insert(busy, FIFOS, (emuq_busy_link_t){live_chunks(live, node, link), node, link});
    for (int i = 0; i < most && busy[i].chunks != 0; i++)
        fprintf(out, "%slink %c%c of node %s %.3f MB/s", before, "ABCDE"[busy[i].link / 2],
                "-+"[busy[i].link % 2],
                emuq_node_name(emuq_launch_job(live->table->launch)->shape, busy[i].node, name),
                (double)busy[i].chunks * CHUNK_BYTES / live->rates.seconds / 1e6);
}

static void live_add_fifos(const emuq_live_t *live, uint32_t most, const char *before, FILE *out)
{
    emuq_fifo_fill_t fifo[FIFOS];
    char name[64];
    uint32_t count = emuq_launch_fullest(live->table->launch, fifo, most);
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%s%s FIFO %u of node %s %.0f %% full (%" PRIu64 " of %" PRIu64 " bytes)", before,
                fifo[i].is_reception ? "reception" : "injection", fifo[i].fifo,
                emuq_node_name(emuq_launch_job(live->table->launch)->shape, fifo[i].node, name),
                100.0 * (double)fifo[i].used / (double)fifo[i].bytes, fifo[i].used, fifo[i].bytes);
}

/* Nodes that are not normal; on a terminal, with the map. */
static void live_add_health(const emuq_live_t *live, uint32_t most, const char *before, FILE *out)
{
    const emuq_health_t *h = live->health;
    if (emuq_health_list(NULL, h->size, h->now, 0, "") == 0)
        return;
    fprintf(out, "%shealth: ", before);
    (void)emuq_health_list(out, h->size, h->now, most, live->on_terminal ? "\n    " : ", ");
    if (live->on_terminal) {
        fputc('\n', out);
        emuq_health_map(out, h->size, h->now, "    ");
    }
}

/* Writes a line for a file or pipe, or complete lines for a terminal. */
static void live_write(const emuq_live_t *live, FILE *out)
{
    const char *before = live->on_terminal ? "\n  " : "; ";
    int most = live->on_terminal ? FIFOS : 1;
    live_add_states(live, out);
    fputs(before, out);
    live_add_rates(live, out);
    emuq_counter_rates_print(&live->rates, live->table->launch, before, out);
    live_add_links(live, most, before, out);
    live_add_fifos(live, (uint32_t)most, before, out);
    live_add_health(live, FIFOS, before, out);
    if (live->on_terminal) {
        fputc('\n', out);
        emuq_report_waits(live->table, out);
    }
}

/* Truncates a block to the size of the terminal, as wrapped lines would count twice. */
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
    char *text;
    if (emuq_live_due(live) != 0)
        return;
    live_sample(live, live->now);
    emuq_counter_rates_sample(&live->rates, live->table->launch);
    FILE *out = emuq_text_open(&text);
    live_write(live, out);
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

/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures arrivals and latencies during the measurement window. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-net/net.h"

uint64_t traffic_percentile(const uint64_t count[TRAFFIC_BINS], uint32_t permille, uint64_t least,
                            uint64_t most)
{
    uint64_t all = 0;
    for (uint32_t b = 0; b < TRAFFIC_BINS; b++)
        all += count[b];
    if (all == 0)
        return 0;
    uint64_t wanted = (uint64_t)((unsigned __int128)all * permille / 1000), below = 0;
    for (uint32_t b = 0; b < TRAFFIC_BINS; b++) {
        if (below + count[b] > wanted || below + count[b] == all) {
            uint64_t low = traffic_bin_low(b), width = traffic_bin_low(b + 1) - low;
            uint64_t value = low + (uint64_t)((unsigned __int128)width * (wanted - below) / (count[b] + 1));
            return value < least ? least : value < most ? value : most;
        }
        below += count[b];
    }
    return 0;
}

int traffic_measure_open(traffic_measure_t *m, uint32_t nodes, uint32_t cycle_ticks)
{
    memset(m, 0, sizeof *m);
    m->nodes = nodes;
    m->cycle = cycle_ticks;
    uint64_t *memory = calloc((size_t)4 * nodes, sizeof *memory);
    if (memory == NULL)
        return -ENOMEM;
    m->bytes = memory;
    m->received = m->bytes + nodes;
    m->at = m->received + nodes;
    m->checksum = m->at + nodes;
    traffic_measure_window(m, 0, 0);
    return 0;
}

void traffic_measure_free_nodes(traffic_measure_t *m)
{
    free(m->bytes);
    m->bytes = m->received = m->at = m->checksum = NULL;
}

void traffic_measure_free(traffic_measure_t *m)
{
    traffic_measure_free_nodes(m);
    free(m->series.row);
}

void traffic_measure_window(traffic_measure_t *m, uint64_t begin, uint64_t end)
{
    m->begin = begin;
    m->end = end;
    m->all = (traffic_class_t){0, 0};
    memset(m->vc, 0, sizeof m->vc);
    memset(m->hops, 0, sizeof m->hops);
    memset(m->bin, 0, sizeof m->bin);
    m->hop_sum = m->busy_sum = m->wait_sum = m->most = 0;
    m->least = UINT64_MAX;
    memset(m->bytes, 0, m->nodes * sizeof *m->bytes);
}

/* Sums are shared by all threads. Relaxed: loaded after a barrier of the threads. */
static void measure_add(uint64_t *sum, uint64_t n)
{
    (void)AO_fetch_and_add(sum, n);
}

static void measure_add_class(traffic_class_t *c, uint64_t latency)
{
    measure_add(&c->packets, 1);
    measure_add(&c->cycles, latency);
}

static void measure_extremes(uint64_t *least, uint64_t *most, uint64_t latency)
{
    uint64_t seen;
    while (latency < (seen = AO_load(least)) && !AO_compare_and_swap(least, seen, latency))
        ;
    while (latency > (seen = AO_load(most)) && !AO_compare_and_swap(most, seen, latency))
        ;
}

static void series_add(traffic_series_t *s, uint64_t latency, uint32_t bytes)
{
    measure_add(&s->now.packets, 1);
    measure_add(&s->now.bytes, bytes);
    measure_add(&s->now.cycles, latency);
    measure_add(&s->bin[traffic_bin(latency)], 1);
    measure_extremes(&s->least, &s->most, latency);
}

/* Counts an arrival. @param what identifies it in the digest @return true: within the window */
static bool measure_arrival(traffic_measure_t *m, uint32_t node, uint64_t what, uint32_t bytes,
                            uint64_t created, uint64_t tick)
{
    m->at[node] = tick;
    m->checksum[node] = traffic_mix(m->checksum[node] ^ tick ^ traffic_mix(what));
    uint64_t latency = (tick - created) / m->cycle;
    if (m->series.interval > 0)
        series_add(&m->series, latency, bytes);
    if (tick < m->begin || tick >= m->end)
        return false;
    measure_add_class(&m->all, latency);
    measure_add(&m->bin[traffic_bin(latency)], 1);
    measure_extremes(&m->least, &m->most, latency);
    return true;
}

void traffic_measure_event(traffic_measure_t *m, uint32_t node, uint64_t begin, uint64_t tick)
{
    measure_arrival(m, node, begin, 0, begin, tick);
}

void traffic_measure_packet(traffic_measure_t *m, uint32_t node, const emuq_net_packet_t *packet,
                            uint64_t created, uint32_t busy, uint64_t tick)
{
    uint64_t what = (uint64_t)packet->source << 32 | packet->number;
    m->received[node] += packet->bytes;
    if (!measure_arrival(m, node, what ^ packet->tag, packet->bytes, created, tick))
        return;
    uint64_t latency = (tick - created) / m->cycle;
    m->bytes[node] += packet->bytes;
    measure_add_class(&m->vc[packet->vc], latency);
    measure_add_class(&m->hops[packet->hops], latency);
    measure_add(&m->hop_sum, packet->hops);
    measure_add(&m->busy_sum, busy);
    measure_add(&m->wait_sum, packet->built > created ? (packet->built - created) / m->cycle : 0);
}

static uint64_t measure_sum(const uint64_t *value, uint32_t count)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < count; i++)
        all += value[i];
    return all;
}

uint64_t traffic_measure_received(const traffic_measure_t *m)
{
    return measure_sum(m->received, m->nodes);
}

uint64_t traffic_measure_bytes(const traffic_measure_t *m)
{
    return measure_sum(m->bytes, m->nodes);
}

uint64_t traffic_measure_last(const traffic_measure_t *m)
{
    uint64_t last = 0;
    for (uint32_t n = 0; n < m->nodes; n++)
        last = m->at[n] > last ? m->at[n] : last;
    return last;
}

uint64_t traffic_measure_digest(const traffic_measure_t *m)
{
    uint64_t digest = 0;
    for (uint32_t n = 0; n < m->nodes; n++)
        digest = traffic_mix(digest ^ m->checksum[n]);
    return digest;
}

static void series_clear(traffic_series_t *s, uint64_t begin)
{
    s->now = (traffic_interval_t){.begin = begin};
    s->least = UINT64_MAX;
    s->most = 0;
    memset(s->bin, 0, sizeof s->bin);
}

void traffic_series_begin(traffic_measure_t *m, uint64_t interval)
{
    m->series.interval = interval;
    m->series.rows = 0;
    series_clear(&m->series, 0);
}

int traffic_series_close(traffic_measure_t *m, uint64_t end)
{
    traffic_series_t *s = &m->series;
    if (s->rows == s->capacity) {
        size_t capacity = s->capacity > 0 ? 2 * s->capacity : 64;
        traffic_interval_t *row = realloc(s->row, capacity * sizeof *row);
        if (row == NULL)
            return -ENOMEM;
        s->row = row;
        s->capacity = capacity;
    }
    s->now.end = end;
    s->now.p99 = s->now.packets > 0 ? traffic_percentile(s->bin, 990, s->least, s->most) : 0;
    s->now.measured = m->end > m->begin && s->now.begin * m->cycle >= m->begin;
    s->row[s->rows++] = s->now;
    series_clear(s, end);
    return 0;
}

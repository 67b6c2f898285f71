/* SPDX-License-Identifier: BSD-3-Clause */
#include "against.h"

#include <pthread.h>

#include "mu_support.h"
#include "plan.h"
#include "reference_mu.h"

/* ---- Packets of a reception FIFO ---- */

typedef struct log_packet {
    uint32_t bytes, position;
    size_t at; /* offset of the bytes in the log */
    /* Sort keys. */
    uint32_t stream, number; /* stream: with the executor and the unordered flag */
    uint64_t offset;         /* 0 for ordered packets */
} log_packet_t;

/* Memory is kept between jobs. */
typedef struct packet_log {
    log_packet_t *packet;
    uint32_t count, room;
    uint8_t *data;
    size_t used, size;
} packet_log_t;

static uint32_t messages_wanted;
static plan_t plan;
static packet_log_t wanted[PLAN_NODES][PLAN_REC], got[PLAN_NODES][PLAN_REC];
static uint8_t *wanted_memory[PLAN_NODES];
static uint64_t wanted_count[PLAN_NODES][PLAN_STREAMS + PLAN_GETS];
static bool reference_ok;
static pthread_barrier_t planned; /* for ranks as threads: waits without polling */

static void *enlarge(void *list, size_t size)
{
    list = realloc(list, size);
    if (list == NULL)
        abort();
    return list;
}

/* Stores a packet without fields that the network may write: hints, and header bytes 9 to 11. */
static void keep(packet_log_t *log, const void *packet, uint32_t bytes)
{
    if (log->count == log->room) {
        log->room = log->room == 0 ? 256 : 2 * log->room;
        log->packet = enlarge(log->packet, log->room * sizeof *log->packet);
    }
    if (log->size - log->used < bytes) {
        log->size = 2 * log->size + REF_PACKET_BYTES;
        log->data = enlarge(log->data, log->size);
    }
    uint8_t *data = memcpy(log->data + log->used, packet, bytes);
    const uint8_t *software = data + 18;
    if (data[0] == MUHWI_PT2PT_DATA_PACKET_TYPE) {
        data[1] = 0;
        data[2] &= 0x3f;
    }
    memset(data + 9, 0, 3);
    log_packet_t *p = &log->packet[log->count];
    uint16_t stream;
    memcpy(&stream, software + PLAN_SW_STREAM, sizeof stream);
    *p = (log_packet_t){.bytes = bytes, .position = log->count, .at = log->used};
    p->stream =
        (uint32_t)stream << 16 | (uint32_t)software[PLAN_SW_EXECUTOR] << 8 | software[PLAN_SW_UNORDERED];
    memcpy(&p->number, software + PLAN_SW_NUMBER, sizeof p->number);
    if (software[PLAN_SW_UNORDERED])
        p->offset = mu_put_offset((const MUHWI_PacketHeader_t *)packet);
    log->used += bytes;
    log->count++;
}

static void keep_packet(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    keep(argument, h, bytes);
}

static int order(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/* Ordered packets of a stream in order of arrival; unordered packets by number and offset. */
static int by_stream(const void *left, const void *right)
{
    const log_packet_t *a = left, *b = right;
    int o = order(a->stream, b->stream);
    if (o == 0 && (a->stream & 0xff)) {
        o = order(a->number, b->number);
        if (o == 0)
            o = order(a->offset, b->offset);
    }
    return o != 0 ? o : order(a->position, b->position);
}

/* ---- Run of the reference ---- */

/* A tree over the box: along A to the lowest node, then along B, ... */
static ClassRoute_t tree(uint32_t route, uint32_t node)
{
    uint32_t low[5], high[5], c[5], rest = node;
    plan_box(&plan, route, node, low, high);
    for (int d = 4; d >= 0; d--) {
        c[d] = rest % plan.size[d];
        rest /= plan.size[d];
    }
    ClassRoute_t r = {BGQ_CLASS_INPUT_LINK_LOCAL, 0};
    for (int d = 0; d < 5; d++) {
        if (c[d] < high[d])
            r.input |= (uint16_t)(BGQ_CLASS_LINK_AP >> 2 * d);
        if (c[d] > low[d]) {
            r.output = (uint16_t)(BGQ_CLASS_LINK_AM >> 2 * d);
            break;
        }
    }
    return r;
}

static ref_mu_t *new_reference(void)
{
    ref_mu_t *ref = ref_new(plan.size, plan.torus);
    for (uint32_t node = 0; node < plan.nodes; node++) {
        if (wanted_memory[node] == NULL) /* left by an earlier job */
            wanted_memory[node] = enlarge(NULL, PLAN_ARENA);
        memcpy(wanted_memory[node], plan.before[node], PLAN_ARENA);
        ref_memory(ref, node, plan.pa[node], wanted_memory[node], PLAN_ARENA);
        for (uint32_t s = 0; s < plan.streams + PLAN_ROUTES; s++)
            ref_inj_fifo(ref, node, s, plan.slots[s]);
        for (uint32_t g = 0; g < PLAN_GETS; g++)
            ref_inj_fifo(ref, node, plan_get_fifo(&plan, g), plan.get_slots[g]);
        for (uint32_t r = 0; r < PLAN_REC; r++)
            ref_rec_fifo(ref, node, r, plan.rec_bytes[r]);
        for (uint32_t route = 0; route < PLAN_ROUTES; route++) {
            ClassRoute_t word = tree(route, node);
            ref_class_route(ref, node, route, word.input, word.output);
        }
        ref_bat(ref, node, PLAN_BAT_ARENA, plan.pa[node]);
        ref_bat(ref, node, PLAN_BAT_ATOMIC, plan.pa[node] | MUHWI_ATOMIC_ADDRESS_INDICATOR);
        ref_bat(ref, node, PLAN_BAT_ZERO, 0);
        ref_bat(ref, node, PLAN_BAT_ODD, plan.pa[node] + PLAN_ODD);
    }
    return ref;
}

/* Injects and receives as much as possible. @return whether there was progress */
static bool feed(ref_mu_t *ref, uint32_t next[PLAN_NODES][PLAN_STREAMS])
{
    uint8_t packet[REF_PACKET_BYTES];
    uint32_t bytes;
    bool moved = false;
    for (uint32_t node = 0; node < plan.nodes; node++) {
        for (uint32_t s = 0; s < plan.streams + PLAN_ROUTES; s++) {
            const plan_list_t *l = &plan.stream[node][s];
            while (next[node][s] < l->count && ref_inject(ref, node, s, &l->d[next[node][s]])) {
                next[node][s]++;
                moved = true;
            }
        }
        for (uint32_t r = 0; r < PLAN_REC; r++)
            while ((bytes = ref_receive(ref, node, r, packet)) != 0) {
                keep(&wanted[node][r], packet, bytes);
                moved = true;
            }
    }
    return moved;
}

static bool run_reference(void)
{
    static uint32_t next[PLAN_NODES][PLAN_STREAMS];
    memset(next, 0, sizeof next);
    ref_mu_t *ref = new_reference();
    bool moved;
    do {
        moved = feed(ref, next);
        moved |= ref_step(ref);
        mu_progress();
    } while (moved && ref_error(ref) == NULL);
    bool ok = ref_error(ref) == NULL;
    if (!ok)
        fprintf(stderr, "the reference found an error in the plan: %s\n", ref_error(ref));
    for (uint32_t node = 0; node < plan.nodes; node++) {
        for (uint32_t f = 0; f < plan.streams + PLAN_ROUTES + PLAN_GETS; f++)
            wanted_count[node][f] = ref_completed(ref, node, f);
        for (uint32_t s = 0; s < plan.streams + PLAN_ROUTES; s++)
            if (ok && wanted_count[node][s] != plan.stream[node][s].count) {
                fprintf(stderr, "the reference got stuck: node %u, stream %u\n", node, s);
                ok = false;
            }
    }
    ref_free(ref);
    return ok;
}

/* ---- Run of the Message Unit ---- */

typedef struct party {
    mu_rank_t *me;
    mu_memory_t arena;
    mu_inj_t *inj[PLAN_STREAMS + PLAN_GETS];
    mu_rec_t *rec[PLAN_REC];
    uint32_t next[PLAN_STREAMS];
    uint64_t random;
} party_t;

static void open_party(party_t *p, mu_rank_t *me)
{
    memset(p, 0, sizeof *p);
    p->me = me;
    p->random = plan.seed + me->node;
    p->arena = mu_memory(me, PLAN_ARENA);
    for (uint32_t s = 0; s < plan.streams + PLAN_ROUTES; s++)
        p->inj[s] = mu_inj(me, plan.slots[s], 0);
    for (uint32_t g = 0; g < PLAN_GETS; g++)
        p->inj[plan_get_fifo(&plan, g)] = mu_inj(me, plan.get_slots[g], MU_REMOTE_GET);
    for (uint32_t r = 0; r < PLAN_REC; r++)
        p->rec[r] = mu_rec(me, plan.rec_bytes[r]);
    mu_box_t box;
    plan_box(&plan, 1, me->node, box.low, box.high);
    mu_collective_route(me, 1, &box);
    mu_bat(me, PLAN_BAT_ARENA, p->arena.pa);
    mu_bat(me, PLAN_BAT_ATOMIC, p->arena.pa | MUHWI_ATOMIC_ADDRESS_INDICATOR);
    mu_bat(me, PLAN_BAT_ZERO, 0);
    mu_bat(me, PLAN_BAT_ODD, p->arena.pa + PLAN_ODD);
    mu_board[me->node] = p->arena.pa;
}

/* Injects some descriptors of each stream, and receives packets of some FIFOs. @return whether there was
 * progress */
static bool work(party_t *p)
{
    uint32_t node = p->me->node;
    bool moved = false;
    for (uint32_t s = 0; s < plan.streams + PLAN_ROUTES; s++) {
        const plan_list_t *l = &plan.stream[node][s];
        uint64_t burst = 1 + plan_random(&p->random) % 8;
        while (burst-- > 0 && p->next[s] < l->count &&
               MUSPI_InjFifoInject(p->inj[s]->fifo, &l->d[p->next[s]]) != (uint64_t)-1) {
            p->next[s]++;
            moved = true;
        }
    }
    for (uint32_t r = 0; r < PLAN_REC; r++)
        if (plan_random(&p->random) % 3 != 0)
            moved |= mu_poll(p->rec[r], keep_packet, &got[node][r]) != 0;
    return moved;
}

static bool is_done(const party_t *p)
{
    uint32_t node = p->me->node;
    for (uint32_t f = 0; f < plan.streams + PLAN_ROUTES + PLAN_GETS; f++)
        if (MUSPI_getHwDescCount(p->inj[f]->fifo) < wanted_count[node][f])
            return false;
    for (uint32_t r = 0; r < PLAN_REC; r++)
        if (got[node][r].count < wanted[node][r].count)
            return false;
    for (uint32_t c = 0; c < PLAN_COUNTERS; c++)
        if (in64((uint64_t *)p->arena.va + c) != ((const uint64_t *)wanted_memory[node])[c])
            return false;
    return true;
}

/* ---- Differences ---- */

static pthread_mutex_t report_lock = PTHREAD_MUTEX_INITIALIZER;
static bool reported;
static FILE *report; /* in memory, for a single write */
static char *report_text;
static size_t report_size;

static void say_message(const plan_message_t *m)
{
    const uint64_t *w = (const uint64_t *)&m->d;
    fprintf(report, "  message %u of stream 0x%x, executed by node %u, to node %d", m->number, m->stream,
            m->executor, (int)m->receiver);
    if (m->landing != UINT64_MAX)
        fprintf(report, ", landing at 0x%llx", (unsigned long long)m->landing);
    fprintf(report, "\n");
    for (int i = 0; i < 8; i += 4)
        fprintf(report, "    %016llx %016llx %016llx %016llx\n", (unsigned long long)w[i],
                (unsigned long long)w[i + 1], (unsigned long long)w[i + 2], (unsigned long long)w[i + 3]);
}

static void say_bytes(const char *what, const void *data, uint64_t bytes)
{
    const uint8_t *p = data;
    fprintf(report, "  %s:", what);
    for (uint64_t i = 0; i < bytes; i++)
        fprintf(report, "%s%02x", i % 8 == 0 ? " " : "", p[i]);
    fprintf(report, "\n");
}

/* Prints a packet's header, the payload around byte @p at, and the message. */
static void say_packet(const char *what, const packet_log_t *log, uint32_t index, uint32_t at)
{
    const log_packet_t *p = &log->packet[index];
    const uint8_t *data = log->data + p->at;
    fprintf(report, "  %s: %u bytes\n", what, p->bytes);
    say_bytes("header", data, 32);
    if (at >= 32 && at < p->bytes) {
        char what_bytes[32];
        snprintf(what_bytes, sizeof what_bytes, "payload from %u", at / 32 * 32 - 32);
        say_bytes(what_bytes, data + at / 32 * 32, 32);
    }
    for (uint32_t i = 0; i < plan.message_count; i++)
        if (plan.message[i].number == p->number) {
            say_message(&plan.message[i]);
            return;
        }
}

/* Begins the report of the first difference. @return false: reported already */
static bool begin_report(const char *what, uint32_t node)
{
    pthread_mutex_lock(&report_lock);
    if (reported) {
        pthread_mutex_unlock(&report_lock);
        return false;
    }
    CHECK(!"the Message Unit and the reference agree");
    reported = true;
    report = open_memstream(&report_text, &report_size);
    if (report == NULL)
        abort();
    fprintf(report, "node %u of %ux%ux%ux%ux%u, torus 0x%x: %s\n", node, plan.size[0], plan.size[1],
            plan.size[2], plan.size[3], plan.size[4], plan.torus, what);
    return true;
}

static void end_report(void)
{
    fprintf(report, "  to repeat: reference_differential --seed 0x%llx --messages %u\n",
            (unsigned long long)plan.seed, messages_wanted);
    fclose(report);
    fputs(report_text, stderr);
    free(report_text);
    pthread_mutex_unlock(&report_lock);
}

static bool compare_counts(const party_t *p)
{
    uint32_t node = p->me->node;
    for (uint32_t f = 0; f < plan.streams + PLAN_ROUTES + PLAN_GETS; f++) {
        uint64_t count = MUSPI_getHwDescCount(p->inj[f]->fifo);
        if (count == wanted_count[node][f])
            continue;
        if (begin_report("completed descriptors", node)) {
            fprintf(report, "  injection FIFO %u: wanted %llu, got %llu\n", f,
                    (unsigned long long)wanted_count[node][f], (unsigned long long)count);
            if (f < plan.streams + PLAN_ROUTES && count < plan.stream[node][f].count)
                say_bytes("descriptor at its head", &plan.stream[node][f].d[count], 64);
            end_report();
        }
        return false;
    }
    return true;
}

/* @return offset of the first difference, or the smaller size. */
static uint32_t same_bytes(const packet_log_t *w, const packet_log_t *g, uint32_t index)
{
    const log_packet_t *a = &w->packet[index], *b = &g->packet[index];
    uint32_t i = 0, both = a->bytes < b->bytes ? a->bytes : b->bytes;
    if (memcmp(w->data + a->at, g->data + b->at, both) == 0)
        return both;
    while (w->data[a->at + i] == g->data[b->at + i])
        i++;
    return i;
}

static bool compare_fifo(uint32_t node, uint32_t fifo)
{
    packet_log_t *w = &wanted[node][fifo], *g = &got[node][fifo];
    if (w->count != 0)
        qsort(w->packet, w->count, sizeof *w->packet, by_stream);
    if (g->count != 0)
        qsort(g->packet, g->count, sizeof *g->packet, by_stream);
    uint32_t i = 0, both = w->count < g->count ? w->count : g->count, at = 0;
    while (i < both && w->packet[i].bytes == g->packet[i].bytes &&
           (at = same_bytes(w, g, i)) == w->packet[i].bytes)
        i++;
    if (i == w->count && i == g->count)
        return true;
    if (begin_report("packets", node)) {
        fprintf(
            report,
            "  reception FIFO %u: wanted %u packets, got %u; sorted, number %u is the first that differs\n",
            fifo, w->count, g->count, i);
        if (i < w->count)
            say_packet("wanted", w, i, at);
        if (i < g->count)
            say_packet("got", g, i, at);
        end_report();
    }
    return false;
}

static void compare_memory(const party_t *p)
{
    uint32_t node = p->me->node;
    const uint8_t *g = (const uint8_t *)p->arena.va, *w = wanted_memory[node];
    if (memcmp(g, w, PLAN_ARENA) == 0 || !begin_report("memory", node))
        return;
    uint64_t at = 0;
    while (g[at] == w[at])
        at++;
    fprintf(report, "  offset 0x%llx%s\n", (unsigned long long)at,
            at < PLAN_COUNTERS * 8 ? ", a counter" : "");
    uint64_t from = at / 32 * 32;
    say_bytes("before", plan.before[node] + from, 32);
    say_bytes("wanted", w + from, 32);
    say_bytes("got   ", g + from, 32);
    for (uint32_t i = 0; i < plan.message_count; i++) {
        const plan_message_t *m = &plan.message[i];
        if (m->landing <= at && at < m->landing + m->d.Message_Length + 8 &&
            (m->receiver == node || m->receiver == UINT32_MAX))
            say_message(m);
    }
    end_report();
}

/* ---- One job ---- */

static void differential_body(mu_rank_t *me)
{
    party_t p;
    open_party(&p, me);
    mu_barrier(me);
    if (me->node == 0 || mu_in_processes()) {
        memcpy(plan.pa, mu_board, plan.nodes * sizeof *mu_board);
        plan_make(&plan);
        reference_ok = run_reference();
    }
    if (!mu_in_processes())
        pthread_barrier_wait(&planned);
    if (!CHECK(reference_ok))
        return;
    memcpy(p.arena.va, plan.before[me->node], PLAN_ARENA);
    mu_barrier(me);
    mu_wait_t wait = {0};
    for (;;) {
        if (work(&p)) {
            mu_progress();
            if (plan.seed / 9 % 2) /* otherwise sleeping ranks cause few iterations with long queues */
                wait.turns = 0;
            continue;
        }
        if (is_done(&p))
            break;
        if (!mu_go_on(&wait)) /* the comparison finds missing packets */
            break;
    }
    mu_barrier(me);
    for (uint32_t r = 0; r < PLAN_REC; r++) /* extra packets? */
        mu_poll(p.rec[r], keep_packet, &got[me->node][r]);
    mu_barrier(me);
    bool same = compare_counts(&p);
    for (uint32_t r = 0; r < PLAN_REC; r++)
        same &= compare_fifo(me->node, r);
    if (same)
        compare_memory(&p);
}

/* Counts descriptors of each kind, and packets. */
static void count(against_t *done)
{
    done->descriptors = plan.message_count;
    for (uint32_t i = 0; i < plan.message_count; i++) {
        const plan_message_t *m = &plan.message[i];
        if (m->stream >= 0xff00)
            done->kind[AGAINST_COLLECTIVE]++;
        else
            done->kind[m->d.PacketHeader.NetworkHeader.pt2pt.Byte8.Packet_Type]++;
    }
    for (uint32_t node = 0; node < plan.nodes; node++)
        for (int r = 0; r < PLAN_REC; r++)
            done->packets += wanted[node][r].count;
}

static void empty_logs(void)
{
    for (uint32_t node = 0; node < PLAN_NODES; node++)
        for (int r = 0; r < PLAN_REC; r++) {
            wanted[node][r].count = got[node][r].count = 0;
            wanted[node][r].used = got[node][r].used = 0;
        }
}

bool against_run(uint64_t seed, uint32_t messages, const uint8_t *choice, size_t choices, against_t *done)
{
    static const char *const inline_bytes[] = {"0", "1K", "256K"}, *const engines[] = {"auto", "1", "2"};
    reported = false;
    memset(done, 0, sizeof *done);
    empty_logs();
    messages_wanted = messages;
    plan_choose(&plan, seed, messages, choice, choices);
    setenv("EMUQ_INLINE_BYTES", inline_bytes[seed % 3], 1);
    setenv("EMUQ_ENGINES", engines[seed / 3 % 3], 1);
    emuq_job_t job = {.mesh = ~plan.torus & 0x1f};
    memcpy(job.shape, plan.size, sizeof job.shape);
    pthread_barrier_init(&planned, NULL, plan.nodes);
    bool is_good = mu_try(job, differential_body);
    pthread_barrier_destroy(&planned);
    unsetenv("EMUQ_INLINE_BYTES");
    unsetenv("EMUQ_ENGINES");
    memcpy(done->size, plan.size, sizeof done->size);
    count(done);
    plan_free(&plan);
    return is_good;
}

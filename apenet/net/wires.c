/* SPDX-License-Identifier: BSD-3-Clause */
/* Wires between links. A wire in memory is a ring of words between two nodes of the same host. An external
 * wire carries segments of words; its carrier may lose, repeat and reorder them (apenet 8.8). */
#include <errno.h>
#include <string.h>

#include "apenet/net/node.h"

/* ---- wires in memory ---- */

/* Gives words of a wire to the link, after the faults of the job. @return false: the wire is cut */
static bool wire_take_words(const network_context_t *c, network_node_t *n, unsigned port,
                            apenet_fault_line_t *faults, apenet_word_t *word, uint32_t words)
{
    if (__builtin_expect(c->network->has_faults, 0))
        words = apenet_fault_line_pass(faults, word, words);
    apenet_link_receive(n->link[port], word, words);
    n->fresh |= apenet_link_fronts(n->link[port]) << apenet_crossbar_position(port) * APENET_VCS;
    return !faults->is_cut;
}

/* The link may have words to send. */
static void wire_note_received(const network_context_t *c, network_node_t *n, unsigned port)
{
    n->counted |= (uint32_t)c->network->can_lose << port; /* what is lost or damaged */
    n->active |= 1u << port;
}

static bool wire_receive(const network_context_t *c, network_node_t *n, unsigned port)
{
    network_wire_t *w = n->in[port];
    /* Acquire: pairs with the release in wire_transmit(). */
    uint64_t words = AO_load_acquire(&w->tail) - w->head;
    if (words == 0)
        return false;
    wire_note_received(c, n, port);
    if (c->network->has_faults && AO_int_load(&w->is_cut) != 0)
        w->faults.is_cut = true;
    uint32_t first = (uint32_t)(w->head % WIRE_WORDS), straight = WIRE_WORDS - first;
    straight = straight < words ? straight : (uint32_t)words;
    bool is_whole = wire_take_words(c, n, port, &w->faults, &w->word[first], straight);
    if (straight < words)
        is_whole = wire_take_words(c, n, port, &w->faults, w->word, (uint32_t)words - straight);
    if (!is_whole)
        AO_int_store(&n->out[port]->is_cut, true);
    n->received[port] += (uint32_t)words;
    emuq_store_ordered(&w->head, w->head + words); /* before the flag, as in wire_transmit() */
    if (emuq_load_ordered(&w->stalled) != 0 && emuq_int_exchange(&w->stalled, false) != 0)
        network_mark(c->network, n->next[port]);
    return true;
}

static uint32_t wire_space(const network_wire_t *w)
{
    /* Acquire: pairs with the store in wire_receive(); the words are no longer read. */
    return WIRE_WORDS - (uint32_t)(w->tail - emuq_load_ordered(&w->head));
}

bool apenet_wires_send(network_node_t *n, unsigned port, unsigned vc, const apenet_network_packet_t *p)
{
    network_wire_t *w = n->out[port];
    if (w == NULL)
        return false;
    uint32_t space = wire_space(w), first = (uint32_t)(w->tail % WIRE_WORDS), straight = WIRE_WORDS - first;
    n->active |= 1u << port;
    uint32_t words = apenet_link_send(n->link[port], vc, &p->header, p->payload, &p->footer, &w->word[first],
                                      space < straight ? space : straight);
    if (words == 0)
        return false;
    AO_store_release(&w->tail, w->tail + words);
    n->written[port] += words;
    return true;
}

/* Fills the wire once around at most: words that arrive meanwhile may be CREDITs. @return number of words */
static uint32_t wire_fill(network_node_t *n, unsigned port, bool *again)
{
    network_wire_t *w = n->out[port];
    uint32_t space = wire_space(w), all = 0, words, straight;
    if (space == 0) {
        emuq_store_ordered(&w->stalled, true);
        space = wire_space(w);
    }
    do {
        if (space == 0)
            return all; /* the port stays active */
        uint32_t first = (uint32_t)(w->tail % WIRE_WORDS);
        straight = space < WIRE_WORDS - first ? space : WIRE_WORDS - first;
        words = apenet_link_transmit(n->link[port], &w->word[first], straight);
        AO_store_release(&w->tail, w->tail + words);
        *again |= words == space; /* full */
        space -= words;
        all += words;
    } while (words == straight);
    n->active &= ~(1u << port);
    return all;
}

/* @return number of words written, by apenet_wires_send(), too */
static uint32_t wire_transmit(const network_context_t *c, network_node_t *n, unsigned port, bool *again)
{
    uint32_t all = n->written[port];
    n->written[port] = 0;
    if (apenet_link_is_idle(n->link[port]))
        n->active &= ~(1u << port);
    else
        all += wire_fill(n, port, again);
    if (all != 0)
        network_mark(c->network, n->next[port]);
    return all;
}

static bool wire_is_empty(const network_wire_t *w)
{
    return AO_load_acquire(&w->tail) == AO_load_acquire(&w->head);
}

/* ---- external wires ---- */

#define TICK_FIRST_NS UINT64_C(1000000)
#define TICK_MOST_NS  UINT64_C(4000000000) /* 64 ticks, 16 resends: more than a minute */

uint32_t apenet_network_arrive_space(const apenet_network_t *n, uint32_t node, unsigned port)
{
    const network_line_t *line = n->node[node].line[port];
    if (AO_int_load(&n->node[node].is_stopped) != 0)
        return LINE_SEGMENTS;
    /* Acquire: pairs with line_receive(); the segment is no longer read. */
    return LINE_SEGMENTS - (uint32_t)(line->tail - AO_load_acquire(&line->head));
}

int apenet_network_arrive(apenet_network_t *n, uint32_t node, unsigned port, uint32_t number,
                          const apenet_word_t *word, uint32_t words)
{
    network_line_t *line = n->node[node].line[port];
    int32_t ahead = (int32_t)(number - line->expected);
    uint32_t passed = ahead < 0 ? 0u - (uint32_t)ahead : 0;
    if (words <= passed || AO_int_load(&n->node[node].is_stopped) != 0)
        return -EALREADY;
    if (apenet_network_arrive_space(n, node, port) == 0)
        return -EAGAIN;
    network_segment_t *s = &line->slot[line->tail % LINE_SEGMENTS];
    s->words = words - passed;
    s->follows_gap = ahead > 0;
    memcpy(s->word, word + passed, s->words * sizeof *word);
    line->expected = number + words;
    AO_store_release(&line->tail, line->tail + 1); /* pairs with line_receive() */
    network_mark(n, node);
    return 0;
}

int apenet_network_arrive_datagram(apenet_network_t *n, uint32_t node, unsigned port, const void *datagram,
                                   uint64_t bytes)
{
    uint32_t number;
    if (bytes <= sizeof number || bytes > APENET_DATAGRAM_BYTES ||
        (bytes - sizeof number) % sizeof(apenet_word_t) != 0)
        return -EBADMSG;
    memcpy(&number, datagram, sizeof number);
    return apenet_network_arrive(n, node, port, number,
                                 (const apenet_word_t *)((const char *)datagram + sizeof number),
                                 (uint32_t)((bytes - sizeof number) / sizeof(apenet_word_t)));
}

static bool line_receive(const network_context_t *c, network_node_t *n, unsigned port)
{
    network_line_t *line = n->line[port];
    const uint64_t first = line->head;
    uint64_t head = first;
    /* Acquire: pairs with apenet_network_arrive(). */
    for (; AO_load_acquire(&line->tail) != head; AO_store_release(&line->head, ++head)) {
        network_segment_t *s = &line->slot[head % LINE_SEGMENTS];
        wire_note_received(c, n, port);
        if (s->follows_gap)
            apenet_link_gap(n->link[port]);
        if (!wire_take_words(c, n, port, &line->faults, s->word, s->words))
            line->is_cut = true;
        n->received[port] += s->words;
        line->has_arrived = true;
    }
    return head != first;
}

static bool line_send(const network_context_t *c, const network_node_t *n, unsigned port, uint64_t number,
                      const network_segment_t *s)
{
    return c->hooks->send(c->argument, n->number, port, number, s->word, s->words);
}

/* Sends the segment in `out`, after the faults of datagrams. @return false: not now */
static bool line_send_out(const network_context_t *c, network_node_t *n, unsigned port)
{
    network_line_t *line = n->line[port];
    const apenet_fault_plan_t *plan = &c->network->faults;
    unsigned fate =
        line->is_cut ? APENET_DATAGRAM_LOST : apenet_fault_datagram(plan, n->number, port, line->sent);
    if (fate == APENET_DATAGRAM_LATE && !line->has_held) {
        line->held = line->out;
        line->held_number = line->sent;
        line->has_held = true;
    } else if (fate != APENET_DATAGRAM_LOST) {
        if (!line_send(c, n, port, line->sent, &line->out))
            return false;
        if (fate == APENET_DATAGRAM_DOUBLE)
            (void)line_send(c, n, port, line->sent, &line->out);
        if (line->has_held)
            (void)line_send(c, n, port, line->held_number, &line->held);
        line->has_held = false;
    }
    line->sent += line->out.words;
    line->out.words = 0;
    return true;
}

/* Fills the segment to send, and counts the packets in it up to the one that cuts the link. */
static void line_fill(const network_context_t *c, network_line_t *line, apenet_link_t *link)
{
    line->out.words = apenet_link_transmit(link, line->out.word, APENET_SEGMENT_WORDS);
    if (c->network->faults.has_cut)
        (void)apenet_fault_line_pass(&line->outgoing, line->out.word, line->out.words);
}

static uint32_t line_transmit(const network_context_t *c, network_node_t *n, unsigned port, bool *again)
{
    network_line_t *line = n->line[port];
    uint32_t all = 0, segments = 0;
    for (; segments < LINE_SEGMENTS; segments++) { /* words that arrive meanwhile may be CREDITs */
        if (line->out.words == 0)
            line_fill(c, line, n->link[port]);
        uint32_t words = line->out.words;
        if (words == 0 || !line_send_out(c, n, port))
            break;
        line->is_cut |= line->outgoing.is_cut; /* behind the START that the peer counts */
        all += words;
    }
    *again |= segments == LINE_SEGMENTS;
    return all;
}

/* Time passes more slowly the longer the peer acknowledges nothing, so that a link does not go down while
 * its peer is stopped or waits for a processor: on a loaded host for half a minute and more. CREDITs of such
 * a peer are no progress: the thread that sends them need not be the one that receives. */
static bool line_tick(network_line_t *line, const apenet_link_t *l, uint64_t now_ns)
{
    uint32_t progress = apenet_link_progress(l);
    if (line->interval == 0 || progress != line->progress) {
        line->interval = TICK_FIRST_NS;
        line->next_tick = now_ns + TICK_FIRST_NS;
    }
    line->progress = progress;
    if (now_ns < line->next_tick)
        return false;
    if (!line->is_cut)
        line->interval += line->interval < TICK_MOST_NS ? line->interval / 6 : 0;
    line->next_tick = now_ns + line->interval;
    return true;
}

/* The peer gets acknowledgements although time passes slowly. @return whether a CREDIT is due */
static bool line_credit(network_line_t *line, apenet_link_t *l, uint64_t now_ns)
{
    if (!line->has_arrived || now_ns < line->next_credit)
        return false;
    line->has_arrived = false;
    line->next_credit = now_ns + TICK_FIRST_NS;
    apenet_link_send_credit(l);
    return true;
}

/* @return whether time has passed, or a CREDIT is due */
static bool line_pass_time(network_line_t *line, apenet_link_t *l, uint64_t now_ns)
{
    bool has_passed = line_credit(line, l, now_ns);
    if (line_tick(line, l, now_ns)) {
        apenet_link_tick(l, LINE_TIMEOUT / 4);
        has_passed = true;
    }
    return has_passed;
}

/* ---- nodes ---- */

bool apenet_wires_receive(network_context_t *c, network_node_t *n)
{
    bool has_moved = false;
    for (uint32_t rest = n->ports; rest != 0; rest &= rest - 1) {
        unsigned port = (unsigned)__builtin_ctz(rest);
        has_moved |= n->line[port] != NULL ? line_receive(c, n, port) : wire_receive(c, n, port);
    }
    return has_moved;
}

bool apenet_wires_transmit(network_context_t *c, network_node_t *n, bool *again)
{
    bool has_moved = false;
    for (uint32_t rest = n->active | n->lines; rest != 0; rest &= rest - 1) {
        unsigned port = (unsigned)__builtin_ctz(rest);
        uint32_t words =
            n->line[port] != NULL ? line_transmit(c, n, port, again) : wire_transmit(c, n, port, again);
        if (n->received[port] > words) /* an idle line passes time, too: CREDITs become due */
            apenet_link_tick(n->link[port], n->received[port] - words);
        if (apenet_link_is_due(n->link[port])) {
            n->active |= 1u << port;
            *again = true;
        }
        if (c->network->can_lose && AO_int_load(&n->is_down[port]) == 0 &&
            apenet_link_state(n->link[port]) == APENET_LINK_DOWN)
            has_moved = *again = true; /* its packets are dropped */
        n->received[port] = 0;
        n->counted |= (uint32_t)(words != 0) << port;
        has_moved |= words != 0;
    }
    return has_moved;
}

bool apenet_wires_are_empty(const network_node_t *n, unsigned port)
{
    const network_line_t *line = n->line[port];
    if (line == NULL)
        return wire_is_empty(n->in[port]) && wire_is_empty(n->out[port]);
    return line->out.words == 0 && AO_load_acquire(&line->tail) == line->head;
}

bool apenet_wires_tick(const apenet_network_t *network, network_node_t *n, uint32_t words, uint64_t now_ns,
                       bool *waits)
{
    bool has_passed = false;
    for (unsigned port = 0; port < APENET_PORTS; port++) {
        apenet_link_t *l = n->link[port];
        if (l == NULL)
            continue;
        if (apenet_link_is_settled(l)) {
            if (n->line[port] != NULL)
                n->line[port]->interval = 0;
            continue;
        }
        if (!network->can_lose) /* the carrier is reliable, and a silent peer is not running */
            continue;
        *waits = true;
        if (!apenet_wires_are_empty(n, port))
            continue;
        n->active |= 1u << port;
        if (n->line[port] != NULL) {
            has_passed |= line_pass_time(n->line[port], l, now_ns);
        } else {
            apenet_link_tick(l, words);
            has_passed = true;
        }
    }
    return has_passed;
}

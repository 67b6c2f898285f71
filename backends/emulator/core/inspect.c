/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/machine.h"

#include <errno.h>
#include <string.h>

#include "backends/emulator/collective/tree.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/core/remote_ops.h"
#include "base/host_calls.h"
#include "base/text.h"

/* The sums of disabled FIFOs have been added before. */
static void inspect_flush_node(emuq_work_t *work, emuq_mu_node_t *n)
{
    emuq_inj_t *f;
    for (uint32_t id = 0; (f = emuq_next_enabled(n, &id)) != NULL;) {
        emuq_claim_wait(&f->claim);
        if (!(AO_load(&f->state) & EMUQ_FIFO_BUSY))
            emuq_count_flush(f);
        emuq_inj_release(work, f);
    }
}

uint64_t emuq_count_completions(emuq_machine_t *m, uint32_t node)
{
    uint64_t completed = 0;
    const emuq_inj_t *f;
    for (uint32_t id = 0; (f = emuq_next_enabled(&m->node[node], &id)) != NULL;)
        completed += AO_load(&f->regs->desc_count);
    return completed;
}

/* Number of a counter between hosts: an event, or damaged packets of a link. */
#define EVENT_SHIFT 16
#define LINK_SHIFT  8
enum { SENT_AGAIN = EMUQ_COUNT_LINK_PACKETS_RECEIVED + 1, RECEIVED_DAMAGED };

/* Both ends use the counter of the sender's end. */
static uint64_t inspect_damaged_here(const emuq_machine_t *m, uint32_t node, uint32_t link, bool received)
{
    if (received) {
        node = emuq_neighbour(&m->geometry, node, link);
        link ^= 1;
    }
    return node == UINT32_MAX ? 0 : AO_load(&m->node[node].resent[link]);
}

int emuq_count_here(emuq_work_t *work, emuq_machine_t *m, uint32_t node, uint32_t counter, uint64_t *value)
{
    uint32_t event = counter >> EVENT_SHIFT, link = counter >> LINK_SHIFT & 0xff, vc = counter & 0xff;
    if (node >= m->nodes || link > EMUQ_LINKS || vc >= EMUQ_VCS || event > RECEIVED_DAMAGED)
        return -EINVAL;
    if (event >= SENT_AGAIN) {
        *value = link < EMUQ_LINKS ? inspect_damaged_here(m, node, link, event == RECEIVED_DAMAGED) : 0;
        return 0;
    }
    for (uint32_t i = 0; i < m->nodes; i++)
        if (m->node[i].is_here) /* messages of remote nodes are in sums of their hosts */
            inspect_flush_node(work, &m->node[i]);
    const emuq_mu_node_t *n = &m->node[node];
    bool is_link = event > EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED, sent = event == EMUQ_COUNT_LINK_CHUNKS_SENT;
    if (!is_link) {
        *value = AO_load(&n->count[event]);
        for (uint32_t type = 0; type < 3; type++)
            if (event == (uint32_t)emuq_received_event(type))
                *value += emuq_tree_count_received(n, type);
    } else if (link == EMUQ_LINKS) {
        *value = 0; /* no I/O link */
    } else {
        *value = AO_load(sent ? &n->chunks_sent[link][vc] : &n->packets_received[link][vc]) +
                 emuq_tree_count_link(n, link, vc, sent);
    }
    return 0;
}

static int inspect_all_hosts(emuq_machine_t *m, uint32_t node, uint32_t counter, uint64_t *value)
{
    emuq_work_t work;
    emuq_work_begin(&work);
    int rc = emuq_count_here(&work, m, node, counter, value);
    emuq_work_run(&work);
    if (rc != 0 || !emuq_is_distributed(m) || !m->node[node].is_here)
        return rc;
    struct emuq_update *query =
        emuq_remote_ops->update_send(&m->node[node], EMUQ_UPDATE_COUNT_REQUEST, counter, 0, true);
    if (query == NULL)
        return -ENOMEM;
    *value += emuq_remote_ops->update_wait(query);
    return 0;
}

int emuq_count_read(emuq_machine_t *m, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                    uint64_t *value)
{
    if (link > EMUQ_LINKS || vc >= EMUQ_VCS || event > EMUQ_COUNT_LINK_PACKETS_RECEIVED)
        return -EINVAL;
    return inspect_all_hosts(m, node, (uint32_t)event << EVENT_SHIFT | link << LINK_SHIFT | vc, value);
}

int emuq_count_read_damaged(emuq_machine_t *m, uint32_t node, uint32_t link, bool received, uint64_t *value)
{
    return inspect_all_hosts(
        m, node, (uint32_t)(received ? RECEIVED_DAMAGED : SENT_AGAIN) << EVENT_SHIFT | link << LINK_SHIFT,
        value);
}

static void inspect_copy(uint64_t *to, const uint64_t *from, size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof *to; i++)
        to[i] = AO_load(&from[i]);
}

static void inspect_copy_counters(const emuq_machine_t *m, emuq_node_counts_t *counts)
{
    for (uint32_t i = 0; i < m->nodes; i++) {
        const emuq_mu_node_t *n = &m->node[i];
        inspect_copy(counts[i].mu, n->count, sizeof n->count);
        inspect_copy(counts[i].chunks_sent[0], n->chunks_sent[0], sizeof n->chunks_sent);
        inspect_copy(counts[i].packets_received[0], n->packets_received[0], sizeof n->packets_received);
        inspect_copy(counts[i].resent, n->resent, sizeof n->resent);
    }
}

void emuq_count_totals(emuq_machine_t *m, emuq_node_counts_t *counts)
{
    emuq_inj_t *f;
    for (uint32_t i = 0; i < m->nodes; i++) /* takes no claims: an owner may have died holding one */
        for (uint32_t id = 0; (f = emuq_next_enabled(&m->node[i], &id)) != NULL;)
            emuq_count_flush(f);
    emuq_trees_settle(m);
    inspect_copy_counters(m, counts);
}

_Static_assert(sizeof(emuq_node_counts_t) == sizeof(((emuq_mu_node_t *)0)->count) +
                                                 2 * sizeof(((emuq_mu_node_t *)0)->chunks_sent) +
                                                 sizeof(((emuq_mu_node_t *)0)->resent),
               "the backend's table has other counters");

/* ---- Description of a waiting rank, from shared state ---- */

#define RECENTLY_NS 500000000u

/* Not emuq_tree::raised, which changes under the lock of the tree: a killed process may hold it. */
static void inspect_count_raised(const emuq_tree_t *tree, uint32_t raised[3])
{
    memset(raised, 0, 3 * sizeof *raised);
    for (uint32_t i = 0; i < tree->participants; i++) {
        uint64_t bits = AO_load(&tree->machine->node[tree->participant[i]].gi_contribution[tree->route]);
        for (int bit = 0; bit < 3; bit++)
            raised[bit] += bits >> bit & 1;
    }
}

static void inspect_describe_route(emuq_text_t *t, const emuq_mu_node_t *n, uint32_t route)
{
    const emuq_tree_t *tree = emuq_pointer_load_acquire(&n->gi_tree[route]);
    emuq_text_add(t, "waits at the global-interrupt barrier of class route %u", route);
    if (tree != NULL) {
        uint32_t raised[3];
        inspect_count_raised(tree, raised);
        emuq_text_add(t, " (%u nodes%s take part; wires raised by %u, %u, %u of them)", tree->participants,
                      tree->hosts > 1 ? " of this host" : "", raised[0], raised[1], raised[2]);
    }
    emuq_text_add(t, "\n");
}

static void inspect_describe_poll(emuq_text_t *t, const emuq_machine_t *m, const emuq_member_t *member)
{
    uint64_t polled = AO_load(&member->polled);
    if (polled == 0 || emuq_host_now_ns() - AO_load(&member->polled_ns) > RECENTLY_NS) {
        emuq_text_add(t, "computes, or polls its own memory (a counter, say)\n");
        return;
    }
    uint32_t offset = (uint32_t)((polled - 1) % EMUQ_REGISTER_FILE_BYTES);
    uint32_t subgroup = (offset >> 16) * 4 + (offset >> 12 & 3), r = offset & 0xfff;
    if (r < EMUQ_REG_REC)
        emuq_text_add(t, "waits for injection FIFO %u of subgroup %u: %s\n", r / 64, subgroup,
                      r % 64 / 8 == 5 ? "free space" : "completion of a descriptor");
    else if (r < EMUQ_REG_IS_ENABLED)
        emuq_text_add(t, "waits for a packet in reception FIFO %u of subgroup %u\n", (r - EMUQ_REG_REC) / 64,
                      subgroup);
    else if (r >= EMUQ_REG_GI_CONTROL && r < EMUQ_REG_GI_STATUS + EMUQ_ROUTES * 8)
        inspect_describe_route(t, &m->node[(polled - 1) / EMUQ_REGISTER_FILE_BYTES], r % 0x80 / 8);
    else
        emuq_text_add(t, "polls the register at offset 0x%x of its node\n", offset);
}

static const char *inspect_reason(const emuq_inj_t *f)
{
    uint64_t state = AO_load(&f->state);
    if (!(AO_load(&f->attributes) & EMUQ_INJ_ENABLED))
        return "the FIFO is not enabled";
    if (state & EMUQ_FIFO_STOPPED)
        return "the first was rejected";
    if (AO_int_load((const unsigned *)&f->waiter.state) == EMUQ_REQUESTED)
        return "the first is being delivered by the receiving process";
    if (emuq_flag_load(&f->window.is_full))
        return "flow control: a target on another host is full";
    if (state & EMUQ_FIFO_PARKED)
        return "the first is parked: its target is full, or its collective is incomplete";
    return "the first is in progress";
}

size_t emuq_describe(emuq_machine_t *m, uint32_t node, uint32_t member, int32_t rank, char *text,
                     size_t bytes)
{
    emuq_text_t t = emuq_text(text, bytes);
    emuq_mu_node_t *n = &m->node[node];
    inspect_describe_poll(&t, m, &m->member[member]);
    const emuq_inj_t *f;
    for (uint32_t i = 0; (f = emuq_next_inj(n, &i)) != NULL;) {
        uint64_t head = AO_load(&f->regs->head); /* loaded before the tail, which the head never passes */
        uint64_t used = emuq_ring_used(AO_load(&f->regs->size_1) + 1, head, AO_load(&f->regs->tail));
        if (used != 0 && emuq_owner_of(&f->owner).rank == rank)
            emuq_text_add(&t, "injection FIFO %u of subgroup %u holds %lu descriptors: %s\n", f->id % 8,
                          f->id / 8, (unsigned long)(used / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES),
                          inspect_reason(f));
    }
    return t.length;
}

/* ---- Snapshot of counters ---- */

static void inspect_add_sums(emuq_machine_t *m, emuq_mu_node_t *n, emuq_node_counts_t *counts)
{
    const emuq_inj_t *f;
    for (uint32_t id = 0; (f = emuq_next_enabled(n, &id)) != NULL;) {
        emuq_traffic_snapshot(m, n->number, &f->traffic, counts);
        for (uint32_t r = 0; r < EMUQ_CACHED_ROUTES; r++)
            emuq_traffic_snapshot(m, n->number, &f->route[r].traffic, counts);
    }
}

void emuq_snapshot(emuq_machine_t *m, emuq_node_counts_t *counts)
{
    inspect_copy_counters(m, counts);
    for (uint32_t i = 0; i < m->nodes; i++)
        inspect_add_sums(m, &m->node[i], counts);
}

/* Inserts a FIFO; the first of equally full FIFOs wins. @return length of the list */
static uint32_t inspect_rank_fifo(emuq_fifo_fill_t *fill, uint32_t count, uint32_t most,
                                  const emuq_fifo_fill_t *fifo)
{
    uint32_t place = count;
    while (place > 0 && (double)fill[place - 1].used / (double)fill[place - 1].bytes <
                            (double)fifo->used / (double)fifo->bytes)
        place--;
    if (place == most)
        return count;
    count += count < most;
    memmove(&fill[place + 1], &fill[place], (count - 1 - place) * sizeof *fill);
    fill[place] = *fifo;
    return count;
}

/* Ignores a FIFO that is empty or whose registers are being rewritten. */
static uint32_t inspect_add_fifo(emuq_fifo_fill_t *fill, uint32_t count, uint32_t most, emuq_fifo_fill_t fifo,
                                 const volatile uint64_t *size_1, const volatile uint64_t *head,
                                 const volatile uint64_t *tail)
{
    uint64_t first = AO_load(head); /* loaded before the tail, which the head never passes */
    fifo.bytes = AO_load(size_1) + 1;
    fifo.used = emuq_ring_used(fifo.bytes, first, AO_load(tail));
    bool is_filled = fifo.bytes != 0 && fifo.used != 0 && fifo.used <= fifo.bytes;
    return is_filled ? inspect_rank_fifo(fill, count, most, &fifo) : count;
}

uint32_t emuq_fullest(const emuq_machine_t *m, emuq_fifo_fill_t *fill, uint32_t most)
{
    uint32_t count = 0;
    for (emuq_mu_node_t *n = m->node; n < m->node + m->nodes && most != 0; n++) {
        const emuq_inj_t *f;
        for (uint32_t i = 0; (f = emuq_next_inj(n, &i)) != NULL;)
            count = inspect_add_fifo(fill, count, most, (emuq_fifo_fill_t){.node = n->number, .fifo = f->id},
                                     &f->regs->size_1, &f->regs->head, &f->regs->tail);
        for (uint32_t i = 0; i < EMUQ_REC_FIFOS; i++)
            if (emuq_is_used(n, i / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP) &&
                emuq_pointer_load_acquire(&n->rec[i].regs) != NULL)
                count = inspect_add_fifo(
                    fill, count, most, (emuq_fifo_fill_t){.node = n->number, .fifo = i, .is_reception = true},
                    &n->rec[i].regs->size_1, &n->rec[i].regs->head, &n->rec[i].regs->tail);
    }
    return count;
}

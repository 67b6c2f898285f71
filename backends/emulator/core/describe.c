/* SPDX-License-Identifier: BSD-3-Clause */
/* What a rank waits for, for people: read from the shared state without stopping any thread. */
#include "backends/emulator/core/describe.h"

#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/collective/tree.h"
#include "base/host_calls.h"
#include "base/text.h"

#define RECENTLY_NS 500000000u

static void describe_route(emuq_text_t *t, const emuq_mu_node_t *n, uint32_t route)
{
    const emuq_tree_t *tree = __atomic_load_n(&n->gi_tree[route], __ATOMIC_ACQUIRE);
    emuq_text_add(t, "waits at the global-interrupt barrier of class route %u", route);
    if (tree != NULL)
        emuq_text_add(t, " (%u nodes%s take part; wires raised by %u, %u, %u of them)", tree->participants,
                      tree->hosts > 1 ? " of this host" : "", tree->raised[0], tree->raised[1],
                      tree->raised[2]);
    emuq_text_add(t, "\n");
}

/* The register that the process polls. */
static void describe_poll(emuq_text_t *t, const emuq_machine_t *m, const emuq_member_t *member)
{
    uint64_t polled = __atomic_load_n(&member->polled, __ATOMIC_RELAXED);
    if (polled == 0 || emuq_host_now_ns() - __atomic_load_n(&member->polled_ns, __ATOMIC_RELAXED) > RECENTLY_NS) {
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
        describe_route(t, &m->node[(polled - 1) / EMUQ_REGISTER_FILE_BYTES], r % 0x80 / 8);
    else
        emuq_text_add(t, "polls the register at offset 0x%x of its node\n", offset);
}

static const char *why(const emuq_inj_t *f)
{
    uint64_t hold = __atomic_load_n(&f->hold, __ATOMIC_RELAXED);
    if (!(__atomic_load_n(&f->attributes, __ATOMIC_RELAXED) & EMUQ_INJ_ENABLED))
        return "the FIFO is not enabled";
    if (hold & EMUQ_HOLD_STOPPED)
        return "the first was refused";
    if (f->waiter.state == EMUQ_REQUESTED)
        return "the first is being brought by the process that it is for";
    if (__atomic_load_n(&f->window.is_full, __ATOMIC_RELAXED))
        return "other hosts have not taken what it has sent: a target there is full";
    if (hold & EMUQ_HOLD_PARKED)
        return "the first waits: its target is full, or its collective is not complete";
    return "the first is on its way";
}

size_t emuq_describe(emuq_machine_t *m, uint32_t node, uint32_t member, int32_t rank, char *text,
                     size_t bytes)
{
    emuq_text_t t = emuq_text(text, bytes);
    emuq_mu_node_t *n = &m->node[node];
    describe_poll(&t, m, &m->member[member]);
    for (uint32_t i = 0; i < EMUQ_INJ_FIFOS; i++) {
        emuq_inj_t *f = &n->inj[i];
        if (!emuq_is_used(n, i / 8) || f->regs == NULL || emuq_owner_of(&f->owner).rank != rank)
            continue;
        uint64_t head = __atomic_load_n(&f->regs->head, __ATOMIC_RELAXED),
                 tail = __atomic_load_n(&f->regs->tail, __ATOMIC_RELAXED),
                 size = __atomic_load_n(&f->regs->size_1, __ATOMIC_RELAXED) + 1;
        if (head != tail)
            emuq_text_add(&t, "injection FIFO %u of subgroup %u holds %lu descriptors: %s\n", i % 8, i / 8,
                          (unsigned long)((tail >= head ? tail - head : size - (head - tail)) /
                                          BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES),
                          why(f));
    }
    return t.length;
}

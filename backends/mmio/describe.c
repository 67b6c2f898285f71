/* SPDX-License-Identifier: BSD-3-Clause */
/* What is left to do, read from the registers: for people, and for a process that ends. */
#define _GNU_SOURCE
#include "backends/mmio/mmio.h"

#include <stdio.h>
#include <time.h>

#include "base/host_calls.h"

#define DRAIN_NS 1000000000u
#define PAUSE_NS 100000

/* Registers of an injection FIFO of a node. */
static const volatile uint64_t *fifo_registers(emuq_machine_t *m, uint32_t node, uint32_t id)
{
    uint32_t subgroup = id / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
    return (const volatile uint64_t *)(emuq_mmio_registers(m, node) + subgroup / 4 * BGQ_MU_GROUP_SIZE +
                                       subgroup % 4 * BGQ_MU_SUBGROUP_SIZE +
                                       id % BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP * 64);
}

enum { START, SIZE_1, HEAD, TAIL };

static bool is_enabled(emuq_machine_t *m, uint32_t node, uint32_t id)
{
    const volatile uint64_t *enabled =
        (const volatile uint64_t *)(emuq_mmio_registers(m, node) +
                                    id / BGQ_MU_NUM_INJ_FIFOS_PER_GROUP * BGQ_MU_GROUP_SIZE +
                                    BGQ_MU_STATUS_CONTROL_STARTING_OFFSET);
    return emuq_mmio_load(enabled) >> (31 - id % BGQ_MU_NUM_INJ_FIFOS_PER_GROUP) & 1;
}

/* Descriptors that a FIFO still holds. */
static uint64_t left_in(const volatile uint64_t *fifo)
{
    uint64_t head = emuq_mmio_load(&fifo[HEAD]), tail = emuq_mmio_load(&fifo[TAIL]), size = fifo[SIZE_1] + 1;
    return (tail >= head ? tail - head : size - (head - tail)) / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
}

static bool has_messages(emuq_machine_t *m, uint32_t node)
{
    for (uint32_t id = 0; id < BGQ_MU_NUM_INJ_FIFOS; id++)
        if (__atomic_load_n(&m->node[node].owner[id], __ATOMIC_RELAXED) == emuq_my_member + 1 &&
            is_enabled(m, node, id) && left_in(fifo_registers(m, node, id)) != 0)
            return true;
    return false;
}

void emuq_mmio_drain(emuq_machine_t *m, uint32_t node)
{
    (void)node;
    uint32_t own = m->member[emuq_my_member].node;
    uint32_t first = own != UINT32_MAX ? own : 0, count = own != UINT32_MAX ? 1 : m->nodes;
    uint64_t end = emuq_host_now_ns() + DRAIN_NS;
    for (uint32_t i = first; i < first + count; i++) {
        emuq_mmio_flush_node(m, i);
        while (has_messages(m, i) && emuq_host_now_ns() < end && !emuq_gone()) {
            emuq_mmio_ring(m, i);
            nanosleep(&(struct timespec){0, PAUSE_NS}, NULL);
        }
    }
}

size_t emuq_mmio_describe(emuq_machine_t *m, uint32_t node, uint32_t member, int32_t rank, char *text,
                          size_t bytes)
{
    size_t length = 0;
    (void)rank;
    text[0] = '\0';
    for (uint32_t id = 0; id < BGQ_MU_NUM_INJ_FIFOS; id++) {
        if (__atomic_load_n(&m->node[node].owner[id], __ATOMIC_RELAXED) != member + 1)
            continue;
        uint64_t left = left_in(fifo_registers(m, node, id));
        if (left == 0)
            continue;
        int n = snprintf(text + length, bytes - length,
                         "injection FIFO %u of subgroup %u holds %llu descriptors%s\n",
                         id % BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, id / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP,
                         (unsigned long long)left, is_enabled(m, node, id) ? "" : ": it is not enabled");
        length = n > 0 && (size_t)n < bytes - length ? length + (size_t)n : bytes - 1;
    }
    if (length != 0)
        return length;
    int n = snprintf(text, bytes, "has injected all its messages; what it polls, the device does not see\n");
    return n > 0 && (size_t)n < bytes ? (size_t)n : bytes - 1;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/origin.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "hwi/include/bqc/MU_Descriptor.h"
#include "hwi/include/common/emuq_mmio.h"
#include "kernel-shim/partition/resources.h"
#include "kernel-shim/partition/state.h"

#define LINES_MOST 4u
#define SLOT_BYTES sizeof(MUHWI_Descriptor_t)

enum { START, SIZE_1 }; /* registers of a FIFO */

void emuq_say_where(emuq_text_t *text, const emuq_node_t *node, int32_t rank)
{
    const uint32_t *c = node->coordinates;
    if (rank >= 0)
        emuq_text_add(text, "rank %" PRId32 ", ", rank);
    emuq_text_add(text, "node %" PRIu32 " at (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")",
                  node->number, c[0], c[1], c[2], c[3], c[4]);
}

void emuq_write_report(const emuq_text_t *text)
{
    const char *at = text->buffer;
    size_t left = text->length;
    while (left > 0) {
        ssize_t written = write(STDERR_FILENO, at, left);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            at += written;
            left -= (size_t)written;
        }
    }
}

/* The packet that is looked for. */
typedef struct packet {
    const uint32_t *to; /* coordinates of the receiver */
    uint8_t function;
} packet_t;

static bool is_to(const MUHWI_Destination_t *d, const uint32_t *to)
{
    return d->Destination.A_Destination == to[0] && d->Destination.B_Destination == to[1] &&
           d->Destination.C_Destination == to[2] && d->Destination.D_Destination == to[3] &&
           d->Destination.E_Destination == to[4];
}

static bool is_of(const MUHWI_Descriptor_t *d, const packet_t *packet)
{
    const MUHWI_Pt2PtNetworkHeader_t *h = &d->PacketHeader.NetworkHeader.pt2pt;
    bool passes = is_to(&h->Destination, packet->to) || (h->Byte2.Byte2 & MUHWI_PACKET_DEPOSIT) != 0;
    return h->Data_Packet_Type == MUHWI_PT2PT_DATA_PACKET_TYPE && passes &&
           h->Byte8.Packet_Type == MUHWI_PACKET_TYPE_FIFO &&
           d->PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[0] == packet->function;
}

/* Whether a FIFO holds, or has held, a descriptor of the packet. What this process cannot reach is left out.
 */
static bool has_sent(const emuq_memory_t *memory, const volatile uint64_t *fifo, const packet_t *packet)
{
    uint64_t start = emuq_mmio_load(&fifo[START]), bytes = emuq_mmio_load(&fifo[SIZE_1]) + 1;
    for (uint64_t at = 0; start != 0 && at < bytes; at += SLOT_BYTES) {
        const void *slot = emuq_translate(memory, start + at, SLOT_BYTES);
        MUHWI_Descriptor_t d;
        if (slot == NULL)
            return false;
        memcpy(&d, slot, sizeof(d));
        if (is_of(&d, packet))
            return true;
    }
    return false;
}

/* Adds the FIFOs of a node. @return how many */
static uint32_t say_fifos(emuq_text_t *text, const emuq_node_t *node, const packet_t *packet, uint32_t most)
{
    const emuq_partition_t *p = node->partition;
    const emuq_process_t *processes = &p->process[node->number * p->job.ppn];
    const emuq_memory_t *memory = processes[0].space->memory;
    uint32_t found = 0;
    for (uint32_t sg = 0; sg < EMUQ_APP_THREADS; sg++) {
        for (uint32_t id = 0; id < emuq_inj_fifos.per_subgroup && found < most; id++) {
            if (!has_sent(memory, emuq_resource_register(node, &emuq_inj_fifos, sg, id), packet))
                continue;
            const emuq_process_t *owner = &processes[sg * p->job.ppn / EMUQ_APP_THREADS];
            emuq_text_add(text, "  possible sender: ");
            emuq_say_where(text, node, (int32_t)owner->rank);
            emuq_text_add(text, ", injection FIFO %" PRIu32 " of subgroup %" PRIu32 "\n", id, sg);
            found++;
        }
    }
    return found;
}

void emuq_say_senders(emuq_text_t *text, const emuq_process_t *receiver, uint8_t function)
{
    const emuq_partition_t *p = receiver->node->partition;
    const packet_t packet = {receiver->node->coordinates, function};
    uint32_t left = LINES_MOST;
    for (uint32_t node = 0; node < p->nodes && left != 0; node++)
        if (emuq_node_is_here(p, node))
            left -= say_fifos(text, &p->node[node], &packet, left);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Claims of rings. The claim of a ring names its holder, and `begun` the slot that the holder executes.
 * Direct mode: the target may have the packet, so the message ends with HOST_DEAD. Packet mode: the queue of
 * the node shows whether the packet was injected, so nothing is lost or repeated. */
#include <errno.h>
#include <string.h>

#include "apenet/card/packets.h"
#include "base/process.h"

#define WAIT_POLLS 512u /* polls per check of the holder's process */

/* ---- repair; the caller holds the claim ---- */

/* Whether the card has written an event with a head; heads of the driver's operations are unique. Entries of
 * the last round of the queue remain. */
static bool repair_has_event(apenet_device_t *d, const uint32_t head[4])
{
    bool is_found = false;
    apenet_card_lock(d);
    const apenet_queue_t *q = &d->queue;
    for (uint32_t i = 0; i < q->size && q->entry != NULL && !is_found; i++)
        is_found = i != q->write && apenet_entry_is_own(&q->entry[i]) &&
                   memcmp(q->entry[i].head, head, sizeof q->entry[i].head) == 0;
    emuq_light_unlock(&d->lock);
    return is_found;
}

static bool repair_is_complete(apenet_device_t *d, const apenet_descriptor_t *descriptor)
{
    return apenet_get(descriptor->cmd1, APENET_CMD1_TAG) == APENET_COMP_EQ &&
           repair_has_event(d, descriptor->cmd1);
}

/* Ends the message of the slot with HOST_DEAD, with its later packets. @return whether the slot is done */
static bool repair_abort(apenet_device_t *d, const apenet_descriptor_t *descriptor)
{
    apenet_tx_t *tx = &d->tx;
    apenet_device_t *to = apenet_device_at(d->machine, apenet_destination(&descriptor->header));
    if (repair_is_complete(d, descriptor)) {
        tx->bytes = 0;
        return true;
    }
    if (to != NULL)
        apenet_receive_abort(to, &descriptor->header, d->number);
    tx->aborted = apenet_get(descriptor->header.w, APENET_HEADER_SRC_PID);
    tx->direct_ring = NULL;
    tx->mode = APENET_TX_ABORTED;
    return false;
}

/* Continues the slot in packet mode. Serial numbers may have a gap. @return whether the slot is done */
static bool repair_continue(apenet_device_t *d, const apenet_descriptor_t *descriptor, uint64_t begun)
{
    apenet_tx_t *tx = &d->tx;
    uint64_t injected = apenet_network_injected(d->machine->network, d->number);
    bool is_last = apenet_get(descriptor->header.w, APENET_HEADER_LAST_FRAG) != 0;
    tx->bytes = (uint32_t)(begun >> 32);
    if (repair_is_complete(d, descriptor)) {
        tx->bytes = 0;
        return true;
    }
    if (((injected ^ begun >> 16) & 0xffff) == 0) /* again */
        return false;
    if (apenet_get(descriptor->header.w, APENET_HEADER_CMD) == APENET_CMD_GET) {
        tx->is_getting = true;
        return false;
    }
    uint32_t bytes = tx->bytes + apenet_get(descriptor->cmd0, APENET_CMD0_BYTES);
    tx->bytes = is_last ? 0 : bytes;
    if (apenet_get(descriptor->cmd1, APENET_CMD1_TAG) != APENET_COMP_EQ)
        return true;
    tx->pending = apenet_entry(APENET_EVENT_SENT, APENET_STATUS_OK);
    memcpy(tx->pending.head, descriptor->cmd1, sizeof tx->pending.head);
    tx->pending.bytes = bytes;
    tx->is_done = true;
    return false;
}

/* Slots before the last begun one are executed, and have no events. */
static void repair_ring(apenet_device_t *d)
{
    apenet_tx_t *tx = &d->tx;
    uint64_t begun = AO_load(&tx->begun);
    uint32_t slot, slots = apenet_ring_filled(d, &slot), last = (uint32_t)(begun & 0xffff);
    emuq_flag_store(&tx->is_long, false);
    if (tx->mode == APENET_TX_NO_SLOT) {
        tx->is_done = !repair_has_event(d, tx->pending.head);
        if (!tx->is_done)
            tx->mode = tx->direct_ring != NULL ? APENET_TX_DIRECT : APENET_TX_PACKETS;
        return;
    }
    tx->is_done = tx->is_getting = false;
    uint32_t before = tx->ring == NULL ? slots : (last + tx->size - slot) % tx->size;
    if (before >= slots)
        return;
    apenet_descriptor_t descriptor = tx->ring[last];
    bool is_done =
        tx->mode == APENET_TX_PACKETS ? repair_continue(d, &descriptor, begun) : repair_abort(d, &descriptor);
    if (before + is_done != 0)
        apenet_ring_advance(d, slot, before + is_done);
}

/* ---- claims ---- */

bool apenet_ring_take_over(apenet_device_t *d)
{
    uint64_t owner = AO_load(&apenet_lock_owner);
    unsigned dead = emuq_claim_holder(&d->tx.claim);
    if (dead == 0 || dead == owner)
        return false;
    int kept = errno;
    bool has_exited = emuq_process_has_exited((pid_t)dead);
    errno = kept;
    if (!has_exited || !emuq_claim_replace(&d->tx.claim, dead, owner))
        return false;
    repair_ring(d);
    return true;
}

void apenet_ring_wait(apenet_device_t *d)
{
    const uint64_t owner = AO_load(&apenet_lock_owner);
    unsigned rounds = 0;
    for (unsigned polls = 1; !emuq_claim_acquire_for(&d->tx.claim, owner); polls++) {
        if (polls % WAIT_POLLS == 0 && apenet_ring_take_over(d))
            return;
        emuq_spin(&rounds);
    }
}

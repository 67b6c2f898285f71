/* SPDX-License-Identifier: BSD-3-Clause */
/* Buffers of a process: registered, re-armed, unregistered. */
#include <errno.h>

#include "apenet/driver/address.h"
#include "apenet/driver/commands.h"
#include "apenet/driver/events.h"
#include "apenet/driver/operations.h"
#include "apenet/driver/pins.h"

static bool is_same(const apenet_record_t *r, const apenet_record_t *wanted)
{
    return r->uses != 0 && !r->is_leaving && r->va == wanted->va && r->bytes == wanted->bytes &&
           r->flags == wanted->flags && r->context == wanted->context;
}

/* The record that is the same, else a free one, else NULL. */
static apenet_record_t *find(apenet_card_t *card, const apenet_record_t *wanted)
{
    apenet_record_t *vacant = NULL;
    for (uint32_t i = APENET_BUFFERS_MOST; i-- > 0;) {
        if (is_same(&card->record[i], wanted))
            return &card->record[i];
        if (card->record[i].uses == 0)
            vacant = &card->record[i];
    }
    return vacant;
}

static uint64_t magic_of(const apenet_card_t *card, const apenet_record_t *r)
{
    return apenet_magic(r->generation, card->pid, (uint32_t)(r - card->record));
}

/* The record of a buffer that a program names, or NULL. */
static apenet_record_t *named(apenet_card_t *card, apenet_buffer_t buffer)
{
    uint32_t number = apenet_magic_number(buffer.id);
    if (number >= APENET_BUFFERS_MOST)
        return NULL;
    apenet_record_t *r = &card->record[number];
    return r->uses != 0 && !r->is_leaving && magic_of(card, r) == buffer.id ? r : NULL;
}

/* Adds a buffer to the card's table, or removes it. */
static int tell(apenet_card_t *card, apenet_op_t op, const apenet_record_t *r)
{
    uint32_t word3[4] = {r->bytes, 0, 0, 0};
    if ((r->flags & APENET_STREAMING) != 0)
        word3[1] |= APENET_BUFFER_STREAMING;
    if ((r->flags & APENET_GET) != 0)
        word3[1] |= APENET_BUFFER_GET;
    if (apenet_gpu_of(r->va) != APENET_GPUS)
        word3[1] |= APENET_BUFFER_GPU;
    apenet_set64(&word3[2], magic_of(card, r));
    return apenet_submit(card, op, r->va, word3);
}

/* Makes the buffer that is wanted from a free record. */
static int make(apenet_card_t *card, apenet_record_t *r, const apenet_record_t *wanted)
{
    int rc = apenet_pin(card, apenet_gpu_in(wanted->flags, APENET_GPU_SHIFT), wanted->va, wanted->bytes);
    if (rc != 0)
        return rc;
    r->va = wanted->va;
    r->bytes = wanted->bytes;
    r->flags = wanted->flags;
    r->context = wanted->context;
    rc = tell(card, APENET_OP_BUFFER_ADD, r);
    if (rc != 0)
        apenet_unpin(card, wanted->va, wanted->bytes);
    else
        apenet_pins_note(card, wanted->va, wanted->bytes);
    return rc;
}

int apenet_register_buffer(apenet_card_t *card, void *address, size_t bytes, unsigned flags, uint64_t context,
                           apenet_buffer_t *out)
{
    const unsigned known = APENET_STREAMING | APENET_GET | APENET_GPU(APENET_GPUS - 1);
    if (bytes == 0 || bytes > UINT32_MAX || (flags & ~known) != 0 || apenet_gpu_flags_are_bad(flags))
        return -EINVAL;
    apenet_record_t wanted = {
        .va = (uintptr_t)address, .bytes = (uint32_t)bytes, .flags = flags, .context = context};
    emuq_light_lock(&card->lock);
    apenet_record_t *r = find(card, &wanted);
    int rc = r == NULL ? -ENOSPC : r->uses == 0 ? make(card, r, &wanted) : 0;
    if (rc == 0) {
        r->uses++;
        out->id = magic_of(card, r);
    }
    emuq_light_unlock(&card->lock);
    return rc;
}

/* Takes one use of a buffer away. @return 1: it was the last, and the card does not know the buffer any more
 */
static int leave(apenet_card_t *card, apenet_buffer_t buffer)
{
    apenet_record_t *r = named(card, buffer);
    if (r == NULL)
        return -ENOENT;
    if (r->uses > 1) {
        r->uses--;
        return 0;
    }
    if (apenet_is_in_use(card, r->va, r->bytes))
        return -EBUSY;
    r->is_leaving = true;
    (void)tell(card, APENET_OP_BUFFER_REMOVE, r);
    apenet_unpin(card, r->va, r->bytes);
    return 1;
}

int apenet_unregister_buffer(apenet_card_t *card, apenet_buffer_t buffer)
{
    apenet_drain(card->host); /* operations that are complete do not count */
    emuq_light_lock(&card->lock);
    int rc = leave(card, buffer);
    emuq_light_unlock(&card->lock);
    if (rc != 1)
        return rc;
    apenet_drain(card->host); /* events of messages that have come before get its context */
    emuq_light_lock(&card->lock);
    apenet_record_t *r = &card->record[apenet_magic_number(buffer.id)];
    r->uses = 0;
    r->is_leaving = false;
    r->generation++;
    emuq_light_unlock(&card->lock);
    return 0;
}

int apenet_rearm_buffer(apenet_card_t *card, apenet_buffer_t buffer)
{
    emuq_light_lock(&card->lock);
    const apenet_record_t *r = named(card, buffer);
    int rc = r == NULL ? -ENOENT : (r->flags & APENET_STREAMING) == 0 ? -EINVAL : 0;
    if (rc == 0)
        rc = tell(card, APENET_OP_BUFFER_ADD, r);
    emuq_light_unlock(&card->lock);
    return rc;
}

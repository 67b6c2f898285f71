/* SPDX-License-Identifier: BSD-3-Clause */
/* The replies of a get are performed some at a time, under the locks of both cards: what is unregistered in
 * between ends it. */
#include "apenet/card/read.h"

#include "apenet/card/receive.h"

static void lock_both(apenet_device_t *a, apenet_device_t *b)
{
    emuq_light_lock(a->number < b->number ? &a->lock : &b->lock);
    if (a != b)
        emuq_light_lock(a->number < b->number ? &b->lock : &a->lock);
}

/* As emuq_light_pass(), for both: neither is kept while others take the other one. */
static void pass_both(apenet_device_t *a, apenet_device_t *b)
{
    bool a_is_awaited = emuq_light_is_contended(&a->lock), b_is_awaited = emuq_light_is_contended(&b->lock);
    emuq_light_unlock(&a->lock);
    if (a == b)
        b_is_awaited = false;
    else
        emuq_light_unlock(&b->lock);
    if (a_is_awaited)
        emuq_light_yield(&a->lock);
    if (b_is_awaited)
        emuq_light_yield(&b->lock);
}

/* One reply: a piece of one page of the source. */
static apenet_status_t reply(apenet_device_t *asks, apenet_device_t *answers, const apenet_header_t *header,
                             const apenet_get_request_t *request, uint32_t at, uint32_t *piece,
                             apenet_copy_t *copy)
{
    uint64_t va = apenet_header_address(header), bus, sink = apenet_get64(request->sink);
    unsigned table = apenet_table_of(header->w[0]);
    uint32_t left, bytes = request->bytes;
    apenet_place_t from;
    const apenet_buffer_rec_t *b =
        apenet_buffer_find(&answers->table[table], apenet_get(header->w, APENET_HEADER_DEST_PID), va, bytes);
    if (b == NULL || bytes > b->va + b->bytes - va || (b->flags & APENET_BUFFER_GET) == 0)
        return APENET_STATUS_GET_REFUSED;
    if (!apenet_translate(answers, table, va + at, &bus, &left))
        return APENET_STATUS_GET_REFUSED;
    *piece = left < bytes - at ? left : bytes - at;
    if (*piece > APENET_PAYLOAD_BYTES)
        *piece = APENET_PAYLOAD_BYTES;
    if (!apenet_bus_find(answers, bus, *piece, APENET_USE_MEMORY, &from))
        return APENET_STATUS_GET_REFUSED;
    apenet_status_t status =
        apenet_write(asks, apenet_table_of(request->table), sink + at, from, *piece, copy);
    if (status == APENET_STATUS_OK) {
        apenet_count(&answers->counters.replies, 1);
        apenet_count(&answers->counters.reply_bytes, *piece);
        asks->counters.packets_received++;
        asks->counters.bytes_received += *piece;
    }
    return status;
}

apenet_status_t apenet_read(apenet_device_t *asks, apenet_device_t *answers, const apenet_header_t *header,
                            const apenet_get_request_t *request, uint32_t *bytes)
{
    apenet_status_t status = APENET_STATUS_OK;
    uint32_t at = 0, piece;
    while (at < request->bytes && status == APENET_STATUS_OK) {
        apenet_copy_t copy = {NULL, NULL, 0};
        lock_both(asks, answers);
        for (unsigned n = 0; n < APENET_TRAIN && at < request->bytes && status == APENET_STATUS_OK; n++) {
            status = reply(asks, answers, header, request, at, &piece, &copy);
            at += status == APENET_STATUS_OK ? piece : 0;
        }
        apenet_copy_end(&copy);
        pass_both(asks, answers);
    }
    *bytes = at;
    return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A message is fragmented at the ends of its source's pages. One slot of the ring always is empty, and
 * packets of one message follow one another in it: its sender has the ring's lock for so long.
 */
#include "apenet/driver/post.h"

#include <errno.h>
#include <string.h>

#include "apenet/card/gpu.h"
#include "apenet/card/short.h"
#include "apenet/card/transmit.h"
#include "apenet/driver/events.h"
#include "apenet/driver/operations.h"
#include "apenet/driver/record.h"
#include "apenet/driver/ring_lock.h"
#include "apenet/driver/waits.h"

#define SLOTS     APENET_RING_DEFAULT
#define RUN_LEAST 2u /* packets behind the first */
#define SLEEP_NS                                                                                             \
    1000000u /* another card's queue may be what the ring waits for, and its bell is not heard here */

static uint32_t free_slots(const apenet_host_t *h)
{
    uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR);
    return (apenet_get(&pointers, APENET_PTR_CARD) + SLOTS - h->fill - 1) % SLOTS;
}

/* Tells the card of all slots that are filled. Relaxed: what a thread that waits for its own packets sees of
 * `is_behind` is its own store or a later one. */
static void tell_card(apenet_host_t *h)
{
    __atomic_store_n(&h->is_behind, true, __ATOMIC_RELAXED);
    apenet_reg_store(h->device->reg, APENET_REG_TX_RB_NEXT_PTR, h->fill << 16);
    uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR);
    if (apenet_get(&pointers, APENET_PTR_CARD) == h->fill)
        __atomic_store_n(&h->is_behind, false, __ATOMIC_RELAXED);
}

/* Whether there is room for one more operation. The caller has the ring's lock, so it stays: others leave one
 * record free (apenet_operation_begin()). */
static bool has_record(const apenet_card_t *card)
{
    return __atomic_load_n(&card->open_operations, __ATOMIC_RELAXED) < APENET_OPERATIONS;
}

/* Whether there is room for so many packets (of a message that is longer than the ring: whether that is
 * empty), and for one more operation. */
static bool has_room(const apenet_card_t *card, uint32_t packets)
{
    uint32_t most = packets < SLOTS ? packets : SLOTS - 1;
    return free_slots(card->host) >= most && has_record(card);
}

/* A thread of a recorded job waits for room, or still does. */
static emuq_record_ring_t *begin_wait(const apenet_card_t *card, emuq_record_ring_t *recorded)
{
    bool begins = recorded == NULL && card->is_recorded;
    return begins ? apenet_record_wait(card, EMUQ_RECORD_WAIT_SLOT, card->pid) : recorded;
}

/* Waits for room. @return 0; -EAGAIN: for who does not wait; -ENOMEM: events hold the ring up, and there is
 * no memory to take them */
static int await_room(apenet_card_t *card, uint32_t packets, unsigned flags)
{
    apenet_host_t *h = card->host;
    emuq_record_ring_t *recorded = NULL;
    int rc = 0;
    while (!has_room(card, packets)) {
        apenet_bell_t bell = apenet_listen(h, false);
        bool is_stuck = (apenet_progress(h) & APENET_LEFT_EVENTS) != 0;
        if (has_room(card, packets))
            break;
        rc = (flags & APENET_NOWAIT) != 0 ? -EAGAIN : is_stuck ? -ENOMEM : 0;
        if (rc != 0)
            break;
        recorded = begin_wait(card, recorded);
        apenet_sleep(card, 0, bell, SLEEP_NS);
    }
    apenet_record_wait_end(recorded);
    return rc;
}

/* Makes a record; there is room for it. @return its magic */
static uint64_t begin_operation(apenet_card_t *card, const apenet_post_t *post)
{
    const apenet_operation_t what = {.local = (uintptr_t)post->local,
                                     .tag = post->tag,
                                     .bytes = post->bytes,
                                     .peer = post->to,
                                     .is_get = post->command == APENET_CMD_GET};
    return apenet_operation_begin(card, &what, 0);
}

/* What stands for the record of an operation that has none. */
static uint64_t no_operation(const apenet_card_t *card)
{
    return apenet_magic(0, card->pid, UINT32_MAX);
}

/* Makes the record of a message, unless it is silent. @return what stands for it in descriptors */
static uint64_t begin_message(apenet_card_t *card, const apenet_post_t *post)
{
    return (post->flags & APENET_SILENT) != 0 ? no_operation(card) : begin_operation(card, post);
}

/* What differs from packet to packet of a message. */
static inline void describe_piece(const apenet_post_t *post, uint64_t bus, uint32_t at, uint32_t bytes,
                                  apenet_descriptor_t *d)
{
    bool is_last = at + bytes == post->length, is_silent = (post->flags & APENET_SILENT) != 0;
    apenet_set(d->header.w, APENET_HEADER_SIZE, apenet_words(bytes));
    apenet_set(d->header.w, APENET_HEADER_PAD, 0u - bytes);
    apenet_set(d->header.w, APENET_HEADER_LAST_FRAG, is_last);
    apenet_set64(&d->header.w[2], post->command != APENET_CMD_SEND ? post->address + at : 0);
    apenet_set64(d->cmd0, bus);
    apenet_set(d->cmd0, APENET_CMD0_BYTES, bytes);
    apenet_set(d->cmd1, APENET_CMD1_TAG, is_last && !is_silent ? APENET_COMP_EQ : APENET_COMP_NONE);
}

void apenet_describe(const apenet_card_t *card, const apenet_post_t *post, uint64_t bus, uint32_t at,
                     uint32_t bytes, apenet_descriptor_t *d)
{
    apenet_address_t me = card->host->device->address;
    uint32_t gpu = apenet_gpu_of_bus(bus);
    me.pid = (uint8_t)card->pid;
    memset(d, 0, sizeof *d);
    apenet_header_make(&d->header, post->command, post->to, me, 0, bytes);
    d->header.w[0] |= post->gpu;
    apenet_set(d->header.w, APENET_HEADER_IS_PHYS, (post->flags & APENET_PHYS) != 0);
    if (gpu != APENET_GPUS) {
        apenet_set(d->cmd0, APENET_CMD0_IS_GPU, 1);
        apenet_set(d->cmd0, APENET_CMD0_GPU_ID, gpu);
    }
    apenet_set(d->cmd0, APENET_CMD0_PID, card->pid);
    describe_piece(post, bus, at, bytes, d);
}

/* The slot that is filled goes to a card; one that is none's is refused at the own one. */
static void close_slot(apenet_host_t *h, const apenet_device_t *to)
{
    __atomic_store_n(&h->target[h->fill], to != NULL ? to->number : h->device->number, __ATOMIC_RELAXED);
    h->fill = (h->fill + 1) % SLOTS;
}

/* The bus address of a source. A payload, which is one packet, is copied to the page of the driver that
 * belongs to the slot. */
static uint64_t source_of(apenet_host_t *h, const apenet_post_t *post)
{
    if (post->payload == NULL)
        return post->bus;
    char *page = h->scratch + (size_t)h->fill * APENET_PAGE_BYTES;
    memcpy(page, post->payload, post->length);
    return (uintptr_t)page;
}

/* Waits for a slot in the middle of a message. */
static void await_slot(apenet_card_t *card)
{
    apenet_host_t *h = card->host;
    if (free_slots(h) == 0)
        tell_card(h);
    emuq_record_ring_t *recorded = NULL;
    while (free_slots(h) == 0) {
        apenet_bell_t bell = apenet_listen(h, false);
        (void)apenet_progress(h);
        if (free_slots(h) != 0)
            break;
        recorded = begin_wait(card, recorded);
        apenet_sleep(card, 0, bell, SLEEP_NS);
    }
    apenet_record_wait_end(recorded);
}

/* The packet that begins at a byte of the source has so many. */
static uint32_t piece_at(const apenet_post_t *post, uint32_t at)
{
    uint64_t start = post->payload != NULL ? 0 : post->bus;
    uint32_t left = APENET_PAGE_BYTES - (uint32_t)((start + at) % APENET_PAGE_BYTES);
    return left < post->length - at ? left : post->length - at;
}

/* The packets of a long put may go without descriptors in the ring: that of the first one is @p first.
 * @return how many bytes have been sent */
static uint32_t send_run(const apenet_host_t *h, const apenet_post_t *post, const apenet_descriptor_t *first,
                         uint32_t bytes)
{
    uint32_t others = post->length - bytes, rest = others % APENET_PAGE_BYTES;
    uint32_t end = rest != 0 ? rest : APENET_PAGE_BYTES, run = post->length - end;
    if (others < RUN_LEAST * APENET_PAGE_BYTES || __atomic_load_n(&h->is_behind, __ATOMIC_RELAXED))
        return 0;
    apenet_descriptor_t last = *first;
    describe_piece(post, post->bus + run, run, end, &last);
    return (uint32_t)apenet_transmit_run(h->device, first, run, &last);
}

/* The ring's lock is the caller's. @param operation magic of its record, or no_operation() */
static void fill_all(apenet_card_t *card, const apenet_post_t *post, uint64_t operation)
{
    apenet_host_t *h = card->host;
    const apenet_device_t *to = apenet_device_at(h->device->machine, post->to);
    apenet_descriptor_t *before = NULL;
    for (uint32_t at = 0, bytes; at < post->length; at += bytes) {
        bytes = piece_at(post, at);
        if (at != 0)
            await_slot(card);
        apenet_descriptor_t *d = &h->ring[h->fill];
        if (before == NULL) {
            apenet_describe(card, post, source_of(h, post), 0, bytes, d);
            apenet_set64(d->cmd1, operation);
            at = send_run(h, post, d, bytes);
            if (at == post->length)
                return;
            if (at != 0) {
                bytes = piece_at(post, at);
                describe_piece(post, post->bus + at, at, bytes, d);
            }
        } else {
            *d = *before;
            describe_piece(post, post->bus + at, at, bytes, d);
        }
        before = d;
        close_slot(h, to);
    }
    tell_card(h);
}

/* Sends a message of one packet without a descriptor. @return false: nothing has been done */
static bool send_short(const apenet_card_t *card, const apenet_post_t *post, uint64_t operation)
{
    const apenet_host_t *h = card->host;
    apenet_short_t message = {.to = apenet_device_at(h->device->machine, post->to),
                              .bus = post->bus,
                              .bytes = post->length,
                              .has_event = (post->flags & APENET_SILENT) == 0,
                              .magic = operation};
    message.header = apenet_header_of(card, post->command, post->to, post->length, post->address);
    message.header.w[0] |= post->gpu;
    message.header.w[1] |= apenet_bits(APENET_HEADER_IS_PHYS, (post->flags & APENET_PHYS) != 0);
    return apenet_transmit_short(h->device, &message);
}

/* Sends a message of one packet, if nothing stands in its way. The ring's lock is the caller's. @return
 * false: nothing has been done */
static bool post_short(apenet_card_t *card, const apenet_post_t *post)
{
    if (__atomic_load_n(&card->host->is_behind, __ATOMIC_RELAXED) || !has_record(card))
        return false;
    uint64_t operation = begin_message(card, post);
    bool is_sent = send_short(card, post, operation);
    if (!is_sent && (post->flags & APENET_SILENT) == 0)
        apenet_operation_end(card, operation);
    return is_sent;
}

/* Waits for room in the ring, and fills it. The ring's lock is the caller's. */
static __attribute__((noinline)) int post_to_ring(apenet_card_t *card, const apenet_post_t *post,
                                                  uint32_t packets)
{
    int rc = await_room(card, (post->flags & APENET_NOWAIT) == 0 ? 1 : packets, post->flags);
    if (rc != 0)
        return rc;
    apenet_start_t start = {0, 0};
    uint64_t operation = begin_message(card, post);
    if (card->is_recorded)
        start = apenet_record_begin(card->host, packets);
    fill_all(card, post, operation);
    if (card->is_recorded)
        apenet_record_start(card, &start, post, (post->flags & APENET_SILENT) != 0 ? 0 : operation);
    return 0;
}

int apenet_post(apenet_card_t *card, const apenet_post_t *post)
{
    uint64_t start = post->payload != NULL ? 0 : post->bus % APENET_PAGE_BYTES;
    uint32_t packets = (uint32_t)((start + post->length - 1) / APENET_PAGE_BYTES) + 1;
    bool is_short = packets <= card->short_most && post->payload == NULL;
    if (!((post->flags & APENET_NOWAIT) == 0 ? apenet_lock_ring(card) : apenet_try_ring(card)))
        return -EAGAIN;
    int rc = 0;
    if (!is_short || !post_short(card, post))
        rc = post_to_ring(card, post, packets);
    emuq_light_unlock(&card->host->ring_lock);
    return rc;
}

/* The record of a kernel's operation; its source is known if it is memory of a GPU. */
static uint64_t begin_kernel_operation(apenet_card_t *card, const apenet_descriptor_t *d)
{
    bool is_gpu = apenet_get(d->cmd0, APENET_CMD0_IS_GPU) != 0;
    uint64_t va = is_gpu ? apenet_get64(d->cmd0) - APENET_GPU_BUS + APENET_GPU_VA : 0;
    apenet_post_t post = {.command = APENET_CMD_PUT,
                          .to = apenet_destination(&d->header),
                          .local = (const void *)va,
                          .bytes = is_gpu ? apenet_get(d->cmd0, APENET_CMD0_BYTES) : 0,
                          .tag = apenet_get64(d->cmd1)};
    return begin_operation(card, &post);
}

/* Notes a message that a kernel has begun, in a recorded job. @param d as the card has got it @param tag the
 * kernel's @param operation 0: it is silent */
static void record_kernel(const apenet_card_t *card, const apenet_start_t *start,
                          const apenet_descriptor_t *d, uint64_t tag, uint64_t operation)
{
    apenet_post_t post = {.command = (apenet_rdma_cmd_t)apenet_get(d->header.w, APENET_HEADER_CMD),
                          .to = apenet_destination(&d->header),
                          .address = apenet_header_address(&d->header),
                          .bytes = apenet_get(d->cmd0, APENET_CMD0_BYTES),
                          .tag = tag};
    apenet_record_start(card, start, &post, operation);
}

static void fill_for_kernel(apenet_card_t *card, const apenet_descriptor_t *descriptor)
{
    apenet_host_t *h = card->host;
    apenet_address_t me = h->device->address;
    apenet_descriptor_t d = *descriptor; /* the kernel may go on writing to it, though it must not */
    bool has_event = apenet_get(d.cmd1, APENET_CMD1_TAG) == APENET_COMP_EQ;
    uint64_t tag = apenet_get64(d.cmd1);
    uint64_t operation = has_event ? begin_kernel_operation(card, &d) : no_operation(card);
    apenet_start_t start = {0, 0};
    if (card->is_recorded)
        start = apenet_record_begin(h, 1);
    apenet_set(d.header.w, APENET_HEADER_SRC_X, me.x);
    apenet_set(d.header.w, APENET_HEADER_SRC_Y, me.y);
    apenet_set(d.header.w, APENET_HEADER_SRC_Z, me.z);
    apenet_set(d.header.w, APENET_HEADER_SRC_PID, card->pid);
    apenet_set(d.cmd0, APENET_CMD0_PID, card->pid);
    apenet_set64(d.cmd1, operation);
    h->ring[h->fill] = d;
    close_slot(h, apenet_device_at(h->device->machine, apenet_destination(&d.header)));
    tell_card(h);
    if (card->is_recorded)
        record_kernel(card, &start, &d, tag, has_event ? operation : 0);
}

bool apenet_post_descriptor(apenet_card_t *card, const apenet_descriptor_t *d)
{
    if (!apenet_try_ring(card))
        return false;
    bool is_filled = has_room(card, 1);
    if (is_filled)
        fill_for_kernel(card, d);
    emuq_light_unlock(&card->host->ring_lock);
    return is_filled;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Posting of messages, and waits. A message is split into descriptors at page boundaries of the source. One
 * slot of the ring stays empty. */
#include <errno.h>
#include <string.h>

#include "apenet/driver/driver.h"
#include "base/host_calls.h"
#include "base/lock.h"
#include "base/text.h"

/* Atomic; equal for all ranks of the process */
static unsigned fence;                                 /* emuq_fence_t */
static unsigned waits_kind = EMUQ_BACKOFF_CARD_SHARED; /* emuq_backoff_kind_t */

static _Thread_local emuq_backoff_t waits_backoff;

void apenet_waits_open(const emuq_partition_t *p, bool has_links)
{
    bool has_spare_cores = p->processors != 0 && p->nodes * p->job.ppn <= p->processors;
    AO_int_store(&fence, (unsigned)emuq_fence_open(p->is_shared));
    AO_int_store(&waits_kind, has_spare_cores ? EMUQ_BACKOFF_CARD
                              : has_links     ? EMUQ_BACKOFF_CARD_LINKS
                                              : EMUQ_BACKOFF_CARD_SHARED);
}

static const emuq_backoff_policy_t *waits_policy(void)
{
    return &emuq_backoff_table[AO_int_load(&waits_kind)];
}

static emuq_core_use_t *waits_cores(const apenet_card_t *card)
{
    return card->host->device->machine->core_use;
}

void apenet_pause_begin(void)
{
    emuq_backoff_begin(&waits_backoff, waits_policy());
}

bool apenet_prefers_sleep(const apenet_card_t *card)
{
    waits_backoff.polls = waits_backoff.spins; /* apenet_pause() has polled, or will */
    return emuq_backoff_step(&waits_backoff, waits_policy(), waits_cores(card), emuq_host_now_ns()) ==
           EMUQ_STEP_SLEEP;
}

void apenet_pause(const apenet_card_t *card, uint32_t arrived, bool only_event)
{
    emuq_backoff_t *b = &waits_backoff;
    const emuq_backoff_policy_t *p = waits_policy();
    for (b->polls = 0; only_event && emuq_backoff_spins(b);) {
        if (apenet_has_entries(card->host) || AO_int_load(&card->arrived) != arrived) {
            emuq_backoff_success(b, p);
            return;
        }
        emuq_pause();
    }
    if (apenet_prefers_sleep(card))
        emuq_backoff_adapt(b, p, true);
    else
        (void)emuq_backoff_yield(b, p, waits_cores(card), emuq_host_now_ns());
}

apenet_sleep_ticket_t apenet_sleep_prepare(apenet_host_t *h, bool for_long)
{
    apenet_sleep_ticket_t ticket = {.ticket = emuq_event_prepare(&h->device->wakeup)};
    ticket.is_exact = for_long && emuq_fence_heavy((emuq_fence_t)AO_int_load(&fence));
    return ticket;
}

static void waits_describe_kinds(emuq_text_t *t, unsigned kinds)
{
    static const char *const name[] = {
        [APENET_EVENT_SENT] = "SENT",         [APENET_EVENT_RECEIVED] = "RECEIVED",
        [APENET_EVENT_GET_DONE] = "GET_DONE", [APENET_EVENT_CMD_DONE] = "CMD_DONE",
        [APENET_EVENT_ERROR] = "ERROR",       [APENET_EVENT_HEALTH] = "HEALTH"};
    if (kinds == APENET_ANY) {
        emuq_text_add(t, " of any kind");
        return;
    }
    const char *before = " of kind ";
    for (unsigned i = 0; i < sizeof name / sizeof *name; i++)
        if (name[i] != NULL && (kinds & APENET_KIND(i)) != 0) {
            emuq_text_add(t, "%s%s", before, name[i]);
            before = " or ";
        }
}

static uint32_t waits_events_of(const apenet_card_t *card)
{
    uint32_t events = 0;
    for (const apenet_pending_event_t *note = card->first; note != NULL; note = note->next)
        events++;
    return events;
}

/* Caller holds the ring lock, so the slot is stable. */
static void waits_describe_packet(emuq_text_t *t, const apenet_host_t *h, const char *before)
{
    static const char *const name[] = {"loopback", "put", "send", "get"};
    uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR),
             slot = apenet_get(&pointers, APENET_PTR_CARD);
    if (slot == apenet_get(&pointers, APENET_PTR_DRIVER))
        return;
    const apenet_header_t *header = &h->ring[slot].header;
    apenet_address_t to = apenet_destination(header);
    bool is_stream = apenet_header_address(header) == 0;
    emuq_text_add(t, "%s next packet, a %s to (%u,%u,%u) pid %u, waits for %sspace in an event queue", before,
                  name[apenet_get(header->w, APENET_HEADER_CMD)], to.x, to.y, to.z, to.pid,
                  is_stream ? "a streaming buffer or " : "");
}

/* A thread that holds the ring lock for long describes the ring itself. */
static void waits_describe_ring(emuq_text_t *t, const apenet_card_t *card)
{
    const apenet_host_t *h = card->host;
    uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR);
    if (apenet_get(&pointers, APENET_PTR_CARD) == apenet_get(&pointers, APENET_PTR_DRIVER) ||
        !apenet_try_ring(card))
        return;
    waits_describe_packet(t, h, "; in its TX ring the");
    emuq_light_unlock(&card->host->ring_lock);
}

/* Caller holds the process lock. */
static void waits_describe(apenet_card_t *card, unsigned kinds)
{
    emuq_text_t t = emuq_text(card->wait_text, sizeof card->wait_text);
    uint32_t open = AO_int_load(&card->open_operations);
    if (kinds == 0) {
        emuq_text_add(&t, "space in the TX ring of its APEnet+ card");
        waits_describe_packet(&t, card->host, ", whose");
    } else {
        emuq_text_add(&t, "an event of its APEnet+ card");
        waits_describe_kinds(&t, kinds);
    }
    emuq_text_add(&t, "; operations not complete: %u; events of other kinds: %u", open,
                  waits_events_of(card));
    if (kinds != 0 && open != 0)
        waits_describe_ring(&t, card);
}

static void waits_begin(apenet_card_t *card, unsigned kinds)
{
    apenet_client_lock(card);
    if (card->waiters++ == 0) {
        waits_describe(card, kinds);
        /* Release: publishes wait_text; pairs with the acquire in emuq_launch_describe(). */
        emuq_pointer_store_release(&card->process->waits_for, card->wait_text);
    }
    emuq_light_unlock(&card->lock);
}

static void waits_end(apenet_card_t *card)
{
    apenet_client_lock(card);
    if (--card->waiters == 0)
        emuq_pointer_store(&card->process->waits_for, NULL);
    emuq_light_unlock(&card->lock);
}

void apenet_sleep(apenet_card_t *card, unsigned kinds, apenet_sleep_ticket_t ticket, uint64_t ns)
{
    if ((!ticket.is_exact || card->host->device->machine->has_ticks) && ns > EMUQ_BACKOFF_LONG_NS)
        ns = EMUQ_BACKOFF_LONG_NS;
    waits_begin(card, kinds);
    emuq_core_yield_begin(emuq_core_here(waits_cores(card)), emuq_host_now_ns());
    (void)emuq_event_wait(&card->host->device->wakeup, ticket.ticket, ns);
    waits_end(card);
}

#define SLOTS    APENET_RING_DEFAULT
#define RUN_MIN  2u                   /* minimum packets after the first */
#define SLEEP_NS EMUQ_BACKOFF_LONG_NS /* another card may block the ring without waking this one */

static uint32_t post_free_slots(const apenet_host_t *h)
{
    uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR);
    return (apenet_get(&pointers, APENET_PTR_CARD) + SLOTS - h->fill - 1) % SLOTS;
}

/* Relaxed: a thread that waits for local packets sees the local store of `has_unread` or a later one. */
static void post_store_pointer(apenet_host_t *h)
{
    emuq_flag_store(&h->has_unread, true);
    apenet_reg_store(h->device->reg, APENET_REG_TX_RB_NEXT_PTR, h->fill << 16);
    uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR);
    if (apenet_get(&pointers, APENET_PTR_CARD) == h->fill)
        emuq_flag_store(&h->has_unread, false);
}

/* Stable while the caller holds the ring lock: the direct path leaves one record free. */
static bool post_has_record(const apenet_card_t *card)
{
    return AO_int_load(&card->open_operations) < APENET_OPERATIONS;
}

/* Tests for a slot for each packet (or an empty ring) and an operation record. */
static bool post_has_space(const apenet_card_t *card, uint32_t packets)
{
    uint32_t most = packets < SLOTS ? packets : SLOTS - 1;
    return post_free_slots(card->host) >= most && post_has_record(card);
}

static emuq_record_ring_t *post_begin_wait(const apenet_card_t *card, emuq_record_ring_t *recorded)
{
    bool begins = recorded == NULL && card->is_recorded;
    return begins ? apenet_record_wait(card, EMUQ_RECORD_WAIT_SLOT, card->pid) : recorded;
}

/* @return 0; -EAGAIN: would wait; -ENOMEM: no memory for events that block the ring */
static int post_await_space(apenet_card_t *card, uint32_t packets, unsigned flags)
{
    apenet_host_t *h = card->host;
    emuq_record_ring_t *recorded = NULL;
    int rc = 0;
    while (!post_has_space(card, packets)) {
        apenet_pass_time(h);
        apenet_sleep_ticket_t ticket = apenet_sleep_prepare(h, false);
        bool is_stuck = (apenet_progress(h) & APENET_LEFT_EVENTS) != 0;
        if (post_has_space(card, packets))
            break;
        rc = (flags & APENET_NOWAIT) != 0 ? -EAGAIN : is_stuck ? -ENOMEM : 0;
        if (rc != 0)
            break;
        recorded = post_begin_wait(card, recorded);
        apenet_sleep(card, 0, ticket, SLEEP_NS);
    }
    apenet_record_wait_end(recorded);
    return rc;
}

/* @return magic for the descriptors, without a number for silent messages */
static uint64_t post_begin_message(apenet_card_t *card, const apenet_post_t *post)
{
    const apenet_operation_t what = {.local = (uintptr_t)post->local,
                                     .tag = post->tag,
                                     .bytes = post->bytes,
                                     .peer = post->to,
                                     .is_get = post->command == APENET_CMD_GET};
    return (post->flags & APENET_SILENT) != 0 ? apenet_magic(0, card->pid, UINT32_MAX)
                                              : apenet_operation_begin(card, &what, 0);
}

static inline void post_describe_packet(const apenet_post_t *post, uint64_t bus, uint32_t at, uint32_t bytes,
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
    post_describe_packet(post, bus, at, bytes, d);
}

/* Closes a slot; the local card rejects a packet without a valid destination. */
static void post_close_slot(apenet_host_t *h, const apenet_device_t *to)
{
    AO_int_store(&h->target[h->fill], to != NULL ? to->number : h->device->number);
    h->fill = (h->fill + 1) % SLOTS;
}

/* Copies a payload to the driver page of the slot. */
static uint64_t post_source_of(apenet_host_t *h, const apenet_post_t *post)
{
    if (post->payload == NULL)
        return post->bus;
    char *page = h->scratch + (size_t)h->fill * APENET_PAGE_BYTES;
    memcpy(page, post->payload, post->length);
    return (uintptr_t)page;
}

static void post_await_slot(apenet_card_t *card)
{
    apenet_host_t *h = card->host;
    if (post_free_slots(h) == 0)
        post_store_pointer(h);
    emuq_record_ring_t *recorded = NULL;
    while (post_free_slots(h) == 0) {
        apenet_pass_time(h);
        apenet_sleep_ticket_t ticket = apenet_sleep_prepare(h, false);
        (void)apenet_progress(h);
        if (post_free_slots(h) != 0)
            break;
        recorded = post_begin_wait(card, recorded);
        apenet_sleep(card, 0, ticket, SLEEP_NS);
    }
    apenet_record_wait_end(recorded);
}

static uint32_t post_packet_bytes(const apenet_post_t *post, uint32_t at)
{
    uint64_t start = post->payload != NULL ? 0 : post->bus;
    uint32_t left = APENET_PAGE_BYTES - (uint32_t)((start + at) % APENET_PAGE_BYTES);
    return left < post->length - at ? left : post->length - at;
}

/* Sends a run of descriptors. @return bytes sent */
static uint32_t post_send_run(const apenet_host_t *h, const apenet_post_t *post,
                              const apenet_descriptor_t *first, uint32_t bytes)
{
    uint32_t others = post->length - bytes, rest = others % APENET_PAGE_BYTES;
    uint32_t end = rest != 0 ? rest : APENET_PAGE_BYTES, run = post->length - end;
    if (others < RUN_MIN * APENET_PAGE_BYTES || emuq_flag_load(&h->has_unread))
        return 0;
    apenet_descriptor_t last = *first;
    post_describe_packet(post, post->bus + run, run, end, &last);
    return (uint32_t)apenet_transmit_run(h->device, first, run, &last);
}

/* Caller holds the ring lock. @param operation result of post_begin_message() */
static void post_fill_all(apenet_card_t *card, const apenet_post_t *post, uint64_t operation)
{
    apenet_host_t *h = card->host;
    const apenet_device_t *to = apenet_device_at(h->device->machine, post->to);
    apenet_descriptor_t *before = NULL;
    for (uint32_t at = 0, bytes; at < post->length; at += bytes) {
        bytes = post_packet_bytes(post, at);
        if (at != 0)
            post_await_slot(card);
        apenet_descriptor_t *d = &h->ring[h->fill];
        if (before == NULL) {
            apenet_describe(card, post, post_source_of(h, post), 0, bytes, d);
            apenet_set64(d->cmd1, operation);
            at = post_send_run(h, post, d, bytes);
            if (at == post->length)
                return;
            if (at != 0) {
                bytes = post_packet_bytes(post, at);
                post_describe_packet(post, post->bus + at, at, bytes, d);
            }
        } else {
            *d = *before;
            post_describe_packet(post, post->bus + at, at, bytes, d);
        }
        before = d;
        post_close_slot(h, to);
    }
    post_store_pointer(h);
}

/* @return false: nothing is done */
static bool post_send_short(const apenet_card_t *card, const apenet_post_t *post, uint64_t operation)
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

/* Caller holds the ring lock. @return false: nothing is done */
static bool post_short(apenet_card_t *card, const apenet_post_t *post)
{
    if (emuq_flag_load(&card->host->has_unread) || !post_has_record(card))
        return false;
    uint64_t operation = post_begin_message(card, post);
    bool is_sent = post_send_short(card, post, operation);
    if (!is_sent && (post->flags & APENET_SILENT) == 0)
        apenet_operation_end(card, operation);
    return is_sent;
}

/* Waits for slots and fills them. Caller holds the ring lock. */
static __attribute__((noinline)) int post_to_ring(apenet_card_t *card, const apenet_post_t *post,
                                                  uint32_t packets)
{
    int rc = post_await_space(card, (post->flags & APENET_NOWAIT) == 0 ? 1 : packets, post->flags);
    if (rc != 0)
        return rc;
    apenet_start_t start = {0, 0};
    uint64_t operation = post_begin_message(card, post);
    if (card->is_recorded)
        start = apenet_record_begin(card->host, packets);
    post_fill_all(card, post, operation);
    if (card->is_recorded)
        apenet_record_start(card, &start, post, (post->flags & APENET_SILENT) != 0 ? 0 : operation);
    return 0;
}

static inline int post_message(apenet_card_t *card, const apenet_post_t *post)
{
    uint64_t start = post->payload != NULL ? 0 : post->bus % APENET_PAGE_BYTES;
    uint32_t packets = (uint32_t)((start + post->length - 1) / APENET_PAGE_BYTES) + 1;
    bool is_short = packets == 1 && !card->is_recorded && post->payload == NULL;
    if (!((post->flags & APENET_NOWAIT) == 0 ? apenet_lock_ring(card) : apenet_try_ring(card)))
        return -EAGAIN;
    int rc = 0;
    if (!is_short || !post_short(card, post))
        rc = post_to_ring(card, post, packets);
    emuq_light_unlock(&card->host->ring_lock);
    return rc;
}

/* The words for other hosts leave together. */
static __attribute__((noinline)) int post_batch(apenet_card_t *card, const apenet_post_t *post)
{
    bool is_batch = apenet_links_batch(true);
    int rc = post_message(card, post);
    (void)apenet_links_batch(is_batch);
    return rc;
}

int apenet_post(apenet_card_t *card, const apenet_post_t *post)
{
    bool has_hosts = card->host->device->machine->host_of != NULL;
    return __builtin_expect(has_hosts, 0) ? post_batch(card, post) : post_message(card, post);
}

static void post_fill_for_kernel(apenet_card_t *card, const apenet_descriptor_t *descriptor)
{
    apenet_host_t *h = card->host;
    apenet_address_t me = h->device->address;
    apenet_descriptor_t d = *descriptor; /* a faulty kernel may still write */
    bool has_event = apenet_get(d.cmd1, APENET_CMD1_TAG) == APENET_COMP_EQ;
    bool is_gpu = apenet_get(d.cmd0, APENET_CMD0_IS_GPU) != 0; /* other sources have no known address */
    apenet_post_t post = {
        .command = APENET_CMD_PUT,
        .to = apenet_destination(&d.header),
        .address = apenet_header_address(&d.header),
        .local = (const void *)(is_gpu ? apenet_get64(d.cmd0) - APENET_GPU_BUS + APENET_GPU_VA : 0),
        .bytes = is_gpu ? apenet_get(d.cmd0, APENET_CMD0_BYTES) : 0,
        .tag = apenet_get64(d.cmd1),
        .flags = has_event ? 0 : APENET_SILENT};
    uint64_t operation = post_begin_message(card, &post);
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
    post_close_slot(h, apenet_device_at(h->device->machine, post.to));
    post_store_pointer(h);
    if (card->is_recorded) {
        post.command = (apenet_rdma_cmd_t)apenet_get(d.header.w, APENET_HEADER_CMD);
        post.bytes = apenet_get(d.cmd0, APENET_CMD0_BYTES);
        apenet_record_start(card, &start, &post, has_event ? operation : 0);
    }
}

bool apenet_post_descriptor(apenet_card_t *card, const apenet_descriptor_t *d)
{
    if (!apenet_try_ring(card))
        return false;
    bool is_filled = post_has_space(card, 1);
    if (is_filled)
        post_fill_for_kernel(card, d);
    emuq_light_unlock(&card->host->ring_lock);
    return is_filled;
}

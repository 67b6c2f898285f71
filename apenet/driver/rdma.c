/* SPDX-License-Identifier: BSD-3-Clause */
/* Put, get, send, and the wait for events; rings in which GPU kernels post. */
#include <errno.h>
#include <string.h>

#include "apenet/driver/driver.h"
#include "apenet/gpu_ring.h"

/* @return whether all descriptors are moved. Caller holds kernel_lock. */
static bool kernels_move(apenet_card_t *card, apenet_gpu_ring_t *ring)
{
    /* Relaxed: stores hold kernel_lock. */
    uint32_t read = AO_int_load(&ring->read);
    /* Acquire: pairs with the release of the kernel; earlier descriptors are visible. */
    uint32_t next = AO_int_load_acquire(&ring->next);
    if (next >= APENET_GPU_SLOTS)
        return true;
    while (read != next && apenet_post_descriptor(card, &ring->slot[read])) {
        read = (read + 1) % APENET_GPU_SLOTS;
        /* Release: pairs with the acquire of a kernel that reuses the slot. */
        AO_int_store_release(&ring->read, read);
    }
    return read == next;
}

/* Moves posted descriptors to free slots of the card. @return whether the process has a kernel ring; its
 * doorbell wakes no thread */
static bool kernels_run(apenet_card_t *card)
{
    /* Relaxed: a hint for processes without kernels, checked again with kernel_lock held. */
    if (emuq_pointer_load(&card->kernels) == NULL)
        return false;
    if (emuq_shared_try_lock(&card->kernel_lock) != 0)
        return true; /* another thread moves them */
    apenet_gpu_ring_t *ring = emuq_pointer_load(&card->kernels);
    if (ring != NULL)
        (void)kernels_move(card, ring);
    emuq_shared_unlock(&card->kernel_lock);
    return true;
}

static void kernels_end(apenet_card_t *card)
{
    emuq_arena_t *arena = card->host->device->machine->arena;
    emuq_arena_free(arena, card->kernels, sizeof *card->kernels);
    emuq_pointer_store(&card->kernels, NULL);
}

void apenet_kernels_end(apenet_card_t *card)
{
    emuq_shared_lock(&card->kernel_lock);
    kernels_end(card);
    emuq_shared_unlock(&card->kernel_lock);
}

int apenet_gpu_ring_open(apenet_card_t *card, apenet_gpu_ring_t **out)
{
    emuq_arena_t *arena = card->host->device->machine->arena;
    int rc = -EBUSY;
    emuq_shared_lock(&card->kernel_lock);
    if (card->kernels == NULL) {
        apenet_gpu_ring_t *ring = emuq_arena_alloc(arena, sizeof *ring, sizeof ring->slot[0]);
        emuq_pointer_store(&card->kernels, ring);
        rc = ring != NULL ? 0 : -ENOMEM;
    }
    if (rc == 0)
        *out = card->kernels;
    emuq_shared_unlock(&card->kernel_lock);
    return rc;
}

int apenet_gpu_ring_close(apenet_card_t *card)
{
    emuq_shared_lock(&card->kernel_lock);
    int rc = card->kernels == NULL ? -ENOENT : kernels_move(card, card->kernels) ? 0 : -EAGAIN;
    if (rc == 0)
        kernels_end(card);
    emuq_shared_unlock(&card->kernel_lock);
    return rc;
}

#define SLEEP_NS  EMUQ_BACKOFF_LONG_NS    /* longest sleep if the ring may wait for another card */
#define KERNEL_NS EMUQ_BACKOFF_RECHECK_NS /* longest sleep if GPU kernels may post */

#define SERVICE_POLLS 64u

#define ENDS (unsigned)(APENET_REMOTE_GPU(APENET_GPUS - 1) | APENET_LOCAL_GPU(APENET_GPUS - 1))

/* Error for a process without a table. A freed table is left to the card, which rejects the packets. */
static __attribute__((noinline, cold)) int rdma_missing(const apenet_device_t *d, uint32_t pid)
{
    return pid >= d->machine->pids ? -ENXIO : apenet_process_is_dead(d, pid) ? -EHOSTDOWN : 0;
}

/* @param known valid flags besides the GPU flags */
static int rdma_check(const apenet_card_t *card, apenet_address_t to, size_t bytes, unsigned flags,
                      unsigned known)
{
    const apenet_machine_t *m = card->host->device->machine;
    uint32_t gpu = apenet_gpu_in(flags, APENET_GPU_SHIFT);
    if (bytes == 0 || bytes > UINT32_MAX || (flags & ~(known | ENDS)) != 0 || apenet_gpu_flags_are_bad(flags))
        return -EINVAL;
    const apenet_device_t *d = apenet_device_at(m, to);
    if (d == NULL || to.pid >= APENET_PIDS || (gpu != APENET_GPUS && d->gpu[gpu].bytes == 0))
        return -ENXIO;
    /* Acquire: pairs with the release in command_table_new(). */
    return __builtin_expect(emuq_flag_load_acquire(&d->table[to.pid].exists), 1) ? 0
                                                                                 : rdma_missing(d, to.pid);
}

static uint32_t rdma_local_gpu(unsigned flags)
{
    return apenet_gpu_in(flags, APENET_LOCAL_GPU_SHIFT);
}

static uint32_t rdma_gpu_word(uint32_t gpu)
{
    uint32_t word = 0;
    if (gpu != APENET_GPUS) {
        apenet_set(&word, APENET_HEADER_IS_GPU, 1);
        apenet_set(&word, APENET_HEADER_GPU_ID, gpu);
    }
    return word;
}

static apenet_post_t rdma_message(apenet_rdma_cmd_t command, apenet_address_t to, const void *local,
                                  size_t bytes, uint64_t address, uint64_t tag, unsigned flags)
{
    return (apenet_post_t){.command = command,
                           .to = to,
                           .gpu = rdma_gpu_word(apenet_gpu_in(flags, APENET_GPU_SHIFT)),
                           .address = address,
                           .local = local,
                           .bytes = (uint32_t)bytes,
                           .length = (uint32_t)bytes,
                           .tag = tag,
                           .flags = flags};
}

/* Pages of source and target advance together. */
static int rdma_physical_target(apenet_card_t *card, apenet_post_t *post)
{
    const apenet_address_t *me = &card->host->device->address, *to = &post->to;
    uint32_t gpu = apenet_gpu_in(post->flags, APENET_GPU_SHIFT);
    if (to->x != me->x || to->y != me->y || to->z != me->z || to->pid != card->pid)
        return -ENXIO;
    if ((post->address ^ (uintptr_t)post->local) % APENET_PAGE_BYTES != 0)
        return -EINVAL;
    return apenet_bus_address(card, gpu, post->address, post->bytes, &post->address);
}

static int rdma_find_source(apenet_card_t *card, apenet_post_t *post)
{
    uint32_t gpu = rdma_local_gpu(post->flags);
    uint64_t va = (uintptr_t)post->local;
    if (gpu == APENET_GPUS && apenet_pinned(card, va, post->bytes, &post->bus))
        return 0;
    return apenet_bus_address(card, gpu, va, post->bytes, &post->bus);
}

/* Address 0 would be a send, even in a later packet. */
static bool rdma_is_target(uint64_t va, uint64_t bytes)
{
    return va != 0 && va - 1 <= UINT64_MAX - bytes;
}

/* Sends a single-packet put from a recent page without the ring lock.
 * @return false: nothing is done */
static inline bool rdma_put_direct(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes,
                                   uint64_t remote_va, uint64_t tag, unsigned flags)
{
    const apenet_machine_t *m = card->host->device->machine;
    apenet_short_t message;
    message.to = apenet_device_at(m, to);
    if ((flags & ~(unsigned)(APENET_NOWAIT | APENET_SILENT)) != 0 || card->is_recorded || bytes == 0 ||
        !rdma_is_target(remote_va, bytes) || message.to == NULL || to.pid >= m->pids ||
        !emuq_flag_load_acquire(&message.to->table[to.pid].exists) ||
        !apenet_pinned_recently(card, (uintptr_t)local, bytes, &message.bus))
        return false;
    message.bytes = (uint32_t)bytes;
    message.header = apenet_header_of(card, APENET_CMD_PUT, to, message.bytes, remote_va);
    message.has_event = (flags & APENET_SILENT) == 0;
    message.magic = 0;
    if (message.has_event) {
        const apenet_operation_t what = {
            .local = (uintptr_t)local, .tag = tag, .bytes = message.bytes, .peer = to};
        message.magic = apenet_operation_begin(card, &what, 1);
        if (message.magic == 0)
            return false;
    }
    bool is_sent = apenet_transmit_short(card->host->device, &message);
    if (!is_sent && message.has_event)
        apenet_operation_end(card, message.magic);
    return is_sent;
}

static __attribute__((noinline)) int rdma_put_general(apenet_card_t *card, apenet_address_t to,
                                                      const void *local, size_t bytes, uint64_t remote_va,
                                                      uint64_t tag, unsigned flags)
{
    int rc = rdma_check(card, to, bytes, flags, APENET_NOWAIT | APENET_SILENT | APENET_PHYS);
    if (rc == 0 && !rdma_is_target(remote_va, bytes))
        rc = -EINVAL;
    apenet_post_t post = rdma_message(APENET_CMD_PUT, to, local, bytes, remote_va, tag, flags);
    if (rc == 0 && (flags & APENET_PHYS) != 0)
        rc = rdma_physical_target(card, &post);
    if (rc == 0)
        rc = rdma_find_source(card, &post);
    return rc != 0 ? apenet_record_rejected_call(card, "apenet_rdma_put", rc) : apenet_post(card, &post);
}

int apenet_rdma_put(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes,
                    uint64_t remote_va, uint64_t tag, unsigned flags)
{
    if (rdma_put_direct(card, to, local, bytes, remote_va, tag, flags))
        return 0;
    return rdma_put_general(card, to, local, bytes, remote_va, tag, flags);
}

bool apenet_put_at_once(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes,
                        uint64_t remote_va)
{
    return apenet_is_direct(card) &&
           rdma_put_direct(card, to, local, bytes, remote_va, 0, APENET_NOWAIT | APENET_SILENT);
}

int apenet_gpu_prepare_put(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes,
                           uint64_t remote_va, uint64_t tag, unsigned flags, apenet_descriptor_t *out)
{
    int rc = rdma_check(card, to, bytes, flags, APENET_SILENT);
    apenet_post_t post = rdma_message(APENET_CMD_PUT, to, local, bytes, remote_va, tag, flags);
    if (rc == 0)
        rc = rdma_is_target(remote_va, bytes) ? rdma_find_source(card, &post) : -EINVAL;
    if (rc == 0 && post.bus % APENET_PAGE_BYTES + bytes > APENET_PAGE_BYTES)
        rc = -EMSGSIZE;
    if (rc != 0)
        return rc;
    apenet_describe(card, &post, post.bus, 0, post.bytes, out);
    apenet_set64(out->cmd1, tag);
    return 0;
}

int apenet_rdma_send(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes, uint64_t tag,
                     unsigned flags)
{
    int rc = rdma_check(card, to, bytes, flags, APENET_NOWAIT | APENET_SILENT);
    if (rc == 0 && bytes > APENET_PAYLOAD_BYTES)
        rc = -EMSGSIZE;
    apenet_post_t post = rdma_message(APENET_CMD_SEND, to, local, bytes, 0, tag, flags);
    if (rc == 0)
        rc = rdma_find_source(card, &post);
    if (rc == 0 && post.bus % APENET_PAGE_BYTES + bytes > APENET_PAGE_BYTES) /* a send is one packet */
        post.payload = rdma_local_gpu(flags) == APENET_GPUS
                           ? local
                           : apenet_gpu_at(card->host->device, card->pid, (uintptr_t)local, bytes);
    return rc != 0 ? apenet_record_rejected_call(card, __func__, rc) : apenet_post(card, &post);
}

int apenet_rdma_get(apenet_card_t *card, apenet_address_t from, void *local, size_t bytes, uint64_t remote_va,
                    uint64_t tag, unsigned flags)
{
    int rc = rdma_check(card, from, bytes, flags, APENET_NOWAIT);
    apenet_get_request_t request;
    apenet_post_t post = rdma_message(APENET_CMD_GET, from, local, bytes, remote_va, tag, flags);
    if (rc == 0 && !rdma_is_target(remote_va, bytes))
        rc = -EINVAL;
    if (rc == 0)
        rc = apenet_pin(card, rdma_local_gpu(flags), (uintptr_t)local, post.bytes);
    if (rc != 0)
        return apenet_record_rejected_call(card, __func__, rc);
    memset(&request, 0, sizeof request);
    apenet_set64(request.sink, (uintptr_t)local);
    request.bytes = post.bytes;
    request.table = rdma_gpu_word(rdma_local_gpu(flags));
    apenet_set(&request.table, APENET_HEADER_DEST_PID, card->pid);
    post.payload = &request;
    post.length = sizeof request;
    rc = apenet_post(card, &post);
    if (rc != 0)
        apenet_unpin(card, (uintptr_t)local, post.bytes);
    return rc;
}

/* Nanoseconds to sleep: `most`, or less until `end`; 0: timed out. */
static uint64_t rdma_sleep_for(uint64_t end, uint64_t most)
{
    uint64_t left = EMUQ_FUTEX_FOREVER;
    if (end != UINT64_MAX) {
        uint64_t now = emuq_now_ns();
        left = now < end ? end - now : 0;
    }
    return left < most ? left : most;
}

typedef struct rdma_result {
    bool has_event, has_kernels;
    unsigned left; /* result of apenet_progress(): APENET_LEFT_... */
} rdma_result_t;

static rdma_result_t rdma_poll(apenet_card_t *card, unsigned kinds, apenet_event_t *out)
{
    rdma_result_t l = {.has_kernels = kernels_run(card)};
    l.has_event = apenet_next_event(card, kinds, out, &l.left);
    return l;
}

/* First poll of a wait. Enables the next signal if unsuccessful. */
static rdma_result_t rdma_poll_first(apenet_card_t *card, unsigned kinds, apenet_event_t *out)
{
    rdma_result_t l = rdma_poll(card, kinds, out);
    if (l.has_event || !apenet_has_fd(card))
        return l;
    apenet_interrupts_reset(card);
    (void)apenet_drain(card->host); /* signals events of remaining processes */
    l = rdma_poll(card, kinds, out);
    apenet_interrupts_enable(card);
    return l;
}

typedef struct rdma_wait {
    apenet_card_t *card;
    unsigned kinds;
    uint64_t end; /* emuq_now_ns(); UINT64_MAX: never */
    apenet_event_t *out;
} rdma_wait_t;

/* @return 0 or the error that ends the wait; 1: continue after at most *ns */
static int rdma_wait_result(const rdma_wait_t *w, const rdma_result_t *l, uint64_t *ns)
{
    if (l->has_event)
        return 0;
    if ((l->left & APENET_LEFT_EVENTS) != 0)
        return -ENOMEM;
    *ns = rdma_sleep_for(w->end, l->has_kernels ? KERNEL_NS : l->left != 0 ? SLEEP_NS : EMUQ_FUTEX_FOREVER);
    return *ns == 0 ? -ETIMEDOUT : 1;
}

static inline bool rdma_serve(apenet_card_t *card, unsigned kinds, apenet_event_t *out)
{
    return __builtin_expect(card->host->device->machine->has_service, 0) && apenet_serve(card, kinds, out);
}

static int rdma_wait_loop(const rdma_wait_t *w)
{
    apenet_card_t *card = w->card;
    bool has_slept = false;
    for (;;) {
        bool sleeps = apenet_prefers_sleep(card);
        apenet_sleep_ticket_t ticket = {0, false};
        if (sleeps)
            ticket = apenet_sleep_prepare(card->host, has_slept);
        if (rdma_serve(card, w->kinds, w->out))
            return 0;
        uint32_t arrived = AO_int_load(&card->arrived);
        rdma_result_t l = rdma_poll(card, w->kinds, w->out);
        uint64_t ns = 0;
        int rc = rdma_wait_result(w, &l, &ns);
        if (rc != 1)
            return rc;
        if (sleeps)
            apenet_sleep(card, w->kinds, ticket, ns);
        else
            apenet_pause(card, arrived, !l.has_kernels && l.left == 0);
        has_slept |= sleeps;
    }
}

/* A poll without time limit: serves dead processes only at some calls, since the clock takes as long as the
 * poll. */
static bool rdma_serve_poll(apenet_card_t *card, unsigned kinds, apenet_event_t *out)
{
    static unsigned polls; /* relaxed: lost increments delay the service */
    const apenet_machine_t *m = card->host->device->machine;
    if (__builtin_expect(!m->has_service, 1))
        return false;
    AO_int_store(&polls, AO_int_load(&polls) + 1);
    bool is_due = m->has_link_time || (kinds & APENET_KIND(APENET_EVENT_HEALTH)) != 0 ||
                  AO_int_load(&polls) % SERVICE_POLLS == 0;
    return is_due && apenet_serve(card, kinds, out);
}

static __attribute__((noinline)) int rdma_wait_event(apenet_card_t *card, unsigned kinds, int timeout_ms,
                                                     apenet_event_t *out)
{
    uint32_t arrived = AO_int_load(&card->arrived);
    rdma_result_t l = rdma_poll_first(card, kinds, out);
    if (timeout_ms == 0 && !l.has_event) {
        bool has_event = rdma_serve_poll(card, kinds, out);
        return has_event ? 0 : (l.left & APENET_LEFT_EVENTS) != 0 ? -ENOMEM : -ETIMEDOUT;
    }
    /* Health is loaded after the interrupt is enabled: a change signals the eventfd or is found here. */
    if (l.has_event || rdma_serve(card, kinds, out))
        return 0;
    rdma_wait_t w = {card, kinds, UINT64_MAX, out};
    if (timeout_ms >= 0)
        w.end = emuq_now_ns() + (uint64_t)timeout_ms * 1000000;
    uint64_t ns;
    int rc = rdma_wait_result(&w, &l, &ns);
    if (rc != 1)
        return rc;
    emuq_record_ring_t *recorded =
        card->is_recorded ? apenet_record_wait(card, EMUQ_RECORD_WAIT_EVENT, kinds) : NULL;
    apenet_pause_begin();
    apenet_pause(card, arrived, !l.has_kernels && l.left == 0);
    rc = rdma_wait_loop(&w);
    apenet_record_wait_end(recorded);
    return rc;
}

/* Tests that a poll without entries would find and change nothing. Relaxed: a hint. */
static inline bool rdma_is_quiet(const apenet_card_t *card)
{
    return !emuq_flag_load(&card->host->has_unread) && !apenet_has_fd(card);
}

int apenet_wait_event(apenet_card_t *card, unsigned kinds, int timeout_ms, apenet_event_t *out)
{
    if (kinds == 0)
        return apenet_record_rejected_call(card, __func__, -EINVAL);
    /* Relaxed: see kernels_run(). */
    if (__builtin_expect(emuq_pointer_load(&card->kernels) != NULL, 0))
        (void)kernels_run(card);
    /* Relaxed: hints. A thread that goes to sleep after a miss is woken by the delivery. */
    if (__builtin_expect(emuq_pointer_load(&card->first) == NULL, 1)) {
        const apenet_entry_t *e = apenet_first_entry(card->host);
        if (e != NULL) {
            /* The first received byte; any address is harmless. */
            __builtin_prefetch((const void *)(uintptr_t)apenet_get64(&e->head[2]));
            if (!card->is_recorded && apenet_take_first_event(card, kinds, out))
                return 0;
        } else if (timeout_ms == 0 && rdma_is_quiet(card)) {
            return rdma_serve_poll(card, kinds, out) ? 0 : -ETIMEDOUT;
        }
    }
    return rdma_wait_event(card, kinds, timeout_ms, out);
}

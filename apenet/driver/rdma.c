/* SPDX-License-Identifier: BSD-3-Clause */
/* put, get, send, and the wait for their events. */
#include <errno.h>
#include <string.h>

#include "apenet/card/short.h"
#include "apenet/driver/address.h"
#include "apenet/driver/events.h"
#include "apenet/driver/interrupts.h"
#include "apenet/driver/kernels.h"
#include "apenet/driver/operations.h"
#include "apenet/driver/pins.h"
#include "apenet/driver/post.h"
#include "apenet/driver/record.h"
#include "apenet/driver/waits.h"
#include "apenet/gpu_ring.h"

#define POLLS     50       /* looks before a thread sleeps */
#define SLEEP_NS  1000000u /* for threads whose ring may wait for another card */
#define KERNEL_NS 50000u   /* for those whose kernels may ring */

#define ENDS (unsigned)(APENET_REMOTE_GPU(APENET_GPUS - 1) | APENET_LOCAL_GPU(APENET_GPUS - 1))

/* What is the same for all operations. @param known flags, besides those that say where the ends are */
static int check(const apenet_card_t *card, apenet_address_t to, size_t bytes, unsigned flags, unsigned known)
{
    const apenet_machine_t *m = card->host->device->machine;
    uint32_t gpu = apenet_gpu_in(flags, APENET_GPU_SHIFT);
    if (bytes == 0 || bytes > UINT32_MAX || (flags & ~(known | ENDS)) != 0 || apenet_gpu_flags_are_bad(flags))
        return -EINVAL;
    const apenet_device_t *d = apenet_device_at(m, to);
    return d != NULL && to.pid < m->pids && (gpu == APENET_GPUS || d->gpu[gpu].bytes != 0) ? 0 : -ENXIO;
}

static uint32_t local_gpu(unsigned flags)
{
    return apenet_gpu_in(flags, APENET_LOCAL_GPU_SHIFT);
}

/* A GPU as word 0 of a header has it. */
static uint32_t gpu_word(uint32_t gpu)
{
    uint32_t word = 0;
    if (gpu != APENET_GPUS) {
        apenet_set(&word, APENET_HEADER_IS_GPU, 1);
        apenet_set(&word, APENET_HEADER_GPU_ID, gpu);
    }
    return word;
}

static apenet_post_t message(apenet_rdma_cmd_t command, apenet_address_t to, const void *local, size_t bytes,
                             uint64_t address, uint64_t tag, unsigned flags)
{
    return (apenet_post_t){.command = command,
                           .to = to,
                           .gpu = gpu_word(apenet_gpu_in(flags, APENET_GPU_SHIFT)),
                           .address = address,
                           .local = local,
                           .bytes = (uint32_t)bytes,
                           .length = (uint32_t)bytes,
                           .tag = tag,
                           .flags = flags};
}

/* Finds the physical address of a target. Its pages and those of the source are walked together. */
static int physical_target(apenet_card_t *card, apenet_post_t *post)
{
    const apenet_address_t *me = &card->host->device->address, *to = &post->to;
    uint32_t gpu = apenet_gpu_in(post->flags, APENET_GPU_SHIFT);
    if (to->x != me->x || to->y != me->y || to->z != me->z || to->pid != card->pid)
        return -ENXIO;
    if ((post->address ^ (uintptr_t)post->local) % APENET_PAGE_BYTES != 0)
        return -EINVAL;
    return apenet_bus_address(card, gpu, post->address, post->bytes, &post->address);
}

/* Finds the bus address of the source. */
static int find_source(apenet_card_t *card, apenet_post_t *post)
{
    uint32_t gpu = local_gpu(post->flags);
    uint64_t va = (uintptr_t)post->local;
    if (gpu == APENET_GPUS && apenet_pinned(card, va, post->bytes, &post->bus))
        return 0;
    return apenet_bus_address(card, gpu, va, post->bytes, &post->bus);
}

/* Whether a put may go there, or a get read: address 0 would be a send, also that of a later packet. */
static bool is_target(uint64_t va, uint64_t bytes)
{
    return va != 0 && va - 1 <= UINT64_MAX - bytes;
}

/* A put of one packet from a page that has been found lately, if nothing stands in its way: what is the
 * card's to check it checks as for any short message, the rest is checked here. Without the ring's lock: the
 * ring has nothing to do with it. @return false: nothing has been done, or is known to be wrong */
static inline bool put_at_once(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes,
                               uint64_t remote_va, uint64_t tag, unsigned flags)
{
    const apenet_machine_t *m = card->host->device->machine;
    apenet_short_t message;
    message.to = apenet_device_at(m, to);
    if ((flags & ~(unsigned)(APENET_NOWAIT | APENET_SILENT)) != 0 || card->short_most == 0 || bytes == 0 ||
        !is_target(remote_va, bytes) || message.to == NULL || to.pid >= m->pids ||
        !__atomic_load_n(&message.to->table[to.pid].exists, __ATOMIC_ACQUIRE) ||
        !apenet_pinned_lately(card, (uintptr_t)local, bytes, &message.bus))
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

static __attribute__((noinline)) int put(apenet_card_t *card, apenet_address_t to, const void *local,
                                         size_t bytes, uint64_t remote_va, uint64_t tag, unsigned flags)
{
    int rc = check(card, to, bytes, flags, APENET_NOWAIT | APENET_SILENT | APENET_PHYS);
    if (rc == 0 && !is_target(remote_va, bytes))
        rc = -EINVAL;
    if (rc != 0)
        return apenet_refused(card, "apenet_rdma_put", rc);
    apenet_post_t post = message(APENET_CMD_PUT, to, local, bytes, remote_va, tag, flags);
    if ((flags & APENET_PHYS) != 0 && (rc = physical_target(card, &post)) != 0)
        return apenet_refused(card, "apenet_rdma_put", rc);
    rc = find_source(card, &post);
    return rc != 0 ? apenet_refused(card, "apenet_rdma_put", rc) : apenet_post(card, &post);
}

int apenet_rdma_put(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes,
                    uint64_t remote_va, uint64_t tag, unsigned flags)
{
    if (put_at_once(card, to, local, bytes, remote_va, tag, flags))
        return 0;
    return put(card, to, local, bytes, remote_va, tag, flags);
}

int apenet_gpu_prepare_put(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes,
                           uint64_t remote_va, uint64_t tag, unsigned flags, apenet_descriptor_t *out)
{
    int rc = check(card, to, bytes, flags, APENET_SILENT);
    apenet_post_t post = message(APENET_CMD_PUT, to, local, bytes, remote_va, tag, flags);
    if (rc == 0)
        rc = is_target(remote_va, bytes) ? find_source(card, &post) : -EINVAL;
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
    int rc = check(card, to, bytes, flags, APENET_NOWAIT | APENET_SILENT);
    if (rc == 0 && bytes > APENET_PAYLOAD_BYTES)
        rc = -EMSGSIZE;
    if (rc != 0)
        return apenet_refused(card, __func__, rc);
    apenet_post_t post = message(APENET_CMD_SEND, to, local, bytes, 0, tag, flags);
    rc = find_source(card, &post);
    if (rc == 0 && post.bus % APENET_PAGE_BYTES + bytes > APENET_PAGE_BYTES) /* one packet has to be made */
        post.payload = local_gpu(flags) == APENET_GPUS
                           ? local
                           : apenet_gpu_at(card->host->device, card->pid, (uintptr_t)local, bytes);
    return rc != 0 ? apenet_refused(card, __func__, rc) : apenet_post(card, &post);
}

int apenet_rdma_get(apenet_card_t *card, apenet_address_t from, void *local, size_t bytes, uint64_t remote_va,
                    uint64_t tag, unsigned flags)
{
    int rc = check(card, from, bytes, flags, APENET_NOWAIT);
    apenet_get_request_t request;
    apenet_post_t post = message(APENET_CMD_GET, from, local, bytes, remote_va, tag, flags);
    if (rc == 0 && !is_target(remote_va, bytes))
        rc = -EINVAL;
    if (rc == 0)
        rc = apenet_pin(card, local_gpu(flags), (uintptr_t)local, post.bytes);
    if (rc != 0)
        return apenet_refused(card, __func__, rc);
    memset(&request, 0, sizeof request);
    apenet_set64(request.sink, (uintptr_t)local);
    request.bytes = post.bytes;
    request.table = gpu_word(local_gpu(flags));
    apenet_set(&request.table, APENET_HEADER_DEST_PID, card->pid);
    post.payload = &request;
    post.length = sizeof request;
    rc = apenet_post(card, &post);
    if (rc != 0)
        apenet_unpin(card, (uintptr_t)local, post.bytes);
    return rc;
}

/* Nanoseconds that a thread may sleep, `most` or until `end` (UINT64_MAX: for ever); 0: it is too late. */
static uint64_t sleep_for(uint64_t end, uint64_t most)
{
    uint64_t left = EMUQ_FUTEX_FOREVER;
    if (end != UINT64_MAX) {
        uint64_t now = emuq_now_ns();
        left = now < end ? end - now : 0;
    }
    return left < most ? left : most;
}

/* What a look for events has found. */
typedef struct look {
    bool has_event, has_kernels;
    unsigned left; /* as apenet_progress() */
} look_t;

static look_t look(apenet_card_t *card, unsigned kinds, apenet_event_t *out)
{
    look_t l = {.has_kernels = apenet_kernels_run(card)};
    l.has_event = apenet_next_event(card, kinds, out, &l.left);
    return l;
}

/* The first look of a wait. One that finds nothing lets the next event be shown. */
static look_t look_first(apenet_card_t *card, unsigned kinds, apenet_event_t *out)
{
    look_t l = look(card, kinds, out);
    if (l.has_event || !apenet_has_fd(card))
        return l;
    apenet_interrupts_reset(card);
    (void)apenet_drain(card->host); /* events of other processes are shown to them */
    l = look(card, kinds, out);
    apenet_interrupts_enable(card);
    return l;
}

/* What is the same for all looks of a wait. */
typedef struct wait {
    apenet_card_t *card;
    unsigned kinds;
    uint64_t end; /* emuq_now_ns(); UINT64_MAX: never */
    apenet_event_t *out;
} wait_t;

/* @return 0, or why a wait that has found no event ends; 1: it goes on, and may sleep for *ns */
static int outcome(const wait_t *w, const look_t *l, uint64_t *ns)
{
    if (l->has_event)
        return 0;
    if ((l->left & APENET_LEFT_EVENTS) != 0)
        return -ENOMEM;
    *ns = sleep_for(w->end, l->has_kernels ? KERNEL_NS : l->left != 0 ? SLEEP_NS : EMUQ_FUTEX_FOREVER);
    return *ns == 0 ? -ETIMEDOUT : 1;
}

/* Goes on after a first look, and a pause. */
static int go_on(const wait_t *w)
{
    apenet_card_t *card = w->card;
    bool has_slept = false;
    for (unsigned polls = 1;; polls++) {
        bool sleeps = polls >= POLLS || apenet_rather_sleeps(card);
        apenet_bell_t bell = {0, false};
        if (sleeps)
            bell = apenet_listen(card->host, has_slept);
        uint32_t arrived = __atomic_load_n(&card->arrived, __ATOMIC_RELAXED);
        look_t l = look(card, w->kinds, w->out);
        uint64_t ns = 0;
        int rc = outcome(w, &l, &ns);
        if (rc != 1)
            return rc;
        if (sleeps)
            apenet_sleep(card, w->kinds, bell, ns);
        else
            apenet_pause(card, arrived, !l.has_kernels && l.left == 0);
        has_slept |= sleeps;
    }
}

static __attribute__((noinline)) int wait_event(apenet_card_t *card, unsigned kinds, int timeout_ms,
                                                apenet_event_t *out)
{
    uint32_t arrived = __atomic_load_n(&card->arrived, __ATOMIC_RELAXED);
    look_t l = look_first(card, kinds, out);
    if (l.has_event)
        return 0;
    wait_t w = {card, kinds, UINT64_MAX, out};
    if (timeout_ms >= 0)
        w.end = emuq_now_ns() + (uint64_t)timeout_ms * 1000000;
    uint64_t ns;
    int rc = outcome(&w, &l, &ns);
    if (rc != 1)
        return rc;
    emuq_record_ring_t *recorded =
        card->is_recorded ? apenet_record_wait(card, EMUQ_RECORD_WAIT_EVENT, kinds) : NULL;
    apenet_pause(card, arrived, !l.has_kernels && l.left == 0);
    rc = go_on(&w);
    apenet_record_wait_end(recorded);
    return rc;
}

int apenet_wait_event(apenet_card_t *card, unsigned kinds, int timeout_ms, apenet_event_t *out)
{
    if (kinds == 0)
        return apenet_refused(card, __func__, -EINVAL);
    (void)apenet_kernels_run(card);
    if (apenet_take_at_once(card, kinds, out))
        return 0;
    return wait_event(card, kinds, timeout_ms, out);
}

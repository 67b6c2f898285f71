/* SPDX-License-Identifier: BSD-3-Clause */
/* Opening and closing of cards, registration of buffers, and GPU memory. */
#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "apenet/driver/driver.h"
#include "apenet/driver/links.h"
#include "apenet/rdma_names.h"
#include "base/text.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/report.h"

static bool buffers_is_same(const apenet_record_t *r, const apenet_record_t *wanted)
{
    return r->uses != 0 && !r->is_leaving && r->va == wanted->va && r->bytes == wanted->bytes &&
           r->flags == wanted->flags && r->context == wanted->context;
}

/* @return the equal record, else a free record, else NULL */
static apenet_record_t *buffers_find(apenet_card_t *card, const apenet_record_t *wanted)
{
    apenet_record_t *vacant = NULL;
    for (uint32_t i = APENET_BUFFERS_MAX; i-- > 0;) {
        if (buffers_is_same(&card->record[i], wanted))
            return &card->record[i];
        if (card->record[i].uses == 0)
            vacant = &card->record[i];
    }
    return vacant;
}

static uint64_t buffers_magic_of(const apenet_card_t *card, const apenet_record_t *r)
{
    return apenet_magic(r->generation, card->pid, (uint32_t)(r - card->record));
}

static apenet_record_t *buffers_named(apenet_card_t *card, apenet_buffer_t buffer)
{
    uint32_t number = apenet_magic_number(buffer.id);
    if (number >= APENET_BUFFERS_MAX)
        return NULL;
    apenet_record_t *r = &card->record[number];
    return r->uses != 0 && !r->is_leaving && buffers_magic_of(card, r) == buffer.id ? r : NULL;
}

static int buffers_submit(apenet_card_t *card, apenet_op_t op, const apenet_record_t *r)
{
    uint32_t word3[4] = {r->bytes, 0, 0, 0};
    if ((r->flags & APENET_STREAMING) != 0)
        word3[1] |= APENET_BUFFER_STREAMING;
    if ((r->flags & APENET_GET) != 0)
        word3[1] |= APENET_BUFFER_GET;
    if (apenet_gpu_of(r->va) != APENET_GPUS)
        word3[1] |= APENET_BUFFER_GPU;
    apenet_set64(&word3[2], buffers_magic_of(card, r));
    return apenet_submit(card, op, r->va, word3);
}

static int buffers_make(apenet_card_t *card, apenet_record_t *r, const apenet_record_t *wanted)
{
    int rc = apenet_pin(card, apenet_gpu_in(wanted->flags, APENET_GPU_SHIFT), wanted->va, wanted->bytes);
    if (rc != 0)
        return rc;
    r->va = wanted->va;
    r->bytes = wanted->bytes;
    r->flags = wanted->flags;
    r->context = wanted->context;
    rc = buffers_submit(card, APENET_OP_BUFFER_ADD, r);
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
    apenet_client_lock(card);
    apenet_record_t *r = buffers_find(card, &wanted);
    int rc = r == NULL ? -ENOSPC : r->uses == 0 ? buffers_make(card, r, &wanted) : 0;
    if (rc == 0) {
        r->uses++;
        out->id = buffers_magic_of(card, r);
    }
    emuq_light_unlock(&card->lock);
    return rc;
}

/* Tests if an operation uses [va, va + bytes). Caller holds the process lock. */
static bool buffers_is_in_use(const apenet_card_t *card, uint64_t va, uint64_t bytes)
{
    for (uint32_t i = 0; i < APENET_OPERATIONS; i++) {
        const apenet_operation_t *o = &card->operation[i];
        if (o->is_open && o->local < va + bytes && va < o->local + o->bytes)
            return true;
    }
    return false;
}

/* @return 1: last use, removed from the card */
static int buffers_remove(apenet_card_t *card, apenet_buffer_t buffer)
{
    apenet_record_t *r = buffers_named(card, buffer);
    if (r == NULL)
        return -ENOENT;
    if (r->uses > 1) {
        r->uses--;
        return 0;
    }
    if (buffers_is_in_use(card, r->va, r->bytes))
        return -EBUSY;
    r->is_leaving = true;
    (void)buffers_submit(card, APENET_OP_BUFFER_REMOVE, r);
    apenet_unpin(card, r->va, r->bytes);
    return 1;
}

int apenet_unregister_buffer(apenet_card_t *card, apenet_buffer_t buffer)
{
    apenet_drain(card->host); /* excludes complete operations */
    apenet_client_lock(card);
    int rc = buffers_remove(card, buffer);
    emuq_light_unlock(&card->lock);
    if (rc != 1)
        return rc;
    apenet_drain(card->host); /* earlier events still get the context */
    apenet_client_lock(card);
    apenet_record_t *r = &card->record[apenet_magic_number(buffer.id)];
    r->uses = 0;
    r->is_leaving = false;
    r->generation++;
    emuq_light_unlock(&card->lock);
    return 0;
}

int apenet_rearm_buffer(apenet_card_t *card, apenet_buffer_t buffer)
{
    apenet_client_lock(card);
    const apenet_record_t *r = buffers_named(card, buffer);
    int rc = r == NULL ? -ENOENT : (r->flags & APENET_STREAMING) == 0 ? -EINVAL : 0;
    if (rc == 0)
        rc = buffers_submit(card, APENET_OP_BUFFER_ADD, r);
    emuq_light_unlock(&card->lock);
    return rc;
}

int apenet_gpu_alloc(apenet_card_t *card, int gpu, size_t bytes, void **out)
{
    uint64_t va;
    if (bytes == 0)
        return -EINVAL;
    int rc =
        gpu < 0 ? -ENXIO : apenet_gpu_alloc_block(card->host->device, (uint32_t)gpu, card->pid, bytes, &va);
    if (rc == 0)
        *out = (void *)va;
    return rc;
}

/* Caller holds the process lock. */
static bool gpu_has_buffer(const apenet_card_t *card, uint64_t va, uint64_t bytes)
{
    for (uint32_t i = 0; i < APENET_BUFFERS_MAX; i++) {
        const apenet_record_t *r = &card->record[i];
        if (r->uses != 0 && r->va < va + bytes && va < r->va + r->bytes)
            return true;
    }
    return false;
}

/* Unregisters the pages before the block can be reused. Caller holds the process lock. */
static void gpu_release(apenet_card_t *card, uint64_t va, uint64_t bytes)
{
    apenet_pins_forget(card, va, bytes);
    (void)apenet_gpu_free_block(card->host->device, card->pid, va);
}

int apenet_gpu_free(apenet_card_t *card, void *memory)
{
    uint64_t va = (uintptr_t)memory;
    if (memory == NULL)
        return 0;
    apenet_drain(card->host); /* excludes complete operations */
    apenet_client_lock(card);
    uint64_t bytes = apenet_gpu_block(card->host->device, card->pid, va);
    int rc = bytes == 0 ? -ENOENT : 0;
    if (rc == 0 && (gpu_has_buffer(card, va, bytes) || buffers_is_in_use(card, va, bytes)))
        rc = -EBUSY;
    if (rc == 0)
        gpu_release(card, va, bytes);
    emuq_light_unlock(&card->lock);
    return rc;
}

/* Frees all blocks of the process, which have no buffers. */
static void gpu_free_all(apenet_card_t *card)
{
    apenet_device_t *d = card->host->device;
    apenet_client_lock(card);
    for (uint32_t gpu = 0; gpu < APENET_GPUS; gpu++)
        for (uint64_t va = 0; (va = apenet_gpu_next(d, gpu, card->pid, va)) != 0;)
            gpu_release(card, va, apenet_gpu_block(d, card->pid, va));
    emuq_light_unlock(&card->lock);
}

/* @return NULL: not accessible */
static void *gpu_address_of(apenet_card_t *card, uint64_t va, size_t bytes)
{
    if (apenet_gpu_of(va) != APENET_GPUS)
        return apenet_gpu_at(card->host->device, card->pid, va, bytes);
    return emuq_is_mapped((const void *)va, bytes) ? (void *)va : NULL;
}

int apenet_gpu_copy(void *to, const void *from, size_t bytes)
{
    apenet_card_t *card;
    if (bytes == 0)
        return -EINVAL;
    int rc = apenet_card_find(&card);
    if (rc != 0)
        return rc;
    void *target = gpu_address_of(card, (uintptr_t)to, bytes);
    const void *source = gpu_address_of(card, (uintptr_t)from, bytes);
    if (target == NULL || source == NULL)
        return -EFAULT;
    memcpy(target, source, bytes);
    return 0;
}

int apenet_gpu_acquire(const apenet_event_t *event)
{
    bool has_come = event->kind == APENET_EVENT_RECEIVED || event->kind == APENET_EVENT_GET_DONE ||
                    event->kind == APENET_EVENT_ERROR;
    if (!has_come || apenet_gpu_of((uintptr_t)event->address) == APENET_GPUS)
        return -EINVAL;
    /* The caller has acquired the bytes with the event. The full barrier also orders them before later stores
     * on which running kernels wait. */
    static uint32_t barrier;
    (void)AO_int_fetch_and_add_full(&barrier, 1);
    return 0;
}

int apenet_gpu_kernel_address(const void *memory, size_t bytes, void **out)
{
    apenet_card_t *card;
    int rc = apenet_card_find(&card);
    if (rc != 0)
        return rc;
    void *at = apenet_gpu_at(card->host->device, card->pid, (uintptr_t)memory, bytes);
    if (at == NULL)
        return -EFAULT;
    *out = at;
    return 0;
}

/* The calls never fill invalid descriptors: the program contains another driver. */
static void open_report_rejection(const apenet_rejection_t *rejection)
{
    char buffer[1024];
    apenet_record_rejection(rejection->node, rejection->slot, rejection->why);
    if (emuq_is_left_over(apenet_partition())) /* the caller may be no member */
        return;
    emuq_text_t text = emuq_text(buffer, sizeof buffer);
    emuq_text_add(&text, "%s", rejection->report);
    emuq_violation(&text, 0);
}

/* Caller holds card->lock. */
static void open_card(apenet_card_t *card)
{
    emuq_process_t *self = emuq_process_self();
    const apenet_machine_t *m = card->host->device->machine;
    if (card->opens++ != 0)
        return;
    emuq_pointer_store(&apenet_rejection_hook, open_report_rejection);
    apenet_interrupts_connect(card->host->all, self->node->partition);
    card->process = self;
    apenet_waits_open(self->node->partition, m->endpoint != NULL);
    apenet_watchdog_open(card);
    if (!m->is_shared)
        return;
    /* Permits memory access by all processes where the kernel checks. */
    (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    /* Release: pairs with the acquire in bus_find_private(). */
    AO_int_store_release(&m->pid[emuq_member_number(self)], (uint32_t)getpid());
}

int apenet_open(unsigned number, apenet_card_t **out)
{
    apenet_card_t *card;
    int rc = number == 0 ? apenet_card_find(&card) : -ENXIO;
    if (rc == 0 && emuq_joined_late)
        rc = apenet_check_copies(card->host->device->machine);
    if (rc == 0)
        rc = apenet_links_open(card);
    if (rc != 0)
        return rc;
    apenet_client_lock(card);
    open_card(card);
    emuq_light_unlock(&card->lock);
    *out = card;
    return 0;
}

int apenet_default_card(apenet_card_t **out)
{
    int rc = apenet_card_find(out);
    if (rc == 0)
        rc = apenet_links_open(*out);
    if (rc != 0)
        return rc;
    apenet_client_lock(*out);
    if (!(*out)->has_default)
        open_card(*out);
    (*out)->has_default = true;
    emuq_light_unlock(&(*out)->lock);
    return 0;
}

static void open_unregister_all(apenet_card_t *card)
{
    for (uint32_t i = 0; i < APENET_BUFFERS_MAX; i++) {
        apenet_buffer_t buffer = {apenet_magic(card->record[i].generation, card->pid, i)};
        while (apenet_unregister_buffer(card, buffer) == 0)
            ;
    }
}

int apenet_close(apenet_card_t *card)
{
    apenet_drain(card->host);
    apenet_client_lock(card);
    bool is_last = card->opens == 1;
    int rc = card->opens == 0 ? -EINVAL : 0;
    if (is_last && AO_int_load(&card->open_operations) != 0)
        rc = -EBUSY;
    if (rc == 0 && !is_last)
        card->opens--; /* under the same lock: one of several closing threads is the last */
    emuq_light_unlock(&card->lock);
    if (rc != 0 || !is_last)
        return rc;
    open_unregister_all(card);
    apenet_kernels_end(card);
    apenet_interrupts_end(card);
    gpu_free_all(card);
    apenet_client_lock(card);
    card->opens--;
    apenet_drop_events(card);
    emuq_light_unlock(&card->lock);
    return 0;
}

int apenet_whoami(apenet_card_t *card, apenet_address_t *me, apenet_address_t *lattice)
{
    const apenet_device_t *d = card->host->device;
    const apenet_machine_t *m = d->machine;
    if (me != NULL) {
        *me = d->address;
        me->pid = (uint8_t)card->pid;
    }
    if (lattice != NULL)
        *lattice = (apenet_address_t){(uint8_t)m->size[0], (uint8_t)m->size[1], (uint8_t)m->size[2],
                                      (uint8_t)m->pids};
    return 0;
}

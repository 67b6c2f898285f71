/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "apenet/driver/cards.h"
#include "apenet/driver/events.h"
#include "apenet/driver/gpu.h"
#include "apenet/driver/interrupts.h"
#include "apenet/driver/kernels.h"
#include "apenet/driver/record.h"
#include "apenet/driver/waits.h"
#include "apenet/rdma_names.h"
#include "base/text.h"
#include "kernel-shim/partition/report.h"
#include "kernel-shim/partition/partition.h"

/* The card has refused a descriptor, which the calls fill never wrong: the program has its own driver. */
static void refused(const apenet_refusal_t *refusal)
{
    char buffer[1024];
    apenet_record_refusal(refusal->node, refusal->slot, refusal->why);
    if (emuq_is_left_over(emuq_process_self()->node->partition))
        return;
    emuq_text_t text = emuq_text(buffer, sizeof buffer);
    emuq_text_add(&text, "%s", refusal->report);
    emuq_violation(&text, 0);
}

/* The caller has the card's lock. */
static void open_once_more(apenet_card_t *card)
{
    emuq_process_t *self = emuq_process_self();
    const apenet_machine_t *m = card->host->device->machine;
    if (card->opens++ != 0)
        return;
    __atomic_store_n(&apenet_refusal_hook, refused, __ATOMIC_RELAXED);
    apenet_interrupts_connect(card->host->all, self->node->partition);
    card->process = self;
    card->owner = m->is_shared ? (unsigned)getpid() : EMUQ_LIGHT_OWNER;
    apenet_waits_open(self->node->partition);
    if (!m->is_shared)
        return;
    /* Other processes read and write memory of this one, where the kernel asks whether they may. */
    (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    /* Release: pairs with the acquire of cards that find memory of the process. */
    __atomic_store_n(&m->pid[emuq_member_number(self)], getpid(), __ATOMIC_RELEASE);
}

int apenet_open(unsigned number, apenet_card_t **out)
{
    apenet_card_t *card;
    int rc = number == 0 ? apenet_card_find(&card) : -ENXIO;
    if (rc != 0)
        return rc;
    emuq_light_lock(&card->lock);
    open_once_more(card);
    emuq_light_unlock(&card->lock);
    *out = card;
    return 0;
}

int apenet_default_card(apenet_card_t **out)
{
    int rc = apenet_card_find(out);
    if (rc != 0)
        return rc;
    emuq_light_lock(&(*out)->lock);
    if (!(*out)->has_default)
        open_once_more(*out);
    (*out)->has_default = true;
    emuq_light_unlock(&(*out)->lock);
    return 0;
}

/* Buffers that a program has left. */
static void unregister_all(apenet_card_t *card)
{
    for (uint32_t i = 0; i < APENET_BUFFERS_MOST; i++) {
        apenet_buffer_t buffer = {apenet_magic(card->record[i].generation, card->pid, i)};
        while (apenet_unregister_buffer(card, buffer) == 0)
            ;
    }
}

int apenet_close(apenet_card_t *card)
{
    apenet_drain(card->host);
    emuq_light_lock(&card->lock);
    bool is_last = card->opens == 1;
    int rc = card->opens == 0 ? -EINVAL : 0;
    if (is_last && __atomic_load_n(&card->open_operations, __ATOMIC_RELAXED) != 0)
        rc = -EBUSY;
    if (rc == 0 && !is_last)
        card->opens--; /* under the same lock: of threads that close at a time, one is the last */
    emuq_light_unlock(&card->lock);
    if (rc != 0 || !is_last)
        return rc;
    unregister_all(card);
    apenet_kernels_end(card);
    apenet_interrupts_end(card);
    apenet_gpu_free_all(card);
    emuq_light_lock(&card->lock);
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

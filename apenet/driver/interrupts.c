/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/driver/interrupts.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "apenet/card/interrupt.h"
#include "backends/backend.h"
#include "kernel-shim/partition/interrupts.h"

#define BITS (APENET_IRQ_EVENT | APENET_IRQ_ERROR)

/* Constant once set; interrupts.h has their orders. */
static apenet_host_t *all_hosts; /* by number */
static emuq_partition_t *partition;
static apenet_card_t *own; /* that of this process, if it is one rank and has an eventfd */

/* The calling process is that of the eventfd. */
static void signal_fd(apenet_card_t *card)
{
    const uint64_t one = 1;
    int kept = errno; /* of a program that only puts */
    emuq_shared_lock(&card->fd_lock);
    /* A full counter is readable already. */
    if (apenet_has_fd(card) && write(card->fd, &one, sizeof one) < 0)
        errno = kept;
    emuq_shared_unlock(&card->fd_lock);
}

static void poked(void)
{
    /* Acquire: pairs with the release of open_fd(). */
    apenet_card_t *card = __atomic_load_n(&own, __ATOMIC_ACQUIRE);
    if (card != NULL && __atomic_exchange_n(&card->is_asked, false, __ATOMIC_ACQ_REL))
        signal_fd(card);
}

void apenet_interrupts_show(apenet_card_t *card)
{
    if (__atomic_exchange_n(&card->is_shown, true, __ATOMIC_ACQ_REL))
        return;
    const apenet_device_t *d = card->host->device;
    uint32_t member = d->number * d->machine->pids + card->pid;
    if (!d->machine->is_shared || member == emuq_my_member) {
        signal_fd(card);
        return;
    }
    (void)__atomic_exchange_n(&card->is_asked, true, __ATOMIC_ACQ_REL);
    /* Acquire: pairs with the release of apenet_interrupts_connect(). */
    emuq_backend->poke(__atomic_load_n(&partition, __ATOMIC_ACQUIRE)->machine, member);
}

/* The handler. */
static void interrupted(apenet_device_t *d)
{
    /* Acquire: pairs with the release of apenet_interrupts_connect(). */
    const apenet_host_t *h = &__atomic_load_n(&all_hosts, __ATOMIC_ACQUIRE)[d->number];
    apenet_reg_store(d->reg, APENET_REG_IRQ_ENABLE, 0);
    for (uint32_t pid = 0; pid < d->machine->pids; pid++)
        if (apenet_has_fd(h->client[pid]))
            apenet_interrupts_show(h->client[pid]);
}

void apenet_interrupts_connect(apenet_host_t *hosts, emuq_partition_t *of)
{
    __atomic_store_n(&partition, of, __ATOMIC_RELEASE);
    __atomic_store_n(&all_hosts, hosts, __ATOMIC_RELEASE);
    __atomic_store_n(&apenet_interrupt_hook, interrupted, __ATOMIC_RELAXED);
}

/* The caller has the process's lock. */
static int open_fd(apenet_card_t *card)
{
    int fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK); /* events may be there already */
    if (fd < 0)
        return -errno;
    card->fd = fd;
    card->is_shown = true;
    if (card->host->device->machine->is_shared) {
        __atomic_store_n(&own, card, __ATOMIC_RELEASE);
        __atomic_store_n(&emuq_component_notified, poked, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&card->has_fd, true, __ATOMIC_RELEASE);
    return fd;
}

int apenet_event_fd(apenet_card_t *card)
{
    emuq_light_lock(&card->lock);
    int fd = apenet_has_fd(card) ? card->fd : open_fd(card);
    emuq_light_unlock(&card->lock);
    return fd;
}

void apenet_interrupts_reset(apenet_card_t *card)
{
    uint64_t count;
    int kept = errno;
    if (read(card->fd, &count, sizeof count) < 0) /* nothing has been shown */
        errno = kept;
    (void)__atomic_exchange_n(&card->is_shown, false, __ATOMIC_ACQ_REL);
    apenet_reg_store(card->host->device->reg, APENET_REG_IRQ_STATUS, BITS);
}

void apenet_interrupts_enable(apenet_card_t *card)
{
    apenet_reg_store(card->host->device->reg, APENET_REG_IRQ_ENABLE, BITS);
}

void apenet_interrupts_end(apenet_card_t *card)
{
    emuq_shared_lock(&card->fd_lock);
    if (apenet_has_fd(card)) {
        __atomic_store_n(&card->has_fd, false, __ATOMIC_RELAXED);
        close(card->fd);
    }
    emuq_shared_unlock(&card->fd_lock);
}

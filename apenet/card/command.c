/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/command.h"

#include <errno.h>

/* Where a command leads. */
typedef struct order {
    apenet_device_t *d;
    const apenet_command_t *command;
    apenet_table_t *table;
    unsigned number; /* of the table */
    uint64_t va;
} order_t;

static apenet_status_t status_of(int rc)
{
    switch (rc) {
    case 0:
        return APENET_STATUS_OK;
    case -ENOENT:
        return APENET_STATUS_RX_NO_PAGE;
    case -EINVAL:
        return APENET_STATUS_TX_BAD_DESCRIPTOR;
    default:
        return APENET_STATUS_TABLE_FULL;
    }
}

static apenet_status_t page_add(order_t *o)
{
    uint64_t bus = apenet_get64(o->command->word3), size = UINT64_C(1) << o->table->pages.page_bits;
    bool is_huge = o->command->word3[2] == APENET_PAGE_HUGE;
    if ((o->va | bus) % size != 0 || (!is_huge && o->command->word3[2] != 0) ||
        is_huge != (o->number >= APENET_PIDS))
        return APENET_STATUS_TX_BAD_DESCRIPTOR;
    int rc = apenet_page_add(o->d->machine->arena, &o->table->pages, o->va, bus);
    if (rc == 0) {
        apenet_tlb_forget(&o->d->tlb, o->number, o->va);
        o->d->counters.pages_added++;
    }
    return status_of(rc);
}

static apenet_status_t page_remove(order_t *o)
{
    int rc = apenet_page_remove(&o->table->pages, o->va);
    if (rc == 0) {
        apenet_tlb_forget(&o->d->tlb, o->number, o->va);
        o->d->counters.pages_removed++;
    }
    return status_of(rc);
}

static apenet_buffer_rec_t buffer_of(const order_t *o)
{
    const uint32_t *w = o->command->word3;
    return (apenet_buffer_rec_t){.va = o->va,
                                 .bytes = w[0],
                                 .flags = w[1],
                                 .magic = apenet_get64(&w[2]),
                                 .owner = apenet_get(&o->command->header, APENET_COMMAND_PID)};
}

static apenet_status_t buffer_add(order_t *o)
{
    const uint32_t known =
        APENET_BUFFER_STREAMING | APENET_BUFFER_GPU | APENET_BUFFER_GET | APENET_BUFFER_CLOP;
    apenet_buffer_rec_t buffer = buffer_of(o);
    if ((buffer.flags & ~known) != 0)
        return APENET_STATUS_TX_BAD_DESCRIPTOR;
    return apenet_buffer_add(o->d->machine->arena, o->table, &buffer);
}

static apenet_status_t table_new(order_t *o)
{
    if (o->number < APENET_PIDS && o->number >= o->d->machine->pids)
        return APENET_STATUS_NO_SUCH_NODE;
    /* Release: pairs with the acquire of senders. */
    __atomic_store_n(&o->table->exists, true, __ATOMIC_RELEASE);
    return APENET_STATUS_OK;
}

static apenet_status_t table_free(order_t *o)
{
    apenet_table_clear(o->d->machine->arena, o->table);
    apenet_tlb_forget_table(&o->d->tlb, o->number);
    __atomic_store_n(&o->table->exists, false, __ATOMIC_RELEASE);
    return APENET_STATUS_OK;
}

static apenet_status_t run(order_t *o)
{
    switch (apenet_get(&o->command->header, APENET_COMMAND_OP)) {
    case APENET_OP_NONE:
        return APENET_STATUS_OK;
    case APENET_OP_TABLE_NEW:
        return table_new(o);
    default:
        break;
    }
    if (!o->table->exists)
        return APENET_STATUS_NO_SUCH_NODE;
    switch (apenet_get(&o->command->header, APENET_COMMAND_OP)) {
    case APENET_OP_PAGE_ADD:
        return page_add(o);
    case APENET_OP_BUFFER_ADD:
        return buffer_add(o);
    case APENET_OP_PAGE_REMOVE:
        return page_remove(o);
    case APENET_OP_BUFFER_REMOVE:
        return apenet_buffer_remove(o->table, o->va, apenet_get64(&o->command->word3[2]));
    case APENET_OP_TABLE_FREE:
        return table_free(o);
    default:
        return APENET_STATUS_TX_BAD_DESCRIPTOR;
    }
}

apenet_status_t apenet_command_run(apenet_device_t *d, const apenet_command_t *command)
{
    unsigned number = apenet_table_number(apenet_get(&command->header, APENET_COMMAND_IS_GPU),
                                          apenet_get(&command->header, APENET_COMMAND_GPU_ID),
                                          apenet_get(&command->header, APENET_COMMAND_PID));
    order_t o = {d, command, &d->table[number], number, apenet_get64(command->va)};
    emuq_light_lock(&d->lock);
    apenet_status_t status = run(&o);
    emuq_light_unlock(&d->lock);
    return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "spi/include/kernel/cnk/emuq_process_data.h"

#include <stdlib.h>
#include <string.h>

#include "spi/include/mu/RecFifo.h"

#define SLOT_ALIGNMENT 64

/** The slots of one process in one allocation: first pointers for the inline functions, then the slots. */
struct process_data {
    void *slots[EMUQ_SLOTS];
    _Alignas(SLOT_ALIGNMENT) emuq_recv_info_t recv_info;
    _Alignas(SLOT_ALIGNMENT) char l1p[EMUQ_SLOT_BYTES_L1P];
    _Alignas(SLOT_ALIGNMENT) char region_cache[EMUQ_SLOT_BYTES_REGION_CACHE];
    _Alignas(SLOT_ALIGNMENT) char counters[EMUQ_SLOT_BYTES_COUNTERS];
};

/* The address of the pointers is the address of the allocation, for emuq_process_data_free(). */
_Static_assert(offsetof(struct process_data, slots) == 0, "the pointers come first");

#define SLOTS_OF(data)                                                                                       \
    {                                                                                                        \
        [EMUQ_SLOT_RECV_INFO] = &(data).recv_info, [EMUQ_SLOT_L1P] = (data).l1p,                             \
        [EMUQ_SLOT_REGION_CACHE] = (data).region_cache, [EMUQ_SLOT_COUNTERS] = (data).counters               \
    }

static struct process_data default_data = {.slots = SLOTS_OF(default_data)};

__thread void **emuq_process_slots = default_data.slots;

void **emuq_process_data_new(void)
{
    struct process_data *data = aligned_alloc(SLOT_ALIGNMENT, sizeof(*data));
    if (data == NULL)
        return NULL;
    memset(data, 0, sizeof(*data));
    void *const slots[EMUQ_SLOTS] = SLOTS_OF(*data);
    memcpy(data->slots, slots, sizeof(slots));
    return data->slots;
}

void emuq_process_data_free(void **slots)
{
    free(slots);
}

void emuq_process_data_enter(void **slots)
{
    emuq_process_slots = slots != NULL ? slots : default_data.slots;
}

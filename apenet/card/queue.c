/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/queue.h"

#include <string.h>

apenet_entry_t apenet_entry(apenet_event_kind_t kind, apenet_status_t status)
{
    apenet_entry_t e;
    memset(&e, 0, sizeof e);
    apenet_set(&e.what, APENET_ENTRY_KIND, kind);
    apenet_set(&e.what, APENET_ENTRY_STATUS, status);
    return e;
}

void apenet_queue_write(apenet_device_t *d, const apenet_entry_t *entry)
{
    memcpy(apenet_queue_next(d), entry, offsetof(apenet_entry_t, serial));
    apenet_queue_show(d, (apenet_event_kind_t)apenet_get(&entry->what, APENET_ENTRY_KIND));
}

void apenet_park(apenet_device_t *d, const apenet_device_t *who)
{
    uint64_t bit = UINT64_C(1) << who->number % 64;
    d->parks += (d->parked[who->number / 64] & bit) == 0;
    d->parked[who->number / 64] |= bit;
}

uint64_t apenet_unpark(apenet_device_t *d, uint32_t word)
{
    uint64_t rings = d->parked[word];
    d->parked[word] = 0;
    d->parks -= (uint32_t)__builtin_popcountll(rings);
    return rings;
}

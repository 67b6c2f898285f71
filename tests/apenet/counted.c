/* SPDX-License-Identifier: BSD-3-Clause */
/* Known traffic of two ranks: rank 1 sends 5 bytes, rank 0 replies with a page-aligned put of 40000 bytes,
 * ten packets. */
#include <stdlib.h>

#include "apenet/rdma_names.h"

static _Alignas(4096) char source[40000], target[40000];

static void must(int holds)
{
    if (!holds)
        exit(3);
}

int main(void)
{
    apenet_card_t *card;
    apenet_address_t me;
    apenet_buffer_t buffer;
    apenet_event_t e;
    must(apenet_default_card(&card) == 0 && apenet_whoami(card, &me, NULL) == 0);
    apenet_address_t other = {(uint8_t)(1 - me.x), 0, 0, 0};
    must(register_buffer(target, sizeof target, me.x == 0 ? APENET_STREAMING : 0, 0, &buffer) == 0);
    const uint64_t mine = (uintptr_t)target;
    if (me.x == 1)
        must(rdma_send(other, &mine, sizeof mine, 0, APENET_SILENT) == 0);
    must(wait_event(APENET_KIND(APENET_EVENT_RECEIVED), -1, &e) == 0);
    if (me.x == 0) {
        must(rdma_put(other, source, sizeof source, *(uint64_t *)(void *)target, 0, 0) == 0);
        must(wait_event(APENET_KIND(APENET_EVENT_SENT), -1, &e) == 0);
    }
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Minimal program for APEnet+ cards: each node puts to itself. Compiles as C and as C++. */
#include <apenet/rdma_names.h>
#include <stdio.h>

int main(void)
{
    apenet_card_t *card;
    apenet_address_t me;
    apenet_buffer_t buffer;
    apenet_event_t event;
    static char target[8], source[8] = "a put";
    if (apenet_default_card(&card) != 0 || apenet_whoami(card, &me, NULL) != 0 ||
        register_buffer(target, sizeof target, 0, 0, &buffer) != 0 ||
        rdma_put(me, source, sizeof source, (uintptr_t)target, 0, 0) != 0 ||
        wait_event(APENET_KIND(APENET_EVENT_RECEIVED), -1, &event) != 0)
        return 1;
    printf("node (%d,%d,%d): %s\n", me.x, me.y, me.z, target);
    return 0;
}

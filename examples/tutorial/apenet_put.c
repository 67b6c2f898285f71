/* SPDX-License-Identifier: BSD-3-Clause */
/* APEnet+: each process puts an array into memory of the next process in direction x. */
#include <apenet/rdma.h>
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 10000, BYTES = CELLS * sizeof(double) };
enum { ADDRESS, WINDOW, SENT, KINDS }; /* contexts of buffers, tag of messages */

static void must(int rc, const char *call)
{
    if (rc != 0)
        errx(1, "%s: %s", call, strerror(-rc));
}

static void await(apenet_card_t *card, unsigned *count, int kind, unsigned number)
{
    apenet_event_t event;
    while (count[kind] < number) {
        must(apenet_wait_event(card, APENET_ANY, -1, &event), "apenet_wait_event");
        must(event.status, "an event");
        count[event.kind == APENET_EVENT_RECEIVED ? event.context : event.tag]++;
    }
}

int main(void)
{
    apenet_card_t *card;
    apenet_address_t next, previous, size;
    apenet_buffer_t stream, window;
    unsigned count[KINDS] = {0};
    double *source = calloc(1, BYTES), *target = calloc(1, BYTES);
    uint64_t address = (uintptr_t)target, remote = 0;

    must(apenet_open(0, &card), "apenet_open");
    must(apenet_whoami(card, &next, &size), "apenet_whoami");
    previous = next;
    source[CELLS - 1] = next.x;
    previous.x = (next.x + size.x - 1) % size.x;
    next.x = (next.x + 1) % size.x;

    must(apenet_register_buffer(card, target, BYTES, 0, WINDOW, &window), "register");
    must(apenet_register_buffer(card, &remote, sizeof remote, APENET_STREAMING, ADDRESS, &stream),
         "register");
    must(apenet_rdma_send(card, previous, &address, sizeof address, SENT, 0), "apenet_rdma_send");
    await(card, count, ADDRESS, 1);

    must(apenet_rdma_put(card, next, source, BYTES, remote, SENT, 0), "apenet_rdma_put");
    await(card, count, SENT, 2);
    await(card, count, WINDOW, 1);
    printf("put to node %d, received %.0f from node %d\n", next.x, target[CELLS - 1], previous.x);
    must(apenet_close(card), "apenet_close");
}

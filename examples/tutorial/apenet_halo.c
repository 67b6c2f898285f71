/* SPDX-License-Identifier: BSD-3-Clause */
/* APEnet+: diffusion on a ring. Each node puts its value to both neighbours in each step. */
#include <apenet/rdma.h>
#include <err.h>
#include <stdio.h>
#include <string.h>

enum { EVEN, ODD, NOTE, SENT, KINDS }; /* contexts of buffers, tag of messages */
struct note {
    uint64_t side, cell; /* side of the sender, 0 left or 1 right; address of its cell */
};

static void must(int rc, const char *call)
{
    if (rc != 0)
        errx(1, "%s: %s", call, strerror(-rc));
}

static void await_two(apenet_card_t *card, int *count, int kind)
{
    apenet_event_t event;
    for (count[kind] -= 2; count[kind] < 0;) {
        must(apenet_wait_event(card, APENET_ANY, -1, &event), "apenet_wait_event");
        must(event.status, "an event");
        count[event.kind == APENET_EVENT_RECEIVED ? event.context : event.tag]++;
    }
}

int main(void)
{
    apenet_card_t *card;
    apenet_address_t me, size, to[2];
    apenet_buffer_t id;
    int count[KINDS] = {0};
    struct note in[2], out[2];
    must(apenet_open(0, &card), "apenet_open");
    must(apenet_whoami(card, &me, &size), "apenet_whoami");
    double value = me.x, cell[2][2]; /* cells of even and odd steps, from the left and the right */
    for (int i = 0; i < 2; i++) {
        must(apenet_register_buffer(card, cell[i], sizeof cell[i], 0, EVEN + i, &id), "cells");
        must(apenet_register_buffer(card, &in[i], sizeof *in, APENET_STREAMING, NOTE, &id), "note");
        to[i] = me;
        to[i].x = (me.x + (i == 0 ? size.x - 1 : 1)) % size.x;
        out[i] = (struct note){1 - i, (uintptr_t)&cell[0][i]};
        must(apenet_rdma_send(card, to[i], &out[i], sizeof *out, 0, APENET_SILENT), "send");
    }
    await_two(card, count, NOTE);

    for (int step = 0; step < 60; step++) {
        for (int i = 0; i < 2; i++)
            must(apenet_rdma_put(card, to[in[i].side], &value, sizeof value,
                                 in[i].cell + step % 2 * sizeof cell[0], SENT, 0),
                 "put");
        await_two(card, count, step % 2);
        await_two(card, count, SENT);
        value += (cell[step % 2][0] + cell[step % 2][1] - 2 * value) / 4;
    }
    printf("node %d: %.2f\n", me.x, value);
    must(apenet_close(card), "apenet_close");
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* APEnet+: diffusion on a 3-D torus. Each node puts a face to its six neighbours in each step. */
#include <apenet/rdma.h>
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FACES = 6, CELLS = 256, STEPS = 60 };
enum { EVEN, ODD, NOTE, SENT, KINDS }; /* contexts of buffers, tag of messages */

typedef double face_t[CELLS];

typedef struct {
    uint64_t face, window; /* face of the receiver, window of the sender */
} note_t;

static void must(int rc, const char *call)
{
    if (rc != 0)
        errx(1, "%s: %s", call, strerror(-rc));
}

/* Faces: 0 x-, 1 x+, 2 y-, 3 y+, 4 z-, 5 z+. */
static apenet_address_t neighbour(apenet_address_t a, apenet_address_t size, int face)
{
    uint8_t *at[] = {&a.x, &a.y, &a.z}, nodes[] = {size.x, size.y, size.z};
    int n = nodes[face / 2], step = face % 2 == 0 ? n - 1 : 1;
    *at[face / 2] = (*at[face / 2] + step) % n;
    return a;
}

/* Waits for six events of a kind, and counts the events of other kinds. */
static void await_six(apenet_card_t *card, int *count, int kind)
{
    apenet_event_t event;
    for (count[kind] -= FACES; count[kind] < 0;) {
        must(apenet_wait_event(card, APENET_ANY, -1, &event), "apenet_wait_event");
        must(event.status, "an event");
        count[event.kind == APENET_EVENT_RECEIVED ? event.context : event.tag]++;
    }
}

int main(void)
{
    apenet_card_t *card;
    apenet_address_t me, size, to[FACES];
    apenet_buffer_t id;
    note_t in[FACES], out[FACES];
    uint64_t remote[FACES];
    int count[KINDS] = {0};
    face_t source, (*window)[FACES] = calloc(2, sizeof *window);

    must(apenet_open(0, &card), "apenet_open");
    must(apenet_whoami(card, &me, &size), "apenet_whoami");
    must(apenet_register_buffer(card, window[0], sizeof *window, 0, EVEN, &id), "a window");
    must(apenet_register_buffer(card, window[1], sizeof *window, 0, ODD, &id), "a window");
    for (int f = 0; f < FACES; f++)
        must(apenet_register_buffer(card, &in[f], sizeof *in, APENET_STREAMING, NOTE, &id), "note");
    for (int f = 0; f < FACES; f++) {
        to[f] = neighbour(me, size, f);
        out[f] = (note_t){f ^ 1, (uintptr_t)window};
        must(apenet_rdma_send(card, to[f], &out[f], sizeof *out, SENT, 0), "apenet_rdma_send");
    }
    await_six(card, count, NOTE);
    for (int f = 0; f < FACES; f++)
        remote[in[f].face] = in[f].window;

    double value = me.x + 10 * me.y + 100 * me.z;
    for (int step = 0; step < STEPS; step++) {
        size_t half = step % 2;
        await_six(card, count, SENT);
        source[0] = value;
        for (int f = 0; f < FACES; f++) {
            uint64_t target = remote[f] + half * sizeof *window + (f ^ 1) * sizeof source;
            must(apenet_rdma_put(card, to[f], source, sizeof source, target, SENT, 0), "put");
        }
        await_six(card, count, half == 0 ? EVEN : ODD);
        for (int f = 0; f < FACES; f++)
            value += (window[half][f][0] - source[0]) / 8;
    }
    printf("node (%d,%d,%d): %.2f\n", me.x, me.y, me.z, value);
    await_six(card, count, SENT);
    must(apenet_close(card), "apenet_close");
    return 0;
}

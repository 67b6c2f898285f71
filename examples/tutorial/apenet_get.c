/* SPDX-License-Identifier: BSD-3-Clause */
/* APEnet+: process 0 of node (0,0,0) reads an array of each process. Names of the publications. */
#include <apenet/rdma_names.h>
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 10000, BYTES = CELLS * sizeof(double) };

static void must(int rc, const char *call)
{
    if (rc != 0)
        errx(1, "%s: %s", call, strerror(-rc));
}

static apenet_event_t await(apenet_event_kind_t kind)
{
    apenet_event_t event;
    must(wait_event(APENET_KIND(kind) | APENET_KIND(APENET_EVENT_ERROR), -1, &event), "wait_event");
    must(event.status, "an event");
    return event;
}

static void read_all(int others)
{
    static const char done = 1; /* unchanged: nothing reports the end of a silent send */
    double *copy = calloc(1, BYTES), sum = 0;
    for (int i = 0; i < others; i++) {
        apenet_event_t event = await(APENET_EVENT_RECEIVED);
        must(rdma_get(event.peer, copy, BYTES, *(uint64_t *)event.address, 0, 0), "rdma_get");
        await(APENET_EVENT_GET_DONE);
        must(rdma_send(event.peer, &done, sizeof done, 0, APENET_SILENT), "rdma_send");
        sum += copy[CELLS - 1];
    }
    printf("%d arrays, the sum of their last cells is %.0f\n", others, sum);
}

int main(void)
{
    apenet_card_t *card;
    apenet_address_t me, size, root = {0, 0, 0, 0};
    apenet_buffer_t buffer;
    double *source = calloc(1, BYTES);
    uint64_t address = (uintptr_t)source;
    must(apenet_default_card(&card), "apenet_default_card");
    must(apenet_whoami(card, &me, &size), "apenet_whoami");
    int others = size.x * size.y * size.z * size.pid - 1;
    uint64_t *note = calloc(others + 1, sizeof *note);
    source[CELLS - 1] = 10 * me.x + me.pid;
    must(register_buffer(source, BYTES, APENET_GET, 0, &buffer), "register_buffer");
    for (int i = 0; i < others; i++)
        must(register_buffer(&note[i], sizeof *note, APENET_STREAMING, 0, &buffer), "a stream");
    if (memcmp(&me, &root, sizeof me) == 0)
        read_all(others);
    else {
        must(rdma_send(root, &address, sizeof address, 0, APENET_SILENT), "rdma_send");
        await(APENET_EVENT_RECEIVED);
    }
}

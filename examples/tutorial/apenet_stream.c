/* SPDX-License-Identifier: BSD-3-Clause */
/* APEnet+: all processes send to process 0 of node (0,0,0), which receives in four buffers. */
#include <apenet/rdma.h>
#include <err.h>
#include <stdio.h>
#include <string.h>

enum { BUFFERS = 4, MESSAGES = 100, LONGEST = 64 };

static void must(int rc, const char *call)
{
    if (rc != 0)
        errx(1, "%s: %s", call, strerror(-rc));
}

static void send_all(apenet_card_t *card, apenet_address_t root)
{
    const unsigned sent = APENET_KIND(APENET_EVENT_SENT);
    apenet_event_t event;
    char text[LONGEST];
    for (int i = 0; i < MESSAGES; i++) {
        int bytes = snprintf(text, sizeof text, "message %d", i) + 1;
        must(apenet_rdma_send(card, root, text, bytes, i, 0), "apenet_rdma_send");
        must(apenet_wait_event(card, sent, -1, &event), "apenet_wait_event");
        must(event.status, "an event");
    }
}

static void receive_all(apenet_card_t *card, int messages)
{
    char line[BUFFERS][LONGEST];
    apenet_event_t event;
    apenet_buffer_t buffer;
    for (int i = 0; i < BUFFERS; i++)
        must(apenet_register_buffer(card, line[i], LONGEST, APENET_STREAMING, i, &buffer), "line");
    for (; messages > 0; messages--) {
        must(apenet_wait_event(card, APENET_ANY, -1, &event), "apenet_wait_event");
        must(event.status, "an event");
        if (strcmp(event.address, "message 99") == 0)
            printf("node %d: %s, %d bytes\n", event.peer.x, line[event.context], (int)event.bytes);
        must(apenet_rearm_buffer(card, event.buffer), "apenet_rearm_buffer");
    }
}

int main(void)
{
    apenet_card_t *card;
    apenet_address_t me, size, root = {0, 0, 0, 0};
    must(apenet_open(0, &card), "apenet_open");
    must(apenet_whoami(card, &me, &size), "apenet_whoami");
    int processes = size.x * size.y * size.z * size.pid;
    if (memcmp(&me, &root, sizeof me) == 0)
        receive_all(card, MESSAGES * (processes - 1));
    else
        send_all(card, root);
    must(apenet_close(card), "apenet_close");
}

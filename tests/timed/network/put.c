/* SPDX-License-Identifier: BSD-3-Clause */
/* Single messages on an empty machine. */
#include <errno.h>

#include "tests/timed/network/put.h"

typedef struct seen {
    uint64_t last, bytes;
} seen_t;

static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    (void)node;
    seen_t *seen = context;
    seen->last = tick;
    seen->bytes += packet->bytes;
    return true;
}

int traffic_puts(const emuq_net_constants_t *p, const emuq_net_shape_t *shape, const traffic_put_t *put,
                 uint32_t count, uint64_t *last)
{
    seen_t seen = {0, 0};
    emuq_net_client_t client = {.context = &seen, .arrived = arrived};
    emuq_net_t *net;
    uint64_t bytes = 0;
    int rc = emuq_net_open(&p->value, shape, 1, 1, &client, &net);
    if (rc != 0)
        return rc;
    for (uint32_t i = 0; i < count && rc == 0; i++) {
        rc = emuq_net_send(net, put[i].tick, &put[i].message);
        bytes += put[i].message.bytes;
    }
    if (rc == 0)
        emuq_net_run(net, UINT64_MAX);
    emuq_net_close(net);
    *last = seen.last;
    return rc != 0 ? rc : seen.bytes == bytes ? 0 : -EIO;
}

uint64_t traffic_put_cycles(const emuq_net_constants_t *p, const emuq_net_shape_t *shape, uint32_t from,
                            uint32_t to, uint32_t bytes)
{
    const emuq_net_parameters_t *v = &p->value;
    uint32_t hints = emuq_net_hints(shape, from, to), chunks = emuq_net_chunks(bytes);
    uint64_t cycles =
        v->mu.inject + v->link.chunk * chunks + v->mu.header + v->mu.drain * chunks + v->mu.receive;
    uint8_t at[EMUQ_NET_DIMENSIONS], end[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(shape, from, at);
    emuq_net_coordinates(shape, to, end);
    for (uint32_t d = 0; d < shape->dimensions; d++)
        while (at[d] != end[d]) {
            uint32_t plus = hints >> (2 * d + 1) & 1, size = shape->size[d];
            cycles += v->link.hop + v->wire[emuq_net_wire(shape, 2 * d + plus, at[d])];
            at[d] = (uint8_t)((at[d] + (plus ? 1 : size - 1)) % size);
        }
    return cycles;
}

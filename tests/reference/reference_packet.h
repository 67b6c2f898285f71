/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file reference_packet.h
 * @brief Packets and queues of the reference.
 */
#ifndef REFERENCE_PACKET_H
#define REFERENCE_PACKET_H

#include <stdint.h>
#include <stdlib.h>

/* A packet in the network. */
typedef struct packet {
    uint8_t header[32];
    uint8_t payload[512]; /* zero behind the valid bytes of the last chunk */
    uint32_t valid;
    struct packet *next;
} packet_t;

/* Waiting packets, oldest first. */
typedef struct queue {
    packet_t *first, *last;
} queue_t;

static inline void enqueue(queue_t *q, packet_t *p)
{
    p->next = NULL;
    if (q->first == NULL)
        q->first = p;
    else
        q->last->next = p;
    q->last = p;
}

static inline packet_t *dequeue(queue_t *q)
{
    packet_t *p = q->first;
    q->first = p->next;
    return p;
}

static inline packet_t *new_packet(packet_t **unused)
{
    packet_t *p = *unused;
    if (p != NULL)
        *unused = p->next;
    else if ((p = malloc(sizeof *p)) == NULL)
        abort();
    return p;
}

static inline void drop_packet(packet_t **unused, packet_t *p)
{
    p->next = *unused;
    *unused = p;
}

static inline void free_packets(packet_t *p)
{
    while (p != NULL) {
        packet_t *next = p->next;
        free(p);
        p = next;
    }
}

#endif /* REFERENCE_PACKET_H */

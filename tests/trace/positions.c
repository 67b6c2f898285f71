/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks that packets of a recorded job have disjoint positions in their reception FIFOs.
   positions FILE LEAST     expects at least LEAST records of such packets */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"
#include "backends/emulator/core/unit.h"
#include "tools/emuq-trace/trace.h"

/* Packets of a record. */
typedef struct place {
    uint32_t node, fifo; /* reception FIFO */
    uint64_t end, bytes; /* position in the FIFO, payload bytes */
} place_t;

/* @return true if the record describes packets in a FIFO */
static bool find(const trace_file_t *file, const emuq_record_t *r, place_t *place)
{
    MUHWI_PacketHeader_t h;
    *place = (place_t){r->node, r->fifo, r->position, r->bytes};
    if (r->kind == EMUQ_RECORD_DELIVER)
        return true;
    memcpy(&h, r->header, sizeof h);
    if (r->kind != EMUQ_RECORD_SEND || emuq_is_collective(&h) || emuq_packet_type(&h) != EMUQ_TYPE_FIFO)
        return false;
    place->node = emuq_destination_node(&file->geometry, emuq_destination(&h));
    place->fifo = emuq_rec_fifo_id(&h);
    return true;
}

static int by_place(const void *a, const void *b)
{
    const place_t *x = a, *y = b;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    if (x->fifo != y->fifo)
        return x->fifo < y->fifo ? -1 : 1;
    return x->end < y->end ? -1 : x->end > y->end;
}

int main(int argc, char **argv)
{
    trace_file_t file;
    uint64_t count = 0, wrong = 0;
    if (argc != 3 || trace_file_read(&argv[1], 1, &file) != 0)
        return 2;
    place_t *place = trace_alloc(file.records + file.threads, sizeof *place);
    for (uint32_t t = 0; t < file.threads; t++)
        for (uint64_t i = 0; i < file.thread[t].records; i++)
            count += find(&file, &file.thread[t].record[i], &place[count]);
    qsort(place, count, sizeof *place, by_place);
    for (uint64_t i = 1; i < count; i++)
        if (place[i].node == place[i - 1].node && place[i].fifo == place[i - 1].fifo)
            wrong += place[i].end - place[i - 1].end < MUHWI_PACKET_HEADER_SIZE_IN_BYTES + place[i].bytes;
    free(place);
    trace_file_free(&file);
    printf("%llu records of packets, %llu at a wrong place\n", (unsigned long long)count,
           (unsigned long long)wrong);
    return wrong != 0 || count < strtoull(argv[2], NULL, 10);
}

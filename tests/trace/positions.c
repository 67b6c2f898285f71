/* SPDX-License-Identifier: BSD-3-Clause */
/* Packets of a recorded job that went all the way at once: each has a place of its own in its reception FIFO.
 *   positions FILE LEAST     each FIFO has packets of one sender, and there are at least so many in all */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/header_view.h"
#include "tools/emuq-trace/file.h"

static bool is_packet(const emuq_record_t *r)
{
    MUHWI_PacketHeader_t h;
    memcpy(&h, r->header, sizeof h);
    return r->kind == EMUQ_RECORD_SEND && !emuq_is_collective(&h) && emuq_packet_type(&h) == EMUQ_TYPE_FIFO;
}

int main(int argc, char **argv)
{
    trace_file_t file;
    uint64_t packets = 0, wrong = 0;
    if (argc != 3 || trace_file_read(&argv[1], 1, &file) != 0)
        return 2;
    for (uint32_t t = 0; t < file.threads; t++) {
        uint64_t before = 0;
        for (uint64_t i = 0; i < file.thread[t].records; i++) {
            const emuq_record_t *r = &file.thread[t].record[i];
            if (!is_packet(r))
                continue;
            wrong += r->position < before + MUHWI_PACKET_HEADER_SIZE_IN_BYTES + r->bytes;
            before = r->position;
            packets++;
        }
    }
    trace_file_free(&file);
    printf("%llu packets, %llu at a wrong place\n", (unsigned long long)packets, (unsigned long long)wrong);
    return wrong != 0 || packets < strtoull(argv[2], NULL, 10);
}

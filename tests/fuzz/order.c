/* SPDX-License-Identifier: BSD-3-Clause */
/* Frames from the head of a job: what comes in pieces is read as what comes at once; a job description that
 * is read and written again is the same. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "tools/emuq-run/order.h"

/* Writes a description that has been read, reads that, and writes it again. */
static void round_trip(const emuq_order_t *order)
{
    emuq_bytes_t once = {0}, twice = {0};
    emuq_frame_read_t frame;
    emuq_order_t again;
    emuq_order_add(order, &once);
    FUZZ_CHECK(emuq_frame_next(&once, &frame) == 1 && frame.kind == EMUQ_FRAME_ORDER);
    FUZZ_CHECK(emuq_order_get(&again, &frame) == 0);
    emuq_order_add(&again, &twice);
    FUZZ_CHECK(once.length == twice.length &&
               memcmp(once.at + once.start, twice.at + twice.start, once.length) == 0);
    emuq_order_free(&again);
    emuq_bytes_free(&once);
    emuq_bytes_free(&twice);
}

/* Reads the frames that have come. @return a hash of kinds and lengths, or of the error */
static uint64_t read_frames(emuq_bytes_t *bytes, uint64_t hash, int *rc, bool judges)
{
    emuq_frame_read_t frame;
    while (*rc >= 0 && (*rc = emuq_frame_next(bytes, &frame)) == 1) {
        hash = (hash ^ frame.kind ^ (uint64_t)frame.bytes << 8) * UINT64_C(0x100000001b3);
        size_t taken = frame.bytes;
        if (judges && frame.kind == EMUQ_FRAME_ORDER) {
            emuq_order_t order;
            if (emuq_order_get(&order, &frame) == 0)
                round_trip(&order);
            emuq_order_free(&order);
        }
        emuq_bytes_drop(bytes, taken);
    }
    return *rc < 0 ? hash ^ (uint64_t)*rc : hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    emuq_bytes_t whole = {0}, parts = {0};
    int rc_whole = 0, rc_parts = 0;
    uint64_t of_parts = 0;
    if (size == 0)
        return 0;
    size_t step = 1 + *data++ % 64;
    size--;
    emuq_bytes_add(&whole, data, size);
    uint64_t of_whole = read_frames(&whole, 0, &rc_whole, true);
    for (size_t at = 0; at < size; at += step) {
        emuq_bytes_add(&parts, data + at, size - at < step ? size - at : step);
        of_parts = read_frames(&parts, of_parts, &rc_parts, false);
        if (rc_parts < 0)
            break;
    }
    FUZZ_CHECK(of_whole == of_parts && rc_whole == rc_parts);
    emuq_bytes_free(&whole);
    emuq_bytes_free(&parts);
    return 0;
}

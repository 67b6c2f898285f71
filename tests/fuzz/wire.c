/* SPDX-License-Identifier: BSD-3-Clause */
/* Network messages between host engines: all frames of an accepted message can be read without access outside
 * the message. Host 1 of 3 receives. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "transport/wire.h"

enum { HOSTS = 3, ME = 1 };

/* Gives a message a valid head from a remote host of the job, so that the frames are checked too. */
static void mend_head(char *message, size_t size, const emuq_wire_job_t *job)
{
    emuq_wire_head_t head, good;
    uint32_t nothing = 0;
    _Alignas(EMUQ_FRAME_ALIGN) char space[sizeof good + sizeof nothing];
    emuq_wire_close(space, job, EMUQ_WIRE_HEARTBEAT, ME, 0, sizeof good, &nothing, 0);
    memcpy(&good, space, sizeof good);
    memcpy(&head, message, sizeof head);
    head.magic = good.magic;
    head.version = good.version;
    head.sender = job->hosts - 1;
    head.receiver = job->host;
    head.bytes = (uint32_t)size;
    memcpy(message, &head, sizeof head);
    emuq_mac_sign(&job->mac, message + EMUQ_MAC_BYTES, size - EMUQ_MAC_BYTES, (unsigned char *)message);
}

static void read_frames(const char *message, size_t size)
{
    emuq_wire_cursor_t cursor = {0};
    const char *frame, *end = message + sizeof(emuq_wire_head_t);
    volatile char sum = 0;
    uint32_t frames = 0;
    for (size_t bytes; (frame = emuq_wire_next(message, &cursor, &bytes)) != NULL; frames++) {
        FUZZ_CHECK((uintptr_t)frame % EMUQ_FRAME_ALIGN == 0 && frame >= end && bytes != 0);
        end = frame + bytes;
        FUZZ_CHECK(end <= message + size && bytes <= EMUQ_WIRE_FRAME);
        for (size_t i = 0; i < bytes; i++)
            sum = (char)(sum + frame[i]);
    }
    FUZZ_CHECK(frames <= EMUQ_WIRE_FRAMES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static emuq_wire_job_t job = {.hosts = HOSTS, .host = ME, .covers_all = true};
    static bool is_open;
    void *message;
    uint32_t sender = HOSTS;
    if (size == 0)
        return 0;
    FUZZ_CHECK(is_open || emuq_mac_open(&job.mac, (const unsigned char *)"0123456789abcdef") == 0);
    is_open = true;
    bool is_mended = *data++ != 0;
    size--;
    FUZZ_CHECK(posix_memalign(&message, EMUQ_FRAME_ALIGN, size != 0 ? size : 1) == 0);
    memcpy(message, data, size);
    if (is_mended && size >= sizeof(emuq_wire_head_t))
        mend_head(message, size, &job);
    if (emuq_wire_check(&job, message, size, &sender) == 0) {
        FUZZ_CHECK(sender < HOSTS && sender != ME);
        read_frames(message, size);
    }
    free(message);
    return 0;
}

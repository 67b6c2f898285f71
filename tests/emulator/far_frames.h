/* SPDX-License-Identifier: BSD-3-Clause */
/** @file far_frames.h  Frames of the host PEER, made by far_frames.c. */
#ifndef TESTS_EMULATOR_FAR_FRAMES_H
#define TESTS_EMULATOR_FAR_FRAMES_H

#include <stddef.h>
#include <stdint.h>

#include "backends/emulator/remote/remote.h"

enum { NODES = 4, HOSTS = 3, PEER = 1, OTHER = 2, ROUTE = 0, MOST = 4096 };

/** The frame that the following functions make. */
extern char frame[MOST];

/** Makes a frame about the GI route of the job, with a local root. @return bytes of the frame */
size_t level(int what, uint16_t bits, uint32_t token);
/** Makes a request: a put of 8 bytes, a put of a collective's result, or the peer's value.
 *  @return bytes of the frame */
size_t ask(emuq_request_kind_t request_kind, uint32_t to);
/** Makes @p posts puts of 8 bytes from injection FIFO @p fifo. @return bytes of the frame */
size_t post(uint32_t posts, uint32_t to, uint16_t fifo);
/** Makes a frame by which a host withdraws the values of a tree. @return bytes of the frame */
size_t withdraw(uint32_t token, uint64_t tree);

/** The frame as a request. */
static inline emuq_remote_request_t *ask_in_frame(void)
{
    return (emuq_remote_request_t *)(void *)frame;
}

/** Passes the frame to the unit as a frame of PEER. @return result of the unit */
int arrive(size_t bytes);

/* ---- far_lies.c ---- */

/** One field wrong in a valid frame. */
void lies_change_nothing(void);
/** Random changes of valid frames, and random frames. */
void random_frames(void);

#endif /* TESTS_EMULATOR_FAR_FRAMES_H */

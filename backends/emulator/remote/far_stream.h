/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file far_stream.h
 * @brief Messages of injection FIFOs of other hosts: the receiving side.
 *
 * The posts of one injection FIFO are a stream. They are delivered one after the other: one that has to wait,
 * for room in a FIFO or for the process that has the memory, holds back those behind it, whose number the
 * sender's window bounds, and no others.
 *
 * By the one thread of a host engine.
 */
#ifndef EMUQ_EMULATOR_FAR_STREAM_H
#define EMUQ_EMULATOR_FAR_STREAM_H

#include "backends/emulator/remote/far_frame.h"

/** Takes the posts of a frame. @param work gets what is to be delivered
 *  @return 0; -EPROTO: nonsense, and the posts before it are taken; -ENOMEM */
int emuq_far_posts(emuq_work_t *work, emuq_machine_t *m, uint32_t host, const emuq_frame_posts_t *posts,
                   size_t bytes);

/** Reports what has been taken of the posts of a node, and what has not yet as soon as it is. */
void emuq_far_urge(const emuq_machine_t *m, uint32_t node);

/** The post of a carrier has been delivered, or was rejected: frees it, and goes on with its stream. */
void emuq_far_settle(emuq_work_t *work, emuq_carrier_t *c);

#endif /* EMUQ_EMULATOR_FAR_STREAM_H */

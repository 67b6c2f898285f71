/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file played.h
 * @brief A device in the process of the test, whose threads stop at test points (points.h).
 */
#ifndef PLAYED_H
#define PLAYED_H

#include "tools/emuq-device/device.h"

/** A partition of one node, with one member. */
typedef struct played {
    int memory_file;
    emuq_mapping_t memory; /**< mapped memory file */
    emuq_device_t *device;
    emuq_device_member_t *member; /**< number 1 */
} played_t;

/** Opens the partition. No stop may be set at test points that the device reaches during this call. */
void played_open(played_t *played);

/** Removes all stops and closes the partition; the member may have left. */
void played_close(played_t *played);

/** Writes a command to the control block and signals the device. */
void played_request(const played_t *played, emuq_device_command_t command, const uint64_t argument[4]);

/** Waits for the reply. @return its status */
int64_t played_status(const played_t *played);

/** True if the reply has arrived. */
bool played_is_answered(const played_t *played);

/** Sleeps for a millisecond. */
void played_pause(void);

#endif /* PLAYED_H */

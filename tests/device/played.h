/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file played.h
 * @brief A device in the process of the test, whose threads can be stopped (points.h).
 */
#ifndef PLAYED_H
#define PLAYED_H

#include "tools/emuq-device/device.h"

/** A partition of one node, with one member. */
typedef struct played {
    int memory_file;
    emuq_mapping_t memory; /**< of the file */
    emuq_device_t *device;
    emuq_device_member_t *member; /**< number 1 */
} played_t;

/** Opens it. No test point may have a stop that the device reaches meanwhile. */
void played_open(played_t *played);

/** Removes all stops and closes it; the member may have parted. */
void played_close(played_t *played);

/** Writes a command into the control block, and notifies the device. */
void played_request(const played_t *played, emuq_device_command_t command, const uint64_t argument[4]);

/** Waits for the answer. @return its status. */
int64_t played_status(const played_t *played);

/** Whether it is there. */
bool played_is_answered(const played_t *played);

/** A millisecond. */
void played_pause(void);

#endif /* PLAYED_H */

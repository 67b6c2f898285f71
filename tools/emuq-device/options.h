/* SPDX-License-Identifier: BSD-3-Clause */
/** @file options.h @brief The command line of emuq-device. */
#ifndef EMUQ_DEVICE_OPTIONS_H
#define EMUQ_DEVICE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/** What is wanted. */
typedef struct emuq_device_options {
    const char *socket; /**< path, or @ and a name; NULL: none given */
    const char *file;   /**< path, %n in it for the node; NULL: no file */
    bool has_shape;
    uint32_t size[5];
    uint32_t mesh;   /**< bit (0x10 >> d): dimension d does not wrap around */
    uint32_t ppn;    /**< 0: not given */
    uint64_t memory; /**< bytes of a file's aperture */
    bool separate;   /**< each node of a file has its own memory */
    char **command;  /**< NULL: nothing is run */
} emuq_device_options_t;

/** Reads the command line. @return 0, 1 if that was all (help, version), or -EINVAL after a message. */
int emuq_device_options(int argc, char **argv, emuq_device_options_t *options);

#endif /* EMUQ_DEVICE_OPTIONS_H */

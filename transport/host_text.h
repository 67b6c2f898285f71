/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file host_text.h
 * @brief Private to the kernel shim: what a host says of itself, "HOSTNAME/PROVIDER/HEXADDRESS".
 */
#ifndef EMUQ_HOSTS_HOST_TEXT_H
#define EMUQ_HOSTS_HOST_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "kernel-shim/partition/host_engine.h"

/** Prints it; characters of @p name that are not allowed become '-'. @return 0, or -ENAMETOOLONG after a
 * message */
int emuq_host_text_print(emuq_host_text_t *text, const char *name, const char *provider,
                         const unsigned char *address, size_t bytes);

/** The parts of a text. */
typedef struct emuq_host_parts {
    char name[128], provider[64];
    unsigned char address[128];
    size_t address_bytes;
    bool covers_all; /**< authentication codes cover every byte (EMUQ_HOST_MAC=all) */
    bool is_of_rank; /**< the engine is in the process of a rank, which may be stopped */
} emuq_host_parts_t;

/** What follows the address then, in this order. */
#define EMUQ_TEXT_COVERS_ALL "*"
#define EMUQ_TEXT_OF_RANK    "+" /**< the second one */

/** Says in a text that codes cover every byte; before emuq_host_text_of_rank(). @return 0, or -ENAMETOOLONG
 * after a message */
int emuq_host_text_covers_all(emuq_host_text_t *text);

/** Says in a text that the engine is in the process of a rank. @return 0, or -ENAMETOOLONG after a message */
int emuq_host_text_of_rank(emuq_host_text_t *text);

/** Reads a text. @return 0, or -EINVAL: it is none */
int emuq_host_text_parse(const char *text, emuq_host_parts_t *parts);

#endif /* EMUQ_HOSTS_HOST_TEXT_H */

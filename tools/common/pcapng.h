/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pcapng.h
 * @brief Writes capture files in the format of draft-ietf-opsawg-pcapng, in host byte order.
 *
 * A file is a section, its interfaces, and packets. Write errors stay in the state of the FILE. */
#ifndef EMUQ_TOOLS_PCAPNG_H
#define EMUQ_TOOLS_PCAPNG_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define PCAPNG_SECTION    0x0a0d0d0au /**< block types */
#define PCAPNG_INTERFACE  1u
#define PCAPNG_SIMPLE     3u
#define PCAPNG_PACKET     6u
#define PCAPNG_BYTE_ORDER 0x1a2b3c4du /**< first word of a section in its byte order */

/** A block under construction. */
typedef struct pcapng_block {
    unsigned char bytes[2048];
    size_t length;
} pcapng_block_t;

/** Writes the start of a file. */
void pcapng_write_section(FILE *out);

/** Writes an interface with times in nanoseconds; interfaces are numbered from 0. @param link LINKTYPE_ value
 * @param description NULL: none */
void pcapng_write_interface(FILE *out, uint32_t link, const char *name, const char *description);

/** Starts a packet; pcapng_put() adds its bytes. @param ns time of day @param captured bytes that follow
 * @param bytes length of the packet */
void pcapng_begin_packet(pcapng_block_t *block, uint32_t interface_number, uint64_t ns, uint32_t captured,
                         uint32_t bytes);

/** Adds bytes, padded to a multiple of 4. A packet of several calls needs such sizes except in the last one.
 */
void pcapng_put(pcapng_block_t *block, const void *data, size_t bytes);

/** Writes a block. */
void pcapng_end(pcapng_block_t *block, FILE *out);

#endif /* EMUQ_TOOLS_PCAPNG_H */

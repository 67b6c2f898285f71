/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file checksum.h
 * @brief The SciDAC checksum of a lattice file: two words in which the CRC-32 of every site is rotated by a
 * number that depends on the site, so that exchanged sites are noticed. Parts combine by exclusive or.
 */
#ifndef PLAQUETTE_CHECKSUM_H
#define PLAQUETTE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/** CRC-32 with the polynomial of Ethernet and zip (reflected, 0xEDB88320), byte by byte. */
typedef struct crc32_table {
    uint32_t entry[256];
} crc32_table_t;

static inline void crc32_prepare(crc32_table_t *table)
{
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        table->entry[byte] = crc;
    }
}

static inline uint32_t crc32_of(const crc32_table_t *table, const void *data, size_t size)
{
    const unsigned char *byte = data;
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; i++)
        crc = crc >> 8 ^ table->entry[(crc ^ byte[i]) & 0xFF];
    return ~crc;
}

typedef struct checksum {
    uint32_t suma, sumb;
} checksum_t;

static inline uint32_t checksum_rotate(uint32_t word, unsigned by)
{
    return by == 0 ? word : word << by | word >> (32 - by);
}

/** Adds a site. @param index  number of the site in the lattice; @param crc  CRC-32 of its bytes in the file
 */
static inline void checksum_add(checksum_t *sum, uint64_t index, uint32_t crc)
{
    sum->suma ^= checksum_rotate(crc, (unsigned)(index % 29));
    sum->sumb ^= checksum_rotate(crc, (unsigned)(index % 31));
}

#endif /* PLAQUETTE_CHECKSUM_H */

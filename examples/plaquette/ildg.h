/* SPDX-License-Identifier: BSD-3-Clause */
/** @file ildg.h @brief Lattice files: checksum, LIME container, ILDG gauge fields. */
#ifndef PLAQUETTE_ILDG_H
#define PLAQUETTE_ILDG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "lattice.h"

/* ---- checksum ----
 *
 * The SciDAC checksum of a lattice file: two words, the exclusive or of all sites' CRC-32, each rotated by a
 * number that depends on the site, so that exchanged sites change the sum. Partial sums combine by exclusive
 * or. */

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

/** Adds a site. @param index number of the site in the lattice @param crc CRC-32 of the site's bytes in the
 * file */
static inline void checksum_add(checksum_t *sum, uint64_t index, uint32_t crc)
{
    sum->suma ^= checksum_rotate(crc, (unsigned)(index % 29));
    sum->sumb ^= checksum_rotate(crc, (unsigned)(index % 31));
}

/* ---- LIME: records with a 144-byte header and data padded to 8 bytes ----
 *
 * Functions that fail set lime_file_t::error to one line that names the file. */

#define LIME_HEADER_BYTES 144
#define LIME_TYPE_BYTES   128

/** Replaces control characters except tabs by '?'. @return @p text */
static inline char *lime_printable(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c != '\0'; c++)
        if ((*c < 0x20 && *c != '\t') || *c == 0x7f)
            *c = '?';
        else if (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
            c[0] = c[1] = '?';
    return text;
}

/** Flags of the first and the last record of a message. */
#define LIME_MESSAGE_BEGIN 0x8000u
#define LIME_MESSAGE_END   0x4000u

typedef struct lime_file {
    int fd;
    const char *path;
    uint64_t size;
    char error[400];
} lime_file_t;

typedef struct lime_record {
    char type[LIME_TYPE_BYTES + 1];
    uint64_t length; /**< bytes of data without padding */
    uint64_t data;
    uint64_t next;
    unsigned flags;
} lime_record_t;

/** Sets the error message: "PATH: ...". @return -1 */
int lime_error(lime_file_t *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Opens a file for reading. @param path must outlive the file @return 0 or -1 */
int lime_open(lime_file_t *file, const char *path);

/** Opens a file for writing at arbitrary offsets; several ranks may write. @param create create an empty
 * file; otherwise the file must exist @return 0 or -1 */
int lime_open_for_writing(lime_file_t *file, const char *path, int create);

/** Closes. Reports delayed errors of writes. @return 0 or -1 */
int lime_close(lime_file_t *file);

/** Reads the header at @p offset and checks that the file has all data of the record.
 *  @return 1, 0 if the file ends at @p offset, or -1 */
int lime_record(lime_file_t *file, uint64_t offset, lime_record_t *record);

/** Reads or writes exactly @p size bytes. @return 0 or -1 */
int lime_read(lime_file_t *file, uint64_t offset, void *data, size_t size);
int lime_write(lime_file_t *file, uint64_t offset, const void *data, size_t size);

/** Writes the header of a record and the padding after its data. Fills in @p record. @return 0 or -1 */
int lime_write_header(lime_file_t *file, uint64_t offset, const char *type, uint64_t length, unsigned flags,
                      lime_record_t *record);

/** Writes a record with a string and advances @p *offset. @return 0 or -1 */
int lime_write_text(lime_file_t *file, uint64_t *offset, const char *type, unsigned flags, const char *text);

/* ---- gauge fields in the format of the International Lattice Data Grid ----
 *
 * Records: xlf-info (text, with "plaquette = ..."), ildg-format (XML: precision and extents),
 * ildg-binary-data (big-endian; x fastest, then y, z, t; per site the links in x, y, z, t direction,
 * row-major), scidac-checksum (XML). Only ildg-format and ildg-binary-data are required. */

typedef struct ildg_file {
    lime_file_t lime; /**< lime.error explains failures */
    int global[LATTICE_DIMS];
    int precision; /**< bits per number: 32 or 64 */
    uint64_t data;
    uint64_t data_end; /**< file offset after the field (writing) */
    bool has_checksum;
    checksum_t checksum;
    char plaquette[32]; /**< digits of the recorded plaquette; empty if not recorded */
} ildg_file_t;

/** Opens a file and reads all records except the field. @return 0 or -1 */
int ildg_open(ildg_file_t *file, const char *path);

/** Reads the local sites of the field, and computes the part of the checksum.
 *  The lattice of @p f must have the extents of the file. @return 0 or -1 */
int ildg_read_field(ildg_file_t *file, field_t *f, checksum_t *part);

/** History of a field, for the new file. */
typedef struct ildg_history {
    double plaquette;
    double beta;
    uint64_t seed;
    unsigned sweeps;
} ildg_history_t;

/** Creates a file and writes the records before the field; called by one rank. @return 0 or -1 */
int ildg_create(ildg_file_t *file, const char *path, const lattice_t *lat, int precision,
                const ildg_history_t *history);

/** Opens a file of ildg_create() on the other ranks. @param data file offset of the field, from the
 * creating rank @return 0 or -1 */
int ildg_join(ildg_file_t *file, const char *path, const lattice_t *lat, int precision, uint64_t data);

/** Writes the local sites of the field, and computes the part of the checksum. @return 0 or -1 */
int ildg_write_field(ildg_file_t *file, const field_t *f, checksum_t *part);

/** Writes the records after the field; called by the creating rank after all writes. @return 0 or -1 */
int ildg_finish(ildg_file_t *file, checksum_t whole);

/** Closes the file. @return 0 or -1 */
int ildg_close(ildg_file_t *file);

/** True if @p plaquette agrees with the recorded @p digits within one unit of the last digit. */
bool ildg_agrees(double plaquette, const char *digits);

#endif /* PLAQUETTE_ILDG_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file lime.h
 * @brief LIME, the container of lattice files: records of a 144-byte header and data padded to 8 bytes.
 *
 * Functions that can fail leave one line for people in the error text of the file, which names the file.
 */
#ifndef PLAQUETTE_LIME_H
#define PLAQUETTE_LIME_H

#include <stddef.h>
#include <stdint.h>

#define LIME_HEADER_BYTES 144
#define LIME_TYPE_BYTES   128

/** Marks of a record that begins or ends a message. */
#define LIME_MESSAGE_BEGIN 0x8000u
#define LIME_MESSAGE_END   0x4000u

typedef struct lime_file {
    int fd;
    const char *path;
    uint64_t size; /**< bytes of the file, when it was opened */
    char error[400];
} lime_file_t;

typedef struct lime_record {
    char type[LIME_TYPE_BYTES + 1];
    uint64_t length; /**< bytes of data, without padding */
    uint64_t data;   /**< where the data begin in the file */
    uint64_t next;   /**< where the next record begins */
    unsigned flags;
} lime_record_t;

/** Sets the error text: "PATH: ...". @return -1 */
int lime_error(lime_file_t *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Opens a file for reading. @param path  has to outlive the file. @return 0 or -1 */
int lime_open(lime_file_t *file, const char *path);

/** Makes or opens a file for writing at given places, as the ranks of a job do together.
 *  @param create  make it, empty; else it must exist. @return 0 or -1 */
int lime_open_for_writing(lime_file_t *file, const char *path, int create);

/** Closes. After writing, an error that was held back until now is reported. @return 0 or -1 */
int lime_close(lime_file_t *file);

/** Reads the header at @p offset and checks that the file holds all data of the record.
 *  @return 1, 0 when the file ends at @p offset, or -1 */
int lime_record(lime_file_t *file, uint64_t offset, lime_record_t *record);

/** Reads or writes exactly @p size bytes. @return 0 or -1 */
int lime_read(lime_file_t *file, uint64_t offset, void *data, size_t size);
int lime_write(lime_file_t *file, uint64_t offset, const void *data, size_t size);

/** Writes the header of a record, and the padding behind its data. Fills in @p record. @return 0 or -1 */
int lime_write_header(lime_file_t *file, uint64_t offset, const char *type, uint64_t length, unsigned flags,
                      lime_record_t *record);

/** Writes a whole record that consists of text. @p *offset moves behind it. @return 0 or -1 */
int lime_write_text(lime_file_t *file, uint64_t *offset, const char *type, unsigned flags, const char *text);

#endif /* PLAQUETTE_LIME_H */

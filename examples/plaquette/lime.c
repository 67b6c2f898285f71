/* SPDX-License-Identifier: BSD-3-Clause */
#include "lime.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

#define MAGIC   0x456789abu
#define VERSION 1u

int lime_error(lime_file_t *file, const char *format, ...)
{
    int used = snprintf(file->error, sizeof file->error, "%s: ", file->path);
    if (used < 0 || (size_t)used >= sizeof file->error)
        return -1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(file->error + used, sizeof file->error - (size_t)used, format, arguments);
    va_end(arguments);
    emuq_printable(file->error, false);
    return -1;
}

int lime_open(lime_file_t *file, const char *path)
{
    struct stat status;
    *file = (lime_file_t){.path = path, .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file->fd < 0)
        return lime_error(file, "cannot be opened: %s", strerror(errno));
    if (fstat(file->fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        lime_close(file);
        return lime_error(file, "is not an ordinary file");
    }
    file->size = (uint64_t)status.st_size;
    return 0;
}

int lime_open_for_writing(lime_file_t *file, const char *path, int create)
{
    struct stat status;
    int flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | (create ? O_CREAT | O_TRUNC : 0);
    *file = (lime_file_t){.path = path, .fd = open(path, flags, 0666)};
    if (file->fd < 0)
        return lime_error(file, "cannot be written: %s", strerror(errno));
    if (fstat(file->fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        lime_close(file);
        return lime_error(file, "is not an ordinary file");
    }
    return 0;
}

int lime_close(lime_file_t *file)
{
    int fd = file->fd;
    file->fd = -1;
    if (fd >= 0 && close(fd) != 0)
        return lime_error(file, "cannot be written: %s", strerror(errno));
    return 0;
}

int lime_read(lime_file_t *file, uint64_t offset, void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = pread(file->fd, (char *)data + done, size - done, (off_t)(offset + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return lime_error(file, "cannot be read: %s", strerror(errno));
        if (n == 0)
            return lime_error(file, "is truncated: ends before byte %llu",
                              (unsigned long long)(offset + size));
        done += (size_t)n;
    }
    return 0;
}

int lime_write(lime_file_t *file, uint64_t offset, const void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = pwrite(file->fd, (const char *)data + done, size - done, (off_t)(offset + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return lime_error(file, "cannot be written: %s", strerror(errno));
        done += (size_t)n;
    }
    return 0;
}

static uint64_t big_endian(const unsigned char *byte, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value = value << 8 | byte[i];
    return value;
}

static void store_big_endian(unsigned char *byte, int count, uint64_t value)
{
    for (int i = count - 1; i >= 0; i--, value >>= 8)
        byte[i] = (unsigned char)value;
}

int lime_record(lime_file_t *file, uint64_t offset, lime_record_t *record)
{
    unsigned char header[LIME_HEADER_BYTES];
    unsigned long long at = offset;
    if (offset >= file->size)
        return 0;
    if (file->size - offset < sizeof header)
        return lime_error(file, "is truncated: the record header at byte %llu is incomplete", at);
    if (lime_read(file, offset, header, sizeof header) != 0)
        return -1;
    if (big_endian(header, 4) != MAGIC)
        return lime_error(file, "is not a LIME file: no magic number at byte %llu", at);
    if (big_endian(header + 4, 2) != VERSION)
        return lime_error(file, "LIME version %u at byte %llu is unknown",
                          (unsigned)big_endian(header + 4, 2), at);
    record->flags = (unsigned)big_endian(header + 6, 2);
    record->length = big_endian(header + 8, 8);
    memcpy(record->type, header + 16, LIME_TYPE_BYTES);
    record->type[LIME_TYPE_BYTES] = '\0';
    record->data = offset + sizeof header;
    if (record->length > file->size - record->data)
        return lime_error(file, "is truncated: record '%.40s' has %llu bytes of data, only %llu are there",
                          record->type, (unsigned long long)record->length,
                          (unsigned long long)(file->size - record->data));
    record->next = record->data + (record->length + 7) / 8 * 8;
    return 1;
}

int lime_write_header(lime_file_t *file, uint64_t offset, const char *type, uint64_t length, unsigned flags,
                      lime_record_t *record)
{
    static const char padding[8];
    unsigned char header[LIME_HEADER_BYTES] = {0};
    *record = (lime_record_t){.length = length, .data = offset + sizeof header, .flags = flags};
    snprintf(record->type, sizeof record->type, "%s", type);
    record->next = record->data + (length + 7) / 8 * 8;
    store_big_endian(header, 4, MAGIC);
    store_big_endian(header + 4, 2, VERSION);
    store_big_endian(header + 6, 2, flags);
    store_big_endian(header + 8, 8, length);
    memcpy(header + 16, record->type, LIME_TYPE_BYTES);
    if (lime_write(file, offset, header, sizeof header) != 0)
        return -1;
    uint64_t end = record->data + length;
    return lime_write(file, end, padding, (size_t)(record->next - end));
}

int lime_write_text(lime_file_t *file, uint64_t *offset, const char *type, unsigned flags, const char *text)
{
    lime_record_t record;
    size_t length = strlen(text);
    if (lime_write_header(file, *offset, type, length, flags, &record) != 0 ||
        lime_write(file, record.data, text, length) != 0)
        return -1;
    *offset = record.next;
    return 0;
}

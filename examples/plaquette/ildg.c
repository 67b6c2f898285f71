/* SPDX-License-Identifier: BSD-3-Clause */
/* LIME containers and ILDG gauge fields. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ildg.h"

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
    lime_printable(file->error);
    return -1;
}

/* @param failure what cannot be done if the file cannot be opened */
static int open_regular(lime_file_t *file, const char *path, int flags, const char *failure)
{
    struct stat status;
    *file = (lime_file_t){.path = path, .fd = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0666)};
    if (file->fd < 0)
        return lime_error(file, "cannot be %s: %s", failure, strerror(errno));
    if (fstat(file->fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        lime_close(file);
        return lime_error(file, "is not an ordinary file");
    }
    file->size = (uint64_t)status.st_size;
    return 0;
}

int lime_open(lime_file_t *file, const char *path)
{
    return open_regular(file, path, O_RDONLY, "opened");
}

int lime_open_for_writing(lime_file_t *file, const char *path, int create)
{
    return open_regular(file, path, O_WRONLY | (create ? O_CREAT | O_TRUNC : 0), "written");
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

#define NUMBERS_PER_SITE (4 * 18)
#define LARGEST_EXTENT   4096
#define LONGEST_TEXT     65536

static size_t site_bytes(const ildg_file_t *file)
{
    return (size_t)NUMBERS_PER_SITE * (size_t)file->precision / 8;
}

/* Reads the data of a record as a string, to be freed. @return NULL after an error */
static char *record_text(lime_file_t *lime, const lime_record_t *record)
{
    if (record->length > LONGEST_TEXT) {
        lime_error(lime, "record '%.40s' is too long (%llu bytes)", record->type,
                   (unsigned long long)record->length);
        return NULL;
    }
    char *text = calloc(1, (size_t)record->length + 1);
    if (text == NULL)
        lime_error(lime, "out of memory");
    else if (lime_read(lime, record->data, text, (size_t)record->length) == 0)
        return text;
    free(text);
    return NULL;
}

/* Finds the string after "<tag>"; NULL: none. */
static const char *xml_value(const char *xml, const char *tag)
{
    char open[40];
    snprintf(open, sizeof open, "<%s>", tag);
    const char *at = strstr(xml, open);
    return at != NULL ? at + strlen(open) : NULL;
}

/* Reads an integer element. @return 0, or -1 after an error */
static int xml_number(lime_file_t *lime, const char *xml, const char *tag, long low, long high, int *value)
{
    const char *text = xml_value(xml, tag);
    if (text == NULL)
        return lime_error(lime, "ildg-format has no <%s>", tag);
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    while (isspace((unsigned char)*end))
        end++;
    if (end == text || *end != '<' || errno != 0 || number < low || number > high)
        return lime_error(lime, "<%s> in ildg-format has to be a number from %ld to %ld", tag, low, high);
    *value = (int)number;
    return 0;
}

static int read_format(ildg_file_t *file, const lime_record_t *record)
{
    static const char *const extent[LATTICE_DIMS] = {"lx", "ly", "lz", "lt"};
    char *xml = record_text(&file->lime, record);
    if (xml == NULL)
        return -1;
    int bad = xml_number(&file->lime, xml, "precision", 32, 64, &file->precision);
    if (!bad && file->precision != 32 && file->precision != 64)
        bad = lime_error(&file->lime, "precision is %d, not 32 or 64", file->precision);
    for (int mu = 0; mu < LATTICE_DIMS && !bad; mu++)
        bad = xml_number(&file->lime, xml, extent[mu], 1, LARGEST_EXTENT, &file->global[mu]);
    free(xml);
    return bad;
}

static int read_checksum(ildg_file_t *file, const lime_record_t *record)
{
    char *xml = record_text(&file->lime, record);
    if (xml == NULL)
        return -1;
    const char *a = xml_value(xml, "suma"), *b = xml_value(xml, "sumb");
    unsigned suma, sumb;
    file->has_checksum = a != NULL && b != NULL && sscanf(a, "%x", &suma) == 1 && sscanf(b, "%x", &sumb) == 1;
    if (file->has_checksum)
        file->checksum = (checksum_t){suma, sumb};
    else
        lime_error(&file->lime, "scidac-checksum cannot be understood");
    free(xml);
    return file->has_checksum ? 0 : -1;
}

/* Stores the digits after "plaquette =", if there are any. */
static int read_history(ildg_file_t *file, const lime_record_t *record)
{
    char *text = record_text(&file->lime, record);
    if (text == NULL)
        return -1;
    const char *at = strstr(text, "plaquette");
    if (at == NULL || sscanf(at, "plaquette = %31[-+.0-9eE]", file->plaquette) != 1)
        file->plaquette[0] = '\0';
    free(text);
    return 0;
}

static int check_size(ildg_file_t *file, const lime_record_t *binary)
{
    uint64_t wanted = site_bytes(file);
    for (int mu = 0; mu < LATTICE_DIMS; mu++)
        wanted *= (uint64_t)file->global[mu];
    if (wanted != binary->length)
        return lime_error(&file->lime,
                          "ildg-binary-data has %llu bytes, but a %dx%dx%dx%d lattice in %d bits has %llu",
                          (unsigned long long)binary->length, file->global[0], file->global[1],
                          file->global[2], file->global[3], file->precision, (unsigned long long)wanted);
    file->data = binary->data;
    file->data_end = binary->next;
    return 0;
}

static int read_records(ildg_file_t *file)
{
    lime_record_t record, binary = {.length = 0};
    bool has_format = false, has_binary = false;
    int more;
    for (uint64_t at = 0; (more = lime_record(&file->lime, at, &record)) > 0; at = record.next) {
        int bad = 0;
        if (strcmp(record.type, "ildg-format") == 0 && !has_format) {
            has_format = true;
            bad = read_format(file, &record);
        } else if (strcmp(record.type, "ildg-binary-data") == 0 && !has_binary) {
            has_binary = true;
            binary = record;
        } else if (strcmp(record.type, "scidac-checksum") == 0) {
            bad = read_checksum(file, &record);
        } else if (strcmp(record.type, "xlf-info") == 0) {
            bad = read_history(file, &record);
        }
        if (bad)
            return -1;
    }
    if (more < 0)
        return -1;
    if (!has_format)
        return lime_error(&file->lime, "has no record ildg-format");
    if (!has_binary)
        return lime_error(&file->lime, "has no record ildg-binary-data");
    return check_size(file, &binary);
}

int ildg_open(ildg_file_t *file, const char *path)
{
    memset(file, 0, sizeof *file);
    if (lime_open(&file->lime, path) != 0)
        return -1;
    if (read_records(file) == 0)
        return 0;
    lime_close(&file->lime);
    return -1;
}

/* Decodes a big-endian number. */
static double number_from_bytes(const unsigned char *byte, int precision)
{
    uint64_t bits = big_endian(byte, precision / 8);
    if (precision == 64) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    uint32_t word = (uint32_t)bits;
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static void number_to_bytes(unsigned char *byte, int precision, double value)
{
    uint64_t bits;
    if (precision == 64) {
        memcpy(&bits, &value, sizeof bits);
    } else {
        float single = (float)value;
        uint32_t word;
        memcpy(&word, &single, sizeof word);
        bits = word;
    }
    store_big_endian(byte, precision / 8, bits);
}

/* Converts the links of a site from or to bytes of the file. */
static void site_convert(unsigned char *byte, int precision, su3_t link[4], bool to_bytes)
{
    int bytes = precision / 8;
    for (int n = 0; n < NUMBERS_PER_SITE / 2; n++, byte += 2 * bytes) {
        complex_t *c = &link[n / 9].e[n % 9 / 3][n % 3];
        if (to_bytes) {
            number_to_bytes(byte, precision, creal(*c));
            number_to_bytes(byte + bytes, precision, cimag(*c));
        } else {
            *c = complex_of(number_from_bytes(byte, precision), number_from_bytes(byte + bytes, precision));
        }
    }
}

/* Transfers the rank's lines of sites in x direction, the largest segments contiguous in every file. */
static int transfer(ildg_file_t *file, const field_t *f, checksum_t *part, bool write)
{
    const lattice_t *lat = f->lat;
    size_t bytes = site_bytes(file), line = bytes * (size_t)lat->local[0];
    int lines = lat->local[1] * lat->local[2] * lat->local[3];
    unsigned char *buffer = malloc(line);
    if (buffer == NULL)
        return lime_error(&file->lime, "out of memory");
    crc32_table_t table;
    crc32_prepare(&table);
    *part = (checksum_t){0, 0};
    int bad = 0;
    for (int n = 0; n < lines && !bad; n++) {
        int y = n % lat->local[1], z = n / lat->local[1] % lat->local[2],
            t = n / lat->local[1] / lat->local[2];
        uint64_t index = lattice_global_index(lat, 0, y, z, t), offset = file->data + index * bytes;
        su3_t *link = field_link(f, lattice_site(lat, 0, y, z, t), 0);
        if (!write && lime_read(&file->lime, offset, buffer, line) != 0)
            bad = 1;
        for (int x = 0; x < lat->local[0] && !bad; x++, link += 4) {
            unsigned char *site = buffer + (size_t)x * bytes;
            site_convert(site, file->precision, link, write);
            checksum_add(part, index + (uint64_t)x, crc32_of(&table, site, bytes));
        }
        if (write && lime_write(&file->lime, offset, buffer, line) != 0)
            bad = 1;
    }
    free(buffer);
    return bad ? -1 : 0;
}

int ildg_read_field(ildg_file_t *file, field_t *f, checksum_t *part)
{
    return transfer(file, f, part, false);
}

int ildg_write_field(ildg_file_t *file, const field_t *f, checksum_t *part)
{
    return transfer(file, f, part, true);
}

int ildg_create(ildg_file_t *file, const char *path, const lattice_t *lat, int precision,
                const ildg_history_t *history)
{
    char text[700];
    uint64_t offset = 0, length;
    memset(file, 0, sizeof *file);
    memcpy(file->global, lat->global, sizeof file->global);
    file->precision = precision;
    length = lattice_global_volume(lat) * site_bytes(file);
    if (lime_open_for_writing(&file->lime, path, 1) != 0)
        return -1;
    snprintf(text, sizeof text, "\n plaquette = %.*e\n beta = %.6f\n seed = %llu\n sweeps = %u\n",
             precision == 64 ? 10 : 6, history->plaquette, history->beta, (unsigned long long)history->seed,
             history->sweeps);
    int bad = lime_write_text(&file->lime, &offset, "xlf-info", LIME_MESSAGE_BEGIN | LIME_MESSAGE_END, text);
    snprintf(text, sizeof text,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<ildgFormat xmlns=\"http://www.lqcd.org/ildg\"\n"
             "            xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n"
             "            xsi:schemaLocation=\"http://www.lqcd.org/ildg filefmt.xsd\">\n"
             "  <version> 1.0 </version>\n  <field> su3gauge </field>\n  <precision> %d </precision>\n"
             "  <lx> %d </lx>\n  <ly> %d </ly>\n  <lz> %d </lz>\n  <lt> %d </lt>\n</ildgFormat>\n",
             precision, lat->global[0], lat->global[1], lat->global[2], lat->global[3]);
    bad = bad || lime_write_text(&file->lime, &offset, "ildg-format", LIME_MESSAGE_BEGIN, text);
    lime_record_t binary = {.length = 0};
    bad = bad || lime_write_header(&file->lime, offset, "ildg-binary-data", length, 0, &binary);
    file->data = binary.data;
    file->data_end = binary.next;
    if (bad)
        lime_close(&file->lime);
    return bad ? -1 : 0;
}

int ildg_join(ildg_file_t *file, const char *path, const lattice_t *lat, int precision, uint64_t data)
{
    memset(file, 0, sizeof *file);
    memcpy(file->global, lat->global, sizeof file->global);
    file->precision = precision;
    file->data = data;
    return lime_open_for_writing(&file->lime, path, 0);
}

int ildg_finish(ildg_file_t *file, checksum_t whole)
{
    char text[200];
    uint64_t offset = file->data_end;
    snprintf(text, sizeof text,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?><scidacChecksum><version>1.0</version>"
             "<suma>0x%x</suma><sumb>0x%x</sumb></scidacChecksum>",
             whole.suma, whole.sumb);
    return lime_write_text(&file->lime, &offset, "scidac-checksum", LIME_MESSAGE_END, text);
}

int ildg_close(ildg_file_t *file)
{
    return lime_close(&file->lime);
}

bool ildg_agrees(double plaquette, const char *digits)
{
    const char *point = strchr(digits, '.'), *exponent = strpbrk(digits, "eE");
    const char *end = exponent != NULL ? exponent : digits + strlen(digits);
    int decimals = point != NULL ? (int)(end - point) - 1 : 0;
    int power = exponent != NULL ? atoi(exponent + 1) : 0;
    double last_place = pow(10, power - decimals);
    return fabs(plaquette - strtod(digits, NULL)) <= last_place;
}

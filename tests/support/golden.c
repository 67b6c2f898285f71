/* SPDX-License-Identifier: BSD-3-Clause */
#include "golden.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* Maximum number of differences printed per call of golden_each(); further differences are only counted. */
#define REPORTS 10

/* The last file read: programs use one file for several functions in sequence. */
static struct {
    char name[64];
    json_t *vectors;
} cache;

static json_t *current; /* the vector under test */
static int reports;

/* Prints the last line of a report. */
static void print_vector(void)
{
    if (current != NULL) {
        fputs("  in ", stderr);
        json_dumpf(current, stderr, JSON_COMPACT);
        fputc('\n', stderr);
    }
}

static void __attribute__((noreturn, format(printf, 1, 2))) die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("golden vectors: ", stderr);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    print_vector();
    exit(1);
}

/* Reads a line without its newline into a growing buffer. @return NULL at the end of the file */
static char *next_line(gzFile f, char **buffer, size_t *size)
{
    size_t length = 0;
    for (;;) {
        if (*size - length < 2) {
            *size = *size == 0 ? 4096 : *size * 2;
            *buffer = realloc(*buffer, *size);
            if (*buffer == NULL)
                die("out of memory");
        }
        if (gzgets(f, *buffer + length, (int)(*size - length)) == NULL)
            return length == 0 ? NULL : *buffer;
        length += strlen(*buffer + length);
        if ((*buffer)[length - 1] == '\n') {
            (*buffer)[length - 1] = '\0';
            return *buffer;
        }
    }
}

static json_t *read_file(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.jsonl.gz", GOLDEN_DATA, name);
    gzFile f = gzopen(path, "rb");
    if (f == NULL)
        die("cannot open %s: %s", path, strerror(errno));
    json_t *vectors = json_array();
    char *buffer = NULL;
    size_t size = 0;
    for (unsigned number = 1; next_line(f, &buffer, &size) != NULL; number++) {
        json_error_t error;
        json_t *vector = json_loads(buffer, 0, &error);
        if (vector == NULL)
            die("%s line %u: %s", path, number, error.text);
        json_array_append_new(vectors, vector);
    }
    int status;
    const char *message = gzerror(f, &status);
    if (status != Z_OK && status != Z_STREAM_END)
        die("%s: %s", path, message);
    gzclose(f);
    free(buffer);
    return vectors;
}

static json_t *load(const char *file)
{
    if (strcmp(cache.name, file) != 0) {
        json_decref(cache.vectors);
        cache.vectors = read_file(file);
        snprintf(cache.name, sizeof cache.name, "%s", file);
    }
    return cache.vectors;
}

int golden_each(const char *file, const char *fn, golden_check_t check, void *arg)
{
    size_t index;
    json_t *vector;
    unsigned seen = 0;
    int failed = 0;
    reports = 0;
    json_array_foreach(load(file), index, vector)
    {
        current = vector;
        if (strcmp(golden_string(vector, "fn"), fn) != 0)
            continue;
        seen++;
        failed += check(golden_get(vector, "in"), golden_get(vector, "out"), arg) != 0;
    }
    current = NULL;
    if (seen == 0) {
        fprintf(stderr, "golden vectors: %s has none of %s\n", file, fn);
        return 1;
    }
    printf("%s %s: %u vectors, %d failed\n", file, fn, seen, failed);
    return failed;
}

json_t *golden_get(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (value == NULL)
        die("no member \"%s\"", key);
    return value;
}

int golden_has(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    return value != NULL && !json_is_null(value);
}

uint64_t golden_value(json_t *value)
{
    if (json_is_integer(value))
        return (uint64_t)json_integer_value(value);
    const char *text = json_string_value(value);
    char *end = NULL;
    errno = 0;
    uint64_t number = text == NULL ? 0 : strtoull(text, &end, 16);
    if (text == NULL || end == text || *end != '\0' || errno != 0)
        die("not a number: \"%s\"", text == NULL ? "?" : text);
    return number;
}

uint64_t golden_u64(json_t *object, const char *key)
{
    return golden_value(golden_get(object, key));
}

uint64_t golden_at(json_t *array, size_t index)
{
    json_t *value = json_array_get(array, index);
    if (value == NULL)
        die("no element %zu in an array", index);
    return golden_value(value);
}

const char *golden_string(json_t *object, const char *key)
{
    const char *text = json_string_value(golden_get(object, key));
    if (text == NULL)
        die("\"%s\" is no string", key);
    return text;
}

void golden_bytes(json_t *object, const char *key, uint8_t *bytes, size_t size)
{
    const char *text = golden_string(object, key);
    if (strlen(text) != 2 * size)
        die("\"%s\" has not %zu bytes", key, size);
    for (size_t i = 0; i < size; i++) {
        char digits[3] = {text[2 * i], text[2 * i + 1], '\0'};
        char *end;
        bytes[i] = (uint8_t)strtoul(digits, &end, 16);
        if (*end != '\0')
            die("\"%s\" is not hexadecimal", key);
    }
}

void golden_array(json_t *object, const char *key, uint64_t *values, size_t count)
{
    json_t *array = golden_get(object, key);
    if (json_array_size(array) != count)
        die("\"%s\" has not %zu elements", key, count);
    for (size_t i = 0; i < count; i++)
        values[i] = golden_at(array, i);
}

int golden_equal(const char *what, uint64_t got, uint64_t expected)
{
    if (got == expected)
        return 0;
    return golden_differs("%s is 0x%llx, not 0x%llx", what, (unsigned long long)got,
                          (unsigned long long)expected);
}

int golden_equal_bytes(const char *what, const void *got, const void *expected, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned is = ((const uint8_t *)got)[i], wanted = ((const uint8_t *)expected)[i];
        if (is != wanted)
            return golden_differs("byte %zu of %s is 0x%02x, not 0x%02x", i, what, is, wanted);
    }
    return 0;
}

int golden_differs(const char *format, ...)
{
    if (reports++ < REPORTS) {
        va_list args;
        va_start(args, format);
        vfprintf(stderr, format, args);
        va_end(args);
        fputc('\n', stderr);
        print_vector();
    }
    return 1;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Words as digits: 32 of them, most significant first, separated by white space; `gap N` for lost words. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/apenet-link/wire.h"

#define WORDS_GAP_MOST (UINT64_C(1) << 40)

/* Reads up to the end of a file. @return size, or -1 with errno */
static ssize_t words_read_all(FILE *in, char **bytes)
{
    size_t capacity = 0, size = 0, n;
    do {
        *bytes = wire_grow(*bytes, &capacity, size + (1u << 16), 1);
        n = fread(*bytes + size, 1, capacity - size - 1, in);
        size += n;
    } while (n != 0);
    (*bytes)[size] = '\0';
    return ferror(in) != 0 ? -1 : (ssize_t)size;
}

ssize_t wire_read_file(const char *path, char **bytes)
{
    *bytes = NULL;
    errno = 0;
    FILE *in = path != NULL ? fopen(path, "re") : stdin;
    ssize_t size = in != NULL ? words_read_all(in, bytes) : -1;
    if (size < 0)
        wire_error("cannot read '%s': %s", path != NULL ? path : "standard input",
                   strerror(errno != 0 ? errno : EIO));
    if (in != NULL && in != stdin)
        fclose(in);
    if (size < 0) {
        free(*bytes);
        *bytes = NULL;
    }
    return size;
}

static bool words_line(wire_line_t *l, wire_stream_t *stream)
{
    apenet_word_t word;
    for (wire_line_t before = *l; wire_line_next(l); before = *l) {
        uint64_t gap;
        if (wire_line_is(l, "gap")) {
            if (!wire_line_number(l, "gap", WORDS_GAP_MOST, &gap))
                return false;
            stream->next += gap;
            continue;
        }
        *l = before;
        if (!wire_line_word(l, "word", &word))
            return false;
        wire_add(stream, &word);
    }
    return true;
}

static bool words_read(const char *name, char *text, wire_stream_t *stream)
{
    char *next = text;
    bool is_good = true;
    for (unsigned number = 1; is_good && next != NULL; number++) {
        char *start = strsep(&next, "\n");
        wire_line_t line = {.file = name, .number = number, .text = start, .at = start};
        is_good = words_line(&line, stream);
    }
    return is_good;
}

bool wire_read(const wire_options_t *o, wire_streams_t *streams)
{
    const char *name = o->input != NULL ? o->input : "standard input";
    char *bytes;
    ssize_t size = wire_read_file(o->input, &bytes);
    bool is_good = false;
    if (size < 0)
        return false;
    if (wire_is_capture(bytes, (size_t)size))
        is_good = wire_read_capture(o, name, bytes, (size_t)size, streams);
    else if (strlen(bytes) != (size_t)size)
        wire_error(
            "%s: neither digits nor a capture (expected words of 32 hexadecimal digits, pcapng or pcap)",
            name);
    else if (o->only > 1)
        wire_error("--stream: invalid value '%llu' (expected 1: digits are one stream)",
                   (unsigned long long)o->only);
    else
        is_good = words_read(name, bytes, wire_add_stream(streams));
    free(bytes);
    return is_good;
}

bool wire_write(const wire_options_t *o, const wire_streams_t *streams, FILE *out)
{
    if (o->format == WIRE_PCAPNG) {
        wire_write_capture(o, streams, out);
        return true;
    }
    const wire_stream_t *s = streams->stream;
    uint64_t next = 0;
    for (size_t i = 0; i < s->count; i++) {
        const uint32_t *w = s->word[i].word.w;
        if (s->word[i].number != next)
            fprintf(out, "gap %llu\n", (unsigned long long)(s->word[i].number - next));
        fprintf(out, "%08X%08X%08X%08X\n", w[3], w[2], w[1], w[0]);
        next = s->word[i].number + 1;
    }
    if (s->next != next)
        fprintf(out, "gap %llu\n", (unsigned long long)(s->next - next));
    return true;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Streams of words in memory; messages. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tools/apenet-link/wire.h"

bool wire_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    emuq_log_line("apenet-link", format, arguments);
    va_end(arguments);
    return false;
}

void *wire_grow(void *array, size_t *capacity, size_t count, size_t bytes)
{
    if (count <= *capacity)
        return array;
    size_t more = *capacity < 64 ? 64 : 2 * *capacity;
    *capacity = more < count ? count : more;
    void *grown = reallocarray(array, *capacity, bytes);
    if (grown == NULL) {
        wire_error("no memory for %zu words", *capacity);
        exit(WIRE_STATUS_DAMAGED);
    }
    return grown;
}

void wire_add(wire_stream_t *s, const apenet_word_t *word)
{
    s->word = wire_grow(s->word, &s->capacity, s->count + 1, sizeof *s->word);
    s->word[s->count++] = (wire_word_t){*word, s->next++};
}

wire_stream_t *wire_add_stream(wire_streams_t *all)
{
    all->stream = wire_grow(all->stream, &all->capacity, all->count + 1, sizeof *all->stream);
    wire_stream_t *s = &all->stream[all->count++];
    memset(s, 0, sizeof *s);
    return s;
}

void wire_streams_free(wire_streams_t *all)
{
    for (size_t i = 0; i < all->count; i++)
        free(all->stream[i].word);
    free(all->stream);
}

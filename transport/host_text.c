/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/host_text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"

int emuq_host_text_print(emuq_host_text_t *text, const char *name, const char *provider,
                         const unsigned char *address, size_t bytes)
{
    int at = snprintf(text->text, sizeof text->text, "%.100s/%s/", name[0] != '\0' ? name : "host", provider);
    if ((size_t)at + 2 * bytes >= sizeof text->text || bytes > sizeof((emuq_host_parts_t *)0)->address) {
        emuq_log("an address of %zu bytes of provider %s is too long", bytes, provider);
        return -ENAMETOOLONG;
    }
    for (char *c = text->text; *c != '/'; c++)
        if (!isalnum((unsigned char)*c) && strchr("-._", *c) == NULL)
            *c = '-';
    for (size_t i = 0; i < bytes; i++)
        snprintf(text->text + at + 2 * i, 3, "%02x", address[i]);
    return 0;
}

static int append(emuq_host_text_t *text, const char *mark)
{
    size_t length = strlen(text->text), bytes = strlen(mark) + 1;
    if (length + bytes > sizeof text->text) {
        emuq_log("the text of this host is too long: %.60s...", text->text);
        return -ENAMETOOLONG;
    }
    memcpy(text->text + length, mark, bytes);
    return 0;
}

int emuq_host_text_covers_all(emuq_host_text_t *text)
{
    return append(text, EMUQ_TEXT_COVERS_ALL);
}

int emuq_host_text_of_rank(emuq_host_text_t *text)
{
    return append(text, EMUQ_TEXT_OF_RANK);
}

/* Whether a text goes on with a mark, which is passed over. */
static bool has_mark(const char **at, const char *mark)
{
    size_t length = strlen(mark);
    bool has = strncmp(*at, mark, length) == 0;
    *at += has ? length : 0;
    return has;
}

/* Takes a part that ends with a slash. @return what follows, or NULL */
static const char *part(const char *from, char *to, size_t room)
{
    size_t length = strcspn(from, "/");
    if (from[length] != '/' || length == 0 || length >= room)
        return NULL;
    memcpy(to, from, length);
    to[length] = '\0';
    return from + length + 1;
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int emuq_host_text_parse(const char *text, emuq_host_parts_t *parts)
{
    const char *at = part(text, parts->name, sizeof parts->name);
    if (at != NULL)
        at = part(at, parts->provider, sizeof parts->provider);
    size_t digits = at != NULL ? strcspn(at, EMUQ_TEXT_COVERS_ALL EMUQ_TEXT_OF_RANK) : 0, bytes = digits / 2;
    if (bytes == 0 || digits % 2 != 0 || bytes > sizeof parts->address)
        return -EINVAL;
    const char *marks = at + digits;
    parts->covers_all = has_mark(&marks, EMUQ_TEXT_COVERS_ALL);
    parts->is_of_rank = has_mark(&marks, EMUQ_TEXT_OF_RANK);
    if (*marks != '\0')
        return -EINVAL;
    for (size_t i = 0; i < bytes; i++) {
        int high = digit(at[2 * i]), low = digit(at[2 * i + 1]);
        if (high < 0 || low < 0)
            return -EINVAL;
        parts->address[i] = (unsigned char)(high << 4 | low);
    }
    parts->address_bytes = bytes;
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/hostlist.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-run/say.h"

#define SLOTS_MOST UINT64_C(0xffffffff)

/* ---- reading ---- */

static bool is_name(const char *name, size_t length)
{
    if (length == 0 || length >= EMUQ_HOST_NAME_BYTES || !isalnum((unsigned char)*name))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)name[i]) && strchr("._-@", name[i]) == NULL)
            return false;
    return true;
}

/* @return whether the text is a number of nodes. */
static bool is_count(const char *text, size_t length, uint64_t *count)
{
    *count = 0;
    if (length == 0 || length > 10)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)text[i]))
            return false;
        *count = *count * 10 + (uint64_t)(text[i] - '0');
    }
    return *count != 0 && *count <= SLOTS_MOST;
}

static emuq_listed_t *find(emuq_hostlist_t *list, const char *name, size_t length)
{
    for (uint32_t i = 0; i < list->hosts; i++)
        if (strlen(list->host[i].name) == length && memcmp(list->host[i].name, name, length) == 0)
            return &list->host[i];
    return NULL;
}

/* Adds a host. @param slots 0: none were given. @return 0, or -EINVAL after a message beginning with @p
 * where. */
static int add(emuq_hostlist_t *list, const char *where, const char *name, size_t length, uint64_t slots)
{
    emuq_listed_t *host = find(list, name, length);
    if (host == NULL) {
        if (list->hosts == EMUQ_HOSTS_MOST) {
            emuq_say("%s: more than %u hosts are not possible", where, EMUQ_HOSTS_MOST);
            return -EINVAL;
        }
        list->host = emuq_need(realloc(list->host, (list->hosts + 1) * sizeof(*list->host)));
        host = &list->host[list->hosts++];
        *host = (emuq_listed_t){.slots = slots, .has_count = slots != 0};
        memcpy(host->name, name, length);
        return 0;
    }
    if (host->has_count != (slots != 0)) {
        emuq_say("%s: host %s is named with a number of slots and without; give both or none", where,
                 host->name);
        return -EINVAL;
    }
    if (slots == 0) { /* named again: each mention is a slot */
        slots = host->mentions ? 1 : 2;
        host->mentions = true;
    }
    host->slots += slots;
    return 0;
}

/* Reads "n1" or "n1:8". */
static int add_word(emuq_hostlist_t *list, const char *where, const char *word, size_t length)
{
    const char *colon = memchr(word, ':', length);
    size_t name = colon != NULL ? (size_t)(colon - word) : length;
    uint64_t slots = 0;
    if (!is_name(word, name)) {
        emuq_say("%s: '%.*s' is no name of a host", where, (int)name, word);
        return -EINVAL;
    }
    if (colon != NULL && !is_count(colon + 1, length - name - 1, &slots)) {
        emuq_say("%s: '%.*s' is not possible; it takes HOST:SLOTS, SLOTS a number of nodes", where,
                 (int)length, word);
        return -EINVAL;
    }
    return add(list, where, word, name, slots);
}

int emuq_hostlist_add(emuq_hostlist_t *list, const char *text)
{
    for (;;) {
        size_t length = strcspn(text, ",");
        int rc = add_word(list, "--hosts", text, length);
        if (rc != 0 || text[length] == '\0')
            return rc;
        text += length + 1;
    }
}

/* Reads "n1", "n1:8" or "n1 slots=8". */
static int add_line(emuq_hostlist_t *list, const char *where, char *line)
{
    static const char blanks[] = " \t\r\n";
    char *rest = NULL, *word, *slots, *more;
    uint64_t count = 0;
    line[strcspn(line, "#")] = '\0';
    word = strtok_r(line, blanks, &rest);
    if (word == NULL)
        return 0;
    slots = strtok_r(NULL, blanks, &rest);
    more = strtok_r(NULL, blanks, &rest);
    if (slots == NULL)
        return add_word(list, where, word, strlen(word));
    if (more != NULL || strncmp(slots, "slots=", 6) != 0 || !is_count(slots + 6, strlen(slots + 6), &count)) {
        emuq_say("%s: '%s' is not possible; a line is HOST, HOST:SLOTS or HOST slots=SLOTS", where,
                 more != NULL ? more : slots);
        return -EINVAL;
    }
    if (!is_name(word, strlen(word))) {
        emuq_say("%s: '%s' is no name of a host", where, word);
        return -EINVAL;
    }
    return add(list, where, word, strlen(word), count);
}

int emuq_hostlist_read(emuq_hostlist_t *list, const char *path)
{
    FILE *file = fopen(path, "re");
    char *line = NULL, *where = NULL;
    size_t room = 0;
    int rc = 0, number = 0;
    if (file == NULL) {
        emuq_say("cannot read the hosts in %s: %s", path, strerror(errno));
        return -EINVAL;
    }
    errno = 0;
    while (rc == 0 && getline(&line, &room, file) >= 0) {
        if (asprintf(&where, "%s, line %d", path, ++number) < 0)
            emuq_need(NULL);
        rc = add_line(list, where, line);
        free(where);
        errno = 0;
    }
    if (rc == 0 && ferror(file)) {
        emuq_say("cannot read the hosts in %s: %s", path, strerror(errno));
        rc = -EINVAL;
    } else if (rc == 0 && list->hosts == 0) {
        emuq_say("%s names no host", path);
        rc = -EINVAL;
    }
    free(line);
    fclose(file);
    return rc;
}

/* ---- placement ---- */

/* What hosts without a number of slots share. */
static uint64_t left_of(const emuq_hostlist_t *list, uint64_t nodes, uint32_t *sharing)
{
    uint64_t left = nodes;
    *sharing = 0;
    for (uint32_t i = 0; i < list->hosts; i++) {
        const emuq_listed_t *host = &list->host[i];
        *sharing += host->slots == 0;
        left -= host->slots < left ? host->slots : left;
    }
    return left;
}

static void forget_unused(emuq_hostlist_t *list)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < list->hosts; i++)
        if (list->host[i].nodes != 0)
            list->host[used++] = list->host[i];
    list->hosts = used;
}

int emuq_hostlist_place(emuq_hostlist_t *list, uint64_t nodes)
{
    uint32_t sharing, shares = 0;
    uint64_t left = left_of(list, nodes, &sharing), counted = nodes - left;
    if (left != 0 && sharing == 0) {
        emuq_say("the hosts have %llu slots; the partition has %llu nodes, each of which needs one",
                 (unsigned long long)counted, (unsigned long long)nodes);
        return -EINVAL;
    }
    for (uint32_t i = 0; i < list->hosts; i++) {
        emuq_listed_t *host = &list->host[i];
        if (host->slots != 0) {
            host->nodes = (uint32_t)(host->slots < counted ? host->slots : counted);
            counted -= host->nodes;
        } else {
            host->nodes = (uint32_t)(left * (shares + 1) / sharing - left * shares / sharing);
            shares++;
        }
    }
    forget_unused(list);
    return 0;
}

void emuq_hostlist_free(emuq_hostlist_t *list)
{
    free(list->host);
    *list = (emuq_hostlist_t){0};
}

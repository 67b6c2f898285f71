/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/files/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "network/files/why.h"

#define MOST ((size_t)1 << 30)

/* All that comes, with a zero behind it. @return NULL: errno says why */
static char *read_all(FILE *in, size_t *length)
{
    size_t room = 1 << 16;
    char *text = malloc(room);
    for (*length = 0; text != NULL;) {
        *length += fread(text + *length, 1, room - *length - 1, in);
        if (*length < room - 1)
            break;
        char *more = room < MOST ? realloc(text, room *= 2) : NULL;
        if (more == NULL)
            free(text);
        text = more;
    }
    if (text != NULL && ferror(in)) {
        free(text);
        return NULL;
    }
    if (text != NULL)
        text[*length] = '\0';
    return text;
}

char *emuq_net_file_read(const char *name, emuq_text_t *why)
{
    FILE *in = fopen(name, "r");
    if (in == NULL) {
        emuq_net_refuse(why, "cannot read '%s': %s", name, strerror(errno));
        return NULL;
    }
    size_t length = 0;
    errno = ENOMEM;
    char *text = read_all(in, &length);
    if (text == NULL) {
        emuq_net_refuse(why, "cannot read '%s': %s", name, strerror(errno));
    } else if (strlen(text) != length) {
        emuq_net_refuse(why, "'%s' is no text: it has a zero byte", name);
        free(text);
        text = NULL;
    }
    fclose(in);
    return text;
}

int emuq_net_file_writable(const char *name, emuq_text_t *why)
{
    const char *slash = strrchr(name, '/'), *last = slash != NULL ? slash + 1 : name;
    struct stat is;
    int error = access(name, W_OK) != 0 ? errno : stat(name, &is) == 0 && S_ISDIR(is.st_mode) ? EISDIR : 0;
    if (error == ENOENT && *last != '\0') {
        char *directory = strndup(name, (size_t)(last - name));
        if (directory == NULL)
            error = ENOMEM;
        else
            error = access(*directory != '\0' ? directory : ".", W_OK | X_OK) == 0 ? 0 : errno;
        free(directory);
    }
    return error == 0 ? 0 : emuq_net_refuse(why, "cannot write '%s': %s", name, strerror(error));
}

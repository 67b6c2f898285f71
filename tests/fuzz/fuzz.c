/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void fuzz_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

char *fuzz_file(const uint8_t *data, size_t size)
{
    static int fd = -1;
    static char name[32];
    if (fd < 0) {
        fd = memfd_create("fuzz", MFD_CLOEXEC);
        snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    }
    FUZZ_CHECK(fd >= 0 && ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size);
    return name;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = strndup((const char *)data, size);
    FUZZ_CHECK(text != NULL);
    return text;
}

static void add(fuzz_words_t *words, const char *word)
{
    words->word[words->count] = words->kept[words->count] = strdup(word);
    FUZZ_CHECK(words->word[words->count++] != NULL);
}

void fuzz_words_open(fuzz_words_t *words, const char *name, const uint8_t *data, size_t size)
{
    const int most = sizeof words->kept / sizeof words->kept[0];
    char *text = fuzz_text(data, size), *word;
    *words = (fuzz_words_t){.count = 0};
    add(words, name);
    for (char *rest = text; words->count < most && (word = strsep(&rest, "\n")) != NULL;)
        add(words, word);
    free(text);
}

void fuzz_words_close(fuzz_words_t *words)
{
    for (int i = 0; i < words->count; i++)
        free(words->kept[i]);
}

void fuzz_clear_environment(void)
{
    FUZZ_CHECK(clearenv() == 0 && setenv("PATH", "/usr/bin:/bin", 1) == 0);
}

void fuzz_one_engine(void)
{
    FUZZ_CHECK(setenv("EMUQ_ENGINES", "1", 1) == 0);
}

size_t fuzz_take(fuzz_input_t *input, void *to, size_t bytes)
{
    size_t taken = bytes < input->size ? bytes : input->size;
    memcpy(to, input->data, taken);
    memset((char *)to + taken, 0, bytes - taken);
    input->data += taken;
    input->size -= taken;
    return taken;
}

uint8_t fuzz_byte(fuzz_input_t *input)
{
    uint8_t byte;
    fuzz_take(input, &byte, sizeof byte);
    return byte;
}

uint64_t fuzz_number(fuzz_input_t *input)
{
    uint64_t number;
    fuzz_take(input, &number, sizeof number);
    return number;
}

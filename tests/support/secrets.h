/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file secrets.h
 * @brief Counts copies of a secret in the memory of a process.
 */
#ifndef EMUQ_TEST_SECRETS_H
#define EMUQ_TEST_SECRETS_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECRETS_CHUNK (1u << 20)
#define SECRETS_MOST  (1u << 30) /**< bytes; larger mappings are shadow memory of sanitizers */

/** Counts a secret in a range of memory; skips unreadable parts.
 * @param chunk buffer of SECRETS_CHUNK bytes outside the range */
static unsigned secrets_in(int memory, uint64_t begin, uint64_t end, unsigned char *chunk,
                           const unsigned char *inverted, size_t bytes)
{
    unsigned found = 0;
    for (uint64_t at = begin; at < end; at += SECRETS_CHUNK - bytes) {
        size_t most = end - at < SECRETS_CHUNK ? (size_t)(end - at) : SECRETS_CHUNK;
        ssize_t got = pread(memory, chunk, most, (off_t)at);
        for (ssize_t i = 0; i + (ssize_t)bytes <= got; i++) {
            size_t same = 0;
            while (same < bytes && chunk[i + (ssize_t)same] == (unsigned char)~inverted[same])
                same++;
            found += same == bytes;
        }
    }
    return found;
}

/** Counts the copies of a secret in the writable memory of a process, possibly the calling process.
 * @param inverted the secret with all bits inverted, to avoid an additional copy */
static unsigned secrets_found(pid_t pid, const unsigned char *inverted, size_t bytes)
{
    static unsigned char chunk[SECRETS_CHUNK];
    char path[64], line[512], access[5];
    unsigned long long begin, end;
    unsigned found = 0;
    snprintf(path, sizeof path, "/proc/%ld/maps", (long)pid);
    FILE *maps = fopen(path, "re");
    snprintf(path, sizeof path, "/proc/%ld/mem", (long)pid);
    int memory = open(path, O_RDONLY | O_CLOEXEC);
    if (maps == NULL || memory < 0)
        abort();
    while (fgets(line, sizeof line, maps) != NULL) {
        uint64_t own = (uint64_t)(uintptr_t)chunk, behind = own + SECRETS_CHUNK;
        if (sscanf(line, "%llx-%llx %4s", &begin, &end, access) != 3 || access[1] != 'w' ||
            end - begin > SECRETS_MOST)
            continue;
        bool has_chunk = pid == getpid() && begin <= own && behind <= end;
        found += secrets_in(memory, begin, has_chunk ? own : end, chunk, inverted, bytes);
        if (has_chunk)
            found += secrets_in(memory, behind, end, chunk, inverted, bytes);
    }
    memset(chunk, 0, sizeof chunk);
    fclose(maps);
    close(memory);
    return found;
}

#endif /* EMUQ_TEST_SECRETS_H */

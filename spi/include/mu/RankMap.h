/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file RankMap.h
 * @brief Coordinates of ranks from a mapping (rank-mapping 2 to 5, spi-misc 2).
 *
 * A mapping is a permutation of the letters A, B, C, D, E and T (the last letter varies fastest) or the
 * name of a map file: a line of six numbers A B C D E T for each rank. Coordinates are those of the job; T
 * is the process on the node. Dimensions are indexed A to E = 0 to 4, T = 5.
 *
 * All functions are reentrant.
 */
#ifndef _EMUQ_RANKMAP_H_
#define _EMUQ_RANKMAP_H_

#include <ctype.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#include "spi/include/kernel/location.h"

/** Dimensions of a mapping. */
#define NUMDIMENSION 6

/** Bytes of the longest line of a map file, with the terminating zero. */
#define EMUQ_MAP_LINE_BYTES 256

/** Linkage of the functions below: several translation units may include this header. */
#ifdef __cplusplus
#define EMUQ_RANKMAP_INLINE inline
#else
#define EMUQ_RANKMAP_INLINE static inline
#endif

/** Reader of a map file; alternates between the two halves of the caller's storage. */
typedef struct emuq_map_file {
    int fd;
    char *storage;
    size_t half;   /**< bytes of a half */
    int second;    /**< 1: the bytes read are in the second half */
    size_t filled; /**< number of bytes read */
    size_t used;   /**< characters already consumed */
} emuq_map_file_t;

/** Opens a map file. @return 0, or -1: not possible, or the storage is shorter than 2 bytes. */
EMUQ_RANKMAP_INLINE int emuq_map_file_open(emuq_map_file_t *file, const char *name, size_t tmpStorageSize,
                                           void *tmpStorage)
{
    if (tmpStorage == NULL || tmpStorageSize < 2)
        return -1;
    memset(file, 0, sizeof(*file));
    file->storage = (char *)tmpStorage;
    file->half = tmpStorageSize / 2;
    file->fd = open(name, O_RDONLY);
    return file->fd < 0 ? -1 : 0;
}

/** Reads one character. @return 1, 0 at the end (of the file, or a zero byte), or -1 on a read error. */
EMUQ_RANKMAP_INLINE int emuq_map_file_character(emuq_map_file_t *file, char *character)
{
    if (file->used == file->filled) {
        ssize_t got;
        file->second = !file->second;
        got = read(file->fd, file->storage + (file->second ? file->half : 0), file->half);
        if (got <= 0)
            return (int)got;
        file->filled = (size_t)got;
        file->used = 0;
    }
    *character = file->storage[(file->second ? file->half : 0) + file->used];
    if (*character == '\0')
        return 0;
    file->used++;
    return 1;
}

/** Reads a line; the last line may lack a newline. @return 1, 0 at the end of the file, -1 for an overlong
 * line or a read error. */
EMUQ_RANKMAP_INLINE int emuq_map_file_line(emuq_map_file_t *file, char line[EMUQ_MAP_LINE_BYTES])
{
    size_t length = 0;
    char character = '\0';
    int got = 0;
    while (length < EMUQ_MAP_LINE_BYTES && (got = emuq_map_file_character(file, &character)) > 0 &&
           character != '\n')
        line[length++] = character;
    if (got < 0 || length == EMUQ_MAP_LINE_BYTES)
        return -1;
    line[length] = '\0';
    return got > 0 || length > 0;
}

/** @return the string after @p keyword, if the comment of @p line begins with @p keyword; else NULL. */
EMUQ_RANKMAP_INLINE const char *emuq_map_directive(const char *line, const char *keyword)
{
    const char *comment = strchr(line, '#');
    size_t length = strlen(keyword);
    if (comment == NULL || strncmp(comment, keyword, length) != 0)
        return NULL;
    comment += length;
    if (*comment != '\0' && !isspace((unsigned char)*comment))
        return NULL;
    while (isspace((unsigned char)*comment))
        comment++;
    return comment;
}

/** Reads the six numbers of a line.
 *  @return 1 for six numbers, 0 for no digit outside the comment, -1 for malformed lines. */
EMUQ_RANKMAP_INLINE int emuq_map_line_numbers(const char *line, uint32_t number[NUMDIMENSION])
{
    const char *character;
    int digits = 0, count = 0;
    for (character = line; *character != '\0' && *character != '#'; character++) {
        if (isalpha((unsigned char)*character))
            return -1;
        digits |= isdigit((unsigned char)*character);
    }
    if (!digits)
        return 0;
    for (;;) {
        unsigned long long value;
        while (isspace((unsigned char)*line))
            line++;
        if (line == character)
            return count == NUMDIMENSION ? 1 : -1;
        if (count == NUMDIMENSION || !isdigit((unsigned char)*line))
            return -1;
        value = strtoull(line, (char **)&line, 10);
        number[count++] = value < 0xffffffffu ? (uint32_t)value : 0xffffffffu;
    }
}

/** Calculates the rank stride of each dimension. @param mapFilename a permutation, followed by nothing or
 * white space. @param dimoffset set to the strides; untouched if not a permutation. @return 0, or -1: not a
 * permutation */
EMUQ_RANKMAP_INLINE int MUSPI_PreCalculateMapOffsets(const char *mapFilename, const uint32_t *dimsize,
                                                     uint32_t *dimoffset)
{
    static const char names[] = "ABCDET";
    int position, order[NUMDIMENSION];
    unsigned seen = 0;
    uint32_t stride = 1;
    for (position = 0; position < NUMDIMENSION; position++) {
        const char *name = mapFilename[position] != '\0' ? strchr(names, mapFilename[position]) : NULL;
        if (name == NULL || (seen & 1u << (name - names)) != 0)
            return -1;
        order[position] = (int)(name - names);
        seen |= 1u << order[position];
    }
    if (mapFilename[NUMDIMENSION] != '\0' && !isspace((unsigned char)mapFilename[NUMDIMENSION]))
        return -1;
    for (position = NUMDIMENSION - 1; position >= 0; position--) {
        dimoffset[order[position]] = stride;
        stride *= dimsize[order[position]];
    }
    return 0;
}

/** Reads a map file up to the next rank's coordinates.
 * @param size, stride of each dimension; @p stride is set if the file continues with a permutation.
 * @param found set to the coordinates of the next rank, if in the file.
 * @param mpmdFound set to 1 after an MPMD comment; NULL: not returned.
 * @return 1: @p found is set; 0: this rank and all later ranks are computed from @p stride; -1: end of file,
 * a malformed line or coordinates outside the job. */
EMUQ_RANKMAP_INLINE int emuq_map_file_next_rank(emuq_map_file_t *file, const uint32_t size[NUMDIMENSION],
                                                uint32_t stride[NUMDIMENSION], uint32_t found[NUMDIMENSION],
                                                uint32_t *mpmdFound)
{
    char line[EMUQ_MAP_LINE_BYTES];
    while (emuq_map_file_line(file, line) > 0) {
        const char *permutation = emuq_map_directive(line, "#mapping");
        int y, rc = emuq_map_line_numbers(line, found);
        uint64_t index = 0, total = 1;
        if (mpmdFound != NULL && strstr(line, "#mpmd") != NULL)
            *mpmdFound = 1;
        if (permutation != NULL && rc >= 0)
            return MUSPI_PreCalculateMapOffsets(permutation, size, stride);
        if (rc == 0)
            continue;
        for (y = 0; y < NUMDIMENSION; y++) {
            index = index * size[y] + found[y];
            total *= size[y];
        }
        return rc > 0 && index < total ? 1 : -1;
    }
    return -1;
}

/**
 * Generates the coordinates of ranks 0 to np - 1.
 * @param mapFilename permutation or name of a map file.
 * @param mycoord coordinates to search; NULL: none. @c reserved is ignored.
 * @param numProcesses processes on a node. @param np number of ranks.
 * @param tmpStorage buffer for the file. @param tmpStorageSize its bytes, at least 2.
 * @param map set to the coordinates by rank; NULL: not returned.
 * @param myRank set to the last rank at @p mycoord, or to the first if @p map is NULL; untouched without a
 * match.
 * @param mpmdFound set to 1 if the part read has an MPMD comment, else 0; NULL: not returned.
 * @return 0, or -1 for a missing argument, a bad or short file, or coordinates outside the job.
 */
EMUQ_RANKMAP_INLINE int MUSPI_GenerateCoordinates(const char *mapFilename, const BG_JobCoords_t *jobcoord,
                                                  BG_CoordinateMapping_t *mycoord, uint32_t numProcesses,
                                                  uint32_t np, size_t tmpStorageSize, void *tmpStorage,
                                                  BG_CoordinateMapping_t map[], uint32_t *myRank,
                                                  uint32_t *mpmdFound)
{
    uint32_t rank, size[NUMDIMENSION], stride[NUMDIMENSION], at[NUMDIMENSION];
    emuq_map_file_t file;
    int y, rc = 0, in_file, reading;

    if (mpmdFound != NULL)
        *mpmdFound = 0;
    if (jobcoord == NULL || mapFilename == NULL || (myRank != NULL && mycoord == NULL))
        return -1;
    size[0] = jobcoord->shape.a;
    size[1] = jobcoord->shape.b;
    size[2] = jobcoord->shape.c;
    size[3] = jobcoord->shape.d;
    size[4] = jobcoord->shape.e;
    size[5] = numProcesses;
    for (y = 0; y < NUMDIMENSION; y++)
        if (size[y] == 0)
            return -1;
    in_file = MUSPI_PreCalculateMapOffsets(mapFilename, size, stride) != 0;
    if (in_file && emuq_map_file_open(&file, mapFilename, tmpStorageSize, tmpStorage) != 0)
        return -1;

    reading = in_file;
    for (rank = 0; rank < np; rank++) {
        BG_CoordinateMapping_t coordinates;
        if (reading) {
            rc = emuq_map_file_next_rank(&file, size, stride, at, mpmdFound);
            if (rc < 0)
                break;
            reading = rc > 0;
        }
        for (y = 0; y < NUMDIMENSION && !reading; y++)
            at[y] = rank / stride[y] % size[y];
        memset(&coordinates, 0, sizeof(coordinates));
        coordinates.a = at[0];
        coordinates.b = at[1];
        coordinates.c = at[2];
        coordinates.d = at[3];
        coordinates.e = at[4];
        coordinates.t = at[5];
        if (map != NULL)
            map[rank] = coordinates;
        if (myRank != NULL && coordinates.a == mycoord->a && coordinates.b == mycoord->b &&
            coordinates.c == mycoord->c && coordinates.d == mycoord->d && coordinates.e == mycoord->e &&
            coordinates.t == mycoord->t) {
            *myRank = rank;
            if (map == NULL)
                break;
        }
    }
    if (in_file)
        close(file.fd);
    return rc < 0 ? -1 : 0;
}

/** Searches a rank in a list such as "0-3,5,8-14x2". @param listed set to 1 if the rank is listed, else 0.
 * @return 0, or -1 for a malformed list. */
EMUQ_RANKMAP_INLINE int emuq_map_rank_listed(const char *list, uint32_t rank, int *listed)
{
    *listed = 0;
    for (;;) {
        unsigned long long bound[3]; /* first, last, stride */
        int i;
        for (i = 0; i < 3; i++) {
            while (i == 0 && isspace((unsigned char)*list))
                list++;
            if (!isdigit((unsigned char)*list))
                return -1;
            bound[i] = strtoull(list, (char **)&list, 10);
            if (i == 2 || *list != "-x"[i])
                break;
            list++;
        }
        if (i < 1)
            bound[1] = bound[0];
        if (i < 2)
            bound[2] = 1;
        if (bound[1] < bound[0] || bound[2] == 0)
            return -1;
        if (rank >= bound[0] && rank <= bound[1] && (rank - bound[0]) % bound[2] == 0)
            *listed = 1;
        while (isspace((unsigned char)*list))
            list++;
        if (*list == '\0')
            return 0;
        if (*list++ != ',')
            return -1;
    }
}

/**
 * Determines the program of a rank from the MPMD comments of a map file.
 * @param tmpStorage buffer for the file. @param tmpStorageSize its bytes, at least 2.
 * @param sequenceID set to the number (from 0) of the first section with the rank.
 * @param cmdline set to the section's command line, padded with zeros; without a terminating zero if it fills
 * @p cmdstrsize bytes. Also changed if the function fails.
 * @return 0, or -1 for an unreadable or malformed file, or if no section lists the rank.
 */
EMUQ_RANKMAP_INLINE int MUSPI_GetMPMDData(const char *mapFilename, uint32_t myRank, size_t tmpStorageSize,
                                          void *tmpStorage, uint32_t *sequenceID, size_t cmdstrsize,
                                          char *cmdline)
{
    enum { OUTSIDE, BEGUN, COMMANDED } where = OUTSIDE;
    char line[EMUQ_MAP_LINE_BYTES];
    emuq_map_file_t file;
    uint32_t section = 0;
    int rc = -1, listed = 0, valid = 1;

    if (emuq_map_file_open(&file, mapFilename, tmpStorageSize, tmpStorage) != 0)
        return -1;
    while (rc != 0 && valid && emuq_map_file_line(&file, line) > 0) {
        const char *text;
        size_t length = strlen(line);
        while (length > 0 && isspace((unsigned char)line[length - 1]))
            line[--length] = '\0';
        if ((text = emuq_map_directive(line, "#mpmdbegin")) != NULL) {
            valid = where == OUTSIDE && emuq_map_rank_listed(text, myRank, &listed) == 0;
            where = BEGUN;
        } else if ((text = emuq_map_directive(line, "#mpmdcmd")) != NULL) {
            valid = where == BEGUN;
            where = COMMANDED;
            length = strlen(text);
            if (valid) {
                memset(cmdline, 0, cmdstrsize);
                memcpy(cmdline, text, length < cmdstrsize ? length : cmdstrsize);
            }
        } else if (emuq_map_directive(line, "#mpmdend") != NULL) {
            valid = where == COMMANDED;
            where = OUTSIDE;
            if (valid && listed) {
                *sequenceID = section;
                rc = 0;
            }
            section++;
        }
    }
    close(file.fd);
    return rc;
}

#endif /* _EMUQ_RANKMAP_H_ */

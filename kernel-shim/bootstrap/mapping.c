/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/bootstrap/mapping.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define BEGIN "(vector"

/* Reads the groups once and places ranks from @p rank on. @return the next rank, or a negative errno. */
static int64_t place(const char *groups, uint32_t ranks, int64_t rank, uint32_t *node)
{
    const char *text = groups;
    while (*text == ',') {
        unsigned first, nodes, each;
        int length = 0;
        if (sscanf(text, ",(%9u,%9u,%9u)%n", &first, &nodes, &each, &length) != 3 || length == 0)
            return -EINVAL;
        text += length;
        for (uint64_t i = 0; each != 0 && i < (uint64_t)nodes * each && rank < ranks; i++)
            node[rank++] = (uint32_t)(first + i / each);
    }
    return strcmp(text, ")") == 0 ? rank : -EINVAL;
}

int emuq_mapping_nodes(const char *mapping, uint32_t ranks, uint32_t *node)
{
    if (strncmp(mapping, BEGIN, strlen(BEGIN)) != 0)
        return -EINVAL;
    int64_t rank = 0, next;
    do {
        next = place(mapping + strlen(BEGIN), ranks, rank, node);
        if (next < 0 || next == rank)
            return -EINVAL;
        rank = next;
    } while (rank < ranks);
    return 0;
}

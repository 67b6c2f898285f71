/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file backing.h
 * @brief Memory that a Message Unit can reach when it cannot reach everything: windows of files.
 *
 * A device sees *apertures*, one for each node or one for all. An aperture is a piece of a file; the
 * processes share what they send and receive by having it there. It is cut into windows of equal size, one
 * for each process of the node (or of all nodes, if they have one aperture). The first byte of the k-th
 * window has the physical address pa + k * window_bytes.
 */
#ifndef EMUQ_BACKING_H
#define EMUQ_BACKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Where a window begins in a process: what allocators and aliases like; a granule of an address space. */
#define EMUQ_WINDOW_ALIGNMENT (UINT64_C(1) << 26)

/** Where windows come from; lies in the arena of a partition. */
typedef struct emuq_backing {
    char path[256];  /**< of the file; "%n" in it is the number of a node; empty: there are no windows */
    uint64_t offset; /**< of the first aperture in its file */
    uint64_t stride; /**< from a node's aperture to the next; 0: all nodes have the same */
    uint64_t window_bytes; /**< of each window */
    uint64_t pa;           /**< physical address of the first byte of an aperture */
    uint32_t ppn;          /**< windows of a node; 0: one window for all */
    bool from_start;       /**< the file can be mapped from its first byte only */
} emuq_backing_t;

/** A window in this process. */
typedef struct emuq_backed_window {
    int fd;          /**< stays open */
    uint64_t offset; /**< in the file */
    char *va;
    size_t bytes;
    uint64_t pa;
} emuq_backed_window_t;

/** Replaces "%n" in @p path by the number of a node. @return the length, or -ENAMETOOLONG. */
int emuq_backing_path(const char *path, uint32_t node, char *text, size_t bytes);

/**
 * Maps the window of process @p slot of the partition (0 if there is one for all).
 * @return 0, or a negative errno. The window begins at a multiple of EMUQ_WINDOW_ALIGNMENT.
 */
int emuq_backing_map(const emuq_backing_t *backing, uint32_t slot, emuq_backed_window_t *window);

#endif /* EMUQ_BACKING_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file names.h
 * @brief Shared memory of a node: names that belong to a node and a job, as /dev/shm does on the machine.
 *
 * A segment is a file of memory without a name on the host (a memfd). The process that creates it keeps a
 * descriptor of it as long as it lives, by which the other processes of the node open it; the node's table,
 * in the arena, says which. So nothing of a segment outlives the job, however that ends.
 *
 * Every segment has a place among the addresses of the arena, where no process has anything else: there its
 * processes map it, so a pointer into it means the same to all of them. A process that has not mapped it
 * cannot dereference such a pointer (emuq_arena_reached_by_all()).
 *
 * Concurrency: the table is read and written under its lock. Functions may be called from any thread; they
 * return -1 and set errno as the functions of the C library do.
 */
#ifndef EMUQ_SHM_NAMES_H
#define EMUQ_SHM_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "kernel-shim/partition/state.h"

/** The node whose names the calling thread uses; NULL: the host's, because it belongs to no job or EMUQ_SHM
 * says so. */
emuq_node_t *emuq_shm_node(void);

/** shm_open() on a node. */
int emuq_shm_open(emuq_node_t *node, const char *name, int flags, mode_t mode);

/** shm_unlink() on a node. */
int emuq_shm_unlink(emuq_node_t *node, const char *name);

/** Whether the file is a segment of a node. */
bool emuq_shm_is_segment(emuq_node_t *node, int fd);

/** Where a process maps @p bytes bytes from @p offset of a segment: the same place in all processes of the
 * node. NULL: @p fd is no segment, there is no room, or this process has mapped some of it already. */
void *emuq_shm_place(emuq_node_t *node, int fd, size_t bytes, off_t offset);

/** Unmaps a part of a mapping that has been placed; no other memory can be mapped there meanwhile.
 *  @return false: @p address is no such part, and nothing is unmapped */
bool emuq_shm_unmap(void *address, size_t bytes);

/** The process has unmapped those addresses: segments may be mapped there again. */
void emuq_shm_unmapped(void *address, size_t bytes);

/** Closes what the calling process keeps for a node whose job ends. */
void emuq_shm_close(emuq_node_t *node);

#endif /* EMUQ_SHM_NAMES_H */

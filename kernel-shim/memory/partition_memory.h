/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file partition_memory.h
 * @brief Shared-memory segments of a node, and reports about unshared memory.
 */
#ifndef EMUQ_PARTITION_MEMORY_H
#define EMUQ_PARTITION_MEMORY_H

#include <sys/types.h>

#include "base/text.h"
#include "kernel-shim/partition/state.h"

/* ---- node_segments.c: shm_open() of a node ---- */

/* Names belong to a node and a job. A segment is a memfd, of which the creating process keeps a descriptor.
 * A table in the arena, under the node's lock, lists the segments. All processes map a segment at its
 * reserved addresses in the arena, so pointers into it are valid in all of them. Thread-safe; errors as in
 * the C library: -1 and errno. */

/** The node of the calling thread; NULL: no job, or EMUQ_SHM=host. */
emuq_node_t *emuq_shm_node(void);
int emuq_shm_open(emuq_node_t *node, const char *name, int flags, mode_t mode);
int emuq_shm_unlink(emuq_node_t *node, const char *name);
/** Whether @p fd is a segment of a node. */
bool emuq_shm_is_segment(emuq_node_t *node, int fd);
/** Allocates the address for a mapping of @p bytes bytes from @p offset of a segment, equal in all processes
 * of the node. @return NULL: @p fd is not a segment, no addresses are left, or this process has mapped part
 * of them */
void *emuq_shm_map_address(emuq_node_t *node, int fd, size_t bytes, off_t offset);
/** Unmaps part of a mapping of a segment; no mapping can use the addresses meanwhile. @return false: not part
 * of one */
bool emuq_shm_unmap(void *address, size_t bytes);
/** Notes that the process has unmapped addresses: segments may be mapped there again. */
void emuq_shm_unmapped(void *address, size_t bytes);
/** Closes the segments of the calling process. */
void emuq_shm_close(emuq_node_t *node);

/* ---- unshared.c: memory that other processes or the device cannot access ---- */

/** Excludes shared memory of this process that a new mapping covers. Thread-safe. @return as
 * emuq_address_space_hide() */
int emuq_memory_hide(const void *va, size_t bytes);
/** Notes the first memory region of a process in unshared memory, for the launcher's report. Thread-safe. */
void emuq_memory_note_unshared(emuq_process_t *process, const void *va);
/** Appends the noted address, its kind, and faster alternatives in one line without newline, or nothing. May
 * be called in any process of the partition. */
void emuq_memory_explain_unshared(const emuq_process_t *process, emuq_text_t *text);
/** Reports a memory region that the device cannot reach, once per process and kind of memory. */
void emuq_memory_report_unreachable(const emuq_process_t *process, const void *va);

#endif /* EMUQ_PARTITION_MEMORY_H */

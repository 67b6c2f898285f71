/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file join.h
 * @brief Running programs join a partition as ranks.
 *
 * A program that is linked with EMUQ is a rank before main() begins. The functions here are for code that is
 * loaded into a program later, such as a plugin of an MPI library: the program keeps its main(), allocator,
 * signal handlers and threads. Then all calls of the SPI work as in a rank, with one difference: the
 * program's memory is not shared with other processes. Messages from and to it are copied by cross-memory
 * calls of the kernel, or through the arena where these are not permitted. emuq_message_memory() is shared.
 */
#ifndef EMUQ_JOIN_LATE_H
#define EMUQ_JOIN_LATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The first free rank, see emuq_join_t::rank. */
#define EMUQ_ANY_RANK UINT32_MAX

/** Which rank of which partition a process becomes. Without name and exchange(), ranks = 0 and rank =
 * ::EMUQ_ANY_RANK: as the environment says, see emuq_join(). */
typedef struct emuq_join {
    uint32_t rank;  /**< 0 to ranks - 1; ::EMUQ_ANY_RANK: the first that no process has had */
    uint32_t ranks; /**< equal in all processes. 0: EMUQ_NP, else all processes of EMUQ_SHAPE, else 16 */
    /** Name of the partition among those of this user on this host, up to 76 characters. The first process
     * makes the partition; a later one joins it while the first lives. NULL with exchange(). */
    const char *name;
    /** Gathers @p bytes bytes of each rank in all ranks, in the order of ranks; collective. @return 0 or a
     * negative errno. NULL: a name finds the partition. */
    int (*exchange)(void *argument, const void *mine, void *all, size_t bytes);
    void *argument; /**< passed to exchange() */
    /** Dimensions of the default shape, without EMUQ_SHAPE: 3 (AxBxC, as APEnet+ cards need) or 0 (five). Of
     * the process that makes the partition. */
    uint32_t dimensions;
} emuq_join_t;

/**
 * Makes this process a rank of a partition. Settings (EMUQ_SHAPE, EMUQ_PPN, EMUQ_MAPPING, ...) are those of
 * the process that makes the partition. The rank ends with the process, or by emuq_leave().
 * @param how NULL, or no name and no exchange(): EMUQ_PARTITION and EMUQ_RANK; else the job of Open MPI or of
 * MPICH, on several hosts by PMIx or PMI and then collective, before or after MPI_Init(); else any rank of
 * the partition EMUQ_JOIN, a name ("default") or a path
 * @return 0; or a negative errno, in most cases after printing an error: -EALREADY: the process is or was a
 * rank; -EINVAL; -ENAMETOOLONG; -EBUSY: the rank is in use; -ENOSPC: all ranks have been used; -ETIMEDOUT;
 * -ENOTSUP: the backend is not the emulator; -EEXIST: the addresses of partitions are in use; -ENOMEM
 *
 * Thread-safe. Afterwards each thread of the process that uses the SPI belongs to the rank.
 */
int emuq_join(const emuq_join_t *how);

/** Ends the membership of emuq_join(): completes messages that were sent, within a second. Messages to the
 * rank, and gets from it, are dropped from then on. With several hosts, waits until all ranks leave or end,
 * and suspends all other threads of the process meanwhile. No thread may use the SPI meanwhile or later.
 * @return 0; -ENOENT: no member */
int emuq_leave(void);

/** @return the rank of this process, or -1 */
int64_t emuq_joined_rank(void);

/** @return the number of ranks of the partition; 0: no member */
uint32_t emuq_joined_ranks(void);

/** Whether a rank has left, by emuq_leave(), by the end of its process, or by its death, which
 * emuq_find_deaths() finds. Its messages to this host have arrived, unless it has died; its memory is gone,
 * and messages to it have no effect. @return false: a member, not yet a member, no such rank, or the caller
 * is no member. Thread-safe */
bool emuq_rank_has_left(uint32_t rank);

/** Whether the process of a rank of this host has ended, at once, by a system call; for errors of an access
 * to its memory. @return false: it runs, or as emuq_rank_has_left(). Thread-safe */
bool emuq_rank_is_dead(uint32_t rank);

/** A counter that changes when a rank leaves, before and after emuq_rank_has_left() becomes true; loaded with
 * acquire. If it has not changed since a load, a rank that has left had left before that load, and its
 * messages had arrived.
 * @return a constant address, valid until the end of the process; before emuq_join(): of a counter that never
 * changes */
const unsigned *emuq_ranks_left(void);

/** Searches for ranks of this host whose processes have died; at most every 50 ms, more frequent calls return
 * at once. A death counts after 0.3 s, so that a launcher which ends the job for it is the first to report
 * it. No effect in jobs on several hosts, which end with the first death. Thread-safe */
void emuq_find_deaths(void);

/**
 * Allocates memory for short messages, FIFOs and counters, which all processes of the host access directly.
 * It is freed at the end of the partition.
 * @param bytes 1 or more; a few GB are available
 * @param align power of two
 * @return zeroed memory; NULL: none left, or no member of emuq_join(). Thread-safe
 */
void *emuq_message_memory(size_t bytes, size_t align);

/** Finds memory of emuq_message_memory() of another rank, to which that rank's address leads here, too.
 * @param address in the process of that rank
 * @param bytes 1 or more
 * @return @p address; NULL: a rank of another host, no such rank or memory, or no member. Thread-safe */
void *emuq_message_memory_of(uint32_t rank, const void *address, size_t bytes);

/** Publishes memory of this rank, which other ranks find by emuq_message_published().
 * @param address of memory of emuq_message_memory(); NULL: none @return 0; -ENOENT: no member. Thread-safe */
int emuq_message_publish(const void *address);

/** Finds memory that a rank has published last. What the rank wrote before is visible.
 * @param bytes 1 or more @return NULL: none, or as emuq_message_memory_of(). Thread-safe */
void *emuq_message_published(uint32_t rank, size_t bytes);

/** Drops packets that arrive in a reception FIFO of this rank from now on, or ends that. Senders that wait
 * for space go on. For a FIFO without a reader, whose peers have not yet learned of its end.
 * @param subgroup 0 to 67, as of Kernel_AllocateRecFifos() @param fifo 0 to 3, allocated by this rank
 * @param drops false: later packets arrive
 * @return 0; -EINVAL: no such FIFO; -ENOENT: no member of emuq_join(); -ENOTSUP: not with this backend
 *
 * Thread-safe for different FIFOs; no other thread uses the FIFO meanwhile. */
int emuq_message_drop(uint32_t subgroup, uint32_t fifo, bool drops);

/** Describes what this rank waits for to emuq-run, which prints the description on request, at the time limit
 * and with --watch. For code that polls memory. A description is valid for two seconds; repeat it while the
 * wait lasts.
 * @param text completes "waits for"; lines after the first continue it; copied, up to 1000 bytes. NULL: the
 * wait is over
 * @return 0; -ENOENT: no member of emuq_join(); -ENOMEM. Thread-safe; the latest call counts */
int emuq_describe_wait(const char *text);

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_JOIN_LATE_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file address_space.h
 * @brief Physical-address windows of a process: what an IOMMU would hold.
 *
 * A Message Unit sees 36-bit physical addresses (PA); a process has 47-bit virtual addresses (VA). Physical
 * addresses belong to the node: its PA space is cut into granules of 64 MiB, and a table of the node gives
 * the VA of each granule, so a translation is a shift, a load and an addition. Inside one window, PA and VA
 * differ by a constant.
 *
 *  - The processes of a node have equal *shares* of its PA space. A process makes windows in its share; any
 * PA of the node means the same in all resources of the node.
 *  - A VA below the size of a share is mapped to the same place of the share where possible: with one process
 *    per node, which non-PIE programs assume, PA == VA.
 *  - Other windows are handed out from the top of the share downwards.
 *  - One VA may lie in several windows (regions overlap and grow); every PA has at most one VA.
 *
 * The ranks of a partition may be Linux processes of their own. Memory that such a process shares has an
 * *alias*, an address at which all processes of the partition see it; the rest only its own process can
 * reach.
 *
 * A granule seldom is full of memory. Its *extents* are the bytes that are; an address between them is in no
 * window. Memory that is mapped in a granule later is found when it is first used. Memory that is unmapped
 * while there is a window is not noticed.
 *
 * Concurrency: the table is written under a lock and never changes an entry that is set, except that extents
 * grow; so translation takes none: an acquire load of an entry pairs with the release store that published
 * it.
 */
#ifndef EMUQ_ADDRESS_SPACE_H
#define EMUQ_ADDRESS_SPACE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMUQ_PA_BITS       36 /**< Width of a physical memory address. */
#define EMUQ_GRANULE_BITS  26 /**< Logarithm of the size of a granule. */
#define EMUQ_GRANULES      (1u << (EMUQ_PA_BITS - EMUQ_GRANULE_BITS)) /**< Entries of the table. */
#define EMUQ_GRANULE_BYTES (UINT64_C(1) << EMUQ_GRANULE_BITS)         /**< Size of a granule. */

#define EMUQ_GRANULE_MAPPED ((uintptr_t)1) /**< Bit 0 of a VA in the table: there is a window. */
#define EMUQ_EXTENTS        16384u         /**< Extents that an address space remembers. */

/** One granule of PAs. @c va is written once, and @c alias before it; the extent from @c low to @c high
 * appears once and may grow. All are written by the process that owns the space, under its lock. */
typedef struct emuq_granule {
    uintptr_t alias; /**< the granule where every process of the partition sees it, as far as it is shared */
    uint32_t low;    /**< first shared byte of the granule */
    uint32_t high;   /**< end of the shared bytes; 0: none */
    uintptr_t va;    /**< the granule in the process that owns the space, with bit 0 set; 0: no window here */
    uint32_t extents; /**< number of its first extent; 0: none */
    uint32_t main;    /**< number of the extent that is low..high; 0: none (see extents.h) */
} emuq_granule_t;

/** Bytes of a granule that are memory, in the process that owns the space (extents.h). */
typedef struct emuq_extent {
    uint32_t low;  /**< first byte, counted in the granule */
    uint32_t high; /**< end */
    uint32_t next; /**< number of the next extent of the granule; 0: none */
} emuq_extent_t;

/** Memory of a process at @c va that every process of the partition sees at @c alias. */
typedef struct emuq_shared_range {
    uintptr_t va;
    size_t bytes;    /**< 0: nothing is shared */
    uintptr_t alias; /**< differs from @c va by a multiple of EMUQ_GRANULE_BYTES */
} emuq_shared_range_t;

#define EMUQ_SHARED_RANGES 2 /**< static data and heap */

#define EMUQ_HIDDEN_RANGES 64u /**< hidden ranges that an address space remembers */

/** Addresses in a shared range where the process has mapped other memory: its alias is not that memory. */
typedef struct emuq_hidden_range {
    uintptr_t begin; /**< __atomic */
    uintptr_t end;   /**< __atomic; behind the last byte */
} emuq_hidden_range_t;

/** The only memory that a Message Unit reaches: PA @c pa + x is byte x of what lies at @c va. Shared ranges
 * have their aliases there. */
typedef struct emuq_aperture {
    uint64_t pa;
    uintptr_t va;
    uint64_t bytes; /**< 0: there is no aperture, and all memory of the process can have windows */
} emuq_aperture_t;

#define EMUQ_SHARES_MOST 64u /**< processes of a node */

struct emuq_address_space;

/** The physical memory of a node. Opaque except to emuq_translate(). */
typedef struct emuq_memory {
    emuq_granule_t granule[EMUQ_GRANULES];
    uint32_t share_granules; /**< of each process */
    struct emuq_address_space
        *space[EMUQ_SHARES_MOST]; /**< whose shares they are, in order; NULL: no process's */
} emuq_memory_t;

/** The windows of one process: its share of a node's memory. */
typedef struct emuq_address_space {
    emuq_memory_t *memory; /**< of the node */
    uint64_t first;        /**< granule of the share ... */
    uint64_t count;        /**< ... and how many there are */
    emuq_extent_t extent[EMUQ_EXTENTS];
    uint32_t extents;    /**< used of them */
    uint32_t member;     /**< the Linux process, by its number in the partition; 0 if all ranks are threads */
    bool is_private;     /**< only `shared` is seen by other Linux processes */
    bool is_fixed;       /**< no window is ever made on demand; see emuq_address_space_fix() */
    volatile bool ended; /**< __atomic: its process has left the partition */
    emuq_shared_range_t shared[EMUQ_SHARED_RANGES];
    emuq_hidden_range_t hidden[EMUQ_HIDDEN_RANGES];
    uint32_t hidden_ranges; /**< __atomic (release): used of them */
    uintptr_t window;   /**< where its shared memory begins for all processes: the share's first PA; or 0 */
    uintptr_t mappings; /**< from here on the process may map something else over shared memory; 0: nowhere */
    emuq_aperture_t aperture; /**< constant once the process uses the space, as is `shared` */
    pthread_mutex_t lock;     /**< serialises changes of the table; only the owning process changes it */
} emuq_address_space_t;

/** Number of this Linux process in its partition. Set before it joins one. */
extern uint32_t emuq_my_member;

/** One window: the @c bytes bytes from @c va are seen by the Message Unit from @c pa. */
typedef struct emuq_window {
    uintptr_t va;
    uint64_t pa;
    uint64_t bytes;
} emuq_window_t;

/** Makes an empty address space in zeroed memory, all of whose memory the Message Unit may reach from the
 * calling process. Set is_private and shared afterwards if other Linux processes take part in the partition.
 * @param memory of the node, zeroed before its first process. @param share number of the process, below
 * @p shares; @param shares processes of the node, 1..EMUQ_SHARES_MOST.
 */
void emuq_address_space_init(emuq_address_space_t *space, emuq_memory_t *memory, uint32_t share,
                             uint32_t shares);

/** @return a new, empty address space with a memory of its own, or NULL without memory. */
emuq_address_space_t *emuq_address_space_new(void);
/** Frees an address space that no Message Unit uses any more; NULL is allowed. */
void emuq_address_space_free(emuq_address_space_t *space);

/**
 * Finds or makes a window around [va, va + bytes).
 * @param bytes  at least 1; 0 counts as 1.
 * @param window filled on success; may begin before @p va and end behind the range. In a space with an
 * aperture it is the whole shared range around @p va, and may end before the range asked for does.
 * @return 0; -EINVAL if the first byte is not mapped memory; -ENOSPC if no PA is left; -EACCES if there is an
 * aperture and the first byte is in no shared range. Thread-safe.
 */
int emuq_address_space_map(emuq_address_space_t *space, const void *va, size_t bytes, emuq_window_t *window);

/** The same where the caller knows that the first byte is mapped memory: calls the kernel only for memory
 * that has no window yet. */
int emuq_address_space_map_known(emuq_address_space_t *space, const void *va, size_t bytes,
                                 emuq_window_t *window);

/** Gives the empty address space of a whole node the one window that it will ever have; 0 bytes for none. For
 * memory that is no process's, as a device sees it.
 *  @param pa,bytes multiples of EMUQ_GRANULE_BYTES, inside the PA space; @param va where that memory is. */
void emuq_address_space_fix(emuq_address_space_t *space, uint64_t pa, uint64_t bytes, void *va);

/**
 * The process has mapped other memory over [va, va + bytes) of what it shares: from now on the Message Unit
 * uses the memory that the process sees, with the help of that process. For good: memory that is shared again
 * later is reached in this way, too. Ranges that were looked up before (emuq_range_around()) are void; the
 * caller makes their holders forget them. Called by the owner. Thread-safe.
 * @return 0; -ENOSPC: there are too many such ranges; -ENOTSUP: the process has that memory at its alias, as
 * in an aperture. Then nothing is done.
 */
int emuq_address_space_hide(emuq_address_space_t *space, const void *va, size_t bytes);

/** Whether every process of the partition reaches the byte at @p va of the process that owns the space.
 * Thread-safe. */
bool emuq_address_space_shares(const emuq_address_space_t *space, const void *va);

/** Whether every page of [va, va + bytes) is mapped in this Linux process, with whatever access. 0 bytes
 * count as 1.
 */
bool emuq_is_mapped(const void *va, size_t bytes);

/** The windows of a process that ends: from now on nothing is found in them. Called by that process. */
void emuq_address_space_end(emuq_address_space_t *space);

/** VA for @p pa in the process that owns the space, which must be the caller's, if that has the address. As
 * emuq_translate() otherwise. */
void *emuq_translate_own(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes);

/** emuq_address_space_map() of a space with an aperture (aperture.c). */
int emuq_aperture_map(const emuq_address_space_t *space, const void *va, emuq_window_t *window);
/** emuq_translate_own() of such a space. */
void *emuq_aperture_translate(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes);

/** Slow path of emuq_translate(): ranges over granule ends, further extents of a granule, memory that only
 * its process sees, and identity windows made on demand. */
void *emuq_translate_slow(const emuq_memory_t *memory, uint64_t pa, uint64_t bytes);

/** Addresses that follow one another in PA and in VA, as every process of the partition sees them. */
typedef struct emuq_range {
    uint64_t pa;  /**< the first */
    uint64_t end; /**< behind the last */
    uintptr_t va; /**< where @c pa is */
} emuq_range_t;

/** emuq_range_around() of a PA that is in another extent than the first of its granule. */
emuq_range_t emuq_range_slow(const emuq_memory_t *memory, uint64_t pa);

/** The longest range around a PA that the table gives; empty if it gives none. */
static inline emuq_range_t emuq_range_around(const emuq_memory_t *memory, uint64_t pa)
{
    emuq_range_t range = {0, 0, 0};
    if (pa >> EMUQ_PA_BITS != 0)
        return range;
    uint64_t first = pa & ~(EMUQ_GRANULE_BYTES - 1);
    const emuq_granule_t *g = &memory->granule[pa >> EMUQ_GRANULE_BITS];
    /* Acquire: pairs with the release stores of `high`, in front of which are those of `low` and `alias`. */
    uint32_t high = __atomic_load_n(&g->high, __ATOMIC_ACQUIRE);
    uint32_t low = __atomic_load_n(&g->low, __ATOMIC_RELAXED);
    if (pa - first < low || pa - first >= high)
        return emuq_range_slow(memory, pa);
    range.pa = first + low;
    range.end = first + high;
    range.va = g->alias + low;
    return range;
}

/** Whether @p bytes bytes from @p pa lie in a range. */
static inline bool emuq_range_holds(const emuq_range_t *range, uint64_t pa, uint64_t bytes)
{
    return pa >= range->pa && pa + bytes <= range->end;
}

/** VA of a PA that the range holds. */
static inline void *emuq_range_at(const emuq_range_t *range, uint64_t pa)
{
    return (void *)(range->va + (uintptr_t)(pa - range->pa));
}

/** VA for @p pa in the calling process, valid for @p bytes (1 or more) bytes, or NULL if the range is not in
 * the windows, or not where the caller can reach it: see emuq_has_elsewhere(). */
static inline void *emuq_translate(const emuq_memory_t *memory, uint64_t pa, uint64_t bytes)
{
    uint64_t offset = pa & (EMUQ_GRANULE_BYTES - 1);
    if (__builtin_expect(pa >> EMUQ_PA_BITS == 0, 1)) {
        const emuq_granule_t *g = &memory->granule[pa >> EMUQ_GRANULE_BITS];
        /* Acquire: pairs with the release stores of `high`, in front of which are those of `low` and `alias`.
         */
        uint32_t high = __atomic_load_n(&g->high, __ATOMIC_ACQUIRE);
        if (__builtin_expect(bytes <= high - offset && offset < high &&
                                 offset >= __atomic_load_n(&g->low, __ATOMIC_RELAXED),
                             1))
            return (void *)(g->alias + (uintptr_t)offset);
    }
    return emuq_translate_slow(memory, pa, bytes);
}

/** The process in whose share an address is, or NULL. */
static inline const emuq_address_space_t *emuq_space_of(const emuq_memory_t *memory, uint64_t pa)
{
    uint64_t share =
        pa >> EMUQ_PA_BITS == 0 ? (pa >> EMUQ_GRANULE_BITS) / memory->share_granules : EMUQ_SHARES_MOST;
    return share < EMUQ_SHARES_MOST ? memory->space[share] : NULL;
}

/** The process that alone could translate what emuq_translate() has not, or NULL. */
static inline const emuq_address_space_t *emuq_has_elsewhere(const emuq_memory_t *memory, uint64_t pa)
{
    const emuq_address_space_t *space = emuq_space_of(memory, pa);
    return space != NULL && space->member != emuq_my_member &&
                   !__atomic_load_n(&space->ended, __ATOMIC_ACQUIRE)
               ? space
               : NULL;
}

/** Where the process that has some shared memory sees it: a process that reads what it has just written takes
 * the addresses at which it has written, since a core's first cache knows a line by one address at a time.
 * Memory that the process may hide behind other memory is known by the address for all processes alone. */
typedef struct emuq_own {
    uintptr_t distance; /**< from where all processes see it, in that process; the same in all of a range */
    uint32_t member;    /**< the process */
} emuq_own_t;

/** For the range around a PA. */
static inline emuq_own_t emuq_own_of(const emuq_memory_t *memory, uint64_t pa)
{
    const emuq_address_space_t *space = emuq_space_of(memory, pa);
    if (space == NULL)
        return (emuq_own_t){0, 0};
    const emuq_granule_t *g = &memory->granule[pa >> EMUQ_GRANULE_BITS];
    /* Acquire: pairs with the release in publish() of address_space.c. */
    uintptr_t va = __atomic_load_n(&g->va, __ATOMIC_ACQUIRE);
    bool is_known = (va & EMUQ_GRANULE_MAPPED) != 0 && __atomic_load_n(&g->high, __ATOMIC_ACQUIRE) != 0 &&
                    (space->mappings == 0 || va + EMUQ_GRANULE_BYTES <= space->mappings);
    return (emuq_own_t){is_known ? (va & ~EMUQ_GRANULE_MAPPED) - g->alias : 0, space->member};
}

/** To be added to the addresses of the range in the calling process. */
static inline uintptr_t emuq_own_distance(const emuq_own_t *own)
{
    return own->member == emuq_my_member ? own->distance : 0;
}

#endif /* EMUQ_ADDRESS_SPACE_H */

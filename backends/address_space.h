/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file address_space.h
 * @brief Translation of physical addresses, as by an IOMMU; mappings of this process.
 *
 * A node has 36-bit physical addresses (PA), in granules of 64 MiB; a table gives the virtual address (VA) of
 * each granule. A *window* is a run of granules with consecutive VAs. The processes of a node have equal
 * *shares* of its PAs. A VA below the size of a share keeps its offset if possible (PA == VA, as non-PIE
 * programs assume); remaining windows start at the end of the share.
 *
 * Memory that a process shares has an *alias*, its address in all processes. *Extents* are the mapped bytes
 * of a granule. They are found at the first use and only grow: unmapping is not noticed.
 *
 * The owner writes the table under the lock, each entry once. Translation is lock-free: an acquire load of an
 * entry pairs with the release store that published it. The ends of an extent may be loaded at different
 * stages of growth.
 */
#ifndef EMUQ_ADDRESS_SPACE_H
#define EMUQ_ADDRESS_SPACE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"

#define EMUQ_PA_BITS       36
#define EMUQ_GRANULE_BITS  26
#define EMUQ_GRANULES      (1u << (EMUQ_PA_BITS - EMUQ_GRANULE_BITS))
#define EMUQ_GRANULE_BYTES (UINT64_C(1) << EMUQ_GRANULE_BITS)

#define EMUQ_GRANULE_MAPPED ((uintptr_t)1) /**< bit of a VA in the table: the granule is mapped */
#define EMUQ_EXTENTS        16384u

typedef struct emuq_granule {
    uintptr_t alias;  /**< address in all processes, if shared */
    uint32_t low;     /**< first shared byte of the granule */
    uint32_t high;    /**< end of the shared bytes; 0: none */
    uintptr_t va;     /**< address in the owner, with bit 0 set; 0: no window */
    uint32_t extents; /**< number of the first extent; 0: none */
    uint32_t main;    /**< number of the extent low..high; 0: none */
} emuq_granule_t;

typedef struct emuq_extent {
    uint32_t low; /**< first byte, relative to the granule */
    uint32_t high;
    uint32_t next; /**< number of the next extent; 0: none */
} emuq_extent_t;

typedef struct emuq_shared_range {
    uintptr_t va;    /**< address in the owner */
    size_t bytes;    /**< 0: nothing is shared */
    uintptr_t alias; /**< `va` plus a multiple of EMUQ_GRANULE_BYTES */
} emuq_shared_range_t;

#define EMUQ_SHARED_RANGES 2 /**< static data and heap */

#define EMUQ_HIDDEN_RANGES 64u

/** Bytes that the owner has mapped over; atomic. */
typedef struct emuq_hidden_range {
    uintptr_t begin;
    uintptr_t end;
} emuq_hidden_range_t;

typedef struct emuq_aperture {
    uint64_t pa;
    uintptr_t va;
    uint64_t bytes; /**< 0: no aperture */
} emuq_aperture_t;

#define EMUQ_SHARES_MOST 64u /**< processes of a node */

struct emuq_address_space;

typedef struct emuq_memory {
    emuq_granule_t granule[EMUQ_GRANULES];
    uint32_t share_granules;
    struct emuq_address_space *space[EMUQ_SHARES_MOST]; /**< by share; NULL: none */
} emuq_memory_t;

typedef struct emuq_address_space {
    emuq_memory_t *memory;
    uint64_t first; /**< first granule of the share */
    uint64_t count;
    emuq_extent_t extent[EMUQ_EXTENTS];
    uint32_t extents;
    uint32_t member;  /**< 0 if ranks are threads */
    uint32_t process; /**< atomic: Linux process of a private space, once other processes may copy; 0: none */
    bool is_private;  /**< other processes can access only `shared` */
    bool is_fixed;
    volatile bool ended; /**< atomic: the owner has left the partition */
    bool is_leavable;    /**< messages that need memory of an ended owner are dropped, not software errors;
                            constant once the owner has joined */
    emuq_shared_range_t shared[EMUQ_SHARED_RANGES];
    emuq_hidden_range_t hidden[EMUQ_HIDDEN_RANGES];
    uint32_t hidden_ranges;   /**< stored with release */
    uintptr_t window;         /**< alias of the first PA, or 0 */
    uintptr_t mappings;       /**< start of addresses that the owner may map over; 0: nowhere */
    emuq_aperture_t aperture; /**< constant after setup, like `shared` */
    pthread_mutex_t lock;     /**< serialises changes by the owner */
} emuq_address_space_t;

/** Member number of this process. Set before the process joins. */
extern uint32_t emuq_my_member;
/** Number of the rank of the calling thread, if ranks are threads; otherwise 0. Only for descriptions. */
extern __thread uint32_t emuq_my_rank_thread;
typedef struct emuq_window {
    uintptr_t va;
    uint64_t pa;
    uint64_t bytes;
} emuq_window_t;

/** Initialises a share of @p memory in zeroed memory. The caller sets is_private and shared if the partition
 * has several processes. */
void emuq_address_space_init(emuq_address_space_t *space, emuq_memory_t *memory, uint32_t share,
                             uint32_t shares);

/** Creates an address space with a private node memory, or NULL. */
emuq_address_space_t *emuq_address_space_new(void);
void emuq_address_space_free(emuq_address_space_t *space);

/**
 * Finds or makes a window around [va, va + bytes). Thread-safe.
 * @param bytes 0 counts as 1
 * @param window may be larger; with an aperture: the shared range around @p va
 * @return 0; -EINVAL: the first byte is not mapped; -ENOSPC: no PA is left; -EACCES: there is an aperture,
 * and the first byte is not shared
 */
int emuq_address_space_map(emuq_address_space_t *space, const void *va, size_t bytes, emuq_window_t *window);

/** Like emuq_address_space_map(), for mapped memory: no system call if there is a window. */
int emuq_address_space_map_known(emuq_address_space_t *space, const void *va, size_t bytes,
                                 emuq_window_t *window);
/** Sets the only window of a space, in whole granules; 0 bytes: none. */
void emuq_address_space_fix(emuq_address_space_t *space, uint64_t pa, uint64_t bytes, void *va);
/** Permanently excludes from shared memory bytes that the calling owner has mapped over. The caller
 * invalidates cached ranges. Thread-safe. @return 0, or an error without effect: -ENOSPC: too many such
 * ranges; -ENOTSUP: the owner's address is the alias */
int emuq_address_space_hide(emuq_address_space_t *space, const void *va, size_t bytes);
/** True if every process reaches the owner's byte. Thread-safe. */
bool emuq_address_space_shares(const emuq_address_space_t *space, const void *va);
/** Whether the bytes are mapped, with any access or none. */
bool emuq_is_mapped(const void *va, size_t bytes);
/** Marks the space of an ending process. */
void emuq_address_space_end(emuq_address_space_t *space);
/** Translates in the caller's space. @return the VA, or NULL */
void *emuq_translate_local(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes);
void *emuq_translate_slow(const emuq_memory_t *memory, uint64_t pa, uint64_t bytes);
/** Bytes that are consecutive in all processes. */
typedef struct emuq_range {
    uint64_t pa;
    uint64_t end;
    uintptr_t va; /**< address of `pa` */
} emuq_range_t;

emuq_range_t emuq_range_slow(const emuq_memory_t *memory, uint64_t pa);
/** @return the range around @p pa; empty: @p pa is in no range */
static inline emuq_range_t emuq_range_around(const emuq_memory_t *memory, uint64_t pa)
{
    emuq_range_t range = {0, 0, 0};
    if (pa >> EMUQ_PA_BITS != 0)
        return range;
    uint64_t first = pa & ~(EMUQ_GRANULE_BYTES - 1);
    const emuq_granule_t *g = &memory->granule[pa >> EMUQ_GRANULE_BITS];
    /* Acquire: pairs with the release stores of `high`, which follow the stores of `low` and `alias`. */
    uint32_t high = AO_int_load_acquire(&g->high);
    uint32_t low = AO_int_load(&g->low);
    if (pa - first < low || pa - first >= high)
        return emuq_range_slow(memory, pa);
    range.pa = first + low;
    range.end = first + high;
    range.va = g->alias + low;
    return range;
}

static inline bool emuq_range_holds(const emuq_range_t *range, uint64_t pa, uint64_t bytes)
{
    return pa >= range->pa && pa + bytes <= range->end;
}

static inline void *emuq_range_at(const emuq_range_t *range, uint64_t pa)
{
    return (void *)(range->va + (uintptr_t)(pa - range->pa));
}

/** @return the caller's VA; NULL: no window, or memory that only another process can access (see
 * emuq_exclusive_owner()) */
static inline void *emuq_translate(const emuq_memory_t *memory, uint64_t pa, uint64_t bytes)
{
    uint64_t offset = pa & (EMUQ_GRANULE_BYTES - 1);
    if (__builtin_expect(pa >> EMUQ_PA_BITS == 0, 1)) {
        const emuq_granule_t *g = &memory->granule[pa >> EMUQ_GRANULE_BITS];
        /* Acquire: see emuq_range_around(). */
        uint32_t high = AO_int_load_acquire(&g->high);
        if (__builtin_expect(bytes <= high - offset && offset < high && offset >= AO_int_load(&g->low), 1))
            return (void *)(g->alias + (uintptr_t)offset);
    }
    return emuq_translate_slow(memory, pa, bytes);
}

/** @return the space with @p pa in its share, or NULL */
static inline const emuq_address_space_t *emuq_space_of(const emuq_memory_t *memory, uint64_t pa)
{
    uint64_t share =
        pa >> EMUQ_PA_BITS == 0 ? (pa >> EMUQ_GRANULE_BITS) / memory->share_granules : EMUQ_SHARES_MOST;
    return share < EMUQ_SHARES_MOST ? memory->space[share] : NULL;
}

/** @return the other process that alone can access @p pa; NULL: none */
static inline const emuq_address_space_t *emuq_exclusive_owner(const emuq_memory_t *memory, uint64_t pa)
{
    const emuq_address_space_t *space = emuq_space_of(memory, pa);
    bool is_exclusive =
        space != NULL && space->member != emuq_my_member && !emuq_flag_load_acquire(&space->ended);
    return is_exclusive ? space : NULL;
}

/** Distance from an alias to the owner's address. The owner reads its data there, because first-level caches
 * find a line at one address at a time. */
typedef struct emuq_owner_offset {
    uintptr_t distance; /**< 0 where the owner may map over */
    uint32_t member;
} emuq_owner_offset_t;

/** @return owner's offset of @p pa, constant in a range */
static inline emuq_owner_offset_t emuq_owner_view(const emuq_memory_t *memory, uint64_t pa)
{
    const emuq_address_space_t *space = emuq_space_of(memory, pa);
    if (space == NULL)
        return (emuq_owner_offset_t){0, 0};
    const emuq_granule_t *g = &memory->granule[pa >> EMUQ_GRANULE_BITS];
    /* Acquire: pairs with the release in space_publish(). */
    uintptr_t va = AO_load_acquire(&g->va);
    bool is_known = (va & EMUQ_GRANULE_MAPPED) != 0 && AO_int_load_acquire(&g->high) != 0 &&
                    (space->mappings == 0 || va + EMUQ_GRANULE_BYTES <= space->mappings);
    return (emuq_owner_offset_t){is_known ? (va & ~EMUQ_GRANULE_MAPPED) - g->alias : 0, space->member};
}

/** Distance to add to aliases. */
static inline uintptr_t emuq_owner_distance(const emuq_owner_offset_t *own)
{
    return own->member == emuq_my_member ? own->distance : 0;
}

/* ---- /proc/self/maps, read without malloc() ---- */

typedef struct emuq_mapped {
    uintptr_t low;
    uintptr_t high;
    bool is_readable;
    bool is_writable;
} emuq_mapped_t;

/** @return whether to continue */
typedef bool (*emuq_maps_visit_t)(void *argument, const emuq_mapped_t *mapped);
/** Visits the mappings of this process in the order of addresses. Thread-safe. @return 0 or a negative
 * errno */
int emuq_maps_each(emuq_maps_visit_t visit, void *argument);

/** Finds the run of adjacent readable (and writable) mappings around @p va. Thread-safe. @return 0; -EFAULT:
 * no such mapping */
int emuq_maps_run(uintptr_t va, bool is_writable, emuq_mapped_t *run);

#endif /* EMUQ_ADDRESS_SPACE_H */

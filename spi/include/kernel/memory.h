/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory.h
 * @brief Memory regions, physical addresses and memory sizes (kernel-location-process-memory 5).
 *
 * The Message Unit sees 36-bit physical addresses. A memory region is a range in which physical and virtual
 * addresses differ by a constant: pa = BasePa + (va - BaseVa). Regions need no release, overlap freely, and
 * stay valid for the life of the process. Virtual addresses below 2^36 are their own physical addresses
 * whenever that is possible.
 *
 * All calls are thread-safe, and none touches errno, except persist_open().
 */
#ifndef _SPI_KERNEL_MEMORY_H_
#define _SPI_KERNEL_MEMORY_H_

#include "spi/include/kernel/cnk/kernel_impl.h"
#include "spi/include/kernel/cnk/memory_impl.h"

__BEGIN_DECLS

/** Distance from a physical address to the virtual address at which every process of the node can read it. */
#define CONFIG_GLOBAL_BASE 0x7000000000ul

/** ioctl() request on a shm_open() descriptor: make the object fit for L2 atomics (l2-atomics-wakeup-l1p 3).
 *  All memory is, here; Linux answers the request with ENOTTY. Needs <sys/ioctl.h>. */
#define FIOBGQATOMIC _IOWR(0xa5, 0, unsigned int)

/** A range of memory that the Message Unit sees in one piece. */
typedef struct Kernel_MemoryRegion {
    size_t Bytes; /**< length */
    void *BaseVa; /**< virtual address of the first byte */
    void *BasePa; /**< physical address of the first byte */
} __attribute__((__packed__)) Kernel_MemoryRegion_t;

/**
 * Finds the region around a buffer. It usually begins before the buffer and is longer than asked for.
 * @param memregion           filled in on success.
 * @param base_virtualaddress first byte of the buffer: any mapped memory of the process.
 * @param requested_size      bytes; 0 counts as 1. The region covers them unless physical addresses are
 *                            short; callers that care look at the end.
 * @return 0; EINVAL: no memory is mapped there; EFAULT: bad @p memregion; 1: no physical addresses left.
 */
uint32_t Kernel_CreateMemoryRegion(Kernel_MemoryRegion_t *memregion, void *base_virtualaddress,
                                   size_t requested_size);

/** Does nothing: regions need no release. @return 0. */
uint32_t Kernel_DestroyMemoryRegion(Kernel_MemoryRegion_t *memregion);

/** Takes a region apart: its first virtual address and its length. @return 0, or EFAULT. */
uint32_t Kernel_QueryMemoryRegion(Kernel_MemoryRegion_t *memregion, void **base, size_t *bytes);

/** Copies a region with its node-wide address, BasePa + CONFIG_GLOBAL_BASE, as BaseVa: there all processes of
 * the node can read it. Where ranks are threads, they read it where it is: BaseVa stays.
 *  @return 0; ENOENT: its memory is not shared (static data and heap are, see EMUQ_SHARE); EFAULT.
 * Thread-safe. */
uint32_t Kernel_CreateGlobalMemoryRegion(const Kernel_MemoryRegion_t *memregion,
                                         Kernel_MemoryRegion_t *glob_memregion);

/** Virtual address of a physical one, in the regions that this process has created.
 *  @return 0; ENOENT: in none of them; EFAULT. */
uint32_t Kernel_Physical2Virtual(void *PA, void **VA);

/** Node-wide address of a physical one, PA + CONFIG_GLOBAL_BASE, as Kernel_CreateGlobalMemoryRegion() has it.
 *  @return 0; ENOENT: no process of the node shares it; EFAULT. Thread-safe. */
uint32_t Kernel_Physical2GlobalVirtual(void *PA, void **GVA);

/**
 * Makes memory usable for L2 atomic operations (l2-atomics-wakeup-l1p 3). All mapped memory is; contents
 * stay.
 * @return 0; EFAULT if some byte of the range is not mapped.
 */
uint64_t Kernel_L2AtomicsAllocate(void *atomic_vaddress, size_t length);

/** Registers the word by which messaging says that there is no way back. Never looked at here. @return 0. */
uint64_t Kernel_SetRollbackIndicator(volatile uint64_t *ptr);

/** @return 0x3FDE8000000, base of the L1 prefetcher's registers. During a job, memory that swallows stores is
 *  there, as far as the host allows. */
uint64_t Kernel_L1pBaseAddress(void);

/** @return 0x5000001500000, the unguarded view of the same on the machine; nothing answers there. */
uint64_t Kernel_FastL1pBaseAddress(void);

/** @return 0x5000001600000, the unguarded view of L2 control on the machine; nothing answers there. */
uint64_t Kernel_FastL2BaseAddress(void);

/** @return 0x4000000000000, base of the atomic alias space; nothing answers there. */
uint64_t Kernel_L2AtomicsBaseAddress(void);

/** @return 0: thread i of a core uses wakeup comparator i. */
uint64_t Kernel_FirstThreadWakeupWAC(void);

/** @return 0: user programs. */
uint64_t Kernel_GetPrivilegeMode(void);

/**
 * Gives the list prefetcher of the calling thread its two lists; all 0 switches the lists off. Remembered,
 * and of no effect.
 * @param size bytes of each list, at least 128.
 * @return 0; EFAULT: memory that is not mapped; EINVAL: too small.
 */
uint64_t Kernel_L1pSetPatternAddress(void *readptr, void *writeptr, size_t size);

/** Where the lists are being read and written: where they begin, or what was set last. @return 0, or EFAULT.
 */
uint64_t Kernel_L1pGetCurrentPatternAddress(void **readptr, void **writeptr);

/** Sets these positions. @return 0; EFAULT: memory that is not mapped; EINVAL: outside the lists. */
uint64_t Kernel_L1pSetCurrentPatternAddress(void *readptr, void *writeptr);

/** Opens a file of /dev/persist, cut to the length of a path, as open() does. There is no persistent memory
 * on Linux unless somebody makes that directory. @return a file descriptor, or -1 and errno. */
int persist_open(char *name, int oflag, mode_t mode);

/** What Kernel_GetMemorySize() can tell. */
enum KERNEL_MEMSIZETYPE {
    KERNEL_MEMSIZE_SHARED = 200,  /**< shared memory of the node */
    KERNEL_MEMSIZE_PERSIST,       /**< persistent memory of the node */
    KERNEL_MEMSIZE_HEAPAVAIL,     /**< what the heap may still grow; main thread only */
    KERNEL_MEMSIZE_ESTHEAPAVAIL,  /**< the same, any thread */
    KERNEL_MEMSIZE_STACKAVAIL,    /**< the same number: heap and stack share what is left; main thread only */
    KERNEL_MEMSIZE_ESTSTACKAVAIL, /**< the same, any thread */
    KERNEL_MEMSIZE_STACK,         /**< stack in use; main thread only */
    KERNEL_MEMSIZE_ESTSTACK,      /**< stack of the calling thread in use */
    KERNEL_MEMSIZE_HEAP,          /**< heap in use */
    KERNEL_MEMSIZE_GUARD,         /**< guard area of a stack */
    KERNEL_MEMSIZE_HEAPMAX,       /**< high-water mark of the heap */
    KERNEL_MEMSIZE_MMAP           /**< anonymous mappings in use */
};

/**
 * Tells a size in bytes. What the machine's memory layout decides there is derived here: HEAP and MMAP are
 * what malloc() has from the system, for all ranks of a Linux process together; HEAPAVAIL is the process's
 * share of the node's memory (personality) less those, and never more than the host has free.
 * BG_SHAREDMEMSIZE and BG_PERSISTMEMSIZE (MiB) decide SHARED and PERSIST.
 * @return 0; EINVAL: unknown type, or main thread only; EFAULT.
 */
int Kernel_GetMemorySize(enum KERNEL_MEMSIZETYPE type, uint64_t *size);

/** Gives memory to the process's local file system, which there is none of here. @return 0, or EFAULT. */
int Kernel_SetLocalFSWindow(size_t fs_size, void *fs_baseaddr);

__END_DECLS

#endif /* _SPI_KERNEL_MEMORY_H_ */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory.h
 * @brief Memory regions, physical addresses and memory sizes (kernel-location-process-memory 5).
 *
 * The Message Unit sees 36-bit physical addresses. In a memory region physical and virtual addresses differ
 * by a constant: pa = BasePa + (va - BaseVa). Regions need no release, overlap freely, and stay valid for
 * the life of the process. Physical addresses of virtual addresses below 2^36 are identical if possible.
 *
 * All calls are thread-safe, and leave errno unchanged, except persist_open().
 */
#ifndef _SPI_KERNEL_MEMORY_H_
#define _SPI_KERNEL_MEMORY_H_

#include "spi/include/kernel/cnk/kernel_impl.h"
#include "spi/include/kernel/cnk/memory_impl.h"

__BEGIN_DECLS

/** Offset from a physical address to its node-wide virtual address, readable by every process of the node. */
#define CONFIG_GLOBAL_BASE 0x7000000000ul

/** ioctl() request on a shm_open() descriptor: enables L2 atomics on the object (l2-atomics-wakeup-l1p 3).
 * Returns 0 without effect: all memory supports L2 atomics. With EMUQ_SHM=host, Linux returns ENOTTY. Needs
 * <sys/ioctl.h>. */
#define FIOBGQATOMIC _IOWR(0xa5, 0, unsigned int)

/** A range of memory, contiguous for the Message Unit. */
typedef struct Kernel_MemoryRegion {
    size_t Bytes; /**< length */
    void *BaseVa; /**< virtual address of the first byte */
    void *BasePa; /**< physical address of the first byte */
} __attribute__((__packed__)) Kernel_MemoryRegion_t;

/** Finds the region around a buffer, usually larger than requested. @param base_virtualaddress first byte of
 * the buffer: any mapped memory of the process. @param requested_size bytes; 0 counts as 1. Check the end of
 * the region: it may be shorter if physical addresses are short. @return 0; EINVAL: no memory is mapped
 * there; EFAULT: bad @p memregion; 1: out of physical addresses. */
uint32_t Kernel_CreateMemoryRegion(Kernel_MemoryRegion_t *memregion, void *base_virtualaddress,
                                   size_t requested_size);

/** Does nothing: regions need no release. @return 0. */
uint32_t Kernel_DestroyMemoryRegion(Kernel_MemoryRegion_t *memregion);

/** Reports the first virtual address and the length of a region. @return 0, or EFAULT. */
uint32_t Kernel_QueryMemoryRegion(Kernel_MemoryRegion_t *memregion, void **base, size_t *bytes);

/** Copies a region with its node-wide address, BasePa + CONFIG_GLOBAL_BASE, as BaseVa: readable by all
 * processes of the node. If ranks are threads, BaseVa stays unchanged. @return 0; ENOENT: the memory is not
 * shared (static data and heap are, see EMUQ_SHARE); EFAULT. Thread-safe. */
uint32_t Kernel_CreateGlobalMemoryRegion(const Kernel_MemoryRegion_t *memregion,
                                         Kernel_MemoryRegion_t *glob_memregion);

/** Converts a physical to a virtual address, in regions created by this process. @return 0; ENOENT: in no
 * region; EFAULT. */
uint32_t Kernel_Physical2Virtual(void *PA, void **VA);

/** Converts a physical to a node-wide address, PA + CONFIG_GLOBAL_BASE; see
 * Kernel_CreateGlobalMemoryRegion(). @return 0; ENOENT: not shared by any process of the node; EFAULT.
 * Thread-safe. */
uint32_t Kernel_Physical2GlobalVirtual(void *PA, void **GVA);

/** Enables L2 atomic operations on memory (l2-atomics-wakeup-l1p 3). All mapped memory is enabled; contents
 * stay.
 * @return 0; EFAULT if some byte of the range is not mapped. */
uint64_t Kernel_L2AtomicsAllocate(void *atomic_vaddress, size_t length);

/** Registers the message layer's word for the point of no return of a rollback. Ignored here. @return 0. */
uint64_t Kernel_SetRollbackIndicator(volatile uint64_t *ptr);

/** @return 0x3FDE8000000, base of the L1 prefetcher's registers. During a job, memory with ignored stores is
 * mapped there, if the host permits. */
uint64_t Kernel_L1pBaseAddress(void);

/** @return 0x5000001500000, the unguarded view of these registers on the machine; not mapped here. */
uint64_t Kernel_FastL1pBaseAddress(void);

/** @return 0x5000001600000, the unguarded view of L2 control on the machine; not mapped here. */
uint64_t Kernel_FastL2BaseAddress(void);

/** @return 0x4000000000000, base of the atomic alias space; not mapped here. */
uint64_t Kernel_L2AtomicsBaseAddress(void);

/** @return 0: thread i of a core uses wakeup comparator i. */
uint64_t Kernel_FirstThreadWakeupWAC(void);

/** @return 0: user programs. */
uint64_t Kernel_GetPrivilegeMode(void);

/** Sets the two lists of the calling thread's list prefetcher; all 0 disables the lists. Stored, without
 * effect.
 * @param size bytes of each list, at least 128.
 * @return 0; EFAULT: unmapped memory; EINVAL: too small. */
uint64_t Kernel_L1pSetPatternAddress(void *readptr, void *writeptr, size_t size);

/** Reports the read and write positions in the lists: initially the start, later the positions set last.
 * @return 0, or EFAULT. */
uint64_t Kernel_L1pGetCurrentPatternAddress(void **readptr, void **writeptr);

/** Sets the positions in the lists. @return 0; EFAULT: unmapped memory; EINVAL: outside the lists. */
uint64_t Kernel_L1pSetCurrentPatternAddress(void *readptr, void *writeptr);

/** Opens a file of /dev/persist, cut to the length of a path, as open() does. Linux has no persistent memory
 * unless the directory exists. @return a file descriptor, or -1 and errno. */
int persist_open(char *name, int oflag, mode_t mode);

/** Sizes for Kernel_GetMemorySize(). */
enum KERNEL_MEMSIZETYPE {
    KERNEL_MEMSIZE_SHARED = 200,  /**< shared memory of the node */
    KERNEL_MEMSIZE_PERSIST,       /**< persistent memory of the node */
    KERNEL_MEMSIZE_HEAPAVAIL,     /**< bytes by which the heap can still grow; main thread only */
    KERNEL_MEMSIZE_ESTHEAPAVAIL,  /**< bytes by which the heap can still grow; any thread */
    KERNEL_MEMSIZE_STACKAVAIL,    /**< bytes left for heap and stack together; main thread only */
    KERNEL_MEMSIZE_ESTSTACKAVAIL, /**< bytes left for heap and stack together; any thread */
    KERNEL_MEMSIZE_STACK,         /**< stack in use; main thread only */
    KERNEL_MEMSIZE_ESTSTACK,      /**< stack of the calling thread in use */
    KERNEL_MEMSIZE_HEAP,          /**< heap in use */
    KERNEL_MEMSIZE_GUARD,         /**< guard area of a stack */
    KERNEL_MEMSIZE_HEAPMAX,       /**< high-water mark of the heap */
    KERNEL_MEMSIZE_MMAP           /**< anonymous mappings in use */
};

/** Reports a size in bytes. The machine uses its memory layout; here the sizes are derived: HEAP and MMAP are
 * malloc()'s memory from the system, for all ranks of a Linux process together; HEAPAVAIL is the process's
 * share of the node's memory (personality) minus HEAP and MMAP, limited by the host's free memory.
 * BG_SHAREDMEMSIZE and BG_PERSISTMEMSIZE (MiB) set SHARED and PERSIST.
 * @return 0; EINVAL: unknown type, or main thread only; EFAULT. */
int Kernel_GetMemorySize(enum KERNEL_MEMSIZETYPE type, uint64_t *size);

/** Sets the memory of the process's local file system; without effect here. @return 0, or EFAULT. */
int Kernel_SetLocalFSWindow(size_t fs_size, void *fs_baseaddr);

__END_DECLS

#endif /* _SPI_KERNEL_MEMORY_H_ */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file PhysicalMap.h
 * @brief Map of the 42-bit physical address space of a node (hwi-registers 2, core-inlines 8).
 *
 * Per range: first and last byte, size, and the mask of offset bits. Signed 64-bit constants. Devices have
 * a second, privileged view at PHYMAP_PRIVILEGEDOFFSET; constants are for the user view.
 */
#ifndef _PHYSICALMAP_H_
#define _PHYSICALMAP_H_

/** Added to the address of a device register: its privileged view. */
#define PHYMAP_PRIVILEGEDOFFSET 0x00200000000LL

/* clang-format off */
/** @name All views of main memory
 *  @{ */
#define PHYMAP_MINADDR_MAINMEMORYACCESS 0x00000000000LL
#define PHYMAP_MAXADDR_MAINMEMORYACCESS 0x2ffffffffffLL
#define PHYMAP_SIZE_MAINMEMORYACCESS 0x30000000000LL
#define PHYMAP_MASK_MAINMEMORYACCESS 0x2ffffffffffLL
/** @} */
/** @name Main memory
 *  @{ */
#define PHYMAP_MINADDR_MAINMEMORY 0x00000000000LL
#define PHYMAP_MAXADDR_MAINMEMORY 0x00fffffffffLL
#define PHYMAP_SIZE_MAINMEMORY 0x01000000000LL
#define PHYMAP_MASK_MAINMEMORY 0x00fffffffffLL
/** @} */
/** @name Main memory for thread-level speculation, three views
 *  @{ */
#define PHYMAP_MINADDR_TLS1 0x01000000000LL
#define PHYMAP_MAXADDR_TLS1 0x01fffffffffLL
#define PHYMAP_SIZE_TLS1 0x01000000000LL
#define PHYMAP_MASK_TLS1 0x00fffffffffLL
#define PHYMAP_MINADDR_TLS2 0x02000000000LL
#define PHYMAP_MAXADDR_TLS2 0x02fffffffffLL
#define PHYMAP_SIZE_TLS2 0x01000000000LL
#define PHYMAP_MASK_TLS2 0x00fffffffffLL
#define PHYMAP_MINADDR_TLS3 0x03000000000LL
#define PHYMAP_MAXADDR_TLS3 0x03fffffffffLL
#define PHYMAP_SIZE_TLS3 0x01000000000LL
#define PHYMAP_MASK_TLS3 0x00fffffffffLL
/** @} */
/** @name Atomic operations, lower range
 *  @{ */
#define PHYMAP_MINADDR_ATOMICOPS 0x04000000000LL
#define PHYMAP_MAXADDR_ATOMICOPS 0x0ffffffffffLL
#define PHYMAP_SIZE_ATOMICOPS 0x0c000000000LL
#define PHYMAP_MASK_ATOMICOPS 0x0bfffffffffLL
/** @} */
/** @name Atomic operations on main memory: addresses for cores (l2-atomics-wakeup-l1p 1)
 *  @{ */
#define PHYMAP_MINADDR_CATOMICOPS 0x10000000000LL
#define PHYMAP_MAXADDR_CATOMICOPS 0x2ffffffffffLL
#define PHYMAP_SIZE_CATOMICOPS 0x20000000000LL
#define PHYMAP_MASK_CATOMICOPS 0x3ffffffffffLL
/** @} */
/** @name PCI Express memory
 *  @{ */
#define PHYMAP_MINADDR_PCIE 0x3fc00000000LL
#define PHYMAP_MAXADDR_PCIE 0x3fcffffffffLL
#define PHYMAP_SIZE_PCIE 0x00100000000LL
#define PHYMAP_MASK_PCIE 0x000ffffffffLL
/** @} */
/** @name All devices
 *  @{ */
#define PHYMAP_MINADDR_MMIO 0x3fdc0000000LL
#define PHYMAP_MAXADDR_MMIO 0x3fdffffffffLL
#define PHYMAP_SIZE_MMIO 0x00040000000LL
#define PHYMAP_MASK_MMIO 0x0003fffffffLL
/** @} */
/** @name Device control registers: number n at 8 * n
 *  @{ */
#define PHYMAP_MINADDR_DCR 0x3fde0000000LL
#define PHYMAP_MAXADDR_DCR 0x3fde7ffffffLL
#define PHYMAP_SIZE_DCR 0x00008000000LL
#define PHYMAP_MASK_DCR 0x00007ffffffLL
/** @} */
/** @name The core's prefetch unit and wakeup unit
 *  @{ */
#define PHYMAP_MINADDR_L1P 0x3fde8000000LL
#define PHYMAP_MAXADDR_L1P 0x3fde800ffffLL
#define PHYMAP_SIZE_L1P 0x00000010000LL
#define PHYMAP_MASK_L1P 0x0000000ffffLL
/** @} */
/** @name PCI Express: configuration space, I/O space, interrupts
 *  @{ */
#define PHYMAP_MINADDR_PCICFG 0x3fdfd000000LL
#define PHYMAP_MAXADDR_PCICFG 0x3fdfd7fffffLL
#define PHYMAP_SIZE_PCICFG 0x00000800000LL
#define PHYMAP_MASK_PCICFG 0x000007fffffLL
#define PHYMAP_MINADDR_PCIIO 0x3fdfd800000LL
#define PHYMAP_MAXADDR_PCIIO 0x3fdfdbfffffLL
#define PHYMAP_SIZE_PCIIO 0x00000400000LL
#define PHYMAP_MASK_PCIIO 0x000003fffffLL
#define PHYMAP_MINADDR_PCIINT 0x3fdfdc00000LL
#define PHYMAP_MAXADDR_PCIINT 0x3fdfdffffffLL
#define PHYMAP_SIZE_PCIINT 0x00000400000LL
#define PHYMAP_MASK_PCIINT 0x000003fffffLL
/** @} */
/** @name Message Unit (hwi-registers 3)
 *  @{ */
#define PHYMAP_MINADDR_MU 0x3fdfe000000LL
#define PHYMAP_MAXADDR_MU 0x3fdfe1fffffLL
#define PHYMAP_SIZE_MU 0x00000200000LL
#define PHYMAP_MASK_MU 0x000001fffffLL
/** @} */
/** @name Second-level cache slices
 *  @{ */
#define PHYMAP_MINADDR_L2 0x3fdfe200000LL
#define PHYMAP_MAXADDR_L2 0x3fdfe2fffffLL
#define PHYMAP_SIZE_L2 0x00000100000LL
#define PHYMAP_MASK_L2 0x000000fffffLL
/** @} */
/** @name Performance counters
 *  @{ */
#define PHYMAP_MINADDR_UPC 0x3fdfe400000LL
#define PHYMAP_MAXADDR_UPC 0x3fdfe40ffffLL
#define PHYMAP_SIZE_UPC 0x00000010000LL
#define PHYMAP_MASK_UPC 0x0000000ffffLL
/** @} */
/** @name Interrupt aggregation
 *  @{ */
#define PHYMAP_MINADDR_INTAG 0x3fdfe410000LL
#define PHYMAP_MAXADDR_INTAG 0x3fdfe41ffffLL
#define PHYMAP_SIZE_INTAG 0x00000010000LL
#define PHYMAP_MASK_INTAG 0x0000000ffffLL
/** @} */
/** @name Boot memory, for atomic operations (BEDRAM_ATOMICOPS) and ordinary accesses
 *  @{ */
#define PHYMAP_MINADDR_BEDRAM_ATOMICOPS 0x3fdff000000LL
#define PHYMAP_MAXADDR_BEDRAM_ATOMICOPS 0x3fdff7fffffLL
#define PHYMAP_SIZE_BEDRAM_ATOMICOPS 0x00000800000LL
#define PHYMAP_MASK_BEDRAM_ATOMICOPS 0x000007fffffLL
#define PHYMAP_MINADDR_BEDRAM 0x3fdfffc0000LL
#define PHYMAP_MAXADDR_BEDRAM 0x3fdffffffffLL
#define PHYMAP_SIZE_BEDRAM 0x00000040000LL
#define PHYMAP_MASK_BEDRAM 0x0000003ffffLL
/** @} */
/* clang-format on */

#endif /* _PHYSICALMAP_H_ */

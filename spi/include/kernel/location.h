/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file location.h
 * @brief Location of threads and of the job's ranks (kernel-location-process-memory 1, 2).
 *
 * A node has 17 cores of 4 hardware threads; a hardware thread has the processor id core * 4 + thread. With P
 * processes on a node, the process with T coordinate t owns the 64 / P hardware threads from t * 64 / P.
 *
 * All calls are thread-safe and leave errno unchanged. A status is 0 or a positive errno; EFAULT: a pointer
 * to unmapped memory.
 */
#ifndef _SPI_KERNEL_LOCATION_H_
#define _SPI_KERNEL_LOCATION_H_

#include "spi/include/kernel/cnk/kernel_impl.h"
#include "spi/include/kernel/process.h"

__BEGIN_DECLS

/** Coordinates of a rank: a 32-bit word, most significant field first (kernel-location-process-memory 2). */
typedef struct BG_CoordinateMapping {
    EMUQ_BITS_7(uint32_t e : 1,        /**< E coordinate */
                uint32_t reserved : 1, /**< 0 */
                uint32_t a : 6,        /**< A coordinate */
                uint32_t b : 6,        /**< B coordinate */
                uint32_t c : 6,        /**< C coordinate */
                uint32_t d : 6,        /**< D coordinate */
                uint32_t t : 6);       /**< process on the node */
} BG_CoordinateMapping_t;

EMUQ_STATIC_ASSERT(sizeof(BG_CoordinateMapping_t) == 4, "one word");

/** Location of a job in its block. */
typedef struct BG_JobCoords {
    struct {
        uint8_t a, b, c, d, e; /**< block coordinates of the job's first node */
        uint8_t core;          /**< first core of the job on its nodes */
    } corner;
    struct {
        uint8_t a, b, c, d, e; /**< nodes per dimension */
        uint8_t core;          /**< cores per node: 16, or 1 for a job of one core */
    } shape;
    uint8_t isSubBlock; /**< 1: the job does not cover its block */
} BG_JobCoords_t;

EMUQ_STATIC_ASSERT(sizeof(BG_JobCoords_t) == 13, "thirteen bytes");

/** Core of the calling thread. @return 0..16. */
uint32_t Kernel_ProcessorCoreID(void);

/** Hardware thread of the calling thread in its core. @return 0..3. */
uint32_t Kernel_ProcessorThreadID(void);

/** Processor id of the calling thread: core * 4 + thread. Constant for the thread's life. @return 0..67. */
uint32_t Kernel_ProcessorID(void);

/** Old name of Kernel_ProcessorCoreID(). */
uint32_t Kernel_PhysicalProcessorID(void);

/** Old name of Kernel_ProcessorThreadID(). */
uint32_t Kernel_PhysicalHWThreadID(void);

/** Old name of Kernel_ProcessorID(). */
uint32_t Kernel_PhysicalHWThreadIndex(void);

/** T coordinate of the owner process of the caller's hardware thread.
 *  @return 0..Kernel_ProcessCount() - 1. */
uint32_t Kernel_MyTcoord(void);

/** Rank of the calling process in its job. @return 0..np - 1. */
uint32_t Kernel_GetRank(void);

/** Reports the coordinates of all ranks, relative to the corner of the job.
 * @param mapsize size of @p map in bytes.
 * @param map set to the coordinates of rank r at index r.
 * @param numentries set to the number of ranks.
 * @return 0; EINVAL: @p map is too small, nothing was written; EFAULT: a bad pointer. */
uint32_t Kernel_RanksToCoords(size_t mapsize, BG_CoordinateMapping_t *map, uint64_t *numentries);

/** Reports the location of the job. Here a job always covers its block: corner 0 and 16 cores. @return 0, or
 * EFAULT. */
uint32_t Kernel_JobCoords(BG_JobCoords_t *sblock);

/** Reports the mapping of the job.
 * @param maporderlen bytes of @p maporder; a longer mapping is truncated, without terminating zero.
 * @param maporder set to the six letters of a permutation, or the path of a map file.
 * @param isFile set to 1 for a map file, else 0.
 * @return 0, or EFAULT. */
uint32_t Kernel_GetMapping(size_t maporderlen, char *maporder, uint32_t *isFile);

/** Reports the processor version: SPRN_PVR_DD2, the production chip. @return 0, or EFAULT. */
uint32_t Kernel_GetPVR(uint32_t *pvr);

/** Number of the calling hardware thread in the block: ((((A*Bn + B)*Cn + C)*Dn + D)*En + E)*68 + processor
 * id. */
uint32_t Kernel_BlockThreadId(void);

__END_DECLS

#include "spi/include/kernel/cnk/location_impl.h"

#endif /* _SPI_KERNEL_LOCATION_H_ */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rdma.h
 * @brief Connection to a server on the I/O node (kernel-misc 2). A partition has no I/O nodes: every call
 * returns ENOSYS.
 */
#ifndef _SPI_KERNEL_RDMA_H_
#define _SPI_KERNEL_RDMA_H_

#include "spi/include/kernel/cnk/kernel_impl.h"
#include "spi/include/kernel/memory.h"

__BEGIN_DECLS

/** Maximum number of registered memory regions per process. */
#define USER_MAX_RDMA_REGIONS 4

/** A completed operation. */
typedef struct Kernel_RDMAWorkCompletion {
    void *buf;       /**< buffer that was sent or received */
    uint32_t len;    /**< length of the buffer in bytes */
    uint32_t opcode; /**< 1 received, 2 sent */
    uint32_t status; /**< 0, or an error number */
    uint32_t flags;
    uint64_t reserved;
} Kernel_RDMAWorkCompletion_t;

/** Memory of an operation. */
typedef struct Kernel_RDMARegion {
    void *address;
    size_t length; /**< bytes */
    uint32_t lkey; /**< set by Kernel_RDMARegisterMem() */
} Kernel_RDMARegion_t;

EMUQ_STATIC_ASSERT(sizeof(Kernel_RDMAWorkCompletion_t) == 32, "as on the machine");
EMUQ_STATIC_ASSERT(sizeof(Kernel_RDMARegion_t) == 24, "as on the machine");

/** Creates a descriptor. @return ENOSYS */
int Kernel_RDMAOpen(int *socket);
/** Connects the device. @return ENOSYS */
int Kernel_RDMAConnect(int RDMA_fd, int destination_port);
/** Begins to send registered memory. @return ENOSYS */
int Kernel_RDMASend(int RDMA_fd, const void *buf, size_t len, uint32_t lkey);
/** Begins to receive into registered memory. @return ENOSYS */
int Kernel_RDMARecv(int RDMA_fd, const void *buf, size_t len, uint32_t key);
/** Polls for completed operations. @param num_entries capacity of the list; set to the number of entries.
 * @return ENOSYS */
int Kernel_RDMAPollCQ(int RDMA_fd, int *num_entries, Kernel_RDMAWorkCompletion_t *WorkCompletionList);
/** Registers memory. @return ENOSYS */
int Kernel_RDMARegisterMem(int RDMA_fd, Kernel_RDMARegion_t *usingRegion4RDMA);
/** Deregisters memory. @return ENOSYS */
int Kernel_RDMADeregisterMem(int RDMA_fd, Kernel_RDMARegion_t *usingRegion4RDMA);

__END_DECLS

#include "spi/include/kernel/cnk/rdma_impl.h"

#endif /* _SPI_KERNEL_RDMA_H_ */

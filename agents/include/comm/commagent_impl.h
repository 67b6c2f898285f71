/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file commagent_impl.h
 * @brief Names of the agent's shared memory (internal-headers 3). No agent runs here: the memory does not
 * exist.
 */
#ifndef _COMM_AGENT_IMPL_H_
#define _COMM_AGENT_IMPL_H_

#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <agents/include/comm/commagent.h>
#include <hwi/include/bqc/MU_Addressing.h>
#include <hwi/include/bqc/MU_Macros.h>
#include <hwi/include/bqc/mu_dcr.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>

#define COMM_AGENT_SHM_FILE_NAME        "/unique-comm-agent-shmem-file" /**< name of the shared memory */
#define COMM_AGENT_SHM_FILE_SIZE        65536                           /**< its size in bytes */
#define COMM_AGENT_REQUEST_QUEUE_SIZE   64                              /**< slots of the queue of requests */
#define COMM_AGENT_L2_ATOMIC_QUEUE_FULL 0x8000000000000000ull           /**< result of a full queue */

#endif /* _COMM_AGENT_IMPL_H_ */

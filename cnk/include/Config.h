/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Config.h
 * @brief Limits and addresses of the compute-node kernel, for programs (internal-headers 2).
 */
#ifndef _CNK_CONFIG_H_
#define _CNK_CONFIG_H_

#include <stdint.h>

#include <hwi/include/common/compiler_support.h>

/* clang-format off */
/** @name Threads, cores and processes of a node
 *  @{ */
#define CONFIG_HWTHREADS_PER_CORE      4
#define CONFIG_MAX_CORES               17
#define CONFIG_MAX_HWTHREADS           68
#define CONFIG_MAX_CORES_MASK          0xFFFF8000
#define CONFIG_MAX_APP_CORES           16
#define CONFIG_MAX_APP_THREADS         64
#define CONFIG_MAX_APP_PROCESSES       64
#define CONFIG_MAX_APP_AGENTS          2
#define CONFIG_MAX_PROCESSES           66
#define CONFIG_AFFIN_SLOTS_PER_HWTHREAD 5
/** @} */

/** @name Priorities of threads
 *  @{ */
#define CONFIG_SCHED_MAX_FIFO_PRIORITY 98
#define CONFIG_SCHED_MIN_FIFO_PRIORITY 2
#define CONFIG_SCHED_MAX_COMM_PRIORITY 99
#define CONFIG_SCHED_MIN_COMM_PRIORITY 1
/** @} */

/** @name Memory
 *  Addresses are the machine's; the FAST and ATOMIC windows are not emulated.
 *  @{ */
#define CONFIG_CNK_PAGE_SIZE           (1024 * 1024)
#define CONFIG_MEM_PAGE_SIZE           4096
#ifndef CONFIG_GLOBAL_BASE
#define CONFIG_GLOBAL_BASE             0x7000000000ul
#endif
#define CONFIG_APP_L2ATOMIC_BASE       0x4000000000000ul
#define CONFIG_FAST_L1P_BASE           0x5000001500000ul
#define CONFIG_FAST_L2_BASE            0x5000001600000ul
#define MMAP_MAX_ALLOCS                1096
/** @} */

/** Maximum open files of a process. */
#define CNK_MAX_FDS                    128
/** Number of arguments of a communication thread's handler. */
#define NUM_COMMTHREAD_GPRS            4
/* clang-format on */

#endif /* _CNK_CONFIG_H_ */

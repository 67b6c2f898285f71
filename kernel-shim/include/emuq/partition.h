/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file partition.h
 * @brief Runs a program on the nodes of an emulated partition.
 *
 * In threads mode all ranks of a job are threads of the calling process. Threads of a rank inherit its
 * identity (node, T coordinate, rank), and everything process-wide in the SPI is per rank.
 */
#ifndef EMUQ_PARTITION_H
#define EMUQ_PARTITION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Description of a job. All zero is valid: one node, one process, defaults. */
typedef struct emuq_job {
    uint32_t shape[5];   /**< Nodes per dimension A..E; 0 counts as 1. A..D up to 64, E up to 2. */
    uint32_t ppn;        /**< Processes per node: 0 (= 1), 1, 2, 4, 8, 16, 32 or 64. */
    uint32_t np;         /**< Active ranks; 0 = nodes * ppn. */
    const char *mapping; /**< Permutation of ABCDET or path of a map file; NULL = "ABCDET". */
    uint32_t mesh;       /**< Bit (0x10 >> d) set: dimension d does not wrap around. 0 = a torus. */
} emuq_job_t;

/** Entry point of a rank. */
typedef int (*emuq_main_t)(int argc, char **argv);

/** Runs @p entry on every active rank of @p job, each rank a thread of the caller, and waits for all ranks. A
 * rank ends by returning from @p entry or by exit(); the low eight bits of the value are its status, the
 * first of which counts. exit() on a thread other than the main thread ends the thread. A rank whose main
 * thread calls pthread_exit() ends with its last thread. Remaining threads of ended ranks have a few seconds
 * to end; then the call returns after printing an error, and the partition stays until they end. Functions
 * of atexit() run when the program ends. Each rank has a copy of the argument vector. Not callable from a
 * rank, or by two threads at a time. Outside a job, a thread that makes kernel calls joins a default
 * partition of one node; when a job starts, no thread except the caller may be in it. @param job NULL:
 * defaults. @return the worst status of a rank (0..255), or a negative errno: -EINVAL after printing an
 * error, -EBUSY (a job is running, or threads use a partition), -ENOMEM, -EAGAIN. */
int emuq_run_threads(const emuq_job_t *job, emuq_main_t entry, int argc, char **argv);

/** Whether this Linux process is a rank, started by emuq-run or an MPI launcher. Then emuq_run_threads()
 *  fails.
 *  @return 1 or 0. */
int emuq_is_rank(void);

/** Reads and removes the options of a job: --shape AxBxCxDxE (missing dimensions are 1), --ppn N, --np N,
 * --mapping M, --mesh ABC, each also as --option=value. The last option of a name counts. Defaults: settings
 * EMUQ_SHAPE, EMUQ_PPN, EMUQ_NP, EMUQ_MAPPING and EMUQ_MESH. "--" and all following words stay. @param[out]
 * job its mapping points into @p argv or to a setting. @return 0, or -EINVAL after printing an error: @p job
 * and @p argv are unchanged. */
int emuq_job_options(emuq_job_t *job, int *argc, char **argv);

/** Reads "4x4x2x2x2" into @p shape; missing dimensions are 1. @return 0 or -EINVAL, without a message. */
int emuq_parse_shape(const char *text, uint32_t shape[5]);

/** An eventfd for enabled MU interrupts of a subgroup of the caller's node (Kernel_Configure*Interrupts). The
 * node owns the descriptor. @param subgroup 0..67 @return the descriptor, or a negative errno (-EINVAL,
 * -EMFILE). */
int emuq_interrupt_fd(uint32_t subgroup);

/** emuq_interrupt_fd() for signals of class route @p route (0..15), enabled by
 * Kernel_ConfigureGIInterrupts(). */
int emuq_gi_interrupt_fd(uint32_t route);

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_PARTITION_H */

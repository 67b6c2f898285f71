/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file partition.h
 * @brief Runs a program on the nodes of an emulated partition.
 *
 * In threads mode all ranks of a job are threads of the calling process. Each rank has an identity
 * (node, T coordinate, rank); threads that a rank creates inherit it. Whatever the SPI calls
 * process-wide is kept per rank.
 */
#ifndef EMUQ_PARTITION_H
#define EMUQ_PARTITION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What job to run. All zero is a valid job: one node, one process, everything by default. */
typedef struct emuq_job {
    uint32_t shape[5];   /**< Nodes per dimension A..E; 0 counts as 1. A..D up to 64, E up to 2. */
    uint32_t ppn;        /**< Processes per node: 0 (= 1), 1, 2, 4, 8, 16, 32 or 64. */
    uint32_t np;         /**< Active ranks; 0 = nodes * ppn. */
    const char *mapping; /**< Permutation of ABCDET or path of a map file; NULL = "ABCDET". */
    uint32_t mesh;       /**< Bit (0x10 >> d) set: dimension d does not wrap around. 0 = a torus. */
} emuq_job_t;

/** A program's entry point for one rank. */
typedef int (*emuq_main_t)(int argc, char **argv);

/**
 * Runs @p entry on every active rank of @p job, each rank a thread of the caller, and waits for all.
 *
 * A rank ends by returning from @p entry or by exit(), which ends only that rank; its status is the low eight
 * bits of the value. exit() on another thread than the rank's main thread sets the status and ends that
 * thread; the first status of a rank stands. A rank whose main thread calls pthread_exit() ends with its last
 * thread. Threads that a rank leaves behind otherwise have a few seconds to end; then the call returns, after
 * a message, and the partition stays until they do (-EBUSY from the next call). Functions registered with
 * atexit() run when the whole program ends.
 *
 * Each rank gets its own copy of the argument vector. May be called again after it has returned; not from
 * inside a rank, and not by two threads at once. Before the first call, and between calls, threads that use
 * the kernel belong to a partition of one node; when a job starts, no thread but the caller may be a member
 * of it.
 *
 * @param job  the job, or NULL for the defaults.
 * @return the status of the worst rank (0..255), or a negative errno when the job cannot be started:
 *         -EINVAL (impossible job; the reason has been printed), -EBUSY (a job is running, or threads
 *         use another partition), -ENOMEM, -EAGAIN.
 */
int emuq_run_threads(const emuq_job_t *job, emuq_main_t entry, int argc, char **argv);

/**
 * Whether this Linux process is a rank of a job by itself: started by emuq-run, or by the launcher of an MPI.
 * Then emuq_run_threads() is refused.
 * @return 1 or 0.
 */
int emuq_is_rank(void);

/**
 * Reads the options of a job from an argument vector, and removes them:
 * --shape AxBxCxDxE (fewer dimensions: the others are 1), --ppn N, --np N, --mapping M, --mesh ABC,
 * each also as --option=value. Settings EMUQ_SHAPE, EMUQ_PPN, EMUQ_NP, EMUQ_MAPPING and EMUQ_MESH supply
 * what the vector does not. Of an option that is given twice, the last counts. "--" and everything behind it
 * stay.
 * @param job  set, whatever it was before; its mapping points into @p argv or to a setting's text.
 * @return 0, or -EINVAL after a message on standard error; then @p job and @p argv are unchanged.
 */
int emuq_job_options(emuq_job_t *job, int *argc, char **argv);

/** Reads "4x4x2x2x2" into @p shape; missing dimensions are 1. @return 0 or -EINVAL, without a message. */
int emuq_parse_shape(const char *text, uint32_t shape[5]);

/**
 * An eventfd that becomes readable when an enabled MU interrupt of a subgroup of the caller's node occurs
 * (injection threshold, reception threshold, packet arrival; configured with Kernel_Configure*Interrupts).
 * The descriptor belongs to the node; do not close it.
 * @param subgroup 0..67
 * @return the descriptor, or a negative errno (-EINVAL, -EMFILE).
 */
int emuq_interrupt_fd(uint32_t subgroup);

/** The same for the global-interrupt wires of class route @p route (0..15), enabled with
 *  Kernel_ConfigureGIInterrupts(). */
int emuq_gi_interrupt_fd(uint32_t route);

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_PARTITION_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bootstrap.h
 * @brief Determines, before main(), the rank of a process and the location of its partition.
 *
 * There is a method per launcher protocol: emuq-run, PMIx, PMI-2, PMI-1, none. The first method whose
 * environment variables are set is used. Launchers that assign only ranks (PMIx, PMI): the lowest rank of
 * each host creates the host's partition, and gather() distributes its location. Not thread-safe.
 */
#ifndef EMUQ_BOOTSTRAP_H
#define EMUQ_BOOTSTRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/log.h"

#define EMUQ_GATHER_BYTES                                                                                    \
    800u /**< maximum size of a text with its zero: fits into a PMI value if nearly all characters           \
              are letters, digits or "-._:/+@," */

/** An exchange of texts between ranks. */
typedef struct emuq_gather {
    uint32_t givers;       /**< number of texts, 1 or more */
    const uint32_t *giver; /**< [givers] sender of each text, ascending ranks */
    char *text;            /**< [givers][bytes]; the sender fills its text in */
    size_t bytes;          /**< size of a text with its zero, up to EMUQ_GATHER_BYTES */
    uint32_t first, end;   /**< this rank receives texts first to end - 1 only */
    bool goes_on;          /**< all ranks call gather() again, so this call need not wait for all receivers */
} emuq_gather_t;

/** A method. One thread calls all functions, before main() unless noted. */
typedef struct emuq_bootstrap {
    const char *name; /**< One word. */
    const char *help; /**< One line: the condition of use. */

    /** Whether the launcher has started this process. Checks the environment only. */
    bool (*present)(void);

    /** Connects to the launcher. @p ranks is set to 0 if only the partition has the number. Returns 0, or a
     * negative errno after printing an error; close() is not called then. */
    int (*open)(uint32_t *rank, uint32_t *ranks);

    /** Sets @p node [ranks] to numbers that are equal for ranks of one host. Returns 0; -ENODATA without a
     * message: unknown to the launcher; another negative errno after printing an error. NULL together with
     * gather. */
    int (*nodes)(uint32_t ranks, uint32_t *node);

    /** Exchanges texts. Collective: all ranks pass equal senders and sizes. Returns when this rank has
     * received its texts, and, unless goes_on, all ranks have. May be called repeatedly. Returns 0, or a
     * negative errno after printing an error. NULL if the launcher has created the partition, whose path is
     * then in the environment. */
    int (*gather)(const emuq_gather_t *what);

    /** Requests the end of all ranks, because this rank exits with @p status. Errors are ignored. NULL if the
     * launcher detects the exit. */
    void (*abort)(int status);

    /** Disconnects. Called at the end of the process, possibly after MPI_Finalize(). Optional. */
    void (*close)(void);
} emuq_bootstrap_t;

extern const emuq_bootstrap_t emuq_bootstrap_launcher, emuq_bootstrap_pmix, emuq_bootstrap_pmi2,
    emuq_bootstrap_pmi, emuq_bootstrap_srun, emuq_bootstrap_none;

/** @return the method that has started this process; never NULL */
const emuq_bootstrap_t *emuq_bootstrap_find(void);
/** All methods in the order of search; ends with NULL. */
extern const emuq_bootstrap_t *const emuq_bootstraps[];

/** Determines the host of each rank, by host names if the launcher does not know. Collective.
 *  @param method       an open method with gather()
 *  @param rank,ranks   of this process
 *  @param host_of_rank [ranks] set; hosts are numbered from 0 in the order of their lowest ranks
 *  @param hosts        set to the number of hosts
 *  @return 0, or a negative errno after printing an error */
int emuq_bootstrap_hosts(const emuq_bootstrap_t *method, uint32_t rank, uint32_t ranks,
                         uint32_t *host_of_rank, uint32_t *hosts);

/* ---- helpers of methods ---- */

/** Seconds that open() and gather() wait for the launcher or for ranks: 60. Variable for tests. */
extern unsigned emuq_bootstrap_seconds;
/** Reads a decimal 32-bit number from the environment. @return 0; -EINVAL after printing an error: missing or
 * invalid */
int emuq_bootstrap_number(const char *variable, uint32_t *value);
/** Address of a text. */
static inline char *emuq_gather_text(const emuq_gather_t *what, uint32_t giver)
{
    return what->text + (size_t)giver * what->bytes;
}

#endif /* EMUQ_BOOTSTRAP_H */

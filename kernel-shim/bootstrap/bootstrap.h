/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bootstrap.h
 * @brief How a process finds out, before main(), which rank it is and where its partition is.
 *
 * One method per file: the project's own launcher, PMIx, PMI-2, PMI-1, none. The first one in the table whose
 * variables are in the environment is taken. With a method that only knows ranks (PMIx, PMI), the lowest rank
 * of each host makes the partition there, and the ranks tell each other by gather(). None of this is
 * thread-safe.
 */
#ifndef EMUQ_BOOTSTRAP_H
#define EMUQ_BOOTSTRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Texts that some ranks give, and the others take. */
typedef struct emuq_gather {
    uint32_t givers;       /**< number of texts, 1 or more */
    const uint32_t *giver; /**< [givers] the rank that gives each text, ascending */
    char *text;            /**< [givers][bytes]; a giver has filled in its own */
    size_t bytes;          /**< room of each text with its zero, up to EMUQ_GATHER_BYTES */
    uint32_t first, end;   /**< this rank takes texts first to end - 1; the others' are left as they are */
    bool goes_on;          /**< all ranks will gather again: this call waits for nobody's taking */
} emuq_gather_t;

/** Bytes of the longest text, with its zero. It fits into a value of PMI if few of its characters are not
 *  letters, digits or "-._:/+@,". */
#define EMUQ_GATHER_BYTES 800u

/** A method. All functions are called by one thread, before main() unless said otherwise. */
typedef struct emuq_bootstrap {
    const char *name; /**< One word. */
    const char *help; /**< One line: when this method is chosen. */

    /** Whether this process has been started by this method. Looks at the environment only. */
    bool (*present)(void);

    /** Connects. @param rank,ranks this process, and how many there are; *ranks is 0 if only the partition
     * knows.
     *  @return 0, or a negative errno after a message; then close() is not called. */
    int (*open)(uint32_t *rank, uint32_t *ranks);

    /** Says where the ranks are. NULL together with gather.
     *  @param node [ranks] set to numbers that are equal for ranks of one host, and only for those
     *  @return 0; -ENODATA without a message: the launcher does not tell; or another negative errno after a
     *  message. */
    int (*nodes)(uint32_t ranks, uint32_t *node);

    /** Gives texts of some ranks to those that take them. NULL if the launcher has made the partition; then
     * its path is in the environment. Collective: all ranks pass the same givers and the same bytes. Returns
     * when this rank has what it takes, and the others too unless they go on. May be called again.
     *  @return 0, or a negative errno after a message. */
    int (*gather)(const emuq_gather_t *what);

    /** Asks the launcher to end all ranks, because this one exits with @p status. Says nothing if that is not
     * possible. NULL if the launcher sees to it. */
    void (*abort)(int status);

    /** Called when the process ends, which may be after MPI_Finalize. May be NULL. */
    void (*close)(void);
} emuq_bootstrap_t;

extern const emuq_bootstrap_t emuq_bootstrap_launcher, emuq_bootstrap_pmix, emuq_bootstrap_pmi2,
    emuq_bootstrap_pmi, emuq_bootstrap_srun, emuq_bootstrap_none;

/** The method by which this process has been started; never NULL. */
const emuq_bootstrap_t *emuq_bootstrap_find(void);
/** All methods, in the order in which they are tried; ends with NULL. */
extern const emuq_bootstrap_t *const emuq_bootstraps[];

/** Finds out on which host each rank is; by the names of the hosts if the launcher does not tell. Collective.
 *  @param method has gather(), and is open
 *  @param host_of_rank [ranks] set; hosts are numbered from 0, in the order of their lowest ranks
 *  @param hosts set to their number
 *  @return 0, or a negative errno after a message. */
int emuq_bootstrap_hosts(const emuq_bootstrap_t *method, uint32_t rank, uint32_t ranks,
                         uint32_t *host_of_rank, uint32_t *hosts);

#endif /* EMUQ_BOOTSTRAP_H */

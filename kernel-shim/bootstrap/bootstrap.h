/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bootstrap.h
 * @brief How a process finds out, before main(), which rank it is and where its partition is.
 *
 * One method per file: the project's own launcher, PMIx, PMI-1, none. The first one in the table whose
 * variables are in the environment is taken. With a method that only knows ranks (PMIx, PMI), rank 0 makes
 * the partition and tells the other ranks by share().
 */
#ifndef EMUQ_BOOTSTRAP_H
#define EMUQ_BOOTSTRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

    /** Gives a text of rank 0 to all ranks. NULL if the launcher has made the partition; then its path is in
     * the environment. Collective: rank 0 passes the text, all other ranks get it in @p text. Returns when
     * every rank has it.
     *  @return 0, or a negative errno after a message. */
    int (*share)(char *text, size_t bytes);

    /** Asks the launcher to end all ranks, because this one exits with @p status. Says nothing if that is not
     * possible. NULL if the launcher sees to it. */
    void (*abort)(int status);

    /** Called when the process ends (may be after MPI_Finalize), or after a failed share(). May be NULL. */
    void (*close)(void);
} emuq_bootstrap_t;

extern const emuq_bootstrap_t emuq_bootstrap_launcher, emuq_bootstrap_pmix, emuq_bootstrap_pmi,
    emuq_bootstrap_none;

/** The method by which this process has been started; never NULL. */
const emuq_bootstrap_t *emuq_bootstrap_find(void);
/** All methods, in the order in which they are tried; ends with NULL. */
extern const emuq_bootstrap_t *const emuq_bootstraps[];

#endif /* EMUQ_BOOTSTRAP_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bootstrap.h
 * @brief Determines, before main(), the rank of a process and the location of its partition.
 *
 * There is a method per protocol of a launcher; the first whose environment variables are set is used. If the
 * launcher assigns only ranks (PMIx, PMI), the lowest rank of each host makes the host's partition, and
 * gather() distributes its location. A negative errno follows a printed error, unless noted. Not thread-safe.
 */
#ifndef EMUQ_BOOTSTRAP_H
#define EMUQ_BOOTSTRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/** Maximum size with the zero: fits into a PMI value if nearly all characters are letters, digits or
 * "-._:/+@,". */
#define EMUQ_GATHER_BYTES 800u

/** An exchange of strings between ranks */
typedef struct emuq_gather {
    uint32_t givers;       /**< number of strings, 1 or more */
    const uint32_t *giver; /**< [givers] sender of each string; ascending ranks */
    char *text;            /**< [givers][bytes]; the sender sets its string */
    size_t bytes;          /**< size with the zero, up to EMUQ_GATHER_BYTES */
    uint32_t first, end;   /**< this rank receives strings first to end - 1 */
    bool goes_on;          /**< all ranks call gather() again, so this call need not wait for all receivers */
} emuq_gather_t;

/** A bootstrap method. One thread calls all functions, before main() unless noted. */
typedef struct emuq_bootstrap {
    const char *name; /**< One word. */
    const char *help; /**< one line: the condition of use */

    /** Whether the launcher has started this process. Checks the environment only. */
    bool (*present)(void);

    /** Connects to the launcher. @param ranks set; 0: only the partition has the number @return 0, or a
     * negative errno: close() is not called */
    int (*open)(uint32_t *rank, uint32_t *ranks);

    /** @param node [ranks] set to numbers that are equal for ranks of one host @return 0 or a negative errno;
     * -ENODATA without a message: unknown to the launcher. NULL together with gather. */
    int (*nodes)(uint32_t ranks, uint32_t *node);

    /** Exchanges strings. Collective, repeatable: all ranks pass equal senders and sizes. @return 0 when this
     * rank, and, unless goes_on, all ranks have received their strings; or a negative errno. NULL: the path
     * of the partition is in the environment. */
    int (*gather)(const emuq_gather_t *what);

    /** Requests the end of all ranks, because this rank exits with @p status. NULL: the launcher detects the
     * exit. */
    void (*abort)(int status);

    /** Disconnects, at the end of the process. Optional. */
    void (*close)(void);

    /** The connection may be that of an MPI library, which uses it after the rank has left. */
    bool is_shared;
} emuq_bootstrap_t;

extern const emuq_bootstrap_t emuq_bootstrap_launcher, emuq_bootstrap_pmix, emuq_bootstrap_pmi2,
    emuq_bootstrap_pmi, emuq_bootstrap_srun, emuq_bootstrap_none;

/** @return the method that has started this process; never NULL */
const emuq_bootstrap_t *emuq_bootstrap_find(void);
/** All methods in the order of search, and NULL */
extern const emuq_bootstrap_t *const emuq_bootstraps[];

/** Determines the host of each rank. Collective. @param method open, with gather() @param host_of_rank
 * [ranks] set; hosts are numbered from 0 in the order of their lowest ranks @param hosts set: number of
 * hosts @return 0 or a negative errno */
int emuq_bootstrap_hosts(const emuq_bootstrap_t *method, uint32_t rank, uint32_t ranks,
                         uint32_t *host_of_rank, uint32_t *hosts);

/* ---- rendezvous.c: processes of one user on one host ---- */

/** Makes a partition. @return 0; -ECANCELED after printing an error */
typedef int (*emuq_rendezvous_make_t)(void *argument);

/** Finds the partition with a name, or makes it: the first process does. @param path set if it is found: its
 * path, valid while its maker lives @return 0: found; 1: made; or a negative errno */
int emuq_rendezvous(const char *name, emuq_rendezvous_make_t make, void *argument, char *path, size_t bytes);

/** Gives up the name of a partition that this process has made. */
void emuq_rendezvous_end(void);

/* ---- helpers of methods ---- */

/** Timeout in seconds of waits for the launcher or for ranks: 60. Tests change it. */
extern unsigned emuq_bootstrap_seconds;
/** Reads a decimal 32-bit number. @return 0; -EINVAL after printing an error: missing or invalid */
int emuq_bootstrap_number(const char *variable, uint32_t *value);
static inline char *emuq_gather_text(const emuq_gather_t *what, uint32_t giver)
{
    return what->text + (size_t)giver * what->bytes;
}

#endif /* EMUQ_BOOTSTRAP_H */

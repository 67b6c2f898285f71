/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file environment.h
 * @brief The environment of a launcher's rank.
 */
#ifndef EMUQ_TESTS_ENVIRONMENT_H
#define EMUQ_TESTS_ENVIRONMENT_H

#include <stdlib.h>

/** Removes the variables of all launchers. */
static inline void environment_clear(void)
{
    static const char *const names[] = {"EMUQ_PARTITION",
                                        "EMUQ_RANK",
                                        "PMIX_NAMESPACE",
                                        "PMIX_RANK",
                                        "PMI_FD",
                                        "PMI_PORT",
                                        "PMI_RANK",
                                        "PMI_SIZE",
                                        "PMI_JOBID",
                                        "MPI_LOCALRANKID",
                                        "SLURM_STEP_ID",
                                        "SLURM_PROCID",
                                        "SLURM_STEP_NUM_TASKS"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        unsetenv(names[i]);
}

/** Sets variables to values, up to a NULL, and removes the remaining variables of launchers. */
static inline void environment(const char *const *names_and_values)
{
    environment_clear();
    for (; *names_and_values != NULL; names_and_values += 2)
        setenv(names_and_values[0], names_and_values[1], 1);
}

#endif /* EMUQ_TESTS_ENVIRONMENT_H */

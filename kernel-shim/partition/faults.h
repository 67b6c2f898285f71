/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file faults.h
 * @brief Faults on purpose: what EMUQ_FAULTS asks for in a job.
 */
#ifndef EMUQ_JOB_FAULTS_H
#define EMUQ_JOB_FAULTS_H

#include "kernel-shim/partition/partition.h"

/** Plans the faults of a partition that is about to be made (backends/fault_plan.h), and says which they are,
 * with their seed: host 0 does, if there are several. An allocation that is to fail is one from now on, if
 * the ranks are threads.
 *  @param spread the hosts of the job, or NULL: this one
 *  @return 0, or -EINVAL after a message: the setting is wrong, or there can be no faults in such a job */
int emuq_job_faults_plan(const emuq_partition_t *p, const emuq_spread_t *spread);

/** Begins the faults of a process that is a rank: those that it has by itself. */
void emuq_job_faults_join(void);

#endif /* EMUQ_JOB_FAULTS_H */

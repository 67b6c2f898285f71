/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file report.h
 * @brief What the launcher says about ranks; those of which the same can be said share the lines.
 */
#ifndef EMUQ_REPORT_H
#define EMUQ_REPORT_H

#include <stdio.h>

#include "kernel-shim/partition/launch.h"
#include "tools/emuq-run/crew.h"

/** Says what job it is. */
void emuq_report_job(const emuq_launch_t *launch);

/** Says where the partition is. */
void emuq_report_partition(const emuq_launch_t *launch);

/** Says which processes the ranks are. */
void emuq_report_processes(const emuq_crew_t *crew);

/** Says by which backend and paths the ranks reach each other. */
void emuq_report_paths(const emuq_crew_t *crew, const emuq_launch_t *launch);

/** Says what each rank is doing or waits for. */
void emuq_report_waits(const emuq_crew_t *crew, const emuq_launch_t *launch);

/** The same to a file, without the launcher's name in front of the lines. */
void emuq_report_waits_to(const emuq_crew_t *crew, const emuq_launch_t *launch, FILE *out);

/** Says by which signal a rank has ended. @param running ranks that run and will be ended. */
void emuq_report_death(const emuq_crew_t *crew, const emuq_rank_t *rank, uint32_t running);

/** Says by which status a rank ends the job. @param running as above. */
void emuq_report_bad_exit(const emuq_crew_t *crew, const emuq_rank_t *rank, uint32_t running);

/** Says what the host engine has exchanged with each of the other @p hosts. */
void emuq_report_lanes(const emuq_launch_t *launch, uint32_t hosts);

/** Says how many packets came too late, if any did. */
void emuq_report_dropped(const emuq_launch_t *launch);

/** Says what memory ranks use for messages that is not shared: of the first rank that does, and how many do.
 */
void emuq_report_slow(const emuq_crew_t *crew, const emuq_launch_t *launch);

/** "SIGTERM" for 15, "signal 40" for one without a name. @param name of 32 bytes. @return name. */
const char *emuq_signal_name(int signal, char *name);

#endif /* EMUQ_REPORT_H */

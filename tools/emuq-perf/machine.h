/* SPDX-License-Identifier: BSD-3-Clause */
/** @file machine.h  The machine that measures, as hwloc sees it. */
#ifndef EMUQ_PERF_MACHINE_H
#define EMUQ_PERF_MACHINE_H

#include <stdint.h>
#include <stdio.h>

/** Finds the cores that this process may use. @param core  gets the system's number of one hardware thread of
 *  each, up to @p most. @return how many, at least 1 */
uint32_t perf_machine_cores(int *core, uint32_t most);

/** Describes machine and versions in a line or two for people. */
void perf_machine_print(FILE *out);

/** The same as members of a JSON object: "machine" and "versions". */
void perf_machine_json(FILE *out);

#endif /* EMUQ_PERF_MACHINE_H */

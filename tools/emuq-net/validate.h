/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file validate.h
 * @brief The model against published figures, and against closed forms.
 *
 * Published figures: SC11 = "The IBM Blue Gene/Q Interconnection Network and Message Unit"; SC12 = "Looking
 * under the hood of the IBM Blue Gene/Q network"; PGAS13 = a measurement of one-way puts. Rows are printed as
 * they come, whatever the verdict.
 */
#ifndef EMUQ_NET_VALIDATE_H
#define EMUQ_NET_VALIDATE_H

#include "tools/emuq-net/figures.h"

/** A line: some figures that belong together. */
typedef struct traffic_line {
    const char *name, *title;
    void (*run)(traffic_figures_t *f);
    const char *method; /**< how the model's figures are measured, for docs; NULL: the title says it */
    const char *note;   /**< what to think of the verdicts, for docs; NULL: nothing */
} traffic_line_t;

extern const traffic_line_t traffic_lines_latency[], traffic_lines_collective[], traffic_lines_throughput[],
    traffic_lines_check[], traffic_lines_check_collective[],
    traffic_lines_check_waits[]; /**< each ends with a name of NULL */

/** Prints published figures and those of the model.
 *  @param only     name of a line, NULL: all
 *  @param markdown as a document, without what depends on the host
 *  @return 0: all figures that the model has are inside, 1: one is not, or there is none, 2: no such line */
int traffic_validate(const emuq_net_constants_t *p, const char *only, bool markdown, FILE *out);

/** The same with closed forms, on small shapes. */
int traffic_check(const emuq_net_constants_t *p, const char *only, bool markdown, FILE *out);

#endif /* EMUQ_NET_VALIDATE_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file report_page.h @brief report.html as the build has put it into the program. */
#ifndef EMUQ_TRACE_REPORT_PAGE_H
#define EMUQ_TRACE_REPORT_PAGE_H

/** Its bytes, and a zero. */
extern const unsigned char trace_report_page[];

#endif /* EMUQ_TRACE_REPORT_PAGE_H */

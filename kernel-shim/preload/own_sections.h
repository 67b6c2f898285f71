/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file own_sections.h
 * @brief Private to the kernel shim: where EMUQ's static data are in a program that EMUQ is linked into.
 *
 * All of it is in sections emuq_data and emuq_bss (cmake/own_sections.cmake), which a linker puts behind
 * .data and .bss. Both begin with a page, and a page of its own ends the former.
 */
#ifndef EMUQ_OWN_SECTIONS_H
#define EMUQ_OWN_SECTIONS_H

#if defined(__x86_64__)
#define EMUQ_LARGEST_PAGE 4096 /**< that the system may have */
#else
#define EMUQ_LARGEST_PAGE 65536 /**< that the system may have */
#endif

/** The page behind initialised data. */
extern volatile char emuq_own_data_end[EMUQ_LARGEST_PAGE];

/** Has to be linked: a constructor says where they are (backends/rank_data.h), if modelled time is wanted. */
extern const int emuq_own_sections_linked;

#endif /* EMUQ_OWN_SECTIONS_H */

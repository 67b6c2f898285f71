/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file shared_libraries.h
 * @brief Private to the kernel shim: reports shared libraries whose static data all ranks share.
 */
#ifndef EMUQ_SHARED_LIBRARIES_H
#define EMUQ_SHARED_LIBRARIES_H

/**
 * From now on names each loaded library that has static data, once: where ranks are threads, each rank has
 * the program's static data, and all share those of libraries. Not named are system libraries, which are made
 * for threads, and EMUQ's. @param ranks how many there are.
 */
void emuq_shared_libraries_watch(unsigned ranks);

/** Names those that have been loaded since the last call. Thread-safe. */
void emuq_shared_libraries_report(void);

#endif /* EMUQ_SHARED_LIBRARIES_H */

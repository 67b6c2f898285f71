/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file freeze.h
 * @brief Private to the kernel shim: the threads of a program stop, while its process stays.
 */
#ifndef EMUQ_FREEZE_H
#define EMUQ_FREEZE_H

/** All threads of the process but the calling one stop wherever they are, until emuq_threads_thaw(). Those
 *  that block every signal go on: the backend's own, which serve the other ranks; those that hold what other
 *  processes wait for (base/lock.h) go on for so long. Takes no lock and no
 *  memory, except for the C library's signal(): a thread may have stopped with any lock. To be
 *  thawed by the same thread, before it calls this again.
 */
void emuq_threads_freeze(void);
/** They go on. */
void emuq_threads_thaw(void);

#endif /* EMUQ_FREEZE_H */

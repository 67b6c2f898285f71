/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file slow.h
 * @brief Memory that the program uses for messages and that is not shared: the owner's engine has to copy.
 */
#ifndef EMUQ_MEMORY_SLOW_H
#define EMUQ_MEMORY_SLOW_H

#include "base/text.h"
#include "kernel-shim/partition/state.h"

/** Whether all processes of the host reach the memory of a process at @p va without its help. Thread-safe. */
bool emuq_memory_is_shared(const emuq_process_t *process, const void *va);

/** The process has mapped other memory over what it shares: messages use what the process sees from now on.
 * Thread-safe. @return as emuq_address_space_hide() */
int emuq_memory_hide(const void *va, size_t bytes);

/** The program has made a region at @p va. Notes the first one in memory that is not shared, for the report
 * of the launcher. Thread-safe. */
void emuq_slow_note(emuq_process_t *process, const void *va);

/** Says what has been noted in a process: an address, what is there, and what to use instead; one line
 * without its newline. Adds nothing if there is nothing. Called in any process of the partition. */
void emuq_slow_explain(const emuq_process_t *process, emuq_text_t *text);

#endif /* EMUQ_MEMORY_SLOW_H */

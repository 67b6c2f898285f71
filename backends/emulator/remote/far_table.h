/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file far_table.h
 * @brief Host engine: what it has asked other hosts, and waits to be answered. All functions are for the
 * thread that serves hosts.
 */
#ifndef EMUQ_EMULATOR_FAR_TABLE_H
#define EMUQ_EMULATOR_FAR_TABLE_H

#include <stdbool.h>
#include <stdint.h>

/** Notes that @p count hosts are to answer; @p host alone, or all if it is UINT32_MAX.
 *  @return a token, never 0; or 0 without memory */
uint32_t emuq_far_note(void *thing, uint32_t host, uint32_t count);

/** A host has answered. @param is_alone it alone was asked; otherwise all were
 *  @param left answers that are still to come; the last one ends the note.
 *  @return the thing, or NULL: nothing with that token waits for such an answer of that host */
void *emuq_far_answered(uint32_t token, uint32_t host, bool is_alone, uint32_t *left);

/** What has been noted with a token, if one host alone was asked; it stays noted.
 *  @param thing gets it, or NULL: nothing. @return false: there are no tokens from this one on */
bool emuq_far_noted(uint32_t token, uint32_t *host, void **thing);

#endif /* EMUQ_EMULATOR_FAR_TABLE_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file descriptor_dump.h
 * @brief A message descriptor in words.
 */
#ifndef EMUQ_DESCRIPTOR_DUMP_H
#define EMUQ_DESCRIPTOR_DUMP_H

#include "hwi/include/bqc/MU_Descriptor.h"
#include "base/text.h"

/** Adds every field of @p descriptor by name, one line each, and its eight words (hwi-descriptor,
 *  hwi-packet-headers). */
void emuq_descriptor_dump(emuq_text_t *text, const MUHWI_Descriptor_t *descriptor);

#endif /* EMUQ_DESCRIPTOR_DUMP_H */

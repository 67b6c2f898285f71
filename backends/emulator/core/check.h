/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file check.h
 * @brief What a descriptor may say. No state.
 */
#ifndef EMUQ_EMULATOR_CHECK_H
#define EMUQ_EMULATOR_CHECK_H

#include <stdbool.h>

#include "hwi/include/bqc/MU_Descriptor.h"

/** Checks a descriptor against the rules of hwi-descriptor section 6 and hwi-packet-headers section 7.
 *  @param system whether it is in a system FIFO
 *  @return NULL, or what is wrong; *advice says what to do. */
const char *emuq_check_descriptor(const MUHWI_Descriptor_t *d, bool system, const char **advice);

/** The same for the header of a message of @p length bytes alone. */
const char *emuq_check_header(const MUHWI_PacketHeader_t *header, uint64_t length, bool system,
                              const char **advice);

#endif /* EMUQ_EMULATOR_CHECK_H */

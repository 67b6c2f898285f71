/* SPDX-License-Identifier: BSD-3-Clause */
/** @file quantity.h  Decimal fractions and times in text, exactly: no floating point. */
#ifndef EMUQ_NET_QUANTITY_H
#define EMUQ_NET_QUANTITY_H

#include <stdint.h>

/**
 * Reads digits with at most @p places behind the point.
 * @param value gets the number times 10^places
 * @param end   gets the first character behind it
 * @return 0, -EINVAL (no number, or too many places), -ERANGE (2^63 or more). Thread-safe.
 */
int emuq_net_decimal(const char *text, unsigned places, uint64_t *value, const char **end);

/**
 * Reads a time: a number with the unit ns or us.
 * @param unit_ps length of the unit that is wanted, in picoseconds
 * @param value   gets the time in these units, rounded half up
 * @return 0, -EINVAL: no time, -ERANGE. Thread-safe.
 */
int emuq_net_time(const char *text, uint64_t unit_ps, uint64_t *value);

#endif /* EMUQ_NET_QUANTITY_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file why.h  Why something was refused: one line, without the name of the program and without a full stop.
 */
#ifndef EMUQ_NET_WHY_H
#define EMUQ_NET_WHY_H

#include <errno.h>

#include "base/text.h"

/** Sets @p why, instead of what it was, to what is wrong. @return -EINVAL */
int emuq_net_refuse(emuq_text_t *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** The same for a name that is not known. @param what such as "there is no pattern"
 *  @param search over; the nearest name is proposed @param list how to see all, if none is near */
int emuq_net_refuse_name(emuq_text_t *why, const char *what, const emuq_nearest_t *search, const char *list);

#endif /* EMUQ_NET_WHY_H */

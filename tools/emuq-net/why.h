/* SPDX-License-Identifier: BSD-3-Clause */
/** @file why.h  Why something was refused: one line, without the name of the program and without a full stop.
 */
#ifndef EMUQ_NET_WHY_H
#define EMUQ_NET_WHY_H

#include <errno.h>

#include "base/text.h"

/** Sets @p why, instead of what it was, to what is wrong. @return -EINVAL */
int traffic_refuse(emuq_text_t *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif /* EMUQ_NET_WHY_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file crc.h  The check word of footers. */
#ifndef APENET_CARD_CRC_H
#define APENET_CARD_CRC_H

#include <stddef.h>
#include <stdint.h>

/** CRC-32 as of Ethernet (polynomial 0x04c11db7, reflected, inverted at both ends) of @p bytes bytes and
 * @p zeros bytes of zero behind them. Thread-safe. */
uint32_t apenet_crc32(const void *p, size_t bytes, size_t zeros);

#endif /* APENET_CARD_CRC_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file read.h
 * @brief A get: the card that has the bytes answers, without its processor.
 */
#ifndef APENET_CARD_READ_H
#define APENET_CARD_READ_H

#include "apenet/card/receive.h"

/** Performs a get that has been checked. Takes the locks of both cards.
 * @param asks the card that asks; @param request the payload of its packet, copied.
 * @return the status of its GET_DONE; *bytes is how much has been written */
apenet_status_t apenet_read(apenet_device_t *asks, apenet_device_t *answers, const apenet_header_t *header,
                            const apenet_get_request_t *request, uint32_t *bytes);

#endif /* APENET_CARD_READ_H */

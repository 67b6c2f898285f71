/* SPDX-License-Identifier: BSD-3-Clause */
/** @file cards.h  The cards of a partition, which are made when a process first opens one. */
#ifndef APENET_DRIVER_CARDS_H
#define APENET_DRIVER_CARDS_H

#include "apenet/driver/driver.h"

/** Finds the card as the calling process uses it, open or not. @return 0 or as apenet_open() */
int apenet_card_find(apenet_card_t **out);

#endif /* APENET_DRIVER_CARDS_H */

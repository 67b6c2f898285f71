/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file shape.h
 * @brief The shape of a partition when the user gives none.
 */
#ifndef EMUQ_SHAPE_H
#define EMUQ_SHAPE_H

#include <stdint.h>

/**
 * Finds the smallest partition of at least @p nodes nodes; among those of that size the one whose dimensions
 * A to D differ least. E is 2 if the number of nodes is even; A >= B >= C >= D.
 * @param shape set: A..D 1..64, E 1..2.
 * @return 0, or -ERANGE without a message: no partition has so many nodes (1..33554432).
 */
int emuq_default_shape(uint64_t nodes, uint32_t shape[5]);

#endif /* EMUQ_SHAPE_H */

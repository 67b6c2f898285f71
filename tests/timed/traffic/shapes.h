/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shapes.h  Shapes of the tests. */
#ifndef TESTS_TRAFFIC_SHAPES_H
#define TESTS_TRAFFIC_SHAPES_H

#include "emuq_test.h"
#include "tools/emuq-net/net.h"

/** Parses a shape such as 4x4x2. */
static inline emuq_net_shape_t shape_of(const char *text)
{
    char reason[256];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    emuq_net_shape_t shape;
    CU_ASSERT_EQUAL_FATAL(traffic_shape_parse(text, &shape, &why), 0);
    return shape;
}

#endif /* TESTS_TRAFFIC_SHAPES_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shape.h  Shapes and nodes in text. */
#ifndef EMUQ_NET_TOOL_SHAPE_H
#define EMUQ_NET_TOOL_SHAPE_H

#include "base/text.h"
#include "network/parameters.h"

/** Reads a shape such as 16x8x8x8, all dimensions rings. @return 0 or -EINVAL with the reason in @p why */
int traffic_shape_parse(const char *text, emuq_net_shape_t *shape, emuq_text_t *why);

/** Makes dimensions meshes. @param letters such as AC @return 0 or -EINVAL with the reason in @p why */
int traffic_shape_mesh(const char *letters, emuq_net_shape_t *shape, emuq_text_t *why);

/** Adds a shape as text: 16x8x8x8, with a - behind the size of a mesh. */
void traffic_shape_print(const emuq_net_shape_t *shape, emuq_text_t *text);

/** Reads a node: a number, or coordinates such as (1,0,3,0). @param end gets the first character behind it
 *  @return 0 or -EINVAL with the reason in @p why */
int traffic_node_scan(const emuq_net_shape_t *shape, const char *text, uint32_t *node, const char **end,
                      emuq_text_t *why);

#endif /* EMUQ_NET_TOOL_SHAPE_H */

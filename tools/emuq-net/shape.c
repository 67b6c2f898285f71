/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/shape.h"

#include "base/number.h"
#include "network/files/files.h"

int traffic_shape_parse(const char *text, emuq_net_shape_t *shape, emuq_text_t *why)
{
    emuq_net_shape_t s = {.dimensions = 0};
    for (const char *at = text;; at++) {
        uint64_t n;
        if (s.dimensions == EMUQ_NET_DIMENSIONS || emuq_number_scan(at, EMUQ_NUMBER_COUNT, &n, &at) != 0 ||
            n < 1 || n > EMUQ_NET_SIZE || (*at != 'x' && *at != '\0'))
            return emuq_net_error(why, "a shape is up to %d sizes from 1 to %d such as 16x8x8x8, not '%s'",
                                   EMUQ_NET_DIMENSIONS, EMUQ_NET_SIZE, text);
        s.torus |= 1U << s.dimensions;
        s.size[s.dimensions++] = (uint32_t)n;
        if (*at == '\0')
            break;
    }
    if (emuq_net_shape_check(&s) != 0)
        return emuq_net_error(why, "the shape '%s' has too many nodes", text);
    *shape = s;
    return 0;
}

int traffic_shape_mesh(const char *letters, emuq_net_shape_t *shape, emuq_text_t *why)
{
    uint32_t mesh = 0;
    for (const char *c = letters; *c != '\0'; c++) {
        if (*c < 'A' || *c >= 'A' + (int)shape->dimensions)
            return emuq_net_error(why, "--mesh takes dimensions from A to %c, not '%s'",
                                   'A' + (int)shape->dimensions - 1, letters);
        mesh |= 1U << (*c - 'A');
    }
    shape->torus &= ~mesh;
    return 0;
}

void traffic_shape_print(const emuq_net_shape_t *shape, emuq_text_t *text)
{
    for (uint32_t d = 0; d < shape->dimensions; d++)
        emuq_text_add(text, "%s%u%s", d > 0 ? "x" : "", shape->size[d], shape->torus >> d & 1 ? "" : "-");
}

/* Reads (a,b,..): as many coordinates as there are dimensions. */
static int scan_coordinates(const emuq_net_shape_t *shape, const char *text, uint32_t *node, const char **end)
{
    uint8_t at[EMUQ_NET_DIMENSIONS] = {0};
    const char *c = text;
    for (uint32_t d = 0; d < shape->dimensions; d++) {
        uint64_t n;
        if (emuq_number_scan(c + 1, EMUQ_NUMBER_COUNT, &n, &c) != 0 || n >= shape->size[d] ||
            *c != (d + 1 < shape->dimensions ? ',' : ')'))
            return -EINVAL;
        at[d] = (uint8_t)n;
    }
    *node = emuq_net_node(shape, at);
    *end = c + 1;
    return 0;
}

int traffic_node_scan(const emuq_net_shape_t *shape, const char *text, uint32_t *node, const char **end,
                      emuq_text_t *why)
{
    uint64_t n;
    if (*text == '(') {
        if (scan_coordinates(shape, text, node, end) == 0)
            return 0;
    } else if (emuq_number_scan(text, EMUQ_NUMBER_COUNT, &n, end) == 0 && n < emuq_net_nodes(shape)) {
        *node = (uint32_t)n;
        return 0;
    }
    return emuq_net_error(why, "a node is a number below %u or %u coordinates such as (1,0), not '%.24s'",
                           emuq_net_nodes(shape), shape->dimensions, text);
}

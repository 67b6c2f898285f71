/* SPDX-License-Identifier: BSD-3-Clause */
/* Heat map of link usage. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/svg.h"
#include "tools/emuq-net/net.h"

_Static_assert((int)EMUQ_HEAT_DIMENSIONS == (int)EMUQ_NET_DIMENSIONS, "maps of all shapes");

static double *heat_percents(const traffic_point_t *point)
{
    const emuq_net_shape_t *s = &point->options.shape;
    uint32_t nodes = emuq_net_nodes(s), links = 2 * s->dimensions;
    double *value = calloc((size_t)nodes * links, sizeof *value);
    for (uint32_t node = 0; node < nodes && value != NULL; node++)
        for (uint32_t link = 0; link < links; link++)
            value[(size_t)node * links + link] = 100 * traffic_link_share(point, node, link);
    return value;
}

int traffic_heat(const traffic_point_t *points, unsigned count, FILE *out)
{
    const traffic_point_t *point = &points[count - 1];
    const emuq_net_shape_t *shape = &point->options.shape;
    size_t bytes = traffic_describe_size(&point->options);
    char buffer[160], *words = malloc(bytes);
    double *value = heat_percents(point);
    int rc = -ENOMEM;
    if (words != NULL && value != NULL) {
        emuq_text_t title = emuq_text(buffer, sizeof buffer), text = emuq_text(words, bytes);
        emuq_text_add(&title, "%s on ", point->options.setup.workload.pattern.text);
        traffic_shape_print(shape, &title);
        traffic_describe(&point->options, 0, &text);
        emuq_text_add(&text, "%s", point->result.partial ? "; partial: ended by SIGINT" : "");
        emuq_heat_map_t map = {.dimensions = shape->dimensions,
                               .torus = shape->torus,
                               .axes = "ABCDEF",
                               .value = value,
                               .full = 100,
                               .decimals = 1,
                               .unit = "% busy",
                               .suffix = " %",
                               .measure = "links busy",
                               .title = buffer,
                               .description = words};
        memcpy(map.size, shape->size, sizeof map.size);
        rc = emuq_svg_heat_map(out, &map);
    }
    free(value);
    free(words);
    return rc;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/curve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-net/svg.h"

int traffic_curve(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out)
{
    double *x = malloc(3 * count * sizeof *x), *throughput = x + count, *time = throughput + count;
    if (x == NULL)
        return -ENOMEM;
    for (unsigned i = 0; i < count; i++) {
        x[i] = (double)points[i].value / 1e6;
        throughput[i] = traffic_throughput(&points[i].result, &o->parameters);
        time[i] = traffic_ns(&o->parameters, traffic_mean(&points[i].result.measure.all)) / 1000;
    }
    bool load = strcmp(o->sweep.name, "load") == 0;
    const char *label = !load             ? o->sweep.name
                        : o->load_is_rate ? "offered, GB/s per node"
                                          : "offered, share of the peak";
    traffic_diagram_t d = {
        o->setup.workload.pattern.text, label, "accepted, GB/s per node", x, throughput, count};
    traffic_svg_begin(out, 2 * TRAFFIC_DIAGRAM_WIDTH, TRAFFIC_DIAGRAM_HEIGHT);
    traffic_svg_diagram(out, &d, 0, 0);
    d.y = time;
    d.title = "latency";
    d.y_label = "mean, us";
    traffic_svg_diagram(out, &d, TRAFFIC_DIAGRAM_WIDTH, 0);
    traffic_svg_end(out);
    free(x);
    return 0;
}

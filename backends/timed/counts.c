/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/counts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/count_read.h"
#include "backends/settings.h"

void emuq_timed_count_links(const emuq_timed_t *t)
{
    if (t->parameters.link.errors == 0)
        return;
    for (uint32_t node = 0; node < t->machine->nodes; node++)
        for (uint32_t link = 0; link < EMUQ_LINKS; link++)
            __atomic_store_n(&t->machine->node[node].resent[link],
                             emuq_net_counts(t->network, node, link).resent, __ATOMIC_RELAXED);
}

void emuq_timed_settle(emuq_machine_t *m, emuq_node_counts_t *counts)
{
    emuq_timed_count_links(m->timed);
    emuq_count_settle(m, counts);
}

/* @return whether all has been written */
static bool write_counts(const emuq_timed_t *t, const char *path, const emuq_node_counts_t *counts)
{
    const emuq_geometry_t *g = &t->machine->geometry;
    FILE *out = fopen(path, "we");
    if (out == NULL)
        return false;
    bool is_written = fwrite(g->size, sizeof g->size, 1, out) == 1 &&
                      fwrite(counts, sizeof *counts, t->machine->nodes, out) == t->machine->nodes;
    return fclose(out) == 0 && is_written;
}

void emuq_timed_write_counts(const emuq_timed_t *t)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_TIME_COUNTS);
    if (*path == '\0')
        return;
    emuq_node_counts_t *counts = calloc(t->machine->nodes, sizeof *counts);
    if (counts != NULL)
        emuq_timed_settle(t->machine, counts);
    if (counts == NULL || !write_counts(t, path, counts))
        fprintf(stderr, "emuq: cannot write %s (EMUQ_TIME_COUNTS): %s\n", path, strerror(errno));
    free(counts);
}

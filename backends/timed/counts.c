/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/counts.h"

#include <errno.h>
#include <stdlib.h>

#include "backends/emulator/core/machine.h"
#include "backends/settings.h"
#include "base/written.h"

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

/* @return 0 or a negative errno */
static int write_counts(const emuq_timed_t *t, const char *path, const emuq_node_counts_t *counts)
{
    const emuq_geometry_t *g = &t->machine->geometry;
    FILE *out = fopen(path, "we");
    if (out == NULL)
        return -errno;
    fwrite(g->size, sizeof g->size, 1, out);
    fwrite(counts, sizeof *counts, t->machine->nodes, out);
    return emuq_file_close(out);
}

void emuq_timed_write_counts(const emuq_timed_t *t)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_TIME_COUNTS);
    if (*path == '\0')
        return;
    emuq_node_counts_t *counts = calloc(t->machine->nodes, sizeof *counts);
    int rc = -ENOMEM;
    if (counts != NULL) {
        emuq_timed_settle(t->machine, counts);
        rc = write_counts(t, path, counts);
    }
    if (rc != 0)
        emuq_file_lost(path, "EMUQ_TIME_COUNTS", rc);
    free(counts);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory per remote node is small. */
#include <stdio.h>

#include "emuq_test.h"
#include "kernel-shim/partition/partition.h"

#ifdef __SANITIZE_ADDRESS__
#define MOST_BYTES 30000 /* with replica and safety margin */
#else
#define MOST_BYTES 20000
#endif

enum { HOSTS = 1000, NODES_OF_HOST = 16 };

/* Resident memory of this process in bytes; 0: unknown. */
static uint64_t resident(void)
{
    unsigned long long kilobytes = 0;
    char line[256];
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "Rss: %llu", &kilobytes) == 1)
            break;
    if (file != NULL)
        fclose(file);
    return kilobytes * 1024;
}

static void nodes_of_a_thousand_hosts(void)
{
    const emuq_job_t job = {.shape = {40, 40, 10, 1, 1}, .ppn = 16};
    const emuq_job_hosts_t spread = {.hosts = HOSTS, .host = 7};
    emuq_partition_t *p;
    uint64_t before = resident();
    CU_ASSERT_EQUAL_FATAL(emuq_partition_make(&job, true, &spread, &p), 0);
    uint64_t bytes = (resident() - before) / p->nodes;
    CU_ASSERT_EQUAL(p->nodes, HOSTS * NODES_OF_HOST);
    uint32_t here = 0;
    for (uint32_t node = 0; node < p->nodes; node++)
        here += emuq_node_is_here(p, node);
    CU_ASSERT_EQUAL(here, NODES_OF_HOST);
    if (before != 0) /* if the system reports it */
        CU_ASSERT(bytes < MOST_BYTES);
    printf("%u nodes on %u hosts: %llu bytes of memory a node\n", p->nodes, (unsigned)HOSTS,
           (unsigned long long)bytes);
    emuq_partition_close(p);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"nodes of a thousand hosts", nodes_of_a_thousand_hosts},
                                        {NULL, NULL}};
    return emuq_test_main("many hosts", tests);
}

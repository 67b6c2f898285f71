/* SPDX-License-Identifier: BSD-3-Clause */
/* Results of runs in other processes, through a file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-net/net.h"

#define REASON 512

typedef struct head {
    int rc;
    char why[REASON];
    uint64_t links; /* number of entries of links.busy */
} head_t;

/* Entries of links.busy. */
static uint64_t exchange_links(const traffic_result_t *r)
{
    return r->links.busy != NULL ? r->links.count : 0;
}

static bool exchange_write_array(FILE *out, const void *from, size_t size, uint64_t count)
{
    return count == 0 || fwrite(from, size, count, out) == count;
}

int traffic_exchange_write(FILE *out, int rc, const traffic_result_t *result, const char *why)
{
    head_t head = {.rc = rc};
    snprintf(head.why, sizeof head.why, "%s", rc != 0 ? why : "");
    head.links = rc == 0 ? exchange_links(result) : 0;
    bool good = exchange_write_array(out, &head, sizeof head, 1);
    if (rc == 0) {
        const traffic_measure_t *m = &result->measure;
        good = good && exchange_write_array(out, result, sizeof *result, 1) &&
               exchange_write_array(out, result->links.busy, sizeof *result->links.busy, head.links) &&
               exchange_write_array(out, m->series.row, sizeof *m->series.row, m->series.rows);
    }
    return good && fflush(out) == 0 ? 0 : errno != 0 ? -errno : -EIO;
}

/* Reads an array. @param to set to memory, also after an error @return 0, -EIO or -ENOMEM */
static int exchange_read_array(FILE *in, void **to, size_t size, uint64_t count)
{
    *to = calloc(count + 1, size);
    if (*to == NULL)
        return -ENOMEM;
    return fread(*to, size, count, in) == count ? 0 : -EIO;
}

static int exchange_read_result(FILE *in, const head_t *head, traffic_result_t *r)
{
    void *busy = NULL, *row = NULL;
    if (fread(r, sizeof *r, 1, in) != 1)
        return -EIO;
    traffic_measure_t *m = &r->measure;
    int rc = exchange_read_array(in, &busy, sizeof *r->links.busy, head->links);
    rc = rc == 0 ? exchange_read_array(in, &row, sizeof *m->series.row, m->series.rows) : rc;
    m->bytes = m->received = m->at = m->checksum = NULL; /* addresses of the other process */
    m->series.row = row;
    m->series.capacity = m->series.rows;
    r->links.busy = busy;
    if (rc != 0)
        traffic_result_free(r);
    return rc;
}

int traffic_exchange_read(FILE *in, traffic_result_t *result, emuq_text_t *why)
{
    head_t head;
    if (fread(&head, sizeof head, 1, in) != 1)
        return -EIO;
    if (head.rc == 0)
        return exchange_read_result(in, &head, result);
    emuq_net_error(why, "%s", head.why);
    return head.rc;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Client of PMI-1 (mpirun of MPICH, hydra): lines "cmd=(word) name=value ...", one reply per request. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel-shim/bootstrap/pmi_common.h"

#define LINE_BYTES 4096 /* longer than any reply in use */

static emuq_pmi_socket_t pmi1_socket = {.protocol = "PMI"};

static struct {
    char space[EMUQ_PMI_NAME]; /* name of the key-value space */
    size_t value_max;          /* size with the zero */
    unsigned gathers;
} pmi1;

static bool pmi1_present(void)
{
    return getenv("PMI_FD") != NULL || getenv("PMI_PORT") != NULL;
}

static bool pmi1_field(const char *line, const char *name, char *value, size_t bytes)
{
    return emuq_pmi_field(line, ' ', name, value, bytes);
}

/* Sends a request. @param answer expected type of the reply @return 0, or a negative errno after printing an
 * error; -ENODATA without a message: the launcher rejects an optional request */
static int pmi1_request(bool is_optional, const char *doing, const char *answer, char line[LINE_BYTES],
                        const char *format, ...) __attribute__((format(printf, 5, 6)));
static int pmi1_request(bool is_optional, const char *doing, const char *answer, char line[LINE_BYTES],
                        const char *format, ...)
{
    char word[EMUQ_PMI_NAME];
    va_list list;
    va_start(list, format);
    vsnprintf(line, LINE_BYTES, format, list);
    va_end(list);
    int error = emuq_pmi_send(&pmi1_socket, doing, line, strlen(line));
    if (error == 0)
        error = emuq_pmi_receive_line(&pmi1_socket, doing, line, LINE_BYTES);
    if (error != 0)
        return error;
    if (!pmi1_field(line, "cmd", word, sizeof(word)) || strcmp(word, answer) != 0)
        return emuq_pmi_fail_reply(&pmi1_socket, doing, line);
    char *end = word;
    if (!pmi1_field(line, "rc", word, sizeof(word)) ||
        (strtol(word, &end, 10) == 0 && *end == '\0' && end != word))
        return 0;
    return is_optional ? -ENODATA : emuq_pmi_fail_reply(&pmi1_socket, doing, line);
}

static int pmi1_get_limits(void)
{
    static const char doing[] = "requesting limits";
    char line[LINE_BYTES], number[16];
    int error = pmi1_request(false, doing, "maxes", line, "cmd=get_maxes\n");
    if (error != 0)
        return error;
    pmi1.value_max = pmi1_field(line, "vallen_max", number, sizeof(number)) ? strtoul(number, NULL, 10) : 0;
    if (pmi1.value_max == 0)
        return emuq_pmi_fail(&pmi1_socket, EPROTO, doing, "the reply has no length of values");
    return 0;
}

static int pmi1_get_space(void)
{
    static const char doing[] = "requesting the name of the job";
    char line[LINE_BYTES];
    int error = pmi1_request(false, doing, "my_kvsname", line, "cmd=get_my_kvsname\n");
    if (error != 0)
        return error;
    if (!pmi1_field(line, "kvsname", pmi1.space, sizeof(pmi1.space)))
        return emuq_pmi_fail(&pmi1_socket, EPROTO, doing, "the reply has no name");
    return 0;
}

static int pmi1_open(uint32_t *rank, uint32_t *ranks)
{
    char line[LINE_BYTES];
    int error = emuq_pmi_open(&pmi1_socket, rank, ranks);
    pmi1.gathers = 0;
    if (error == 0)
        error = pmi1_request(false, "connecting to the launcher", "response_to_init", line,
                             "cmd=init pmi_version=1 pmi_subversion=1\n");
    if (error == 0)
        error = pmi1_get_limits();
    return error == 0 ? pmi1_get_space() : error;
}

static int pmi1_nodes(uint32_t ranks, uint32_t *node)
{
    char mapping[LINE_BYTES], line[LINE_BYTES];
    int error = pmi1_request(true, "requesting the nodes of ranks", "get_result", line,
                             "cmd=get kvsname=%s key=PMI_process_mapping\n", pmi1.space);
    if (error != 0)
        return error;
    return pmi1_field(line, "value", mapping, sizeof(mapping)) &&
                   emuq_pmi_mapping_nodes(mapping, ranks, node) == 0
               ? 0
               : -ENODATA;
}

static int pmi1_put(const char *doing, const char *key, const char *value)
{
    char line[LINE_BYTES];
    int error = pmi1_request(false, doing, "put_result", line, "cmd=put kvsname=%s key=%s value=%s\n",
                             pmi1.space, key, value);
    explicit_bzero(line, sizeof(line)); /* may contain the job's key */
    return error;
}

static int pmi1_get(const char *doing, const char *key, char value[EMUQ_PMI_VALUE])
{
    char line[LINE_BYTES];
    int error =
        pmi1_request(false, doing, "get_result", line, "cmd=get kvsname=%s key=%s\n", pmi1.space, key);
    bool has_value = error == 0 && pmi1_field(line, "value", value, EMUQ_PMI_VALUE);
    explicit_bzero(line, sizeof(line));
    if (error == 0 && !has_value)
        return emuq_pmi_fail(&pmi1_socket, EPROTO, doing, "the reply has no value");
    return error;
}

static int pmi1_barrier(const char *doing)
{
    char line[LINE_BYTES];
    return pmi1_request(false, doing, "barrier_out", line, "cmd=barrier_in\n");
}

static int pmi1_gather(const emuq_gather_t *what)
{
    static const emuq_pmi_kvs_t space = {pmi1_put, pmi1_get, pmi1_barrier};
    return emuq_pmi_gather(&pmi1_socket, &space, pmi1.value_max, ++pmi1.gathers, what);
}

static void pmi1_abort(int status)
{
    char line[64];
    int length = snprintf(line, sizeof(line), "cmd=abort exitcode=%d\n", status);
    emuq_pmi_send_last(&pmi1_socket, line, (size_t)length);
}

/* A process that ends after "init" without "finalize" counts as killed. An initialised MPI library sends
 * "finalize". */
static void pmi1_close(void)
{
    char line[LINE_BYTES];
    if (!emuq_pmi_mpi_is_initialized() && emuq_pmi_is_open(&pmi1_socket))
        (void)pmi1_request(false, "leaving the job", "finalize_ack", line, "cmd=finalize\n");
}

const emuq_bootstrap_t emuq_bootstrap_pmi = {
    .name = "pmi",
    .help =
        "PMI_FD, PMI_RANK and PMI_SIZE are set: started by mpirun of MPICH, or another launcher with PMI-1",
    .present = pmi1_present,
    .open = pmi1_open,
    .nodes = pmi1_nodes,
    .gather = pmi1_gather,
    .abort = pmi1_abort,
    .close = pmi1_close,
    .is_shared = true,
};

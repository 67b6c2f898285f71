/* SPDX-License-Identifier: BSD-3-Clause */
/* PMI-1, as MPICH's mpirun (hydra) and its relatives offer it: lines of text "cmd=(word) name=value ...".
 * Each request gets one line. The MPI library comes later and begins with an "init" of its own; it is MPI
 * that says "finalize", unless there is none. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel-shim/bootstrap/mapping.h"
#include "kernel-shim/bootstrap/method.h"
#include "kernel-shim/bootstrap/space.h"
#include "kernel-shim/bootstrap/wire.h"

#define LINE_BYTES 4096 /* more than any server's longest line of those that are asked for */

static emuq_wire_t wire = {.protocol = "PMI"};

/* What the launcher has said. */
static struct {
    char space[EMUQ_WIRE_NAME]; /* name of the job's key-value space */
    size_t value_max;           /* bytes of a value, with the terminating zero */
    unsigned gathers;
} pmi;

static bool pmi_present(void)
{
    return getenv("PMI_FD") != NULL || getenv("PMI_PORT") != NULL;
}

static bool field(const char *line, const char *name, char *value, size_t bytes)
{
    return emuq_wire_field(line, ' ', name, value, bytes);
}

/* Asks, and checks that the answer is the one to this question. @return 0, or a negative errno after a
 * message; *result is what the launcher says of it, 0 if it is good. */
static int try(const char *doing, const char *answer, long *result, char line[LINE_BYTES], const char *format,
               va_list list)
{
    vsnprintf(line, LINE_BYTES, format, list);
    int error = emuq_wire_send(&wire, doing, line, strlen(line));
    if (error == 0)
        error = emuq_wire_line(&wire, doing, line, LINE_BYTES);
    if (error != 0)
        return error;
    char word[EMUQ_WIRE_NAME], *end;
    if (!field(line, "cmd", word, sizeof(word)) || strcmp(word, answer) != 0)
        return emuq_wire_wrong(&wire, doing, line);
    *result = 0;
    if (field(line, "rc", word, sizeof(word)))
        *result = strtol(word, &end, 10) | (*end != '\0' || end == word);
    return 0;
}

/* Asks; the answer must be good. */
static int ask(const char *doing, const char *answer, char line[LINE_BYTES], const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static int ask(const char *doing, const char *answer, char line[LINE_BYTES], const char *format, ...)
{
    long result;
    va_list list;
    va_start(list, format);
    int error = try(doing, answer, &result, line, format, list);
    va_end(list);
    return error == 0 && result != 0 ? emuq_wire_wrong(&wire, doing, line) : error;
}

/* Asks for what the launcher may not have. @return 0, -ENODATA without a message, or another negative errno.
 */
static int ask_whether(const char *doing, const char *answer, char line[LINE_BYTES], const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static int ask_whether(const char *doing, const char *answer, char line[LINE_BYTES], const char *format, ...)
{
    long result;
    va_list list;
    va_start(list, format);
    int error = try(doing, answer, &result, line, format, list);
    va_end(list);
    return error == 0 && result != 0 ? -ENODATA : error;
}

static int get_limits(void)
{
    static const char doing[] = "asking for limits";
    char line[LINE_BYTES], number[16];
    int error = ask(doing, "maxes", line, "cmd=get_maxes\n");
    if (error != 0)
        return error;
    pmi.value_max = field(line, "vallen_max", number, sizeof(number)) ? strtoul(number, NULL, 10) : 0;
    if (pmi.value_max == 0)
        return emuq_wire_broken(&wire, EPROTO, doing, "the launcher does not tell the length of values");
    return 0;
}

static int get_space(void)
{
    static const char doing[] = "asking for the job's name";
    char line[LINE_BYTES];
    int error = ask(doing, "my_kvsname", line, "cmd=get_my_kvsname\n");
    if (error != 0)
        return error;
    if (!field(line, "kvsname", pmi.space, sizeof(pmi.space)))
        return emuq_wire_broken(&wire, EPROTO, doing, "the launcher does not tell it");
    return 0;
}

static int pmi_open(uint32_t *rank, uint32_t *ranks)
{
    char line[LINE_BYTES];
    int error = emuq_wire_open(&wire, rank, ranks);
    pmi.gathers = 0;
    if (error == 0)
        error = ask("connecting to the launcher", "response_to_init", line,
                    "cmd=init pmi_version=1 pmi_subversion=1\n");
    if (error == 0)
        error = get_limits();
    return error == 0 ? get_space() : error;
}

static int pmi_nodes(uint32_t ranks, uint32_t *node)
{
    char mapping[LINE_BYTES], line[LINE_BYTES];
    int error = ask_whether("asking where the ranks are", "get_result", line,
                            "cmd=get kvsname=%s key=PMI_process_mapping\n", pmi.space);
    if (error != 0)
        return error;
    return field(line, "value", mapping, sizeof(mapping)) && emuq_mapping_nodes(mapping, ranks, node) == 0
               ? 0
               : -ENODATA;
}

static int put(const char *doing, const char *key, const char *value)
{
    char line[LINE_BYTES];
    int error = ask(doing, "put_result", line, "cmd=put kvsname=%s key=%s value=%s\n", pmi.space, key, value);
    explicit_bzero(line, sizeof(line)); /* the key of the job may be in it */
    return error;
}

static int get(const char *doing, const char *key, char value[EMUQ_SPACE_VALUE])
{
    char line[LINE_BYTES];
    int error = ask(doing, "get_result", line, "cmd=get kvsname=%s key=%s\n", pmi.space, key);
    bool has_value = error == 0 && field(line, "value", value, EMUQ_SPACE_VALUE);
    explicit_bzero(line, sizeof(line));
    if (error == 0 && !has_value)
        return emuq_wire_broken(&wire, EPROTO, doing, "the answer has no value");
    return error;
}

static int barrier(const char *doing)
{
    char line[LINE_BYTES];
    return ask(doing, "barrier_out", line, "cmd=barrier_in\n");
}

static int pmi_gather(const emuq_gather_t *what)
{
    static const emuq_space_t space = {put, get, barrier};
    return emuq_space_gather(&wire, &space, pmi.value_max, ++pmi.gathers, what);
}

static void pmi_abort(int status)
{
    char line[64];
    int length = snprintf(line, sizeof(line), "cmd=abort exitcode=%d\n", status);
    emuq_wire_last(&wire, line, (size_t)length);
}

/* The launcher takes a process that has said "init" and ends without "finalize" for one that died. A program
 * with MPI says it itself; if it does not, it shall look like that. */
static void pmi_close(void)
{
    char line[LINE_BYTES];
    if (!emuq_wire_is_of_mpi() && emuq_wire_is_open(&wire))
        (void)ask("leaving the job", "finalize_ack", line, "cmd=finalize\n");
}

const emuq_bootstrap_t emuq_bootstrap_pmi = {
    .name = "pmi",
    .help =
        "PMI_FD, PMI_RANK and PMI_SIZE are set: started by mpirun of MPICH, or another launcher with PMI-1",
    .present = pmi_present,
    .open = pmi_open,
    .nodes = pmi_nodes,
    .gather = pmi_gather,
    .abort = pmi_abort,
    .close = pmi_close,
};

/* SPDX-License-Identifier: BSD-3-Clause */
/* PMI-2, as srun --mpi=pmi2 offers it: after a line as in PMI-1, which chooses the version, each message is
 * its length in six characters and "cmd=(word);name=value;...". Each request gets one answer. The launcher
 * takes the choice of the version only once: an MPI library in the same program needs PMIx. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel-shim/bootstrap/mapping.h"
#include "kernel-shim/bootstrap/method.h"
#include "kernel-shim/bootstrap/space.h"
#include "kernel-shim/bootstrap/wire.h"

#define LENGTH_BYTES  6u
#define MESSAGE_BYTES 4096u /* more than any answer that is asked for; with the zero */
#define VALUE_BYTES   1024u /* of the protocol, with the zero */

static emuq_wire_t wire = {.protocol = "PMI-2"};
static unsigned gathers;

/* Hydra has its own variables for ranks, and may run inside a step of srun, whose variables they inherit. */
static bool pmi2_present(void)
{
    return getenv("PMI_FD") != NULL && getenv("PMI_JOBID") != NULL && getenv("SLURM_STEP_ID") != NULL &&
           getenv("MPI_LOCALRANKID") == NULL;
}

static bool field(const char *message, const char *name, char *value, size_t bytes)
{
    return emuq_wire_field(message, ';', name, value, bytes);
}

static int send_message(const char *doing, const char *message)
{
    char length[LENGTH_BYTES + 1];
    snprintf(length, sizeof(length), "%6u", (unsigned)strlen(message) & 0xffffu);
    int error = emuq_wire_send(&wire, doing, length, LENGTH_BYTES);
    return error == 0 ? emuq_wire_send(&wire, doing, message, strlen(message)) : error;
}

static int receive_message(const char *doing, char message[MESSAGE_BYTES])
{
    const int64_t limit_ms = emuq_wire_limit();
    char text[LENGTH_BYTES + 1] = "", *end;
    int error = emuq_wire_receive(&wire, doing, text, LENGTH_BYTES, limit_ms);
    if (error != 0)
        return error;
    unsigned long length = strtoul(text, &end, 10);
    while (*end == ' ')
        end++;
    if (*end != '\0' || length == 0 || length >= MESSAGE_BYTES)
        return emuq_wire_wrong(&wire, doing, text);
    error = emuq_wire_receive(&wire, doing, message, length, limit_ms);
    message[error == 0 ? length : 0] = '\0';
    return error;
}

/* Asks, and checks that the answer is the one to this question, and good. */
static int ask(const char *doing, const char *word, char message[MESSAGE_BYTES], const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static int ask(const char *doing, const char *word, char message[MESSAGE_BYTES], const char *format, ...)
{
    char answer[EMUQ_WIRE_NAME], wanted[EMUQ_WIRE_NAME];
    int length = snprintf(message, MESSAGE_BYTES, "cmd=%s;", word);
    va_list list;
    va_start(list, format);
    vsnprintf(message + length, MESSAGE_BYTES - (size_t)length, format, list);
    va_end(list);
    int error = send_message(doing, message);
    if (error == 0)
        error = receive_message(doing, message);
    if (error != 0)
        return error;
    snprintf(wanted, sizeof(wanted), "%s-response", word);
    if (!field(message, "cmd", answer, sizeof(answer)) || strcmp(answer, wanted) != 0 ||
        !field(message, "rc", answer, sizeof(answer)) || strcmp(answer, "0") != 0)
        return emuq_wire_wrong(&wire, doing, message);
    return 0;
}

/* Whether an answer says that it has a value, and it is not too long. */
static bool value_of(const char *message, char *value, size_t bytes)
{
    char found[EMUQ_WIRE_NAME];
    return (!field(message, "found", found, sizeof(found)) || strcmp(found, "TRUE") == 0) &&
           field(message, "value", value, bytes);
}

static int choose_version(void)
{
    static const char doing[] = "connecting to the launcher",
                      choice[] = "cmd=init pmi_version=2 pmi_subversion=0\n";
    char line[MESSAGE_BYTES], word[EMUQ_WIRE_NAME];
    int error = emuq_wire_send(&wire, doing, choice, strlen(choice));
    if (error == 0)
        error = emuq_wire_line(&wire, doing, line, sizeof(line));
    if (error != 0)
        return error;
    bool is_good = emuq_wire_field(line, ' ', "cmd", word, sizeof(word)) &&
                   strcmp(word, "response_to_init") == 0 &&
                   emuq_wire_field(line, ' ', "rc", word, sizeof(word)) && strcmp(word, "0") == 0;
    return is_good ? 0 : emuq_wire_wrong(&wire, doing, line);
}

static int pmi2_open(uint32_t *rank, uint32_t *ranks)
{
    char message[MESSAGE_BYTES];
    int error = emuq_wire_open(&wire, rank, ranks);
    gathers = 0;
    if (error == 0 && *rank == 0 && emuq_wire_has_mpi())
        emuq_log("srun --mpi=pmi2 takes one user in a process: MPI_Init() will fail; start programs "
                     "with MPI by srun --mpi=pmix or mpirun");
    if (error == 0)
        error = choose_version();
    if (error == 0)
        error = ask("connecting to the launcher", "fullinit", message,
                    "pmijobid=%s;pmirank=%u;threaded=FALSE;", getenv("PMI_JOBID"), wire.rank);
    return error;
}

static int pmi2_nodes(uint32_t ranks, uint32_t *node)
{
    char message[MESSAGE_BYTES], mapping[MESSAGE_BYTES];
    const char *distribution = getenv("SLURM_DISTRIBUTION");
    if (distribution != NULL && strncmp(distribution, "arbitrary", strlen("arbitrary")) == 0)
        return -ENODATA; /* Slurm then says that each rank is on a host of its own */
    int error = ask("asking where the ranks are", "info-getjobattr", message, "key=PMI_process_mapping;");
    if (error != 0)
        return error;
    return value_of(message, mapping, sizeof(mapping)) && emuq_mapping_nodes(mapping, ranks, node) == 0
               ? 0
               : -ENODATA;
}

static int put(const char *doing, const char *key, const char *value)
{
    char message[MESSAGE_BYTES];
    int error = ask(doing, "kvs-put", message, "key=%s;value=%s;", key, value);
    explicit_bzero(message, sizeof(message)); /* the key of the job may be in it */
    return error;
}

static int get(const char *doing, const char *key, char value[EMUQ_SPACE_VALUE])
{
    char message[MESSAGE_BYTES];
    int error = ask(doing, "kvs-get", message, "jobid=%s;srcid=-1;key=%s;", getenv("PMI_JOBID"), key);
    if (error == 0 && !value_of(message, value, EMUQ_SPACE_VALUE))
        error = emuq_wire_wrong(&wire, doing, message);
    explicit_bzero(message, sizeof(message));
    return error;
}

static int fence(const char *doing)
{
    char message[MESSAGE_BYTES];
    return ask(doing, "kvs-fence", message, "%s", "");
}

static int pmi2_gather(const emuq_gather_t *what)
{
    static const emuq_space_t space = {put, get, fence};
    return emuq_space_gather(&wire, &space, VALUE_BYTES, ++gathers, what);
}

static void pmi2_abort(int status)
{
    char message[128];
    static const char format[] =
        "cmd=abort;isworld=TRUE;msg=rank %u exits with status %d, which ends the job;";
    int length = snprintf(message + LENGTH_BYTES, sizeof(message) - LENGTH_BYTES, format, wire.rank, status);
    char number[LENGTH_BYTES + 1];
    snprintf(number, sizeof(number), "%6u", (unsigned)length & 0xffffu);
    memcpy(message, number, LENGTH_BYTES);
    emuq_wire_last(&wire, message, (size_t)length + LENGTH_BYTES);
}

static void pmi2_close(void)
{
    char message[MESSAGE_BYTES];
    if (!emuq_wire_is_of_mpi() && emuq_wire_is_open(&wire))
        (void)ask("leaving the job", "finalize", message, "%s", "");
}

const emuq_bootstrap_t emuq_bootstrap_pmi2 = {
    .name = "pmi2",
    .help = "PMI_FD, PMI_JOBID and SLURM_STEP_ID are set: started by srun --mpi=pmi2",
    .present = pmi2_present,
    .open = pmi2_open,
    .nodes = pmi2_nodes,
    .gather = pmi2_gather,
    .abort = pmi2_abort,
    .close = pmi2_close,
};

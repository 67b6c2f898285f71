/* SPDX-License-Identifier: BSD-3-Clause */
/* PMI-2 (srun --mpi=pmi2): a PMI-1 line selects the version, then each message is its length in six
 * characters and "cmd=(word);name=value;...", with one reply per request. The version can be selected once,
 * so an MPI library in the same program needs PMIx. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel-shim/bootstrap/pmi_common.h"

#define LENGTH_BYTES  6u
#define MESSAGE_BYTES 4096u /* longer than any reply in use, with the zero */
#define VALUE_BYTES   1024u /* limit of the protocol, with the zero */

static emuq_pmi_socket_t pmi2_socket = {.protocol = "PMI-2"};
static unsigned pmi2_gathers;

/* Ranks of hydra inside a step of srun inherit srun's variables; MPI_LOCALRANKID identifies hydra. */
static bool pmi2_present(void)
{
    return getenv("PMI_FD") != NULL && getenv("PMI_JOBID") != NULL && getenv("SLURM_STEP_ID") != NULL &&
           getenv("MPI_LOCALRANKID") == NULL;
}

static bool pmi2_field(const char *message, const char *name, char *value, size_t bytes)
{
    return emuq_pmi_field(message, ';', name, value, bytes);
}

static int pmi2_send_message(const char *doing, const char *message)
{
    char length[LENGTH_BYTES + 1];
    snprintf(length, sizeof(length), "%6u", (unsigned)strlen(message) & 0xffffu);
    int error = emuq_pmi_send(&pmi2_socket, doing, length, LENGTH_BYTES);
    return error == 0 ? emuq_pmi_send(&pmi2_socket, doing, message, strlen(message)) : error;
}

static int pmi2_receive_message(const char *doing, char message[MESSAGE_BYTES])
{
    const int64_t limit_ms = emuq_pmi_deadline();
    char text[LENGTH_BYTES + 1] = "", *end;
    int error = emuq_pmi_receive(&pmi2_socket, doing, text, LENGTH_BYTES, limit_ms);
    if (error != 0)
        return error;
    unsigned long length = strtoul(text, &end, 10);
    while (*end == ' ')
        end++;
    if (*end != '\0' || length == 0 || length >= MESSAGE_BYTES)
        return emuq_pmi_fail_reply(&pmi2_socket, doing, text);
    error = emuq_pmi_receive(&pmi2_socket, doing, message, length, limit_ms);
    message[error == 0 ? length : 0] = '\0';
    return error;
}

/* Sends a request that must succeed, and checks the type of the reply. */
static int pmi2_request(const char *doing, const char *word, char message[MESSAGE_BYTES], const char *format,
                        ...) __attribute__((format(printf, 4, 5)));
static int pmi2_request(const char *doing, const char *word, char message[MESSAGE_BYTES], const char *format,
                        ...)
{
    char answer[EMUQ_PMI_NAME], wanted[EMUQ_PMI_NAME];
    int length = snprintf(message, MESSAGE_BYTES, "cmd=%s;", word);
    va_list list;
    va_start(list, format);
    vsnprintf(message + length, MESSAGE_BYTES - (size_t)length, format, list);
    va_end(list);
    int error = pmi2_send_message(doing, message);
    if (error == 0)
        error = pmi2_receive_message(doing, message);
    if (error != 0)
        return error;
    snprintf(wanted, sizeof(wanted), "%s-response", word);
    if (!pmi2_field(message, "cmd", answer, sizeof(answer)) || strcmp(answer, wanted) != 0 ||
        !pmi2_field(message, "rc", answer, sizeof(answer)) || strcmp(answer, "0") != 0)
        return emuq_pmi_fail_reply(&pmi2_socket, doing, message);
    return 0;
}

/* @return false: no value in the reply, or too long */
static bool pmi2_value(const char *message, char *value, size_t bytes)
{
    char found[EMUQ_PMI_NAME];
    return (!pmi2_field(message, "found", found, sizeof(found)) || strcmp(found, "TRUE") == 0) &&
           pmi2_field(message, "value", value, bytes);
}

static int pmi2_choose_version(void)
{
    static const char doing[] = "connecting to the launcher",
                      choice[] = "cmd=init pmi_version=2 pmi_subversion=0\n";
    char line[MESSAGE_BYTES], word[EMUQ_PMI_NAME];
    int error = emuq_pmi_send(&pmi2_socket, doing, choice, strlen(choice));
    if (error == 0)
        error = emuq_pmi_receive_line(&pmi2_socket, doing, line, sizeof(line));
    if (error != 0)
        return error;
    bool is_good = emuq_pmi_field(line, ' ', "cmd", word, sizeof(word)) &&
                   strcmp(word, "response_to_init") == 0 &&
                   emuq_pmi_field(line, ' ', "rc", word, sizeof(word)) && strcmp(word, "0") == 0;
    return is_good ? 0 : emuq_pmi_fail_reply(&pmi2_socket, doing, line);
}

static int pmi2_open(uint32_t *rank, uint32_t *ranks)
{
    char message[MESSAGE_BYTES];
    int error = emuq_pmi_open(&pmi2_socket, rank, ranks);
    pmi2_gathers = 0;
    if (error == 0 && *rank == 0 && emuq_pmi_has_mpi())
        emuq_log("srun --mpi=pmi2 serves one library per process: MPI_Init() will fail; start programs "
                 "with MPI by srun --mpi=pmix or mpirun");
    if (error == 0)
        error = pmi2_choose_version();
    if (error == 0)
        error = pmi2_request("connecting to the launcher", "fullinit", message,
                             "pmijobid=%s;pmirank=%u;threaded=FALSE;", getenv("PMI_JOBID"), pmi2_socket.rank);
    return error;
}

static int pmi2_nodes(uint32_t ranks, uint32_t *node)
{
    char message[MESSAGE_BYTES], mapping[MESSAGE_BYTES];
    const char *distribution = getenv("SLURM_DISTRIBUTION");
    if (distribution != NULL && strncmp(distribution, "arbitrary", strlen("arbitrary")) == 0)
        return -ENODATA; /* Slurm then reports a separate host for each rank */
    int error =
        pmi2_request("requesting the nodes of ranks", "info-getjobattr", message, "key=PMI_process_mapping;");
    if (error != 0)
        return error;
    return pmi2_value(message, mapping, sizeof(mapping)) && emuq_pmi_mapping_nodes(mapping, ranks, node) == 0
               ? 0
               : -ENODATA;
}

static int pmi2_put(const char *doing, const char *key, const char *value)
{
    char message[MESSAGE_BYTES];
    int error = pmi2_request(doing, "kvs-put", message, "key=%s;value=%s;", key, value);
    explicit_bzero(message, sizeof(message)); /* may contain the job's key */
    return error;
}

static int pmi2_get(const char *doing, const char *key, char value[EMUQ_PMI_VALUE])
{
    char message[MESSAGE_BYTES];
    int error =
        pmi2_request(doing, "kvs-get", message, "jobid=%s;srcid=-1;key=%s;", getenv("PMI_JOBID"), key);
    if (error == 0 && !pmi2_value(message, value, EMUQ_PMI_VALUE))
        error = emuq_pmi_fail_reply(&pmi2_socket, doing, message);
    explicit_bzero(message, sizeof(message));
    return error;
}

static int pmi2_fence(const char *doing)
{
    char message[MESSAGE_BYTES];
    return pmi2_request(doing, "kvs-fence", message, "%s", "");
}

static int pmi2_gather(const emuq_gather_t *what)
{
    static const emuq_pmi_kvs_t space = {pmi2_put, pmi2_get, pmi2_fence};
    return emuq_pmi_gather(&pmi2_socket, &space, VALUE_BYTES, ++pmi2_gathers, what);
}

static void pmi2_abort(int status)
{
    char message[128];
    static const char format[] =
        "cmd=abort;isworld=TRUE;msg=rank %u exits with status %d, which ends the job;";
    int length =
        snprintf(message + LENGTH_BYTES, sizeof(message) - LENGTH_BYTES, format, pmi2_socket.rank, status);
    char number[LENGTH_BYTES + 1];
    snprintf(number, sizeof(number), "%6u", (unsigned)length & 0xffffu);
    memcpy(message, number, LENGTH_BYTES);
    emuq_pmi_send_last(&pmi2_socket, message, (size_t)length + LENGTH_BYTES);
}

static void pmi2_close(void)
{
    char message[MESSAGE_BYTES];
    if (!emuq_pmi_mpi_is_initialized() && emuq_pmi_is_open(&pmi2_socket))
        (void)pmi2_request("leaving the job", "finalize", message, "%s", "");
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

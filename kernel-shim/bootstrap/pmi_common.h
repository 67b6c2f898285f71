/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pmi_common.h
 * @brief PMI-1 and PMI-2: the socket to the launcher, its key-value space, and encodings.
 *
 * The socket (PMI_FD) is shared with an MPI library that may be initialised later, so no byte is read in
 * advance.
 */
#ifndef EMUQ_BOOTSTRAP_PMI_COMMON_H
#define EMUQ_BOOTSTRAP_PMI_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "kernel-shim/bootstrap/bootstrap.h"

#define EMUQ_PMI_NAME  256u  /**< size of names, words and excerpts of replies */
#define EMUQ_PMI_VALUE 4096u /**< buffer for a value with its zero; above the limits of all launchers */
#define EMUQ_PMI_KEY   32u   /**< buffer for a key with its zero */

/* ---- socket. @p doing describes the step in messages. A negative errno follows a printed error ---- */

typedef struct emuq_pmi_socket {
    const char *protocol; /**< name of the protocol in messages */
    int fd;
    uint32_t rank;
    struct stat identity; /**< detects an fd that MPI has closed and the program has reused */
    bool is_broken;
} emuq_pmi_socket_t;

/** Opens the socket by PMI_FD, PMI_RANK and PMI_SIZE. @return 0 or a negative errno */
int emuq_pmi_open(emuq_pmi_socket_t *pmi, uint32_t *rank, uint32_t *ranks);
bool emuq_pmi_is_open(const emuq_pmi_socket_t *pmi);
/** Reports an error and marks the socket as broken. @return -error */
int emuq_pmi_fail(emuq_pmi_socket_t *pmi, int error, const char *doing, const char *what);
/** Reports an unexpected reply. @return -EPROTO */
int emuq_pmi_fail_reply(emuq_pmi_socket_t *pmi, const char *doing, const char *reply);
int64_t emuq_pmi_deadline(void);
/** @return 0 or a negative errno */
int emuq_pmi_send(emuq_pmi_socket_t *pmi, const char *doing, const char *bytes, size_t length);
/** Receives exactly @p length bytes. @return 0 or a negative errno */
int emuq_pmi_receive(emuq_pmi_socket_t *pmi, const char *doing, char *bytes, size_t length, int64_t limit_ms);
/** Receives a line without its newline. @return 0 or a negative errno */
int emuq_pmi_receive_line(emuq_pmi_socket_t *pmi, const char *doing, char *line, size_t bytes);
/** Sends a final message without reply, after a delay: the launcher then stops forwarding output. */
void emuq_pmi_send_last(const emuq_pmi_socket_t *pmi, const char *bytes, size_t length);
bool emuq_pmi_has_mpi(void);
/** Whether an MPI library is initialised, and so finalizes PMI */
bool emuq_pmi_mpi_is_initialized(void);
/** Finds "name=value" in a list of words separated by @p end. @return false: missing, or longer than @p bytes
 * with its zero */
bool emuq_pmi_field(const char *words, char end, const char *name, char *value, size_t bytes);

/* ---- key-value space ---- */

/** Requests of a protocol. All return 0, or a negative errno after printing an error. */
typedef struct emuq_pmi_kvs {
    int (*put)(const char *doing, const char *key, const char *value);
    int (*get)(const char *doing, const char *key, char value[EMUQ_PMI_VALUE]);
    int (*barrier)(const char *doing); /**< waits for all ranks, and publishes their values */
} emuq_pmi_kvs_t;

/** gather() of emuq_bootstrap_t. @param value_bytes limit of the launcher for a value with its zero @param
 * number of the call, which makes keys unique */
int emuq_pmi_gather(emuq_pmi_socket_t *pmi, const emuq_pmi_kvs_t *kvs, size_t value_bytes, unsigned number,
                    const emuq_gather_t *what);

/* ---- encodings ---- */

/** Encodes a string as a PMI value: 'x' and the string; characters except letters, digits and "-._:/+@,"
 * become '%' and two hexadecimal digits. @return 0; -EMSGSIZE without a message */
int emuq_pmi_encode(const char *text, char *value, size_t bytes);
/** Decodes a value. @return 0, or without a message: -EPROTO: invalid; -EMSGSIZE: longer than @p bytes */
int emuq_pmi_decode(const char *value, char *text, size_t bytes);
/** Parses a PMI_process_mapping, such as "(vector,(0,2,4),(2,1,1))": groups of first node, number of nodes,
 * ranks per node; repeated from the first group until all ranks are placed. @param node [ranks] set @return
 * 0; -EINVAL without a message */
int emuq_pmi_mapping_nodes(const char *mapping, uint32_t ranks, uint32_t *node);

#endif /* EMUQ_BOOTSTRAP_PMI_COMMON_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file plaquette.h @brief Communication and steps of the program. */
#ifndef PLAQUETTE_PLAQUETTE_H
#define PLAQUETTE_PLAQUETTE_H

#include <stdbool.h>
#include <stdint.h>

#include "spi/setup/spi_setup.h"
#include "ildg.h"
#include "lattice.h"

/* ---- exchange of the halo by direct put ----
 *
 * Dimensions are exchanged one after the other, x first, and a message includes the halo of the previous
 * dimensions, which transfers corners with eight messages per exchange. A rank without a neighbour in a
 * dimension is its own neighbour and sends through the Message Unit as well.
 *
 * No barrier is needed. The receiver has two buffers per direction, used alternately. A rank sends message
 * n+2 after receiving message n+1 of the same neighbour. The neighbour sent n+1 after emptying the buffer of
 * message n, which message n+2 reuses. Messages are never empty, so every message implies this order. */

#define EXCHANGE_DIRECTIONS (2 * LATTICE_DIMS) /**< 2 d: towards lower coordinates of d; 2 d + 1: higher */
#define EXCHANGE_BUFFERS    2

/** A direction of travel: the outgoing message, and the incoming message from the opposite neighbour. */
typedef struct exchange_direction {
    uint32_t to[SPI_DIMS];
    size_t *leaving[2];  /**< per parity: local sites at the boundary */
    size_t *arriving[2]; /**< per parity: halo sites, in the order of the sender's list */
    size_t leaving_sites[2], arriving_sites[2];
    char *source;
    char *target[EXCHANGE_BUFFERS];
    uint64_t *counter[EXCHANGE_BUFFERS]; /**< decremented by received bytes */
    uint64_t expected[EXCHANGE_BUFFERS]; /**< bytes received including the next message */
    uint64_t sent;
} exchange_direction_t;

typedef struct exchange {
    spi_process_t *process;
    spi_window_t window;
    exchange_direction_t direction[EXCHANGE_DIRECTIONS];
    uint64_t exchanges;
    uint64_t bytes;
    uint64_t ticks;   /**< time base ticks in exchanges */
    uint64_t waiting; /**< time base ticks waiting for neighbours */
} exchange_t;

/** Opens the exchange. Collective; uses all eight injection FIFOs, one per direction. @param entry BAT entry
 * of the exchange */
void exchange_open(exchange_t *e, spi_process_t *process, uint32_t entry, const lattice_t *lat);
void exchange_close(exchange_t *e);

/** Refreshes the halo; collective with equal arguments. A field_halo_t with the exchange as context. */
void exchange_halo(void *exchange, field_t *f, int mu, int parity);

/* ---- sums, extrema and exclusive or over all ranks by the collective network ----
 *
 * The network combines one contribution per node. Processes of a node put their values into the memory of
 * process 0, which combines them in the order of T, contributes, and returns the result. The order of all
 * operations is fixed, so sums of floating-point numbers are reproducible on the same shape. */

#define REDUCE_MAX_WORDS 8

typedef enum reduce_operation { REDUCE_SUM, REDUCE_MIN, REDUCE_MAX, REDUCE_XOR } reduce_operation_t;

typedef struct reduce {
    spi_process_t *process;
    spi_window_t window;
    uint64_t contributed; /**< bytes that each process of the node has put to process 0 */
    uint64_t results;
} reduce_t;

/** Opens the reduction. Collective. @param entry BAT entry of the reduction */
void reduce_open(reduce_t *r, spi_process_t *process, uint32_t entry);
void reduce_close(reduce_t *r);

/** Replaces the numbers of each rank by their sum, minimum or maximum over all ranks.
 *  @param n 1..REDUCE_MAX_WORDS, equal on all ranks */
void reduce_numbers(reduce_t *r, reduce_operation_t operation, double *number, int n);

/** Replaces the words of each rank by their exclusive or over all ranks. */
void reduce_xor(reduce_t *r, uint64_t *word, int n);

/* ---- the command line ---- */

typedef struct options {
    bool help;
    bool verbose;
    unsigned repeat;
    const char *file;
    bool generate;
    double beta;
    int lattice[LATTICE_DIMS];
    const char *start; /**< "cold", "hot", or a file */
    unsigned thermal, sweeps, overrelax;
    uint64_t seed;
    const char *save;
    int precision;
    bool check; /**< true if the average plaquette is compared with `average` */
    double average, tolerance;
} options_t;

/** Reads the command line. @return 0, or -1 with a message in @p error */
int options_read(options_t *o, int argc, char **argv, char *error, unsigned long error_size);

extern const char *const options_help;

/* ---- the steps of the program; collective ---- */

typedef struct plaquette_job {
    const options_t *options;
    spi_process_t process;
    reduce_t reduce;
    lattice_t lat;
    field_t field;
    exchange_t exchange;
    bool has_field; /**< `lat`, `field` and `exchange` are open */
} plaquette_job_t;

/** Opens the job. @return 0; -1 on all ranks, with the error printed */
int job_open(plaquette_job_t *job, const options_t *options);
void job_close(plaquette_job_t *job);

/** The two modes of the program. @return exit status, equal on all ranks */
int job_measure(plaquette_job_t *job);
int job_generate(plaquette_job_t *job);

void job_print(const plaquette_job_t *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Tests if any rank failed. The first failed rank prints its @p error; other ranks ignore the argument.
 *  @return 0 if none failed, otherwise 1, equal on all ranks */
int job_failed(plaquette_job_t *job, bool failed, const char *error);

/** Distributes a lattice over the partition, and opens the field and its exchange. @return 0, or 1 after
 * printing an error */
int job_open_field(plaquette_job_t *job, const int global[LATTICE_DIMS]);

/** Opens and reads a field, each rank its part, and verifies its checksum and that its links are in SU(3).
 *  @param plaquette set to the digits recorded in the file, or an empty string
 *  @return 0, or 1 after printing an error */
int job_read_field(plaquette_job_t *job, const char *path, char plaquette[32]);

/** Checks that the path is unused or a regular file. @return 0, or 1 after printing an error */
int job_check_target(plaquette_job_t *job, const char *path);

/** Writes the field, each rank its part. @return 0, or 1 after printing an error */
int job_write_field(plaquette_job_t *job, const char *path, const ildg_history_t *history);

/** The average plaquette of the lattice. Needs the halo. */
double job_plaquette(plaquette_job_t *job);

#endif /* PLAQUETTE_PLAQUETTE_H */

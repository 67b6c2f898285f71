/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mini_mpi.h
 * @brief The core of an MPI, implemented on PAMI.
 *
 * Names, arguments and rules are those of MPI with prefix MM_ instead of MPI_; programs become MPI programs
 * by replacing the prefix. There is one communicator. Errors are returned, except that the job ends if memory
 * or the message layer fails. All calls are made by the thread that called MM_Init().
 */
#ifndef EXAMPLES_MINI_MPI_H
#define EXAMPLES_MINI_MPI_H

#include <stddef.h>

enum { MM_SUCCESS, MM_ERR_ARG, MM_ERR_TRUNCATE, MM_ERR_IN_STATUS };

typedef enum { MM_COMM_WORLD = 1 } MM_Comm;

typedef enum { MM_BYTE, MM_INT, MM_LONG, MM_FLOAT, MM_DOUBLE } MM_Datatype;

typedef enum { MM_SUM, MM_PROD, MM_MIN, MM_MAX } MM_Op;

#define MM_ANY_SOURCE (-1) /**< Source of a receive: any rank. */
#define MM_ANY_TAG    (-1) /**< Tag of a receive: any tag. */

/** Result of a receive. */
typedef struct {
    int MM_SOURCE, MM_TAG;
    int MM_ERROR; /**< set by MM_Waitall() */
    size_t bytes; /**< read by MM_Get_count() */
} MM_Status;

#define MM_STATUS_IGNORE   ((MM_Status *)0)
#define MM_STATUSES_IGNORE ((MM_Status *)0)

/** A send or receive in progress. */
typedef struct mm_request *MM_Request;
#define MM_REQUEST_NULL ((MM_Request)0)

/** @name Setup
 * @{ */
int MM_Init(int *argc, char ***argv);
int MM_Finalize(void);
int MM_Comm_rank(MM_Comm comm, int *rank);
int MM_Comm_size(MM_Comm comm, int *size);
double MM_Wtime(void);
/** @} */

/** @name Messages
 * Messages from one sender that match the same receive are received in the order of the sends.
 * @{ */
int MM_Send(const void *buffer, int count, MM_Datatype type, int dest, int tag, MM_Comm comm);
int MM_Isend(const void *buffer, int count, MM_Datatype type, int dest, int tag, MM_Comm comm,
             MM_Request *request);
int MM_Recv(void *buffer, int count, MM_Datatype type, int source, int tag, MM_Comm comm, MM_Status *status);
int MM_Irecv(void *buffer, int count, MM_Datatype type, int source, int tag, MM_Comm comm,
             MM_Request *request);
/** Waits until a matching message can be received, without receiving it. */
int MM_Probe(int source, int tag, MM_Comm comm, MM_Status *status);
int MM_Wait(MM_Request *request, MM_Status *status);
int MM_Waitall(int count, MM_Request requests[], MM_Status statuses[]);
/** Finds the number of elements of a message. */
int MM_Get_count(const MM_Status *status, MM_Datatype type, int *count);
/** @} */

/** @name Collectives
 * @{ */
int MM_Barrier(MM_Comm comm);
int MM_Bcast(void *buffer, int count, MM_Datatype type, int root, MM_Comm comm);
int MM_Allreduce(const void *from, void *to, int count, MM_Datatype type, MM_Op op, MM_Comm comm);
/** @} */

#endif /* EXAMPLES_MINI_MPI_H */

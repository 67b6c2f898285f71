/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file error_cases.h
 * @brief Errors of programs that the Message Unit detects (hwi-descriptor 6, hwi-packet-headers 8).
 */
#ifndef ERROR_CASES_H
#define ERROR_CASES_H

#include "mu_support.h"

/** Requirements on the job. Node 3 is on no line of node 0. */
enum {
    ERROR_FIFO = 1,    /**< number of the injection FIFO with the bad descriptor */
    ERROR_ANSWER = 2,  /**< number of a remote-get FIFO */
    ERROR_FLAGGED = 3, /**< BAT entry whose base is an atomic address */
    ERROR_ROUTE = 2    /**< an allocated class route, of type sub-communicator */
};

/** A bad descriptor, or a FIFO with bad registers. */
typedef struct error_case {
    const char *name;
    /** Changes the descriptor, a valid put of 100 bytes to node 1, into an invalid one. */
    void (*spoil)(MUHWI_Descriptor_t *d, mu_rank_t *me, mu_kit_t *kit);
    /** Alternatively corrupts the registers of the FIFO. */
    void (*ruin)(mu_inj_t *inj);
    uint32_t lone; /**< valid puts sent before, one at a time; 0: one, maybe incomplete */
} error_case_t;

extern const error_case_t error_cases[];
extern const uint32_t error_case_count;

/** A forbidden store; the address is the privileged one. */
typedef struct register_case {
    const char *name;
    uint64_t address;
    uint64_t value;
} register_case_t;

extern const register_case_t register_cases[];
extern const uint32_t register_case_count;

#endif /* ERROR_CASES_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file error_cases.h
 * @brief Everything that a program can do wrong and the Message Unit finds (hwi-descriptor 6,
 * hwi-packet-headers 8).
 */
#ifndef ERROR_CASES_H
#define ERROR_CASES_H

#include "mu_support.h"

/** What the cases expect of the job. Node 1 is another node; node 3 is none of node 0's lines'. */
enum {
    ERROR_FIFO = 1,    /**< number of the injection FIFO that gets the bad descriptor */
    ERROR_ANSWER = 2,  /**< number of a remote-get FIFO */
    ERROR_FLAGGED = 3, /**< BAT entry whose base is an atomic address */
    ERROR_ROUTE = 2    /**< a class route of the program's own, of type sub-communicator */
};

/** A bad descriptor, or a FIFO with bad registers. */
typedef struct error_case {
    const char *name;
    /** Makes the descriptor, an innocent put of 100 bytes to node 1, a guilty one. */
    void (*spoil)(MUHWI_Descriptor_t *d, mu_rank_t *me, mu_kit_t *kit);
    /** Or ruins the registers of the FIFO. */
    void (*ruin)(mu_inj_t *inj);
    uint32_t
        lone; /**< good puts before it that the FIFO has sent one at a time; 0: one, maybe not done yet */
} error_case_t;

extern const error_case_t error_cases[];
extern const uint32_t error_case_count;

/** A store that is refused; the address is the privileged one. */
typedef struct register_case {
    const char *name;
    uint64_t address;
    uint64_t value;
} register_case_t;

extern const register_case_t register_cases[];
extern const uint32_t register_case_count;

#endif /* ERROR_CASES_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file exanet.h
 * @brief Header, CREDIT and error code of the ExaNet dialect of APElink (apenet 2.4, 8.1, 8.2).
 */
#ifndef APENET_EXANET_H
#define APENET_EXANET_H

#include "apenet/field.h"

#define APENET_EXANET_PAYLOAD_BYTES 4096u /**< maximum per packet */

/** Fields of an ExaNet header of four 32-bit words. The destination address crosses words:
 * apenet_exanet_address(). */
enum {
    APENET_EXANET_VC = APENET_FIELD(0, 0, 4),              /**< virtual channel */
    APENET_EXANET_LAST = APENET_FIELD(0, 4, 1),            /**< the hop finishes the present dimension */
    APENET_EXANET_PROC_ID = APENET_FIELD(0, 5, 16),        /**< destination process */
    APENET_EXANET_DEST_X = APENET_FIELD(0, 21, 6),         /**< destination node */
    APENET_EXANET_DEST_Y = APENET_FIELD(0, 27, 5),         /**< destination node */
    APENET_EXANET_DEST_Z = APENET_FIELD(1, 0, 5),          /**< destination node */
    APENET_EXANET_INTRA = APENET_FIELD(1, 5, 4),           /**< internal port of the destination */
    APENET_EXANET_RESERVED = APENET_FIELD(1, 9, 1),        /**< 0 */
    APENET_EXANET_OUT_OF_LATTICE = APENET_FIELD(1, 10, 1), /**< set by the first router */
    APENET_EXANET_TYPE = APENET_FIELD(1, 11, 5),           /**< packet type, user-defined in LSB 3:0 */
    APENET_EXANET_HEADER_ONLY = APENET_FIELD(1, 15, 1),    /**< LSB 4 of the type: no payload, no footer */
    APENET_EXANET_SIZE = APENET_FIELD(1, 16, 14),          /**< payload in bytes */
    APENET_EXANET_HOPS = APENET_FIELD(3, 14, 10),          /**< number of hops */
    APENET_EXANET_EDAC = APENET_FIELD(3, 24, 8)            /**< code over the other 120 bits */
};

/** Results of apenet_edac_check(). */
typedef enum apenet_edac_result {
    APENET_EDAC_GOOD,     /**< no error */
    APENET_EDAC_REPAIRED, /**< a single error, repaired */
    APENET_EDAC_FATAL     /**< two errors: the word is unusable */
} apenet_edac_result_t;

/** Payload words of an ExaNet packet; 0 for a header-only packet. @param w four words of the header */
static inline uint32_t apenet_exanet_words(const uint32_t *w)
{
    return apenet_get(w, APENET_EXANET_HEADER_ONLY) != 0 ? 0 : (apenet_get(w, APENET_EXANET_SIZE) + 15) / 16;
}

/** Destination address of 48 bits. @param w four words of the header */
static inline uint64_t apenet_exanet_address(const uint32_t *w)
{
    return (uint64_t)(w[1] >> 30) | (uint64_t)w[2] << 2 | (uint64_t)(w[3] & 0x3fff) << 34;
}

/** Stores the destination address; drops bits above 47. @param w four words of the header */
static inline void apenet_exanet_set_address(uint32_t *w, uint64_t address)
{
    w[1] = (w[1] & 0x3fffffff) | (uint32_t)(address & 3) << 30;
    w[2] = (uint32_t)(address >> 2);
    w[3] = (w[3] & ~(uint32_t)0x3fff) | (uint32_t)(address >> 34 & 0x3fff);
}

#ifdef __cplusplus
extern "C" {
#endif

/** Code of a word for its LSBs 127:120 (apenet 2.4): LSBs 7:1 the XOR of the Hamming positions of the bits
 * that are set, LSB 0 the even parity of the whole word. Ignores the stored code. Thread-safe.
 * @param w four 32-bit words @return 0..255 */
uint32_t apenet_edac(const uint32_t *w);

/** Checks a word against its stored code, repairs a single error, and replaces the code by syndrome (LSBs
 * 7:1) and parity of the error (LSB 0); both are 0 for a good word. Thread-safe.
 * @param w four 32-bit words; unchanged after ::APENET_EDAC_FATAL
 * @return ::apenet_edac_result_t */
apenet_edac_result_t apenet_edac_check(uint32_t *w);

#ifdef __cplusplus
}
#endif

#endif /* APENET_EXANET_H */

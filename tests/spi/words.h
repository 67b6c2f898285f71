/* SPDX-License-Identifier: BSD-3-Clause */
/* Descriptors as the eight 64-bit words of the golden vectors (big-endian concatenations of members), and the
 * information structures of the vectors. */
#ifndef TESTS_SPI_WORDS_H
#define TESTS_SPI_WORDS_H

#include <mu/Descriptor.h>

#include "golden.h"

#ifdef __cplusplus
extern "C" {
#endif

/** View of the message unit header: its bytes belong to the members of this view. */
typedef enum { VIEW_FIFO, VIEW_PUT, VIEW_GET } view_t;

void words_load(MUHWI_Descriptor_t *desc, view_t view, const uint64_t w[8]);
void words_store(const MUHWI_Descriptor_t *desc, view_t view, uint64_t w[8]);

/** Loads member @p key of a vector, eight words; zeroes the descriptor if there is no such member. */
void words_load_json(MUHWI_Descriptor_t *desc, view_t view, json_t *object, const char *key);

/** Compares with member @p key of a vector. @return number of differences. */
int words_check_json(const MUHWI_Descriptor_t *desc, view_t view, json_t *object, const char *key);

/** Structure and array arguments. */
typedef struct info {
    MUSPI_BaseDescriptorInfoFields_t Base;
    MUSPI_Pt2PtDescriptorInfoFields_t Pt2Pt;
    MUSPI_CollectiveDescriptorInfoFields_t Collective;
    MUSPI_MemoryFIFODescriptorInfoFields_t MemFIFO;
    MUSPI_DirectPutDescriptorInfoFields_t DirectPut;
    MUSPI_RemoteGetDescriptorInfoFields_t RemoteGet;
    MUHWI_Destination_t dest;
    uint8_t softwareBytes[14];
} info_t;

/** Reads the arguments present in a vector's input; the rest is zero. */
void info_read(info_t *info, json_t *in);

#ifdef __cplusplus
}
#endif

#endif /* TESTS_SPI_WORDS_H */

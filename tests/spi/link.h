/* SPDX-License-Identifier: BSD-3-Clause */
/* Translation units of a program, each including all headers. Each unit checks the shared variables of the
 * inline functions. */
#ifndef TESTS_SPI_LINK_H
#define TESTS_SPI_LINK_H

#include <mu/Descriptor.h>
#include <mu/RecFifo.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Registers @p fn. @return its id. */
int32_t link_c_register(MUSPI_RecvFunction_t fn);
int32_t link_cxx_register(MUSPI_RecvFunction_t fn);

/** Builds a direct put of @p length bytes. @return its Message_Length. */
uint64_t link_c_build(MUHWI_Descriptor_t *desc, uint64_t length);
uint64_t link_cxx_build(MUHWI_Descriptor_t *desc, uint64_t length);

#ifdef __cplusplus
}
#endif

#endif /* TESTS_SPI_LINK_H */

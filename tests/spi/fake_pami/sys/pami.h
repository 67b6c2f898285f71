/* SPDX-License-Identifier: BSD-3-Clause */
/* What mu/pami/Classroute_impl.h needs of a message layer's header. */
#ifndef TESTS_SPI_FAKE_PAMI_H
#define TESTS_SPI_FAKE_PAMI_H

#include <stddef.h>

typedef enum { PAMI_DEFAULT_NETWORK, PAMI_N_TORUS_NETWORK } pami_network;

typedef struct {
    pami_network network;
    union {
        struct {
            size_t coords[5];
        } n_torus;
    } u;
} pami_coord_t;

#endif /* TESTS_SPI_FAKE_PAMI_H */

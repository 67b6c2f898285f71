/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file reference_mu.h
 * @brief A simple Message Unit for comparison: one thread, one packet at a time, byte arrays.
 *
 * Written from the interface specification alone, without headers of the tested implementation: descriptors
 * and packets are bytes at documented offsets. Not optimised. The first error of the client stops the
 * reference (ref_error()).
 */
#ifndef REFERENCE_MU_H
#define REFERENCE_MU_H

#include <stdbool.h>
#include <stdint.h>

enum { REF_PACKET_BYTES = 544, REF_DESCRIPTOR_BYTES = 64 };

typedef struct ref_mu ref_mu_t;

/** A partition of size[0] x ... x size[4] nodes, last dimension fastest; torus bit 0x10 >> d: dimension d
 * wraps around. */
ref_mu_t *ref_new(const uint32_t size[5], uint32_t torus);
void ref_free(ref_mu_t *mu);

/** Adds memory of the caller to a node at a physical address. */
void ref_memory(ref_mu_t *mu, uint32_t node, uint64_t pa, uint8_t *bytes, uint64_t size);

/** Adds an injection FIFO of @p slots descriptors, with memory of the reference. */
void ref_inj_fifo(ref_mu_t *mu, uint32_t node, uint32_t id, uint32_t slots);

/** Adds a reception FIFO of @p bytes bytes. */
void ref_rec_fifo(ref_mu_t *mu, uint32_t node, uint32_t id, uint32_t bytes);

/** Sets a base-address-table entry. */
void ref_bat(ref_mu_t *mu, uint32_t node, uint32_t id, uint64_t base);

/** Sets the input and output words of a class route. */
void ref_class_route(ref_mu_t *mu, uint32_t node, uint32_t id, uint16_t input, uint16_t output);

/** Appends a descriptor. @return false: the FIFO is full. */
bool ref_inject(ref_mu_t *mu, uint32_t node, uint32_t fifo, const void *descriptor);

/** Moves up to one packet of every FIFO and class route. @return false: nothing moved */
bool ref_step(ref_mu_t *mu);

/** Takes the head packet of a reception FIFO. @return its bytes (32..544), or 0: empty */
uint32_t ref_receive(ref_mu_t *mu, uint32_t node, uint32_t fifo, uint8_t packet[REF_PACKET_BYTES]);

/** Number of completed descriptors. */
uint64_t ref_completed(const ref_mu_t *mu, uint32_t node, uint32_t fifo);

/** The first error of the client, or NULL. */
const char *ref_error(const ref_mu_t *mu);

#endif /* REFERENCE_MU_H */

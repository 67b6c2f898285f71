/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file reference_mu.h
 * @brief A Message Unit that is obviously right: one thread, one packet at a time, everything in byte arrays.
 *
 * Written from the interface specification alone, without the headers of the implementation under test:
 * descriptors and packets are bytes at documented offsets. It makes no attempt to be fast. Errors of the
 * client are not its subject: the first one stops it (ref_error()).
 */
#ifndef REFERENCE_MU_H
#define REFERENCE_MU_H

#include <stdbool.h>
#include <stdint.h>

enum { REF_PACKET_BYTES = 544, REF_DESCRIPTOR_BYTES = 64 };

typedef struct ref_mu ref_mu_t;

/** A partition of size[0] x ... x size[4] nodes, last dimension fastest; torus bit (0x10 >> d): d wraps
 * around. */
ref_mu_t *ref_new(const uint32_t size[5], uint32_t torus);
void ref_free(ref_mu_t *mu);

/** Gives a node memory at a physical address; the bytes stay the caller's. */
void ref_memory(ref_mu_t *mu, uint32_t node, uint64_t pa, uint8_t *bytes, uint64_t size);

/** Injection FIFO @p id, of @p slots descriptors; its memory is the reference's own. */
void ref_inj_fifo(ref_mu_t *mu, uint32_t node, uint32_t id, uint32_t slots);

/** Reception FIFO @p id of @p bytes bytes. */
void ref_rec_fifo(ref_mu_t *mu, uint32_t node, uint32_t id, uint32_t bytes);

/** Base address table entry. */
void ref_bat(ref_mu_t *mu, uint32_t node, uint32_t id, uint64_t base);

/** Collective class route: input and output words. */
void ref_class_route(ref_mu_t *mu, uint32_t node, uint32_t id, uint16_t input, uint16_t output);

/** Appends a descriptor. @return false: the FIFO is full. */
bool ref_inject(ref_mu_t *mu, uint32_t node, uint32_t fifo, const void *descriptor);

/** Lets every FIFO and every class route of every node move one packet. @return false: nothing moved. */
bool ref_step(ref_mu_t *mu);

/** Takes the packet at the head of a reception FIFO. @return its bytes (32..544), or 0: the FIFO is empty. */
uint32_t ref_receive(ref_mu_t *mu, uint32_t node, uint32_t fifo, uint8_t packet[REF_PACKET_BYTES]);

/** Descriptors that an injection FIFO has completed. */
uint64_t ref_completed(const ref_mu_t *mu, uint32_t node, uint32_t fifo);

/** The first error of the client, or NULL. */
const char *ref_error(const ref_mu_t *mu);

#endif /* REFERENCE_MU_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/* A defective reference: flips a bit in every thousandth memory-FIFO packet. Linked with
 * --wrap=ref_receive in front of the correct reference. */
#include "reference_mu.h"

enum { RIGHT_ONES = 999 };

uint32_t __real_ref_receive(ref_mu_t *mu, uint32_t node, uint32_t fifo, uint8_t packet[REF_PACKET_BYTES]);
uint32_t __wrap_ref_receive(ref_mu_t *mu, uint32_t node, uint32_t fifo, uint8_t packet[REF_PACKET_BYTES]);

uint32_t __wrap_ref_receive(ref_mu_t *mu, uint32_t node, uint32_t fifo, uint8_t packet[REF_PACKET_BYTES])
{
    static uint32_t packets;
    uint32_t bytes = __real_ref_receive(mu, node, fifo, packet);
    if (bytes != 0 && packets++ == RIGHT_ONES) {
        packets = 0;
        packet[bytes - 1] ^= 1;
    }
    return bytes;
}

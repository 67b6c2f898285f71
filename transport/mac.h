/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mac.h
 * @brief Private to the kernel shim: authentication of messages between the host engines of one job
 * (libsodium).
 *
 * BLAKE2b derives secrets from the key of the job, which is never sent: a key of SipHash-2-4 with codes of
 * 128 bits, and one 64-bit tag per receiver. Functions are thread-safe except emuq_mac_open().
 */
#ifndef EMUQ_HOSTS_MAC_H
#define EMUQ_HOSTS_MAC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMUQ_KEY_BYTES 16u /**< of the key of a job */
#define EMUQ_MAC_BYTES 16u /**< of a message authentication code */

/** The secrets of a job. */
typedef struct emuq_mac {
    unsigned char key[16]; /**< of codes */
    unsigned char tag_key[32];
} emuq_mac_t;

/** Derives the secrets of a job; loads the library at the first call.
 *  @return 0; or -ENOENT after a message: the library is missing */
int emuq_mac_open(emuq_mac_t *mac, const unsigned char key[EMUQ_KEY_BYTES]);

/** The tag of messages to a host. */
uint64_t emuq_mac_tag(const emuq_mac_t *mac, uint32_t receiver);

/** Computes the code of @p bytes bytes. */
void emuq_mac_sign(const emuq_mac_t *mac, const void *data, size_t bytes, unsigned char code[EMUQ_MAC_BYTES]);

/** Whether @p code is that of @p bytes bytes; takes the same time wherever a wrong one differs. */
bool emuq_mac_verify(const emuq_mac_t *mac, const void *data, size_t bytes,
                     const unsigned char code[EMUQ_MAC_BYTES]);

#endif /* EMUQ_HOSTS_MAC_H */

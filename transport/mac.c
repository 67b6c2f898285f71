/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/mac.h"

#include <dlfcn.h>
#include <errno.h>
#include <sodium.h>
#include <string.h>

#include "base/log.h"

_Static_assert(EMUQ_MAC_BYTES == crypto_shorthash_siphashx24_BYTES, "SipHash-2-4-128");
_Static_assert(EMUQ_KEY_BYTES >= crypto_generichash_KEYBYTES_MIN, "BLAKE2b takes the key of a job");

/* The functions of the library that are used. It is loaded by jobs on several hosts only. */
#define FUNCTIONS(row)                                                                                       \
    row(sodium_init) row(sodium_memcmp) row(crypto_generichash) row(crypto_shorthash_siphashx24)

static struct {
#define ROW(function) __typeof__(function) *function;
    FUNCTIONS(ROW)
#undef ROW
    bool is_loaded;
} lib;

static int mac_load(void)
{
    if (lib.is_loaded)
        return 0;
    void *handle = dlopen(EMUQ_SODIUM, RTLD_NOW | RTLD_LOCAL); /* never closed */
    if (handle == NULL) {
        emuq_log("a job on several hosts needs libsodium, and %s cannot be loaded: %s; install it on all "
                     "hosts",
                     EMUQ_SODIUM, dlerror());
        return -ENOENT;
    }
#define ROW(function)                                                                                        \
    lib.function = (__typeof__(function) *)dlsym(handle, #function);                                         \
    if (lib.function == NULL) {                                                                              \
        emuq_log("%s has no %s; install libsodium 1.0.18 or later", EMUQ_SODIUM, #function);             \
        return -ENOENT;                                                                                      \
    }
    FUNCTIONS(ROW)
#undef ROW
    if (lib.sodium_init() < 0) {
        emuq_log("%s cannot be initialised", EMUQ_SODIUM);
        return -ENOENT;
    }
    lib.is_loaded = true;
    return 0;
}

/* Derives a secret for one purpose. */
static void mac_derive(const unsigned char *key, const char *purpose, unsigned char *secret, size_t bytes)
{
    (void)lib.crypto_generichash(secret, bytes, (const unsigned char *)purpose, strlen(purpose), key,
                                 EMUQ_KEY_BYTES);
}

int emuq_mac_open(emuq_mac_t *mac, const unsigned char key[EMUQ_KEY_BYTES])
{
    int rc = mac_load();
    if (rc != 0)
        return rc;
    mac_derive(key, "EMUQ message", mac->key, sizeof mac->key);
    mac_derive(key, "EMUQ tag", mac->tag_key, sizeof mac->tag_key);
    return 0;
}

uint64_t emuq_mac_tag(const emuq_mac_t *mac, uint32_t receiver)
{
    unsigned char hash[crypto_generichash_BYTES_MIN];
    uint64_t tag;
    (void)lib.crypto_generichash(hash, sizeof hash, (const unsigned char *)&receiver, sizeof receiver,
                                 mac->tag_key, sizeof mac->tag_key);
    memcpy(&tag, hash, sizeof tag);
    return tag;
}

void emuq_mac_sign(const emuq_mac_t *mac, const void *data, size_t bytes, unsigned char code[EMUQ_MAC_BYTES])
{
    (void)lib.crypto_shorthash_siphashx24(code, data, bytes, mac->key);
}

bool emuq_mac_verify(const emuq_mac_t *mac, const void *data, size_t bytes,
                     const unsigned char code[EMUQ_MAC_BYTES])
{
    unsigned char right[EMUQ_MAC_BYTES];
    emuq_mac_sign(mac, data, bytes, right);
    return lib.sodium_memcmp(right, code, sizeof right) == 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/wire.h"

#include <dlfcn.h>
#include <errno.h>
#include <sodium.h>
#include <string.h>

#include "base/text.h"

/* ---- authentication ---- */

_Static_assert(EMUQ_MAC_BYTES == crypto_shorthash_siphashx24_BYTES, "SipHash-2-4-128");
_Static_assert(EMUQ_KEY_BYTES >= crypto_generichash_KEYBYTES_MIN, "BLAKE2b takes the key of a job");

/* Functions of libsodium, which only jobs on several hosts load. */
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
        emuq_log("%s has no %s; install libsodium 1.0.18 or later", EMUQ_SODIUM, #function);                 \
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

/* ---- format ---- */

#define MAGIC   0x51554d45u /* "EMUQ" */
#define VERSION 3u

_Static_assert(sizeof(emuq_wire_head_t) == EMUQ_FRAME_ALIGN, "frames behind the head are aligned");
_Static_assert(offsetof(emuq_wire_head_t, magic) == EMUQ_MAC_BYTES, "the code is before what it covers");

/* Number of bytes that the code authenticates. A long message starts with Message Unit structures; the rest
 * is data. */
static size_t wire_covered(const emuq_wire_job_t *job, size_t bytes)
{
    return (bytes > EMUQ_WIRE_LONG && !job->covers_all ? EMUQ_WIRE_START : bytes) - EMUQ_MAC_BYTES;
}

size_t emuq_wire_close(void *message, const emuq_wire_job_t *job, emuq_wire_kind_t kind, uint32_t receiver,
                       uint64_t sequence, size_t end, const uint32_t *length, uint32_t frames)
{
    emuq_wire_head_t head = {.magic = MAGIC,
                             .version = VERSION,
                             .kind = (uint16_t)kind,
                             .sender = job->host,
                             .receiver = receiver,
                             .sequence = sequence,
                             .bytes = (uint32_t)(end + frames * sizeof *length),
                             .frames = frames};
    memcpy(message, &head, sizeof head);
    if (frames != 0)
        memcpy((char *)message + end, length, frames * sizeof *length);
    emuq_mac_sign(&job->mac, (char *)message + EMUQ_MAC_BYTES, wire_covered(job, head.bytes), message);
    return head.bytes;
}

static uint32_t wire_length_of(const emuq_wire_head_t *head, uint32_t frame)
{
    uint32_t length;
    const char *table = (const char *)head + head->bytes - head->frames * sizeof length;
    memcpy(&length, table + frame * sizeof length, sizeof length);
    return length;
}

/* Whether count and lengths of the frames agree with the bytes of the message. */
static bool wire_is_sound(const emuq_wire_head_t *head)
{
    bool has_frames = head->kind == EMUQ_WIRE_DATA;
    if (head->kind < EMUQ_WIRE_DATA || head->kind > EMUQ_WIRE_BYE || head->frames > EMUQ_WIRE_FRAMES ||
        has_frames != (head->frames != 0) || (head->bytes > EMUQ_WIRE_LONG && head->frames != 1))
        return false;
    uint64_t need = sizeof *head + head->frames * sizeof(uint32_t);
    if (head->bytes < need)
        return false;
    for (uint32_t f = 0; f < head->frames; f++) {
        uint32_t length = wire_length_of(head, f);
        if (length == 0 || length > EMUQ_WIRE_FRAME)
            return false;
        need += emuq_wire_padded(length);
    }
    return need == head->bytes;
}

int emuq_wire_check(const emuq_wire_job_t *job, const void *message, size_t bytes, uint32_t *sender)
{
    const emuq_wire_head_t *head = message;
    /* Checks the length first: the code does not cover the end of a long message. */
    if (bytes < sizeof *head || head->magic != MAGIC || head->bytes != bytes || head->receiver != job->host ||
        head->sender >= job->hosts || head->sender == job->host ||
        !emuq_mac_verify(&job->mac, &head->magic, wire_covered(job, bytes), head->mac))
        return -EACCES;
    *sender = head->sender;
    if (head->version != VERSION || !wire_is_sound(head))
        return -EPROTO;
    return 0;
}

const void *emuq_wire_next(const void *message, emuq_wire_cursor_t *cursor, size_t *bytes)
{
    const emuq_wire_head_t *head = message;
    if (cursor->frame == head->frames)
        return NULL;
    size_t at = cursor->at != 0 ? cursor->at : sizeof *head;
    *bytes = wire_length_of(head, cursor->frame++);
    cursor->at = at + emuq_wire_padded(*bytes);
    return (const char *)message + at;
}

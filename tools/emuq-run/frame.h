/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file frame.h
 * @brief What the head of a job and the agents of its hosts send each other: the contract, and its bytes.
 *
 * A frame is a header of eight bytes, the length of what follows and its kind (32 bits each, low byte first),
 * and fields: numbers of 32 or 64 bits, low byte first, and texts, each a length of 32 bits and as many
 * bytes. The same code writes and reads at both ends; what is malformed is refused. An agent passes frames of
 * its host's launcher on as they are. Not thread-safe.
 */
#ifndef EMUQ_FRAME_H
#define EMUQ_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define EMUQ_FRAME_VERSION    3u
#define EMUQ_FRAME_MOST       (256u << 20) /**< bytes of the fields of a frame at most */
#define EMUQ_FRAME_HELLO_MOST 4096u        /**< of a greeting */
#define EMUQ_FRAME_INPUT_MOST (64u << 10)  /**< bytes of standard input that an agent grants, and buffers */
#define EMUQ_FRAME_HEADER     8u
#define EMUQ_FRAME_WORD       UINT64_C(0x71756d652d6e7572) /**< first field of a greeting */

/** Kinds, and their fields. Kinds of zero and of others than these are malformed. */
typedef enum emuq_frame_kind {
    /* both ways, first */
    EMUQ_FRAME_HELLO =
        1, /**< u64 EMUQ_FRAME_WORD, u32 EMUQ_FRAME_VERSION, u64 layout, text version of EMUQ */
    /* from the head */
    EMUQ_FRAME_ORDER,   /**< what to run: order.h */
    EMUQ_FRAME_CONNECT, /**< text key, u32 hosts, for each: text of its engine */
    EMUQ_FRAME_INPUT,   /**< text for the rank that reads standard input; empty: its end */
    EMUQ_FRAME_SIGNAL,  /**< u32 signal for the host's launcher: SIGTERM or SIGINT ends, SIGUSR1 asks */
    /* to the head */
    EMUQ_FRAME_ENGINE,  /**< text of this host's engine */
    EMUQ_FRAME_CREDIT,  /**< u32: so many bytes more of input are taken */
    EMUQ_FRAME_OUT,     /**< text: standard output */
    EMUQ_FRAME_ERR,     /**< text: standard error */
    EMUQ_FRAME_MESSAGE, /**< text: a line of the host engine */
    EMUQ_FRAME_CAUSE,   /**< u32 status, u32 1: a consequence of something else, most likely; text: the job is
                             ending because of that; an empty text: it has been said */
    EMUQ_FRAME_MISSED,  /**< u32 host: the host engine here has lost it */
    EMUQ_FRAME_SIGNALLED, /**< no field: the answer to EMUQ_FRAME_SIGNAL */
    EMUQ_FRAME_OVER,      /**< u32 status: no rank runs on this host, and nothing follows */
    EMUQ_FRAME_KINDS
} emuq_frame_kind_t;

/** Bytes that grow at their end and are taken from their beginning. All zero: none. */
typedef struct emuq_bytes {
    char *at; /**< [start, start + length) count */
    size_t start, length, room;
    bool is_secret; /**< the key of the job may be among them: memory that is left is erased */
} emuq_bytes_t;

void emuq_bytes_add(emuq_bytes_t *bytes, const void *data, size_t length);
/** Forgets the first @p length bytes. */
void emuq_bytes_drop(emuq_bytes_t *bytes, size_t length);
/** Frees the memory; bytes can be added again. */
void emuq_bytes_free(emuq_bytes_t *bytes);
/** Reads once. @return bytes read; 0: the end; or a negative errno, -EAGAIN: nothing now. */
ssize_t emuq_bytes_read(emuq_bytes_t *bytes, int fd);
/** Writes what a descriptor that does not block takes. @return 0, or a negative errno: nobody reads. */
int emuq_bytes_write(emuq_bytes_t *bytes, int fd);

/* ---- writing ---- */

/** Begins a frame. @return where it begins, for emuq_frame_end(). */
size_t emuq_frame_begin(emuq_bytes_t *bytes, emuq_frame_kind_t kind);
void emuq_frame_u32(emuq_bytes_t *bytes, uint32_t number);
void emuq_frame_u64(emuq_bytes_t *bytes, uint64_t number);
void emuq_frame_text(emuq_bytes_t *bytes, const void *text, size_t length);
void emuq_frame_string(emuq_bytes_t *bytes, const char *string);
void emuq_frame_end(emuq_bytes_t *bytes, size_t begin);
/** A frame that is one text. */
void emuq_frame_add_text(emuq_bytes_t *bytes, emuq_frame_kind_t kind, const void *text, size_t length);
/** A frame that is one number of 32 bits. */
void emuq_frame_add_u32(emuq_bytes_t *bytes, emuq_frame_kind_t kind, uint32_t number);
void emuq_frame_add_hello(emuq_bytes_t *bytes, uint64_t layout);

/* ---- reading ---- */

/** A frame that has come whole, and how far it has been read. */
typedef struct emuq_frame_read {
    emuq_frame_kind_t kind;
    const char *at; /**< next field */
    size_t left;    /**< bytes from there on */
    size_t bytes;   /**< of the whole frame, with its header */
    bool malformed; /**< a field was missing or too long */
} emuq_frame_read_t;

/** Looks for a whole frame at the beginning. @return 1 with the frame, which points into @p bytes; 0: it has
 * not come whole; or -EPROTO: no frame begins so. */
int emuq_frame_next(const emuq_bytes_t *bytes, emuq_frame_read_t *frame);
/** The same before the greeting of a peer: rejects frames that are longer than a greeting. */
int emuq_frame_first(const emuq_bytes_t *bytes, emuq_frame_read_t *frame);
/** The next field; of a malformed frame 0, or an empty text. */
uint32_t emuq_frame_get_u32(emuq_frame_read_t *frame);
uint64_t emuq_frame_get_u64(emuq_frame_read_t *frame);
/** @return the text, which is not terminated. @param length set */
const char *emuq_frame_get_text(emuq_frame_read_t *frame, size_t *length);
/** @return a copy of a text that contains no zero, to be freed. */
char *emuq_frame_get_string(emuq_frame_read_t *frame);
/** Whether all fields were there and nothing follows. */
bool emuq_frame_is_done(const emuq_frame_read_t *frame);
/** Reads a greeting. @return 0; -EPROTO: malformed; -ENOEXEC after a message naming @p who: another version
 * or build. */
int emuq_frame_check_hello(emuq_frame_read_t *frame, uint64_t layout, const char *who);

#endif /* EMUQ_FRAME_H */

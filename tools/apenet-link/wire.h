/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file wire.h
 * @brief Streams of APElink words: packets as text, words as text or in captures, faults, meaning of each
 * word.
 *
 * encode: wire_packets_encode(), which calls wire_packet_parse(). inject: wire_inject(). decode:
 * wire_decode(), with the text of single words by wire_describe_*(). talk: wire_talk(). Input and output of
 * words: wire_read(), wire_write(). Functions that fail have printed an error and return false.
 */
#ifndef EMUQ_APENET_LINK_WIRE_H
#define EMUQ_APENET_LINK_WIRE_H

#include <stdio.h>

#include "apenet/link.h"
#include "apenet/net/faults.h"

#define WIRE_STATUS_DAMAGED 1 /**< damaged words, or a file that cannot be read or written */
#define WIRE_STATUS_USAGE   2

#define WIRE_DATAGRAM_WORDS 88u    /**< words of a datagram, at most (apenet 8.8) */
#define WIRE_PORT           24576u /**< UDP port of port 0 of node 0 (apenet 8.8) */
#define WIRE_NODE_PORTS     6u
#define WIRE_NAME_BYTES     64u /**< "to ADDRESS port N" */

/** Prints a message on standard error, prefixed "apenet-link: ". @return false */
bool wire_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Grows an array to at least @p count elements, or prints an error and exits. @param capacity in elements */
void *wire_grow(void *array, size_t *capacity, size_t count, size_t bytes);

/* ---- stream.c ---- */

/** A word of one direction of a link. Words between two numbers that are not adjacent are lost. */
typedef struct wire_word {
    apenet_word_t word;
    uint64_t number; /**< from the start of the stream */
} wire_word_t;

typedef struct wire_stream {
    wire_word_t *word; /**< [count] */
    size_t count, capacity;
    uint64_t next;              /**< number of the next word */
    uint64_t dropped;           /**< words of datagrams that came late or twice */
    char name[WIRE_NAME_BYTES]; /**< destination in a capture; otherwise empty */
    uint16_t ports[2];          /**< source of the first datagram, destination */
    bool is_addressed;          /**< the ports are those of a capture */
} wire_stream_t;

typedef struct wire_streams {
    wire_stream_t *stream; /**< [count] */
    size_t count, capacity;
} wire_streams_t;

/** Adds a word without a gap. */
void wire_add(wire_stream_t *stream, const apenet_word_t *word);

/** Adds a stream. @return valid until the next call */
wire_stream_t *wire_add_stream(wire_streams_t *streams);

void wire_streams_free(wire_streams_t *streams);

/* ---- command line ---- */

typedef enum wire_format { WIRE_HEX, WIRE_TEXT, WIRE_PACKETS, WIRE_PCAPNG } wire_format_t;

typedef enum wire_command { WIRE_ENCODE, WIRE_DECODE, WIRE_INJECT, WIRE_TALK } wire_command_t;

typedef struct wire_options {
    wire_command_t command;
    apenet_dialect_t dialect;
    wire_format_t format;
    uint32_t period; /**< words between CREDITs; 0: never */
    uint64_t seed;   /**< of random payloads */
    apenet_fault_plan_t faults;
    uint64_t *lose, *twice; /**< numbers of words, ascending */
    size_t lose_count, twice_count;
    uint64_t only;      /**< stream to read, from 1; 0: all */
    uint16_t ports[2];  /**< of written captures: source, destination */
    const char *input;  /**< NULL: standard input */
    const char *output; /**< NULL: standard output */
    const char *bind;   /**< `talk`: ADDRESS:PORT, port 0: of the kernel */
    const char *peer;   /**< `talk`: ADDRESS:PORT; NULL: the source of the first datagram */
    uint64_t seconds;   /**< `talk`: time without packets before the end */
} wire_options_t;

/** Reads a command line. @return -1, or an exit status */
int wire_options_read(wire_options_t *options, int argc, char **argv);
void wire_options_free(wire_options_t *options);

/* ---- words.c, capture.c: input and output ---- */

/** Reads a file. @param[out] bytes allocated, with a zero byte behind @return size, or -1 after an error */
ssize_t wire_read_file(const char *path, char **bytes);

/** Reads words in digits or a capture. At least one stream. */
bool wire_read(const wire_options_t *options, wire_streams_t *streams);

/** True if a file starts as a capture: pcapng or pcap. */
bool wire_is_capture(const char *bytes, size_t size);

/** Reads the streams of a capture: datagrams of APElink words over UDP. */
bool wire_read_capture(const wire_options_t *options, const char *name, const char *bytes, size_t size,
                       wire_streams_t *streams);

/** Writes streams as digits or a capture. */
bool wire_write(const wire_options_t *options, const wire_streams_t *streams, FILE *out);
void wire_write_capture(const wire_options_t *options, const wire_streams_t *streams, FILE *out);

/* ---- line.c, packets.c, encode.c: packets as text ---- */

typedef struct wire_packet {
    unsigned vc;
    apenet_word_t header, footer;
    uint32_t words; /**< of the payload */
    apenet_word_t payload[APENET_PAYLOAD_WORDS];
    uint32_t pause_at, pauses; /**< `exanet`: CREDITs while the sender's queue is empty behind a word */
} wire_packet_t;

/** A line of text in progress. */
typedef struct wire_line {
    const char *file;
    unsigned number; /**< from 1 */
    const char *text;
    const char *at;   /**< next character */
    const char *word; /**< last word read */
    char copy[33];    /**< its start, for comparison and messages */
    size_t length;    /**< of the word */
    uint64_t seed;    /**< of random payloads of this line */
} wire_line_t;

/** Reads the next word. @return false: end of the line */
bool wire_line_next(wire_line_t *line);

/** True if the last word is @p word. */
bool wire_line_is(const wire_line_t *line, const char *word);

/** Reports the last word as wrong. @param expected what is accepted @return false */
bool wire_line_reject(const wire_line_t *line, const char *what, const char *expected);

/** Reads the next word as a number, decimal or with 0x. @param most inclusive */
bool wire_line_number(wire_line_t *line, const char *what, uint64_t most, uint64_t *number);

/** Reads the next word as two numbers with a comma. */
bool wire_line_two(wire_line_t *line, const char *what, uint64_t most, uint64_t number[2]);

/** Reads the next word as 32 digits, most significant first. */
bool wire_line_word(wire_line_t *line, const char *what, apenet_word_t *word);

/** Reads the next word as data of a payload, padded with zeros. @param magic word of `magic:N`
 * @param data 256 words */
bool wire_line_data(wire_line_t *line, const apenet_word_t *magic, apenet_word_t *data, uint32_t *bytes);

/** Reads the rest of a line whose first word is read and names a command of @p dialect. */
bool wire_packet_parse(wire_line_t *line, apenet_dialect_t dialect, wire_packet_t *packet);

/** True if the last word starts a packet of @p dialect. */
bool wire_packet_is_start(const wire_line_t *line, apenet_dialect_t dialect);

/** Prints a packet as a line that wire_packet_parse() reads, without the line end. @param payload NULL: only
 * the number of bytes, in parentheses */
void wire_packet_print(FILE *out, apenet_dialect_t dialect, unsigned vc, const apenet_word_t *header,
                       const apenet_word_t *footer, const apenet_word_t *payload);

/** Copies the payload of the oldest packet of a VC, which is complete. Missing words are 0. */
void wire_payload(const apenet_link_t *link, unsigned vc, uint32_t words, apenet_word_t *to);

/** Reads the input as text. @param use called for each line that is not empty, behind its first word; returns
 * false after an error, which ends the text */
bool wire_read_lines(const wire_options_t *options, bool (*use)(void *argument, wire_line_t *line),
                     void *argument);

/** Encodes the packets of a text. */
bool wire_encode(const wire_options_t *options, wire_stream_t *stream);

/* ---- inject.c ---- */

/** Damages, loses and repeats words of a stream. */
bool wire_inject(const wire_options_t *options, wire_stream_t *stream);

/* ---- talk.c ---- */

/** Runs an end of a link over UDP (apenet 8.8). Reads the packets to send before it opens the socket.
 * @return exit status */
int wire_talk(const wire_options_t *options);

/* ---- describe.c, decode.c ---- */

/** Text of a control word of `apenet`, with its check. @return false: damaged */
bool wire_describe_control(char *text, size_t bytes, const apenet_word_t *word);

/** Text of a CREDIT of `exanet`. @return false: damaged, or no CREDIT */
bool wire_describe_exanet_credit(char *text, size_t bytes, const apenet_word_t *word);

/** Text of a header. */
void wire_describe_header(char *text, size_t bytes, apenet_dialect_t dialect, const apenet_word_t *word);

/** Decodes all streams; prints text or packets. @return false: damage was found */
bool wire_decode(const wire_options_t *options, const wire_streams_t *streams, FILE *out);

#endif /* EMUQ_APENET_LINK_WIRE_H */

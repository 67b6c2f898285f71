/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fuzz.h
 * @brief Common part of the fuzz targets. A target is one file with LLVMFuzzerTestOneInput(): it passes the
 * bytes to the code that reads such external input, and aborts on any violated condition.
 *
 * The code is called as in a program, without stubs. Rejected input causes messages, so targets run with
 * -close_fd_mask=3 (CTest and scripts/fuzz set the option).
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Called by libFuzzer for each input. @return 0 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/** Called by libFuzzer once before the first input. Optional. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/** Ends the program with a stack trace unless @p condition holds. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_failed(#condition, __FILE__, __LINE__))
void fuzz_failed(const char *condition, const char *file, int line) __attribute__((noreturn));

/** Writes the bytes to a named file. @return the name; the next call overwrites the file */
char *fuzz_file(const uint8_t *data, size_t size);

/** @return the bytes up to the first zero as a string. The caller frees the string. */
char *fuzz_text(const uint8_t *data, size_t size);

/** A command line: the name of the program, and one word for each line of the input. */
typedef struct fuzz_words {
    char *kept[64]; /**< words, each in a separate allocation for bounds checks by sanitizers */
    char *word[65]; /**< the same words, ended by NULL; programs may reorder the array */
    int count;
} fuzz_words_t;

/** Reads the words from the input. Ignores words beyond the capacity. */
void fuzz_words_open(fuzz_words_t *words, const char *name, const uint8_t *data, size_t size);
void fuzz_words_close(fuzz_words_t *words);

/** Clears the environment except PATH, so that a run does not affect the next run. */
void fuzz_clear_environment(void);

/** Limits new Message Units to one engine: the detection of cores takes longer than an input. */
void fuzz_one_engine(void);

/** Input consumed step by step; zeros follow the end. */
typedef struct fuzz_input {
    const uint8_t *data;
    size_t size;
} fuzz_input_t;

/** Takes up to @p bytes bytes. @return the number of bytes taken */
size_t fuzz_take(fuzz_input_t *input, void *to, size_t bytes);
uint8_t fuzz_byte(fuzz_input_t *input);
uint64_t fuzz_number(fuzz_input_t *input);

#endif /* FUZZ_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fuzz.h
 * @brief What fuzz targets share. A target is one file with LLVMFuzzerTestOneInput(): it gives the bytes to
 * the code that reads such bytes from outside, and ends the program if something holds that cannot.
 *
 * The code is what a program would call, with nothing in its place. What is refused is refused with a
 * message, so targets run with -close_fd_mask=3 (CTest and scripts/fuzz do it).
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What libFuzzer calls. @return 0 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/** The same, once before, if a target has it. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/** Ends the program, with a stack, unless @p condition holds. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_failed(#condition, __FILE__, __LINE__))
void fuzz_failed(const char *condition, const char *file, int line) __attribute__((noreturn));

/** Writes the bytes to a file that can be opened by its name. @return the name; the next call changes the
 * file */
char *fuzz_file(const uint8_t *data, size_t size);

/** The bytes up to the first zero as a string, to be freed. */
char *fuzz_text(const uint8_t *data, size_t size);

/** A command line: the program's name, and a word for each line of the input. */
typedef struct fuzz_words {
    char *kept[64]; /**< each in memory of its own, so that a sanitizer sees its end */
    char *word[65]; /**< the same, ended by NULL; a program may move them */
    int count;
} fuzz_words_t;

/** Takes it from the input. Words beyond the room are left out. */
void fuzz_words_open(fuzz_words_t *words, const char *name, const uint8_t *data, size_t size);
void fuzz_words_close(fuzz_words_t *words);

/** Nothing but PATH in the environment: what a run has set is no input of the next one. */
void fuzz_clear_environment(void);

/** Has Message Units that are opened from now on begin with one engine: to look for the cores of the machine
 * takes longer than an input. */
void fuzz_one_engine(void);

/** Input that is taken piece by piece; zeros behind its end. */
typedef struct fuzz_input {
    const uint8_t *data;
    size_t size;
} fuzz_input_t;

/** Takes @p bytes bytes, or what is left. @return how many those were */
size_t fuzz_take(fuzz_input_t *input, void *to, size_t bytes);
uint8_t fuzz_byte(fuzz_input_t *input);
uint64_t fuzz_number(fuzz_input_t *input);

#endif /* FUZZ_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file golden.h
 * @brief Runs a check on golden vectors: inputs and outputs of the real machine (tests/golden/data).
 *
 * @code
 * static int shifts(json_t *in, json_t *out, void *arg)
 * {
 *     (void)arg;
 *     return golden_equal("ret", shift(golden_u64(in, "v")), golden_u64(out, "ret"));
 * }
 * CU_ASSERT_EQUAL(golden_each("addresses", "shift", shifts, NULL), 0);
 * @endcode
 */
#ifndef EMUQ_GOLDEN_H
#define EMUQ_GOLDEN_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Checks one vector. @return the number of differences, which golden_equal() and its like have reported. */
typedef int (*golden_check_t)(json_t *in, json_t *out, void *arg);

/**
 * Calls @p check for every vector of a function.
 * @param file  name in tests/golden/data without ".jsonl.gz"
 * @param fn    the vectors' "fn"
 * @return vectors with differences; 1 if there is no such vector; 0 when all is well. Says how many there
 * were.
 */
int golden_each(const char *file, const char *fn, golden_check_t check, void *arg);

/** Member @p key of @p object. The program ends if there is none: every getter below needs its member. */
json_t *golden_get(json_t *object, const char *key);

/** Whether @p object has a member @p key that is not null. */
int golden_has(json_t *object, const char *key);

/** The value of a number or of a hexadecimal string ("0x1f"); a negative number modulo 2^64. */
uint64_t golden_value(json_t *value);

/** golden_value() of member @p key. */
uint64_t golden_u64(json_t *object, const char *key);

/** golden_value() of element @p index of an array. */
uint64_t golden_at(json_t *array, size_t index);

/** Member @p key, a string. Valid while the program runs. */
const char *golden_string(json_t *object, const char *key);

/** Member @p key, @p size bytes as two hexadecimal digits each. The program ends if there are more or fewer.
 */
void golden_bytes(json_t *object, const char *key, uint8_t *bytes, size_t size);

/** Member @p key, an array of @p count numbers. The program ends if there are more or fewer. */
void golden_array(json_t *object, const char *key, uint64_t *values, size_t count);

/** Compares; reports a difference with the name @p what, and the vector. @return 0 equal, 1 not. */
int golden_equal(const char *what, uint64_t got, uint64_t expected);

/** golden_equal() of bytes. */
int golden_equal_bytes(const char *what, const void *got, const void *expected, size_t size);

/** Reports a difference in other words. @return 1 */
int golden_differs(const char *format, ...) __attribute__((format(printf, 1, 2)));

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_GOLDEN_H */

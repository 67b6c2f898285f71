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

/** Checks one vector. @return the number of differences, all reported by golden_equal() or a similar function
 */
typedef int (*golden_check_t)(json_t *in, json_t *out, void *arg);

/**
 * Calls @p check for every vector of a function, and prints the number of vectors.
 * @param file  name in tests/golden/data without ".jsonl.gz"
 * @param fn    the vectors' "fn"
 * @return number of vectors with differences; 1 without any vector; 0 on success
 */
int golden_each(const char *file, const char *fn, golden_check_t check, void *arg);

/** @return member @p key of @p object. Ends the program if the member is missing; so do the getters below. */
json_t *golden_get(json_t *object, const char *key);

/** @return true if @p object has a non-null member @p key */
int golden_has(json_t *object, const char *key);

/** @return the value of a number or of a hexadecimal string ("0x1f"); a negative number modulo 2^64 */
uint64_t golden_value(json_t *value);

/** @return golden_value() of member @p key */
uint64_t golden_u64(json_t *object, const char *key);

/** @return golden_value() of element @p index of an array */
uint64_t golden_at(json_t *array, size_t index);

/** @return member @p key, a string. Valid until golden_each() reads a different file. */
const char *golden_string(json_t *object, const char *key);

/** Copies member @p key: @p size bytes, given as two hexadecimal digits each. Ends the program if the size
 * differs. */
void golden_bytes(json_t *object, const char *key, uint8_t *bytes, size_t size);

/** Copies member @p key, an array of @p count numbers. Ends the program if the count differs. */
void golden_array(json_t *object, const char *key, uint64_t *values, size_t count);

/** Compares two values; reports a difference with the name @p what and the vector. @return 0 equal, 1 not
 * equal */
int golden_equal(const char *what, uint64_t got, uint64_t expected);

/** Like golden_equal(), for @p size bytes. */
int golden_equal_bytes(const char *what, const void *got, const void *expected, size_t size);

/** Reports a difference in the caller's format. @return 1 */
int golden_differs(const char *format, ...) __attribute__((format(printf, 1, 2)));

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_GOLDEN_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic operations on memory of this process: the datatypes and operations of libfabric. */
#include "fabric/atomic.h"

#include <complex.h>
#include <pthread.h>
#include <string.h>

#include "base/atomic.h"

#define ELEMENT_BYTES 32u /* of the largest datatype */

/* Computes the value of an element after an operation. All pointers may be unaligned. @param now set to @p
 * old or to the new value @return false: the datatype has no such operation */
typedef bool element_change_t(enum fi_op op, const void *old, const void *operand, const void *compare,
                              void *now);

/* ---- operations of datatypes ---- */

#define ELEMENT_BEGIN(name, type)                                                                            \
    static bool name(enum fi_op op, const void *old, const void *operand, const void *compare, void *now)    \
    {                                                                                                        \
        type a, b = 0, c = 0;                                                                                \
        memcpy(&a, old, sizeof a);                                                                           \
        if (operand != NULL)                                                                                 \
            memcpy(&b, operand, sizeof b);                                                                   \
        if (compare != NULL)                                                                                 \
            memcpy(&c, compare, sizeof c);                                                                   \
        switch ((int)op) {

#define ELEMENT_LOGICAL                                                                                      \
    case FI_LOR:                                                                                             \
        a = a != 0 || b != 0;                                                                                \
        break;                                                                                               \
    case FI_LAND:                                                                                            \
        a = a != 0 && b != 0;                                                                                \
        break;                                                                                               \
    case FI_LXOR:                                                                                            \
        a = (a != 0) != (b != 0);                                                                            \
        break;                                                                                               \
    case FI_ATOMIC_READ:                                                                                     \
        break;                                                                                               \
    case FI_ATOMIC_WRITE:                                                                                    \
        a = b;                                                                                               \
        break;                                                                                               \
    case FI_CSWAP:                                                                                           \
        a = c == a ? b : a;                                                                                  \
        break;                                                                                               \
    case FI_CSWAP_NE:                                                                                        \
        a = c != a ? b : a;                                                                                  \
        break;

#define ELEMENT_ORDERED                                                                                      \
    case FI_MIN:                                                                                             \
        a = b < a ? b : a;                                                                                   \
        break;                                                                                               \
    case FI_MAX:                                                                                             \
        a = b > a ? b : a;                                                                                   \
        break;                                                                                               \
    case FI_CSWAP_LE:                                                                                        \
        a = c <= a ? b : a;                                                                                  \
        break;                                                                                               \
    case FI_CSWAP_LT:                                                                                        \
        a = c < a ? b : a;                                                                                   \
        break;                                                                                               \
    case FI_CSWAP_GE:                                                                                        \
        a = c >= a ? b : a;                                                                                  \
        break;                                                                                               \
    case FI_CSWAP_GT:                                                                                        \
        a = c > a ? b : a;                                                                                   \
        break;

/* Sums and products of integers wrap. */
#define ELEMENT_INTEGER                                                                                      \
    case FI_SUM:                                                                                             \
        (void)__builtin_add_overflow(a, b, &a);                                                              \
        break;                                                                                               \
    case FI_PROD:                                                                                            \
        (void)__builtin_mul_overflow(a, b, &a);                                                              \
        break;                                                                                               \
    case FI_BOR:                                                                                             \
        a |= b;                                                                                              \
        break;                                                                                               \
    case FI_BAND:                                                                                            \
        a &= b;                                                                                              \
        break;                                                                                               \
    case FI_BXOR:                                                                                            \
        a ^= b;                                                                                              \
        break;                                                                                               \
    case FI_MSWAP:                                                                                           \
        a = (b & c) | (a & ~c);                                                                              \
        break;

#define ELEMENT_REAL                                                                                         \
    case FI_SUM:                                                                                             \
        a += b;                                                                                              \
        break;                                                                                               \
    case FI_PROD:                                                                                            \
        a *= b;                                                                                              \
        break;

#define ELEMENT_END                                                                                          \
    default:                                                                                                 \
        return false;                                                                                        \
        }                                                                                                    \
        memcpy(now, &a, sizeof a);                                                                           \
        return true;                                                                                         \
        }

#define INTEGER(name, type)                                                                                  \
    ELEMENT_BEGIN(element_##name, type) ELEMENT_LOGICAL ELEMENT_ORDERED ELEMENT_INTEGER ELEMENT_END
#define REAL(name, type)                                                                                     \
    ELEMENT_BEGIN(element_##name, type) ELEMENT_LOGICAL ELEMENT_ORDERED ELEMENT_REAL ELEMENT_END
#define COMPLEX(name, type) ELEMENT_BEGIN(element_##name, type) ELEMENT_LOGICAL ELEMENT_REAL ELEMENT_END

/* clang-format off */
INTEGER(int8, int8_t)
INTEGER(uint8, uint8_t)
INTEGER(int16, int16_t)
INTEGER(uint16, uint16_t)
INTEGER(int32, int32_t)
INTEGER(uint32, uint32_t)
INTEGER(int64, int64_t)
INTEGER(uint64, uint64_t)
INTEGER(int128, __int128)
INTEGER(uint128, unsigned __int128)
REAL(float, float)
REAL(double, double)
REAL(long_double, long double)
COMPLEX(float_complex, float complex)
COMPLEX(double_complex, double complex)
COMPLEX(long_double_complex, long double complex)
/* clang-format on */

static const struct {
    element_change_t *change;
    size_t size;
} element[] = {[FI_INT8] = {element_int8, 1},
               [FI_UINT8] = {element_uint8, 1},
               [FI_INT16] = {element_int16, 2},
               [FI_UINT16] = {element_uint16, 2},
               [FI_INT32] = {element_int32, 4},
               [FI_UINT32] = {element_uint32, 4},
               [FI_INT64] = {element_int64, 8},
               [FI_UINT64] = {element_uint64, 8},
               [FI_FLOAT] = {element_float, sizeof(float)},
               [FI_DOUBLE] = {element_double, sizeof(double)},
               [FI_FLOAT_COMPLEX] = {element_float_complex, sizeof(float complex)},
               [FI_DOUBLE_COMPLEX] = {element_double_complex, sizeof(double complex)},
               [FI_LONG_DOUBLE] = {element_long_double, sizeof(long double)},
               [FI_LONG_DOUBLE_COMPLEX] = {element_long_double_complex, sizeof(long double complex)},
               [FI_INT128] = {element_int128, 16},
               [FI_UINT128] = {element_uint128, 16}};
#define ELEMENTS (sizeof element / sizeof element[0])

_Static_assert(sizeof(long double complex) <= ELEMENT_BYTES, "space for all datatypes");

/* ---- memory ---- */

#define STORE_IF_EQUAL(type, target, old, now)                                                               \
    do {                                                                                                     \
        type store_old, store_now;                                                                           \
        memcpy(&store_old, old, sizeof store_old);                                                           \
        memcpy(&store_now, now, sizeof store_now);                                                           \
        return emuq_compare_exchange((type *)(void *)(target), store_old, store_now, __ATOMIC_ACQ_REL);      \
    } while (0)

/* An aligned element of up to 8 bytes. Release: pairs with element_load(). @return whether the memory had the
 * value @p old */
static bool element_store(char *target, size_t size, const void *old, const void *now)
{
    switch (size) {
    case 1:
        STORE_IF_EQUAL(uint8_t, target, old, now);
    case 2:
        STORE_IF_EQUAL(uint16_t, target, old, now);
    case 4:
        STORE_IF_EQUAL(uint32_t, target, old, now);
    default:
        STORE_IF_EQUAL(uint64_t, target, old, now);
    }
}

#define LOAD(type, load, target, old)                                                                        \
    do {                                                                                                     \
        type load_value = load((const type *)(const void *)(target));                                        \
        memcpy(old, &load_value, sizeof load_value);                                                         \
    } while (0)

/* Acquire: pairs with element_store(), and with releases of the program. */
static void element_load(const char *target, size_t size, void *old)
{
    switch (size) {
    case 1:
        LOAD(unsigned char, AO_char_load_acquire, target, old);
        break;
    case 2:
        LOAD(unsigned short, AO_short_load_acquire, target, old);
        break;
    case 4:
        LOAD(unsigned, AO_int_load_acquire, target, old);
        break;
    default:
        LOAD(uint64_t, AO_load_acquire, target, old);
        break;
    }
}

/* Elements that no instruction of the processor changes. */
static pthread_mutex_t element_lock = PTHREAD_MUTEX_INITIALIZER;

/* @param old set to the value before */
static void element_apply(enum fi_datatype type, enum fi_op op, char *target, const void *operand,
                          const void *compare, void *old)
{
    char now[ELEMENT_BYTES];
    size_t size = element[type].size;
    if (size <= sizeof(uint64_t) && (uintptr_t)target % size == 0) {
        do {
            element_load(target, size, old);
            (void)element[type].change(op, old, operand, compare, now);
        } while (op != FI_ATOMIC_READ && !element_store(target, size, old, now));
        return;
    }
    pthread_mutex_lock(&element_lock);
    memcpy(old, target, size);
    (void)element[type].change(op, old, operand, compare, now);
    if (op != FI_ATOMIC_READ)
        memcpy(target, now, size);
    pthread_mutex_unlock(&element_lock);
}

void emuq_fi_atomic_apply(enum fi_datatype type, enum fi_op op, char *target, size_t count,
                          const char *operand, const char *compare, char *result)
{
    size_t size = element[type].size;
    for (size_t i = 0; i < count; i++) {
        char old[ELEMENT_BYTES];
        element_apply(type, op, target + i * size, operand != NULL ? operand + i * size : NULL,
                      compare != NULL ? compare + i * size : NULL, old);
        if (result != NULL)
            memcpy(result + i * size, old, size);
    }
}

size_t emuq_fi_atomic_size(enum fi_datatype type, enum fi_op op, emuq_fi_atomic_class_t class)
{
    char old[ELEMENT_BYTES] = {0}, now[ELEMENT_BYTES];
    bool compares = (unsigned)op >= FI_CSWAP && (unsigned)op <= FI_MSWAP;
    if ((unsigned)type >= ELEMENTS || (unsigned)op > FI_MSWAP ||
        compares != (class == EMUQ_FI_ATOMIC_COMPARE) ||
        (op == FI_ATOMIC_READ && class != EMUQ_FI_ATOMIC_FETCH))
        return 0;
    return element[type].change(op, old, old, old, now) ? element[type].size : 0;
}

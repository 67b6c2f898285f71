/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file compiler_support.h
 * @brief Compiler support of the interface headers (hwi-registers 8, core-inlines 1).
 */
#ifndef _COMPILER_SUPPORT_H_
#define _COMPILER_SUPPORT_H_

#if !defined(__ASSEMBLER__) && !defined(__LINUX__)
#include <stdint.h>
#endif

/** C linkage, for a block of declarations or for a single declaration. */
#ifdef __cplusplus
#define __C_LINKAGE extern "C"
#ifndef __BEGIN_DECLS /* also defined by the C library */
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS   }
#endif
#else
#define __C_LINKAGE
#ifndef __BEGIN_DECLS
#define __BEGIN_DECLS
#define __END_DECLS
#endif
#endif

/** Linkage of functions in headers. May be defined before the first interface header; the default works in C
 * and C++. */
#ifndef __INLINE__
#define __INLINE__ static inline __attribute__((__always_inline__, __unused__))
#endif

/** The value of @p cond (0 or 1), expected 1. */
#define __LIKELY(cond) __builtin_expect(!!(cond), 1)
/** The value of @p cond (0 or 1), expected 0. */
#define __UNLIKELY(cond) __builtin_expect(!!(cond), 0)

/** Calling conventions of the PowerPC: without effect. */
#define __SHORT_CALL
#define __LONG_CALL

/** Attribute: the function does not return. */
#define __NORETURN __attribute__((__noreturn__))
/** Attribute: the structure has no padding. */
#define __PACKED __attribute__((__packed__))

/** Byte offset of the thread pointer from the thread control block. */
#define GLIBC_TCB_OFFSET 0x7000
/** Byte offset of the table-of-contents pointer from the start of the table. */
#define GLIBC_TOC_OFFSET 0x8000

/** Ends compilation unless the constant expression @p cond is true; a declaration. @p what is the message. */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define EMUQ_STATIC_ASSERT(cond, what) static_assert(cond, what)
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define EMUQ_STATIC_ASSERT(cond, what) _Static_assert(cond, what)
#else
#define EMUQ_STATIC_ASSERT(cond, what) extern char emuq_static_assert[(cond) ? 1 : -1]
#endif

/**
 * @name Bit-fields of one storage unit, from the most significant to the least significant
 * The machine allocates bits from the top, little-endian compilers from the bottom: fields declared in
 * reverse keep their position in the integer value (hwi-descriptor 0). Arguments are declarators without
 * semicolons; all together fill the unit.
 * @{
 */
/* clang-format off */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define EMUQ_BITS_2(a, b) a; b
#define EMUQ_BITS_3(a, b, c) a; b; c
#define EMUQ_BITS_4(a, b, c, d) a; b; c; d
#define EMUQ_BITS_5(a, b, c, d, e) a; b; c; d; e
#define EMUQ_BITS_6(a, b, c, d, e, f) a; b; c; d; e; f
#define EMUQ_BITS_7(a, b, c, d, e, f, g) a; b; c; d; e; f; g
#define EMUQ_BITS_8(a, b, c, d, e, f, g, h) a; b; c; d; e; f; g; h
#else
#define EMUQ_BITS_2(a, b) b; a
#define EMUQ_BITS_3(a, b, c) c; b; a
#define EMUQ_BITS_4(a, b, c, d) d; c; b; a
#define EMUQ_BITS_5(a, b, c, d, e) e; d; c; b; a
#define EMUQ_BITS_6(a, b, c, d, e, f) f; e; d; c; b; a
#define EMUQ_BITS_7(a, b, c, d, e, f, g) g; f; e; d; c; b; a
#define EMUQ_BITS_8(a, b, c, d, e, f, g, h) h; g; f; e; d; c; b; a
#endif
/* clang-format on */
/** @} */

#ifndef __ASSEMBLER__
/** Function descriptor of the machine's original ABI. */
typedef struct OPD_Entry_t {
    void *Entry_Addr; /**< First instruction. */
    void *TOC_Addr;   /**< The function's table of contents. */
} OPD_Entry_t;
#endif

#endif /* _COMPILER_SUPPORT_H_ */

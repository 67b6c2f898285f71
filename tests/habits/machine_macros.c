/* SPDX-License-Identifier: BSD-3-Clause */
/* Macros defined by the Blue Gene/Q compilers; PowerPC macros must stay undefined on different processors.
 * Compiled by emuqcc, emuqcxx and the compilers of emuq-floor; with -DWITHOUT after an option that disables
 * the macros. */
#ifdef WITHOUT
#if defined(__bgq__) || defined(__bg__) || defined(__TOS_BGQ__) || defined(__THW_BLUEGENE__)
#error "macros of the machine"
#endif
#elif __bgq__ != 1 || __bg__ != 1 || __TOS_BGQ__ != 1 || __THW_BLUEGENE__ != 1
#error "no macros of the machine"
#endif
#if defined(__powerpc__) || defined(__powerpc64__) || defined(__PPC__) || defined(__PPC64__) ||              \
    defined(__ppc__)
#error "a PowerPC"
#endif
#if defined(_ARCH_PPC) || defined(_ARCH_PPC64) || defined(_ARCH_QP) || defined(_ARCH_A2) ||                  \
    defined(__VECTOR4DOUBLE__)
#error "PowerPC instructions"
#endif
#if defined(_BIG_ENDIAN) || defined(__BIG_ENDIAN__)
#error "big endian"
#endif
#if defined(__IBMC__) || defined(__IBMCPP__) || defined(__xlc__) || defined(__xlC__)
#error "the XL compilers"
#endif
#if defined(__bgp__) || defined(__blrts__) || defined(_AIX) || defined(__BGQ__)
#error "other machines, or what build systems define"
#endif

#ifndef SIGNED
#define SIGNED 0
#endif
typedef char char_has_the_expected_sign[((char)-1 < 0) == SIGNED ? 1 : -1];

int main(void)
{
    return sizeof(char_has_the_expected_sign) != 1;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file asm_support.h
 * @brief For assembler sources of the machine: PowerPC macros IMM64, IMM32, IMM32C, SET_IVOR, SET_SPR,
 * SET_SPRC (hwi-registers 10).
 *
 * The macros load immediates and set special registers of PowerPC processors. Nothing is defined here.
 */
#ifndef _ASM_SUPPORT_H_
#define _ASM_SUPPORT_H_

#include <hwi/include/common/bgq_alignment.h>

#endif /* _ASM_SUPPORT_H_ */

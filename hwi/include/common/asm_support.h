/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file asm_support.h
 * @brief Assembler sources of the machine include this for six PowerPC macros: IMM64, IMM32, IMM32C,
 * SET_IVOR, SET_SPR, SET_SPRC (hwi-registers 10).
 *
 * They load immediates and set special registers, on processors that this project does not run on. Nothing is
 * defined; C sources never see them.
 */
#ifndef _ASM_SUPPORT_H_
#define _ASM_SUPPORT_H_

#include <hwi/include/common/bgq_alignment.h>

#endif /* _ASM_SUPPORT_H_ */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file user_registers.h
 * @brief Private to the kernel shim: dummy memory at the user addresses of device registers.
 */
#ifndef EMUQ_USER_REGISTERS_H
#define EMUQ_USER_REGISTERS_H

/** Maps memory at the user addresses of device registers, so that a program that stores there by itself goes
 * on. Not thread-safe. */
void emuq_user_registers_map(void);
/** Unmaps it. */
void emuq_user_registers_unmap(void);

#endif /* EMUQ_USER_REGISTERS_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file interface.h
 * @brief Private to the kernel shim: the address by which the other hosts reach this one.
 */
#ifndef EMUQ_HOSTS_INTERFACE_H
#define EMUQ_HOSTS_INTERFACE_H

/** Bytes of a numeric address as text, with the zero. */
#define EMUQ_ADDRESS_TEXT 64u

/** Chooses an address of this host: that of EMUQ_INTERFACE (name of an interface, or an address); else the
 *  one that @p near stands for; else the one that the name of this host stands for, if it is no loopback;
 * else that of the first interface that is up and no loopback; else 127.0.0.1.
 *  @param near a name or an address of this host, or NULL
 *  @return 0; or -ENODEV after a message: EMUQ_INTERFACE is not of this host. */
int emuq_interface_address(const char *near, char text[EMUQ_ADDRESS_TEXT]);

#endif /* EMUQ_HOSTS_INTERFACE_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file interface.h
 * @brief Private to the kernel shim: addresses by which hosts reach each other.
 */
#ifndef EMUQ_HOSTS_INTERFACE_H
#define EMUQ_HOSTS_INTERFACE_H

#include <stdbool.h>
#include <stddef.h>

/** Bytes of a numeric address as text, with the zero. */
#define EMUQ_ADDRESS_TEXT 64u

/** Chooses an address of this host: that of EMUQ_INTERFACE (name of an interface, or an address); else the
 *  one that @p near stands for; else the one that the name of this host stands for, if it is no loopback;
 * else that of the first interface that is up and no loopback; else 127.0.0.1.
 *  @param near a name or an address of this host, or NULL
 *  @return 0; or -ENODEV after a message: EMUQ_INTERFACE is not of this host. */
int emuq_interface_address(const char *near, char text[EMUQ_ADDRESS_TEXT]);

/** Whether an address is one of the loopback interface, at which a host reaches nobody but itself.
 *  @param address a struct sockaddr of @p bytes bytes, of whatever family */
bool emuq_interface_is_loopback(const void *address, size_t bytes);

#endif /* EMUQ_HOSTS_INTERFACE_H */

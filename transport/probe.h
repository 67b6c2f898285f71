/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file probe.h
 * @brief Private to the kernel shim: asks the system of a silent host whether its engine still is there.
 *
 * Providers over TCP do not report that a peer has ended, they try to connect again. But its system does, to
 * anybody who tries to connect. Not thread-safe.
 */
#ifndef EMUQ_HOSTS_PROBE_H
#define EMUQ_HOSTS_PROBE_H

#include <stdbool.h>
#include <stddef.h>

#define EMUQ_PROBE_REFUSED (-2) /**< a probe that has been answered at once */

/** Whether the endpoints of a provider can be asked: they listen on a TCP port. */
bool emuq_probe_can(const char *provider);
/** Begins to ask. @param address a struct sockaddr of @p bytes bytes @return a probe; -1: not possible now */
int emuq_probe_begin(const void *address, size_t bytes);
/** Looks for the answer.
 *  @return 0: there is none yet; 1: a process listens, which need not run; -ECONNREFUSED: none does;
 * -EHOSTUNREACH: not known. If not 0, the probe is ended. */
int emuq_probe_look(int probe);
/** Ends a probe; -1: none. */
void emuq_probe_end(int probe);

#endif /* EMUQ_HOSTS_PROBE_H */

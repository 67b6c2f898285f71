/* SPDX-License-Identifier: BSD-3-Clause */
/** @file socket.h @brief Sockets of the device, by path or by a name without a file. */
#ifndef EMUQ_DEVICE_SOCKET_H
#define EMUQ_DEVICE_SOCKET_H

#include <stddef.h>

#include "backends/mmio/device.h"

/** Listens at a path, or at @ and a name. A socket file that a dead process has left is replaced.
 *  @return the descriptor, or a negative errno: -EADDRINUSE, -ENAMETOOLONG, ... */
int emuq_socket_listen(const char *where);

/** Accepts a connection of a process of the same user or of root. @return the descriptor, -EAGAIN: there is
 * none, -EACCES: another user, closed, or another negative errno. */
int emuq_socket_accept(int listener);

/** Process at the other end. */
int emuq_socket_peer(int fd);

/** Sends an answer with @p count files (up to 3). @return 0 or a negative errno: the connection is of no use.
 */
int emuq_socket_answer(int fd, const emuq_device_reply_t *reply, const int *files, int count);

#endif /* EMUQ_DEVICE_SOCKET_H */

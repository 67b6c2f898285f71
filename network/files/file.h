/* SPDX-License-Identifier: BSD-3-Clause */
/** @file file.h  Files that are read whole, or are to be written. */
#ifndef EMUQ_NET_FILE_H
#define EMUQ_NET_FILE_H

#include "base/text.h"

/** Reads a file of up to 1 GiB without zero bytes. @return its text, to be freed; NULL with the reason in @p
 * why */
char *emuq_net_file_read(const char *name, emuq_text_t *why);

/** Whether a file can be written, as far as can be seen without doing it. @return 0 or -EINVAL with the
 * reason in
 *  @p why */
int emuq_net_file_writable(const char *name, emuq_text_t *why);

#endif /* EMUQ_NET_FILE_H */

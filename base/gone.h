/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file gone.h
 * @brief Whether another process has ended.
 */
#ifndef EMUQ_BASE_GONE_H
#define EMUQ_BASE_GONE_H

#include <stdbool.h>
#include <sys/types.h>

/** Whether no thread of process @p pid runs any more, also if its parent has not noticed. Allocates nothing.
 *  Thread-safe.
 *  @return false also if the system does not tell */
bool emuq_process_is_gone(pid_t pid);

#endif /* EMUQ_BASE_GONE_H */

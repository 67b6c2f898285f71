/* SPDX-License-Identifier: BSD-3-Clause */
/* Errors return instead of ending the program. */
#ifndef BGPM_TEST_QUIET_H
#define BGPM_TEST_QUIET_H

#include <bgpm/include/bgpm.h>

#include "emuq_test.h"

static inline void bgpm_quiet(void)
{
    Bgpm_PrintOnError(0);
    Bgpm_ExitOnError(0);
}

#endif /* BGPM_TEST_QUIET_H */

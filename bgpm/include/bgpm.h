/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bgpm.h
 * @brief BGPM: hardware performance monitoring by event sets (bgpm). docs/bgpm.md lists the supported events.
 */
#ifndef _BGPM_H_
#define _BGPM_H_

#include "hwi/include/common/compiler_support.h"

#include "bgpm/include/err.h"
#include "bgpm/include/funcs.h"
#include "bgpm/include/types.h"

#include "spi/include/upci/upci.h"

#endif /* _BGPM_H_ */

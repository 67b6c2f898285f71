/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file dcr_names.h
 * @brief The names of all device control registers (core-inlines 7).
 */
#ifndef _DCR_NAMES_H_
#define _DCR_NAMES_H_

#include <hwi/include/bqc/mu_dcr.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <hwi/include/bqc/nd_rese_dcr.h>
#include <hwi/include/bqc/nd_x2_dcr.h>

#endif /* _DCR_NAMES_H_ */

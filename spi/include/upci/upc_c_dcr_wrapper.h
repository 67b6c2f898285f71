/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_c_dcr_wrapper.h
 * @brief Device control registers of the central counter unit. The interface names none, and none is
 * emulated.
 */
#ifndef _UPCI_UPC_C_DCR_WRAPPER_H_
#define _UPCI_UPC_C_DCR_WRAPPER_H_

#include "hwi/include/bqc/PhysicalMap.h"
#include "hwi/include/bqc/dcr_support.h"
#include "hwi/include/common/bgq_bitnumbers.h"

#endif /* _UPCI_UPC_C_DCR_WRAPPER_H_ */

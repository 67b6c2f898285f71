/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file envmon.h
 * @brief Power measurement and limits (kernel-misc 6). There are none here: every call returns ENOSYS.
 */
#ifndef _SPI_KERNEL_ENVMON_H_
#define _SPI_KERNEL_ENVMON_H_

#include "spi/include/kernel/cnk/any_parameters.h"
#include "spi/include/kernel/cnk/kernel_impl.h"

__BEGIN_DECLS

/** Parameter: idle cycles that follow each memory access, 0..126. */
#define DDR_IDLES_PER_ACCESS 1

/** Sets what a node may draw. @param param DDR_IDLES_PER_ACCESS. @return ENOSYS */
uint32_t Kernel_SetPowerConsumptionParam(uint64_t param, uint64_t value);

/* The specification names these two without their parameters. */
#ifndef __cplusplus
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#endif
/** Reads the power sensors. @return ENOSYS */
uint32_t Kernel_GetRawEnvmonPowerData(EMUQ_ANY_PARAMETERS);
/** Talks to the environment monitor. @return ENOSYS */
uint32_t Kernel_ExecEnvmon2Command(EMUQ_ANY_PARAMETERS);
#ifndef __cplusplus
#pragma GCC diagnostic pop
#endif

__END_DECLS

#endif /* _SPI_KERNEL_ENVMON_H_ */

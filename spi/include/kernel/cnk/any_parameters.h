/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file any_parameters.h
 * @brief Parameter list of functions that the specification names without one: any call compiles.
 */
#ifndef _EMUQ_ANY_PARAMETERS_H_
#define _EMUQ_ANY_PARAMETERS_H_

/** In place of a parameter list. The library's own definitions have no parameters. */
#ifndef EMUQ_ANY_PARAMETERS
#ifdef __cplusplus
#define EMUQ_ANY_PARAMETERS ...
#else
#define EMUQ_ANY_PARAMETERS
#endif
#endif

#endif /* _EMUQ_ANY_PARAMETERS_H_ */

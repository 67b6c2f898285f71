/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file model.h
 * @brief Which constants the modelled network of a job has.
 */
#ifndef EMUQ_TIMED_MODEL_H
#define EMUQ_TIMED_MODEL_H

#include "network/parameters.h"

/** Takes the constants of the machine, or those of the file that EMUQ_TIME_PARAMS names.
 *  @return 0, -ENOMEM, or -EINVAL: the file is wrong, or programs of the machine cannot run on such a
 * network; it has been said why */
int emuq_timed_read_model(emuq_net_parameters_t *p);

#endif /* EMUQ_TIMED_MODEL_H */

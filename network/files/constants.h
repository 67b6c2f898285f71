/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file constants.h
 * @brief The constants of a model, and where each has its value from: a preset, a file, whoever changed it.
 *
 * A parameter file is of TOML (toml.h): tables and keys are those of the parameters; table [model] names the
 * model and the preset that the file changes, table [provenance] says where values are from.
 */
#ifndef EMUQ_NET_CONSTANTS_H
#define EMUQ_NET_CONSTANTS_H

#include <stdint.h>

#include "base/text.h"
#include "network/parameters.h"

#define EMUQ_NET_SOURCE 128 /**< most bytes of a provenance, with the terminating zero */

/** Constants with their provenance. */
typedef struct emuq_net_constants {
    emuq_net_parameters_t value;
    char name[64];                   /**< of the preset, or what the file says */
    char (*source)[EMUQ_NET_SOURCE]; /**< per row: "" as in the preset, else who changed it */
} emuq_net_constants_t;

/** Makes the constants of a preset. @return 0 or -ENOMEM; undone by emuq_net_constants_free() */
int emuq_net_constants_open(emuq_net_constants_t *p);

void emuq_net_constants_free(emuq_net_constants_t *p);

/**
 * Takes a preset, or reads a parameter file over preset bgq (or the one that its first line, model.preset,
 * names).
 * @param name of a preset, or path of a file
 * @return 0 or -EINVAL with the reason in @p why
 */
int emuq_net_constants_read(emuq_net_constants_t *p, const char *name, emuq_text_t *why);

/** Reads the text of a parameter file; as emuq_net_constants_read(). @param file its name, for provenance */
int emuq_net_constants_parse(emuq_net_constants_t *p, const char *text, const char *file, emuq_text_t *why);

/**
 * Sets one constant.
 * @param assignment "key=value". A value is a whole number in the unit of the row, one of its words, or a
 * time such as 44ns, which is rounded to the unit, half up; of a zone ("zone.0"): groups of dimensions,
 * AB,CD,E.
 * @param who        provenance
 * @return 0 or -EINVAL with the reason in @p why
 */
int emuq_net_constants_set(emuq_net_constants_t *p, const char *assignment, const char *who,
                           emuq_text_t *why);

/** Checks that the values go together. @return 0 or -EINVAL with the reason in @p why */
int emuq_net_constants_check(const emuq_net_constants_t *p, emuq_text_t *why);

/** Whether there is a parameter, or another thing, of this name.
 *  @param also name of the other thing, NULL: none
 *  @return 0 or -EINVAL with the nearest name in @p why */
int emuq_net_constants_name(const char *key, const char *also, emuq_text_t *why);

#endif /* EMUQ_NET_CONSTANTS_H */

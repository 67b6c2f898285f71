/* SPDX-License-Identifier: BSD-3-Clause */
/** @file json.h @brief What the tools need to print JSON. */
#ifndef EMUQ_TOOLS_JSON_H
#define EMUQ_TOOLS_JSON_H

#include <stdio.h>

/** Prints @p text as a JSON string: in quotes, with escapes. UTF-8 is left as it is; a byte that is neither
 * UTF-8 nor ASCII becomes the character of its number (ISO 8859-1), so that the result always is JSON. */
void emuq_json_string(FILE *out, const char *text);

#endif /* EMUQ_TOOLS_JSON_H */

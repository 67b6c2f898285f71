/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/extensions/symbol.h"

#include <strings.h>

void *emuq_pami_find_symbol(const emuq_pami_symbol_t *symbols, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcasecmp(symbols[i].name, name) == 0)
            return symbols[i].value;
    return NULL;
}

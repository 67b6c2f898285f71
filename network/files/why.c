/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/files/why.h"

int emuq_net_refuse(emuq_text_t *why, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    why->length = 0;
    emuq_text_vadd(why, format, list);
    va_end(list);
    return -EINVAL;
}

int emuq_net_refuse_name(emuq_text_t *why, const char *what, const emuq_nearest_t *search, const char *list)
{
    int length = (int)search->length;
    if (search->name != NULL)
        return emuq_net_refuse(why, "%s '%.*s'; did you mean %s?", what, length, search->word, search->name);
    return emuq_net_refuse(why, "%s '%.*s'; %s", what, length, search->word, list);
}

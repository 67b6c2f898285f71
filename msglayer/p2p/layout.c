/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/p2p/layout.h"

void emuq_pami_unpack(emuq_pami_cursor_t *to, const void *data, size_t bytes, pami_data_function fn,
                      void *cookie)
{
    const char *from = data;
    while (bytes != 0) {
        size_t n;
        char *target = emuq_pami_cursor_next(to, bytes, &n);
        if (emuq_pami_only_copies(fn))
            memcpy(target, from, n);
        else
            emuq_pami_type_combine(to->type, fn, cookie, target, from, n);
        from += n;
        bytes -= n;
    }
}

void emuq_pami_pack(void *data, emuq_pami_cursor_t *from, size_t bytes, pami_data_function fn, void *cookie)
{
    char *to = data;
    while (bytes != 0) {
        size_t n;
        const char *source = emuq_pami_cursor_next(from, bytes, &n);
        if (emuq_pami_only_copies(fn))
            memcpy(to, source, n);
        else
            emuq_pami_type_combine(from->type, fn, cookie, to, source, n);
        to += n;
        bytes -= n;
    }
}

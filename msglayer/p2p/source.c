/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/p2p/source.h"

#include <stdlib.h>

#include "msglayer/p2p/layout.h"

pami_result_t emuq_pami_send_typed(emuq_pami_context_t *context, emuq_pami_message_t *m,
                                   const emuq_pami_source_t *source)
{
    if (emuq_pami_type_check(source->type, source->offset, m->data_size, source->data_fn) != PAMI_SUCCESS)
        return PAMI_INVAL;
    if (emuq_pami_peer(context, m->dest) == NULL)
        return emuq_pami_no_peer(context, m->dest);
    if (m->data_size != 0 && emuq_pami_only_copies(source->data_fn) &&
        emuq_pami_type_is_contiguous(source->type)) {
        m->data = (const char *)m->data + source->offset;
    } else if (m->data_size != 0) {
        m->buffer = malloc(m->data_size);
        if (m->buffer == NULL)
            return PAMI_ENOMEM;
        emuq_pami_type_pack(source->type, m->data, source->offset, m->buffer, m->data_size, source->data_fn,
                            source->data_cookie);
        m->data = m->buffer;
    }
    return emuq_pami_send(context, m);
}

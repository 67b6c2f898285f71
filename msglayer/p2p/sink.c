/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/p2p/sink.h"

#include "msglayer/p2p/layout.h"

void emuq_pami_sink_defaults(pami_recv_t *recv)
{
    memset(recv, 0, sizeof *recv);
    recv->type = PAMI_TYPE_BYTE;
    recv->data_fn = PAMI_DATA_COPY;
}

void emuq_pami_sink_open(emuq_pami_sink_t *sink, const pami_recv_t *recv, size_t bytes, bool contiguous,
                         bool copy)
{
    *sink = (emuq_pami_sink_t){.addr = recv->addr,
                               .type = contiguous ? PAMI_TYPE_BYTE : recv->type,
                               .offset = contiguous ? 0 : recv->offset,
                               .data_fn = copy ? NULL : recv->data_fn,
                               .data_cookie = copy ? NULL : recv->data_cookie};
    sink->result = emuq_pami_type_check(sink->type, sink->offset, bytes, sink->data_fn);
    if (sink->result != PAMI_SUCCESS)
        return;
    emuq_pami_type_retain(sink->type); /* the client may destroy it meanwhile */
    sink->whole = !emuq_pami_only_copies(sink->data_fn);
    if (!sink->whole && emuq_pami_type_is_contiguous(sink->type) && sink->addr != NULL)
        sink->to = sink->addr + sink->offset;
}

void emuq_pami_sink_put(emuq_pami_sink_t *sink, size_t at, const void *data, size_t bytes)
{
    if (bytes == 0 || sink->result != PAMI_SUCCESS)
        return;
    if (sink->to != NULL)
        memcpy(sink->to + at, data, bytes);
    else
        emuq_pami_type_unpack(sink->type, sink->addr, sink->offset + at, data, bytes, sink->data_fn,
                              sink->data_cookie);
}

char *emuq_pami_sink_memory(const emuq_pami_sink_t *sink)
{
    return sink->to;
}

pami_result_t emuq_pami_sink_close(emuq_pami_sink_t *sink)
{
    if (sink->result == PAMI_SUCCESS)
        emuq_pami_type_release(sink->type);
    return sink->result;
}

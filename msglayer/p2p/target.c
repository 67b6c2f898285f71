/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/p2p/target.h"

#include "msglayer/p2p/layout.h"

void emuq_pami_target_defaults(pami_recv_t *recv)
{
    memset(recv, 0, sizeof *recv);
    recv->type = PAMI_TYPE_BYTE;
    recv->data_fn = PAMI_DATA_COPY;
}

void emuq_pami_target_open(emuq_pami_target_t *target, const pami_recv_t *recv, size_t bytes, bool contiguous,
                           bool copy)
{
    *target = (emuq_pami_target_t){.addr = recv->addr,
                                   .type = contiguous ? PAMI_TYPE_BYTE : recv->type,
                                   .offset = contiguous ? 0 : recv->offset,
                                   .data_fn = copy ? NULL : recv->data_fn,
                                   .data_cookie = copy ? NULL : recv->data_cookie};
    target->result = emuq_pami_type_check(target->type, target->offset, bytes, target->data_fn);
    if (target->result != PAMI_SUCCESS)
        return;
    emuq_pami_type_retain(target->type); /* the client may destroy it meanwhile */
    target->whole = !emuq_pami_only_copies(target->data_fn);
    if (!target->whole && emuq_pami_type_is_contiguous(target->type) && target->addr != NULL)
        target->to = target->addr + target->offset;
}

void emuq_pami_target_put(emuq_pami_target_t *target, size_t at, const void *data, size_t bytes)
{
    if (bytes == 0 || target->result != PAMI_SUCCESS)
        return;
    if (target->to != NULL)
        memcpy(target->to + at, data, bytes);
    else
        emuq_pami_type_unpack(target->type, target->addr, target->offset + at, data, bytes, target->data_fn,
                              target->data_cookie);
}

char *emuq_pami_target_memory(const emuq_pami_target_t *target)
{
    return target->to;
}

pami_result_t emuq_pami_target_close(emuq_pami_target_t *target)
{
    if (target->result == PAMI_SUCCESS)
        emuq_pami_type_release(target->type);
    return target->result;
}

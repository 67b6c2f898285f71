/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/driver/commands.h"

#include <errno.h>
#include <string.h>

#include "apenet/card/gpu.h"

int apenet_status_errno(uint32_t status)
{
    static const int number[] = {
        [APENET_STATUS_OK] = 0,
        [APENET_STATUS_TX_BAD_DESCRIPTOR] = -EINVAL,
        [APENET_STATUS_TX_BAD_SOURCE] = -EFAULT,
        [APENET_STATUS_NO_SUCH_NODE] = -ENXIO,
        [APENET_STATUS_LINK_DOWN] = -ENETDOWN,
        [APENET_STATUS_RX_NO_BUFFER] = -ENOENT,
        [APENET_STATUS_RX_NO_PAGE] = -EFAULT,
        [APENET_STATUS_RX_PAYLOAD_ERROR] = -EBADMSG,
        [APENET_STATUS_RX_OVERRUN] = -EMSGSIZE,
        [APENET_STATUS_GET_REFUSED] = -EACCES,
        [APENET_STATUS_TABLE_FULL] = -ENOSPC,
        [APENET_STATUS_HOST_DEAD] = -EHOSTDOWN,
    };
    return status < sizeof number / sizeof *number ? number[status] : -EIO;
}

int apenet_submit(apenet_card_t *card, apenet_op_t op, uint64_t va, const uint32_t word3[4])
{
    apenet_host_t *h = card->host;
    uint32_t gpu = apenet_gpu_of(va);
    apenet_command_t c;
    memset(&c, 0, sizeof c);
    apenet_set(&c.header, APENET_COMMAND_OP, op);
    apenet_set(&c.header, APENET_COMMAND_PID, card->pid);
    if (gpu != APENET_GPUS) {
        apenet_set(&c.header, APENET_COMMAND_IS_GPU, 1);
        apenet_set(&c.header, APENET_COMMAND_GPU_ID, gpu);
    }
    apenet_set64(c.va, va);
    memcpy(c.word3, word3, sizeof c.word3);
    emuq_shared_lock(&h->command_lock);
    apenet_set(&c.header, APENET_COMMAND_SERIAL, ++h->serial);
    for (unsigned i = 0; i < sizeof c / sizeof(uint32_t); i++)
        apenet_reg_store(h->device->reg, APENET_REG_CMD_FIFO + i, ((const uint32_t *)&c)[i]);
    uint32_t result = apenet_reg_load(h->device->reg, APENET_REG_CMD_RESULT);
    emuq_shared_unlock(&h->command_lock);
    return apenet_status_errno(result >> 16);
}

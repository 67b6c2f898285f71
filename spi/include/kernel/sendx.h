/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file sendx.h
 * @brief Messages to a plug-in of the I/O daemon (kernel-misc 3). A partition has no I/O nodes: ENOSYS.
 */
#ifndef _SPI_KERNEL_SENDX_H_
#define _SPI_KERNEL_SENDX_H_

#include <inttypes.h>
#include <stdio.h>

#include <cnk/include/Config.h>

#include "spi/include/kernel/cnk/kernel_impl.h"

__BEGIN_DECLS

#define MSG_DATA_ONLY 0 /**< the message is its data */
#define MSG_DATA_PLUS 1 /**< the message has a header before its data */

/** Program memory with access for the daemon. */
struct CNKuserRDMA {
    void *cnk_address;
    uint32_t cnk_bytes;
};

/** A message. Zero descriptors and lengths, and NULL, mean "none". */
struct MsgInputs {
    uint8_t version;
    uint8_t options;          /**< MSG_DATA_ONLY or MSG_DATA_PLUS */
    uint16_t type;            /**< type of the message, defined by the plug-in */
    uint32_t recv_length;     /**< length of the reply buffer */
    int numberOfRdmaRegions;  /**< up to 8 */
    int cnkFileDescriptor[2]; /**< open files of the message */
    int data_length;          /**< up to 480 bytes, 340 with MSG_DATA_PLUS */
    char *dataRegion;         /**< the data */
    char *recvMessage;        /**< the reply */
    struct CNKuserRDMA *cnkUserRDMA;
};

/** Sends a message and waits for the reply. @return ENOSYS */
int Kernel_Sendx(struct MsgInputs *mInputs);

__END_DECLS

#include "spi/include/kernel/cnk/sendx_impl.h"

#endif /* _SPI_KERNEL_SENDX_H_ */

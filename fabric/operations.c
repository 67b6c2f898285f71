/* SPDX-License-Identifier: BSD-3-Clause */
/* Sends and receives of libfabric. */
#include "fabric/provider.h"

#define INJECTED       (FI_INJECT | EMUQ_FI_NO_ENTRY) /* fi_inject() and the like */
#define OF_CALL(flags) ((flags) & ~(EMUQ_FI_NO_ENTRY | FI_MSG | FI_TAGGED))

static uint64_t operation_receive_flags(const struct fid_ep *ep)
{
    return ((const emuq_fi_endpoint_t *)ep)->receive_flags;
}

static uint64_t operation_send_flags(const struct fid_ep *ep)
{
    return ((const emuq_fi_endpoint_t *)ep)->send_flags;
}

/* A send of one part. */
static inline ssize_t operation_send(struct fid_ep *ep, const void *buf, size_t len, fi_addr_t to,
                                     uint64_t tag, uint64_t data, uint64_t flags, void *context)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    return emuq_fi_send(
        ep, to,
        &(emuq_fi_send_t){
            .part = &part, .parts = 1, .tag = tag, .data = data, .flags = flags, .context = context});
}

/* ---- without tags ---- */

static ssize_t msg_recvv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count,
                         fi_addr_t from, void *context)
{
    (void)desc;
    return emuq_fi_receive(ep, from, iov, count,
                           &(emuq_fi_wanted_t){.context = context,
                                               .flags = operation_receive_flags(ep) | FI_MSG,
                                               .ignore = UINT64_MAX});
}

static ssize_t msg_recv(struct fid_ep *ep, void *buf, size_t len, void *desc, fi_addr_t from, void *context)
{
    return msg_recvv(ep, &(struct iovec){buf, len}, &desc, 1, from, context);
}

static ssize_t msg_recvmsg(struct fid_ep *ep, const struct fi_msg *m, uint64_t flags)
{
    return emuq_fi_receive(
        ep, m->addr, m->msg_iov, m->iov_count,
        &(emuq_fi_wanted_t){.context = m->context, .flags = OF_CALL(flags) | FI_MSG, .ignore = UINT64_MAX});
}

static ssize_t msg_send(struct fid_ep *ep, const void *buf, size_t len, void *desc, fi_addr_t to,
                        void *context)
{
    (void)desc;
    return operation_send(ep, buf, len, to, 0, 0, operation_send_flags(ep) | FI_MSG, context);
}

static ssize_t msg_sendv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count, fi_addr_t to,
                         void *context)
{
    (void)desc;
    return emuq_fi_send(
        ep, to,
        &(emuq_fi_send_t){
            .part = iov, .parts = count, .flags = operation_send_flags(ep) | FI_MSG, .context = context});
}

static ssize_t msg_sendmsg(struct fid_ep *ep, const struct fi_msg *m, uint64_t flags)
{
    return emuq_fi_send(ep, m->addr,
                        &(emuq_fi_send_t){.part = m->msg_iov,
                                          .parts = m->iov_count,
                                          .data = m->data,
                                          .flags = OF_CALL(flags) | FI_MSG,
                                          .context = m->context});
}

static ssize_t msg_inject(struct fid_ep *ep, const void *buf, size_t len, fi_addr_t to)
{
    return operation_send(ep, buf, len, to, 0, 0, FI_MSG | INJECTED, NULL);
}

static ssize_t msg_senddata(struct fid_ep *ep, const void *buf, size_t len, void *desc, uint64_t data,
                            fi_addr_t to, void *context)
{
    (void)desc;
    return operation_send(ep, buf, len, to, 0, data, operation_send_flags(ep) | FI_MSG | FI_REMOTE_CQ_DATA,
                          context);
}

static ssize_t msg_injectdata(struct fid_ep *ep, const void *buf, size_t len, uint64_t data, fi_addr_t to)
{
    return operation_send(ep, buf, len, to, 0, data, FI_MSG | INJECTED | FI_REMOTE_CQ_DATA, NULL);
}

struct fi_ops_msg emuq_fi_msg_ops = {.size = sizeof emuq_fi_msg_ops,
                                     .recv = msg_recv,
                                     .recvv = msg_recvv,
                                     .recvmsg = msg_recvmsg,
                                     .send = msg_send,
                                     .sendv = msg_sendv,
                                     .sendmsg = msg_sendmsg,
                                     .inject = msg_inject,
                                     .senddata = msg_senddata,
                                     .injectdata = msg_injectdata};

/* ---- with tags ---- */

static ssize_t tagged_recvv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count,
                            fi_addr_t from, uint64_t tag, uint64_t ignore, void *context)
{
    (void)desc;
    return emuq_fi_receive(
        ep, from, iov, count,
        &(emuq_fi_wanted_t){.context = context,
                            .flags = (operation_receive_flags(ep) & ~FI_MULTI_RECV) | FI_TAGGED,
                            .tag = tag,
                            .ignore = ignore});
}

static ssize_t tagged_recv(struct fid_ep *ep, void *buf, size_t len, void *desc, fi_addr_t from, uint64_t tag,
                           uint64_t ignore, void *context)
{
    return tagged_recvv(ep, &(struct iovec){buf, len}, &desc, 1, from, tag, ignore, context);
}

static ssize_t tagged_recvmsg(struct fid_ep *ep, const struct fi_msg_tagged *m, uint64_t flags)
{
    return emuq_fi_receive(ep, m->addr, m->msg_iov, m->iov_count,
                           &(emuq_fi_wanted_t){.context = m->context,
                                               .flags = (OF_CALL(flags) & ~FI_MULTI_RECV) | FI_TAGGED,
                                               .tag = m->tag,
                                               .ignore = m->ignore});
}

static ssize_t tagged_send(struct fid_ep *ep, const void *buf, size_t len, void *desc, fi_addr_t to,
                           uint64_t tag, void *context)
{
    (void)desc;
    return operation_send(ep, buf, len, to, tag, 0, operation_send_flags(ep) | FI_TAGGED, context);
}

static ssize_t tagged_sendv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count,
                            fi_addr_t to, uint64_t tag, void *context)
{
    (void)desc;
    return emuq_fi_send(ep, to,
                        &(emuq_fi_send_t){.part = iov,
                                          .parts = count,
                                          .tag = tag,
                                          .flags = operation_send_flags(ep) | FI_TAGGED,
                                          .context = context});
}

static ssize_t tagged_sendmsg(struct fid_ep *ep, const struct fi_msg_tagged *m, uint64_t flags)
{
    return emuq_fi_send(ep, m->addr,
                        &(emuq_fi_send_t){.part = m->msg_iov,
                                          .parts = m->iov_count,
                                          .tag = m->tag,
                                          .data = m->data,
                                          .flags = OF_CALL(flags) | FI_TAGGED,
                                          .context = m->context});
}

static ssize_t tagged_inject(struct fid_ep *ep, const void *buf, size_t len, fi_addr_t to, uint64_t tag)
{
    return operation_send(ep, buf, len, to, tag, 0, FI_TAGGED | INJECTED, NULL);
}

static ssize_t tagged_senddata(struct fid_ep *ep, const void *buf, size_t len, void *desc, uint64_t data,
                               fi_addr_t to, uint64_t tag, void *context)
{
    (void)desc;
    return operation_send(ep, buf, len, to, tag, data,
                          operation_send_flags(ep) | FI_TAGGED | FI_REMOTE_CQ_DATA, context);
}

static ssize_t tagged_injectdata(struct fid_ep *ep, const void *buf, size_t len, uint64_t data, fi_addr_t to,
                                 uint64_t tag)
{
    return operation_send(ep, buf, len, to, tag, data, FI_TAGGED | INJECTED | FI_REMOTE_CQ_DATA, NULL);
}

struct fi_ops_tagged emuq_fi_tagged_ops = {.size = sizeof emuq_fi_tagged_ops,
                                           .recv = tagged_recv,
                                           .recvv = tagged_recvv,
                                           .recvmsg = tagged_recvmsg,
                                           .send = tagged_send,
                                           .sendv = tagged_sendv,
                                           .sendmsg = tagged_sendmsg,
                                           .inject = tagged_inject,
                                           .senddata = tagged_senddata,
                                           .injectdata = tagged_injectdata};

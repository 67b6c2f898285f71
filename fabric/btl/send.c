/* SPDX-License-Identifier: BSD-3-Clause */
/* Fragments to peers: rings, and fragments that wait for space. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "fabric/btl/btl.h"

void btl_fail(struct mca_btl_base_endpoint_t *peer, const char *what, int status)
{
    char text[200];
    const char *host = peer != NULL && peer->proc != NULL ? opal_get_proc_hostname(peer->proc) : NULL;
    if (peer != NULL)
        snprintf(text, sizeof text, "btl apenet: %s process %u%s%s: %s", what, peer->number,
                 host != NULL ? " on " : "", host != NULL ? host : "", strerror(-status));
    else
        snprintf(text, sizeof text, "btl apenet: %s a process: %s", what, strerror(-status));
    if (btl_module.error != NULL)
        btl_module.error(&btl_module.super, MCA_BTL_ERROR_FLAGS_FATAL, peer != NULL ? peer->proc : NULL,
                         text);
    else
        opal_output(0, "%s", text);
}

/* ---- fragments ---- */

/* Caller holds the lock. @return NULL: no memory */
static btl_fragment_t *fragment_take(size_t size)
{
    btl_fragment_t *f = btl.spare_fragment;
    if (f != NULL) {
        btl.spare_fragment = f->next;
    } else {
        f = malloc(sizeof *f);
        if (f == NULL)
            return NULL;
        OBJ_CONSTRUCT(&f->base, mca_btl_base_descriptor_t);
    }
    f->segment.seg_addr.pval = f->data;
    f->segment.seg_len = size < BTL_PAYLOAD ? size : BTL_PAYLOAD;
    f->base.des_segments = &f->segment;
    f->base.des_segment_count = 1;
    f->base.des_cbfunc = NULL;
    f->base.order = MCA_BTL_NO_ORDER;
    f->kind = BTL_MESSAGE;
    return f;
}

static btl_fragment_t *fragment_new(size_t size)
{
    OPAL_THREAD_LOCK(&btl.lock);
    btl_fragment_t *f = fragment_take(size);
    OPAL_THREAD_UNLOCK(&btl.lock);
    return f;
}

/* Caller holds the lock. */
static void fragment_keep(btl_fragment_t *f)
{
    f->next = btl.spare_fragment;
    btl.spare_fragment = f;
}

void btl_send_close(void)
{
    while (btl.spare_fragment != NULL) {
        btl_fragment_t *f = btl.spare_fragment;
        btl.spare_fragment = f->next;
        OBJ_DESTRUCT(&f->base);
        free(f);
    }
}

mca_btl_base_descriptor_t *btl_alloc(struct mca_btl_base_module_t *module,
                                     struct mca_btl_base_endpoint_t *peer, uint8_t order, size_t size,
                                     uint32_t flags)
{
    (void)module;
    (void)peer;
    (void)order;
    btl_fragment_t *f = fragment_new(size);
    if (f == NULL)
        return NULL;
    f->base.des_flags = flags;
    return &f->base;
}

int btl_free(struct mca_btl_base_module_t *module, mca_btl_base_descriptor_t *descriptor)
{
    (void)module;
    OPAL_THREAD_LOCK(&btl.lock);
    fragment_keep((btl_fragment_t *)descriptor);
    OPAL_THREAD_UNLOCK(&btl.lock);
    return OPAL_SUCCESS;
}

/* Packs up to @p size bytes of the program's data. @return their number, or a negative error of Open MPI */
static ssize_t send_pack(struct opal_convertor_t *convertor, void *to, size_t size)
{
    struct iovec part = {.iov_base = to, .iov_len = size};
    uint32_t parts = 1;
    size_t packed = size;
    if (size == 0)
        return 0;
    int rc = opal_convertor_pack(convertor, &part, &parts, &packed);
    return rc < 0 ? rc : (ssize_t)packed;
}

mca_btl_base_descriptor_t *btl_prepare_src(struct mca_btl_base_module_t *module,
                                           struct mca_btl_base_endpoint_t *peer,
                                           struct opal_convertor_t *convertor, uint8_t order, size_t reserve,
                                           size_t *size, uint32_t flags)
{
    (void)peer;
    (void)order;
    size_t most = reserve < BTL_PAYLOAD ? BTL_PAYLOAD - reserve : 0;
    btl_fragment_t *f = reserve <= BTL_PAYLOAD ? fragment_new(reserve) : NULL;
    if (f == NULL)
        return NULL;
    ssize_t packed = send_pack(convertor, f->data + reserve, *size < most ? *size : most);
    if (packed < 0) {
        (void)btl_free(module, &f->base);
        return NULL;
    }
    *size = (size_t)packed;
    f->segment.seg_len = reserve + *size;
    f->base.des_flags = flags;
    return &f->base;
}

/* ---- sending; the caller holds the lock ---- */

/* Place of a fragment. */
typedef struct send_place {
    char *slot;
    uint64_t target; /* in memory of the peer */
    size_t bytes;    /* of the put */
    uint64_t end;    /* position of the next fragment */
} send_place_t;

/* Finds the place of the next fragment, and writes its header. @param bytes without the header @return false:
 * no space */
static inline bool send_find(const struct mca_btl_base_endpoint_t *peer, size_t bytes, mca_btl_base_tag_t tag,
                             btl_kind_t kind, send_place_t *place)
{
    place->bytes = emuq_fi_ring_round(sizeof(btl_header_t) + bytes);
    const uint64_t position = emuq_fi_ring_position(peer->sent, place->bytes);
    place->end = emuq_fi_ring_end(btl.shape, position, place->bytes);
    /* Acquire: pairs with the copy of the card. Returned slots are free. */
    uint64_t returned = AO_load_acquire(&btl.in[peer->number]) & ~BTL_LEFT;
    if (!emuq_fi_ring_has_space(btl.shape, place->end, returned))
        return false;
    place->slot = btl.slot + btl_offset(peer->number, position);
    place->target =
        btl_memory_of(peer) + (uint64_t)(btl.ring - (char *)btl.in) + btl_offset(btl.self, position);
    const btl_header_t header = {.tag = tag,
                                 .kind = kind,
                                 .pad = (place->bytes - sizeof header - bytes) % EMUQ_FI_RING_WORD,
                                 .page = (uintptr_t)btl.in / BTL_PAGE};
    memcpy(place->slot, &header, sizeof header);
    return true;
}

/* Sends a filled slot. @return 0; -EAGAIN: later; or a negative errno */
static inline int send_filled(struct mca_btl_base_endpoint_t *peer, const send_place_t *place)
{
    int rc = apenet_rdma_put(btl.card, peer->card, place->slot, place->bytes, place->target, 0,
                             APENET_SILENT | APENET_NOWAIT);
    if (rc == 0)
        peer->sent = place->end;
    return rc;
}

static int send_fragment(struct mca_btl_base_endpoint_t *peer, const btl_fragment_t *f)
{
    send_place_t place;
    if (!send_find(peer, f->segment.seg_len, f->tag, f->kind, &place))
        return -EAGAIN;
    memcpy(place.slot + sizeof(btl_header_t), f->segment.seg_addr.pval, f->segment.seg_len);
    return send_filled(peer, &place);
}

static void send_queue(struct mca_btl_base_endpoint_t *peer, btl_fragment_t *f)
{
    if (peer->first == NULL) {
        peer->end = &peer->first;
        AO_int_store(&btl.waiting, btl.waiting + 1);
    }
    f->next = NULL;
    *peer->end = f;
    peer->end = &f->next;
}

static btl_fragment_t *send_unqueue(struct mca_btl_base_endpoint_t *peer)
{
    btl_fragment_t *f = peer->first;
    peer->first = f->next;
    if (peer->first == NULL)
        AO_int_store(&btl.waiting, btl.waiting - 1);
    return f;
}

/* Keeps a filled slot that the card has not taken. @return 0 or -ENOMEM */
static int send_keep(struct mca_btl_base_endpoint_t *peer, const char *slot, size_t bytes,
                     mca_btl_base_tag_t tag)
{
    btl_fragment_t *f = fragment_take(bytes);
    if (f == NULL)
        return -ENOMEM;
    memcpy(f->data, slot + sizeof(btl_header_t), bytes);
    f->tag = tag;
    f->base.des_flags = MCA_BTL_DES_FLAGS_BTL_OWNERSHIP;
    send_queue(peer, f);
    return 0;
}

/* Packs a message into a slot, and sends it. @return 0; -EAGAIN: no space, nothing is packed; or a negative
 * errno */
static int send_message(struct mca_btl_base_endpoint_t *peer, struct opal_convertor_t *convertor,
                        const void *header, size_t header_size, size_t payload_size, mca_btl_base_tag_t tag)
{
    send_place_t place;
    if (peer->first != NULL || !send_find(peer, header_size + payload_size, tag, BTL_MESSAGE, &place))
        return -EAGAIN;
    char *at = place.slot + sizeof(btl_header_t);
    memcpy(at, header, header_size);
    if (send_pack(convertor, at + header_size, payload_size) != (ssize_t)payload_size)
        return -EINVAL;
    int rc = send_filled(peer, &place);
    return rc == -EAGAIN ? send_keep(peer, place.slot, header_size + payload_size, tag) : rc;
}

/* ---- calls ---- */

/* Completes a descriptor, without the lock. @param is_late btl_send() has returned before */
static void send_complete(struct mca_btl_base_endpoint_t *peer, btl_fragment_t *f, bool is_late, int status)
{
    uint32_t flags = f->base.des_flags; /* the callback may free the descriptor, unless BTL_OWNERSHIP */
    if (f->base.des_cbfunc != NULL && !btl.is_closing &&
        (is_late || (flags & MCA_BTL_DES_SEND_ALWAYS_CALLBACK) != 0))
        f->base.des_cbfunc(&btl_module.super, peer, &f->base, status);
    if ((flags & MCA_BTL_DES_FLAGS_BTL_OWNERSHIP) != 0)
        (void)btl_free(&btl_module.super, &f->base);
}

int btl_send(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer,
             mca_btl_base_descriptor_t *descriptor, mca_btl_base_tag_t tag)
{
    btl_fragment_t *f = (btl_fragment_t *)descriptor;
    (void)module;
    f->tag = tag;
    OPAL_THREAD_LOCK(&btl.lock);
    int rc = peer->first == NULL ? send_fragment(peer, f) : -EAGAIN;
    if (rc == -EAGAIN)
        send_queue(peer, f);
    OPAL_THREAD_UNLOCK(&btl.lock);
    if (rc == -EAGAIN)
        return OPAL_SUCCESS;
    if (rc != 0) {
        btl_fail(peer, "cannot send to", rc);
        return OPAL_ERR_UNREACH;
    }
    send_complete(peer, f, false, OPAL_SUCCESS);
    return 1;
}

int btl_sendi(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer,
              struct opal_convertor_t *convertor, void *header, size_t header_size, size_t payload_size,
              uint8_t order, uint32_t flags, mca_btl_base_tag_t tag, mca_btl_base_descriptor_t **descriptor)
{
    const size_t bytes = header_size + payload_size;
    int rc = -EAGAIN;
    if (bytes <= BTL_PAYLOAD) {
        OPAL_THREAD_LOCK(&btl.lock);
        rc = send_message(peer, convertor, header, header_size, payload_size, tag);
        OPAL_THREAD_UNLOCK(&btl.lock);
    }
    if (rc == 0)
        return OPAL_SUCCESS;
    if (rc != -EAGAIN) {
        btl_fail(peer, "cannot send to", rc);
        return OPAL_ERR_UNREACH;
    }
    if (descriptor != NULL)
        *descriptor = btl_alloc(module, peer, order, bytes, flags);
    return OPAL_ERR_RESOURCE_BUSY;
}

int btl_send_control(struct mca_btl_base_endpoint_t *peer, btl_kind_t kind, const void *data, size_t bytes)
{
    btl_fragment_t *f = fragment_new(bytes);
    if (f == NULL) {
        btl_fail(peer, "cannot send to", -ENOMEM);
        return OPAL_ERR_OUT_OF_RESOURCE;
    }
    memcpy(f->data, data, bytes);
    f->base.des_flags = MCA_BTL_DES_FLAGS_BTL_OWNERSHIP;
    f->kind = kind;
    int rc = btl_send(&btl_module.super, peer, &f->base, 0);
    return rc < 0 ? rc : OPAL_SUCCESS;
}

/* Sends the first waiting fragment. Called by the thread that makes progress. @return whether there may be
 * more to send */
static bool send_next(struct mca_btl_base_endpoint_t *peer)
{
    btl_fragment_t *f = NULL;
    OPAL_THREAD_LOCK(&btl.lock);
    int rc = peer->first != NULL ? send_fragment(peer, peer->first) : -EAGAIN;
    if (rc != -EAGAIN)
        f = send_unqueue(peer);
    OPAL_THREAD_UNLOCK(&btl.lock);
    if (f == NULL)
        return false;
    if (rc != 0 && !peer->is_dead)
        btl_fail(peer, "cannot send to", rc);
    peer->is_dead |= rc == -EHOSTDOWN;
    send_complete(peer, f, true, rc == 0 ? OPAL_SUCCESS : OPAL_ERR_UNREACH);
    return true;
}

int btl_send_waiting(void)
{
    int count = 0;
    /* Relaxed: a hint, checked again with the lock. */
    for (uint32_t i = 0; i < btl.peers && AO_int_load(&btl.waiting) != 0; i++)
        while (send_next(&btl.peer[i]))
            count++;
    return count;
}

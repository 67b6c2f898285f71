/* SPDX-License-Identifier: BSD-3-Clause */
/* Description of a wait, for emuq-run: posted receives, probes and incomplete operations of the endpoints of
 * a queue. Made by the polling thread, after many empty polls. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "emuq/join.h"
#include "fabric/provider.h"

#define LISTED     4u    /* operations of a kind that are described; the rest is counted */
#define TEXT_BYTES 1000u /* of emuq_describe_wait() */

typedef struct waits {
    emuq_text_t text;
    unsigned count; /* of operations of all kinds */
} waits_t;

/* ---- tags ---- */

/* Tags of Open MPI's mtl ofi in the mode ofi_tag_full, its default with this provider: 32 bits of the tag,
 * 2 bits of the protocol, 30 bits of the communicator. */
#define OPENMPI_TAG_MASK        UINT64_C(0x7fffffff)
#define OPENMPI_ACKNOWLEDGEMENT (UINT64_C(1) << 33) /* of a synchronous send */
#define OPENMPI_SHIFT           34

static bool waits_has_openmpi_tags(void)
{
    const char *mode = getenv("OMPI_MCA_mtl_ofi_tag_mode"), *pml = getenv("OMPI_MCA_pml");
    return getenv("OMPI_COMM_WORLD_RANK") != NULL && (pml == NULL || strcmp(pml, "cm") == 0) &&
           (mode == NULL || strcmp(mode, "auto") == 0 || strcmp(mode, "ofi_tag_full") == 0);
}

static void waits_add_openmpi_tag(emuq_text_t *t, uint64_t tag, uint64_t ignore)
{
    int32_t number = (int32_t)(uint32_t)tag;
    if ((ignore & OPENMPI_TAG_MASK) == OPENMPI_TAG_MASK)
        emuq_text_add(t, "any tag");
    else
        emuq_text_add(t, "tag %" PRId32 "%s", number, number < 0 ? " of a collective" : "");
    emuq_text_add(t, ", communicator %" PRIu64, tag >> OPENMPI_SHIFT);
}

static void waits_add_tag(emuq_text_t *t, uint64_t flags, uint64_t tag, uint64_t ignore)
{
    if ((flags & FI_TAGGED) == 0) {
        emuq_text_add(t, "untagged");
    } else if (waits_has_openmpi_tags()) {
        waits_add_openmpi_tag(t, tag, ignore);
    } else {
        emuq_text_add(t, "tag 0x%" PRIx64, tag);
        if (ignore != 0)
            emuq_text_add(t, ", ignored bits 0x%" PRIx64, ignore);
    }
}

/* ---- operations ---- */

/* Begins a description. @return false: the kind is only counted */
static bool waits_begin(waits_t *w, unsigned of_kind)
{
    bool is_listed = of_kind < LISTED;
    if (is_listed)
        emuq_text_add(&w->text, "%s", w->count != 0 ? "\nand " : "");
    w->count++;
    return is_listed;
}

static void waits_end_kind(waits_t *w, unsigned of_kind, const char *name)
{
    if (of_kind > LISTED)
        emuq_text_add(&w->text, "\nand %u more %s", of_kind - LISTED, name);
}

static void waits_add_source(emuq_text_t *t, emuq_fi_source_t source)
{
    if (source == EMUQ_FI_ANY_SOURCE)
        emuq_text_add(t, "any rank");
    else
        emuq_text_add(t, "rank %" PRIu64, source / EMUQ_FI_ENDPOINTS);
}

static unsigned waits_add_receives(waits_t *w, const emuq_fi_queue_t *q, unsigned n)
{
    for (const emuq_fi_receive_t *r = q->posted; r != NULL; r = r->next) {
        if (!waits_begin(w, n++))
            continue;
        bool is_acknowledgement =
            (r->flags & FI_TAGGED) && (r->tag & OPENMPI_ACKNOWLEDGEMENT) && waits_has_openmpi_tags();
        emuq_text_add(&w->text,
                      is_acknowledgement ? "the acknowledgement of a synchronous send by " : "a message of ");
        waits_add_source(&w->text, r->source);
        emuq_text_add(&w->text, " (");
        waits_add_tag(&w->text, r->flags, r->tag, r->ignore);
        if (!is_acknowledgement)
            emuq_text_add(&w->text, ", up to %zu bytes", r->bytes);
        emuq_text_add(&w->text, ")");
    }
    return n;
}

static void waits_add_gets(waits_t *w, const emuq_fi_endpoint_t *ep)
{
    unsigned n = 0;
    for (const emuq_fi_receive_t *r = ep->getting; r != NULL; r = r->next) {
        if (!waits_begin(w, n++))
            continue;
        emuq_text_add(&w->text, "the data of a message of ");
        waits_add_source(&w->text, r->message.source);
        emuq_text_add(&w->text, " (");
        waits_add_tag(&w->text, r->flags, r->message.tag, 0);
        emuq_text_add(&w->text, ", %" PRIu64 " bytes)", r->message.start.bytes);
    }
    waits_end_kind(w, n, "messages");
}

static void waits_add_sends(waits_t *w, const emuq_fi_endpoint_t *ep)
{
    unsigned n = 0;
    for (size_t i = 0; i < ep->requests; i++) {
        const emuq_fi_request_t *r = &ep->request[i];
        if (!r->is_used || !r->completes || !waits_begin(w, n++))
            continue;
        emuq_text_add(&w->text, "rank %" PRIu32 " to receive a message (", r->rank);
        waits_add_tag(&w->text, r->flags, r->tag, 0);
        emuq_text_add(&w->text, ", %zu bytes)", r->bytes);
    }
    waits_end_kind(w, n, "sends");
}

static void waits_add_probe(waits_t *w, emuq_fi_endpoint_t *ep)
{
    if (!ep->probe.is_set)
        return;
    ep->probe.is_set = false; /* a waiting program probes again */
    (void)waits_begin(w, 0);
    emuq_text_add(&w->text, "a message to probe, of ");
    waits_add_source(&w->text, ep->probe.source);
    emuq_text_add(&w->text, " (");
    waits_add_tag(&w->text, ep->probe.flags, ep->probe.tag, ep->probe.ignore);
    emuq_text_add(&w->text, ")");
}

static void waits_add_unexpected(waits_t *w, const emuq_fi_queue_t *q)
{
    const emuq_fi_unexpected_t *u = q->unexpected;
    unsigned n = 0;
    for (; u != NULL; u = u->next)
        n++;
    if (n == 0)
        return;
    u = q->unexpected;
    emuq_text_add(&w->text, "\nand has not received %u message%s, %sof ", n, n > 1 ? "s" : "",
                  n > 1 ? "the first " : "");
    waits_add_source(&w->text, u->message.source);
    emuq_text_add(&w->text, " (");
    waits_add_tag(&w->text, u->message.kind & EMUQ_FI_TAGGED ? FI_TAGGED : FI_MSG, u->message.tag, 0);
    emuq_text_add(&w->text, ", %" PRIu64 " bytes)", u->message.start.bytes);
}

/* Caller holds the endpoint's lock. */
static void waits_add_endpoint(waits_t *w, emuq_fi_endpoint_t *ep)
{
    waits_add_sends(w, ep);
    waits_add_gets(w, ep);
    waits_add_probe(w, ep);
    unsigned receives = waits_add_receives(w, &ep->tagged, 0);
    receives = waits_add_receives(w, &ep->untagged, receives);
    waits_end_kind(w, receives, "receives");
    if (ep->rma != NULL && waits_begin(w, 0))
        emuq_text_add(&w->text, "the end of a remote memory access");
    uint32_t atomics =
        ep->atomics + ep->natives - emuq_fi_native_offers(ep); /* an offer is counted in both */
    if (atomics != 0 && waits_begin(w, 0))
        emuq_text_add(&w->text, "the results of %" PRIu32 " atomic operation%s", atomics,
                      atomics > 1 ? "s" : "");
    if ((ep->pending != NULL || ep->reply != NULL) && waits_begin(w, 0))
        emuq_text_add(&w->text, "space to send replies");
}

void emuq_fi_waits_describe(emuq_fi_bound_t *bound)
{
    char text[TEXT_BYTES];
    waits_t w = {.text = emuq_text(text, sizeof text)};
    emuq_fi_lock(&bound->lock);
    for (const emuq_fi_binding_t *b = bound->first; b != NULL; b = b->next) {
        emuq_fi_lock(&b->endpoint->lock);
        waits_add_endpoint(&w, b->endpoint);
        emuq_fi_unlock(&b->endpoint->lock);
    }
    if (w.count == 0)
        emuq_text_add(&w.text, "an event that is no message (it polls; no receive is posted, no send is "
                               "incomplete)");
    for (const emuq_fi_binding_t *b = bound->first; b != NULL; b = b->next) {
        emuq_fi_lock(&b->endpoint->lock);
        waits_add_unexpected(&w, &b->endpoint->tagged);
        waits_add_unexpected(&w, &b->endpoint->untagged);
        emuq_fi_unlock(&b->endpoint->lock);
    }
    emuq_fi_unlock(&bound->lock);
    (void)emuq_describe_wait(text);
}

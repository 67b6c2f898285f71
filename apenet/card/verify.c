/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of descriptors and get requests before execution, and error messages. */
#include <inttypes.h>
#include <string.h>

#include "apenet/card/packets.h"
#include "base/text.h"

static apenet_verdict_t verify_reject(apenet_status_t status, const char *what)
{
    return (apenet_verdict_t){status, what};
}

static apenet_verdict_t verify_invalid(const char *what)
{
    return verify_reject(APENET_STATUS_TX_BAD_DESCRIPTOR, what);
}

static const apenet_verdict_t accepted = {APENET_STATUS_OK, NULL};
static const apenet_verdict_t bad_source = {APENET_STATUS_TX_BAD_SOURCE,
                                            "the source is not memory of the given process or GPU"};

static uint64_t verify_any(const uint32_t *w)
{
    uint64_t half[2];
    memcpy(half, w, sizeof half);
    return half[0] | half[1];
}

static bool verify_has_reserved(const apenet_descriptor_t *d)
{
    const uint32_t *h = d->header.w, *cmd0 = d->cmd0, *cmd1 = d->cmd1;
    uint64_t set = verify_any(d->zero0) | verify_any(d->footer.w) | verify_any(d->zero1) |
                   verify_any(d->zero2) | verify_any(d->zero3);
    set |= h[0] & (apenet_mask(APENET_HEADER_PKT_ERR) | apenet_mask(APENET_HEADER_VC));
    set |= h[1] & (apenet_mask(APENET_HEADER_REPLY) | apenet_mask(APENET_HEADER_RESERVED));
    set |= cmd0[2] & (apenet_mask(APENET_CMD0_RESERVED_LOW) | apenet_mask(APENET_CMD0_RESERVED_HIGH));
    return (set | cmd0[3] | (cmd1[2] & apenet_mask(APENET_CMD1_RESERVED))) != 0;
}

static apenet_verdict_t verify_length(const apenet_descriptor_t *d)
{
    uint32_t words = apenet_get(d->header.w, APENET_HEADER_SIZE),
             bytes = apenet_get(d->cmd0, APENET_CMD0_BYTES);
    if (bytes == 0 || bytes > APENET_PAYLOAD_BYTES)
        return verify_invalid("the length of the source is not 1 to 4096 bytes");
    if (words != apenet_words(bytes))
        return verify_invalid("the packet size is not the length in words of 16 bytes");
    if (apenet_get(d->header.w, APENET_HEADER_PAD) != (0u - bytes) % APENET_WORD_BYTES)
        return verify_invalid("the padding does not agree with the length");
    return accepted;
}

static apenet_verdict_t verify_command(const apenet_device_t *d, const apenet_descriptor_t *descriptor)
{
    const apenet_header_t *h = &descriptor->header;
    bool is_local = apenet_device_at(d->machine, apenet_destination(h)) == d;
    uint32_t command = apenet_get(h->w, APENET_HEADER_CMD);
    if (command == APENET_CMD_SEND && apenet_header_address(h) != 0)
        return verify_invalid("a send has an address");
    if (command == APENET_CMD_LOOPBACK && !is_local)
        return verify_invalid("a loopback goes to another node");
    if (command == APENET_CMD_GET &&
        (apenet_get(descriptor->cmd0, APENET_CMD0_BYTES) != sizeof(apenet_get_request_t) ||
         apenet_get(h->w, APENET_HEADER_LAST_FRAG) == 0))
        return verify_invalid("a get is not one packet of 32 bytes");
    if (apenet_get(h->w, APENET_HEADER_IS_PHYS) != 0 && (!is_local || command == APENET_CMD_GET))
        return verify_invalid("a physical address is not in the local node");
    return accepted;
}

static apenet_verdict_t verify_ends(const apenet_device_t *d, const apenet_header_t *h)
{
    apenet_address_t from = apenet_source(h);
    const apenet_device_t *to = apenet_device_at(d->machine, apenet_destination(h));
    unsigned table = apenet_table_of(h->w[0]);
    if (to == NULL)
        return verify_reject(APENET_STATUS_NO_SUCH_NODE, "the destination is outside the lattice");
    /* Acquire: pairs with the release in command_table_new(). */
    if (!emuq_flag_load_acquire(&to->table[table].exists) ||
        !emuq_flag_load_acquire(&to->table[apenet_destination(h).pid].exists)) {
        if (apenet_process_is_dead(to, apenet_destination(h).pid))
            return verify_reject(APENET_STATUS_HOST_DEAD, "the destination process has died");
        return verify_reject(APENET_STATUS_NO_SUCH_NODE, "the destination has no such process or GPU");
    }
    if (from.x != d->address.x || from.y != d->address.y || from.z != d->address.z)
        return verify_invalid("the source's coordinates are not the card's");
    return accepted;
}

static apenet_verdict_t verify_source(const apenet_device_t *d, const apenet_descriptor_t *descriptor,
                                      apenet_location_t *source)
{
    const uint32_t *w = descriptor->cmd0;
    uint64_t bus = apenet_get64(w);
    uint32_t bytes = apenet_get(w, APENET_CMD0_BYTES), pid = apenet_get(w, APENET_CMD0_PID);
    bool is_gpu = apenet_get(w, APENET_CMD0_IS_GPU) != 0;
    bool is_own =
        is_gpu ? apenet_gpu_of_bus(bus) == apenet_get(w, APENET_CMD0_GPU_ID) : apenet_bus_is_of(d, bus, pid);
    if (is_gpu && d->gpu[apenet_get(w, APENET_CMD0_GPU_ID)].bytes == 0)
        return verify_reject(APENET_STATUS_NO_SUCH_NODE, "the source GPU does not exist on the node");
    if (!is_own || !apenet_bus_find(d, bus, bytes, APENET_USE_ALL, source))
        return bad_source;
    return accepted;
}

static inline apenet_verdict_t verify_form(const apenet_descriptor_t *descriptor)
{
    uint32_t tag = apenet_get(descriptor->cmd1, APENET_CMD1_TAG);
    if (verify_has_reserved(descriptor))
        return verify_invalid("reserved bits are set");
    if (tag != APENET_COMP_EQ && tag != APENET_COMP_NONE)
        return verify_invalid("the tag is neither an event nor none");
    if (apenet_get(descriptor->header.w, APENET_HEADER_NOT_ETH) == 0)
        return verify_invalid("the packet is for an Ethernet port (not supported)");
    return verify_length(descriptor);
}

/* Tests for puts from host memory with the same ends and sources in one granule. */
static bool verify_is_similar(const apenet_descriptor_t *d, const apenet_descriptor_t *other)
{
    uint32_t differs = ((d->header.w[0] ^ other->header.w[0]) & ~apenet_mask(APENET_HEADER_SIZE)) |
                       ((d->header.w[1] ^ other->header.w[1]) &
                        ~(apenet_mask(APENET_HEADER_PAD) | apenet_mask(APENET_HEADER_LAST_FRAG))) |
                       ((d->cmd0[2] ^ other->cmd0[2]) & ~apenet_mask(APENET_CMD0_BYTES)) |
                       (d->cmd0[2] & apenet_mask(APENET_CMD0_IS_GPU));
    return differs == 0 && apenet_get(d->header.w, APENET_HEADER_CMD) == APENET_CMD_PUT &&
           (apenet_get64(d->cmd0) ^ apenet_get64(other->cmd0)) >> EMUQ_GRANULE_BITS == 0;
}

apenet_verdict_t apenet_verify_next(const apenet_device_t *d, const apenet_descriptor_t *descriptor,
                                    const apenet_descriptor_t *before, apenet_location_t *source)
{
    if (!verify_is_similar(descriptor, before))
        return apenet_verify(d, descriptor, source);
    uint32_t bytes = apenet_get(descriptor->cmd0, APENET_CMD0_BYTES);
    apenet_verdict_t verdict = verify_form(descriptor);
    if (verdict.status == APENET_STATUS_OK &&
        !apenet_bus_find(d, apenet_get64(descriptor->cmd0), bytes, APENET_USE_ALL, source))
        verdict = bad_source;
    return verdict;
}

apenet_verdict_t apenet_verify(const apenet_device_t *d, const apenet_descriptor_t *descriptor,
                               apenet_location_t *source)
{
    apenet_verdict_t verdict = verify_form(descriptor);
    if (verdict.status == APENET_STATUS_OK)
        verdict = verify_ends(d, &descriptor->header);
    if (verdict.status == APENET_STATUS_OK)
        verdict = verify_command(d, descriptor);
    if (verdict.status == APENET_STATUS_OK)
        verdict = verify_source(d, descriptor, source);
    return verdict;
}

apenet_verdict_t apenet_verify_request(const apenet_device_t *d, const apenet_get_request_t *request)
{
    unsigned table = apenet_table_of(request->table);
    uint32_t known = apenet_mask(APENET_HEADER_IS_GPU) | apenet_mask(APENET_HEADER_GPU_ID) |
                     apenet_mask(APENET_HEADER_DEST_PID);
    if ((request->table & ~known) != 0 || (request->zero[0] | request->zero[1] | request->zero[2]) != 0 ||
        request->bytes == 0)
        return verify_invalid("the request of a get has no length, or reserved bits");
    /* Acquire: pairs with the release in command_table_new(). */
    if (!emuq_flag_load_acquire(&d->table[table].exists))
        return verify_reject(APENET_STATUS_NO_SUCH_NODE,
                             "the sink of a get is not a process or GPU of the node");
    return accepted;
}

size_t apenet_verdict_report(const apenet_device_t *d, const apenet_descriptor_t *descriptor, unsigned slot,
                             apenet_verdict_t verdict, char *text, size_t bytes)
{
    static const char *const command[] = {"LOOPBACK", "PUT", "SEND", "GET"};
    const apenet_header_t *h = &descriptor->header;
    apenet_address_t to = apenet_destination(h), from = apenet_source(h);
    emuq_text_t t = emuq_text(text, bytes);
    emuq_text_add(&t,
                  "emuq: software error at the APEnet+ card of node (%u,%u,%u), slot %u of its TX ring: %s\n",
                  d->address.x, d->address.y, d->address.z, slot, verdict.what);
    emuq_text_add(&t,
                  "  header: %s from (%u,%u,%u) pid %u to (%u,%u,%u) pid %u, address 0x%" PRIx64
                  ", %u words%s%s%s\n",
                  command[apenet_get(h->w, APENET_HEADER_CMD)], from.x, from.y, from.z, from.pid, to.x, to.y,
                  to.z, to.pid, apenet_header_address(h), apenet_get(h->w, APENET_HEADER_SIZE),
                  apenet_get(h->w, APENET_HEADER_LAST_FRAG) != 0 ? ", last fragment" : "",
                  apenet_get(h->w, APENET_HEADER_IS_PHYS) != 0 ? ", physical" : "",
                  apenet_get(h->w, APENET_HEADER_IS_GPU) != 0 ? ", GPU" : "");
    emuq_text_add(&t, "  source: %u bytes at bus address 0x%" PRIx64 " of pid %u%s\n",
                  apenet_get(descriptor->cmd0, APENET_CMD0_BYTES), apenet_get64(descriptor->cmd0),
                  apenet_get(descriptor->cmd0, APENET_CMD0_PID),
                  apenet_get(descriptor->cmd0, APENET_CMD0_IS_GPU) != 0 ? ", GPU" : "");
    emuq_text_add(&t, "  message: serial %u, magic 0x%" PRIx64 ", tag %u\n",
                  apenet_get(descriptor->cmd1, APENET_CMD1_SERIAL), apenet_get64(descriptor->cmd1),
                  apenet_get(descriptor->cmd1, APENET_CMD1_TAG));
    emuq_text_add(&t, "  what to do: let the driver fill the ring, or fix the descriptor\n");
    return t.length;
}

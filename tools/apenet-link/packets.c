/* SPDX-License-Identifier: BSD-3-Clause */
/* Packets as text: a line has a command, an address, and fields by name. */
#include <libdeflate.h>
#include <string.h>

#include "tools/apenet-link/wire.h"

/* A field by name. An entry without mask is a flag: its name alone sets it. */
typedef struct packets_field {
    const char *name;
    unsigned field;
    bool is_number, is_footer;
    bool is_derived; /* printed with the data, or as a part of another field */
} packets_field_t;

static const packets_field_t packets_apenet[] = {
    {"header-vc", APENET_HEADER_VC, true, false, false},
    {"gpu", APENET_HEADER_GPU_ID, true, false, false},
    {"reserved", APENET_HEADER_RESERVED, true, false, false},
    {"pad", APENET_HEADER_PAD, true, false, true},
    {"last", APENET_HEADER_LAST_FRAG, false, false, false},
    {"phys", APENET_HEADER_IS_PHYS, false, false, false},
    {"reply", APENET_HEADER_REPLY, false, false, false},
    {"err", APENET_HEADER_PKT_ERR, false, false, false},
    {"serial", APENET_FOOTER_SERIAL, true, true, false},
    {"get-serial", APENET_FOOTER_GET, true, true, false},
    {"payload-err", APENET_FOOTER_PAYLOAD_ERR, false, true, false},
};

static const packets_field_t packets_exanet[] = {
    {"proc", APENET_EXANET_PROC_ID, true, false, false},
    {"type", APENET_EXANET_TYPE, true, false, false},
    {"hops", APENET_EXANET_HOPS, true, false, false},
    {"size", APENET_EXANET_SIZE, true, false, true},
    {"last", APENET_EXANET_LAST, false, false, false},
    {"header-only", APENET_EXANET_HEADER_ONLY, false, false, true},
    {"out-of-lattice", APENET_EXANET_OUT_OF_LATTICE, false, false, false},
    {"reserved", APENET_EXANET_RESERVED, false, false, false},
};

static const char *const packets_commands[] = {
    [APENET_CMD_LOOPBACK] = "loopback",
    [APENET_CMD_PUT] = "put",
    [APENET_CMD_SEND] = "send",
    [APENET_CMD_GET] = "get",
};

#define PACKETS_COMMANDS (sizeof packets_commands / sizeof packets_commands[0])

static const packets_field_t *packets_table(apenet_dialect_t dialect, size_t *count)
{
    bool is_exanet = dialect == APENET_DIALECT_EXANET;
    *count = is_exanet ? sizeof packets_exanet / sizeof *packets_exanet
                       : sizeof packets_apenet / sizeof *packets_apenet;
    return is_exanet ? packets_exanet : packets_apenet;
}

/* ---- reading ---- */

/* Reads X,Y,Z.P or X,Y,Z into four fields. */
static bool packets_address(wire_line_t *l, uint32_t *w, const unsigned fields[4], const char *what,
                            const char *expected)
{
    static const char ends[] = ",,.";
    (void)wire_line_next(l);
    const char *at = l->word;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t number = 0;
        size_t digits = strspn(at, "0123456789");
        for (size_t d = 0; d < digits && number < 1000; d++)
            number = 10 * number + (uint64_t)(at[d] - '0');
        if (digits == 0 || number > apenet_mask(fields[i]) >> (fields[i] >> 8 & 0xff))
            return wire_line_reject(l, what, expected);
        apenet_set(w, fields[i], (uint32_t)number);
        at += digits;
        if (i >= 2 && at == l->at)
            return true;
        if (i == 3 || *at++ != ends[i])
            return wire_line_reject(l, what, expected);
    }
    return true;
}

static bool packets_node(wire_line_t *l, uint32_t *w, apenet_dialect_t dialect, bool is_source)
{
    static const unsigned to[] = {APENET_HEADER_DEST_X, APENET_HEADER_DEST_Y, APENET_HEADER_DEST_Z,
                                  APENET_HEADER_DEST_PID},
                          from[] = {APENET_HEADER_SRC_X, APENET_HEADER_SRC_Y, APENET_HEADER_SRC_Z,
                                    APENET_HEADER_SRC_PID},
                          exanet[] = {APENET_EXANET_DEST_X, APENET_EXANET_DEST_Y, APENET_EXANET_DEST_Z,
                                      APENET_EXANET_INTRA};
    if (dialect == APENET_DIALECT_EXANET)
        return packets_address(l, w, exanet, "destination",
                               "X,Y,Z.INTRA with X up to 63, Y and Z up to 31, INTRA up to 15");
    return packets_address(l, w, is_source ? from : to, is_source ? "from" : "destination",
                           "X,Y,Z.PID with coordinates up to 31 and PID up to 3");
}

/* A field of the tables. @return 1; 0: no field has this name; -1: wrong value */
static int packets_table_field(wire_line_t *l, apenet_dialect_t dialect, wire_packet_t *p)
{
    size_t count;
    const packets_field_t *table = packets_table(dialect, &count);
    for (size_t i = 0; i < count; i++) {
        const packets_field_t *f = &table[i];
        uint64_t value = 1;
        if (!wire_line_is(l, f->name))
            continue;
        if (f->is_number &&
            !wire_line_number(l, f->name, apenet_mask(f->field) >> (f->field >> 8 & 0xff), &value))
            return -1;
        apenet_set(f->is_footer ? p->footer.w : p->header.w, f->field, (uint32_t)value);
        if (dialect == APENET_DIALECT_APENET && !f->is_footer && f->field == APENET_HEADER_GPU_ID)
            apenet_set(p->header.w, APENET_HEADER_IS_GPU, 1);
        return 1;
    }
    return 0;
}

/* Fields that a line has. */
typedef struct packets_seen {
    bool has_data, has_size, has_pad;
    uint32_t bytes;
} packets_seen_t;

static bool packets_va(wire_line_t *l, apenet_dialect_t dialect, wire_packet_t *p)
{
    uint64_t va;
    if (!wire_line_number(l, "va", dialect == APENET_DIALECT_EXANET ? UINT64_C(0xffffffffffff) : UINT64_MAX,
                          &va))
        return false;
    if (dialect == APENET_DIALECT_EXANET)
        apenet_exanet_set_address(p->header.w, va);
    else
        apenet_set64(&p->header.w[2], va);
    return true;
}

/* Reads a field whose name is read. */
static bool packets_read_field(wire_line_t *l, apenet_dialect_t dialect, wire_packet_t *p,
                               packets_seen_t *seen)
{
    static const apenet_word_t magics[] = {
        [APENET_DIALECT_APENET] = APENET_LINK_MAGIC, [APENET_DIALECT_EXANET] = APENET_EXANET_MAGIC};
    bool is_exanet = dialect == APENET_DIALECT_EXANET;
    uint64_t number, two[2];
    if (wire_line_is(l, "vc")) {
        if (!wire_line_number(l, "vc", APENET_LINK_VCS - 1, &number))
            return false;
        p->vc = (unsigned)number;
        apenet_set(p->header.w, is_exanet ? APENET_EXANET_VC : APENET_HEADER_VC, p->vc);
        return true;
    }
    if (wire_line_is(l, "va"))
        return packets_va(l, dialect, p);
    if (wire_line_is(l, "data"))
        return seen->has_data = wire_line_data(l, &magics[dialect], p->payload, &seen->bytes);
    if (!is_exanet && wire_line_is(l, "from"))
        return packets_node(l, p->header.w, dialect, true);
    if (!is_exanet && wire_line_is(l, "eth")) {
        apenet_set(p->header.w, APENET_HEADER_NOT_ETH, 0);
        return true;
    }
    if (is_exanet && wire_line_is(l, "footer"))
        return wire_line_word(l, "footer", &p->footer);
    if (is_exanet && wire_line_is(l, "pause")) {
        if (!wire_line_two(l, "pause", 1000, two))
            return false;
        p->pause_at = (uint32_t)two[0];
        p->pauses = (uint32_t)two[1];
        return true;
    }
    seen->has_size |= is_exanet && wire_line_is(l, "size");
    seen->has_pad |= !is_exanet && wire_line_is(l, "pad");
    int rc = packets_table_field(l, dialect, p);
    return rc > 0 ||
           (rc == 0 && wire_line_reject(l, "packet",
                                        is_exanet ? "proc, va, type, hops, size, vc, last, header-only, "
                                                    "out-of-lattice, reserved, data, footer or pause"
                                                  : "from, va, data, vc, last, gpu, phys, reply, err, eth, "
                                                    "serial, get-serial, payload-err, header-vc, pad or "
                                                    "reserved"));
}

/* Sizes and checks of a packet whose fields are read. */
static bool packets_finish(wire_line_t *l, apenet_dialect_t dialect, wire_packet_t *p,
                           const packets_seen_t *seen)
{
    p->words = (seen->bytes + APENET_WORD_BYTES - 1) / APENET_WORD_BYTES;
    if (dialect == APENET_DIALECT_EXANET) {
        bool is_header_only = apenet_get(p->header.w, APENET_EXANET_HEADER_ONLY) != 0;
        if (!seen->has_size)
            apenet_set(p->header.w, APENET_EXANET_SIZE, seen->bytes);
        if (is_header_only && seen->has_data)
            return wire_line_reject(l, "data", "no data, as the packet is header-only");
        if (apenet_exanet_words(p->header.w) != p->words)
            return wire_line_reject(l, "size", "the bytes of the data");
        return p->pauses == 0 || (p->pause_at <= p->words && !is_header_only) ||
               wire_line_reject(l, "pause", "the number of a payload word");
    }
    if (!seen->has_data)
        return wire_line_reject(l, "data", "data with hexadecimal digits, zeros:N, random:N or magic:N");
    apenet_set(p->header.w, APENET_HEADER_SIZE, p->words);
    if (!seen->has_pad)
        apenet_set(p->header.w, APENET_HEADER_PAD, 0u - seen->bytes);
    p->footer.w[0] = libdeflate_crc32(0, p->payload, p->words * sizeof *p->payload);
    p->footer.w[3] = libdeflate_crc32(0, p->footer.w, 12);
    return true;
}

static unsigned packets_command(const wire_line_t *l)
{
    unsigned command = 0;
    while (command < PACKETS_COMMANDS && !wire_line_is(l, packets_commands[command]))
        command++;
    return command;
}

bool wire_packet_is_start(const wire_line_t *l, apenet_dialect_t dialect)
{
    return dialect == APENET_DIALECT_EXANET ? wire_line_is(l, "packet")
                                            : packets_command(l) != PACKETS_COMMANDS;
}

bool wire_packet_parse(wire_line_t *l, apenet_dialect_t dialect, wire_packet_t *p)
{
    packets_seen_t seen = {.bytes = 0};
    memset(p, 0, sizeof *p);
    if (dialect == APENET_DIALECT_APENET) {
        apenet_set(p->header.w, APENET_HEADER_CMD, packets_command(l));
        apenet_set(p->header.w, APENET_HEADER_NOT_ETH, 1);
    }
    if (!packets_node(l, p->header.w, dialect, false))
        return false;
    while (wire_line_next(l))
        if (!packets_read_field(l, dialect, p, &seen))
            return false;
    return packets_finish(l, dialect, p, &seen);
}

/* ---- printing ---- */

void wire_payload(const apenet_link_t *link, unsigned vc, uint32_t words, apenet_word_t *to)
{
    for (uint32_t at = 0, n; at < words; at += n) {
        const apenet_word_t *from = apenet_link_payload(link, vc, at, &n);
        n = n < words - at ? n : words - at;
        memcpy(&to[at], from, n * sizeof *from);
    }
}

/* True if a line needs a field. */
static bool packets_is_needed(const packets_field_t *f, apenet_dialect_t dialect, unsigned vc, uint32_t value,
                              const apenet_word_t *header)
{
    if (f->is_derived)
        return false;
    if (dialect == APENET_DIALECT_APENET && !f->is_footer && f->field == APENET_HEADER_VC)
        return value != vc;
    if (dialect == APENET_DIALECT_APENET && !f->is_footer && f->field == APENET_HEADER_GPU_ID)
        return apenet_get(header->w, APENET_HEADER_IS_GPU) != 0;
    return value != 0;
}

static void packets_print_fields(FILE *out, apenet_dialect_t dialect, unsigned vc,
                                 const apenet_word_t *header, const apenet_word_t *footer)
{
    size_t count;
    const packets_field_t *table = packets_table(dialect, &count);
    for (size_t i = 0; i < count; i++) {
        const packets_field_t *f = &table[i];
        uint32_t value = apenet_get(f->is_footer ? footer->w : header->w, f->field);
        if (packets_is_needed(f, dialect, vc, value, header))
            fprintf(out, f->is_number ? " %s %u" : " %s", f->name, (unsigned)value);
    }
}

static void packets_print_data(FILE *out, const apenet_word_t *payload, uint32_t bytes)
{
    const unsigned char *byte = (const unsigned char *)payload;
    if (payload == NULL) {
        fprintf(out, " (%u bytes)", (unsigned)bytes);
        return;
    }
    fputs(" data ", out);
    for (uint32_t i = 0; i < bytes; i++)
        fprintf(out, "%02x", byte[i]);
}

static void packets_print_exanet(FILE *out, unsigned vc, const apenet_word_t *h, const apenet_word_t *footer,
                                 const apenet_word_t *payload)
{
    uint32_t size = apenet_get(h->w, APENET_EXANET_SIZE), words = apenet_exanet_words(h->w);
    uint64_t va = apenet_exanet_address(h->w);
    fprintf(out, "packet %u,%u,%u.%u", (unsigned)apenet_get(h->w, APENET_EXANET_DEST_X),
            (unsigned)apenet_get(h->w, APENET_EXANET_DEST_Y),
            (unsigned)apenet_get(h->w, APENET_EXANET_DEST_Z),
            (unsigned)apenet_get(h->w, APENET_EXANET_INTRA));
    if (vc != 0)
        fprintf(out, " vc %u", vc);
    if (va != 0)
        fprintf(out, " va 0x%llx", (unsigned long long)va);
    packets_print_fields(out, APENET_DIALECT_EXANET, vc, h, footer);
    if (words == 0 && size != 0)
        fprintf(out, " size %u", (unsigned)size);
    if ((footer->w[0] | footer->w[1] | footer->w[2] | footer->w[3]) != 0)
        fprintf(out, " footer %08X%08X%08X%08X", footer->w[3], footer->w[2], footer->w[1], footer->w[0]);
    if (words == 0)
        return;
    bool is_padded = false;
    for (uint32_t i = size; payload != NULL && i < 16 * words; i++)
        is_padded |= ((const char *)payload)[i] != 0;
    if (is_padded)
        fprintf(out, " size %u", (unsigned)size);
    packets_print_data(out, payload, is_padded ? 16 * words : size);
}

static void packets_print_apenet(FILE *out, unsigned vc, const apenet_word_t *h, const apenet_word_t *footer,
                                 const apenet_word_t *payload)
{
    const uint32_t *w = h->w;
    apenet_address_t to = apenet_address_in(&w[0]), from = apenet_address_in(&w[1]);
    uint64_t va = apenet_get64(&w[2]);
    uint32_t pad = apenet_get(w, APENET_HEADER_PAD), whole = 16 * apenet_get(w, APENET_HEADER_SIZE);
    fprintf(out, "%s %u,%u,%u.%u from %u,%u,%u.%u", packets_commands[apenet_get(w, APENET_HEADER_CMD)], to.x,
            to.y, to.z, to.pid, from.x, from.y, from.z, from.pid);
    if (va != 0)
        fprintf(out, " va 0x%llx", (unsigned long long)va);
    if (vc != 0)
        fprintf(out, " vc %u", vc);
    if (apenet_get(w, APENET_HEADER_NOT_ETH) == 0)
        fputs(" eth", out);
    packets_print_fields(out, APENET_DIALECT_APENET, vc, h, footer);
    bool is_padded = false;
    for (uint32_t i = whole - pad; payload != NULL && i < whole; i++)
        is_padded |= ((const char *)payload)[i] != 0;
    if (is_padded)
        fprintf(out, " pad %u", (unsigned)pad);
    packets_print_data(out, payload, is_padded ? whole : whole - pad);
}

void wire_packet_print(FILE *out, apenet_dialect_t dialect, unsigned vc, const apenet_word_t *header,
                       const apenet_word_t *footer, const apenet_word_t *payload)
{
    if (dialect == APENET_DIALECT_EXANET)
        packets_print_exanet(out, vc, header, footer, payload);
    else
        packets_print_apenet(out, vc, header, footer, payload);
}

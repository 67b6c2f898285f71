/* SPDX-License-Identifier: BSD-3-Clause */
/* Text of control words and headers. */
#include <libdeflate.h>
#include <string.h>

#include "apenet/net/route.h"
#include "base/text.h"
#include "tools/apenet-link/wire.h"

#define DESCRIBE_MARGIN 64u /* of CREDITs in `exanet` (apenet 8.2) */

static const char *describe_side(uint32_t state)
{
    static const char *const names[] = {"normal", "sick", "alarm", "failed"};
    return names[state & 3];
}

/* Adds health: host, card, and the other parts that are not normal. */
static void describe_health(emuq_text_t *text, uint32_t health)
{
    static const char *const links[] = {"up", "with errors", "retrying", "down"}, *const temperatures[] = {
                                                                                      "normal", "warm", "hot",
                                                                                      "3"};
    uint32_t host = apenet_get(&health, APENET_HEALTH_HOST), card = apenet_get(&health, APENET_HEALTH_CARD),
             temperature = apenet_get(&health, APENET_HEALTH_TEMPERATURE),
             all = apenet_get(&health, APENET_HEALTH_LINKS);
    if (health == 0) {
        emuq_text_add(text, ", no health");
        return;
    }
    emuq_text_add(text, ", health %06x%s: host %s, card %s", (unsigned)health,
                  apenet_get(&health, APENET_HEALTH_VALID) != 0 ? "" : " not valid", describe_side(host),
                  describe_side(card));
    for (unsigned port = 0; port < WIRE_NODE_PORTS; port++)
        if ((all >> 2 * port & 3) != 0)
            emuq_text_add(text, ", link %s %s", apenet_port_name(port), links[all >> 2 * port & 3]);
    if (temperature != 0)
        emuq_text_add(text, ", temperature %s", temperatures[temperature]);
    if (apenet_get(&health, APENET_HEALTH_SERVICE) != 0)
        emuq_text_add(text, ", service network failed");
}

static void describe_start(emuq_text_t *text, const uint32_t *w)
{
    bool is_header = apenet_get(w, APENET_START_RESEND_HEADER) != 0,
         is_footer = apenet_get(w, APENET_START_RESEND_FOOTER) != 0;
    emuq_text_add(text, "START packet %u vc %u, CRC of header %08x%s%s",
                  (unsigned)apenet_get(w, APENET_START_SEQUENCE), (unsigned)apenet_get(w, APENET_START_VC),
                  (unsigned)apenet_get(w, APENET_START_HEADER_CRC), is_header ? ", resend of header" : "",
                  is_footer ? ", resend of footer" : "");
}

bool wire_describe_control(char *buffer, size_t bytes, const apenet_word_t *word)
{
    emuq_text_t text = emuq_text(buffer, bytes);
    const uint32_t *w = word->w;
    uint32_t kind = apenet_get(w, APENET_LINK_KIND);
    if (w[3] != libdeflate_crc32(0, w, 12)) {
        emuq_text_add(&text, "damaged control word: CRC %08x, computed %08x", (unsigned)w[3],
                      (unsigned)libdeflate_crc32(0, w, 12));
        return false;
    }
    if (kind == APENET_LINK_START) {
        describe_start(&text, w);
    } else if (kind == APENET_LINK_CREDIT) {
        emuq_text_add(&text, "CREDIT freed %u,%u next header %u footer %u",
                      (unsigned)apenet_get(w, APENET_CREDIT_FREED_0),
                      (unsigned)apenet_get(w, APENET_CREDIT_FREED_1),
                      (unsigned)apenet_get(w, APENET_CREDIT_NEXT_HEADER),
                      (unsigned)apenet_get(w, APENET_CREDIT_NEXT_FOOTER));
        describe_health(&text, apenet_get(w, APENET_CREDIT_HEALTH));
    } else if (kind == APENET_LINK_NACK) {
        emuq_text_add(&text, "NACK packet %u:%s%s", (unsigned)apenet_get(w, APENET_NACK_SEQUENCE),
                      apenet_get(w, APENET_NACK_HEADER) != 0 ? " header" : "",
                      apenet_get(w, APENET_NACK_FOOTER) != 0 ? " footer" : "");
    } else if (kind == APENET_LINK_IDLE) {
        emuq_text_add(&text, "IDLE");
    } else {
        emuq_text_add(&text, "control word of kind 0x%02x, which receivers ignore", (unsigned)kind);
    }
    return true;
}

bool wire_describe_exanet_credit(char *buffer, size_t bytes, const apenet_word_t *word)
{
    emuq_text_t text = emuq_text(buffer, bytes);
    const uint32_t *w = word->w;
    uint64_t fields = apenet_get64(w);
    if (apenet_get(w, APENET_EXANET_EDAC) != apenet_edac(w)) {
        emuq_text_add(&text, "damaged CREDIT, ignored: edac %02x, computed %02x",
                      (unsigned)apenet_get(w, APENET_EXANET_EDAC), (unsigned)apenet_edac(w));
        return false;
    }
    if (fields >> 36 != 0 || w[2] != 0 || (w[3] & 0xffffff) != 0) {
        emuq_text_add(&text, "no CREDIT, ignored: LSBs 119:36 are not 0 (a header whose START is lost?)");
        return false;
    }
    emuq_text_add(&text, "CREDIT used with margin:");
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
        emuq_text_add(&text, "%s vc %u header %u data %u", vc != 0 ? "," : "", vc,
                      (unsigned)(fields >> 18 * vc & 0xff), (unsigned)(fields >> (18 * vc + 8) & 0x3ff));
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++) {
        if ((fields >> 18 * vc & 0xff) < DESCRIBE_MARGIN ||
            (fields >> (18 * vc + 8) & 0x3ff) < DESCRIBE_MARGIN) {
            emuq_text_add(&text, "; below the margin of %u, ignored", DESCRIBE_MARGIN);
            return false;
        }
    }
    return true;
}

void wire_describe_header(char *buffer, size_t bytes, apenet_dialect_t dialect, const apenet_word_t *word)
{
    static const apenet_word_t none = {{0, 0, 0, 0}};
    FILE *out = fmemopen(buffer, bytes, "w");
    buffer[0] = '\0';
    if (out == NULL)
        return;
    unsigned vc = apenet_get(word->w, dialect == APENET_DIALECT_EXANET ? APENET_EXANET_VC : APENET_HEADER_VC);
    wire_packet_print(out, dialect, vc, word, &none, NULL);
    fclose(out);
    buffer[bytes - 1] = '\0';
}

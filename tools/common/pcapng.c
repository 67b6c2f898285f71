/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/common/pcapng.h"

#include <string.h>

#define OPTION_END         0u
#define OPTION_NAME        2u
#define OPTION_DESCRIPTION 3u
#define OPTION_TSRESOL     9u
#define NANOSECONDS        9u /* value of OPTION_TSRESOL: 10^-9 s */

void pcapng_put(pcapng_block_t *b, const void *data, size_t bytes)
{
    if (bytes != 0)
        memcpy(b->bytes + b->length, data, bytes);
    b->length += bytes;
    while (b->length % 4 != 0)
        b->bytes[b->length++] = 0;
}

static void pcapng_put32(pcapng_block_t *b, uint32_t value)
{
    pcapng_put(b, &value, sizeof value);
}

static void pcapng_option(pcapng_block_t *b, uint16_t code, const void *value, uint16_t bytes)
{
    pcapng_put32(b, (uint32_t)code | (uint32_t)bytes << 16);
    pcapng_put(b, value, bytes);
}

static void pcapng_begin(pcapng_block_t *b, uint32_t type)
{
    b->length = 0;
    pcapng_put32(b, type);
    pcapng_put32(b, 0); /* length, set by pcapng_end() */
}

void pcapng_end(pcapng_block_t *b, FILE *out)
{
    uint32_t length = (uint32_t)b->length + 4;
    memcpy(b->bytes + 4, &length, sizeof length);
    pcapng_put32(b, length);
    fwrite(b->bytes, 1, b->length, out);
}

void pcapng_write_section(FILE *out)
{
    pcapng_block_t b;
    pcapng_begin(&b, PCAPNG_SECTION);
    pcapng_put32(&b, PCAPNG_BYTE_ORDER);
    pcapng_put32(&b, 1);          /* version 1.0 */
    pcapng_put32(&b, UINT32_MAX); /* 64 bits: unknown length of the section */
    pcapng_put32(&b, UINT32_MAX);
    pcapng_end(&b, out);
}

void pcapng_write_interface(FILE *out, uint32_t link, const char *name, const char *description)
{
    pcapng_block_t b;
    const uint8_t resolution = NANOSECONDS;
    pcapng_begin(&b, PCAPNG_INTERFACE);
    pcapng_put32(&b, link);
    pcapng_put32(&b, 0); /* no length limit of packets */
    pcapng_option(&b, OPTION_NAME, name, (uint16_t)strlen(name));
    if (description != NULL)
        pcapng_option(&b, OPTION_DESCRIPTION, description, (uint16_t)strlen(description));
    pcapng_option(&b, OPTION_TSRESOL, &resolution, 1);
    pcapng_option(&b, OPTION_END, NULL, 0);
    pcapng_end(&b, out);
}

void pcapng_begin_packet(pcapng_block_t *b, uint32_t interface_number, uint64_t ns, uint32_t captured,
                         uint32_t bytes)
{
    pcapng_begin(b, PCAPNG_PACKET);
    pcapng_put32(b, interface_number);
    pcapng_put32(b, (uint32_t)(ns >> 32));
    pcapng_put32(b, (uint32_t)ns);
    pcapng_put32(b, captured);
    pcapng_put32(b, bytes);
}

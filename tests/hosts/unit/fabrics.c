/* SPDX-License-Identifier: BSD-3-Clause */
#include "fabrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const unsigned char fabrics_key[EMUQ_KEY_BYTES] = "key of the tests";

void fabrics_need(void)
{
    emuq_fabric_t *f;
    emuq_host_text_t text;
    if (emuq_fabric_open("127.0.0.1", &f, &text) != 0) {
        printf("skipped: no endpoint\n");
        exit(77);
    }
    printf("endpoint %s\n", text.text);
    emuq_fabric_close(f);
}

bool fabrics_open(fabrics_t *f, uint32_t hosts, uint32_t odd)
{
    *f = (fabrics_t){.hosts = hosts};
    for (uint32_t h = 0; h < hosts; h++)
        if (emuq_fabric_open("127.0.0.1", &f->fabric[h], &f->text[h]) != 0)
            return false;
    for (uint32_t h = 0; h < hosts; h++) {
        unsigned char key[EMUQ_KEY_BYTES];
        memcpy(key, fabrics_key, sizeof key);
        key[EMUQ_KEY_BYTES - 1] ^= h == odd;
        if (emuq_fabric_connect(f->fabric[h], hosts, h, f->text, key, f->counts[h], 0) != 0)
            return false;
        emuq_fabric_connections(f->fabric[h], &f->lanes[h]);
    }
    return true;
}

void fabrics_close(fabrics_t *f)
{
    for (uint32_t h = 0; h < f->hosts; h++)
        if (f->fabric[h] != NULL)
            emuq_fabric_close(f->fabric[h]);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* APEnet+: opens the card. Each process prints its address and the size of the torus. */
#include <apenet/rdma.h>
#include <err.h>
#include <stdio.h>
#include <string.h>

static void must(int rc, const char *call)
{
    if (rc != 0)
        errx(1, "%s: %s", call, strerror(-rc));
}

int main(void)
{
    apenet_card_t *card;
    apenet_address_t me, size;

    must(apenet_open(0, &card), "apenet_open");
    must(apenet_whoami(card, &me, &size), "apenet_whoami");
    printf("node (%d,%d,%d), process %d of %d, "
           "in %dx%dx%d nodes\n",
           me.x, me.y, me.z, me.pid, size.pid, size.x, size.y, size.z);
    must(apenet_close(card), "apenet_close");
}

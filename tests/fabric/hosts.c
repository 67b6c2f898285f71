/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs tests of pairs with each process on a host: it has a host name, and joins by an exchange. The provider
 * is linked, because a plugin would join by its environment. */
#define _GNU_SOURCE
#include "pair.h"

#include <errno.h>
#include <sched.h>

#include "emuq/join.h"

extern struct fi_provider emuq_fi_provider;
#include <rdma/providers/fi_prov.h>

/* Of fi_getinfo() and fi_fabric() in the tests. */
int hosts_getinfo(uint32_t version, const char *node, const char *service, uint64_t flags,
                  const struct fi_info *hints, struct fi_info **info);
int hosts_fabric(struct fi_fabric_attr *attr, struct fid_fabric **fabric, void *context);

int hosts_getinfo(uint32_t version, const char *node, const char *service, uint64_t flags,
                  const struct fi_info *hints, struct fi_info **info)
{
    int rc = emuq_fi_provider.getinfo(version, node, service, flags, hints, info);
    if (rc == 0)
        (*info)->fabric_attr->prov_name = strdup("emuq");
    return rc;
}

int hosts_fabric(struct fi_fabric_attr *attr, struct fid_fabric **fabric, void *context)
{
    return emuq_fi_provider.fabric(attr, fabric, context);
}

static int hosts_exchange(void *argument, const void *mine, void *all, size_t bytes)
{
    side_t *s = argument;
    char *at = all;
    memcpy(at + (size_t)s->number * bytes, mine, bytes);
    side_exchange(s, mine, at + (size_t)(1 - s->number) * bytes, bytes);
    return 0;
}

static void hosts_prepare(side_t *s)
{
    char name[16];
    snprintf(name, sizeof name, "host%d", s->number);
    if (unshare(CLONE_NEWUTS) != 0 || sethostname(name, strlen(name)) != 0)
        exit(77);
    setenv("EMUQ_FABRIC", "tcp", 1);
    unsetenv("EMUQ_JOIN");
    unsetenv("EMUQ_NP");
    const emuq_join_t how = {.rank = (uint32_t)s->number,
                             .ranks = 2,
                             .exchange = hosts_exchange,
                             .argument = s,
                             .dimensions = getenv("FABRIC_DOMAIN") != NULL ? 3 : 0}; /* of cards */
    CHECK_EQUAL(emuq_join(&how), 0);
}

__attribute__((constructor)) static void hosts_begin(void)
{
    if (geteuid() != 0) {
        puts("not run: needs root for names of hosts");
        exit(77);
    }
    pair_prepare = hosts_prepare;
}

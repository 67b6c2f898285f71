/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/prospect.h"

#include <ifaddrs.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <netinet/in.h>

#include "transport/fabric.h"

/* Finds the interface that has an address. */
static void find_interface(const char *address, char *name, size_t bytes)
{
    struct ifaddrs *all;
    snprintf(name, bytes, "none");
    if (getifaddrs(&all) != 0)
        return;
    for (const struct ifaddrs *i = all; i != NULL; i = i->ifa_next) {
        char text[NI_MAXHOST];
        if (i->ifa_addr == NULL || (i->ifa_addr->sa_family != AF_INET && i->ifa_addr->sa_family != AF_INET6))
            continue;
        socklen_t size =
            i->ifa_addr->sa_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
        if (getnameinfo(i->ifa_addr, size, text, sizeof(text), NULL, 0, NI_NUMERICHOST) == 0 &&
            strcmp(text, address) == 0) {
            snprintf(name, bytes, "%s", i->ifa_name);
            break;
        }
    }
    freeifaddrs(all);
}

int emuq_prospect(emuq_prospect_t *prospect)
{
    emuq_fabric_t *fabric;
    emuq_host_text_t text;
    emuq_host_parts_t parts;
    int rc = emuq_interface_address(NULL, prospect->address);
    if (rc == 0)
        rc = emuq_fabric_open(NULL, &fabric, &text);
    if (rc != 0)
        return rc;
    emuq_fabric_close(fabric);
    rc = emuq_host_text_parse(text.text, &parts);
    if (rc != 0)
        return rc;
    snprintf(prospect->name, sizeof(prospect->name), "%s", parts.name);
    snprintf(prospect->provider, sizeof(prospect->provider), "%s", parts.provider);
    find_interface(prospect->address, prospect->interface, sizeof(prospect->interface));
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "transport/interface.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <limits.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/log.h"

/* What an address has to be. */
typedef struct wish {
    const char *interface;         /* NULL: any that is up */
    const struct sockaddr *equals; /* NULL: any */
    bool no_loopback;
} wish_t;

static bool is_same(const struct sockaddr *a, const struct sockaddr *b)
{
    if (a->sa_family != b->sa_family)
        return false;
    if (a->sa_family == AF_INET)
        return memcmp(&((const struct sockaddr_in *)(const void *)a)->sin_addr,
                      &((const struct sockaddr_in *)(const void *)b)->sin_addr, sizeof(struct in_addr)) == 0;
    return memcmp(&((const struct sockaddr_in6 *)(const void *)a)->sin6_addr,
                  &((const struct sockaddr_in6 *)(const void *)b)->sin6_addr, sizeof(struct in6_addr)) == 0;
}

/* Whether an address can be told to other hosts: an IPv6 address of a link cannot. */
static bool is_usable(const struct ifaddrs *i, int family)
{
    if (i->ifa_addr == NULL || i->ifa_addr->sa_family != family || !(i->ifa_flags & IFF_UP))
        return false;
    return family == AF_INET ||
           !IN6_IS_ADDR_LINKLOCAL(&((const struct sockaddr_in6 *)(const void *)i->ifa_addr)->sin6_addr);
}

static bool fits(const struct ifaddrs *i, const wish_t *wish)
{
    return (wish->interface == NULL || strcmp(i->ifa_name, wish->interface) == 0) &&
           (wish->equals == NULL || is_same(i->ifa_addr, wish->equals)) &&
           !(wish->no_loopback && (i->ifa_flags & IFF_LOOPBACK));
}

static bool print(const struct sockaddr *a, char *text)
{
    const void *bytes = a->sa_family == AF_INET
                            ? (const void *)&((const struct sockaddr_in *)(const void *)a)->sin_addr
                            : (const void *)&((const struct sockaddr_in6 *)(const void *)a)->sin6_addr;
    return inet_ntop(a->sa_family, bytes, text, EMUQ_ADDRESS_TEXT) != NULL;
}

/* Prints the first address of this host that fits, IPv4 before IPv6. */
static bool find(const struct ifaddrs *all, const wish_t *wish, char *text)
{
    static const int families[] = {AF_INET, AF_INET6};
    for (unsigned f = 0; f < 2; f++)
        for (const struct ifaddrs *i = all; i != NULL; i = i->ifa_next)
            if (is_usable(i, families[f]) && fits(i, wish))
                return print(i->ifa_addr, text);
    return false;
}

/* Prints the first address of this host that a name stands for. */
static bool find_name(const struct ifaddrs *all, const char *name, bool no_loopback, char *text)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found, *a;
    bool is_found = false;
    if (getaddrinfo(name, NULL, &hints, &found) != 0)
        return false;
    for (a = found; a != NULL && !is_found; a = a->ai_next)
        is_found = find(all, &(wish_t){.equals = a->ai_addr, .no_loopback = no_loopback}, text);
    freeaddrinfo(found);
    return is_found;
}

static int choose(const struct ifaddrs *all, const char *near, char *text)
{
    const char *wanted = emuq_setting_text(EMUQ_SETTING_INTERFACE);
    char name[HOST_NAME_MAX + 1] = "";
    if (wanted[0] != '\0') {
        if (find(all, &(wish_t){.interface = wanted}, text) || find_name(all, wanted, false, text))
            return 0;
        emuq_log("EMUQ_INTERFACE=%s is neither an interface of this host that is up nor an address of "
                     "one; 'ip address' lists them",
                     wanted);
        return -ENODEV;
    }
    gethostname(name, sizeof name - 1);
    if ((near == NULL || !find_name(all, near, false, text)) &&
        (name[0] == '\0' || !find_name(all, name, true, text)) &&
        !find(all, &(wish_t){.no_loopback = true}, text))
        snprintf(text, EMUQ_ADDRESS_TEXT, "127.0.0.1");
    return 0;
}

int emuq_interface_address(const char *near, char text[EMUQ_ADDRESS_TEXT])
{
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all) != 0)
        all = NULL;
    int rc = choose(all, near, text);
    if (all != NULL)
        freeifaddrs(all);
    return rc;
}

bool emuq_interface_is_loopback(const void *address, size_t bytes)
{
    struct sockaddr_in6 a = {.sin6_family = AF_UNSPEC}; /* the longer one of the two */
    if (bytes <= sizeof a)
        memcpy(&a, address, bytes);
    if (a.sin6_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&a.sin6_addr);
    struct sockaddr_in four;
    memcpy(&four, &a, sizeof four);
    return four.sin_family == AF_INET && ntohl(four.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

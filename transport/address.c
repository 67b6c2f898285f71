/* SPDX-License-Identifier: BSD-3-Clause */
/* Addresses of hosts: host texts, choice of a local address, TCP probes. */
#define _GNU_SOURCE
#include "transport/fabric.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <ifaddrs.h>
#include <limits.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/text.h"

/* ---- host texts ---- */

int emuq_host_text_print(emuq_host_text_t *text, const char *name, const char *provider,
                         const unsigned char *address, size_t bytes)
{
    int at = snprintf(text->text, sizeof text->text, "%.100s/%s/", name[0] != '\0' ? name : "host", provider);
    if ((size_t)at + 2 * bytes >= sizeof text->text || bytes > sizeof((emuq_host_parts_t *)0)->address) {
        emuq_log("an address of %zu bytes of provider %s is too long", bytes, provider);
        return -ENAMETOOLONG;
    }
    for (char *c = text->text; *c != '/'; c++)
        if (!isalnum((unsigned char)*c) && strchr("-._", *c) == NULL)
            *c = '-';
    for (size_t i = 0; i < bytes; i++)
        snprintf(text->text + at + 2 * i, 3, "%02x", address[i]);
    return 0;
}

int emuq_host_text_mark(emuq_host_text_t *text, const char *mark)
{
    size_t length = strlen(text->text), bytes = strlen(mark) + 1;
    if (length + bytes > sizeof text->text) {
        emuq_log("the address text of this host is too long: '%.60s...'", text->text);
        return -ENAMETOOLONG;
    }
    memcpy(text->text + length, mark, bytes);
    return 0;
}

/* Skips a mark. @return whether there was one */
static bool host_text_has_mark(const char **at, const char *mark)
{
    size_t length = strlen(mark);
    bool has = strncmp(*at, mark, length) == 0;
    *at += has ? length : 0;
    return has;
}

/* Copies a part up to a slash. @return the text after the slash; NULL: no such part, or too long */
static const char *host_text_part(const char *from, char *to, size_t capacity)
{
    size_t length = strcspn(from, "/");
    if (from[length] != '/' || length == 0 || length >= capacity)
        return NULL;
    memcpy(to, from, length);
    to[length] = '\0';
    return from + length + 1;
}

static int host_text_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int emuq_host_text_parse(const char *text, emuq_host_parts_t *parts)
{
    const char *at = host_text_part(text, parts->name, sizeof parts->name);
    if (at != NULL)
        at = host_text_part(at, parts->provider, sizeof parts->provider);
    size_t digits = at != NULL ? strcspn(at, EMUQ_TEXT_COVERS_ALL EMUQ_TEXT_OF_RANK) : 0, bytes = digits / 2;
    if (bytes == 0 || digits % 2 != 0 || bytes > sizeof parts->address)
        return -EINVAL;
    const char *marks = at + digits;
    parts->covers_all = host_text_has_mark(&marks, EMUQ_TEXT_COVERS_ALL);
    parts->is_of_rank = host_text_has_mark(&marks, EMUQ_TEXT_OF_RANK);
    if (*marks != '\0')
        return -EINVAL;
    for (size_t i = 0; i < bytes; i++) {
        int high = host_text_digit(at[2 * i]), low = host_text_digit(at[2 * i + 1]);
        if (high < 0 || low < 0)
            return -EINVAL;
        parts->address[i] = (unsigned char)(high << 4 | low);
    }
    parts->address_bytes = bytes;
    return 0;
}

/* ---- local addresses ---- */

typedef struct address_filter {
    const char *interface;         /* NULL: any that is up */
    const struct sockaddr *equals; /* NULL: any */
    bool no_loopback;
} address_filter_t;

static bool interface_is_same(const struct sockaddr *a, const struct sockaddr *b)
{
    if (a->sa_family != b->sa_family)
        return false;
    if (a->sa_family == AF_INET)
        return memcmp(&((const struct sockaddr_in *)(const void *)a)->sin_addr,
                      &((const struct sockaddr_in *)(const void *)b)->sin_addr, sizeof(struct in_addr)) == 0;
    return memcmp(&((const struct sockaddr_in6 *)(const void *)a)->sin6_addr,
                  &((const struct sockaddr_in6 *)(const void *)b)->sin6_addr, sizeof(struct in6_addr)) == 0;
}

/* Whether an address has the family, is up, and is not IPv6 link-local. */
static bool interface_is_usable(const struct ifaddrs *i, int family)
{
    if (i->ifa_addr == NULL || i->ifa_addr->sa_family != family || !(i->ifa_flags & IFF_UP))
        return false;
    return family == AF_INET ||
           !IN6_IS_ADDR_LINKLOCAL(&((const struct sockaddr_in6 *)(const void *)i->ifa_addr)->sin6_addr);
}

static bool interface_fits(const struct ifaddrs *i, const address_filter_t *filter)
{
    return (filter->interface == NULL || strcmp(i->ifa_name, filter->interface) == 0) &&
           (filter->equals == NULL || interface_is_same(i->ifa_addr, filter->equals)) &&
           !(filter->no_loopback && (i->ifa_flags & IFF_LOOPBACK));
}

static bool interface_print(const struct sockaddr *a, char *text)
{
    const void *bytes = a->sa_family == AF_INET
                            ? (const void *)&((const struct sockaddr_in *)(const void *)a)->sin_addr
                            : (const void *)&((const struct sockaddr_in6 *)(const void *)a)->sin6_addr;
    return inet_ntop(a->sa_family, bytes, text, EMUQ_ADDRESS_TEXT) != NULL;
}

/* Prints the first matching address of this host, IPv4 before IPv6. */
static bool interface_find(const struct ifaddrs *all, const address_filter_t *filter, char *text)
{
    static const int families[] = {AF_INET, AF_INET6};
    for (unsigned f = 0; f < 2; f++)
        for (const struct ifaddrs *i = all; i != NULL; i = i->ifa_next)
            if (interface_is_usable(i, families[f]) && interface_fits(i, filter))
                return interface_print(i->ifa_addr, text);
    return false;
}

/* Prints the first address of this host that a name resolves to. */
static bool interface_find_name(const struct ifaddrs *all, const char *name, bool no_loopback, char *text)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found, *a;
    bool is_found = false;
    if (getaddrinfo(name, NULL, &hints, &found) != 0)
        return false;
    for (a = found; a != NULL && !is_found; a = a->ai_next)
        is_found =
            interface_find(all, &(address_filter_t){.equals = a->ai_addr, .no_loopback = no_loopback}, text);
    freeaddrinfo(found);
    return is_found;
}

static int interface_choose(const struct ifaddrs *all, const char *local_address, char *text)
{
    const char *wanted = emuq_setting_text(EMUQ_SETTING_INTERFACE);
    char name[HOST_NAME_MAX + 1] = "";
    if (wanted[0] != '\0') {
        if (interface_find(all, &(address_filter_t){.interface = wanted}, text) ||
            interface_find_name(all, wanted, false, text))
            return 0;
        emuq_log("EMUQ_INTERFACE=%s is neither an interface of this host that is up nor an address of "
                 "one; 'ip address' lists them",
                 wanted);
        return -ENODEV;
    }
    gethostname(name, sizeof name - 1);
    if ((local_address == NULL || !interface_find_name(all, local_address, false, text)) &&
        (name[0] == '\0' || !interface_find_name(all, name, true, text)) &&
        !interface_find(all, &(address_filter_t){.no_loopback = true}, text))
        snprintf(text, EMUQ_ADDRESS_TEXT, "127.0.0.1");
    return 0;
}

int emuq_interface_address(const char *local_address, char text[EMUQ_ADDRESS_TEXT])
{
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all) != 0)
        all = NULL;
    int rc = interface_choose(all, local_address, text);
    if (all != NULL)
        freeifaddrs(all);
    return rc;
}

bool emuq_interface_is_loopback(const void *address, size_t bytes)
{
    struct sockaddr_in6 a = {.sin6_family = AF_UNSPEC}; /* the longer type of both families */
    if (bytes <= sizeof a)
        memcpy(&a, address, bytes);
    if (a.sin6_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&a.sin6_addr);
    struct sockaddr_in four;
    memcpy(&four, &a, sizeof four);
    return four.sin_family == AF_INET && ntohl(four.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

/* ---- probes ---- */

bool emuq_probe_can(const char *provider)
{
    return strncmp(provider, "tcp", 3) == 0 || strncmp(provider, "net", 3) == 0;
}

int emuq_probe_begin(const void *address, size_t bytes)
{
    struct sockaddr_storage to = {0};
    if (bytes > sizeof to || bytes < sizeof(struct sockaddr_in))
        return -1;
    memcpy(&to, address, bytes);
    if (to.ss_family != AF_INET && to.ss_family != AF_INET6)
        return -1;
    int fd = socket(to.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    /* A socket reports only delayed errors later, so an immediate ECONNREFUSED has a separate value. */
    if (fd >= 0 && connect(fd, (struct sockaddr *)&to, (socklen_t)bytes) != 0 && errno != EINPROGRESS) {
        int refused = errno == ECONNREFUSED;
        close(fd);
        return refused ? EMUQ_PROBE_REFUSED : -1;
    }
    return fd;
}

int emuq_probe_poll(int probe)
{
    struct pollfd fd = {probe, POLLOUT, 0};
    int error = 0;
    socklen_t bytes = sizeof error;
    if (probe == EMUQ_PROBE_REFUSED)
        return -ECONNREFUSED;
    if (poll(&fd, 1, 0) == 0)
        return 0;
    getsockopt(probe, SOL_SOCKET, SO_ERROR, &error, &bytes);
    close(probe);
    return error == 0 ? 1 : error == ECONNREFUSED ? -ECONNREFUSED : -EHOSTUNREACH;
}

void emuq_probe_end(int probe)
{
    if (probe >= 0)
        close(probe);
}

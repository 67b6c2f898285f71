/* SPDX-License-Identifier: BSD-3-Clause */
/* Addresses by node and service: fi_getinfo(), fi_av_insert() of names, fi_av_insertsvc(). */
#define _GNU_SOURCE
#include "pair.h"

/* @return NULL: -FI_ENODATA */
static struct fi_info *names_info(const char *node, const char *service, uint64_t flags,
                                  const struct fi_info *hints)
{
    struct fi_info *info = NULL;
    int rc = fi_getinfo(FI_VERSION(1, 17), node, service, flags, hints, &info);
    CHECK(rc == 0 || rc == -FI_ENODATA);
    return info;
}

static struct fi_info *names_hints(void)
{
    struct fi_info *hints = fi_allocinfo();
    hints->fabric_attr->prov_name = strdup("emuq");
    hints->caps = FI_MSG | FI_TAGGED | FI_SOURCE;
    if (pair_has_cards())
        hints->domain_attr->name = strdup("emuq-apenet");
    return hints;
}

/* An endpoint with a name. */
static struct fid_ep *names_open(side_t *s, const char *service)
{
    struct fi_info *hints = names_hints(), *plain = s->info;
    s->info = names_info(NULL, service, FI_SOURCE, hints);
    CHECK(s->info != NULL && s->info->src_addr != NULL && s->info->dest_addr == NULL);
    struct fid_ep *ep = side_open_endpoint(s, &(pair_options_t){0}, s->cq);
    fi_freeinfo(s->info);
    fi_freeinfo(hints);
    s->info = plain;
    return ep;
}

static void names_send(side_t *s, fi_addr_t to)
{
    SIDE_REPEAT(s, fi_inject(s->ep, "hello", 5, to));
}

/* Side 1 sends to an endpoint by its name, which is inserted before the endpoint is there. */
static void found_side(side_t *s)
{
    char got[8];
    side_open(s, NULL);
    if (s->number == 0) {
        struct fid_ep *other = names_open(s, "chess");
        side_barrier(s);
        struct fid_ep *ep = names_open(s, "4711");
        CHECK_EQUAL(fi_recv(other, got, sizeof got, NULL, FI_ADDR_UNSPEC, got + 1), 0);
        CHECK_EQUAL(fi_recv(ep, got, sizeof got, NULL, FI_ADDR_UNSPEC, got), 0);
        for (unsigned i = 0; i < 3; i++) {
            fi_addr_t source;
            CHECK(side_wait_from(s, s->cq, &source).op_context == (i == 1 ? got + 1 : got));
            CHECK_EQUAL(source, s->peer);
            CHECK(memcmp(got, "hello", 5) == 0);
            if (i == 0)
                CHECK_EQUAL(fi_recv(ep, got, sizeof got, NULL, FI_ADDR_UNSPEC, got), 0);
            side_barrier(s);
        }
        CHECK_EQUAL(fi_close(&ep->fid), 0);
        side_barrier(s);
        CHECK_EQUAL(fi_close(&other->fid), 0);
    } else {
        struct fi_info *hints = names_hints(), *info = names_info("localhost", "4711", 0, hints);
        fi_addr_t at, again;
        char address[128];
        size_t bytes = sizeof address;
        CHECK(info != NULL && info->src_addr != NULL && info->dest_addr != NULL);
        side_barrier(s);
        CHECK_EQUAL(fi_av_insert(s->av, info->dest_addr, 1, &at, 0, NULL), 1); /* waits */
        names_send(s, at);
        side_barrier(s);
        CHECK_EQUAL(fi_av_insertsvc(s->av, "localhost", "chess", &again, 0, NULL), 1);
        names_send(s, again);
        side_barrier(s);
        CHECK_EQUAL(fi_av_lookup(s->av, at, address, &bytes), 0); /* the address has numbers now */
        CHECK(bytes == info->dest_addrlen && memcmp(address, info->dest_addr, bytes) != 0);
        CHECK_EQUAL(fi_av_insert(s->av, address, 1, &again, 0, NULL), 1);
        names_send(s, again);
        side_barrier(s);
        side_barrier(s); /* closed */
        CHECK_EQUAL(fi_av_insert(s->av, info->dest_addr, 1, &at, FI_SYNC_ERR, (int[1]){0}), 0);
        CHECK_EQUAL(at, FI_ADDR_NOTAVAIL);
        CHECK_EQUAL(fi_av_insertsvc(s->av, "localhost", NULL, &at, 0, NULL), -FI_EINVAL);
        fi_freeinfo(info);
        fi_freeinfo(hints);
    }
    side_close(s);
}

/* Hints with addresses are returned; fi_getinfo() rejects nodes of other hosts. */
static void hinted_side(side_t *s)
{
    char longest[64], text[64];
    size_t bytes = sizeof text;
    struct fi_info *hints = names_hints(), *first = names_info("127.0.0.1", "9", FI_SOURCE, hints), *second;
    side_open(s, NULL);
    CHECK(first != NULL && first->src_addrlen == s->info->src_addrlen);
    CHECK(strcmp(fi_av_straddr(s->av, first->src_addr, text, &bytes), "emuq:///9") == 0);
    hints->src_addr = first->src_addr;
    hints->src_addrlen = first->src_addrlen;
    second = names_info(NULL, "10", 0, hints);
    CHECK(second != NULL && memcmp(second->src_addr, first->src_addr, first->src_addrlen) == 0);
    CHECK(memcmp(second->dest_addr, first->src_addr, first->src_addrlen) != 0);
    hints->dest_addr = second->dest_addr;
    hints->dest_addrlen = second->dest_addrlen;
    first->src_addr = second->dest_addr = NULL; /* of the hints now */
    fi_freeinfo(second);
    second = names_info(NULL, NULL, 0, hints);
    CHECK(second != NULL && memcmp(second->dest_addr, hints->dest_addr, hints->dest_addrlen) == 0);
    fi_freeinfo(second);
    hints->dest_addrlen--;
    CHECK(names_info(NULL, NULL, 0, hints) == NULL);
    hints->dest_addrlen++;
    CHECK(names_info("192.0.2.1", "9", 0, hints) == NULL); /* of no host: an address for documents */
    CHECK(names_info("no.node.invalid", NULL, FI_NUMERICHOST, hints) == NULL);
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    CHECK(names_info(NULL, longest, FI_SOURCE, hints) == NULL);
    fi_freeinfo(first);
    fi_freeinfo(hints);
    side_close(s);
}

PAIR_TEST(found)
PAIR_TEST_ALONE(hinted)

int main(void)
{
    static const emuq_test_t tests[] = {
        {"an endpoint is found by its name", found}, {"addresses in hints", hinted}, {NULL, NULL}};
    return emuq_test_main("fabric names", tests);
}

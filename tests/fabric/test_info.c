/* SPDX-License-Identifier: BSD-3-Clause */
/* fi_getinfo(): hints, and the domains of the provider. */
#define _GNU_SOURCE
#include "pair.h"

static int info_with(void (*change)(struct fi_info *))
{
    struct fi_info *hints = fi_allocinfo(), *info = NULL;
    hints->fabric_attr->prov_name = strdup("emuq");
    change(hints);
    int rc = fi_getinfo(FI_VERSION(1, 17), NULL, NULL, 0, hints, &info);
    if (rc == 0) {
        CHECK((hints->caps & ~info->caps) == 0);
        CHECK(((info->tx_attr->caps | info->rx_attr->caps) & ~info->caps) == 0);
        CHECK((info->domain_attr->mr_mode & ~hints->domain_attr->mr_mode) == 0);
        fi_freeinfo(info);
    }
    fi_freeinfo(hints);
    return rc;
}

#define HINT(name, statement)                                                                                \
    static void hint_##name(struct fi_info *h)                                                               \
    {                                                                                                        \
        statement;                                                                                           \
    }

HINT(nothing, (void)h)
HINT(good, h->caps = FI_MSG | FI_TAGGED | FI_SOURCE | FI_DIRECTED_RECV | FI_MULTI_RECV | FI_LOCAL_COMM)
HINT(threads, h->domain_attr->threading = FI_THREAD_DOMAIN)
HINT(map, h->domain_attr->av_type = FI_AV_MAP)
HINT(atomics, (h->caps = FI_ATOMIC, h->domain_attr->mr_mode = FI_MR_VIRT_ADDR))
HINT(rma, (h->caps = FI_RMA, h->domain_attr->mr_mode = FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY))
HINT(rma_keys, h->caps = FI_RMA)
HINT(rma_offsets, (h->caps = FI_RMA, h->domain_attr->mr_mode = FI_MR_ALLOCATED | FI_MR_LOCAL))
HINT(rma_events, (h->caps = FI_RMA | FI_RMA_EVENT, h->domain_attr->mr_mode = FI_MR_BASIC))
HINT(variable, h->caps = FI_MSG | FI_VARIABLE_MSG)
HINT(stream, h->ep_attr->type = FI_EP_MSG)
HINT(protocol, h->ep_attr->protocol = FI_PROTO_RXM)
HINT(long_message, h->ep_attr->max_msg_size = UINT64_MAX)
HINT(contexts, h->ep_attr->tx_ctx_cnt = 2)
HINT(shared, h->ep_attr->tx_ctx_cnt = h->ep_attr->rx_ctx_cnt = FI_SHARED_CONTEXT)
HINT(manual, h->domain_attr->control_progress = FI_PROGRESS_MANUAL)
HINT(format, h->addr_format = FI_SOCKADDR_IN)
HINT(control, h->domain_attr->control_progress = FI_PROGRESS_AUTO)
HINT(progress, h->domain_attr->data_progress = FI_PROGRESS_AUTO)
HINT(data, h->domain_attr->cq_data_size = 16)
HINT(endpoints, h->domain_attr->ep_cnt = 1000)
HINT(inject, h->tx_attr->inject_size = 100000)
HINT(parts, h->rx_attr->iov_limit = 100)
HINT(queue, h->tx_attr->size = 1 << 20)
HINT(atomic_order, h->tx_attr->msg_order = FI_ORDER_SAS | FI_ORDER_ATOMIC_WAW)
HINT(order, h->tx_attr->msg_order = FI_ORDER_RAW)
HINT(commit, h->tx_attr->op_flags = FI_COMMIT_COMPLETE)
HINT(domain_name, h->domain_attr->name = strdup("eth0"))
HINT(fabric_name, h->fabric_attr->name = strdup("192.168.0.0/16"))

/* Without hints: all capabilities, and what they need. */
static void info_of_all(void)
{
    struct fi_info *all = NULL, *info;
    CHECK_EQUAL(fi_getinfo(FI_VERSION(1, 17), NULL, NULL, 0, NULL, &all), 0);
    for (info = all; info != NULL && strcmp(info->fabric_attr->prov_name, "emuq") != 0; info = info->next)
        ;
    if (info == NULL)
        CHECK(false);
    else
        CHECK((info->caps & FI_RMA) != 0 && (info->domain_attr->mr_mode & FI_MR_PROV_KEY) != 0);
    fi_freeinfo(all);
}

static void info_side(side_t *s)
{
    static void (*const good[])(struct fi_info *) = {
        hint_nothing,  hint_good,        hint_threads,    hint_map,     hint_rma,
        hint_rma_keys, hint_rma_offsets, hint_rma_events, hint_atomics, hint_atomic_order,
        hint_control,  hint_shared,      hint_manual,     hint_progress};
    static void (*const bad[])(struct fi_info *) = {
        hint_variable, hint_stream, hint_protocol,  hint_long_message, hint_contexts,
        hint_format,   hint_data,   hint_endpoints, hint_inject,       hint_parts,
        hint_queue,    hint_order,  hint_commit,    hint_domain_name,  hint_fabric_name};
    (void)s;
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++)
        CHECK_EQUAL(info_with(good[i]), 0);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (info_with(bad[i]) != -FI_ENODATA) {
            printf("  hint %u is accepted\n", i);
            CHECK(false);
        }
    info_of_all();
}

/* Both domains are listed, that of EMUQ_FABRIC_DOMAIN first. */
static void domains_side(side_t *s)
{
    static const char *const name[] = {"emuq-mu", "emuq-apenet"};
    struct fi_info *hints = fi_allocinfo(), *info;
    (void)s;
    hints->fabric_attr->prov_name = strdup("emuq");
    unsigned first = pair_has_cards();
    setenv("EMUQ_FABRIC_DOMAIN", first != 0 ? "apenet" : "mu", 1);
    CHECK_EQUAL(fi_getinfo(FI_VERSION(1, 17), NULL, NULL, 0, hints, &info), 0);
    CHECK(strcmp(info->domain_attr->name, name[first]) == 0);
    CHECK_EQUAL(info->next != NULL, FABRIC_HAS_CARDS);
    if (info->next != NULL)
        CHECK(strcmp(info->next->domain_attr->name, name[1 - first]) == 0 && info->next->next == NULL);
    fi_freeinfo(info);
    for (unsigned i = 0; i <= FABRIC_HAS_CARDS; i++) {
        free(hints->domain_attr->name);
        hints->domain_attr->name = strdup(name[i]);
        CHECK_EQUAL(fi_getinfo(FI_VERSION(1, 17), NULL, NULL, 0, hints, &info), 0);
        CHECK(strcmp(info->domain_attr->name, name[i]) == 0 && info->next == NULL);
        fi_freeinfo(info);
    }
    fi_freeinfo(hints);
}

PAIR_TEST_ALONE(info)
PAIR_TEST_ALONE(domains)

int main(void)
{
    static const emuq_test_t tests[] = {{"fi_getinfo()", info}, {"domains", domains}, {NULL, NULL}};
    return emuq_test_main("fabric info", tests);
}

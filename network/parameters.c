/* SPDX-License-Identifier: BSD-3-Clause */
/** @file parameters.c
 *  The table of constants, presets, and what values must fit together. */
#include <errno.h>
#include <string.h>

#include "network/damage.h"
#include "network/network.h"

#define EMUQ_NET_KINDS "none|dynamic|bubble|dateline|upper|collective"

const emuq_net_parameter_t emuq_net_parameter[] = {
#define ROW(member, key, unit, words, low, high, bgq, torus3d, tag, source)                                  \
    {key, offsetof(emuq_net_parameters_t, member), unit, words, low, high, bgq, torus3d, tag, source},
#include "network/parameters.def"
#undef ROW
};
const uint32_t emuq_net_parameter_count = sizeof(emuq_net_parameter) / sizeof(emuq_net_parameter[0]);

int emuq_net_preset(const char *name, emuq_net_parameters_t *parameters)
{
    int torus3d = strcmp(name, "torus3d") == 0;
    if (!torus3d && strcmp(name, "bgq") != 0)
        return -ENOENT;
    memset(parameters, 0, sizeof(*parameters));
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++) {
        const emuq_net_parameter_t *row = &emuq_net_parameter[i];
        *emuq_net_value(parameters, row) = torus3d ? row->torus3d : row->bgq;
    }
    return 0;
}

/** What is wrong with a channel. @return NULL: nothing */
static const char *channel(const emuq_net_parameters_t *p, uint32_t v)
{
    const emuq_net_channel_t *c = &p->vc[v];
    if (c->kind == EMUQ_NET_NONE)
        return NULL;
    if (c->tokens < (c->chunks ? emuq_net_chunks(p->mu.payload) : 1))
        return "a virtual channel has no room for one full packet";
    if (c->kind == EMUQ_NET_BUBBLE && (c->chunks || c->tokens > EMUQ_NET_HEADS))
        return "a bubble channel has 1 to 8 places of a packet each";
    if (c->kind != EMUQ_NET_BUBBLE && c->queues == 0)
        return "a virtual channel has no queue";
    if (c->kind == EMUQ_NET_DATELINE && (v + 1 == EMUQ_NET_CHANNELS || p->vc[v + 1].kind != EMUQ_NET_UPPER))
        return "the channel behind a dateline channel must be of kind upper";
    if ((c->kind == EMUQ_NET_COLLECTIVE) != (v >= EMUQ_NET_VCS))
        return "vc.4 and vc.5 are of kind collective or none, and no other channel is collective";
    if (c->kind == EMUQ_NET_DYNAMIC && v != 0)
        return "only vc.0 can be dynamic";
    return NULL;
}

int emuq_net_parameters_check(const emuq_net_parameters_t *parameters, const char **reason)
{
    const char *wrong = NULL;
    for (uint32_t i = 0; i < emuq_net_parameter_count && wrong == NULL; i++) {
        const emuq_net_parameter_t *row = &emuq_net_parameter[i];
        uint32_t value;
        memcpy(&value, (const char *)parameters + row->offset, sizeof(value));
        if (value < row->low || value > row->high)
            wrong = row->key;
    }
    for (uint32_t v = 0; v < EMUQ_NET_CHANNELS && wrong == NULL; v++)
        wrong = channel(parameters, v);
    if (wrong == NULL && parameters->vc[0].kind == EMUQ_NET_DYNAMIC && parameters->router.escape &&
        parameters->vc[1].kind != EMUQ_NET_BUBBLE)
        wrong = "packets of vc.0 escape into vc.1, which must be of kind bubble";
    if (wrong == NULL)
        return 0;
    if (reason != NULL)
        *reason = wrong;
    return -EINVAL;
}

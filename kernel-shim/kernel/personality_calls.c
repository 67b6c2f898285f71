/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernel_GetPersonality(): a copy of the node's personality, in the version that the caller knows. */
#include "firmware/include/personality.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "firmware/include/personality_v7.h"
#include "kernel-shim/kernel/pointer.h"
#include "kernel-shim/partition/current.h"
#include "kernel-shim/partition/job.h"

/* The image of version 7. */
static void convert_to_v7(const Personality_t *p, Personality_v7_t *v7)
{
    const Personality_Networks_t *net = &p->Network_Config;
    memset(v7, 0, sizeof(*v7));
    v7->Version = 7;
    v7->PersonalitySizeWords = (fw_uint8_t)(sizeof(*v7) / 4);
    v7->Kernel_Config = p->Kernel_Config;
    v7->DDR_Config.DDRFlags = p->DDR_Config.DDRFlags;
    v7->DDR_Config.DDRSizeMB = p->DDR_Config.DDRSizeMB;
    Personality_v7_Networks_t *to = &v7->Network_Config;
    /* Up to the class routes, both versions have the same members in the same order. */
    memcpy(to, net, offsetof(Personality_Networks_t, PrimordialClassRoute));
    to->ClassRoute[0] = net->PrimordialClassRoute;
    memcpy(to->ZoneRoutingMasks, net->ZoneRoutingMasks, sizeof(net->ZoneRoutingMasks));
    to->MuFlags = net->MuFlags;
    to->cnBridge_A = net->cnBridge_A;
    to->cnBridge_B = net->cnBridge_B;
    to->cnBridge_C = net->cnBridge_C;
    to->cnBridge_D = net->cnBridge_D;
    to->cnBridge_E = net->cnBridge_E;
    to->latencyFromRoot = net->latencyFromRoot;
    const size_t first = offsetof(Personality_v7_t, Version);
    v7->CRC = emuq_personality_checksum((const char *)v7 + first, sizeof(*v7) - first);
}

_Static_assert(offsetof(Personality_v7_Networks_t, ClassRoute) ==
                   offsetof(Personality_Networks_t, PrimordialClassRoute),
               "the same members before the class routes");
int Kernel_GetPersonality(Personality_t *personality, size_t size)
{
    if (size != sizeof(Personality_t) && size != sizeof(Personality_v7_t))
        return EINVAL;
    if (emuq_bad(personality))
        return EFAULT;
    const Personality_t *own = &emuq_process_self()->node->personality;
    if (size == sizeof(*own))
        *personality = *own;
    else
        convert_to_v7(own, (Personality_v7_t *)(void *)personality);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "fabric/mu.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include <hwi/include/bqc/MU_Addressing.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>

#include "base/atomic.h"
#include "emuq/join.h"

#define RECEIVE_BYTES (UINT64_C(1) << 17)
#define GET_SLOTS     1024u
#define RDMA_SLOTS    256u
#define ATOMIC_SLOTS  128u
#define LOAD_SLOTS    256u
#define SLOT          sizeof(MUHWI_Descriptor_t)

#define BASES 2u /* base addresses: 0, and an unread counter */

enum { FIFO_SEND, FIFO_TARGET, FIFO_GET, FIFO_ATOMIC, FIFO_LOAD, FIFOS };
static uint32_t fifo_ids[FIFOS] = {FIFO_SEND, FIFO_TARGET, FIFO_GET, FIFO_ATOMIC, FIFO_LOAD};

/* ---- addresses ---- */

/* Coordinates of all ranks, and their node. */
static pthread_mutex_t map_lock = PTHREAD_MUTEX_INITIALIZER;
static BG_CoordinateMapping_t *map; /* guarded by map_lock; not freed */
static uint64_t map_count;

bool emuq_fi_coordinates(uint32_t rank, BG_CoordinateMapping_t *found)
{
    size_t bytes = emuq_joined_ranks() * sizeof *map;
    pthread_mutex_lock(&map_lock);
    if (map == NULL) {
        BG_CoordinateMapping_t *m = malloc(bytes);
        if (m != NULL && Kernel_RanksToCoords(bytes, m, &map_count) == 0)
            map = m;
        else
            free(m);
    }
    bool is_found = map != NULL && rank < map_count;
    if (is_found)
        *found = map[rank];
    pthread_mutex_unlock(&map_lock);
    return is_found;
}

static uint32_t mu_endpoints_of_a_process(void)
{
    return EMUQ_FI_ENDPOINTS / Kernel_ProcessCount(); /* subgroups of a node, by processes */
}

bool emuq_fi_mu_find_address(uint32_t rank, uint32_t endpoint, emuq_fi_address_t *address)
{
    BG_CoordinateMapping_t at;
    MUHWI_Destination_t d;
    uint32_t each = mu_endpoints_of_a_process();
    if (endpoint >= each || !emuq_fi_coordinates(rank, &at))
        return false;
    uint32_t subgroup = at.t * each + endpoint;
    MUSPI_SetUpDestination(&d, at.a, at.b, at.c, at.d, at.e);
    *address = (emuq_fi_address_t){.job = Kernel_GetJobID(),
                                   .rank = rank,
                                   .destination = d.Destination.Destination,
                                   .rec_fifo = (uint16_t)(subgroup * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP),
                                   .get_fifo =
                                       (uint16_t)(subgroup * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + FIFO_TARGET),
                                   .base = (uint16_t)(subgroup * BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP),
                                   .endpoint = (uint16_t)endpoint};
    return true;
}

/* ---- opening ---- */

/* Memory of an endpoint, in this order, aligned to a packet chunk. */
typedef struct mu_memory {
    char *send, *payload, *target, *get, *atomic, *load, *receive;
    Kernel_MemoryRegion_t region;
} mu_memory_t;

static int mu_allocate(mu_memory_t *m)
{
    size_t send = EMUQ_FI_SLOTS * SLOT, payload = EMUQ_FI_SLOTS * EMUQ_FI_PACKET, target = GET_SLOTS * SLOT,
           get = RDMA_SLOTS * SLOT, atomic = ATOMIC_SLOTS * SLOT, load = LOAD_SLOTS * SLOT,
           all = send + payload + target + get + atomic + load + RECEIVE_BYTES;
    char *p = emuq_message_memory(all, 64);
    if (p == NULL || Kernel_CreateMemoryRegion(&m->region, p, all) != 0)
        return -ENOMEM;
    m->send = p;
    m->payload = m->send + send;
    m->target = m->payload + payload;
    m->get = m->target + target;
    m->atomic = m->get + get;
    m->load = m->atomic + atomic;
    m->receive = m->load + load;
    return 0;
}

static uint64_t mu_offset(const mu_memory_t *m, const char *p)
{
    return (uint64_t)(p - (const char *)m->region.BaseVa);
}

static int mu_open_injection(emuq_fi_mu_t *mu, mu_memory_t *m, uint32_t subgroup)
{
    Kernel_InjFifoAttributes_t attributes[FIFOS];
    memset(attributes, 0, sizeof attributes);
    attributes[FIFO_TARGET].RemoteGet = attributes[FIFO_LOAD].RemoteGet = 1;
    if (Kernel_AllocateInjFifos(subgroup, &mu->inj, FIFOS, fifo_ids, attributes) != 0)
        return -EBUSY;
    const struct {
        const char *va;
        uint32_t slots;
    } fifo[FIFOS] = {{m->send, EMUQ_FI_SLOTS},
                     {m->target, GET_SLOTS},
                     {m->get, RDMA_SLOTS},
                     {m->atomic, ATOMIC_SLOTS},
                     {m->load, LOAD_SLOTS}};
    for (uint32_t i = 0; i < FIFOS; i++) {
        MUSPI_InjFifo_t *f = MUSPI_IdToInjFifo((int)i, &mu->inj);
        (void)Kernel_InjFifoInit(&mu->inj, i, &m->region, mu_offset(m, fifo[i].va), fifo[i].slots * SLOT - 1);
        /* The hardware count continues from the FIFO's previous user. */
        f->descCount = f->numInjected = MUSPI_getHwDescCount(f);
    }
    mu->send = MUSPI_IdToInjFifo(FIFO_SEND, &mu->inj);
    mu->get = MUSPI_IdToInjFifo(FIFO_GET, &mu->inj);
    mu->atomic = MUSPI_IdToInjFifo(FIFO_ATOMIC, &mu->inj);
    mu->payload = m->payload;
    mu->payload_pa = (uint64_t)(uintptr_t)m->region.BasePa + mu_offset(m, m->payload);
    return Kernel_InjFifoActivate(&mu->inj, FIFOS, fifo_ids, KERNEL_INJ_FIFO_ACTIVATE) == 0 ? 0 : -EBUSY;
}

static int mu_open_reception(emuq_fi_mu_t *mu, mu_memory_t *m, uint32_t subgroup)
{
    uint32_t id = 0;
    Kernel_RecFifoAttributes_t attributes;
    memset(&attributes, 0, sizeof attributes);
    if (Kernel_AllocateRecFifos(subgroup, &mu->rec, 1, &id, &attributes) != 0)
        return -EBUSY;
    mu->receive = MUSPI_IdToRecFifo(0, &mu->rec);
    (void)Kernel_RecFifoInit(&mu->rec, 0, &m->region, mu_offset(m, m->receive), RECEIVE_BYTES - 1);
    uint32_t number = subgroup * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    return Kernel_RecFifoEnable(subgroup / 4, UINT64_C(1) << (15 - number % 16)) == 0 ? 0 : -EBUSY;
}

static int mu_open_bases(emuq_fi_mu_t *mu, uint32_t subgroup)
{
    uint32_t id[BASES] = {0, 1};
    uint64_t pa;
    void *unused = emuq_message_memory(64, 64); /* counter of puts to this endpoint, not read */
    if (unused == NULL || !emuq_fi_mu_pa(mu, unused, 64, &pa))
        return -ENOMEM;
    if (Kernel_AllocateBaseAddressTable(subgroup, &mu->bases, BASES, id, 0) != 0)
        return -EBUSY;
    mu->has_bases = true;
    (void)MUSPI_SetBaseAddress(&mu->bases, 0, 0);
    (void)MUSPI_SetBaseAddress(&mu->bases, 1, pa);
    return 0;
}

static void mu_free(emuq_fi_mu_t *mu)
{
    if (mu->send != NULL) {
        (void)Kernel_InjFifoActivate(&mu->inj, FIFOS, fifo_ids, KERNEL_INJ_FIFO_DEACTIVATE);
        (void)Kernel_DeallocateInjFifos(&mu->inj, FIFOS, fifo_ids);
    }
    if (mu->receive != NULL)
        (void)Kernel_DeallocateRecFifos(&mu->rec, 1, (uint32_t[]){0});
    if (mu->has_bases)
        (void)Kernel_DeallocateBaseAddressTable(&mu->bases, BASES, (uint32_t[]){0, 1});
}

static int mu_allocate_all(emuq_fi_mu_t *mu, uint32_t subgroup)
{
    mu_memory_t memory;
    int rc = mu_allocate(&memory);
    if (rc == 0)
        rc = mu_open_bases(mu, subgroup);
    if (rc == 0)
        rc = mu_open_injection(mu, &memory, subgroup);
    if (rc == 0)
        rc = mu_open_reception(mu, &memory, subgroup);
    if (rc != 0)
        mu_free(mu);
    return rc;
}

/* Packets for the previous endpoint of the number. */
static void mu_discard(emuq_fi_mu_t *mu)
{
    uint32_t wrap, bytes;
    while (emuq_rec_fifo_available(mu->receive, &wrap) != 0)
        (void)(wrap ? MUSPI_getNextPacketWrap(mu->receive, &bytes)
                    : MUSPI_getNextPacketOptimized(mu->receive, &bytes));
    MUSPI_syncRecFifoHwHead(mu->receive);
}

/* Message Units of closed endpoints. FIFOs stay allocated, because a packet for a deallocated FIFO is
 * an error of the sender. [number], used by the endpoint of the number only; NULL: never opened. */
static emuq_fi_mu_t *mu_kept[EMUQ_FI_ENDPOINTS];

int emuq_fi_mu_open(emuq_fi_mu_t **out, uint32_t number)
{
    uint32_t each = mu_endpoints_of_a_process();
    if (number >= each)
        return -ENOSPC;
    emuq_fi_mu_t *mu = mu_kept[number];
    if (mu != NULL) {
        mu_discard(mu);
        (void)emuq_message_drop(mu->subgroup, 0, false);
        *out = mu;
        return 0;
    }
    mu = calloc(1, sizeof *mu);
    if (mu == NULL)
        return -ENOMEM;
    mu->subgroup = Kernel_MyTcoord() * each + number;
    int rc = emuq_fi_mu_find_address(Kernel_GetRank(), number, &mu->address) ? 0 : -ENOMEM;
    if (rc == 0)
        rc = mu_allocate_all(mu, mu->subgroup);
    if (rc == 0)
        *out = mu_kept[number] = mu;
    else
        free(mu);
    return rc;
}

bool emuq_fi_mu_has_sent(const emuq_fi_mu_t *mu)
{
    return MUSPI_getHwDescCount(mu->send) == MUSPI_getNumInjected(mu->send);
}

void emuq_fi_mu_close(emuq_fi_mu_t *mu)
{
    (void)emuq_message_drop(mu->subgroup, 0, true);
}

/* ---- routes ---- */

#define TORUS_FIFOS 10u

static void mu_model(const emuq_fi_mu_t *mu, const emuq_fi_address_t *peer, uint8_t type,
                     MUHWI_Descriptor_t *d)
{
    MUHWI_Destination_t node;
    node.Destination.Destination = peer->destination;
    MUSPI_DescriptorZeroOut(d);
    MUSPI_SetDataPacketType(d, MUHWI_PT2PT_DATA_PACKET_TYPE);
    MUSPI_SetMessageUnitPacketType(d, type);
    MUSPI_SetSize(d);
    MUSPI_SetPt2PtMisc1(d, MUHWI_PACKET_USE_DETERMINISTIC_ROUTING);
    MUSPI_SetPt2PtMisc2(d, MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC);
    MUSPI_SetDestination(d, node);
    bool is_local = peer->destination == mu->address.destination;
    MUSPI_SetTorusInjectionFIFOMap(d, is_local
                                          ? MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0
                                          : MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM >> peer->rank % TORUS_FIFOS);
}

void emuq_fi_mu_route(const emuq_fi_mu_t *mu, const emuq_fi_address_t *peer, emuq_fi_route_t *route)
{
    mu_model(mu, peer, MUHWI_PACKET_TYPE_FIFO, &route->packet);
    MUSPI_SetRecFIFOId(&route->packet, peer->rec_fifo);
    emuq_fi_software_t s = {.endpoint = (uint8_t)mu->address.endpoint, .rank = mu->address.rank};
    memcpy(route->packet.PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Unused2, &s, sizeof s);
    mu_model(mu, peer, MUHWI_PACKET_TYPE_GET, &route->get);
    MUSPI_SetRemoteGetInjFIFOId(&route->get, peer->get_fifo);
    mu_model(mu, peer, MUHWI_PACKET_TYPE_PUT, &route->put);
    MUSPI_SetRecPayloadBaseAddressInfo(&route->put, peer->base, 0);
    MUSPI_SetRecCounterBaseAddressInfo(&route->put, (uint16_t)(peer->base + 1),
                                       MUSPI_GetAtomicAddress(0, MUHWI_ATOMIC_OPCODE_STORE_ADD));
}

#define GETS 64u /* gets of an allocation */

emuq_fi_get_t *emuq_fi_mu_gets(emuq_fi_mu_t *mu)
{
    emuq_fi_get_t *g = emuq_message_memory(GETS * sizeof *g, sizeof *g);
    uint64_t pa;
    if (g == NULL || !emuq_fi_mu_pa(mu, g, GETS * sizeof *g, &pa))
        return NULL;
    for (unsigned i = 0; i < GETS; i++) {
        g[i].pa = pa + i * sizeof *g;
        g[i].next = i + 1 < GETS ? &g[i + 1] : NULL;
    }
    return g;
}

/* The put of a get: executed by the peer's Message Unit, to this process. */
static void mu_describe_answer(const emuq_fi_mu_t *mu, const emuq_fi_route_t *route, MUHWI_Descriptor_t *put)
{
    emuq_fi_address_t self = mu->address;
    mu_model(mu, &self, MUHWI_PACKET_TYPE_PUT, put);
    put->Torus_FIFO_Map = route->get.Torus_FIFO_Map;
}

/* Prepares a get. @return the request for the peer */
static MUHWI_Descriptor_t mu_describe_get(const emuq_fi_mu_t *mu, const emuq_fi_route_t *route,
                                          emuq_fi_get_t *get, uint64_t pa, uint64_t target_pa, size_t bytes)
{
    MUHWI_Descriptor_t request = route->get;
    mu_describe_answer(mu, route, &get->put);
    get->put.Pa_Payload = pa;
    get->put.Message_Length = bytes;
    MUSPI_SetRecPayloadBaseAddressInfo(&get->put, mu->address.base, target_pa);
    MUSPI_SetRecCounterBaseAddressInfo(
        &get->put, mu->address.base,
        MUSPI_GetAtomicAddress(get->pa + offsetof(emuq_fi_get_t, left), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    request.Pa_Payload = get->pa + offsetof(emuq_fi_get_t, put);
    request.Message_Length = sizeof get->put;
    AO_store(&get->left, bytes);
    return request;
}

bool emuq_fi_mu_get(emuq_fi_mu_t *mu, const emuq_fi_route_t *route, emuq_fi_get_t *get, uint64_t pa,
                    uint64_t target_pa, size_t bytes)
{
    MUHWI_Descriptor_t request = mu_describe_get(mu, route, get, pa, target_pa, bytes);
    return MUSPI_InjFifoInject(mu->get, &request) != UINT64_MAX;
}

/* Copies a descriptor into FIFO `send`. There is space. */
static void mu_send_descriptor(emuq_fi_mu_t *mu, const MUHWI_Descriptor_t *d)
{
    memcpy((void *)mu->send->_fifo.va_tail, d, sizeof *d);
    (void)MUSPI_InjFifoAdvanceDesc(mu->send);
}

void emuq_fi_mu_put(emuq_fi_mu_t *mu, const emuq_fi_route_t *route, uint64_t target_pa, uint64_t pa,
                    size_t bytes)
{
    MUHWI_Descriptor_t put = route->put;
    put.Pa_Payload = pa;
    put.Message_Length = bytes;
    MUSPI_SetRecPutOffset(&put, target_pa);
    mu_send_descriptor(mu, &put);
}

void emuq_fi_mu_flush(emuq_fi_mu_t *mu, const emuq_fi_route_t *route, emuq_fi_get_t *get, uint64_t pa)
{
    MUHWI_Descriptor_t request =
        mu_describe_get(mu, route, get, pa, get->pa + offsetof(emuq_fi_get_t, byte), 1);
    mu_send_descriptor(mu, &request);
}

/* ---- atomic operations ---- */

/* A request to FIFO_LOAD of the peer. */
static MUHWI_Descriptor_t mu_describe_load(const emuq_fi_mu_t *mu, const emuq_fi_route_t *route,
                                           const emuq_fi_address_t *peer, emuq_fi_get_t *get, uint64_t pa)
{
    MUHWI_Descriptor_t request =
        mu_describe_get(mu, route, get, pa, get->pa + offsetof(emuq_fi_get_t, value), sizeof get->value);
    MUSPI_SetRemoteGetInjFIFOId(&request, (uint16_t)(peer->get_fifo - FIFO_TARGET + FIFO_LOAD));
    return request;
}

bool emuq_fi_mu_atomic_load(emuq_fi_mu_t *mu, const emuq_fi_route_t *route, const emuq_fi_address_t *peer,
                            emuq_fi_get_t *get, uint64_t pa, unsigned op)
{
    MUHWI_Descriptor_t request = mu_describe_load(mu, route, peer, get, MUSPI_GetAtomicAddress(pa, op));
    return MUSPI_InjFifoInject(mu->atomic, &request) != UINT64_MAX;
}

bool emuq_fi_mu_atomic_store(emuq_fi_mu_t *mu, const emuq_fi_route_t *route, const emuq_fi_address_t *peer,
                             emuq_fi_get_t *get, uint64_t pa, unsigned op, uint64_t operand)
{
    MUHWI_Descriptor_t put[2] = {route->put, mu_describe_load(mu, route, peer, get, peer->table_pa)};
    get->operand = operand;
    put[0].Pa_Payload = get->pa + offsetof(emuq_fi_get_t, operand);
    put[0].Message_Length = sizeof get->operand;
    MUSPI_SetRecPutOffset(&put[0], MUSPI_GetAtomicAddress(pa, op));
    return MUSPI_InjFifoInjectMultiple(mu->atomic, put, 2) != UINT64_MAX;
}

bool emuq_fi_mu_region(uintptr_t va, size_t bytes, emuq_fi_window_t *found)
{
    Kernel_MemoryRegion_t region;
    if (Kernel_CreateMemoryRegion(&region, (void *)va, bytes != 0 ? bytes : 1) != 0)
        return false;
    uintptr_t base = (uintptr_t)region.BaseVa;
    *found = (emuq_fi_window_t){base, base + region.Bytes, (uint64_t)(uintptr_t)region.BasePa};
    return va >= base && va <= found->end && bytes <= found->end - va;
}

bool emuq_fi_mu_find_window(emuq_fi_mu_t *mu, uintptr_t va, size_t bytes, uint64_t *pa)
{
    emuq_fi_window_t found;
    if (!emuq_fi_mu_region(va, bytes, &found))
        return false;
    mu->window[mu->next_window++ % EMUQ_FI_WINDOWS] = found;
    *pa = found.pa + (va - found.va);
    return true;
}

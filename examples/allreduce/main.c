/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * allreduce: sums of integers and doubles over class routes: route 0, which covers the job and always exists,
 * and a line and a plane of nodes, for which the program allocates a route and computes the tree. The result
 * arrives by direct put (at the address in each process's BAT) or in a memory FIFO. One process of each node
 * takes part; the rest wait.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "spi/setup/reception.h"

#include <spi/include/kernel/collective.h>
#include <spi/include/mu/Classroute_inlines.h>

#define MOST       (64 * 1024)
#define FUNCTION   0
#define FIFO_BYTES (64 * 1024)

typedef struct allreduce {
    spi_process_t process;
    spi_window_t window;
    spi_reception_t reception;
    uint64_t *source, *result, *counter;
    uint64_t expected, received;
    unsigned long wrong;
} allreduce_t;

/* A rectangle of nodes and its class route. */
typedef struct group {
    const char *name;
    uint32_t route;
    CR_RECT_T rectangle;
    bool made; /* the route was allocated by the program */
} group_t;

static uint32_t node_number(const spi_process_t *p, const uint32_t c[SPI_TORUS_DIMS])
{
    uint32_t n = 0;
    for (int d = 0; d < SPI_TORUS_DIMS; d++)
        n = n * p->extent[d] + c[d];
    return n;
}

/* Element i of the contribution of a node: small integers, whose sums are exact in both types. */
static uint64_t value(uint32_t node, size_t i)
{
    return node + 1 + i % 7;
}

static uint64_t sum_of(const spi_process_t *p, const group_t *g, size_t i)
{
    uint64_t sum = 0;
    uint32_t c[SPI_TORUS_DIMS];
    const uint32_t *ll = g->rectangle.ll.coords, *ur = g->rectangle.ur.coords;
    for (c[0] = ll[0]; c[0] <= ur[0]; c[0]++)
        for (c[1] = ll[1]; c[1] <= ur[1]; c[1]++)
            for (c[2] = ll[2]; c[2] <= ur[2]; c[2]++)
                for (c[3] = ll[3]; c[3] <= ur[3]; c[3]++)
                    for (c[4] = ll[4]; c[4] <= ur[4]; c[4]++)
                        sum += value(node_number(p, c), i);
    return sum;
}

static int packet_arrived(void *argument, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    allreduce_t *s = argument;
    memcpy((char *)s->result + s->received, header + 1, bytes - sizeof *header);
    s->received += bytes - sizeof *header;
    return 0;
}

static void common(const allreduce_t *s, const group_t *g, bool real, size_t bytes,
                   MUSPI_BaseDescriptorInfoFields_t *base, MUSPI_CollectiveDescriptorInfoFields_t *collective)
{
    base->Payload_Address = s->window.physical + spi_payload_offset(&s->window, s->source);
    base->Message_Length = bytes;
    base->Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
    collective->Op_Code =
        real ? MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD : MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
    collective->Word_Length = sizeof(uint64_t);
    collective->Class_Route = (uint8_t)g->route;
    collective->Misc = MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
}

static void inject(allreduce_t *s, const group_t *g, bool real, bool by_put, size_t bytes)
{
    MUHWI_Descriptor_t d;
    if (by_put) {
        MUSPI_CollectiveDirectPutDescriptorInfo_t info;
        memset(&info, 0, sizeof info);
        common(s, g, real, bytes, &info.Base, &info.Collective);
        uint16_t id = spi_window_id(&s->process, &s->window, 0);
        info.DirectPut.Rec_Payload_Base_Address_Id = info.DirectPut.Rec_Counter_Base_Address_Id = id;
        info.DirectPut.Rec_Payload_Offset = spi_payload_offset(&s->window, s->result);
        info.DirectPut.Rec_Counter_Offset = spi_counter_offset(&s->process, &s->window, s->counter);
        MUSPI_CreateCollectiveDirectPutDescriptor(&d, &info);
    } else {
        MUSPI_CollectiveMemoryFIFODescriptorInfo_t info;
        memset(&info, 0, sizeof info);
        common(s, g, real, bytes, &info.Base, &info.Collective);
        info.MemFIFO.Rec_FIFO_Id = spi_reception_id(&s->process, 0, 0);
        info.MemFIFO.SoftwareBytes[0] = FUNCTION;
        MUSPI_CreateCollectiveMemoryFIFODescriptor(&d, &info);
    }
    spi_inject(&s->process, 0, &d);
}

static void await(allreduce_t *s, bool by_put, size_t bytes)
{
    if (by_put) {
        s->expected += bytes;
        spi_wait_counter(&s->window, s->counter, s->expected);
        return;
    }
    while (s->received < bytes)
        MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &s->reception.group), 64);
    s->received = 0;
}

static void fill(allreduce_t *s, bool real, size_t words)
{
    uint32_t node = node_number(&s->process, s->process.at);
    for (size_t i = 0; i < words; i++) {
        double x = (double)value(node, i);
        uint64_t n = value(node, i);
        memcpy(&s->source[i], real ? (const void *)&x : (const void *)&n, sizeof n);
    }
}

static void check(allreduce_t *s, const group_t *g, bool real, size_t words)
{
    uint64_t due[7];
    for (size_t i = 0; i < 7; i++)
        due[i] = sum_of(&s->process, g, i);
    for (size_t i = 0; i < words; i++) {
        double x;
        memcpy(&x, &s->result[i], sizeof x);
        if (real ? x != (double)due[i % 7] : s->result[i] != due[i % 7])
            s->wrong++;
    }
}

static void measure(allreduce_t *s, const group_t *g, size_t bytes, unsigned long rounds)
{
    double us[4];
    for (int kind = 0; kind < 4; kind++) {
        bool real = kind & 1, by_put = kind < 2;
        fill(s, real, bytes / 8);
        spi_barrier(&s->process);
        if (s->process.at[SPI_T] != 0)
            continue;
        uint64_t begin = GetTimeBase();
        for (unsigned long i = 0; i < rounds; i++) {
            inject(s, g, real, by_put, bytes);
            await(s, by_put, bytes);
        }
        us[kind] = (double)(GetTimeBase() - begin) / SPI_TICKS_PER_SECOND / (double)rounds * 1e6;
        check(s, g, real, bytes / 8);
    }
    if (s->process.rank == 0)
        printf("%-6s %5u %8zu %12.3f %12.3f %12.3f %12.3f\n", g->name, g->route, bytes, us[0], us[1], us[2],
               us[3]);
}

/* Allocates a class route for the rectangle. The same routes are free on all nodes, so all choose the same
 * number. */
static bool make_route(allreduce_t *s, group_t *g)
{
    spi_process_t *p = &s->process;
    uint32_t ids[BGQ_COLL_CLASS_MAX_CLASSROUTES], count = 0;
    if (p->at[SPI_T] != 0)
        return true;
    if (Kernel_QueryCollectiveClassRoutes(&count, ids, sizeof ids) != 0 || count == 0)
        return false;
    g->route = ids[0];
    CR_RECT_T world;
    CR_COORD_T root, me;
    ClassRoute_t route;
    int primary;
    for (int d = 0; d < SPI_TORUS_DIMS; d++) {
        world.ll.coords[d] = 0;
        world.ur.coords[d] = p->extent[d] - 1;
        me.coords[d] = p->at[d];
    }
    MUSPI_PickWorldRoot(&world, NULL, &root, &primary);
    MUSPI_BuildNodeClassroute(&world, &root, &me, &g->rectangle, NULL, primary, &route);
    route.input |= BGQ_CLASS_INPUT_LINK_LOCAL; /* this node contributes */
    SET_CR_ROUTE_VC(&route, BGQ_CLASS_INPUT_VC_SUBCOMM);
    return Kernel_AllocateCollectiveClassRoute(g->route) == 0 &&
           Kernel_SetCollectiveClassRoute(g->route, &route) == 0;
}

/* The rectangle around this node that covers the first `dims` dimensions with more than one node. @return
 * false: none */
static bool rectangle(const spi_process_t *p, int dims, CR_RECT_T *r)
{
    for (int d = 0; d < SPI_TORUS_DIMS; d++) {
        bool whole = dims > 0 && p->extent[d] > 1;
        r->ll.coords[d] = whole ? 0 : p->at[d];
        r->ur.coords[d] = whole ? p->extent[d] - 1 : p->at[d];
        dims -= whole;
    }
    return dims == 0;
}

static void run_group(allreduce_t *s, const char *name, int dims, size_t most, unsigned long rounds)
{
    group_t g = {.name = name, .made = dims != 0};
    if (!rectangle(&s->process, dims == 0 ? SPI_TORUS_DIMS : dims, &g.rectangle) && dims != 0)
        return; /* the partition has no such rectangle */
    if (g.made && !make_route(s, &g))
        spi_fatal(&s->process, "cannot make a class route for a %s", name);
    spi_barrier(&s->process); /* wait until all nodes have programmed the route */
    for (size_t bytes = 8; bytes <= most; bytes *= 8)
        measure(s, &g, bytes, bytes > 4096 && rounds > 10 ? rounds / 10 : rounds);
    spi_barrier(&s->process);
    if (g.made && s->process.at[SPI_T] == 0)
        Kernel_DeallocateCollectiveClassRoute(g.route);
    spi_barrier(&s->process);
}

int main(int argc, char **argv)
{
    unsigned long rounds = 100, most = MOST;
    const example_option_t options[] = {{"--iterations", &rounds, 1, 10000000, "all-reduces of each kind"},
                                        {"--bytes", &most, 8, MOST, "longest message"},
                                        {NULL, NULL, 0, 0, NULL}};
    int status = example_options(
        argc, argv,
        "Sums integers and doubles over the nodes of the job, of a line and of a plane, with the\n"
        "result put into memory or sent to a memory FIFO; checks it and prints times.",
        options);
    if (status >= 0)
        return status;

    allreduce_t s;
    memset(&s, 0, sizeof s);
    if (spi_open(&s.process, 1, 1) != 0)
        return 1;
    if (s.process.ranks > 64) { /* more ranks than cores: shorten the run */
        rounds = rounds > 5 ? 5 : rounds;
        most = most > 512 ? 512 : most;
    }
    spi_window_open(&s.process, &s.window, 0, 2 * MOST + SPI_LINE);
    s.source = (uint64_t *)s.window.memory;
    s.result = s.source + MOST / 8;
    s.counter = s.result + MOST / 8;
    MUSPI_RegisterReceiveFunction(packet_arrived, &s);
    spi_reception_open(&s.process, &s.reception, 1, FIFO_BYTES);
    if (s.process.rank == 0)
        printf("%-6s %5s %8s %12s %12s %12s %12s\n%-6s %5s %8s %12s %12s %12s %12s\n", "nodes", "route",
               "bytes", "put, int", "put, double", "FIFO, int", "FIFO, double", "", "", "", "us", "us", "us",
               "us");
    run_group(&s, "all", 0, most, rounds);
    run_group(&s, "line", 1, most, rounds);
    run_group(&s, "plane", 2, most, rounds);
    if (s.wrong != 0)
        fprintf(stderr, "rank %u: %lu sums were wrong\n", s.process.rank, s.wrong);
    spi_reception_close(&s.process, &s.reception);
    spi_close(&s.process);
    spi_window_close(&s.window);
    return s.wrong != 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "exchange.h"

#include <stdlib.h>
#include <string.h>

/* A message begins with its number, so that one in the wrong place is noticed. */
#define HEADER_BYTES sizeof(uint64_t)

static size_t round_up(size_t bytes)
{
    return (bytes + SPI_LINE - 1) / SPI_LINE * SPI_LINE;
}

/* The largest message: all links of all sites of a layer. */
static size_t capacity(const lattice_t *lat, int d)
{
    size_t sites = lattice_layer(lat, d, 0, 0, NULL) + lattice_layer(lat, d, 0, 1, NULL);
    return round_up(HEADER_BYTES + sites * 4 * sizeof(su3_t));
}

/* The sites of a layer. */
static size_t *list_layer(exchange_t *e, const lattice_t *lat, int d, int layer, int parity, size_t *sites)
{
    *sites = lattice_layer(lat, d, layer, parity, NULL);
    size_t *list = malloc((*sites + 1) * sizeof *list);
    if (list == NULL)
        spi_fatal(e->process, "no memory for the lists of boundary sites");
    lattice_layer(lat, d, layer, parity, list);
    return list;
}

static void list_sites(exchange_t *e, const lattice_t *lat, int d, int up)
{
    exchange_way_t *way = &e->way[2 * d + up];
    int end = lat->local[d];
    for (int p = 0; p < 2; p++) {
        way->leaving[p] = list_layer(e, lat, d, up ? end - 1 : 0, p, &way->leaving_sites[p]);
        way->arriving[p] = list_layer(e, lat, d, up ? -1 : end, p, &way->arriving_sites[p]);
    }
}

/* Deals out the window: counters, then for each direction the source and the landing buffers. */
static void deal_out(exchange_t *e, const lattice_t *lat)
{
    char *next = e->window.memory;
    for (int k = 0; k < EXCHANGE_DIRECTIONS; k++)
        for (int b = 0; b < EXCHANGE_BUFFERS; b++, next += SPI_LINE)
            e->way[k].counter[b] = (uint64_t *)(void *)next;
    for (int k = 0; k < EXCHANGE_DIRECTIONS; k++) {
        size_t bytes = capacity(lat, k / 2);
        e->way[k].source = next;
        next += bytes;
        for (int b = 0; b < EXCHANGE_BUFFERS; b++, next += bytes)
            e->way[k].landing[b] = next;
    }
}

void exchange_open(exchange_t *e, spi_process_t *process, uint32_t entry, const lattice_t *lat)
{
    *e = (exchange_t){.process = process};
    size_t bytes = EXCHANGE_DIRECTIONS * EXCHANGE_BUFFERS * SPI_LINE;
    for (int k = 0; k < EXCHANGE_DIRECTIONS; k++)
        bytes += (1 + EXCHANGE_BUFFERS) * capacity(lat, k / 2);
    spi_window_open(process, &e->window, entry, bytes);
    deal_out(e, lat);
    for (int d = 0; d < LATTICE_DIMS; d++)
        for (int up = 0; up < 2; up++) {
            int place[LATTICE_DIMS];
            memcpy(place, lat->place, sizeof place);
            place[d] += up ? 1 : -1;
            lattice_machine_coordinates(lat, place, e->way[2 * d + up].to);
            list_sites(e, lat, d, up);
        }
    spi_barrier(process); /* all windows are open */
}

void exchange_close(exchange_t *e)
{
    for (uint32_t k = 0; k < EXCHANGE_DIRECTIONS; k++)
        spi_wait_sent(e->process, k, e->way[k].sent);
    spi_barrier(e->process); /* nobody puts into the window any more */
    for (int k = 0; k < EXCHANGE_DIRECTIONS; k++)
        for (int parity = 0; parity < 2; parity++) {
            free(e->way[k].leaving[parity]);
            free(e->way[k].arriving[parity]);
        }
    spi_window_close(&e->window);
}

/* Copies links between a message and the field. Returns the end of the message. */
static char *copy_links(field_t *f, const size_t *site, size_t sites, int mu, char *at, int into_message)
{
    int first = mu == FIELD_ALL_DIRECTIONS ? 0 : mu;
    size_t bytes = (mu == FIELD_ALL_DIRECTIONS ? 4 : 1) * sizeof(su3_t);
    for (size_t i = 0; i < sites; i++, at += bytes) {
        su3_t *link = field_link(f, site[i], first);
        if (into_message)
            memcpy(at, link, bytes);
        else
            memcpy(link, at, bytes);
    }
    return at;
}

static int has_parity(int wanted, int parity)
{
    return wanted == FIELD_BOTH_PARITIES || wanted == parity;
}

/* Builds message number e->exchanges of direction k and sends it. */
static void send(exchange_t *e, field_t *f, uint32_t k, int mu, int parity)
{
    exchange_way_t *way = &e->way[k];
    int buffer = (int)(e->exchanges % EXCHANGE_BUFFERS);
    spi_wait_sent(e->process, k, way->sent); /* the source is free */
    memcpy(way->source, &e->exchanges, HEADER_BYTES);
    char *end = way->source + HEADER_BYTES;
    for (int p = 0; p < 2; p++)
        if (has_parity(parity, p))
            end = copy_links(f, way->leaving[p], way->leaving_sites[p], mu, end, 1);

    MUHWI_Descriptor_t descriptor;
    size_t bytes = (size_t)(end - way->source);
    spi_put_descriptor(e->process, &descriptor, way->to, k % 2 ? 1 : -1, &e->window, way->source, bytes,
                       way->landing[buffer], way->counter[buffer]);
    way->sent = spi_inject(e->process, k, &descriptor);
    e->bytes += bytes;
}

/* Waits for the message that travels in direction k and arrives here, and puts it in its place. */
static void receive(exchange_t *e, field_t *f, uint32_t k, int mu, int parity)
{
    exchange_way_t *way = &e->way[k];
    int buffer = (int)(e->exchanges % EXCHANGE_BUFFERS);
    size_t links = 0, per_site = mu == FIELD_ALL_DIRECTIONS ? 4 : 1;
    for (int p = 0; p < 2; p++)
        if (has_parity(parity, p))
            links += way->arriving_sites[p] * per_site;
    way->expected[buffer] += HEADER_BYTES + links * sizeof(su3_t);
    uint64_t start = GetTimeBase();
    spi_wait_counter(&e->window, way->counter[buffer], way->expected[buffer]);
    e->waiting += GetTimeBase() - start;

    char *at = way->landing[buffer];
    uint64_t number;
    memcpy(&number, at, HEADER_BYTES);
    if (number != e->exchanges)
        spi_fatal(e->process, "message %llu in direction %u where %llu was due", (unsigned long long)number,
                  k, (unsigned long long)e->exchanges);
    at += HEADER_BYTES;
    for (int p = 0; p < 2; p++)
        if (has_parity(parity, p))
            at = copy_links(f, way->arriving[p], way->arriving_sites[p], mu, at, 0);
}

void exchange_halo(void *exchange, field_t *f, int mu, int parity)
{
    exchange_t *e = exchange;
    uint64_t start = GetTimeBase();
    for (uint32_t d = 0; d < LATTICE_DIMS; d++) {
        send(e, f, 2 * d, mu, parity);
        send(e, f, 2 * d + 1, mu, parity);
        receive(e, f, 2 * d, mu, parity);
        receive(e, f, 2 * d + 1, mu, parity);
    }
    e->exchanges++;
    e->ticks += GetTimeBase() - start;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file port.h
 * @brief Port of an endpoint: the Message Unit (mu.h, domain emuq-mu) or an APEnet+ card (card.h, domain
 * emuq-apenet).
 *
 * The interface between the protocol of messages and the network: packets, gets, puts, addresses of memory.
 * A packet has a kind, a size and a word for the receiver, and up to emuq_fi_port_packet() bytes. Packets to
 * an endpoint arrive in the order of sending, and after the data of earlier puts; gets have no order.
 * Addresses of memory are physical addresses with the Message Unit, and virtual addresses with a card.
 *
 * All calls are made with the lock of the endpoint. Each function has one branch, taken for cards.
 */
#ifndef EMUQ_FABRIC_PORT_H
#define EMUQ_FABRIC_PORT_H

#include "fabric/provider.h"

#ifdef EMUQ_FI_HAS_CARDS
#include "fabric/card.h"
/** Calls the function of the Message Unit, or that of the card. */
#define EMUQ_FI_PORT_CALL(ep, of_mu, of_card) (__builtin_expect((ep)->mu != NULL, 1) ? (of_mu) : (of_card))
#else
#define EMUQ_FI_PORT_CALL(ep, of_mu, of_card) (of_mu)
#endif

/** Opens the port of endpoint ep->number of this rank. @return 0 or a negative errno, see emuq_fi_mu_open()
 */
static inline int emuq_fi_port_open(emuq_fi_endpoint_t *ep)
{
#ifdef EMUQ_FI_HAS_CARDS
    if (ep->domain->has_card)
        return emuq_fi_card_open(&ep->card, ep->number);
#endif
    return emuq_fi_mu_open(&ep->mu, ep->number);
}

/** Drops later packets. The memory of the port stays for the next endpoint of the number. */
static inline void emuq_fi_port_close(emuq_fi_endpoint_t *ep)
{
    EMUQ_FI_PORT_CALL(ep, emuq_fi_mu_close(ep->mu), emuq_fi_card_close(ep->card));
}

/** @return the address of the endpoint */
static inline emuq_fi_address_t *emuq_fi_port_address(const emuq_fi_endpoint_t *ep)
{
    return EMUQ_FI_PORT_CALL(ep, &ep->mu->address, &ep->card->address);
}

/** Finds the address of endpoint @p endpoint of @p rank, open or not. @return false: no such rank or number.
 * Thread-safe */
static inline bool emuq_fi_port_find_address(const emuq_fi_domain_t *domain, uint32_t rank, uint32_t endpoint,
                                             emuq_fi_address_t *address)
{
#ifdef EMUQ_FI_HAS_CARDS
    if (domain->has_card)
        return emuq_fi_card_find_address(rank, endpoint, address);
#endif
    (void)domain;
    return emuq_fi_mu_find_address(rank, endpoint, address);
}

/** Prepares a route to a peer. */
static inline void emuq_fi_port_route(const emuq_fi_endpoint_t *ep, const emuq_fi_address_t *peer,
                                      emuq_fi_route_t *route)
{
    EMUQ_FI_PORT_CALL(ep, emuq_fi_mu_route(ep->mu, peer, route), emuq_fi_card_route(peer, route));
}

/** @return most bytes of a packet */
static inline size_t emuq_fi_port_packet(const emuq_fi_endpoint_t *ep)
{
    (void)ep;
    return EMUQ_FI_PORT_CALL(ep, EMUQ_FI_PACKET, EMUQ_FI_CARD_PACKET);
}

/** @return most bytes of a message, a get or a put */
static inline uint64_t emuq_fi_port_message(const emuq_fi_endpoint_t *ep)
{
    (void)ep;
    return EMUQ_FI_PORT_CALL(ep, EMUQ_FI_MESSAGE_MOST, EMUQ_FI_CARD_MESSAGE);
}

/** @return whether there is space for @p slots packets and puts */
static inline bool emuq_fi_port_has_space(const emuq_fi_endpoint_t *ep, unsigned slots)
{
    return EMUQ_FI_PORT_CALL(ep, emuq_fi_mu_has_space(ep->mu, slots),
                             emuq_fi_card_has_space(ep->card, slots));
}

/** @return payload memory of the next packet or put; there is space */
static inline char *emuq_fi_port_payload(const emuq_fi_endpoint_t *ep)
{
    return EMUQ_FI_PORT_CALL(ep, emuq_fi_mu_payload(ep->mu), emuq_fi_card_payload(ep->card));
}

/** @return the address of payload memory */
static inline uint64_t emuq_fi_port_payload_pa(const emuq_fi_endpoint_t *ep, const char *payload)
{
    return EMUQ_FI_PORT_CALL(ep, ep->mu->payload_pa + (uint64_t)(payload - ep->mu->payload),
                             (uintptr_t)payload);
}

/** Sends a packet, of the payload at emuq_fi_port_payload(). There is space. @param bytes 1 or more */
static inline void emuq_fi_port_send_packet(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route,
                                            uint8_t kind, uint32_t size, uint64_t word, size_t bytes)
{
    EMUQ_FI_PORT_CALL(ep, emuq_fi_mu_send_packet(ep->mu, route, kind, size, word, bytes),
                      emuq_fi_card_send_packet(ep->card, route, kind, size, word, bytes));
}

/** @return whether the network has taken all packets from memory */
static inline bool emuq_fi_port_has_sent(const emuq_fi_endpoint_t *ep)
{
    return EMUQ_FI_PORT_CALL(ep, emuq_fi_mu_has_sent(ep->mu), emuq_fi_card_has_sent(ep->card));
}

/** @return a descriptor that is readable from the next event until a poll without an event; -1: none */
static inline int emuq_fi_port_event_fd(const emuq_fi_endpoint_t *ep)
{
    (void)ep;
    return EMUQ_FI_PORT_CALL(ep, -1, emuq_fi_card_event_fd());
}

/** @return whether the latest poll may have left packets or events */
static inline bool emuq_fi_port_has_packets(const emuq_fi_endpoint_t *ep)
{
    uint32_t wrap;
    return EMUQ_FI_PORT_CALL(ep, emuq_rec_fifo_available(ep->mu->receive, &wrap) != 0, !ep->card->is_empty);
}

/** @return whether the network has all packets, so no further progress is due */
static inline bool emuq_fi_port_is_posted(const emuq_fi_endpoint_t *ep)
{
    (void)ep;
    return EMUQ_FI_PORT_CALL(ep, true, ep->card->posted == ep->card->next);
}

/** Finds the address of local memory, as a target of gets or a source of puts. @return false: none */
static inline bool emuq_fi_port_pa(emuq_fi_endpoint_t *ep, const void *address, size_t bytes, uint64_t *pa)
{
    return EMUQ_FI_PORT_CALL(ep, emuq_fi_mu_pa(ep->mu, address, bytes, pa), (*pa = (uintptr_t)address, true));
}

/** Lets peers get memory until emuq_fi_port_conceal(). @param exposure set for emuq_fi_port_conceal()
 * @return false: no such memory, or no more memory can be exposed */
static inline bool emuq_fi_port_expose(emuq_fi_endpoint_t *ep, const void *address, size_t bytes,
                                       uint64_t *pa, void **exposure)
{
    *exposure = NULL;
    return EMUQ_FI_PORT_CALL(ep, emuq_fi_mu_pa(ep->mu, address, bytes, pa),
                             emuq_fi_card_expose(address, bytes, pa, exposure));
}

/** Undoes emuq_fi_port_expose(). @param exposure NULL: nothing */
static inline void emuq_fi_port_conceal(void *exposure)
{
#ifdef EMUQ_FI_HAS_CARDS
    if (exposure != NULL)
        emuq_fi_card_conceal(exposure);
#endif
    (void)exposure;
}

/** Allocates gets, in a list. @return NULL: no memory */
static inline emuq_fi_get_t *emuq_fi_port_gets(emuq_fi_endpoint_t *ep)
{
    return EMUQ_FI_PORT_CALL(ep, emuq_fi_mu_gets(ep->mu), emuq_fi_card_gets());
}

/** Gets [pa, pa + bytes) of a peer's memory into @p target_pa of this process. get->left is 0 after the
 * arrival. @return false: no space */
static inline bool emuq_fi_port_get(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, emuq_fi_get_t *get,
                                    uint64_t pa, uint64_t target_pa, size_t bytes)
{
    return EMUQ_FI_PORT_CALL(ep, emuq_fi_mu_get(ep->mu, route, get, pa, target_pa, bytes),
                             emuq_fi_card_get(route, get, pa, target_pa, bytes));
}

/** Puts [pa, pa + bytes) to @p target_pa of a peer. There is space. @param bytes 1 or more */
static inline void emuq_fi_port_put(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, uint64_t target_pa,
                                    uint64_t pa, size_t bytes)
{
    EMUQ_FI_PORT_CALL(ep, emuq_fi_mu_put(ep->mu, route, target_pa, pa, bytes),
                      emuq_fi_card_put(ep->card, route, target_pa, pa, bytes));
}

/** @return whether data of puts have arrived when emuq_fi_port_flush() is complete */
static inline bool emuq_fi_port_flush_awaits_arrival(const emuq_fi_endpoint_t *ep)
{
    (void)ep;
    return EMUQ_FI_PORT_CALL(ep, true, emuq_fi_card_is_direct());
}

/** Waits for the latest put: get->left becomes 0 when its data have arrived (Message Unit, card in direct
 * mode), or the network has taken them (card in packet mode). There is space. @param pa readable memory of
 * the peer */
static inline void emuq_fi_port_flush(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route,
                                      emuq_fi_get_t *get, uint64_t pa)
{
    EMUQ_FI_PORT_CALL(ep, emuq_fi_mu_flush(ep->mu, route, get, pa), emuq_fi_card_flush(ep->card, get));
}

#endif /* EMUQ_FABRIC_PORT_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory.h
 * @brief Arrays that begin with a cache line, large ones in huge pages if the system has some. For the files
 * of network/ alone. Thread-safe.
 */
#ifndef EMUQ_NETWORK_MEMORY_H
#define EMUQ_NETWORK_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#define EMUQ_NET_LINE 64 /**< bytes of a cache line */

/* EMUQ_NET_SANITIZED: AddressSanitizer looks at this program. */
#if defined(__SANITIZE_ADDRESS__)
#define EMUQ_NET_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EMUQ_NET_SANITIZED 1
#endif
#endif

/** Makes an array of zeros. What is never written takes no memory. @return NULL: there is none */
void *emuq_net_map(size_t count, size_t size);

/** Frees what emuq_net_map() made. NULL: nothing. */
void emuq_net_unmap(void *array);

/** Makes an array larger. Ends the program if there is no memory: a machine that has lost an event cannot go
 *  on. @return the array, elsewhere; for free() */
void *emuq_net_grow_array(void *array, uint32_t count, uint32_t *room, size_t size);

/** Makes room for one more of @p size bytes each, as emuq_net_grow_array() does.
 *  @param room elements that fit; grows
 *  @return the array, maybe elsewhere */
static inline void *emuq_net_grow(void *array, uint32_t count, uint32_t *room, size_t size)
{
    return count < *room ? array : emuq_net_grow_array(array, count, room, size);
}

#endif /* EMUQ_NETWORK_MEMORY_H */

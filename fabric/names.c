/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of endpoints: addresses of fi_getinfo() by node and service, resolved in the partition.
 *
 * A process publishes a table of the names of its endpoints in memory that all processes of the host access.
 * Its owner changes an entry between two increments of its sequence number. */
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "emuq/join.h"
#include "fabric/objects.h"
#include "fabric/port.h"

#define NO_RANK UINT32_MAX
#define WAIT_NS UINT64_C(10000000000) /* most time of emuq_fi_name_resolve() */
#define STEP_NS 1000000L

/* An address with a name instead of numbers; other addresses have a job. */
typedef struct name {
    uint64_t job;  /* 0 */
    uint32_t rank; /* NO_RANK */
    uint32_t unused;
    char service[EMUQ_FI_NAME_BYTES];
} name_t;

_Static_assert(sizeof(name_t) == sizeof(emuq_fi_address_t), "an address or a name");

typedef struct name_entry {
    char service[EMUQ_FI_NAME_BYTES];
    emuq_fi_address_t address;
} name_entry_t;

#define WORDS (sizeof(name_entry_t) / sizeof(uint64_t))

/* A published entry; all words are atomic. */
typedef struct name_slot {
    uint64_t sequence; /* odd: the entry changes; 0: never used */
    uint64_t word[WORDS];
} name_slot_t;

static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER; /* of changes */
static name_slot_t *names;                                     /* [EMUQ_FI_ENDPOINTS]; NULL: not published */

static void slot_write(name_slot_t *slot, const name_entry_t *entry)
{
    uint64_t word[WORDS];
    memcpy(word, entry, sizeof word);
    AO_store(&slot->sequence, slot->sequence + 1);
    /* Release, pairs with the acquire in slot_read(): a reader of a new word finds a new sequence number. */
    for (size_t i = 0; i < WORDS; i++)
        AO_store_release(&slot->word[i], word[i]);
    AO_store_release(&slot->sequence, slot->sequence + 1); /* pairs with slot_read() */
}

/* @return false: no entry, or it changes */
static bool slot_read(const name_slot_t *slot, name_entry_t *entry)
{
    uint64_t word[WORDS], before = AO_load_acquire(&slot->sequence); /* pairs with slot_write() */
    if (before == 0 || before % 2 != 0)
        return false;
    for (size_t i = 0; i < WORDS; i++)
        word[i] = AO_load_acquire(&slot->word[i]); /* pairs with slot_write() */
    if (AO_load(&slot->sequence) != before)
        return false;
    memcpy(entry, word, sizeof word);
    return true;
}

/* @return 0 or -FI_ENOMEM */
static int name_store(uint32_t endpoint, const name_entry_t *entry)
{
    int rc = 0;
    pthread_mutex_lock(&names_lock);
    if (names == NULL) {
        names = emuq_message_memory(EMUQ_FI_ENDPOINTS * sizeof *names, 64);
        if (names != NULL)
            (void)emuq_message_publish(names);
    }
    if (names != NULL)
        slot_write(&names[endpoint], entry);
    else
        rc = -FI_ENOMEM;
    pthread_mutex_unlock(&names_lock);
    return rc;
}

int emuq_fi_name_publish(uint32_t endpoint, const char *service, const emuq_fi_address_t *address)
{
    name_entry_t entry = {.address = *address};
    strncpy(entry.service, service, sizeof entry.service - 1);
    return name_store(endpoint, &entry);
}

void emuq_fi_name_withdraw(uint32_t endpoint)
{
    (void)name_store(endpoint, &(name_entry_t){.service = ""});
}

bool emuq_fi_is_name(const emuq_fi_address_t *address)
{
    return address->job == 0 && address->rank == NO_RANK;
}

void emuq_fi_name_service(const emuq_fi_address_t *address, char service[EMUQ_FI_NAME_BYTES])
{
    name_t name;
    memcpy(&name, address, sizeof name);
    memcpy(service, name.service, sizeof name.service);
    service[EMUQ_FI_NAME_BYTES - 1] = '\0';
}

/* @return whether the address is one of this domain */
static bool name_suits(const emuq_fi_domain_t *domain, const emuq_fi_address_t *address)
{
    emuq_fi_address_t known;
    return emuq_fi_port_find_address(domain, address->rank, address->endpoint, &known) &&
           memcmp(&known, address, offsetof(emuq_fi_address_t, table)) == 0;
}

static bool name_find(const emuq_fi_domain_t *domain, const char *service, emuq_fi_address_t *address)
{
    for (uint32_t rank = 0; rank < emuq_joined_ranks(); rank++) {
        const name_slot_t *slot = emuq_message_published(rank, EMUQ_FI_ENDPOINTS * sizeof *slot);
        if (slot == NULL || emuq_rank_has_left(rank))
            continue;
        for (unsigned i = 0; i < EMUQ_FI_ENDPOINTS; i++) {
            name_entry_t entry;
            if (slot_read(&slot[i], &entry) && strncmp(entry.service, service, sizeof entry.service) == 0 &&
                name_suits(domain, &entry.address)) {
                *address = entry.address;
                return true;
            }
        }
    }
    return false;
}

int emuq_fi_name_resolve(const emuq_fi_domain_t *domain, emuq_fi_address_t *address)
{
    char service[EMUQ_FI_NAME_BYTES];
    emuq_fi_name_service(address, service);
    uint64_t begin = emuq_host_now_ns();
    bool is_found = false;
    while (service[0] != '\0' && !(is_found = name_find(domain, service, address)) &&
           emuq_host_now_ns() - begin < WAIT_NS)
        nanosleep(&(struct timespec){.tv_nsec = STEP_NS}, NULL);
    return is_found ? 0 : -FI_EADDRNOTAVAIL;
}

/* @return whether a socket can have the address */
static bool node_has(const struct addrinfo *a)
{
    int fd = socket(a->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool is_here = fd >= 0 && bind(fd, a->ai_addr, a->ai_addrlen) == 0;
    if (fd >= 0)
        close(fd);
    return is_here;
}

/* @return whether a node is this host */
static bool node_is_here(const char *node, uint64_t flags)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_DGRAM,
                                   .ai_flags = flags & FI_NUMERICHOST ? AI_NUMERICHOST : 0};
    struct addrinfo *all;
    if (getaddrinfo(node, NULL, &hints, &all) != 0)
        return false;
    const struct addrinfo *a = all;
    while (a != NULL && !node_has(a))
        a = a->ai_next;
    freeaddrinfo(all);
    return a != NULL;
}

int emuq_fi_name_make(const char *node, const char *service, uint64_t flags, emuq_fi_address_t *address)
{
    name_t name = {.rank = NO_RANK};
    if ((service != NULL && strlen(service) >= sizeof name.service) ||
        (node != NULL && !node_is_here(node, flags)))
        return -FI_ENODATA;
    if (service != NULL)
        strncpy(name.service, service, sizeof name.service - 1);
    memcpy(address, &name, sizeof name);
    return 0;
}

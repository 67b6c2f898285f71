/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of the program that peers can get from, or put to, by the card: a cache of registrations. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "fabric/card.h"

#define EXPOSURES 256u /* kept without use */

typedef struct exposure {
    struct exposure *next;
    uintptr_t va, end;
    apenet_buffer_t buffer;
    uint32_t uses;
    bool is_exact; /* not in the cache */
} exposure_t;

/* Guarded by exposure_lock: the cache, latest use first. */
static pthread_mutex_t exposure_lock = PTHREAD_MUTEX_INITIALIZER;
static exposure_t *exposure_first;
static uint32_t exposure_count;

/* Removes the cached registration without use whose latest use is the oldest. @return false: none */
static bool exposure_evict(void)
{
    exposure_t **found = NULL, *x;
    for (exposure_t **at = &exposure_first; *at != NULL; at = &(*at)->next)
        if ((*at)->uses == 0)
            found = at;
    if (found == NULL || apenet_unregister_buffer(emuq_fi_card_of_process(), (*found)->buffer) != 0)
        return false;
    x = *found;
    *found = x->next;
    exposure_count--;
    free(x);
    return true;
}

static exposure_t *exposure_find(uintptr_t va, uintptr_t end)
{
    for (exposure_t **at = &exposure_first, *x; (x = *at) != NULL; at = &x->next)
        if (va >= x->va && end <= x->end) {
            *at = x->next;
            x->next = exposure_first;
            return exposure_first = x;
        }
    return NULL;
}

/* @return 0 or a negative errno of apenet_register_buffer() */
static int exposure_new(uintptr_t va, uintptr_t end, exposure_t **out)
{
    exposure_t *x = malloc(sizeof *x);
    *out = NULL;
    if (x == NULL)
        return -ENOMEM;
    *x = (exposure_t){.va = va, .end = end};
    int rc;
    do
        rc = apenet_register_buffer(emuq_fi_card_of_process(), (void *)va, end - va, APENET_GET,
                                    EMUQ_FI_CARD_CONTEXT, &x->buffer);
    while (rc == -ENOSPC && exposure_evict());
    if (rc == 0)
        *out = x;
    else
        free(x);
    return rc;
}

bool emuq_fi_card_expose(const void *memory, size_t bytes, uint64_t *address, void **exposure)
{
    uintptr_t va = (uintptr_t)memory, page = EMUQ_FI_CARD_PAGE;
    *address = va;
    pthread_mutex_lock(&exposure_lock);
    exposure_t *x = exposure_find(va, va + bytes);
    if (x == NULL) {
        (void)exposure_new(va & ~(page - 1), (va + bytes + page - 1) & ~(page - 1), &x);
        if (x != NULL) {
            x->uses = 1;
            x->next = exposure_first;
            exposure_first = x;
            if (++exposure_count > EXPOSURES)
                (void)exposure_evict();
        }
    } else {
        x->uses++;
    }
    pthread_mutex_unlock(&exposure_lock);
    *exposure = x;
    return x != NULL;
}

int emuq_fi_card_expose_region(const void *memory, size_t bytes, void **exposure)
{
    uintptr_t va = (uintptr_t)memory;
    exposure_t *x = NULL;
    pthread_mutex_lock(&exposure_lock);
    int rc = bytes <= UINT32_MAX ? exposure_new(va, va + bytes, &x) : -EINVAL;
    if (x != NULL)
        x->is_exact = true;
    pthread_mutex_unlock(&exposure_lock);
    *exposure = x;
    return rc == -EFAULT ? -EINVAL : rc;
}

void emuq_fi_card_conceal(void *exposure)
{
    exposure_t *x = exposure;
    pthread_mutex_lock(&exposure_lock);
    if (x->is_exact) {
        (void)apenet_unregister_buffer(emuq_fi_card_of_process(), x->buffer);
        free(x);
    } else {
        x->uses--;
    }
    pthread_mutex_unlock(&exposure_lock);
}

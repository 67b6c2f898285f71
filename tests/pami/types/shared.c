/* SPDX-License-Identifier: BSD-3-Clause */
/* A complete type used by many threads: move data, serialise, build on the type, and release in any order. */
#include <pthread.h>
#include <stdlib.h>

#include "emuq_test.h"
#include "model.h"
#include "msglayer/types/type.h"

#define THREADS 4u
#define ROUNDS  60u

typedef struct shared {
    model_t *model;
    pthread_barrier_t start;
    void *images[THREADS];
} shared_t;

typedef struct worker {
    shared_t *shared;
    unsigned number, wrong;
} worker_t;

/* Packs a segment per thread, and checks the origin of the bytes. */
static unsigned moves(const model_t *model)
{
    ptrdiff_t least, most;
    model_span(model, 0, model->size, &least, &most);
    size_t bytes = (size_t)(most - least) + 1;
    unsigned char *memory = malloc(bytes), *packed = malloc(model->size);
    for (size_t i = 0; i < bytes; i++)
        memory[i] = (unsigned char)(i * 11);
    void *base = (void *)((uintptr_t)memory - (uintptr_t)least);
    unsigned wrong =
        emuq_pami_type_pack(model->type, base, 0, packed, model->size, PAMI_DATA_COPY, NULL) != PAMI_SUCCESS;
    for (size_t i = 0; i < model->size; i++)
        wrong += packed[i] != memory[model_at(model, i) - least];
    free(packed);
    free(memory);
    return wrong;
}

static unsigned builds(pami_type_t type)
{
    pami_type_t mine, copy;
    void *image;
    size_t bytes;
    unsigned wrong = PAMI_Type_create(&mine) != PAMI_SUCCESS;
    wrong += PAMI_Type_add_typed(mine, type, 3, 2, 1000) != PAMI_SUCCESS;
    wrong += PAMI_Type_complete(mine, 1) != PAMI_SUCCESS;
    wrong += PAMI_Type_serialize(mine, &image, &bytes) != PAMI_SUCCESS;
    wrong += PAMI_Type_deserialize(&copy, image, bytes) != PAMI_SUCCESS;
    wrong += emuq_pami_type_size(copy) != 2 * emuq_pami_type_size(type);
    wrong += PAMI_Type_destroy(&mine) != PAMI_SUCCESS;
    wrong += PAMI_Type_destroy(&copy) != PAMI_SUCCESS;
    return wrong;
}

static void *work(void *argument)
{
    worker_t *w = argument;
    shared_t *shared = w->shared;
    pami_type_t type = shared->model->type;
    size_t bytes;
    pthread_barrier_wait(&shared->start);
    w->wrong += PAMI_Type_serialize(type, &shared->images[w->number], &bytes) != PAMI_SUCCESS;
    w->wrong += moves(shared->model);
    w->wrong += builds(type);
    w->wrong += builds(PAMI_TYPE_DOUBLE);
    emuq_pami_type_release(type);
    return NULL;
}

static void many_threads(void)
{
    uint64_t state = 41;
    for (unsigned round = 0; round < ROUNDS; round++) {
        shared_t shared = {.model = model_random_type(&state, 3, 1, PAMI_TYPE_NULL)};
        worker_t workers[THREADS];
        pthread_t threads[THREADS];
        pthread_barrier_init(&shared.start, NULL, THREADS);
        for (unsigned i = 0; i < THREADS; i++) {
            emuq_pami_type_retain(shared.model->type);
            workers[i] = (worker_t){&shared, i, 0};
        }
        for (unsigned i = 0; i < THREADS; i++)
            CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
        pami_type_t mine = shared.model->type;
        CU_ASSERT_EQUAL(PAMI_Type_destroy(&mine), PAMI_SUCCESS); /* while the remaining threads work */
        for (unsigned i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
            CU_ASSERT_EQUAL(workers[i].wrong, 0);
            CU_ASSERT_PTR_EQUAL(shared.images[i], shared.images[0]); /* a single image */
        }
        pthread_barrier_destroy(&shared.start);
        free(shared.model);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {{"many threads", many_threads}, {NULL, NULL}};
    return emuq_test_main("pami_types_shared", tests);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pgas: multiplies matrices in a partitioned global address space, in the style of programs on Global Arrays.
 * Matrices are divided into tiles. A counter distributes products of two tiles: a task fetches the tiles,
 * multiplies, and adds to a tile of the result. Tasks need not know the owner of a tile, and slow tasks get
 * less work.
 *
 * Read pgas.h first, then multiply() below, then pgas.c. All values are small integers, so sums do not depend
 * on the order, and the result must be equal to that of the serial program.
 */
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "pgas.h"

#define RAGGED_BLOCK 7 /* elements per block; transferred ranges cross block boundaries */

typedef struct multiply {
    pgas_t pgas;
    size_t tiles, edge; /* tiles per matrix row, elements per tile row */
    size_t elements;
    pgas_array_t a, b, c; /* matrices: block t holds tile t in row-major order */
    pgas_array_t counter;
    pgas_array_t totals;
    unsigned long wrong, done;
} multiply_t;

enum { TOTAL_WRONG, TOTAL_DONE, TOTALS };

static double a_value(size_t row, size_t column)
{
    return (double)((row * 3 + column * 5) % 11) - 5;
}

static double b_value(size_t row, size_t column)
{
    return (double)((row * 7 + column * 2) % 13) - 6;
}

static double *doubles(size_t count)
{
    double *memory = malloc(count * sizeof *memory);
    if (memory == NULL) {
        fprintf(stderr, "pgas: out of memory for %zu numbers\n", count);
        exit(1);
    }
    return memory;
}

/* ---- ranges that cross blocks and parts ---- */

/* Checks the local elements by direct access: element i has value i. */
static void check_local(multiply_t *j, const pgas_array_t *a)
{
    size_t task = j->pgas.task, tasks = j->pgas.tasks;
    for (size_t nth = 0; (nth * tasks + task) * a->block < a->elements; nth++) {
        const double *local = pgas_local(a, nth);
        size_t first = (nth * tasks + task) * a->block;
        pgas_location_t at = pgas_locate(a, first);
        j->wrong += at.task != task || at.offset != nth * a->block;
        for (size_t i = 0; i < at.run; i++)
            j->wrong += local[i] != (double)(first + i);
    }
}

/* Each task writes a range and reads the range of the next task; then all add 1 to one range. */
static void use_ranges(multiply_t *j, size_t each)
{
    pgas_t *p = &j->pgas;
    pgas_array_t ragged;
    size_t elements = each * p->tasks, next = (p->task + 1) % p->tasks * each;
    double *values = doubles(each);
    pgas_create(p, &ragged, elements, sizeof(double), RAGGED_BLOCK);
    for (size_t i = 0; i < each; i++)
        values[i] = (double)(p->task * each + i);
    pgas_put(&ragged, p->task * each, each, values);
    pgas_barrier(p);
    check_local(j, &ragged);
    memset(values, 0, each * sizeof *values);
    pgas_get(&ragged, next, each, values);
    for (size_t i = 0; i < each; i++)
        j->wrong += values[i] != (double)(next + i);
    pgas_barrier(p);
    for (size_t i = 0; i < each; i++)
        values[i] = 1;
    pgas_add(&ragged, 0, each, values);
    pgas_barrier(p);
    pgas_get(&ragged, 0, each, values);
    for (size_t i = 0; i < each; i++)
        j->wrong += values[i] != (double)(i + p->tasks);
    pgas_destroy(&ragged);
    free(values);
}

/* ---- the matrices ---- */

/* Each task writes some rows of both matrices, wherever they are stored. A matrix row consists of rows of
 * tiles. */
static void fill(multiply_t *j)
{
    size_t size = j->tiles * j->edge;
    double *values = doubles(2 * j->edge);
    for (size_t row = j->pgas.task; row < size; row += j->pgas.tasks)
        for (size_t tile = 0; tile < j->tiles; tile++) {
            size_t first = (row / j->edge * j->tiles + tile) * j->elements + row % j->edge * j->edge;
            pgas_handle_t puts[2];
            for (size_t i = 0; i < j->edge; i++) {
                values[i] = a_value(row, tile * j->edge + i);
                values[j->edge + i] = b_value(row, tile * j->edge + i);
            }
            pgas_put_begin(&j->a, first, j->edge, values, &puts[0]);
            pgas_put_begin(&j->b, first, j->edge, values + j->edge, &puts[1]);
            pgas_wait(&j->pgas, &puts[0]);
            pgas_wait(&j->pgas, &puts[1]);
        }
    free(values);
}

/* sum = a * b. Makes progress after each row for tasks that wait for the counter or for additions to a local
 * tile. */
static void multiply_tiles(pgas_t *p, size_t edge, const double *a, const double *b, double *sum)
{
    memset(sum, 0, edge * edge * sizeof *sum);
    for (size_t i = 0; i < edge; i++) {
        for (size_t k = 0; k < edge; k++)
            for (size_t l = 0; l < edge; l++)
                sum[i * edge + l] += a[i * edge + k] * b[k * edge + l];
        pgas_progress(p);
    }
}

/* A product of two tiles, and the gets of its tiles. */
typedef struct work {
    size_t ticket;
    double *a, *b;
    pgas_handle_t gets[2];
} work_t;

/* Takes the next ticket and starts to get its tiles. @return false if there are no more tickets */
static bool take(multiply_t *j, work_t *w)
{
    size_t n = j->tiles;
    w->ticket = (size_t)pgas_fetch_add(&j->counter, 0, 1);
    if (w->ticket >= n * n * n)
        return false;
    size_t row = w->ticket / n / n, column = w->ticket / n % n, k = w->ticket % n;
    pgas_get_begin(&j->a, (row * n + k) * j->elements, j->elements, w->a, &w->gets[0]);
    pgas_get_begin(&j->b, (k * n + column) * j->elements, j->elements, w->b, &w->gets[1]);
    j->done++;
    return true;
}

/* Overlaps the computation of a product with the gets of the next one. */
static void multiply(multiply_t *j)
{
    work_t work[2];
    double *memory = doubles(5 * j->elements), *sum = memory + 4 * j->elements;
    for (size_t i = 0; i < 2; i++) {
        work[i].a = memory + 2 * i * j->elements;
        work[i].b = work[i].a + j->elements;
    }
    bool more = take(j, &work[0]);
    for (size_t current = 0; more; current ^= 1) {
        work_t *now = &work[current];
        pgas_wait(&j->pgas, &now->gets[0]);
        pgas_wait(&j->pgas, &now->gets[1]);
        more = take(j, &work[current ^ 1]);
        multiply_tiles(&j->pgas, j->edge, now->a, now->b, sum);
        pgas_add(&j->c, now->ticket / j->tiles * j->elements, j->elements, sum);
    }
    free(memory);
}

/* An element of the serial result. */
static double serial(const multiply_t *j, size_t row, size_t column)
{
    double sum = 0;
    for (size_t k = 0; k < j->tiles * j->edge; k++)
        sum += a_value(row, k) * b_value(k, column);
    return sum;
}

/* Each task checks the tiles of the next task. */
static void check(multiply_t *j)
{
    const pgas_t *p = &j->pgas;
    double *values = doubles(j->elements);
    for (size_t tile = (p->task + 1) % p->tasks; tile < j->tiles * j->tiles; tile += p->tasks) {
        size_t row = tile / j->tiles * j->edge, column = tile % j->tiles * j->edge;
        pgas_get(&j->c, tile * j->elements, j->elements, values);
        for (size_t i = 0; i < j->elements; i++)
            j->wrong += values[i] != serial(j, row + i / j->edge, column + i % j->edge);
    }
    free(values);
}

static double run(multiply_t *j)
{
    pgas_t *p = &j->pgas;
    size_t all = j->tiles * j->tiles;
    pgas_create(p, &j->a, all * j->elements, sizeof(double), j->elements);
    pgas_create(p, &j->b, all * j->elements, sizeof(double), j->elements);
    pgas_create(p, &j->c, all * j->elements, sizeof(double), j->elements);
    pgas_create(p, &j->counter, 1, sizeof(int64_t), 1);
    fill(j);
    pgas_barrier(p);
    double begin = PAMI_Wtime(p->world.client);
    multiply(j);
    pgas_barrier(p);
    double seconds = PAMI_Wtime(p->world.client) - begin;
    check(j);
    pgas_destroy(&j->a);
    pgas_destroy(&j->b);
    pgas_destroy(&j->c);
    pgas_destroy(&j->counter);
    return seconds;
}

/* Adds up the counts of all tasks and prints the result. @return true if all elements were right */
static bool summary(multiply_t *j, unsigned long rounds, double seconds)
{
    pgas_t *p = &j->pgas;
    const size_t tickets = rounds * j->tiles * j->tiles * j->tiles;
    int64_t total[TOTALS];
    pgas_create(p, &j->totals, TOTALS, sizeof *total, TOTALS);
    pgas_fetch_add(&j->totals, TOTAL_WRONG, (int64_t)j->wrong);
    pgas_fetch_add(&j->totals, TOTAL_DONE, (int64_t)j->done);
    pgas_barrier(p);
    pgas_get(&j->totals, 0, TOTALS, total);
    bool right = total[TOTAL_WRONG] == 0 && (size_t)total[TOTAL_DONE] == tickets;
    pgas_destroy(&j->totals);
    if (p->task == 0) {
        double size = (double)(j->tiles * j->edge);
        printf("%8s %8s %8s %12s %12s %12s\n", "tasks", "size", "tiles", "products", "ms", "Mflop/s");
        printf("%8u %8.0f %8zu %12zu %12.3f %12.1f\n", p->tasks, size, j->tiles * j->tiles, tickets,
               seconds * 1e3, 2 * size * size * size * (double)rounds / seconds / 1e6);
        if (!right)
            fprintf(stderr, "%lld elements were wrong, %lld products of %zu were done\n",
                    (long long)total[TOTAL_WRONG], (long long)total[TOTAL_DONE], tickets);
    }
    return right;
}

int main(int argc, char **argv)
{
    unsigned long rounds = 1, tiles = 6, edge = 32;
    const example_option_t options[] = {{"--iterations", &rounds, 1, 1000000, "products of matrices"},
                                        {"--tiles", &tiles, 1, 1000, "tiles in a row of a matrix"},
                                        {"--edge", &edge, 1, 1000, "numbers in a row of a tile"},
                                        EXAMPLE_ANY_RANKS,
                                        {NULL, NULL, 0, 0, NULL}};
    int status =
        example_options(argc, argv,
                        "Multiplies matrices that are spread over the tasks, with one-sided gets, puts and\n"
                        "sums, and a counter that hands out the work; compares with the serial result.",
                        options);
    if (status >= 0)
        return status;

    multiply_t j = {.tiles = tiles, .edge = edge, .elements = edge * edge};
    double seconds = 0;
    pgas_open(&j.pgas);
    use_ranges(&j, 100);
    for (unsigned long i = 0; i < rounds; i++)
        seconds += run(&j);
    bool right = summary(&j, rounds, seconds);
    pgas_close(&j.pgas);
    return !right;
}

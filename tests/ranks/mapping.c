/* SPDX-License-Identifier: BSD-3-Clause */
/* Mapping of ranks: every permutation, map files, fewer ranks than slots, and rejected mappings. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "emuq_test.h"
#include "kernel-shim/partition/job.h"
#include "kernel-shim/partition/partition.h"

static const char letters[] = "ABCDET";

/* A partition with the minimum for a mapping. */
static emuq_partition_t *bare_partition(const uint32_t size[6], uint32_t np, const char *mapping)
{
    emuq_partition_t *p = calloc(1, sizeof(*p));
    memcpy(p->geometry.size, size, sizeof(p->geometry.size));
    p->nodes = emuq_geometry_nodes(&p->geometry);
    p->job = (emuq_job_t){.ppn = size[5], .np = np != 0 ? np : p->nodes * size[5], .mapping = mapping};
    p->process = calloc((size_t)p->nodes * size[5], sizeof(*p->process));
    p->map = calloc(p->job.np, sizeof(*p->map));
    p->process_of_rank = calloc(p->job.np, sizeof(*p->process_of_rank));
    for (uint32_t i = 0; i < p->nodes * size[5]; i++)
        p->process[i].rank = UINT32_MAX;
    return p;
}

static void bare_free(emuq_partition_t *p)
{
    free(p->process);
    free(p->map);
    free(p->process_of_rank);
    free(p);
}

/* Coordinate of a rank in the dimension of a letter, by the formula (rank-mapping 2). */
static uint32_t expected(const char *order, const uint32_t size[6], uint32_t rank, char letter)
{
    const char *at = strchr(order, letter);
    uint32_t stride = 1;
    for (const char *later = at + 1; *later != '\0'; later++)
        stride *= size[strchr(letters, *later) - letters];
    return rank / stride % size[strchr(letters, letter) - letters];
}

/* Counts wrong coordinates of all ranks. */
static int wrong_ranks(const emuq_partition_t *p, const char *order, const uint32_t size[6])
{
    int wrong = 0;
    for (uint32_t rank = 0; rank < p->job.np; rank++) {
        BG_CoordinateMapping_t m = p->map[rank];
        const uint32_t at[6] = {m.a, m.b, m.c, m.d, m.e, m.t};
        for (int i = 0; i < 6; i++)
            wrong += at[i] != expected(order, size, rank, letters[i]);
        uint32_t node = (((at[0] * size[1] + at[1]) * size[2] + at[2]) * size[3] + at[3]) * size[4] + at[4];
        wrong += p->process_of_rank[rank] != node * size[5] + at[5];
        wrong += p->process[p->process_of_rank[rank]].rank != rank;
        wrong += m.reserved != 0;
    }
    return wrong;
}

/* Calls try_order() for every order of the letters. */
static int for_all_orders(char *order, int from, int (*try_order)(const char *))
{
    if (from == 6)
        return try_order(order);
    int sum = 0;
    for (int i = from; i < 6; i++) {
        char kept = order[from];
        order[from] = order[i];
        order[i] = kept;
        sum += for_all_orders(order, from + 1, try_order);
        kept = order[from];
        order[from] = order[i];
        order[i] = kept;
    }
    return sum;
}

static int orders, wrong;

static int try_order(const char *order)
{
    static const uint32_t sizes[][6] = {
        {2, 3, 1, 4, 2, 4}, {1, 1, 1, 1, 1, 1}, {5, 2, 2, 1, 1, 1}, {1, 1, 1, 1, 2, 64}, {2, 2, 2, 2, 2, 2},
    };
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        emuq_partition_t *p = bare_partition(sizes[i], 0, order);
        if (emuq_mapping_load(p) != 0)
            wrong++;
        else
            wrong += wrong_ranks(p, order, sizes[i]);
        bare_free(p);
    }
    orders++;
    return 0;
}

static void every_permutation(void)
{
    char order[] = "ABCDET";
    for_all_orders(order, 0, try_order);
    CU_ASSERT_EQUAL(orders, 720);
    CU_ASSERT_EQUAL(wrong, 0);
}

static const uint32_t shape[6] = {2, 1, 1, 1, 2, 2}; /* shape of the tests below: 8 slots */

/* Loads a map file with the given text for np ranks. @return 0 or an error with one line in @p c. */
static int load_file(const char *text, uint32_t np, capture_t *c, emuq_partition_t **p)
{
    char path[] = "/tmp/emuq-map-XXXXXX";
    int fd = mkstemp(path);
    if (write(fd, text, strlen(text)) < 0)
        perror(path);
    close(fd);
    *p = bare_partition(shape, np, path);
    capture_begin(c);
    int rc = emuq_mapping_load(*p);
    capture_end(c);
    unlink(path);
    return rc;
}

static void good_map_files(void)
{
    static const struct {
        const char *text;
        uint32_t np;
        uint32_t last[6]; /* coordinates of the last rank */
    } good[] = {
        {"1 0 0 0 1 1\n0 0 0 0 0 0\n", 2, {0, 0, 0, 0, 0, 0}},
        {"# a comment\n\n  1\t0 0 0 1 1 # its tail\n0 0 0 0 0 1", 2, {0, 0, 0, 0, 0, 1}},
        {"0 0 0 0 0 0\n1 0 0 0 0 0\nmore lines are not read\n", 2, {1, 0, 0, 0, 0, 0}},
        {"#mapping TABCDE\n", 8, {1, 0, 0, 0, 1, 1}},
        {"0 0 0 0 0 0\n#mapping TABCDE\n", 2, {0, 0, 0, 0, 1, 0}},
    };
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        capture_t c;
        emuq_partition_t *p;
        CU_ASSERT_EQUAL(load_file(good[i].text, good[i].np, &c, &p), 0);
        CU_ASSERT_STRING_EQUAL(c.text, "");
        BG_CoordinateMapping_t m = p->map[good[i].np - 1];
        const uint32_t *last = good[i].last;
        CU_ASSERT_TRUE(m.a == last[0] && m.b == last[1] && m.c == last[2] && m.d == last[3] &&
                       m.e == last[4] && m.t == last[5]);
        bare_free(p);
    }
}

static void bad_map_files(void)
{
    static const struct {
        const char *text;
        uint32_t np;
        const char *message; /* part of the expected message */
    } bad[] = {
        {"", 1, "rank 0"},
        {"0 0 0 0 0 0\n", 2, "rank 1"},
        {"0 0 0 0 0\n", 1, "rank 0"},
        {"0 0 0 0 0 0 0\n", 1, "rank 0"},
        {"0 0 0 0 0 x\n", 1, "rank 0"},
        {"0 0 0 0 0 -1\n", 1, "rank 0"},
        {"2 0 0 0 0 0\n", 1, "rank 0"},
        {"0 1 0 0 0 0\n", 1, "B coordinate 1"},
        {"0 0 0 0 0 2\n", 1, "T coordinate 2"},
        {"0 0 0 0 2 0\n", 1, "E coordinate 2"},
        {"0 0 0 0 0 0\n0 0 0 0 1 0\n0 0 0 0 0 0\n", 3, "ranks 0 and 2"},
        {"0 0 0 0 0 1\n#mapping ABCDET\n", 2, "ranks 0 and 1"},
        {"#mapping ABCDE\n0 0 0 0 0 0\n", 1, "rank 0"},
        {"#mpmdbegin 0\n#mpmdcmd a\n#mpmdend\n0 0 0 0 0 0\n", 1, "mpmd"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        capture_t c;
        emuq_partition_t *p;
        CU_ASSERT_EQUAL(load_file(bad[i].text, bad[i].np, &c, &p), -EINVAL);
        CU_ASSERT_EQUAL(capture_lines(&c), 1);
        CU_ASSERT_PTR_NOT_NULL(strstr(c.text, bad[i].message));
        bare_free(p);
    }
    emuq_partition_t *p = bare_partition(shape, 1, "ABCDEA");
    capture_t c;
    capture_begin(&c);
    CU_ASSERT_EQUAL(emuq_mapping_load(p), -EINVAL);
    capture_end(&c);
    CU_ASSERT_EQUAL(capture_lines(&c), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(c.text, "ABCDEA"));
    bare_free(p);
}

static void impossible_jobs(void)
{
    static const struct {
        emuq_job_t job;
        const char *message;
    } bad[] = {
        {{.shape = {65}}, "65 nodes in dimension A"},
        {{.shape = {1, 1, 1, 100}}, "100 nodes in dimension D"},
        {{.shape = {1, 1, 1, 1, 3}}, "3 nodes in dimension E"},
        {{.ppn = 3}, "3 processes"},
        {{.ppn = 128}, "128 processes"},
        {{.shape = {2, 2}, .ppn = 2, .np = 9}, "9 ranks"},
        {{.shape = {64, 64, 64, 64, 2}, .ppn = 64}, "processes are too many"},
        {{.mesh = 0x20}, "mesh: invalid value 0x20"},
        {{.mapping = "no-such-file"}, "no-such-file"},
        {{.mapping = "ABCDEF"}, "ABCDEF"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        capture_t c;
        emuq_partition_t *p = NULL;
        capture_begin(&c);
        CU_ASSERT_EQUAL(emuq_partition_open(&bad[i].job, &p), -EINVAL);
        capture_end(&c);
        CU_ASSERT_EQUAL(capture_lines(&c), 1);
        CU_ASSERT_PTR_NOT_NULL(strstr(c.text, bad[i].message));
        CU_ASSERT_PTR_NULL(p);
    }
    capture_t c;
    emuq_partition_t *p = NULL;
    setenv("EMUQ_PPN", "none", 1);
    capture_begin(&c);
    CU_ASSERT_EQUAL(emuq_partition_open(NULL, &p), -EINVAL);
    capture_end(&c);
    unsetenv("EMUQ_PPN");
    CU_ASSERT_EQUAL(capture_lines(&c), 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"every permutation", every_permutation},
                                        {"good map files", good_map_files},
                                        {"bad map files", bad_map_files},
                                        {"impossible jobs", impossible_jobs},
                                        {NULL, NULL}};
    return emuq_test_main("mapping", tests);
}

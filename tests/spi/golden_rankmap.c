/* SPDX-License-Identifier: BSD-3-Clause */
/* Mappings and map files against the real machine's. */
#include <mu/RankMap.h>
#include <stdio.h>

#include "emuq_test.h"
#include "golden.h"

#define MAX_RANKS   65536
#define MAX_STORAGE 65536

static BG_CoordinateMapping_t map[MAX_RANKS];
static char storage[MAX_STORAGE];
static char path[] = "/tmp/emuq-rankmap-XXXXXX";

/** Makes @p text the contents of the map file at path. */
static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs(text, file) == EOF || fclose(file) != 0)
        abort();
}

static int check_offsets(json_t *in, json_t *out, void *arg)
{
    uint64_t size[NUMDIMENSION], expected[NUMDIMENSION];
    uint32_t dimsize[NUMDIMENSION], dimoffset[NUMDIMENSION];
    (void)arg;
    golden_array(in, "dimsize", size, NUMDIMENSION);
    for (int d = 0; d < NUMDIMENSION; d++)
        dimsize[d] = (uint32_t)size[d];
    int rc = MUSPI_PreCalculateMapOffsets(golden_string(in, "mapping"), dimsize, dimoffset);
    int differences = golden_equal("rc", (uint64_t)rc, golden_u64(out, "rc"));
    if (rc == 0) {
        golden_array(out, "dimoffset", expected, NUMDIMENSION);
        for (int d = 0; d < NUMDIMENSION; d++)
            differences += golden_equal("dimoffset", dimoffset[d], expected[d]);
    }
    return differences;
}

static void offsets_are_the_machines(void)
{
    CU_ASSERT_EQUAL(golden_each("rankmap", "MUSPI_PreCalculateMapOffsets", check_offsets, NULL), 0);
}

static BG_CoordinateMapping_t coordinates(json_t *array)
{
    BG_CoordinateMapping_t c;
    memset(&c, 0, sizeof(c));
    c.a = golden_at(array, 0) & 0x3f;
    c.b = golden_at(array, 1) & 0x3f;
    c.c = golden_at(array, 2) & 0x3f;
    c.d = golden_at(array, 3) & 0x3f;
    c.e = golden_at(array, 4) & 1;
    c.t = golden_at(array, 5) & 0x3f;
    return c;
}

static BG_JobCoords_t job(const uint64_t shape[5])
{
    BG_JobCoords_t j;
    memset(&j, 0, sizeof(j));
    j.shape.a = (uint8_t)shape[0];
    j.shape.b = (uint8_t)shape[1];
    j.shape.c = (uint8_t)shape[2];
    j.shape.d = (uint8_t)shape[3];
    j.shape.e = (uint8_t)shape[4];
    j.shape.core = 16;
    return j;
}

/** Compares the coordinates of a rank with A, B, C, D, E, T from element @p first of @p expected. */
static int check_rank(uint64_t rank, json_t *expected, size_t first)
{
    const BG_CoordinateMapping_t *c = &map[rank];
    return golden_equal("a", c->a, golden_at(expected, first)) +
           golden_equal("b", c->b, golden_at(expected, first + 1)) +
           golden_equal("c", c->c, golden_at(expected, first + 2)) +
           golden_equal("d", c->d, golden_at(expected, first + 3)) +
           golden_equal("e", c->e, golden_at(expected, first + 4)) +
           golden_equal("t", c->t, golden_at(expected, first + 5)) + golden_equal("reserved", c->reserved, 0);
}

static int check_ranks(json_t *out)
{
    const char *key = golden_has(out, "coords") ? "coords" : "coords_first";
    size_t i;
    json_t *rank;
    int differences = 0;
    if (!golden_has(out, key))
        return 0;
    json_array_foreach(golden_get(out, key), i, rank) differences += check_rank(i, rank, 0);
    if (golden_has(out, "samples"))
        json_array_foreach(golden_get(out, "samples"), i, rank) differences +=
            check_rank(golden_at(rank, 0), rank, 1);
    return differences;
}

static int check_generate(json_t *in, json_t *out, void *arg)
{
    uint64_t shape[5];
    uint32_t rank = UINT32_MAX, mpmd = UINT32_MAX;
    BG_CoordinateMapping_t mine = {0};
    int wanted = golden_has(in, "mycoord");
    const char *mapping = path;
    (void)arg;
    golden_array(in, "shape", shape, 5);
    BG_JobCoords_t jobcoord = job(shape);
    if (wanted)
        mine = coordinates(golden_get(in, "mycoord"));
    if (golden_has(in, "mapping"))
        mapping = golden_string(in, "mapping");
    else
        write_file(golden_string(in, "map_file_text"));
    memset(map, 0xff, sizeof(map));
    memset(storage, 0, sizeof(storage));
    int rc = MUSPI_GenerateCoordinates(
        mapping, &jobcoord, wanted ? &mine : NULL, (uint32_t)golden_u64(in, "numProcesses"),
        (uint32_t)golden_u64(in, "np"), golden_u64(in, "tmpStorageSize"), storage,
        golden_u64(in, "want_map") ? map : NULL, wanted ? &rank : NULL, &mpmd);
    int differences = golden_equal("rc", (uint64_t)rc, golden_u64(out, "rc")) +
                      golden_equal("mpmdFound", mpmd, golden_u64(out, "mpmdFound"));
    if (wanted)
        differences +=
            golden_equal("myRank", rank, golden_has(out, "myRank") ? golden_u64(out, "myRank") : UINT32_MAX);
    return differences + check_ranks(out);
}

/** A long file, by the rule in the vectors. */
static int check_long(json_t *in, json_t *out, void *arg)
{
    uint64_t shape[5];
    char text[600 * 16 + 1], *end = text;
    uint32_t np = (uint32_t)golden_u64(in, "np"), wrong = 0;
    (void)arg;
    golden_array(in, "shape", shape, 5);
    BG_JobCoords_t jobcoord = job(shape);
    for (unsigned i = 0; i < 600; i++)
        end += sprintf(end, "%u %u %u %u %u %u\n", i / 7 % 4, i / 3 % 4, i / 2 % 2, i % 2, i / 5 % 2, i % 16);
    write_file(text);
    memset(storage, 0, sizeof(storage));
    int rc = MUSPI_GenerateCoordinates(path, &jobcoord, NULL, (uint32_t)golden_u64(in, "numProcesses"), np,
                                       golden_u64(in, "tmpStorageSize"), storage, map, NULL, NULL);
    for (unsigned i = 0; i < np; i++)
        wrong += map[i].a != i / 7 % 4 || map[i].b != i / 3 % 4 || map[i].c != i / 2 % 2 ||
                 map[i].d != i % 2 || map[i].e != i / 5 % 2 || map[i].t != i % 16;
    return golden_equal("rc", (uint64_t)rc, golden_u64(out, "rc")) +
           golden_equal("all_as_written", wrong == 0, golden_u64(out, "all_as_written"));
}

static int check_arguments(json_t *in, json_t *out, void *arg)
{
    const char *which = golden_string(in, "case");
    BG_JobCoords_t jobcoord = job((uint64_t[5]){1, 1, 1, 1, 1});
    uint32_t rank;
    int rc;
    (void)arg;
    if (strcmp(which, "no job coordinates") == 0)
        rc = MUSPI_GenerateCoordinates("ABCDET", NULL, NULL, 1, 1, 64, storage, map, NULL, NULL);
    else if (strcmp(which, "no mapping name") == 0)
        rc = MUSPI_GenerateCoordinates(NULL, &jobcoord, NULL, 1, 1, 64, storage, map, NULL, NULL);
    else if (strcmp(which, "rank wanted without own coordinates") == 0)
        rc = MUSPI_GenerateCoordinates("ABCDET", &jobcoord, NULL, 1, 1, 64, storage, map, &rank, NULL);
    else
        rc = MUSPI_GenerateCoordinates("/nonexistent/map", &jobcoord, NULL, 1, 1, 64, storage, map, NULL,
                                       NULL);
    return golden_equal("rc", (uint64_t)rc, golden_u64(out, "rc"));
}

static void coordinates_are_the_machines(void)
{
    CU_ASSERT_EQUAL(golden_each("rankmap", "MUSPI_GenerateCoordinates", check_generate, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("rankmap", "MUSPI_GenerateCoordinates_long_file", check_long, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("rankmap", "MUSPI_GenerateCoordinates_args", check_arguments, NULL), 0);
}

static int check_mpmd(json_t *in, json_t *out, void *arg)
{
    uint32_t section = UINT32_MAX;
    char command[256] = "";
    (void)arg;
    write_file(golden_string(in, "map_file_text"));
    memset(storage, 0, sizeof(storage));
    int rc = MUSPI_GetMPMDData(path, (uint32_t)golden_u64(in, "myRank"), sizeof(storage), storage, &section,
                               sizeof(command), command);
    int differences = golden_equal("rc", (uint64_t)rc, golden_u64(out, "rc"));
    if (rc != 0 || differences != 0)
        return differences;
    if (strcmp(command, golden_string(out, "cmdline")) != 0)
        differences += golden_differs("cmdline is \"%s\"", command);
    return differences + golden_equal("sequenceID", section, golden_u64(out, "sequenceID"));
}

static void programs_are_the_machines(void)
{
    CU_ASSERT_EQUAL(golden_each("rankmap", "MUSPI_GetMPMDData", check_mpmd, NULL), 0);
}

/** Generates two ranks of a 2x2x2x2x2 job with 16 processes on a node from the map file. */
static int generate(size_t storage_bytes)
{
    BG_JobCoords_t jobcoord = job((uint64_t[5]){2, 2, 2, 2, 2});
    memset(storage, 0, sizeof(storage));
    memset(map, 0, 2 * sizeof(map[0]));
    return MUSPI_GenerateCoordinates(path, &jobcoord, NULL, 16, 2, storage_bytes, storage, map, NULL, NULL);
}

/** The machine's parser took characters of an earlier, longer line into the last number. */
static void the_last_line_needs_no_newline(void)
{
    write_file("0 0 0 0 1 12 \n1 0 0 0 0 1");
    for (size_t bytes = 2; bytes < 64; bytes++) {
        CU_ASSERT_EQUAL(generate(bytes), 0);
        CU_ASSERT_EQUAL(map[0].t, 12);
        CU_ASSERT_EQUAL(map[1].a, 1);
        CU_ASSERT_EQUAL(map[1].t, 1);
    }
}

static void the_scratch_memory_is_not_overrun(void)
{
    write_file("0 0 0 0 1 12\n1 0 0 0 0 1\n");
    memset(storage, 0x55, sizeof(storage));
    BG_JobCoords_t jobcoord = job((uint64_t[5]){2, 2, 2, 2, 2});
    CU_ASSERT_EQUAL(MUSPI_GenerateCoordinates(path, &jobcoord, NULL, 16, 2, 9, storage, map, NULL, NULL), 0);
    CU_ASSERT_EQUAL(storage[9], 0x55);
    CU_ASSERT_EQUAL(generate(1), -1);
    CU_ASSERT_EQUAL(generate(0), -1);
}

static void lines_have_less_than_256_characters(void)
{
    char text[600];
    memset(text, ' ', sizeof(text));
    memcpy(text, "1 1 1 1 1 1", 11);
    strcpy(text + 255, "\n1 0 0 0 0 0\n");
    write_file(text);
    CU_ASSERT_EQUAL(generate(1000), 0);
    strcpy(text + 255, " \n1 0 0 0 0 0\n");
    write_file(text);
    CU_ASSERT_EQUAL(generate(1000), -1);
}

static void lines_have_six_numbers(void)
{
    static const char *const wrong[] = {"1 1 1 1 1\n",    "1 1 1 1 1 1 1\n",
                                        "-1 1 1 1 1 1\n", "1,1,1,1,1,1\n",
                                        "one\n",          "1 1 1 1 1 99999999999999999999\n",
                                        "1 1 1 1 1 1 t\n"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        char text[64] = "0 0 0 0 0 0\n";
        write_file(strcat(text, wrong[i]));
        CU_ASSERT_EQUAL(generate(64), -1);
    }
    write_file("\n# none\n ---\n0 0 0 0 0 0\r\n\t1\t1 1 1 1 1 # six\n");
    CU_ASSERT_EQUAL(generate(64), 0);
    CU_ASSERT_EQUAL(map[1].t, 1);
}

static void a_mapping_comment_counts_for_its_own_rank(void)
{
    write_file("0 0 0 0 0 7\n1 1 1 1 1 1 #mapping ABCDET\n");
    CU_ASSERT_EQUAL(generate(64), 0);
    CU_ASSERT_EQUAL(map[0].t, 7);
    CU_ASSERT_EQUAL(map[1].a, 0);
    CU_ASSERT_EQUAL(map[1].t, 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"offsets are the machine's", offsets_are_the_machines},
        {"coordinates are the machine's", coordinates_are_the_machines},
        {"programs are the machine's", programs_are_the_machines},
        {"the last line needs no newline", the_last_line_needs_no_newline},
        {"the scratch memory is not overrun", the_scratch_memory_is_not_overrun},
        {"lines have less than 256 characters", lines_have_less_than_256_characters},
        {"lines have six numbers", lines_have_six_numbers},
        {"a mapping comment counts for its own rank", a_mapping_comment_counts_for_its_own_rank},
        {NULL, NULL},
    };
    int fd = mkstemp(path);
    if (fd < 0) {
        perror(path);
        return 1;
    }
    close(fd);
    int status = emuq_test_main("rank map", tests);
    unlink(path);
    return status;
}

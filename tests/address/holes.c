/* SPDX-License-Identifier: BSD-3-Clause */
/* Physical addresses of unmapped bytes in a granule of 64 MiB are software errors: they are reported without
 * an access. Memory mapped there later belongs to the window. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mu_support.h"

#define GRANULE (UINT64_C(1) << 26)
#define MIB     (UINT64_C(1) << 20)
#define ENTRY   4u /* BAT entry of the granule */
#define GOOD    9u /* counter of a put that proves progress of further FIFOs */
#define WILD    10u

/* Layout of the granule. */
enum {
    PLACE_MEMORY = 0,          /* start of a MiB with read and write access */
    PLACE_FORBIDDEN = 4 << 20, /* mapped without access */
    PLACE_NOTHING = 8 << 20,   /* not mapped */
    PLACE_LATER = 16 << 20,    /* mapped after the window was made */
    PLACE_GROWN = 1 << 20      /* behind the memory, which grows after the window was made */
};

/* A granule whose first MiB is memory. */
static char *make_granule(void)
{
    char *raw = mmap(NULL, 2 * GRANULE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (raw == MAP_FAILED)
        exit(EMUQ_TEST_SKIPPED);
    char *granule = (char *)(((uintptr_t)raw + GRANULE - 1) & ~(uintptr_t)(GRANULE - 1));
    CU_ASSERT_EQUAL_FATAL(mprotect(granule + PLACE_MEMORY, MIB, PROT_READ | PROT_WRITE), 0);
    CU_ASSERT_EQUAL_FATAL(munmap(granule + PLACE_NOTHING, MIB), 0);
    return granule;
}

static char *granule; /* shared by ranks that are threads; private to each process at this address */
static struct {
    const char *name;
    uint64_t landing, counter; /* offsets in the granule; counter 0: a default counter */
    bool is_source;            /* the target is the source of the payload instead */
    uint64_t bytes;
    bool is_good;
} now;

static void guilty(mu_rank_t *me, mu_kit_t *kit, mu_inj_t *inj, uint64_t pa)
{
    mu_message_t m = mu_put(me, kit, 1, 0, 0, now.bytes, WILD);
    if (now.is_source) {
        m.pa = pa + now.landing;
    } else {
        m.payload_bat = mu_bat_id(me, 0, ENTRY);
        m.put_offset = now.landing;
    }
    if (now.counter != 0) {
        m.counter_bat = mu_bat_id(me, 0, ENTRY);
        m.counter_offset = mu_counter(now.counter);
    }
    mu_send(me, inj, m);
}

/* Whether an error was reported: errors are last, and absent after the end of a job. */
static bool is_reported(void)
{
    struct stat file;
    return fstat(STDERR_FILENO, &file) == 0 && file.st_size != 0;
}

static void body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj_t *inj = mu_inj(me, 16, 0);
    Kernel_MemoryRegion_t region;
    CHECK_EQUAL(Kernel_CreateMemoryRegion(&region, granule, MIB), 0);
    uint64_t pa = (uint64_t)region.BasePa + ((uint64_t)granule - (uint64_t)region.BaseVa);
    mu_bat(me, ENTRY, pa);
    mu_barrier(me);
    CHECK_EQUAL(mprotect(granule + PLACE_LATER, MIB, PROT_READ | PROT_WRITE), 0);
    CHECK_EQUAL(mprotect(granule + PLACE_GROWN, MIB, PROT_READ | PROT_WRITE), 0);
    mu_fill(kit.source.va, 4096, 1, 0);
    mu_barrier(me);
    if (me->node == 0) {
        guilty(me, &kit, inj, pa);
        mu_send(me, kit.inj, mu_put(me, &kit, 1, 0, 2048, 100, GOOD));
        mu_wait_sent(kit.inj, 1);
        CHECK_EQUAL(MUSPI_getHwDescCount(inj->fifo), now.is_good ? 1 : 0);
        if (!now.is_good)
            MU_WAIT(is_reported());
    }
    if (me->node == 1)
        mu_wait_counter(kit.counter + GOOD, -UINT64_C(100));
    mu_barrier(me);
    if (me->node == 1)
        CHECK_EQUAL(kit.counter[WILD], now.is_good ? -now.bytes : 0);
    if (me->node == 1 && now.is_good && !now.is_source)
        CHECK_EQUAL(mu_same(granule + now.landing, now.bytes, 1, 0), now.bytes);
}

static void run(void)
{
    granule = make_granule();
    mu_run(MU_NODES(2, 1, 1, 1, 1), body);
    munmap(granule, GRANULE);
}

/* Runs the job. Returns whether rank 0 has printed a report. */
static bool reports(void)
{
    static char text[16384];
    FILE *file = tmpfile();
    int kept = dup(STDERR_FILENO);
    fflush(stderr);
    dup2(fileno(file), STDERR_FILENO);
    run();
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    if (now.is_good == (strstr(text, "rank 0") != NULL))
        fprintf(stderr, "%s: %s\n", now.name, text);
    return strstr(text, "rank 0") != NULL;
}

#define REFUSED(...)                                                                                         \
    do {                                                                                                     \
        now = (__typeof__(now)){__VA_ARGS__, .is_good = false};                                              \
        CU_ASSERT_TRUE(reports());                                                                           \
    } while (0)

#define ACCEPTED(...)                                                                                        \
    do {                                                                                                     \
        now = (__typeof__(now)){__VA_ARGS__, .is_good = true};                                               \
        CU_ASSERT_FALSE(reports());                                                                          \
    } while (0)

static void a_put_into_a_hole_is_an_error(void)
{
    REFUSED(.name = "no access", .landing = PLACE_FORBIDDEN, .bytes = 100);
    REFUSED(.name = "not mapped", .landing = PLACE_NOTHING + 4096, .bytes = 100);
    REFUSED(.name = "ends in a hole", .landing = PLACE_GROWN + MIB - 64, .bytes = 128);
}

static void a_put_from_a_hole_is_an_error(void)
{
    REFUSED(.name = "no access", .landing = PLACE_FORBIDDEN, .is_source = true, .bytes = 100);
    REFUSED(.name = "not mapped", .landing = PLACE_NOTHING, .is_source = true, .bytes = 100);
}

static void a_counter_in_a_hole_is_an_error(void)
{
    REFUSED(.name = "no access", .landing = PLACE_MEMORY, .counter = PLACE_FORBIDDEN, .bytes = 100);
}

static void memory_is_in_the_window_whenever_it_is_mapped(void)
{
    ACCEPTED(.name = "memory", .landing = PLACE_MEMORY + 128, .bytes = 100);
    ACCEPTED(.name = "grown", .landing = PLACE_GROWN + 128, .bytes = 100);
    ACCEPTED(.name = "over the former end", .landing = PLACE_GROWN - 50, .bytes = 100);
    ACCEPTED(.name = "later", .landing = PLACE_LATER + 128, .bytes = 100);
    ACCEPTED(.name = "from later memory", .landing = PLACE_LATER, .is_source = true, .bytes = 100);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a put into a hole is an error", a_put_into_a_hole_is_an_error},
        {"a put from a hole is an error", a_put_from_a_hole_is_an_error},
        {"a counter in a hole is an error", a_counter_in_a_hole_is_an_error},
        {"memory is in the window whenever it is mapped", memory_is_in_the_window_whenever_it_is_mapped},
        {NULL, NULL},
    };
    if (emuq_test_left_out_on_device("memory of the program's own: it reaches its aperture alone"))
        return EMUQ_TEST_SKIPPED;
    setenv("EMUQ_ON_ERROR", "report", 1);
    setenv("EMUQ_ENGINES", "0", 1); /* the injecting thread moves its message */
    return emuq_test_main("holes of granules", tests);
}

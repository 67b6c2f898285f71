/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq_join(): which rank of which partition a process becomes. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>

#include "emuq_test.h"
#include "kernel-shim/partition/launch.h"
#include "team.h"

static uint32_t *seen; /* [team->size] in team->text */

static void check_distinct(void)
{
    seen = (uint32_t *)(void *)team->text;
    seen[team_self] = (uint32_t)emuq_joined_rank();
    team_meet();
    for (uint32_t i = 0; i < team->size; i++)
        TEAM_CHECK(seen[i] < team->size && (i == team_self || seen[i] != seen[team_self]));
}

static void numbered(void)
{
    uint32_t rank = team->size - 1 - team_self;
    TEAM_CHECK(emuq_joined_rank() == -1 && emuq_joined_ranks() == 0);
    TEAM_CHECK(emuq_message_memory(64, 64) == NULL);
    TEAM_CHECK(emuq_message_memory_of(0, NULL, 64) == NULL);
    TEAM_CHECK(team_join(rank, team->size) == 0);
    TEAM_CHECK(emuq_joined_rank() == rank && emuq_joined_ranks() == team->size);
    TEAM_CHECK(Kernel_GetRank() == rank);
    TEAM_CHECK(team_join(rank, team->size) == -EALREADY);
    check_distinct();
}

static void any_rank(void)
{
    TEAM_CHECK(team_join(EMUQ_ANY_RANK, team->size) == 0);
    check_distinct();
}

/* A partition with one rank fewer than processes. */
static void too_many(void)
{
    int rc = team_join(EMUQ_ANY_RANK, team->size - 1);
    TEAM_CHECK(rc == 0 || rc == -ENOSPC);
    ((int *)(void *)team->text)[team_self] = rc;
    team_meet();
    unsigned without = 0;
    for (uint32_t i = 0; i < team->size; i++)
        without += ((int *)(void *)team->text)[i] != 0;
    TEAM_CHECK(without == 1);
    team_meet();
}

static void in_use(void)
{
    if (team_self == 0)
        TEAM_CHECK(team_join(1, 2) == 0);
    team_meet();
    if (team_self == 1)
        TEAM_CHECK(team_join(1, 2) == -EBUSY && team_join(2, 2) == -EINVAL && team_join(0, 2) == 0);
    team_meet();
}

static void exchanged(void)
{
    const emuq_join_t how = {.rank = team_self, .ranks = team->size, .exchange = team_exchange};
    TEAM_CHECK(emuq_join(&how) == 0);
    TEAM_CHECK(emuq_joined_rank() == team_self && emuq_joined_ranks() == team->size);
    team_meet();
}

/* Variables of launchers name the partition and the rank. */
static void launched(const char *const *variable)
{
    char number[16], size[16];
    snprintf(number, sizeof number, "%u", team_self);
    snprintf(size, sizeof size, "%u", team->size);
    setenv("PMIX_NAMESPACE", team->name, 1);
    setenv(variable[0], number, 1);
    setenv(variable[1], size, 1);
    setenv(variable[2], size, 1);
    TEAM_CHECK(emuq_join(NULL) == 0);
    TEAM_CHECK(emuq_joined_rank() == team_self && emuq_joined_ranks() == team->size);
    team_meet();
}

static void by_openmpi(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                                        "OMPI_COMM_WORLD_LOCAL_SIZE"};
    launched(names);
}

/* The second job of an mpirun joins the partition of the first, with EMUQ_NP. */
static void spawned(void)
{
    const bool is_second = team_self >= 2;
    setenv("PMIX_NAMESPACE", is_second ? "1193934850" : "1193934849", 1);
    setenv("OMPI_COMM_WORLD_RANK", team_self % 2 == 0 ? "0" : "1", 1);
    setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
    setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "2", 1);
    setenv("EMUQ_NP", "4", 1);
    if (!is_second)
        TEAM_CHECK(emuq_join(NULL) == 0 && emuq_joined_rank() == team_self);
    team_meet();
    if (is_second)
        TEAM_CHECK(emuq_join(NULL) == 0);
    TEAM_CHECK(emuq_joined_ranks() == 4);
    check_distinct();
}

static void wrong_variables(void)
{
    setenv("PMIX_NAMESPACE", team->name, 1);
    setenv("OMPI_COMM_WORLD_RANK", "0", 1);
    setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
    setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "2", 1); /* several hosts, but no PMIx replies */
    TEAM_CHECK(emuq_join(NULL) < 0);
    setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "many", 1);
    TEAM_CHECK(emuq_join(NULL) == -EINVAL);
}

static void settings(void)
{
    setenv("EMUQ_SHAPE", "3x2", 1);
    setenv("EMUQ_PPN", "2", 1);
    TEAM_CHECK(team_join(EMUQ_ANY_RANK, 0) == 0);
    TEAM_CHECK(emuq_joined_ranks() == 12 && Kernel_ProcessCount() == 2);
    team_meet();
}

static void wrong(void)
{
    char name[200];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    TEAM_CHECK(emuq_join(&(emuq_join_t){.rank = 2, .ranks = 2, .name = "n"}) == -EINVAL);
    TEAM_CHECK(emuq_join(&(emuq_join_t){.rank = 0, .ranks = 2}) == -EINVAL);
    TEAM_CHECK(emuq_join(&(emuq_join_t){.rank = 0, .ranks = 2, .name = ""}) == -EINVAL);
    TEAM_CHECK(emuq_join(&(emuq_join_t){.rank = 1, .ranks = 1, .exchange = team_exchange}) == -EINVAL);
    TEAM_CHECK(emuq_join(&(emuq_join_t){.rank = 0, .ranks = 1, .name = name}) == -ENAMETOOLONG);
    TEAM_CHECK(emuq_leave() == -ENOENT);
    setenv("EMUQ_SHAPE", "1xx2", 1);
    TEAM_CHECK(team_join(0, 2) == -EINVAL);
    unsetenv("EMUQ_SHAPE");
    setenv("EMUQ_NP", "3", 1);
    TEAM_CHECK(team_join(3, 0) == -EINVAL && emuq_message_drop(0, 0, true) == -ENOENT);
    setenv("EMUQ_JOIN", "", 1);
    TEAM_CHECK(emuq_join(NULL) == -EINVAL);
    TEAM_CHECK(team_join(2, 0) == 0); /* the failures have changed nothing */
    TEAM_CHECK(emuq_joined_rank() == 2 && emuq_joined_ranks() == 3);
    TEAM_CHECK(emuq_leave() == 0 && emuq_leave() == -ENOENT);
    TEAM_CHECK(emuq_joined_rank() == -1 && emuq_joined_ranks() == 0);
    TEAM_CHECK(emuq_message_drop(0, 0, true) == -ENOENT && team_join(0, 0) == -EALREADY);
}

/* The maker ends: the name is free, and its partition lives on in the other process. */
static void maker_ends(void)
{
    if (team_self == 0)
        TEAM_CHECK(team_join(0, 3) == 0);
    team_meet();
    if (team_self == 1)
        TEAM_CHECK(team_join(1, 3) == 0);
    team_meet();
    if (team_self == 0)
        kill(getpid(), SIGKILL);
    if (team_self == 1) {
        while (kill(team->process[0], 0) == 0 && access("/proc/self", F_OK) == 0 && team->text[0] == 0)
            usleep(1000);
        *(volatile char *)emuq_message_memory(4096, 64) = 1;
        return;
    }
    int rc;
    while ((rc = team_join(0, 3)) == -EBUSY) /* of the partition whose maker has not ended yet */
        usleep(1000);
    team->text[0] = 1;
    TEAM_CHECK(rc == 0 && emuq_joined_rank() == 0);
}

static void memory(void)
{
    TEAM_CHECK(team_join(EMUQ_ANY_RANK, 2) == 0);
    const uint32_t self = (uint32_t)emuq_joined_rank();
    char **at = (char **)(void *)team->text;
    at[self] = emuq_message_memory(10000, 4096);
    TEAM_CHECK(at[self] != NULL && (uintptr_t)at[self] % 4096 == 0);
    for (unsigned i = 0; i < 10000; i++)
        TEAM_CHECK(at[self][i] == 0);
    memset(at[self], (int)self + 1, 10000);
    team_meet();
    TEAM_CHECK(at[0] != at[1] && at[!self][9999] == (char)(!self + 1));
    for (uint32_t i = 0; i < team->size; i++) {
        TEAM_CHECK(emuq_message_memory_of(i, at[i], 10000) == at[i]);
        TEAM_CHECK(emuq_message_memory_of((i + 1) % team->size, at[i], 10000) == NULL);
        TEAM_CHECK(emuq_message_memory_of(i, at[i], SIZE_MAX) == NULL);
        TEAM_CHECK(emuq_message_memory_of(i, &i, 1) == NULL);
    }
    TEAM_CHECK(emuq_message_memory_of(UINT32_MAX, at[0], 1) == NULL);
    TEAM_CHECK(emuq_message_memory(SIZE_MAX / 2, 64) == NULL);
    team_meet();
}

/* Memory that a rank publishes. */
static void published(void)
{
    TEAM_CHECK(emuq_message_publish(NULL) == -ENOENT && emuq_message_published(0, 1) == NULL);
    TEAM_CHECK(team_join(team_self, 2) == 0);
    char *mine = emuq_message_memory(100, 64);
    TEAM_CHECK(mine != NULL && emuq_message_published(!team_self, 1) == NULL);
    team_meet();
    strcpy(mine, team_self == 0 ? "sun" : "rain");
    TEAM_CHECK(emuq_message_publish(mine) == 0);
    team_meet();
    const char *other = emuq_message_published(!team_self, 100);
    TEAM_CHECK(other != NULL && other != mine && strcmp(other, team_self == 0 ? "rain" : "sun") == 0);
    TEAM_CHECK(emuq_message_published(team_self, 1) == mine);
    TEAM_CHECK(emuq_message_published(2, 1) == NULL && emuq_message_published(0, SIZE_MAX) == NULL);
    team_meet();
    TEAM_CHECK(emuq_message_publish(NULL) == 0);
    team_meet();
    TEAM_CHECK(emuq_message_published(!team_self, 1) == NULL);
    team_meet();
}

/* The description of process 0, as emuq-run reads it. */
static const char *description(void)
{
    static char text[2048];
    const emuq_partition_t *p = emuq_joined_process->node->partition;
    emuq_process_describe(&p->process[p->process_of_rank[0]], EMUQ_RANK_JOINED, text, sizeof text);
    return text;
}

static void describes(void)
{
    static const char poll[] = "computes, or polls";
    char longest[3000];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    TEAM_CHECK(emuq_describe_wait("nothing") == -ENOENT);
    TEAM_CHECK(team_join(team_self, 2) == 0);
    TEAM_CHECK(team_self == 0 || emuq_describe_wait(NULL) == 0);
    team_meet();
    TEAM_CHECK(strncmp(description(), poll, strlen(poll)) == 0);
    team_meet();
    for (unsigned i = 0; i < 2; i++) { /* a stopped process is not valid any more: try again */
        bool is_described = false;
        const char *text = i == 0 ? "rain\nand snow" : longest;
        for (unsigned tries = 0; tries < 100 && !is_described; tries++) {
            if (team_self == 0)
                TEAM_CHECK(emuq_describe_wait(text) == 0);
            team_meet();
            is_described = i == 0 ? strcmp(description(), "waits for rain\nand snow\n") == 0
                                  : strlen(description()) == strlen("waits for \n") + 1000;
            ((bool *)team->text)[team_self] = is_described;
            team_meet();
            is_described = ((bool *)team->text)[0] && ((bool *)team->text)[1];
            team_meet();
        }
        TEAM_CHECK(is_described);
    }
    TEAM_CHECK(team_self != 0 || emuq_describe_wait(NULL) == 0);
    team_meet();
    TEAM_CHECK(strncmp(description(), poll, strlen(poll)) == 0);
    team_meet();
}

/* A description that is not repeated is not valid for long. */
static void describes_once(void)
{
    TEAM_CHECK(team_join(0, 1) == 0);
    TEAM_CHECK(emuq_describe_wait("rain") == 0);
    for (unsigned tries = 0; strncmp(description(), "waits", 5) == 0; tries++) {
        TEAM_CHECK(tries < 60);
        sleep(1);
    }
}

#define TEAM(name, size, status)                                                                             \
    static void test_##name(void)                                                                            \
    {                                                                                                        \
        CU_ASSERT_EQUAL(team_run(size, name), status);                                                       \
    }

TEAM(numbered, 4, 0)
TEAM(any_rank, 5, 0)
TEAM(too_many, 4, 0)
TEAM(in_use, 2, 0)
TEAM(exchanged, 4, 0)
TEAM(by_openmpi, 3, 0)
TEAM(spawned, 4, 0)
TEAM(wrong_variables, 1, 0)
TEAM(settings, 3, 0)
TEAM(wrong, 1, 0)
TEAM(maker_ends, 3, 1)
TEAM(memory, 2, 0)
TEAM(published, 2, 0)
TEAM(describes, 2, 0)
TEAM(describes_once, 1, 0)

int main(void)
{
    static const emuq_test_t tests[] = {{"numbered ranks", test_numbered},
                                        {"any rank", test_any_rank},
                                        {"too many processes", test_too_many},
                                        {"a rank in use", test_in_use},
                                        {"exchange", test_exchanged},
                                        {"Open MPI", test_by_openmpi},
                                        {"a spawned job", test_spawned},
                                        {"wrong variables", test_wrong_variables},
                                        {"settings", test_settings},
                                        {"wrong arguments", test_wrong},
                                        {"the maker ends", test_maker_ends},
                                        {"memory for messages", test_memory},
                                        {"published memory", test_published},
                                        {"descriptions", test_describes},
                                        {"a description that is not repeated", test_describes_once},
                                        {NULL, NULL}};
    return emuq_test_main("joining a partition", tests);
}

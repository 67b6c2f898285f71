/* SPDX-License-Identifier: BSD-3-Clause */
/* Counters and health of several hosts: sent by launchers, merged by the front end. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emuq_test.h"
#include "kernel-shim/partition/partition.h"
#include "tools/emuq-run/run.h"

#define VALID EMUQ_COMPONENT_HEALTH_VALID
#define LINES 4000u

static const uint32_t shape[5] = {16, 16, 2, 1, 1}; /* counts of many lines */
static char *line[LINES];                           /* lines of a host for the front end */
static uint32_t lines;
static FILE *caught;
static int standard_error;

/* Lines on standard error are caught until catch_end(). */
static void catch_begin(uint32_t host)
{
    emuq_is_member = true;
    emuq_member_host = host;
    fflush(stderr);
    standard_error = dup(2);
    caught = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(caught);
    dup2(fileno(caught), 2);
}

static char *catch_end(void)
{
    char *text;
    FILE *out = emuq_text_open(&text);
    char part[4096];
    size_t count;
    fflush(stderr);
    dup2(standard_error, 2);
    close(standard_error);
    emuq_is_member = false;
    rewind(caught);
    while ((count = fread(part, 1, sizeof part, caught)) > 0)
        fwrite(part, 1, count, out);
    fclose(out);
    fclose(caught);
    return text;
}

static void send_all(uint32_t host, const emuq_counts_t *c, const emuq_health_t *h)
{
    catch_begin(host);
    emuq_merge_send_health(h);
    emuq_merge_send_counts(c);
    emuq_merge_send_end();
    char *text = catch_end(), *rest = text, *at;
    lines = 0;
    while ((at = strsep(&rest, "\n")) != NULL)
        if (*at != '\0' && lines < LINES)
            line[lines++] = strdup(at);
    free(text);
}

static void forget(void)
{
    while (lines > 0)
        free(line[--lines]);
}

/* Passes a line as the front end does. */
static void pass(emuq_merge_t *m, const char *given)
{
    char *text = strdup(given), *at = text + EMUQ_MARK_LENGTH;
    CU_ASSERT_FATAL(strncmp(text, EMUQ_MARK, EMUQ_MARK_LENGTH - 1) == 0);
    CU_ASSERT(strlen(given) < 1100);
    uint32_t host = (uint32_t)strtoul(at, &at, 10);
    long number = strtol(at, &at, 10);
    emuq_merge_take(m, host, text[EMUQ_MARK_LENGTH - 1], number, at + (*at == ' '));
    free(text);
}

static void pass_all(emuq_merge_t *m)
{
    for (uint32_t i = 0; i < lines; i++)
        pass(m, line[i]);
}

/* Counters and health of a host, different for each. */
static void fill(uint32_t host, emuq_counts_t *c, emuq_health_t *h)
{
    emuq_counts_open(c, shape);
    emuq_health_open(h, shape);
    uint64_t *messages = emuq_counts_column(c, "MESSAGES", 1);
    (void)emuq_counts_column(c, "TWO WORDS, AND A COMMA", 1);
    uint64_t *links = emuq_counts_column(c, "LINK", EMUQ_COMPONENT_LINKS);
    for (uint32_t i = 0; i < c->nodes; i++) {
        messages[i] = i % 3 == 0 ? UINT64_MAX / 4 - i : host;
        links[i * EMUQ_COMPONENT_LINKS + host] = i;
        h->seen[i] = i % 2 == host ? VALID | (i % 5 == 0 ? 3 : 0) : 0;
    }
}

static void sums_of_two_hosts(void)
{
    emuq_counts_t c[2];
    emuq_health_t h[2];
    emuq_merge_t m;
    emuq_merge_open(&m, shape, 2);
    for (uint32_t host = 0; host < 2; host++) {
        fill(host, &c[host], &h[host]);
        send_all(host, &c[host], &h[host]);
        CU_ASSERT(lines > 10);
        for (uint32_t i = 0; i < lines; i++)
            CU_ASSERT_PTR_NULL(strstr(line[i], ":0")); /* zeros are not sent */
        pass_all(&m);
        forget();
    }
    CU_ASSERT(m.host[0].is_complete && m.host[1].is_complete && m.host[0].has_counts);
    CU_ASSERT_EQUAL_FATAL(m.counts.columns, 3);
    CU_ASSERT_STRING_EQUAL(m.counts.column[1].name, "TWO WORDS, AND A COMMA");
    CU_ASSERT_EQUAL(m.counts.column[2].width, EMUQ_COMPONENT_LINKS);
    for (unsigned i = 0; i < 3; i++)
        for (uint32_t n = 0; n < m.counts.nodes * m.counts.column[i].width; n++)
            CU_ASSERT_EQUAL_FATAL(m.counts.column[i].value[n],
                                  c[0].column[i].value[n] + c[1].column[i].value[n]);
    for (uint32_t n = 0; n < m.counts.nodes; n++)
        CU_ASSERT_EQUAL_FATAL(m.health.seen[n], h[n % 2].seen[n]);
    for (int host = 0; host < 2; host++) {
        emuq_counts_close(&c[host]);
        emuq_health_close(&h[host]);
    }
    emuq_merge_close(&m);
}

/* Prints the sums. @return the text */
static char *print(const emuq_merge_t *m)
{
    emuq_listed_t names[] = {{.name = "n1"}, {.name = "n2"}};
    emuq_host_plan_t plan = {.hosts = {.host = names, .hosts = 2}};
    emuq_run_command_t command = {.counters = true};
    catch_begin(0);
    emuq_is_member = false;
    CU_ASSERT_EQUAL(emuq_merge_print(m, &plan, &command), 0);
    return catch_end();
}

static void expect_missing(const emuq_merge_t *m, const char *names)
{
    char *text = print(m), *at = strstr(text, "counters and health lack numbers of ");
    CU_ASSERT_EQUAL(at != NULL, names != NULL);
    if (at != NULL && names != NULL)
        CU_ASSERT_EQUAL(strncmp(at + 36, names, strlen(names)), 0);
    free(text);
}

static void lost_and_damaged_lines(void)
{
    emuq_counts_t c;
    emuq_health_t h;
    emuq_merge_t m;
    fill(0, &c, &h);
    send_all(0, &c, &h);
    emuq_merge_open(&m, shape, 2);
    expect_missing(&m, NULL); /* an ended job: no host has sent anything */
    pass_all(&m);
    expect_missing(&m, "n2\n");
    emuq_merge_close(&m);
    emuq_merge_open(&m, shape, 2);
    for (uint32_t i = 0; i < lines; i++)
        if (i != 5)
            pass(&m, line[i]);
    expect_missing(&m, "n1, n2\n");
    emuq_merge_close(&m);
    emuq_merge_open(&m, shape, 2);
    char *digit = &line[3][strlen(line[3]) - 1];
    *digit = *digit == '1' ? '2' : '1';
    pass_all(&m);
    expect_missing(&m, "n1, n2\n");
    emuq_merge_close(&m);
    forget();
    emuq_counts_close(&c);
    emuq_health_close(&h);
}

static void malformed_lines(void)
{
    static const char *const bad[] = {
        EMUQ_MARK "k0 1 NO END",
        EMUQ_MARK "k0 1 NAME, 200:1",              /* no such node */
        EMUQ_MARK "k0 1 NAME, ffffffffffffffff:1", /* nor this */
        EMUQ_MARK "k0 1 NAME, 1",
        EMUQ_MARK "k0 1 NAME, 1:",
        EMUQ_MARK "k0 1 NAME, x:1 1:1",
        EMUQ_MARK "k0 7 NAME, 1:1", /* no such width */
        EMUQ_MARK "k0 -1 NAME, 1:1",
        EMUQ_MARK "k0 1 A NAME THAT IS LONGER THAN THE NAME OF ANY COUNTER CAN BE, 1:1",
        EMUQ_MARK "k0 1 ,",
        EMUQ_MARK "h0 0  0-200:800003",
        EMUQ_MARK "h0 0  1-0:800003",
        EMUQ_MARK "h0 0  0-ffffffffffffffff:800003",
        EMUQ_MARK "h0 0  1:800003",
        EMUQ_MARK "h0 0 ",
        EMUQ_MARK "z0 99 0",
        EMUQ_MARK "z0 0 ",
    };
    emuq_merge_t m;
    emuq_merge_open(&m, shape, 1);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        pass(&m, bad[i]);
    CU_ASSERT(!m.host[0].is_complete);
    for (unsigned i = 0; i < m.counts.columns; i++)
        for (uint32_t n = 0; n < m.counts.nodes * m.counts.column[i].width; n++)
            CU_ASSERT_EQUAL(m.counts.column[i].value[n], 0);
    for (uint32_t n = 0; n < m.counts.nodes; n++)
        CU_ASSERT_EQUAL(m.health.seen[n], 0);
    emuq_merge_close(&m);
}

static void worst_health_of_a_node(void)
{
    emuq_merge_t m;
    emuq_merge_open(&m, shape, 2);
    pass(&m, EMUQ_MARK "h0 0  0-0:800003 1-1:800000");
    pass(&m, EMUQ_MARK "h1 0  0-0:800000 1-1:800003");
    CU_ASSERT(m.health.seen[0] == (VALID | 3) && m.health.seen[1] == (VALID | 3));
    emuq_merge_close(&m);
}

static void health_is_printed_once(void)
{
    emuq_merge_t m;
    emuq_merge_open(&m, shape, 2);
    pass(&m, EMUQ_MARK "h0 0  0-ff:800000");
    pass(&m, EMUQ_MARK "h1 0  100-1fe:800000 1ff-1ff:800003");
    char *text = print(&m);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "health during the job: 1 of 512 nodes were not normal"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "node 511 (15,15,1): host failed"));
    free(text);
    emuq_merge_close(&m);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"sums of two hosts", sums_of_two_hosts},
                                        {"lost and damaged lines", lost_and_damaged_lines},
                                        {"malformed lines", malformed_lines},
                                        {"worst health of a node", worst_health_of_a_node},
                                        {"health is printed once", health_is_printed_once},
                                        {NULL, NULL}};
    return emuq_test_main("run_merge", tests);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The time after which a silent host is lost, in simulated time, also for an engine that does not run for a
 * while. No message is sent. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "emuq_test.h"
#include "transport/fabric_private.h"
#include "transport/fabric.h"

#define MS    UINT64_C(1000000)
#define BEGIN (1000 * EMUQ_NS_PER_S)

static struct fi_domain_attr domain;
static struct fi_ep_attr attributes = {.mem_tag_format = UINT64_C(1) << 47}; /* 48 bits */
static struct fi_info info = {.ep_attr = &attributes, .domain_attr = &domain};
static emuq_endpoint_t endpoint = {.info = &info, .provider = "none"};
static emuq_connection_set_t set;
static uint64_t now;

static emuq_wire_job_t two_hosts(void)
{
    emuq_wire_job_t job = {.hosts = 2};
    if (emuq_mac_open(&job.mac, (const unsigned char *)"key of the tests") != 0)
        abort();
    return job;
}

/* Two hosts with a heartbeat of 2 s; the remote host has just sent. */
static void open_lanes(void)
{
    emuq_host_text_t text[2];
    const emuq_wire_job_t job = two_hosts();
    now = BEGIN;
    set =
        (emuq_connection_set_t){.endpoint = &endpoint, .messages.endpoint = &endpoint, .silence = 2000 * MS};
    if (emuq_host_text_print(&text[0], "n0", "none", (const unsigned char *)"0", 1) != 0 ||
        emuq_host_text_print(&text[1], "n1", "none", (const unsigned char *)"1", 1) != 0 ||
        emuq_connections_open(&set, &job, text, now) != 0)
        abort();
    set.connection[1].next_in = 1;
}

static void close_lanes(void)
{
    emuq_connections_close(&set);
    emuq_wire_messages_free(&set.messages);
}

/* The engine checks each @p step ns, until the host is lost or @p most ns have passed. @return ns until then;
 * 0: not lost */
static uint64_t lost_after(uint64_t step, uint64_t most)
{
    uint64_t begin = now;
    while (now - begin < most) {
        now += step;
        emuq_connections_watch(&set, now);
        if (set.connection[1].has_ended)
            return now - begin;
    }
    return 0;
}

static void heard(void)
{
    set.connection[1].last_received = set.now;
}

static void an_engine_that_runs(void)
{
    open_lanes();
    uint64_t ns = lost_after(5 * MS, 10000 * MS);
    CU_ASSERT(ns >= 2000 * MS && ns < 2300 * MS);
    close_lanes();
}

/* On a busy machine an engine may repeatedly not run for a second. */
static void an_engine_that_runs_seldom(void)
{
    open_lanes();
    uint64_t ns = lost_after(1200 * MS, 20000 * MS);
    CU_ASSERT(ns >= 2000 * MS && ns <= 4000 * MS);
    close_lanes();
}

/* The engine was stopped for longer than the maximum silence: received messages are unread, and a host that
 * was stopped too has to send again. */
static void an_engine_that_was_stopped(void)
{
    open_lanes();
    CU_ASSERT_EQUAL(lost_after(30000 * MS, 1), 0);
    CU_ASSERT_EQUAL(lost_after(5 * MS, 700 * MS), 0);
    heard();
    CU_ASSERT_EQUAL(lost_after(5 * MS, 1900 * MS), 0);
    heard();
    CU_ASSERT_EQUAL(lost_after(30000 * MS, 1), 0); /* the same again */
    CU_ASSERT_EQUAL(lost_after(5 * MS, 700 * MS), 0);
    uint64_t ns = lost_after(5 * MS, 10000 * MS);
    CU_ASSERT(ns > 0 && ns < 500 * MS);
    close_lanes();
}

/* Tags have no bits that the provider ignores. */
static void tags(void)
{
    uint64_t bits = 0;
    open_lanes();
    for (uint32_t host = 0; host < 2; host++) {
        bits |= emuq_mac_tag(&set.job.mac, host);
        CU_ASSERT_EQUAL(set.connection[host].tag,
                        emuq_mac_tag(&set.job.mac, host) & ((UINT64_C(1) << 48) - 1));
    }
    CU_ASSERT(bits >> 48 != 0);
    CU_ASSERT_NOT_EQUAL(set.connection[0].tag, set.connection[1].tag);
    close_lanes();
}

/* Closing connections that were not opened closes no descriptor. */
static void texts_of_nobody(void)
{
    const emuq_wire_job_t job = two_hosts();
    emuq_host_text_t text[2] = {{"nonsense"}, {"nonsense"}};
    CU_ASSERT_FATAL(fcntl(0, F_GETFD) >= 0 || open("/dev/null", O_RDONLY) == 0);
    set = (emuq_connection_set_t){.endpoint = &endpoint, .messages.endpoint = &endpoint};
    CU_ASSERT_EQUAL(emuq_connections_open(&set, &job, text, BEGIN), -EINVAL);
    close_lanes();
    CU_ASSERT(fcntl(0, F_GETFD) >= 0);
}

/* Hosts with different values of EMUQ_HOST_MAC could not check codes: both hosts are named. */
static void other_codes(void)
{
    emuq_wire_job_t job = two_hosts();
    emuq_host_text_t text[2];
    char said[512] = "";
    int before = dup(STDERR_FILENO), file = memfd_create("said", MFD_CLOEXEC);
    CU_ASSERT_FATAL(before >= 0 && file >= 0);
    if (emuq_host_text_print(&text[0], "n0", "none", (const unsigned char *)"0", 1) != 0 ||
        emuq_host_text_print(&text[1], "n1", "none", (const unsigned char *)"1", 1) != 0 ||
        emuq_host_text_mark(&text[1], EMUQ_TEXT_COVERS_ALL) != 0)
        abort();
    set = (emuq_connection_set_t){.endpoint = &endpoint, .messages.endpoint = &endpoint};
    dup2(file, STDERR_FILENO);
    int rc = emuq_connections_open(&set, &job, text, BEGIN);
    dup2(before, STDERR_FILENO);
    close(before);
    CU_ASSERT_EQUAL(rc, -EINVAL);
    CU_ASSERT(pread(file, said, sizeof said - 1, 0) > 0);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(said, "host 1 (n1) has EMUQ_HOST_MAC=all, and host 0 (n0) EMUQ_HOST_MAC=start"));
    close(file);
    close_lanes();
    if (emuq_host_text_mark(&text[0], EMUQ_TEXT_COVERS_ALL) != 0)
        abort();
    job.covers_all = true;
    CU_ASSERT_EQUAL(emuq_connections_open(&set, &job, text, BEGIN), 0);
    close_lanes();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"an engine that runs", an_engine_that_runs},
        {"an engine that runs seldom", an_engine_that_runs_seldom},
        {"an engine that was stopped", an_engine_that_was_stopped},
        {"tags", tags},
        {"texts of nobody", texts_of_nobody},
        {"other codes", other_codes},
        {NULL, NULL},
    };
    return emuq_test_main("silent hosts", tests);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* How an engine handles authentic messages that are repeated, early, missing or malformed. Host 1 is an
 * endpoint of this program. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/host_calls.h"
#include "emuq_test.h"
#include "fabrics.h"
#include "transport/fabric_private.h"
#include "transport/fabric.h"
#include "transport/wire.h"

#define LIMIT_NS (20 * EMUQ_NS_PER_S)

enum { BYTES = 100, FRAMES_MOST = 64, RECEIVES = 16 /* of an engine */ };

static struct {
    emuq_fabric_t *fabric;
    emuq_connections_t lanes;
    emuq_endpoint_t endpoint; /* of host 1 */
    emuq_wire_job_t job;      /* of host 1 */
    fi_addr_t target;
    unsigned frame[FRAMES_MOST], frames; /* numbers of the frames received by host 0 */
    unsigned ends;
} peer;

static int arrival(void *nothing, uint32_t host, const void *frame, size_t bytes)
{
    (void)nothing;
    CU_ASSERT_EQUAL(host, 1);
    peer.ends += bytes == 0;
    if (bytes == BYTES && peer.frames < FRAMES_MOST)
        peer.frame[peer.frames++] = *(const unsigned char *)frame;
    return 0;
}

static void peer_open(void)
{
    char self[HOST_NAME_MAX + 1] = "";
    emuq_host_text_t text[2];
    emuq_host_parts_t parts;
    memset(&peer, 0, sizeof peer);
    peer.job = (emuq_wire_job_t){.hosts = 2, .host = 1};
    gethostname(self, sizeof self - 1);
    if (emuq_fabric_open("127.0.0.1", &peer.fabric, &text[0]) != 0 ||
        emuq_endpoint_open(&peer.endpoint, emuq_setting_text(EMUQ_SETTING_FABRIC), "127.0.0.1") != 0 ||
        emuq_host_text_print(&text[1], self, peer.endpoint.provider, peer.endpoint.address,
                             peer.endpoint.address_bytes) != 0 ||
        emuq_fabric_connect(peer.fabric, 2, 0, text, fabrics_key, NULL, 0) != 0 ||
        emuq_mac_open(&peer.job.mac, fabrics_key) != 0 || emuq_host_text_parse(text[0].text, &parts) != 0 ||
        fi_av_insert(peer.endpoint.av, parts.address, 1, &peer.target, 0, NULL) != 1)
        abort();
    emuq_fabric_connections(peer.fabric, &peer.lanes);
}

static void peer_close(void)
{
    emuq_fabric_close(peer.fabric);
    emuq_endpoint_close(&peer.endpoint);
}

/* Makes progress at both hosts. @return completed sends of host 1 */
static unsigned progress(void)
{
    struct fi_cq_msg_entry entry[8];
    ssize_t got = fi_cq_read(peer.endpoint.cq, entry, 8);
    CU_ASSERT_EQUAL(
        peer.lanes.progress(peer.lanes.context, 10000, &(emuq_connection_user_t){.arrival = arrival}), 0);
    return got > 0 ? (unsigned)got : 0;
}

/* Sends a message with one frame that contains its number, and waits for completion. @param change of the
 * head before it is authenticated, or NULL */
static void deliver(uint64_t sequence, void (*change)(emuq_wire_head_t *head))
{
    static _Alignas(EMUQ_FRAME_ALIGN) unsigned char message[1024];
    static struct fi_context2 context;
    const uint32_t length = BYTES;
    size_t end = sizeof(emuq_wire_head_t) + emuq_wire_padded(BYTES);
    memset(message, (int)sequence, sizeof message);
    size_t bytes = emuq_wire_close(message, &peer.job, EMUQ_WIRE_DATA, 0, sequence, end, &length, 1);
    if (change != NULL) {
        change((emuq_wire_head_t *)(void *)message);
        emuq_mac_sign(&peer.job.mac, message + EMUQ_MAC_BYTES, bytes - EMUQ_MAC_BYTES, message);
    }
    uint64_t begin = emuq_now_ns(), sent = 0;
    ssize_t rc = -FI_EAGAIN;
    while (sent == 0 && emuq_now_ns() - begin < LIMIT_NS) {
        if (rc == -FI_EAGAIN)
            rc = fi_tsend(peer.endpoint.ep, message, bytes, NULL, peer.target, emuq_mac_tag(&peer.job.mac, 0),
                          &context);
        sent += progress();
    }
    CU_ASSERT_EQUAL(rc, 0);
    CU_ASSERT_EQUAL(sent, 1);
}

/* Waits until the host has received all frames of @p numbers, each once. */
static void expect(const unsigned *numbers, unsigned count)
{
    for (uint64_t begin = emuq_now_ns(); peer.frames < count && emuq_now_ns() - begin < LIMIT_NS;)
        progress();
    CU_ASSERT_EQUAL(peer.frames, count);
    CU_ASSERT_EQUAL(memcmp(peer.frame, numbers, count * sizeof *numbers), 0);
}

static void expect_end(const char *reason)
{
    for (uint64_t begin = emuq_now_ns(); peer.ends == 0 && emuq_now_ns() - begin < LIMIT_NS;)
        progress();
    const char *got = peer.lanes.reason(peer.lanes.context, 1);
    CU_ASSERT_EQUAL(peer.ends, 1);
    CU_ASSERT_FATAL(got != NULL);
    CU_ASSERT_STRING_EQUAL(got, reason);
}

static const unsigned in_order[] = {0, 1, 2, 3, 4, 5};

static void repeated_messages(void)
{
    peer_open();
    deliver(0, NULL);
    deliver(1, NULL);
    expect(in_order, 2);
    deliver(0, NULL);
    deliver(1, NULL);
    deliver(2, NULL);
    expect(in_order, 3);
    CU_ASSERT_EQUAL(peer.ends, 0);
    peer_close();
}

static void early_messages(void)
{
    peer_open();
    deliver(0, NULL);
    deliver(3, NULL);
    deliver(2, NULL);
    deliver(3, NULL); /* repeats a saved message */
    expect(in_order, 1);
    deliver(1, NULL);
    deliver(4, NULL);
    expect(in_order, 5);
    CU_ASSERT_EQUAL(peer.ends, 0);
    peer_close();
}

/* Repeated early messages do not use up the receives of the engine. */
static void many_early_messages(void)
{
    peer_open();
    deliver(0, NULL);
    for (unsigned i = 0; i < 2 * RECEIVES; i++)
        deliver(2, NULL);
    expect(in_order, 1);
    deliver(1, NULL);
    expect(in_order, 3);
    CU_ASSERT_EQUAL(peer.ends, 0);
    peer_close();
}

static void a_gap(void)
{
    peer_open();
    deliver(0, NULL);
    deliver(1 + RECEIVES - 1, NULL); /* as early as possible */
    expect(in_order, 1);
    CU_ASSERT_EQUAL(peer.ends, 0);
    deliver(1 + RECEIVES, NULL);
    expect_end("has sent a message that is not the next");
    peer_close();
}

static void other_version(emuq_wire_head_t *head)
{
    head->version++;
}

/* Only the start of a long message is covered: a client without the key can repeat it with a different end.
 */
static void a_repeated_malformed_message(void)
{
    peer_open();
    deliver(0, NULL);
    deliver(1, NULL);
    expect(in_order, 2);
    deliver(0, other_version);
    deliver(2, NULL);
    expect(in_order, 3);
    CU_ASSERT_EQUAL(peer.ends, 0);
    peer_close();
}

static void a_malformed_message(void)
{
    peer_open();
    deliver(0, NULL);
    deliver(1, other_version);
    expect_end("has sent a malformed message");
    deliver(1, NULL); /* too late */
    expect(in_order, 1);
    CU_ASSERT_EQUAL(peer.ends, 1);
    peer_close();
}

/* Messages of a lost host are ignored. */
static void a_message_after_the_end(void)
{
    setenv("EMUQ_HEARTBEAT", "1", 1);
    emuq_settings_load();
    peer_open();
    deliver(0, NULL);
    expect(in_order, 1);
    expect_end("does not answer for 1 s");
    deliver(1, NULL);
    expect(in_order, 1);
    CU_ASSERT_EQUAL(peer.ends, 1);
    peer_close();
    unsetenv("EMUQ_HEARTBEAT");
    emuq_settings_load();
}

/* A client that knows the tag does not know the key. */
static void a_message_with_another_key(void)
{
    unsigned char key[EMUQ_KEY_BYTES];
    emuq_wire_job_t right;
    memcpy(key, fabrics_key, sizeof key);
    key[0] ^= 1;
    peer_open();
    deliver(0, NULL);
    right = peer.job;
    CU_ASSERT_EQUAL(emuq_mac_open(&peer.job.mac, key), 0);
    memcpy(peer.job.mac.tag_key, right.mac.tag_key, sizeof right.mac.tag_key);
    deliver(1, NULL);
    peer.job = right;
    expect(in_order, 1);
    deliver(1, NULL);
    expect(in_order, 2);
    CU_ASSERT_EQUAL(peer.ends, 0);
    peer_close();
}

/* An address of another host is an error, not a reason to listen at all addresses. */
static void an_address_of_another_host(void)
{
    emuq_endpoint_t e;
    CU_ASSERT_EQUAL(emuq_endpoint_open(&e, emuq_setting_text(EMUQ_SETTING_FABRIC), "192.0.2.1"), -EIO);
    emuq_endpoint_close(&e);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"repeated messages", repeated_messages},
        {"early messages", early_messages},
        {"many early messages", many_early_messages},
        {"a gap", a_gap},
        {"a repeated malformed message", a_repeated_malformed_message},
        {"a malformed message", a_malformed_message},
        {"a message after the end", a_message_after_the_end},
        {"a message with another key", a_message_with_another_key},
        {"an address of another host", an_address_of_another_host},
        {NULL, NULL},
    };
    fabrics_need();
    return emuq_test_main("messages of a peer", tests);
}

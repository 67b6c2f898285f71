/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread that waits for space on a link: first the words of its batch leave, whose credits make the space.
 * Network and channel are replaced. */
#include <errno.h>
#include <string.h>

#include "apenet/driver/links.h"
#include "apenet/net/network.h"
#include "backends/channel.h"
#include "emuq_test.h"
#include "kernel-shim/partition/partition.h"

#define TRIES 1000u

bool __wrap_apenet_network_is_external(const apenet_network_t *n, uint32_t node, unsigned port);
int __wrap_apenet_network_arrive_datagram(apenet_network_t *n, uint32_t node, unsigned port,
                                          const void *datagram, uint64_t bytes);
void __wrap_apenet_run_network(apenet_machine_t *m);
int __wrap_emuq_component_thread(void *(*run)(void *), void *argument, void (*stop)(void));

static struct {
    bool is_batch, has_words; /* words that wait for the end of the batch */
    unsigned flushes, tries;
} channel_state;

bool __wrap_apenet_network_is_external(const apenet_network_t *n, uint32_t node, unsigned port)
{
    (void)n, (void)node, (void)port;
    return true;
}

/* Space comes with the credits of words that have left. */
int __wrap_apenet_network_arrive_datagram(apenet_network_t *n, uint32_t node, unsigned port,
                                          const void *datagram, uint64_t bytes)
{
    (void)n, (void)node, (void)port, (void)datagram, (void)bytes;
    if (channel_state.flushes != 0)
        return 0;
    return ++channel_state.tries < TRIES ? -EAGAIN : -EBADMSG;
}

void __wrap_apenet_run_network(apenet_machine_t *m)
{
    (void)m;
    channel_state.has_words = true;
}

int __wrap_emuq_component_thread(void *(*run)(void *), void *argument, void (*stop)(void))
{
    (void)run, (void)argument, (void)stop;
    return 0;
}

static int fake_open(emuq_machine_t *machine, uint32_t number, emuq_channel_t **channel)
{
    static emuq_channel_t c;
    (void)machine, (void)number;
    *channel = &c;
    return 0;
}

static bool fake_batch(bool begins)
{
    bool before = channel_state.is_batch;
    channel_state.is_batch = begins;
    channel_state.flushes += before && !begins && channel_state.has_words;
    return before;
}

static void words_leave(void)
{
    static const emuq_backend_remote_ops_t ops = {.channel_open = fake_open, .channel_batch = fake_batch};
    static emuq_backend_t backend;
    static apenet_machine_t machine;
    static apenet_device_t device = {.machine = &machine};
    static apenet_host_t host = {.device = &device};
    static apenet_card_t card = {.host = &host};
    uint16_t hosts[1] = {0};
    apenet_links_message_t message = {.kind = APENET_LINKS_WORDS};
    (void)emuq_process_self(); /* of the backend that is replaced */
    const emuq_backend_t *real = emuq_backend;
    backend = *real;
    backend.remote = &ops;
    emuq_backend = &backend;
    machine.devices = 1;
    machine.device = &device;
    machine.host_of = hosts;
    CU_ASSERT_EQUAL(apenet_links_open(&card), 0);
    for (unsigned is_batch = 0; is_batch < 2; is_batch++) {
        memset(&channel_state, 0, sizeof channel_state);
        (void)apenet_links_batch(is_batch != 0);
        /* Without a batch, words leave at once; here they stay. */
        CU_ASSERT_EQUAL(apenet_links_take(&machine, &message, sizeof message), is_batch ? 0 : -EBADMSG);
        CU_ASSERT_EQUAL(channel_state.flushes, is_batch);
        CU_ASSERT_EQUAL(channel_state.is_batch, is_batch);
    }
    emuq_backend = real;
}

int main(void)
{
    static const emuq_test_t tests[] = {{"words of a batch leave", words_leave}, {NULL, NULL}};
    return emuq_test_main("apenet: waits on links", tests);
}

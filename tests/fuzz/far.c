/* SPDX-License-Identifier: BSD-3-Clause */
/* Sequences of nearly valid frames from two remote hosts to the unit of a host engine: each frame is
 * processed or rejected, without access outside the frame. The input chooses frames, senders, and modified
 * bytes. All inputs share one partition: the unit keeps state from frames for the life of its process. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "backends/channel.h"
#include "backends/emulator/remote/remote.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/collective/tree.h"
#include "fuzz.h"
#include "kernel-shim/partition/partition.h"

enum { NODES = 4, HOSTS = 3, PEER = 1, ROUTE = 0, MOST = 1024, FRAMES = 64, CHANGES = 4, CHANNELS = 2 };

/* Numbers of kinds behind the frames: a rank acts first. */
enum { RANK_POSTS = 14, RANK_READS = 15 };

static emuq_partition_t *partition;
static uint32_t last_token; /* token of the unit's last remote request */

static int carry(void *context, uint32_t host, const void *frame, size_t bytes)
{
    (void)context;
    FUZZ_CHECK(host != 0 && host < HOSTS && bytes >= sizeof(emuq_remote_frame_t));
    last_token = ((const emuq_remote_frame_t *)frame)->token;
    return 0;
}

static int lend(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *frame))
{
    int rc = carry(context, host, frame, bytes);
    done(frame);
    return rc;
}

/* Nodes 0 to 2 are local, node 3 is on the peer. */
static int place(const emuq_job_hosts_t *spread, const emuq_partition_t *p, uint16_t *of_node)
{
    (void)spread;
    for (uint32_t node = 0; node < p->nodes; node++)
        of_node[node] = node == 3 ? PEER : 0;
    return 0;
}

static MUHWI_PacketHeader_t header_of(bool is_collective)
{
    MUHWI_PacketHeader_t header = {0};
    MUHWI_Pt2PtNetworkHeader_t *h = &header.NetworkHeader.pt2pt;
    h->Data_Packet_Type = is_collective ? MUHWI_COLLECTIVE_DATA_PACKET_TYPE : MUHWI_PT2PT_DATA_PACKET_TYPE;
    h->Byte8.Packet_Type = EMUQ_TYPE_PUT;
    h->Byte8.Size = 16;
    if (is_collective) {
        header.NetworkHeader.collective.Byte3.Virtual_channel = 4;
        header.NetworkHeader.collective.Byte3.Collective_Type = 2;
        header.NetworkHeader.collective.Byte1.Word_Length = 1;
    }
    return header;
}

/* Writes a valid frame. @return its bytes */
static size_t write_frame(char *to, uint8_t kind, fuzz_input_t *input)
{
    uint64_t tree = emuq_tree_find(&partition->machine->node[0], ROUTE, true)->id;
    uint32_t node = fuzz_byte(input) % NODES, token = fuzz_byte(input) % 8;
    bool is_value = kind == 1;
    const emuq_remote_request_t ask = {.frame = {EMUQ_REMOTE_REQUEST, token},
                                       .from = 3,
                                       .to = node,
                                       .request_kind = is_value ? EMUQ_FOR_TREE : EMUQ_FOR_NODE,
                                       .tree = tree,
                                       .length = token % 2 != 0 ? 8 : 16,
                                       .begin = token == 4 ? 8 : 0,
                                       .header = header_of(is_value)};
    const emuq_remote_posts_t posts = {.frame = {EMUQ_REMOTE_POSTS, 0}, .posts = 1};
    const emuq_post_t post = {.from = 3,
                              .to = node,
                              .fifo = (uint16_t)token,
                              .bytes = 8,
                              .completes = 1,
                              .number = token,
                              .length = 8,
                              .header = header_of(false)};
    const emuq_remote_gi_t level = {.frame = {EMUQ_REMOTE_GI, 0},
                                    .what = token % 4,
                                    .id = tree,
                                    .route = ROUTE,
                                    .bits = (uint16_t)node,
                                    .origin = PEER};
    const emuq_remote_withdraw_t withdrawn = {{EMUQ_REMOTE_WITHDRAW, token}, tree};
    const emuq_remote_reply_t answer = {.frame = {EMUQ_REMOTE_REPLY, last_token}};
    const emuq_remote_update_ack_t heard = {.frame = {EMUQ_REMOTE_UPDATE_ACK, last_token}};
    const emuq_remote_credit_t taken = {{EMUQ_REMOTE_CREDIT, 0}, node, token, 1, 8};
    const emuq_remote_reject_t refused = {.frame = {EMUQ_REMOTE_REJECT, 0}, .from = node, .fifo = token};
    const emuq_remote_channel_t message = {{EMUQ_REMOTE_CHANNEL, 0}, token % CHANNELS, 8};
    const emuq_remote_channel_t credit = {{EMUQ_REMOTE_CHANNEL_CREDIT, 0}, token % CHANNELS, 64 * node};
    const emuq_remote_update_t news = {{EMUQ_REMOTE_UPDATE, token}, 3, token, fuzz_byte(input), node};
    const struct {
        const void *frame;
        size_t bytes, more;
    } frames[] = {{&ask, sizeof ask, 8},
                  {&ask, sizeof ask, 8},
                  {&posts, sizeof posts, 0},
                  {&level, sizeof level, 0},
                  {&withdrawn, sizeof withdrawn, 0},
                  {&answer, sizeof answer, 0},
                  {&heard, sizeof heard, 0},
                  {&taken, sizeof taken, 0},
                  {&refused, sizeof refused, 0},
                  {&news, sizeof news, 0},
                  {&message, sizeof message, 8},
                  {&credit, sizeof credit, 0}};
    kind %= sizeof frames / sizeof frames[0];
    memcpy(to, frames[kind].frame, frames[kind].bytes);
    memset(to + frames[kind].bytes, 0, frames[kind].more);
    if (kind != 2)
        return frames[kind].bytes + frames[kind].more;
    memcpy(to + sizeof posts, &post, sizeof post);
    memset(to + sizeof posts + sizeof post, 0, EMUQ_POST_ALIGN);
    return sizeof posts + sizeof post + EMUQ_POST_ALIGN;
}

/* Delivers a frame in an allocation of exactly its size, for checks by AddressSanitizer. */
static void arrive(uint32_t host, const char *frame, size_t bytes)
{
    void *exact;
    FUZZ_CHECK(posix_memalign(&exact, EMUQ_FRAME_ALIGN, bytes != 0 ? bytes : 1) == 0);
    memcpy(exact, frame, bytes);
    int rc = emuq_backend->remote->receive(partition->machine, host, exact, bytes);
    FUZZ_CHECK(rc == 0 || rc == -EPROTO || rc == -ENOMEM);
    free(exact);
}

/* A rank uses a channel. */
static void act(uint8_t what, uint32_t number)
{
    static const char data[64];
    const emuq_backend_remote_ops_t *ops = emuq_backend->remote;
    emuq_channel_t *channel;
    emuq_channel_message_t *message;
    FUZZ_CHECK(ops->channel_open(partition->machine, number % CHANNELS, &channel) == 0);
    if (what == RANK_POSTS) {
        int rc =
            ops->channel_post(channel, PEER, &(const struct iovec){(void *)(uintptr_t)data, number % 64}, 1);
        FUZZ_CHECK(rc == 0 || rc == -EAGAIN);
    } else if (what == RANK_READS) {
        while ((message = ops->channel_next(channel)) != NULL) {
            FUZZ_CHECK(message->host != 0 && message->host < HOSTS && message->bytes < MOST);
            ops->channel_done(channel, message);
        }
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const emuq_job_hosts_t spread = {.hosts = HOSTS, .place = place};
    const emuq_job_t job = {.shape = {NODES, 1, 1, 1, 1}};
    (void)argc, (void)argv;
    fuzz_one_engine();
    setenv("EMUQ_ON_ERROR", "report", 1);
    FUZZ_CHECK(emuq_partition_make(&job, true, &spread, &partition) == 0);
    emuq_my_member = NODES;
    FUZZ_CHECK(emuq_partition_attach(partition, UINT32_MAX,
                                     &(emuq_kernel_callbacks_t){.hosts = {.send = carry, .lend = lend}}) ==
               0);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input_t input = {data, size};
    for (unsigned i = 0; i < FRAMES && input.size != 0; i++) {
        _Alignas(EMUQ_FRAME_ALIGN) char frame[MOST];
        uint8_t what = fuzz_byte(&input);
        act(what & 15, what >> 4);
        size_t bytes = write_frame(frame, what & 15, &input);
        for (unsigned change = (what >> 4) % CHANGES; change > 0; change--)
            frame[(fuzz_byte(&input) | fuzz_byte(&input) << 8) % bytes] ^= (char)fuzz_byte(&input);
        if (what >> 6 == 3)
            bytes = fuzz_byte(&input) % (bytes + 1);
        arrive(1 + fuzz_byte(&input) % (HOSTS - 1), frame, bytes);
        while (emuq_backend->remote->progress(partition->machine, false))
            continue;
    }
    return 0;
}

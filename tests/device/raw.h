/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file raw.h
 * @brief A program without a library: it finds a device by a socket or a file, maps it, and stores to
 * registers.
 */
#ifndef RAW_H
#define RAW_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "backends/backend.h"
#include "backends/mmio/device.h"
#include "emuq_test.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "hwi/include/bqc/nd_500_dcr.h"

#define RAW_MIB      (UINT64_C(1) << 20)
#define RAW_APERTURE (64 * RAW_MIB)      /**< of each node */
#define RAW_PA       (UINT64_C(1) << 35) /**< where it begins */
#define RAW_NOBODY   UINT32_MAX

/** A device process that the test has started. */
typedef struct raw_device {
    pid_t pid;
    char where[96];
} raw_device_t;

/** Starts emuq-device with the given arguments, at most 16, NULL at the end; @p where is an argument that
 * says where it is, or NULL: --socket and a new name are added. */
raw_device_t raw_start(const char *where, const char *const *arguments);

/** Ends it, and asserts that it ends well. */
void raw_stop(raw_device_t *device);

/** Waits until it has ended by itself. @return its exit status, 128 and the signal, or -1: it has not ended.
 */
int raw_end(raw_device_t *device);

/** A partition, as a program sees it. */
typedef struct raw {
    int owner, member; /**< connections */
    uint64_t partition;
    emuq_device_info_t *info; /**< the region */
    uint64_t region_bytes;
    char *memory; /**< the apertures */
    uint64_t memory_bytes;
    int event;
    uint64_t first_node;
} raw_t;

/** Connects, waiting until the device listens. @return the connection. */
int raw_connect(const char *where);

/** Sends @p bytes bytes of a request and waits for the answer. @return files that came with it. */
int raw_ask(int fd, const emuq_device_request_t *request, size_t bytes, emuq_device_reply_t *reply,
            int files[3]);

/** A request of @p size[0] x ... nodes, with RAW_APERTURE for each. */
emuq_device_request_t raw_request(uint32_t what, const uint32_t size[5]);

/** Opens a partition and joins as member 0 for all nodes. @return whether all went well. */
bool raw_open(raw_t *raw, const char *where, const uint32_t size[5]);
/** Joins a partition that has been opened. @return whether it went well. */
bool raw_join(raw_t *raw, const char *where, uint64_t partition, uint32_t member, uint32_t node);
void raw_close(raw_t *raw);

/** Control block, registers and memory of a node. */
emuq_device_control_t *raw_control(const raw_t *raw, uint32_t node);
volatile uint64_t *raw_register(const raw_t *raw, uint32_t node, uint32_t subgroup, uint32_t offset);
char *raw_memory(const raw_t *raw, uint32_t node);

uint64_t raw_load(const volatile uint64_t *word);
void raw_store(volatile uint64_t *word, uint64_t value);

/** Waits for a word to have a value, but not for ever. @return whether it has it. */
bool raw_await(const volatile uint64_t *word, uint64_t value);

/** A command. @return its status, or -ETIMEDOUT. */
int raw_command(const raw_t *raw, uint32_t node, uint64_t command, const uint64_t argument[4],
                uint64_t *value);
/** Rings the device's bell, if it sleeps. */
void raw_ring(const raw_t *raw);
int raw_flush(const raw_t *raw, uint32_t node);
uint64_t raw_dcr(const raw_t *raw, uint32_t node, uint32_t number);
int raw_set_dcr(const raw_t *raw, uint32_t node, uint32_t number, uint64_t value);
int raw_assign(const raw_t *raw, uint32_t node, emuq_resource_t kind, uint32_t id, uint64_t member,
               uint64_t rank);

/* Registers of the FIFOs and table entries, as offsets in a subgroup's page. */
#define RAW_INJ(fifo)  ((fifo) % 8 * 0x40u)
#define RAW_REC(fifo)  (0x200u + (fifo) % 4 * 0x40u)
#define RAW_BAT(entry) (0x400u + (entry) % 8 * 8u)
enum { RAW_START = 0, RAW_SIZE = 8, RAW_HEAD = 16, RAW_TAIL = 24, RAW_DONE = 32, RAW_FREE = 40 };
enum { RAW_ENABLED = 0x300, RAW_ENABLE = 0x308, RAW_DISABLE = 0x310, RAW_STATUS = 0x320, RAW_CLEAR = 0x328 };
enum { RAW_GI_CONTROL = 0x500, RAW_GI_STATUS = 0x580 };

/** Makes injection FIFO @p fifo of a node the user's, with @p slots slots at byte @p at of the node's memory,
 * and enables it. */
void raw_inj(const raw_t *raw, uint32_t node, uint32_t fifo, uint64_t at, uint32_t slots);
/** The same for a reception FIFO of @p bytes bytes. */
void raw_rec(const raw_t *raw, uint32_t node, uint32_t fifo, uint64_t at, uint64_t bytes);
/** Sets a table entry, for a base in the node's memory. */
void raw_bat(const raw_t *raw, uint32_t node, uint32_t entry, uint64_t pa);

/** A descriptor of a direct put: bytes at @p from of the sender to entry 0 of @p to, plus @p offset; the
 * counter is at entry 1, plus 0. The nodes are those of a row along A. */
MUHWI_Descriptor_t raw_put(uint32_t to, uint64_t from, uint64_t bytes, uint64_t offset);
/** A descriptor of a message to a reception FIFO. */
MUHWI_Descriptor_t raw_message(uint32_t to, uint64_t from, uint64_t bytes, uint32_t rec_fifo);

/** A descriptor of a remote get: @p bytes / 64 descriptors at @p from go to injection FIFO @p inj_fifo of @p
 * to. */
MUHWI_Descriptor_t raw_get(uint32_t to, uint64_t from, uint64_t bytes, uint32_t inj_fifo);

/** Stores a descriptor and the tail. FIFO as raw_inj() has made it. */
void raw_inject(const raw_t *raw, uint32_t node, uint32_t fifo, const MUHWI_Descriptor_t *d);

#endif /* RAW_H */

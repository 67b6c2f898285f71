/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file schedule.h
 * @brief Schedules of collectives, the messages of collectives, and their buffers.
 *
 * An algorithm is a function that writes the *schedule* of a collective at one member: a list of steps. A
 * *wait* step passes when the preceding messages are complete; poll steps poll the hardware in each round;
 * the rest run at once.
 *
 * Members number the collectives of a geometry in the order of the starts, equal everywhere. Messages carry
 * key, number and rank of the sender, and stay in order between two members: the first message of a rank
 * matches the first receive.
 */
#ifndef EMUQ_PAMI_COLL_SCHEDULE_H
#define EMUQ_PAMI_COLL_SCHEDULE_H

#include "msglayer/coll/geometry.h"
#include "msglayer/p2p/p2p.h"

typedef struct emuq_pami_coll_header {
    uint64_t key;
    uint32_t number;
    uint32_t from;
} emuq_pami_coll_header_t;

/** A receive without message, or a message without receive. */
typedef struct emuq_pami_slot {
    struct emuq_pami_slot *next;
    emuq_pami_member_t *member;
    uint32_t number, from;
    emuq_pami_schedule_t *schedule; /**< schedule of the receive; NULL: a message without receive */
    char *to;
    size_t bytes;
    char *data; /**< malloc'ed data of a message without receive */
    size_t data_size;
    bool is_complete;
    bool is_in_schedule; /**< in memory of the schedule; else malloc'ed */
} emuq_pami_slot_t;

void emuq_pami_matching_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                                const void *data, size_t data_size, pami_endpoint_t origin,
                                pami_recv_t *recv);

/** Polls the hardware. @return whether the step is complete */
typedef bool (*emuq_pami_poll_fn)(emuq_pami_schedule_t *schedule, void *argument);

typedef enum emuq_pami_step_kind {
    EMUQ_PAMI_STEP_SEND,
    EMUQ_PAMI_STEP_RECEIVE,
    EMUQ_PAMI_STEP_WAIT, /**< until all earlier sends and receives are complete */
    EMUQ_PAMI_STEP_COPY, /**< operands may overlap */
    EMUQ_PAMI_STEP_COMBINE,
    EMUQ_PAMI_STEP_UNPACK, /**< from contiguous data to layout `type` */
    EMUQ_PAMI_STEP_POLL
} emuq_pami_step_kind_t;

typedef struct emuq_pami_step {
    emuq_pami_step_kind_t kind;
    uint32_t rank;
    void *to;
    union {
        const void *from;
        emuq_pami_poll_fn poll;
    };
    size_t bytes;
    pami_type_t type;
} emuq_pami_step_t;

#define EMUQ_PAMI_MAX_PEERS 16u /**< maximum concurrent peers of a block exchange */
#define EMUQ_PAMI_FEW_STEPS 24u
#define EMUQ_PAMI_FEW_SLOTS 4u
#define EMUQ_PAMI_FEW_BYTES 256u

struct emuq_pami_schedule {
    emuq_pami_schedule_t *next, *next_polled;
    emuq_pami_member_t *member;
    uint32_t number;
    uint32_t pending;
    uint32_t at;
    bool is_running;
    bool uses_network; /**< uses a class route */
    uint32_t ticket;   /**< order among schedules of the class route */
    bool failed;       /**< memory ran out while writing */
    bool has_messages; /**< messages were added since the last wait */
    bool has_types;    /**< steps reference types */
    emuq_pami_step_t *steps;
    uint32_t count, capacity;
    emuq_pami_slot_t *slot;      /**< [receives] receives in progress */
    uint32_t receives, received; /**< receives: their number; received: slots in use */
    struct emuq_pami_scratch *scratch;
    uint32_t bytes_used;
    pami_xfer_type_t type;
    pami_data_function op;
    void *op_cookie;
    pami_type_t op_type;
    pami_event_function done_fn;
    void *cookie;
    /** Memory that suffices for most schedules. */
    emuq_pami_step_t few[EMUQ_PAMI_FEW_STEPS];
    emuq_pami_slot_t few_slots[EMUQ_PAMI_FEW_SLOTS];
    char bytes[EMUQ_PAMI_FEW_BYTES] __attribute__((aligned(64)));
};

/** Makes a schedule. @return NULL: out of memory */
emuq_pami_schedule_t *emuq_pami_schedule_new(emuq_pami_member_t *member, pami_xfer_type_t type,
                                             pami_event_function done_fn, void *cookie);
/** Frees a schedule that has not started, or whose context ends. */
void emuq_pami_schedule_free(emuq_pami_schedule_t *schedule);
/** Allocates memory with the lifetime of the schedule. @return NULL: out of memory; the start fails */
void *emuq_pami_schedule_scratch(emuq_pami_schedule_t *schedule, size_t bytes);
/** @name Writing steps
 * @{ */
void emuq_pami_add_send(emuq_pami_schedule_t *schedule, uint32_t rank, const void *from, size_t bytes);
void emuq_pami_add_receive(emuq_pami_schedule_t *schedule, uint32_t rank, void *to, size_t bytes);
void emuq_pami_add_wait(emuq_pami_schedule_t *schedule);
/** Adds a copy unless source and target are equal. */
void emuq_pami_add_copy(emuq_pami_schedule_t *schedule, void *to, const void *from, size_t bytes);
void emuq_pami_add_combine(emuq_pami_schedule_t *schedule, void *to, const void *from, size_t bytes);
void emuq_pami_add_poll(emuq_pami_schedule_t *schedule, emuq_pami_poll_fn poll, void *argument);
/** @} */
/** Contiguous data of @p count elements: the client's memory, or a copy. */
const char *emuq_pami_schedule_source(emuq_pami_schedule_t *schedule, const void *from, pami_type_t type,
                                      size_t count);
/** Contiguous memory for @p count elements: the client's if contiguous. */
char *emuq_pami_schedule_target(emuq_pami_schedule_t *schedule, void *to, pami_type_t type, size_t count);
/** Adds a step that stores @p memory into the client's buffer unless equal. */
void emuq_pami_add_unpack(emuq_pami_schedule_t *schedule, void *to, pami_type_t type, size_t count,
                          const char *memory);
/** Starts a schedule inside the client's call. @return PAMI_ENOMEM: the schedule has been freed */
pami_result_t emuq_pami_schedule_start(emuq_pami_schedule_t *schedule);
/** Sends a message; copies data that the Message Unit cannot access. */
pami_result_t emuq_pami_coll_send(emuq_pami_context_t *context, emuq_pami_message_t *message);
/** Continues schedules that poll the hardware. @return whether a step has completed */
bool emuq_pami_schedules_poll(emuq_pami_context_t *context);

extern const emuq_pami_member_part_t emuq_pami_schedule_part;

/** Blocks of all ranks, described by the client. */
typedef struct emuq_pami_blocks {
    char *base;
    pami_type_t type;
    size_t each; /**< elements of a block, unless counts are given */
    const size_t *counts, *displs;
    const int *icounts, *idispls;
    char *packed; /**< contiguous copy; NULL: the client's memory */
    size_t *at;   /**< [ranks + 1] byte positions in `packed` */
} emuq_pami_blocks_t;

/** Address of a block in the client's buffer. */
char *emuq_pami_blocks_address(const emuq_pami_blocks_t *blocks, uint32_t rank);
pami_result_t emuq_pami_buffer_check(pami_type_t type, size_t count, pami_data_function fn);
/** @name Reductions to a root or to all ranks
 * @{ */
#define EMUQ_PAMI_ALL_RANKS UINT32_MAX

static inline bool emuq_pami_receives(const emuq_pami_schedule_t *schedule, uint32_t root)
{
    return root == EMUQ_PAMI_ALL_RANKS || root == schedule->member->rank;
}

/** Checks the arguments and sets the operation. */
pami_result_t emuq_pami_reduction_check(emuq_pami_schedule_t *schedule, const pami_allreduce_t *a,
                                        bool receives);
/** Writes a reduction by messages. */
pami_result_t emuq_pami_write_reduction(emuq_pami_schedule_t *schedule, const pami_allreduce_t *a,
                                        uint32_t root);
/** Reads the arguments of a reduce. @return false: the root is not a member */
bool emuq_pami_read_reduce(const emuq_pami_schedule_t *schedule, const pami_collective_t *arguments,
                           pami_allreduce_t *a, uint32_t *root);
/** @} */

/** Calls @p join for each pair of segments to combine, in the order of reductions (reduce.c). Segment @p left
 * receives the result of a call, segment 0 the final result. */
void emuq_pami_combine_in_order(uint32_t pieces, void (*join)(void *cookie, uint32_t left, uint32_t right),
                                void *cookie);
/** Adds the exchange of a block with each rank. */
void emuq_pami_add_exchange(emuq_pami_schedule_t *schedule, const emuq_pami_blocks_t *out,
                            const emuq_pami_blocks_t *in);
/** Resolves PAMI_IN_PLACE: the buffer in place becomes the opposite buffer, so algorithms see overlapping
 * buffers.
 * @param copy memory for changed arguments
 * @return @p arguments or @p copy; NULL: invalid PAMI_IN_PLACE
 */
const pami_collective_t *emuq_pami_in_place(const emuq_pami_member_t *member, pami_xfer_type_t type,
                                            const pami_collective_t *arguments, pami_collective_t *copy);
pami_result_t emuq_pami_am_start(emuq_pami_member_t *member, pami_xfer_type_t type, const pami_xfer_t *cmd);
pami_result_t emuq_pami_am_set(emuq_pami_member_t *member, pami_xfer_type_t type, uint32_t dispatch,
                               pami_dispatch_callback_function fn, void *cookie);
void emuq_pami_am_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                          const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv);

extern const emuq_pami_member_part_t emuq_pami_am_part;

#endif /* EMUQ_PAMI_COLL_SCHEDULE_H */

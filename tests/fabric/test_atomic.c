/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic operations: datatypes and operations, atomicity, errors, events, order. */
#define _GNU_SOURCE
#include "pair.h"

#include <complex.h>
#include <pthread.h>
#include <rdma/fi_atomic.h>

#define MOST 32u /* bytes of a datatype */

static const pair_options_t options = {
    .caps = FI_MSG | FI_TAGGED | FI_RMA | FI_ATOMIC | FI_RMA_EVENT | FI_FENCE, .has_counters = true};
static _Alignas(64) char memory[65536];

#define KEY      1u /* all memory */
#define KEY_READ 2u /* the same, without FI_REMOTE_WRITE */

static struct fid_mr *regions[2];

static void atomic_open(side_t *s, const pair_options_t *o)
{
    side_open(s, o);
    CHECK_EQUAL(fi_mr_reg(s->domain, memory, sizeof memory, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, KEY, 0,
                          &regions[0], NULL),
                0);
    CHECK_EQUAL(
        fi_mr_reg(s->domain, memory, sizeof memory, FI_REMOTE_READ, 0, KEY_READ, 0, &regions[1], NULL), 0);
    if (s->fd >= 0)
        side_barrier(s);
}

static void atomic_close(side_t *s)
{
    if (s->fd >= 0)
        side_barrier(s);
    CHECK_EQUAL(fi_close(&regions[0]->fid), 0);
    CHECK_EQUAL(fi_close(&regions[1]->fid), 0);
    side_close(s);
}

/* ---- datatypes ---- */

static const size_t sizes[] = {
    1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 8, 16, sizeof(long double), sizeof(long double complex), 16, 16};
enum { TYPES = 16, OPS = FI_MSWAP + 1, COUNT = 6 };

static bool type_is_integer(int t)
{
    return t <= FI_UINT64 || t >= FI_INT128;
}

static bool type_is_complex(int t)
{
    return t == FI_FLOAT_COMPLEX || t == FI_DOUBLE_COMPLEX || t == FI_LONG_DOUBLE_COMPLEX;
}

/* A value of a datatype, in the largest type of its kind. */
typedef struct value {
    __int128 integer;
    long double complex number;
} value_t;

/* The cases of a switch. */
#define FLOATING_TYPES(OF_TYPE)                                                                              \
    OF_TYPE(FI_FLOAT, float)                                                                                 \
    OF_TYPE(FI_DOUBLE, double)                                                                               \
    OF_TYPE(FI_LONG_DOUBLE, long double)                                                                     \
    OF_TYPE(FI_FLOAT_COMPLEX, float complex)                                                                 \
    OF_TYPE(FI_DOUBLE_COMPLEX, double complex)                                                               \
    OF_TYPE(FI_LONG_DOUBLE_COMPLEX, long double complex)

static value_t value_load(int type, const void *from)
{
    value_t v = {0, 0};
    char all[MOST] = {0};
    size_t size = sizes[type];
    memcpy(all, from, size);
    if (type_is_integer(type)) {
        bool is_signed = type % 2 == 0;
        if (is_signed && all[size - 1] < 0)
            v.integer = -1;
        memcpy(&v.integer, all, size);
        return v;
    }
#define OF_TYPE(name, type_name)                                                                             \
    case name:                                                                                               \
        v.number = *(type_name *)memcpy(&(type_name){0}, all, sizeof(type_name));                            \
        break;
    switch (type) {
        FLOATING_TYPES(OF_TYPE)
    default:
        CHECK(false);
    }
#undef OF_TYPE
    return v;
}

static void value_store(int type, value_t v, void *to)
{
    memset(to, 0, sizes[type]);
#define OF_TYPE(name, type_name)                                                                             \
    case name:                                                                                               \
        memcpy(to, &(type_name){(type_name)v.number}, sizeof(type_name));                                    \
        break;
    switch (type) {
        FLOATING_TYPES(OF_TYPE)
    default:
        memcpy(to, &v.integer, sizes[type]);
    }
#undef OF_TYPE
}

/* -1, 0 or 1 */
static int value_order(int type, value_t a, value_t b)
{
    if (type == FI_UINT128)
        return (unsigned __int128)a.integer < (unsigned __int128)b.integer ? -1 : a.integer != b.integer;
    if (type_is_integer(type))
        return a.integer < b.integer ? -1 : a.integer != b.integer;
    if (type_is_complex(type))
        return a.number != b.number;
    return creall(a.number) < creall(b.number) ? -1 : a.number != b.number;
}

static bool op_is_valid(int type, int op)
{
    bool is_bits = op == FI_BOR || op == FI_BAND || op == FI_BXOR || op == FI_MSWAP;
    bool is_ordered = op == FI_MIN || op == FI_MAX || (op >= FI_CSWAP_LE && op <= FI_CSWAP_GT);
    return !(is_bits && !type_is_integer(type)) && !(is_ordered && type_is_complex(type));
}

static value_t value_logical(int type, bool is_true)
{
    (void)type;
    return (value_t){is_true, is_true};
}

static value_t op_expected(int type, int op, value_t a, value_t b, value_t c)
{
    const value_t zero = {0, 0};
    bool has_a = value_order(type, a, zero) != 0, has_b = value_order(type, b, zero) != 0;
    int order = value_order(type, c, a);
    switch (op) {
    case FI_MIN:
        return value_order(type, b, a) < 0 ? b : a;
    case FI_MAX:
        return value_order(type, b, a) > 0 ? b : a;
    case FI_SUM:
        return (value_t){(__int128)((unsigned __int128)a.integer + (unsigned __int128)b.integer),
                         a.number + b.number};
    case FI_PROD:
        return (value_t){(__int128)((unsigned __int128)a.integer * (unsigned __int128)b.integer),
                         a.number * b.number};
    case FI_LOR:
        return value_logical(type, has_a || has_b);
    case FI_LAND:
        return value_logical(type, has_a && has_b);
    case FI_LXOR:
        return value_logical(type, has_a != has_b);
    case FI_BOR:
        return (value_t){a.integer | b.integer, 0};
    case FI_BAND:
        return (value_t){a.integer & b.integer, 0};
    case FI_BXOR:
        return (value_t){a.integer ^ b.integer, 0};
    case FI_ATOMIC_READ:
        return a;
    case FI_ATOMIC_WRITE:
        return b;
    case FI_CSWAP:
        return order == 0 ? b : a;
    case FI_CSWAP_NE:
        return order != 0 ? b : a;
    case FI_CSWAP_LE:
        return order <= 0 ? b : a;
    case FI_CSWAP_LT:
        return order < 0 ? b : a;
    case FI_CSWAP_GE:
        return order >= 0 ? b : a;
    case FI_CSWAP_GT:
        return order > 0 ? b : a;
    default: /* FI_MSWAP */
        return (value_t){(b.integer & c.integer) | (a.integer & ~c.integer), 0};
    }
}

static const long numbers[COUNT] = {0, 1, -1, 7, 100, -27};

/* Element @p i of a vector; vectors meet in all combinations of zero, equal, less and greater. */
static void value_make(int type, unsigned i, void *to)
{
    long n = numbers[i % COUNT];
    value_t v = {n, type_is_complex(type) ? n + 2.0L * I * (n % 3) : n};
    value_store(type, v, to);
}

/* Operation of a class on each combination of values; one element at a time, and many. */
static void op_check(side_t *s, int type, int op, uint64_t class)
{
    size_t size = sizes[type], most;
    struct fi_atomic_attr attr;
    bool has_result = class != 0, compares = class == FI_COMPARE_ATOMIC;
    bool is_valid = op_is_valid(type, op) && compares == (op >= FI_CSWAP) &&
                    !(op == FI_ATOMIC_READ && class != FI_FETCH_ATOMIC);
    int rc = fi_query_atomic(s->domain, type, op, &attr, class);
    CHECK_EQUAL(rc, is_valid ? 0 : -FI_EOPNOTSUPP);
    CHECK_EQUAL(class == FI_FETCH_ATOMIC ? fi_fetch_atomicvalid(s->ep, type, op, &most)
                : compares               ? fi_compare_atomicvalid(s->ep, type, op, &most)
                                         : fi_atomicvalid(s->ep, type, op, &most),
                rc);
    if (!is_valid) {
        CHECK_EQUAL(
            fi_fetch_atomic(s->ep, memory, 1, NULL, memory, NULL, s->peer, 0, KEY, type, FI_MSWAP, NULL),
            -FI_EOPNOTSUPP);
        return;
    }
    CHECK(attr.size == size && attr.count == most && most >= COUNT);
    static _Alignas(64) char old[COUNT * MOST], operand[COUNT * MOST], compare[COUNT * MOST],
        result[COUNT * MOST], expected[COUNT * MOST], after[COUNT * MOST];
    for (unsigned shift = 0; shift < COUNT; shift++) {
        for (unsigned i = 0; i < COUNT; i++) {
            value_make(type, i, old + i * size);
            value_make(type, i + shift, operand + i * size);
            value_make(type, i + shift * 5, compare + i * size);
            value_store(type,
                        op_expected(type, op, value_load(type, old + i * size),
                                    value_load(type, operand + i * size),
                                    value_load(type, compare + i * size)),
                        expected + i * size);
        }
        size_t at = 64 + shift % 2; /* unaligned, too */
        memset(result, 0xee, sizeof result);
        SIDE_REPEAT(s, fi_write(s->ep, old, COUNT * size, NULL, s->peer, at, KEY, NULL));
        (void)side_wait(s);
        const void *operands = op == FI_ATOMIC_READ ? NULL : operand;
        if (class == 0)
            SIDE_REPEAT(s, fi_atomic(s->ep, operands, COUNT, NULL, s->peer, at, KEY, type, op, result));
        else if (!compares)
            SIDE_REPEAT(s, fi_fetch_atomic(s->ep, operands, COUNT, NULL, result, NULL, s->peer, at, KEY, type,
                                           op, result));
        else
            SIDE_REPEAT(s, fi_compare_atomic(s->ep, operands, COUNT, NULL, compare, NULL, result, NULL,
                                             s->peer, at, KEY, type, op, result));
        struct fi_cq_tagged_entry e = side_wait(s);
        CHECK(e.op_context == result && (e.flags & FI_ATOMIC) &&
              (e.flags & (has_result ? FI_READ : FI_WRITE)));
        SIDE_REPEAT(s, fi_read(s->ep, after, COUNT * size, NULL, s->peer, at, KEY, NULL));
        (void)side_wait(s);
        for (unsigned i = 0; i < COUNT; i++) {
            value_t got = value_load(type, after + i * size), want = value_load(type, expected + i * size);
            if (value_order(type, got, want) != 0) {
                printf("  datatype %d, operation %d, element %u\n", type, op, i);
                CHECK(false);
            }
            if (has_result)
                CHECK(value_order(type, value_load(type, result + i * size),
                                  value_load(type, old + i * size)) == 0);
        }
    }
}

static void types_side(side_t *s)
{
    atomic_open(s, &options);
    for (int type = 0; type < TYPES && s->number == 0; type++)
        for (int op = 0; op < OPS; op++) {
            op_check(s, type, op, 0);
            op_check(s, type, op, FI_FETCH_ATOMIC);
            op_check(s, type, op, FI_COMPARE_ATOMIC);
        }
    if (s->number == 0) {
        struct fi_atomic_attr attr;
        CHECK_EQUAL(fi_query_atomic(s->domain, FI_UINT128 + 1, FI_SUM, &attr, 0), -FI_EOPNOTSUPP);
        CHECK_EQUAL(fi_query_atomic(s->domain, FI_INT8, FI_ATOMIC_OP_LAST, &attr, 0), -FI_EOPNOTSUPP);
        CHECK_EQUAL(fi_query_atomic(s->domain, FI_INT8, FI_SUM, &attr, FI_TAGGED), -FI_EOPNOTSUPP);
        CHECK_EQUAL(fi_query_atomic(s->domain, FI_INT8, FI_SUM, &attr, FI_FETCH_ATOMIC | FI_COMPARE_ATOMIC),
                    -FI_EINVAL);
        CHECK_EQUAL(fi_query_atomic(s->domain, FI_INT8, FI_SUM, NULL, 0), -FI_EINVAL);
    }
    atomic_close(s);
}

/* ---- atomicity ---- */

/* Both processes, by endpoints and threads, change words of side 1; each result is unique. */
enum { STEPS = 3000, THREADS = 2 };

typedef struct worker {
    side_t *s;
    struct fid_ep *ep;
    struct fid_cq *cq;
    fi_addr_t target;
    unsigned number;
    uint64_t *seen; /* [STEPS] results */
} worker_t;

static void worker_wait(const worker_t *w)
{
    struct fi_cq_tagged_entry e;
    ssize_t rc;
    while ((rc = fi_cq_read(w->cq, &e, 1)) == -FI_EAGAIN)
        (void)fi_cq_read(w->s->cq, NULL, 0);
    CHECK_EQUAL(rc, 1);
}

static void *worker_run(void *argument)
{
    const worker_t *w = argument;
    const uint64_t one = 1, two = 2, mine = w->number + 1, zero = 0;
    uint64_t old;
    for (unsigned i = 0; i < STEPS; i++) {
        SIDE_REPEAT(w->s, fi_fetch_atomic(w->ep, &one, 1, NULL, &w->seen[i], NULL, w->target, 0, KEY,
                                          FI_UINT64, FI_SUM, NULL));
        worker_wait(w);
        SIDE_REPEAT(w->s,
                    fi_inject_atomic(w->ep, &one, 1, w->target, 9, KEY, FI_UINT64, FI_SUM)); /* unaligned */
        /* By the Message Unit, and by the target. */
        SIDE_REPEAT(w->s, fi_inject_atomic(w->ep, &one, 1, w->target, 48, KEY, FI_UINT64, FI_SUM));
        SIDE_REPEAT(w->s, fi_fetch_atomic(w->ep, &two, 1, NULL, &old, NULL, w->target, 48, KEY, FI_UINT64,
                                          FI_SUM, NULL));
        worker_wait(w);
        /* Every hundredth step takes a lock, and changes a word by a read and a write. */
        for (uint64_t got = 1; i % 100 == 0 && got != 0;) {
            SIDE_REPEAT(w->s, fi_compare_atomic(w->ep, &mine, 1, NULL, &zero, NULL, &got, NULL, w->target, 32,
                                                KEY, FI_UINT64, FI_CSWAP, NULL));
            worker_wait(w);
        }
        if (i % 100 == 0) {
            uint64_t value;
            SIDE_REPEAT(w->s, fi_fetch_atomic(w->ep, NULL, 1, NULL, &value, NULL, w->target, 40, KEY,
                                              FI_UINT64, FI_ATOMIC_READ, NULL));
            worker_wait(w);
            value++;
            SIDE_REPEAT(w->s,
                        fi_inject_atomic(w->ep, &value, 1, w->target, 40, KEY, FI_UINT64, FI_ATOMIC_WRITE));
            SIDE_REPEAT(w->s,
                        fi_inject_atomic(w->ep, &zero, 1, w->target, 32, KEY, FI_UINT64, FI_ATOMIC_WRITE));
        }
    }
    return NULL;
}

static int compare_words(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void races_side(side_t *s)
{
    static uint64_t seen[THREADS][STEPS], all[2 * THREADS * STEPS];
    worker_t w[THREADS];
    pthread_t thread[THREADS];
    atomic_open(s, &options);
    fi_addr_t target = s->number == 0 ? s->peer : side_insert(s, s->ep);
    for (unsigned i = 0; i < THREADS; i++) {
        struct fid_cq *cq = side_open_cq(s);
        w[i] = (worker_t){s,      side_open_endpoint(s, &options, cq), cq,
                          target, (unsigned)s->number * THREADS + i,   seen[i]};
    }
    side_barrier(s);
    for (unsigned i = 0; i < THREADS; i++)
        CHECK_EQUAL(pthread_create(&thread[i], NULL, worker_run, &w[i]), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        while (pthread_tryjoin_np(thread[i], NULL) != 0)
            (void)fi_cq_read(s->cq, NULL, 0);
        CHECK_EQUAL(fi_close(&w[i].ep->fid), 0);
        CHECK_EQUAL(fi_close(&w[i].cq->fid), 0);
    }
    side_barrier(s);
    side_exchange(s, seen, all, sizeof seen);
    memcpy(all + THREADS * STEPS, seen, sizeof seen);
    qsort(all, 2 * THREADS * STEPS, sizeof *all, compare_words);
    for (uint64_t i = 0; i < 2 * THREADS * STEPS; i++)
        CHECK(all[i] == i);
    uint64_t words[7];
    if (s->number == 1) {
        do
            (void)fi_cq_read(s->cq, NULL, 0);
        while (memcpy(words, memory + 9, 8), words[0] != 2 * THREADS * STEPS);
        memcpy(words, memory, sizeof words);
        CHECK_EQUAL(words[6], 3 * 2 * THREADS * STEPS);
        CHECK(words[0] == 2 * THREADS * STEPS && words[4] == 0 && words[5] == 2 * THREADS * STEPS / 100);
    }
    atomic_close(s);
}

/* Each of many operations is executed once, and in order. */
static void order_side(side_t *s)
{
    enum { MANY = 20000 };
    static uint64_t got[MANY];
    unsigned done = 0;
    struct fi_cq_tagged_entry e;
    atomic_open(s, &options);
    for (uint64_t i = 0; i < MANY; i++) { /* both sides, to each other */
        SIDE_REPEAT(s, fi_fetch_atomic(s->ep, &i, 1, NULL, &got[i], NULL, s->peer, 8, KEY, FI_UINT64,
                                       FI_ATOMIC_WRITE, &got[i]));
        while (fi_cq_read(s->cq, &e, 1) == 1)
            CHECK(e.op_context == &got[done++]);
    }
    for (; done < MANY; done++)
        CHECK(side_wait(s).op_context == &got[done]);
    for (uint64_t i = 0; i < MANY; i++)
        CHECK_EQUAL(got[i], i == 0 ? 0 : i - 1);
    CHECK_EQUAL(fi_cntr_read(s->rma), MANY);
    atomic_close(s);
}

/* ---- errors, parts, events ---- */

static void expect_error(side_t *s, int error, const char *text)
{
    struct fi_cq_err_entry err = side_wait_error(s, error);
    CHECK((err.flags & FI_ATOMIC) != 0);
    CHECK(strstr(fi_cq_strerror(s->cq, err.prov_errno, NULL, NULL, 0), text) != NULL);
}

static void errors_side(side_t *s)
{
    uint64_t value[64] = {1}, result[64];
    atomic_open(s, &options);
    memset(memory, 0, sizeof memory);
    side_barrier(s);
    if (s->number == 0) {
        struct fi_rma_ioc two[2] = {{0, 1, KEY}, {8, 1, 77}};
        struct fi_ioc operand = {value, 2};
        struct fi_msg_atomic m = {.msg_iov = &operand,
                                  .iov_count = 1,
                                  .addr = s->peer,
                                  .rma_iov = two,
                                  .rma_iov_count = 2,
                                  .datatype = FI_UINT64,
                                  .op = FI_SUM};
        CHECK_EQUAL(fi_atomic(s->ep, value, 1, NULL, s->peer, 0, 77, FI_UINT64, FI_SUM, NULL), 0);
        expect_error(s, FI_ENOKEY, "key");
        CHECK_EQUAL(
            fi_atomic(s->ep, value, 2, NULL, s->peer, sizeof memory - 8, KEY, FI_UINT64, FI_SUM, NULL), 0);
        expect_error(s, FI_EINVAL, "exceeds");
        CHECK_EQUAL(fi_inject_atomic(s->ep, value, 1, s->peer, 0, KEY_READ, FI_UINT64, FI_SUM), 0);
        expect_error(s, FI_EACCES, "permit");
        CHECK_EQUAL(fi_fetch_atomic(s->ep, value, 1, NULL, result, NULL, s->peer, 0, KEY_READ, FI_UINT64,
                                    FI_SUM, NULL),
                    0);
        expect_error(s, FI_EACCES, "permit");
        CHECK_EQUAL(fi_fetch_atomic(s->ep, NULL, 1, NULL, result, NULL, s->peer, 0, KEY_READ, FI_UINT64,
                                    FI_ATOMIC_READ, NULL),
                    0);
        (void)side_wait(s);
        CHECK_EQUAL(result[0], 0);
        CHECK_EQUAL(fi_atomicmsg(s->ep, &m, 0), 0); /* one bad target: none changes */
        expect_error(s, FI_ENOKEY, "key");
        CHECK_EQUAL(fi_cntr_readerr(s->rma), 5);
        /* Bad calls. */
        CHECK_EQUAL(fi_atomic(s->ep, value, 49, NULL, s->peer, 0, KEY, FI_UINT64, FI_SUM, NULL),
                    -FI_EMSGSIZE);
        CHECK_EQUAL(fi_compare_atomic(s->ep, value, 25, NULL, value, NULL, result, NULL, s->peer, 0, KEY,
                                      FI_UINT64, FI_CSWAP, NULL),
                    -FI_EMSGSIZE);
        const struct fi_ioc wraps[2] = {{value, SIZE_MAX}, {value, 2}}; /* sum of counts: 1 */
        CHECK_EQUAL(fi_atomicv(s->ep, wraps, NULL, 2, s->peer, 0, KEY, FI_UINT64, FI_SUM, NULL),
                    -FI_EMSGSIZE);
        operand.count = 1;
        two[1] = (struct fi_rma_ioc){8, SIZE_MAX, KEY};
        two[0].count = 2;
        CHECK_EQUAL(fi_atomicmsg(s->ep, &m, 0), -FI_EMSGSIZE);
        two[0].count = two[1].count = 1;
        CHECK_EQUAL(fi_atomic(s->ep, value, 0, NULL, s->peer, 0, KEY, FI_UINT64, FI_SUM, NULL), -FI_EINVAL);
        CHECK_EQUAL(fi_atomic(s->ep, value, 1, NULL, 1000, 0, KEY, FI_UINT64, FI_SUM, NULL), -FI_EINVAL);
        operand.count = 3;
        CHECK_EQUAL(fi_atomicmsg(s->ep, &m, 0), -FI_EINVAL);
        m.rma_iov_count = 5;
        CHECK_EQUAL(fi_atomicmsg(s->ep, &m, 0), -FI_EINVAL);
    }
    side_barrier(s);
    for (unsigned i = 0; i < sizeof memory; i++)
        CHECK(memory[i] == 0);
    atomic_close(s);
}

static void parts_side(side_t *s)
{
    uint32_t a[3] = {1, 2, 3}, b[2] = {4, 5}, first[1] = {9}, rest[4] = {9, 9, 9, 9};
    const struct fi_ioc operand[2] = {{a, 3}, {b, 2}};
    struct fi_ioc result[2] = {{first, 1}, {rest, 4}};
    const struct fi_rma_ioc target[2] = {{100, 2, KEY}, {200, 3, KEY}};
    const struct fi_msg_atomic m = {.msg_iov = operand,
                                    .iov_count = 2,
                                    .addr = s->peer,
                                    .rma_iov = target,
                                    .rma_iov_count = 2,
                                    .datatype = FI_UINT32,
                                    .op = FI_SUM,
                                    .data = 55,
                                    .context = a};
    struct fid_cntr *remote;
    atomic_open(s, &options);
    memset(memory, 0, sizeof memory);
    CHECK_EQUAL(fi_cntr_open(s->domain, NULL, &remote, NULL), 0);
    CHECK_EQUAL(fi_mr_bind(regions[0], &remote->fid, FI_REMOTE_READ | FI_REMOTE_WRITE), 0);
    side_barrier(s);
    if (s->number == 0) {
        struct fi_msg_atomic message = m;
        message.addr = s->peer;
        SIDE_REPEAT(s, fi_atomicmsg(s->ep, &message, FI_REMOTE_CQ_DATA));
        CHECK(side_wait(s).op_context == a);
        SIDE_REPEAT(s, fi_fetch_atomicmsg(s->ep, &message, result, NULL, 2, 0));
        CHECK(side_wait(s).op_context == a);
        CHECK(first[0] == 1 && rest[0] == 2 && rest[1] == 3 && rest[2] == 4 && rest[3] == 5);
        SIDE_REPEAT(s, fi_fetch_atomicv(s->ep, operand, NULL, 2, result, NULL, 2, s->peer, 200, KEY,
                                        FI_UINT32, FI_PROD, NULL));
        (void)side_wait(s);
        CHECK(first[0] == 6 && rest[0] == 8 && rest[1] == 10 && rest[2] == 0);
        const struct fi_ioc compare[1] = {{(uint32_t[]){6, 0, 30, 0, 1}, 5}};
        SIDE_REPEAT(s, fi_compare_atomicv(s->ep, operand, NULL, 2, compare, NULL, 1, result, NULL, 2, s->peer,
                                          200, KEY, FI_UINT32, FI_CSWAP, NULL));
        (void)side_wait(s);
        CHECK(first[0] == 6 && rest[0] == 16 && rest[1] == 30);
        message.iov_count = 1;
        message.rma_iov = &target[1];
        message.rma_iov_count = 1;
        message.op = FI_CSWAP_NE;
        CHECK_EQUAL(fi_compare_atomicmsg(s->ep, &message, compare, NULL, 1, result, NULL, 1, 0), -FI_EINVAL);
        SIDE_REPEAT(s,
                    fi_atomicv(s->ep, operand, NULL, 2, s->peer, 300, KEY, FI_UINT32, FI_ATOMIC_WRITE, NULL));
        (void)side_wait(s);
        const uint64_t one = 1;
        SIDE_REPEAT(s, fi_atomic(s->ep, &one, 1, NULL, s->peer, 400, KEY, FI_UINT64, FI_SUM, NULL));
        (void)side_wait(s);
    } else {
        struct fi_cq_tagged_entry e = side_wait(s);
        CHECK((e.flags & FI_ATOMIC) && (e.flags & FI_REMOTE_WRITE) && (e.flags & FI_REMOTE_CQ_DATA));
        CHECK(e.data == 55 && e.len == 20);
    }
    side_barrier(s);
    if (s->number == 1) {
        uint32_t got[5];
        memcpy(got, memory + 200, sizeof got);
        CHECK(got[0] == 1 && got[1] == 16 && got[2] == 3 && got[3] == 4 && got[4] == 0);
        memcpy(got, memory + 300, sizeof got);
        CHECK(got[0] == 1 && got[4] == 5);
        CHECK(memory[400] == 1);
        CHECK_EQUAL(fi_cntr_read(remote), 8); /* a target each */
    }
    side_barrier(s);
    CHECK_EQUAL(fi_close(&regions[0]->fid), 0);
    CHECK_EQUAL(fi_close(&remote->fid), 0);
    CHECK_EQUAL(fi_close(&regions[1]->fid), 0);
    side_close(s);
}

/* FI_FENCE: an operation starts when the earlier ones are complete. */
static void fences_side(side_t *s)
{
    static uint64_t mine[30000], got[30000];
    atomic_open(s, &options);
    side_barrier(s);
    if (s->number == 0)
        for (uint64_t i = 1; i <= 100; i++) {
            const uint64_t one = 1;
            uint64_t old;
            const struct fi_ioc operand = {(void *)(uintptr_t)&one, 1};
            struct fi_ioc result = {&old, 1};
            const struct fi_rma_ioc target = {8 * 5000, 1, KEY};
            const struct fi_msg_atomic add = {.msg_iov = &operand,
                                              .iov_count = 1,
                                              .addr = s->peer,
                                              .rma_iov = &target,
                                              .rma_iov_count = 1,
                                              .datatype = FI_UINT64,
                                              .op = FI_SUM,
                                              .context = &old};
            const struct iovec part = {got, sizeof memory};
            const struct fi_rma_iov from = {0, sizeof memory, KEY};
            const struct fi_msg_rma read = {.msg_iov = &part,
                                            .iov_count = 1,
                                            .addr = s->peer,
                                            .rma_iov = &from,
                                            .rma_iov_count = 1,
                                            .context = got};
            for (unsigned n = 0; n < sizeof memory / 8; n++)
                mine[n] = i;
            SIDE_REPEAT(s, fi_write(s->ep, mine, sizeof memory, NULL, s->peer, 0, KEY, mine));
            SIDE_REPEAT(s, fi_fetch_atomicmsg(s->ep, &add, &result, NULL, 1, FI_FENCE));
            CHECK(side_wait(s).op_context == mine);
            SIDE_REPEAT(s, fi_readmsg(s->ep, &read, FI_FENCE));
            CHECK(side_wait(s).op_context == &old);
            CHECK(side_wait(s).op_context == got);
            CHECK(old == i && got[0] == i && got[5000] == i + 1 && got[8191] == i);
            const struct iovec word = {&mine[0], 8};
            const struct fi_msg m = {.msg_iov = &word, .iov_count = 1, .addr = s->peer, .context = &mine[1]};
            SIDE_REPEAT(s, fi_write(s->ep, mine, sizeof memory, NULL, s->peer, 0, KEY, mine));
            SIDE_REPEAT(s, fi_sendmsg(s->ep, &m, FI_FENCE | FI_MORE));
            CHECK(side_wait(s).op_context == mine);
            CHECK(side_wait(s).op_context == &mine[1]);
        }
    else
        for (uint64_t i = 1; i <= 100; i++) {
            SIDE_REPEAT(s, fi_recv(s->ep, got, 8, NULL, FI_ADDR_UNSPEC, got));
            CHECK(side_wait(s).op_context == got);
            CHECK(got[0] == i);
        }
    atomic_close(s);
}

PAIR_TEST(types)
PAIR_TEST(races)
PAIR_TEST(order)
PAIR_TEST(errors)
PAIR_TEST(parts)
PAIR_TEST(fences)

int main(void)
{
    static const emuq_test_t tests[] = {{"datatypes and operations", types},
                                        {"operations of processes and threads", races},
                                        {"order", order},
                                        {"errors", errors},
                                        {"operations of parts, events", parts},
                                        {"FI_FENCE", fences},
                                        {NULL, NULL}};
    return emuq_test_main("fabric atomic", tests);
}

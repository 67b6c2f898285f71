/* SPDX-License-Identifier: BSD-3-Clause */
/* Event queues: events of the program, waits, events of address vectors. */
#define _GNU_SOURCE
#include "pair.h"

#include <poll.h>
#include <pthread.h>

static struct fid_eq *events_open(side_t *s, enum fi_wait_obj object, struct fid_wait *set)
{
    struct fid_eq *eq;
    struct fi_eq_attr attr = {.flags = FI_WRITE, .wait_obj = object, .wait_set = set};
    CHECK_EQUAL(fi_eq_open(s->fabric, &attr, &eq, NULL), 0);
    return eq;
}

static void events_write(struct fid_eq *eq, uintptr_t number)
{
    struct fi_eq_entry e = {.fid = &eq->fid, .context = (void *)number};
    CHECK_EQUAL(fi_eq_write(eq, FI_NOTIFY, &e, sizeof e, 0), sizeof e);
}

/* Reads an event, and checks its number. */
static void events_read(struct fid_eq *eq, uintptr_t number, uint64_t flags)
{
    struct fi_eq_entry e = {0};
    uint32_t event = 0;
    CHECK_EQUAL(fi_eq_read(eq, &event, &e, sizeof e, flags), sizeof e);
    CHECK(event == FI_NOTIFY && e.fid == &eq->fid && e.context == (void *)number);
}

/* Events are in order; FI_PEEK leaves them; a queue has any number of them. */
static void written_side(side_t *s)
{
    uint32_t event;
    char small[1];
    struct fi_eq_entry e = {0};
    struct fi_eq_err_entry error;
    struct fid_eq *eq, *closed;
    side_open(s, NULL);
    eq = events_open(s, FI_WAIT_NONE, NULL);
    CHECK_EQUAL(fi_eq_read(eq, &event, &e, sizeof e, 0), -FI_EAGAIN);
    for (uintptr_t i = 0; i < 1000; i++)
        events_write(eq, i);
    CHECK_EQUAL(fi_eq_read(eq, &event, small, sizeof small, 0), -FI_ETOOSMALL);
    CHECK_EQUAL(fi_eq_readerr(eq, &error, 0), -FI_EAGAIN);
    for (uintptr_t i = 0; i < 1000; i++) {
        events_read(eq, i, FI_PEEK);
        events_read(eq, i, 0);
    }
    CHECK_EQUAL(fi_eq_read(eq, &event, &e, sizeof e, 0), -FI_EAGAIN);
    events_write(eq, 1); /* stays: closing frees the event */
    CHECK_EQUAL(fi_close(&eq->fid), 0);
    CHECK_EQUAL(fi_eq_open(s->fabric, &(struct fi_eq_attr){0}, &closed, NULL), 0);
    CHECK_EQUAL(fi_eq_write(closed, FI_NOTIFY, &e, sizeof e, 0), -FI_EINVAL); /* without FI_WRITE */
    CHECK(strlen(fi_eq_strerror(closed, FI_EINVAL, NULL, small, sizeof small)) > 1 && small[0] == '\0');
    CHECK_EQUAL(fi_close(&closed->fid), 0);
    side_close(s);
}

static void *write_one(void *eq)
{
    events_write(eq, 7);
    return NULL;
}

/* fi_eq_sread() and a sleep with a descriptor end with an event of another thread. */
static void waits_side(side_t *s)
{
    struct fid_wait *set;
    struct fi_eq_entry e;
    uint32_t event;
    pthread_t writer;
    int fd;
    side_open(s, NULL);
    CHECK_EQUAL(fi_wait_open(s->fabric, &(struct fi_wait_attr){.wait_obj = FI_WAIT_FD}, &set), 0);
    struct fid_eq *eq = events_open(s, FI_WAIT_FD, NULL), *member = events_open(s, FI_WAIT_SET, set);
    struct fid *fid = &eq->fid;
    CHECK_EQUAL(fi_eq_sread(eq, &event, &e, sizeof e, 1, 0), -FI_EAGAIN);
    CHECK_EQUAL(pthread_create(&writer, NULL, write_one, eq), 0);
    CHECK_EQUAL(fi_eq_sread(eq, &event, &e, sizeof e, -1, FI_PEEK), sizeof e);
    CHECK_EQUAL(fi_eq_sread(eq, &event, &e, sizeof e, 1000, 0), sizeof e);
    CHECK_EQUAL(pthread_join(writer, NULL), 0);
    CHECK_EQUAL(fi_control(fid, FI_GETWAIT, &fd), 0);
    CHECK_EQUAL(fi_trywait(s->fabric, &fid, 1), 0);
    CHECK_EQUAL(poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 0), 0);
    CHECK_EQUAL(pthread_create(&writer, NULL, write_one, eq), 0);
    CHECK_EQUAL(poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, -1), 1);
    CHECK_EQUAL(pthread_join(writer, NULL), 0);
    CHECK_EQUAL(fi_trywait(s->fabric, &fid, 1), -FI_EAGAIN);
    events_read(eq, 7, 0);
    CHECK_EQUAL(fi_trywait(s->fabric, &fid, 1), 0);
    CHECK_EQUAL(fi_wait(set, 1), -FI_ETIMEDOUT);
    CHECK_EQUAL(pthread_create(&writer, NULL, write_one, member), 0);
    CHECK_EQUAL(fi_wait(set, -1), 0);
    CHECK_EQUAL(pthread_join(writer, NULL), 0);
    CHECK_EQUAL(fi_close(&set->fid), -FI_EBUSY);
    CHECK_EQUAL(fi_close(&eq->fid), 0);
    CHECK_EQUAL(fi_close(&member->fid), 0);
    CHECK_EQUAL(fi_close(&set->fid), 0);
    side_close(s);
}

/* An address vector with FI_EVENT: an error for each bad address, then the number of good ones. */
static void inserted_side(side_t *s)
{
    char address[3][64];
    size_t bytes = sizeof address[0];
    fi_addr_t at[3];
    struct fid_av *av;
    struct fi_eq_entry e;
    struct fi_eq_err_entry error;
    uint32_t event;
    int context;
    side_open(s, NULL);
    struct fid_eq *eq = events_open(s, FI_WAIT_NONE, NULL);
    CHECK_EQUAL(fi_getname(&s->ep->fid, address[0], &bytes), 0);
    char *packed = calloc(3, bytes);
    memcpy(packed, address[0], bytes);
    memset(packed + bytes, 0x55, bytes);
    memcpy(packed + 2 * bytes, address[0], bytes);
    CHECK_EQUAL(fi_av_open(s->domain, &(struct fi_av_attr){.flags = FI_EVENT}, &av, NULL), 0);
    CHECK_EQUAL(fi_av_insert(av, packed, 3, at, 0, &context), -FI_ENOEQ);
    CHECK_EQUAL(fi_av_bind(av, &eq->fid, 0), 0);
    CHECK_EQUAL(fi_av_bind(av, &eq->fid, 0), -FI_EINVAL);
    CHECK_EQUAL(fi_close(&eq->fid), -FI_EBUSY);
    CHECK_EQUAL(fi_av_insert(av, packed, 3, at, 0, &context), 0);
    CHECK_EQUAL(fi_eq_read(eq, &event, &e, sizeof e, 0), -FI_EAVAIL);
    CHECK_EQUAL(fi_eq_readerr(eq, &error, FI_PEEK), sizeof error);
    CHECK_EQUAL(fi_eq_readerr(eq, &error, 0), sizeof error);
    CHECK(error.fid == &av->fid && error.context == &context && error.data == 1 && error.err == FI_EINVAL);
    CHECK_EQUAL(fi_eq_read(eq, &event, &e, sizeof e, 0), sizeof e);
    CHECK(event == FI_AV_COMPLETE && e.fid == &av->fid && e.context == &context && e.data == 2);
    CHECK(at[0] != FI_ADDR_NOTAVAIL && at[1] == FI_ADDR_NOTAVAIL && at[2] != FI_ADDR_NOTAVAIL);
    CHECK_EQUAL(fi_eq_read(eq, &event, &e, sizeof e, 0), -FI_EAGAIN);
    CHECK_EQUAL(fi_close(&av->fid), 0);
    CHECK_EQUAL(fi_close(&eq->fid), 0);
    free(packed);
    side_close(s);
}

PAIR_TEST_ALONE(written)
PAIR_TEST_ALONE(waits)
PAIR_TEST_ALONE(inserted)

int main(void)
{
    static const emuq_test_t tests[] = {{"events of the program", written},
                                        {"waits for events", waits},
                                        {"events of address vectors", inserted},
                                        {NULL, NULL}};
    return emuq_test_main("fabric events", tests);
}

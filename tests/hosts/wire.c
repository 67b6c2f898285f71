/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Network of the test bed: an Ethernet switch in user space with one TAP device in each host. The switch
 * delays, loses, reorders and duplicates frames; many kernels have no netem.
 *
 *     wire DIRECTORY
 *
 * DIRECTORY/pids has one line per host, "NUMBER PID": the switch creates eth0 in the network namespace of
 * each process, then DIRECTORY/wire.ready. DIRECTORY/wire.conf holds settings, read at the start and at
 * SIGHUP: delay_us= jitter_us= loss= reorder= duplicate= (probabilities) rate_mbit= (send rate of a host)
 * seed= cut=K (host K is disconnected; repeatable). SIGTERM: prints the counters and exits.
 *
 * The decisions about a frame depend only on the seed and on the number of earlier frames.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define HOSTS_MAX 64
#define FRAME_MAX 9216
/* Maximum number of queued frames. Further frames are lost, as in a switch with full memory. */
#define QUEUE_MAX 8192
/* Additional delay of a reordered frame. */
#define REORDER_US 200.0

typedef struct frame {
    uint64_t due, number; /* number: order of frames with equal times */
    int to, length;
    unsigned char bytes[];
} frame_t;

typedef struct port {
    int number, fd; /* of the host, and of its TAP device */
    unsigned char address[6];
    uint64_t idle_at;             /* time at which all sent frames have left, limited by the rate */
    uint64_t last_due[HOSTS_MAX]; /* last arrival at each port: frames stay in order */
    bool cut;
} port_t;

static struct {
    double delay_us, jitter_us, loss, reorder, duplicate, rate_mbit;
    uint64_t random;
} wire;
static port_t ports[HOSTS_MAX];
static int hosts;
static frame_t *queue[QUEUE_MAX]; /* heap: the next frame at index 0 */
static int queued;
static uint64_t frames_seen, sent, lost, reordered, duplicated;
static volatile sig_atomic_t read_again, over;

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "wire: %s %s: %s\n", what, name, strerror(errno));
    exit(1);
}

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* xorshift64*: from 0 to 1, 1 excluded. */
static double uniform(void)
{
    wire.random ^= wire.random >> 12;
    wire.random ^= wire.random << 25;
    wire.random ^= wire.random >> 27;
    return (double)((wire.random * 0x2545f4914f6cdd1du) >> 11) / 9007199254740992.0;
}

static port_t *port_of(int number)
{
    for (int i = 0; i < hosts; i++) {
        if (ports[i].number == number) {
            return &ports[i];
        }
    }
    fprintf(stderr, "wire: there is no host %d\n", number);
    exit(2);
}

static void read_word(const char *word)
{
    const struct {
        const char *name;
        double *value;
    } numbers[] = {
        {"delay_us", &wire.delay_us}, {"jitter_us", &wire.jitter_us}, {"loss", &wire.loss},
        {"reorder", &wire.reorder},   {"duplicate", &wire.duplicate}, {"rate_mbit", &wire.rate_mbit},
    };
    const char *equal = strchr(word, '=');
    char *end = NULL;
    double value = equal == NULL ? 0 : strtod(equal + 1, &end);
    size_t length = equal == NULL ? 0 : (size_t)(equal - word);

    if (equal == NULL || end == equal + 1 || *end != 0 || value < 0) {
        fprintf(stderr, "wire: '%s': NAME=NUMBER is expected\n", word);
        exit(2);
    }
    if (strncmp(word, "seed=", 5) == 0) {
        wire.random = (uint64_t)value * 0x9e3779b97f4a7c15u + 1;
        return;
    }
    if (strncmp(word, "cut=", 4) == 0) {
        port_of((int)value)->cut = true;
        return;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strlen(numbers[i].name) == length && strncmp(word, numbers[i].name, length) == 0) {
            *numbers[i].value = value;
            return;
        }
    }
    fprintf(stderr, "wire: '%s': unknown\n", word);
    exit(2);
}

/* Without a file the wire has no faults. */
static void read_settings(void)
{
    FILE *file = fopen("wire.conf", "r");
    char word[64];

    memset(&wire, 0, sizeof wire);
    wire.random = 1;
    for (int i = 0; i < hosts; i++) {
        ports[i].cut = false;
    }
    while (file != NULL && fscanf(file, "%63s", word) == 1) {
        read_word(word);
    }
    if (file != NULL) {
        fclose(file);
    }
}

/* A TAP device named eth0 in the network namespace of a process. */
static int open_tap(int pid)
{
    struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI, .ifr_name = "eth0"};
    char path[64];
    int mine = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC), its, tap;

    snprintf(path, sizeof path, "/proc/%d/ns/net", pid);
    its = open(path, O_RDONLY | O_CLOEXEC);
    if (mine < 0 || its < 0 || setns(its, CLONE_NEWNET) != 0) {
        fail("namespace", path);
    }
    tap = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (tap < 0 || ioctl(tap, TUNSETIFF, &request) != 0) {
        fail("cannot make a TAP device by", "/dev/net/tun");
    }
    if (setns(mine, CLONE_NEWNET) != 0) {
        fail("namespace", "/proc/self/ns/net");
    }
    close(mine);
    close(its);
    return tap;
}

static void open_ports(void)
{
    FILE *file = fopen("pids", "r"), *ready;
    int number, pid;

    if (file == NULL) {
        fail("cannot read", "pids");
    }
    while (hosts < HOSTS_MAX && fscanf(file, "%d %d", &number, &pid) == 2) {
        ports[hosts++] = (port_t){.number = number, .fd = open_tap(pid)};
    }
    fclose(file);
    read_settings();
    ready = fopen("wire.ready", "w");
    if (ready == NULL || fclose(ready) != 0) {
        fail("cannot write", "wire.ready");
    }
}

static bool earlier(const frame_t *a, const frame_t *b)
{
    return a->due != b->due ? a->due < b->due : a->number < b->number;
}

static void push(frame_t *frame)
{
    int i = queued++;

    while (i > 0 && earlier(frame, queue[(i - 1) / 2])) {
        queue[i] = queue[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    queue[i] = frame;
}

static frame_t *pop(void)
{
    frame_t *first = queue[0], *last = queue[--queued];
    int i = 0;

    for (;;) {
        int child = 2 * i + 1;

        if (child + 1 < queued && earlier(queue[child + 1], queue[child])) {
            child++;
        }
        if (child >= queued || !earlier(queue[child], last)) {
            break;
        }
        queue[i] = queue[child];
        i = child;
    }
    queue[i] = last;
    return first;
}

/* Arrival time of a frame: after earlier frames to the same port, unless the frame is reordered. */
static uint64_t arrival(port_t *from, int to, int length)
{
    uint64_t start = now_ns(), due;

    if (wire.rate_mbit > 0) {
        start = start > from->idle_at ? start : from->idle_at;
        start += (uint64_t)(length * 8e3 / wire.rate_mbit);
        from->idle_at = start;
    }
    due = start + (uint64_t)((wire.delay_us + wire.jitter_us * uniform()) * 1e3);
    if (uniform() < wire.reorder) {
        reordered++;
        return due + (uint64_t)((wire.delay_us + REORDER_US) * 1e3);
    }
    if (due < from->last_due[to]) {
        due = from->last_due[to];
    }
    from->last_due[to] = due;
    return due;
}

static void forward(port_t *from, int to, const unsigned char *bytes, int length)
{
    bool is_lost = uniform() < wire.loss;
    frame_t *frame;

    if (is_lost || from->cut || ports[to].cut || queued == QUEUE_MAX) {
        lost++;
        return;
    }
    frame = malloc(sizeof *frame + (size_t)length);
    if (frame == NULL) {
        fail("no memory for", "a frame");
    }
    frame->due = arrival(from, to, length);
    frame->number = frames_seen++;
    frame->to = to;
    frame->length = length;
    memcpy(frame->bytes, bytes, (size_t)length);
    push(frame);
}

/* Sends a frame to the port of its destination if known, otherwise to all ports. */
static void receive(port_t *from, const unsigned char *bytes, int length)
{
    int only = -1, times = 1;

    memcpy(from->address, bytes + 6, 6);
    for (int i = 0; i < hosts && (bytes[0] & 1) == 0; i++) {
        if (memcmp(ports[i].address, bytes, 6) == 0) {
            only = i;
        }
    }
    if (uniform() < wire.duplicate) {
        duplicated++;
        times = 2;
    }
    for (; times > 0; times--) {
        for (int i = 0; i < hosts; i++) {
            if (&ports[i] != from && (only < 0 || only == i)) {
                forward(from, i, bytes, length);
            }
        }
    }
}

/* The device of a stopped host fails permanently: close. */
static void take_frames(port_t *port)
{
    static unsigned char bytes[FRAME_MAX];

    for (int i = 0; i < 64; i++) {
        ssize_t length = read(port->fd, bytes, sizeof bytes);

        if (length < 0 && errno != EAGAIN && errno != EINTR) {
            close(port->fd);
            port->fd = -1;
        }
        if (length < 14) {
            return;
        }
        receive(port, bytes, (int)length);
    }
}

static void send_frames(void)
{
    uint64_t now = now_ns();

    while (queued > 0 && queue[0]->due <= now) {
        frame_t *frame = pop();

        if (ports[frame->to].fd >= 0 &&
            write(ports[frame->to].fd, frame->bytes, (size_t)frame->length) == frame->length) {
            sent++;
        } else {
            lost++;
        }
        free(frame);
    }
}

static void wait_for_frames(const sigset_t *unblocked)
{
    struct pollfd fds[HOSTS_MAX];
    struct timespec until = {.tv_sec = 1};

    if (queued > 0) {
        uint64_t now = now_ns(), due = queue[0]->due, ns = due > now ? due - now : 0;

        until = (struct timespec){.tv_sec = (time_t)(ns / 1000000000u), .tv_nsec = (long)(ns % 1000000000u)};
    }
    for (int i = 0; i < hosts; i++) {
        fds[i] = (struct pollfd){.fd = ports[i].fd, .events = POLLIN};
    }
    if (ppoll(fds, (nfds_t)hosts, &until, unblocked) <= 0) {
        return;
    }
    for (int i = 0; i < hosts; i++) {
        if (fds[i].revents != 0) {
            take_frames(&ports[i]);
        }
    }
}

static void on_signal(int signal)
{
    if (signal == SIGHUP) {
        read_again = 1;
    } else {
        over = 1;
    }
}

/* The switch has priority over the processes of the hosts. */
static void go_first(void)
{
    struct sched_param first = {.sched_priority = 1};
    if (sched_setscheduler(0, SCHED_FIFO, &first) != 0)
        fprintf(stderr, "wire: no priority: %s; a busy machine delays frames\n", strerror(errno));
}

int main(int argc, char **argv)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t blocked, unblocked;

    if (argc != 2) {
        fprintf(stderr, "usage: wire DIRECTORY\n");
        return 2;
    }
    if (chdir(argv[1]) != 0) {
        fail("cannot change to", argv[1]);
    }
    /* ppoll() unblocks signals: no signal is missed between the check and the wait. */
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGHUP);
    sigaddset(&blocked, SIGTERM);
    sigprocmask(SIG_BLOCK, &blocked, &unblocked);
    sigaction(SIGHUP, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    open_ports();
    go_first();
    while (!over) {
        wait_for_frames(&unblocked);
        if (read_again) {
            read_again = 0;
            read_settings();
        }
        send_frames();
    }
    printf("wire: %llu sent, %llu lost, %llu reordered, %llu duplicated\n", (unsigned long long)sent,
           (unsigned long long)lost, (unsigned long long)reordered, (unsigned long long)duplicated);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Output of the ranks, line by line, and messages of the launcher.
 * A stream is a pipe from one rank. A sink is standard output or error: lines are queued there until they can
 * be written. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

#define FULL_BYTES  (1u << 20)
#define READ_BYTES  (64u << 10)
#define LINE_BYTES  (64u << 10) /* maximum length of a line */
#define DRAIN_READS 32          /* maximum reads from one pipe in a step */
#define EVENTS      64

const char *emuq_launcher_name = "emuq-run";
bool emuq_is_member;
uint32_t emuq_member_host;
const char *const emuq_label_format[3][2] = {{"", ""}, {"%u: ", "%u: "}, {"stdout[%u]: ", "stderr[%u]: "}};

typedef struct output_sink {
    int fd;
    bool is_file; /**< regular file: writes do not block */
    int error;    /**< errno of a failed write; later output is dropped; 0: none */
    int sources;  /**< epoll descriptor of the streams of this sink */
    emuq_output_buffer_t queue;
    bool in_line;      /**< the last byte is no end of line */
    const void *owner; /**< owner of the last byte */
    unsigned shown;    /**< number of shown lines at the end; the next output replaces them */
} sink_t;

static int sink_open(sink_t *sink, int fd)
{
    struct stat status;
    *sink = (sink_t){.fd = fd, .sources = epoll_create1(EPOLL_CLOEXEC)};
    if (sink->sources < 0)
        return -errno;
    sink->is_file = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    return 0;
}

static void sink_close(sink_t *sink)
{
    free(sink->queue.text);
    close(sink->sources);
}

static bool sink_is_full(const sink_t *sink)
{
    return sink->queue.length >= FULL_BYTES;
}

static void buffer_append(emuq_output_buffer_t *b, const char *text, size_t length)
{
    if (length == 0)
        return;
    if (b->start + b->length + length > b->room) {
        if (b->length != 0)
            memmove(b->text, b->text + b->start, b->length);
        b->start = 0;
        if (b->length + length > b->room) {
            b->room = 2 * (b->length + length);
            b->text = emuq_need(realloc(b->text, b->room));
        }
    }
    memcpy(b->text + b->start + b->length, text, length);
    b->length += length;
}

static void sink_append(sink_t *sink, const char *text, size_t length)
{
    buffer_append(&sink->queue, text, length);
}

/* Erases the shown lines: moves up and erases to the end of the screen. */
static void sink_erase_shown(sink_t *sink)
{
    char text[32];
    if (sink->shown == 0)
        return;
    snprintf(text, sizeof text, "\033[%uF\033[J", sink->shown);
    sink_append(sink, text, strlen(text));
    sink->shown = 0;
}

/* Appends output, and escapes marks in it: the front end must not find them. */
static void sink_append_text(sink_t *sink, const char *text, size_t length)
{
    const char *mark;
    while (emuq_is_member && (mark = memmem(text, length, EMUQ_MARK, EMUQ_MARK_LENGTH - 1)) != NULL) {
        size_t part = (size_t)(mark - text) + EMUQ_MARK_LENGTH - 1;
        sink_append(sink, text, part);
        sink_append(sink, (const char[]){EMUQ_MARK_ESCAPE}, 1);
        text += part;
        length -= part;
    }
    sink_append(sink, text, length);
}

static void sink_put(sink_t *sink, const void *owner, const char *label, const char *text, size_t length)
{
    if (sink->error != 0 || length == 0)
        return;
    sink_erase_shown(sink);
    if (sink->in_line && sink->owner != owner) {
        sink_append(sink, "\n", 1);
        sink->in_line = false;
    }
    if (!sink->in_line)
        sink_append(sink, label, strlen(label));
    sink_append_text(sink, text, length);
    sink->in_line = text[length - 1] != '\n';
    sink->owner = owner;
}

/* Writes queued output. The descriptor is shared with other processes, so it stays blocking.
 * @param wait until all is written */
static void sink_write(sink_t *sink, bool wait)
{
    emuq_output_buffer_t *q = &sink->queue;
    struct pollfd ready = {.fd = sink->fd, .events = POLLOUT};
    bool may_block = sink->is_file || wait;
    while (q->length > 0 && (may_block || poll(&ready, 1, 0) > 0)) {
        /* A writable pipe has space for PIPE_BUF bytes. */
        size_t most = may_block || q->length < PIPE_BUF ? q->length : PIPE_BUF;
        ssize_t written = write(sink->fd, q->text + q->start, most);
        if (written >= 0) {
            q->start += (size_t)written;
            q->length -= (size_t)written;
        } else if (errno == EAGAIN) {
            if (!wait)
                return;
            poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            sink->error = errno;
            q->length = 0;
        }
    }
    if (q->length == 0)
        q->start = 0;
}

/* Standard output, and standard error unless both are the same file. */
static sink_t sinks[2];
static int sink_count;

/* ---- texts ---- */

void *emuq_need(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "%s: no memory\n", emuq_launcher_name);
        _exit(1);
    }
    return memory;
}

char *emuq_vformat(const char *format, va_list list)
{
    char *text;
    return vasprintf(&text, format, list) >= 0 ? text : emuq_need(NULL);
}

char *emuq_format(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = emuq_vformat(format, list);
    va_end(list);
    return text;
}

FILE *emuq_text_open(char **text)
{
    static size_t length; /* not used */
    *text = NULL;
    return emuq_need(open_memstream(text, &length));
}

void emuq_setenv(const char *name, const char *value)
{
    if (setenv(name, value, 1) != 0)
        emuq_need(NULL);
}

void emuq_fd_close(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* ---- messages ---- */

static sink_t *output_sink_of(int number)
{
    return &sinks[number - 1 < sink_count ? number - 1 : sink_count - 1];
}

static const char *output_line_mark(void)
{
    return emuq_is_member ? EMUQ_MARK "l" : "";
}

void emuq_output_put(int number, const void *owner, const char *text, size_t length)
{
    sink_put(output_sink_of(number), owner, "", text, length);
}

/* Prints and frees a line. */
static void output_put_message(const char *mark, char *line)
{
    if (sink_count == 0) {
        fprintf(stderr, "%s%s", mark, line);
    } else {
        sink_put(output_sink_of(2), NULL, mark, line, strlen(line));
        sink_write(output_sink_of(2), false);
    }
    free(line);
}

void emuq_output_report(char mark, long number, const char *rest)
{
    if (emuq_is_member)
        output_put_message((const char[]){EMUQ_MARK[0], EMUQ_MARK[1], mark, '\0'},
                           emuq_format("%u %ld %s\n", emuq_member_host, number, rest));
}

void emuq_run_message(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = emuq_vformat(format, list);
    va_end(list);
    output_put_message(output_line_mark(),
                       emuq_format("%s: %s\n", emuq_launcher_name, emuq_printable(text, true)));
    free(text);
}

void emuq_output_show(const char *lines)
{
    sink_t *sink = output_sink_of(2);
    if (sink_count == 0 || sink->error != 0 || sink->queue.length != 0)
        return;
    sink_erase_shown(sink);
    if (*lines != '\0' && sink->in_line) {
        sink_append(sink, "\n", 1);
        sink->in_line = false;
    }
    sink_append(sink, lines, strlen(lines));
    for (; *lines != '\0'; lines++)
        sink->shown += *lines == '\n';
    sink_write(sink, false);
}

/* ---- sinks ---- */

static bool output_is_same_file(int a, int b)
{
    struct stat status_a, status_b;
    return fstat(a, &status_a) == 0 && fstat(b, &status_b) == 0 && status_a.st_dev == status_b.st_dev &&
           status_a.st_ino == status_b.st_ino;
}

int emuq_output_open(void)
{
    int rc = sink_open(&sinks[0], STDOUT_FILENO);
    if (rc != 0)
        return rc;
    if (emuq_is_member || !output_is_same_file(STDOUT_FILENO, STDERR_FILENO)) {
        rc = sink_open(&sinks[1], STDERR_FILENO);
        if (rc != 0) {
            sink_close(&sinks[0]);
            return rc;
        }
        sink_count = 1;
    }
    sink_count++;
    return 0;
}

int emuq_output_failed(void)
{
    for (int i = 0; i < sink_count; i++)
        if (sinks[i].error != 0 && sinks[i].error != EPIPE) {
            emuq_run_message("cannot write %s: %s; ending the job",
                             i == 0 ? "standard output" : "standard error", strerror(sinks[i].error));
            return EXIT_FAILURE;
        }
    return EMUQ_STATUS_SIGNAL + SIGPIPE;
}

int emuq_output_close(void)
{
    int error = 0;
    /* Messages first: the reader of standard output may be slow. */
    for (int i = sink_count - 1; i >= 0; i--) {
        bool failed_before = sinks[i].error != 0;
        sink_write(&sinks[i], true);
        if (!failed_before && sinks[i].error != 0 && sinks[i].error != EPIPE)
            error = sinks[i].error;
        sink_close(&sinks[i]);
    }
    sink_count = 0;
    if (error != 0)
        emuq_run_message("cannot write the output of the job: %s", strerror(error));
    return -error;
}

int emuq_output_polls(struct pollfd polls[EMUQ_OUTPUT_POLLS])
{
    int count = 0;
    for (int i = 0; i < sink_count; i++) {
        if (!sink_is_full(&sinks[i]))
            polls[count++] = (struct pollfd){.fd = sinks[i].sources, .events = POLLIN};
        if (sinks[i].queue.length > 0)
            polls[count++] = (struct pollfd){.fd = sinks[i].fd, .events = POLLOUT};
    }
    return count;
}

bool emuq_output_is_broken(void)
{
    for (int i = 0; i < sink_count; i++)
        if (sinks[i].error != 0)
            return true;
    return false;
}

void emuq_output_forget(void)
{
    for (int i = 0; i < sink_count; i++)
        sink_close(&sinks[i]);
    sink_count = 0;
}

/* ---- streams ---- */

void emuq_output_stream_open_plain(emuq_output_stream_t *stream, int number)
{
    *stream = (emuq_output_stream_t){.fd = -1, .sink = output_sink_of(number)};
}

int emuq_output_stream_open(emuq_output_stream_t *stream, int number, const char *label, int *write_end)
{
    int ends[2];
    emuq_output_stream_open_plain(stream, number);
    snprintf(stream->label, sizeof(stream->label), "%s%s", output_line_mark(), label);
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -errno;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = stream};
    if (fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0 ||
        epoll_ctl(stream->sink->sources, EPOLL_CTL_ADD, ends[0], &event) != 0) {
        int error = errno;
        close(ends[0]);
        close(ends[1]);
        return -error;
    }
    stream->fd = ends[0];
    *write_end = ends[1];
    return 0;
}

static void output_put_text(emuq_output_stream_t *stream, const char *text, size_t length)
{
    if (stream->handler != NULL)
        stream->handler(stream->argument, text, length);
    else
        sink_put(stream->sink, stream, stream->label, text, length);
}

/* Passes on the incomplete line, if there is one, and frees its memory. */
static void output_put_line(emuq_output_stream_t *stream)
{
    if (stream->line.length == 0)
        return;
    output_put_text(stream, stream->line.text, stream->line.length);
    free(stream->line.text);
    stream->line = (emuq_output_buffer_t){0};
}

void emuq_output_stream_append(emuq_output_stream_t *stream, const char *text, size_t length)
{
    while (length > 0) {
        const char *end = memchr(text, '\n', length);
        size_t part = end != NULL ? (size_t)(end - text) + 1 : length;
        if (end != NULL && stream->line.length == 0) {
            output_put_text(stream, text, part);
        } else {
            buffer_append(&stream->line, text, part);
            if (end != NULL || stream->line.length >= LINE_BYTES)
                output_put_line(stream);
        }
        text += part;
        length -= part;
    }
}

static void output_close_stream(emuq_output_stream_t *stream)
{
    output_put_line(stream);
    if (stream->fd < 0)
        return;
    /* A forked process may hold the pipe too: closing alone would not remove it from the epoll set. */
    epoll_ctl(stream->sink->sources, EPOLL_CTL_DEL, stream->fd, NULL);
    emuq_fd_close(&stream->fd);
}

/* Reads once. @return whether more data may be available */
static bool output_read_stream(emuq_output_stream_t *stream)
{
    static char buffer[READ_BYTES];
    ssize_t got = read(stream->fd, buffer, sizeof(buffer));
    if (got > 0) {
        emuq_output_stream_append(stream, buffer, (size_t)got);
        return true;
    }
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return errno == EINTR;
    output_close_stream(stream);
    return false;
}

void emuq_output_stream_drain(emuq_output_stream_t *stream)
{
    for (int i = 0; i < DRAIN_READS && stream->fd >= 0; i++)
        if (!output_read_stream(stream))
            return;
}

void emuq_output_stream_close(emuq_output_stream_t *stream)
{
    emuq_output_stream_drain(stream);
    output_close_stream(stream);
}

/* Reads each readable stream once, unless the sink is full. */
static void output_read_sources(sink_t *sink)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(sink->sources, events, EVENTS, 0);
    for (int i = 0; i < count && !sink_is_full(sink); i++)
        output_read_stream(events[i].data.ptr);
}

void emuq_output_move(const struct pollfd *polls, int count)
{
    for (int i = 0; i < sink_count; i++) {
        for (int p = 0; p < count; p++)
            if (polls[p].fd == sinks[i].sources && polls[p].revents != 0)
                output_read_sources(&sinks[i]);
        sink_write(&sinks[i], false);
    }
}

/* ---- streams with marks ---- */

/* Handles a line. A mark inside of a line ends a part without an end of line. */
static void output_split_line(void *argument, const char *text, size_t length)
{
    emuq_marked_stream_t *s = argument;
    while (length > 0) {
        bool begins = length >= EMUQ_MARK_LENGTH && memcmp(text, EMUQ_MARK, EMUQ_MARK_LENGTH - 1) == 0;
        bool is_escape = begins && text[EMUQ_MARK_LENGTH - 1] == EMUQ_MARK_ESCAPE;
        size_t skip = begins ? EMUQ_MARK_LENGTH : 0;
        if (is_escape) {
            s->handler(s->argument, s, EMUQ_MARK, EMUQ_MARK_LENGTH - 1);
        } else if (begins || !s->in_line) {
            s->mark = begins ? text[EMUQ_MARK_LENGTH - 1] : EMUQ_MARK_NONE;
            s->lines++;
        }
        text += skip;
        length -= skip;
        const char *next = memmem(text, length, EMUQ_MARK, EMUQ_MARK_LENGTH - 1);
        size_t part = next != NULL ? (size_t)(next - text) : length;
        if (part > 0)
            s->handler(s->argument, s, text, part);
        s->in_line = next == NULL && (part == 0 || text[part - 1] != '\n');
        text += part;
        length -= part;
    }
}

int emuq_marked_stream_open(emuq_marked_stream_t *stream, int number, emuq_marked_function_t handler,
                            void *argument, int *write_end)
{
    *stream = (emuq_marked_stream_t){.handler = handler, .argument = argument, .number = number};
    int rc = emuq_output_stream_open(&stream->stream, number, "", write_end);
    stream->stream.handler = output_split_line;
    stream->stream.argument = stream;
    return rc;
}

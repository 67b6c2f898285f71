/* SPDX-License-Identifier: BSD-3-Clause */
/* Output of the ranks, line by line, and messages of the launcher.
 * A stream is a pipe from one rank. A sink is standard output or error: lines are queued there until they can
 * be written. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

#define FULL_BYTES  (1u << 20)
#define READ_BYTES  (64u << 10)
#define LINE_BYTES  (64u << 10) /* maximum length of a line */
#define DRAIN_READS 32          /* maximum reads from one pipe in a step */
#define EVENTS      64
#define READER_MS   1000 /* maximum wait for the reader of standard error */

const char *emuq_launcher_name = "emuq-run";
bool emuq_is_member;
uint32_t emuq_member_host;
char emuq_member_where[300];
const char *const emuq_label_format[3][2] = {{"", ""}, {"%u: ", "%u: "}, {"stdout[%u]: ", "stderr[%u]: "}};

typedef struct output_sink {
    int fd;
    char *name;        /**< for messages */
    bool is_rank_file; /**< a file of ranks: the front end does not read it */
    bool is_file;      /**< regular file: writes do not block */
    int error;         /**< errno of a failed write; all later text is dropped; 0: none */
    int sources;       /**< epoll descriptor of the streams of this sink */
    emuq_output_buffer_t queue;
    bool in_line;      /**< the last byte is no end of line */
    const void *owner; /**< owner of the last byte */
    unsigned shown;    /**< number of shown lines at the end; the next output replaces them */
} sink_t;

static int sink_open(sink_t *sink, int fd, const char *name)
{
    struct stat status;
    *sink = (sink_t){.fd = fd, .name = emuq_need(strdup(name)), .sources = epoll_create1(EPOLL_CLOEXEC)};
    if (sink->sources < 0)
        return -errno;
    sink->is_file = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    return 0;
}

static void sink_close(sink_t *sink)
{
    free(sink->queue.text);
    free(sink->name);
    emuq_fd_close(&sink->sources);
    if (sink->fd > STDERR_FILENO)
        close(sink->fd);
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
    while (emuq_is_member && !sink->is_rank_file &&
           (mark = memmem(text, length, EMUQ_MARK, EMUQ_MARK_LENGTH - 1)) != NULL) {
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

/* Standard output or the file of all ranks, and standard error unless both are the same file. */
static sink_t sinks[2];
static int sink_count;
static bool output_is_reported; /* a sink that could not be written */

/* Files of some of the ranks, in the order of their first use */
static struct {
    sink_t **file;
    size_t count;
    void *names; /* tree of the files, by name */
} outputs;

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

void emuq_output_await_reader(void)
{
    static bool is_slow;
    if (sink_count == 0)
        return;
    sink_t *sink = output_sink_of(2);
    sink_write(sink, true);
    for (int left = 0, ms = 0; !is_slow && ioctl(sink->fd, FIONREAD, &left) == 0 && left > 0; ms++) {
        is_slow = ms >= READER_MS;
        poll(NULL, 0, 1);
    }
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

/* ---- files of ranks (--output) ---- */

int emuq_output_name_check(const char *name)
{
    for (const char *at = strchr(name, '%'); at != NULL; at = strchr(at + 2, '%'))
        if (at[1] == '\0' || strchr("rnh%", at[1]) == NULL) {
            emuq_run_message(
                "--output: invalid value '%s' (expected a file name; %%r stands for the rank, %%n "
                "for its node, %%h for the host, and %%%% for %%)",
                name);
            return -EINVAL;
        }
    if (*name == '\0')
        emuq_run_message("--output: invalid value '' (expected a file name such as out.%%r)");
    return *name != '\0' ? 0 : -EINVAL;
}

bool emuq_output_name_has(const char *name, const char *letters)
{
    for (const char *at = strchr(name, '%'); at != NULL; at = strchr(at + 2, '%'))
        if (strchr(letters, at[1]) != NULL)
            return true;
    return false;
}

/* @param where NULL: the name has no letter for a place @return name of a file */
static char *output_name(const char *name, const emuq_output_place_t *where)
{
    char *text;
    FILE *out = emuq_text_open(&text);
    for (; *name != '\0'; name++) {
        if (*name != '%')
            fputc(*name, out);
        else if (*++name == '%')
            fputc('%', out);
        else if (*name == 'h')
            fputs(where->host, out);
        else
            fprintf(out, "%u", *name == 'r' ? where->rank : where->node);
    }
    fclose(out);
    return emuq_need(text);
}

/* Creates or empties a file. A named pipe without a reader is an error: no signal would end open().
 * @return descriptor, or a negative errno after printing an error */
static int output_create(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    if (fd >= 0)
        return fd;
    int error = errno;
    emuq_run_message("--output: cannot write %s%s: %s%s", name, emuq_member_where, strerror(error),
                     error == ENOENT  ? "; create the directory first"
                     : error == ENXIO ? "; start the reader of this named pipe first"
                                      : "");
    return -error;
}

static int output_compare(const void *one, const void *other)
{
    return strcmp(((const sink_t *)one)->name, ((const sink_t *)other)->name);
}

int emuq_output_file_open(const char *name, const emuq_output_place_t *where, struct output_sink **file)
{
    char *path = output_name(name, where);
    sink_t **found = tfind(&(sink_t){.name = path}, &outputs.names, output_compare);
    if (found != NULL) {
        *file = *found;
        free(path);
        return 0;
    }
    int fd = output_create(path);
    if (fd < 0) {
        free(path);
        return fd;
    }
    *file = emuq_need(calloc(1, sizeof **file));
    **file = (sink_t){.fd = fd, .name = path, .sources = -1, .is_file = true, .is_rank_file = true};
    emuq_need(tsearch(*file, &outputs.names, output_compare));
    outputs.file = emuq_need(realloc(outputs.file, (outputs.count + 1) * sizeof *outputs.file));
    outputs.file[outputs.count++] = *file;
    return 0;
}

static void output_keep(void *file)
{
    (void)file;
}

static void output_close_files(void)
{
    for (size_t i = 0; i < outputs.count; i++) {
        sink_close(outputs.file[i]);
        free(outputs.file[i]);
    }
    tdestroy(outputs.names, output_keep);
    free(outputs.file);
    memset(&outputs, 0, sizeof outputs);
}

static void output_write_files(void)
{
    for (size_t i = 0; i < outputs.count; i++)
        sink_write(outputs.file[i], true);
}

/* @return a sink that could not be written for another reason than the end of its reader; NULL: none */
static const sink_t *output_failed_sink(void)
{
    for (size_t i = 0; i < outputs.count; i++)
        if (outputs.file[i]->error != 0)
            return outputs.file[i];
    for (int i = 0; i < sink_count; i++)
        if (sinks[i].error != 0 && sinks[i].error != EPIPE)
            return &sinks[i];
    return NULL;
}

/* ---- all sinks ---- */

/* Opens standard output, or the file of all ranks. */
static int output_open_first(const char *file)
{
    char *name = file != NULL ? output_name(file, NULL) : emuq_need(strdup("standard output"));
    int fd = file != NULL ? output_create(name) : STDOUT_FILENO;
    int rc = fd >= 0 ? sink_open(&sinks[0], fd, name) : -ECANCELED;
    free(name);
    return rc;
}

int emuq_output_open(const char *output)
{
    /* The front end writes the file of all ranks. */
    bool has_file = output != NULL && !emuq_is_member && !emuq_output_name_has(output, EMUQ_OUTPUT_PLACES);
    int rc = output_open_first(has_file ? output : NULL);
    if (rc != 0)
        return rc;
    if (has_file || emuq_is_member || !output_is_same_file(STDOUT_FILENO, STDERR_FILENO)) {
        rc = sink_open(&sinks[1], STDERR_FILENO, "standard error");
        if (rc != 0) {
            sink_close(&sinks[0]);
            return rc;
        }
        sink_count = 1;
    }
    sink_count++;
    return 0;
}

/* Reports a sink that could not be written. */
static void output_report_sink(const sink_t *sink, const char *more)
{
    emuq_run_message("cannot write %s%s: %s%s", sink->name, sink->is_rank_file ? emuq_member_where : "",
                     strerror(sink->error), more);
    output_is_reported = true;
}

int emuq_output_failed(void)
{
    const sink_t *sink = output_failed_sink();
    if (sink == NULL)
        return EMUQ_STATUS_SIGNAL + SIGPIPE;
    output_report_sink(sink, "; ending the job");
    return EXIT_FAILURE;
}

int emuq_output_close(void)
{
    output_write_files();
    /* Messages first: the reader of standard output may be slow. */
    for (int i = sink_count - 1; i >= 0; i--)
        sink_write(&sinks[i], true);
    const sink_t *failed = output_is_reported ? NULL : output_failed_sink();
    int error = failed != NULL ? failed->error : 0;
    if (failed != NULL) {
        output_report_sink(failed, "");
        sink_write(output_sink_of(2), true);
    }
    emuq_output_forget();
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
    return outputs.count != 0 && output_failed_sink() != NULL;
}

void emuq_output_forget(void)
{
    output_close_files();
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

void emuq_output_stream_to_file(emuq_output_stream_t *stream, struct output_sink *file)
{
    size_t mark = strlen(output_line_mark());
    stream->file = file;
    if (strncmp(stream->label, output_line_mark(), mark) == 0)
        memmove(stream->label, stream->label + mark, strlen(stream->label + mark) + 1);
}

static void output_put_text(emuq_output_stream_t *stream, const char *text, size_t length)
{
    sink_t *to = stream->file != NULL ? stream->file : stream->sink;
    if (stream->handler != NULL)
        stream->handler(stream->argument, text, length);
    else
        sink_put(to, stream, stream->label, text, length);
    if (to->is_rank_file && sink_is_full(to))
        sink_write(to, true);
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
    output_write_files();
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

/* SPDX-License-Identifier: BSD-3-Clause */
/* The JSON results of emuq-perf: every test, in both modes. */
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "emuq_test.h"

#define MOST_TESTS 64

static struct {
    char name[32];
} known[MOST_TESTS];
static int known_tests;

/* True for tests that run between hosts only: limits of the network, and chains of Message Units. */
static bool is_of_network(const char *name)
{
    return strncmp(name, "fabric_", 7) == 0 || strcmp(name, "tcp_hop") == 0 || strcmp(name, "unit_hop") == 0;
}

static void read_list(void)
{
    command_t c = command_run("\"$PERF\" --list");
    char *rest = c.out;
    CU_ASSERT_EQUAL(c.status, 0);
    for (char *line; (line = strsep(&rest, "\n")) != NULL && known_tests < MOST_TESTS;)
        if (sscanf(line, "%31s", known[known_tests].name) == 1 && !is_of_network(known[known_tests].name))
            known_tests++;
    command_free(&c);
    CU_ASSERT(known_tests > 20);
}

static json_t *run(const char *script)
{
    json_error_t error;
    command_t c = command_run(script);
    if (c.status != 0 || c.err_lines != 0)
        printf("%s\n  ended with %d and said: %s", script, c.status, c.err);
    CU_ASSERT_EQUAL(c.status, 0);
    CU_ASSERT_EQUAL(c.err_lines, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(c.out, "median"));
    json_t *document = json_load_file(command_file("json"), 0, &error);
    if (document == NULL)
        printf("%s\n  line %d: %s\n", script, error.line, error.text);
    CU_ASSERT_PTR_NOT_NULL(document);
    command_free(&c);
    return document;
}

static double number(const json_t *result, const char *member)
{
    const json_t *value = json_object_get(result, member);
    CU_ASSERT(json_is_number(value));
    return json_number_value(value);
}

static const char *text(const json_t *result, const char *member)
{
    const char *value = json_string_value(json_object_get(result, member));
    CU_ASSERT_PTR_NOT_NULL(value);
    return value != NULL ? value : "";
}

static void check_result(const json_t *result)
{
    /* an overlap may be 0 */
    double least = strcmp(text(result, "unit"), "%") == 0 ? 0 : 1e-9;
    double median = number(result, "median"), limit = number(result, "limit");
    CU_ASSERT(isfinite(median) && median >= least);
    CU_ASSERT(isfinite(limit) && limit > 0);
    CU_ASSERT(number(result, "low") <= median && median <= number(result, "high"));
    CU_ASSERT(fabs(number(result, "ratio") * limit - median) <= 1e-4 * median);
    CU_ASSERT(number(result, "size") >= 0);
    CU_ASSERT(number(result, "samples") >= 1);
    CU_ASSERT(strlen(text(result, "limit_name")) > 0);
    const char *mode = text(result, "mode");
    CU_ASSERT(strcmp(mode, "threads") == 0 || strcmp(mode, "processes") == 0 || strcmp(mode, "hosts") == 0);
}

/* Checks the results of a document. @return number of results for a test, mode, size (-1: any) and number of
 * ranks */
static int count(const json_t *document, const char *test, const char *mode, int size, int ranks)
{
    size_t i;
    int n = 0;
    const json_t *result;
    json_array_foreach(json_object_get(document, "results"), i, result)
    {
        n += strcmp(text(result, "test"), test) == 0 && strcmp(text(result, "mode"), mode) == 0 &&
             (size < 0 || number(result, "size") == size) && number(result, "ranks") == ranks;
    }
    return n;
}

static void check_document(const json_t *document)
{
    static const char *const members[] = {"machine", "versions", "settings"};
    const json_t *results = json_object_get(document, "results"), *result;
    size_t i;
    for (i = 0; i < 3; i++)
        CU_ASSERT(json_is_object(json_object_get(document, members[i])));
    CU_ASSERT(number(json_object_get(document, "machine"), "cores") >= 1);
    CU_ASSERT(strlen(text(json_object_get(document, "versions"), "emuq")) > 0);
    CU_ASSERT(json_array_size(results) > 0);
    json_array_foreach(results, i, result) check_result(result);
}

static void all_tests_in_both_modes(void)
{
    read_list();
    json_t *d = run("\"$PERF\" --time 0.005 --json \"$FILES/json\"");
    check_document(d);
    for (int i = 0; i < known_tests; i++) {
        CU_ASSERT(count(d, known[i].name, "threads", -1, 2) >= 1);
        CU_ASSERT_EQUAL(count(d, known[i].name, "threads", -1, 2),
                        count(d, known[i].name, "processes", -1, 2));
    }
    json_decref(d);
}

static void each_test_alone(void)
{
    for (int i = 0; i < known_tests; i++) {
        setenv("TEST", known[i].name, 1);
        json_t *d = run("\"$PERF\" --mode threads --time 0.001 --test $TEST --json \"$FILES/json\"");
        check_document(d);
        CU_ASSERT_EQUAL(count(d, known[i].name, "threads", -1, 2),
                        (int)json_array_size(json_object_get(d, "results")));
        json_decref(d);
    }
}

static void under_the_launcher(void)
{
    json_t *d =
        run("\"$RUN\" --shape 2 \"$PERF\" --time 0.001 --test put_latency,fifo_rate --json \"$FILES/json\"");
    check_document(d);
    CU_ASSERT_EQUAL(count(d, "put_latency", "processes", 8, 2), 1);
    CU_ASSERT_EQUAL(count(d, "fifo_rate", "processes", 8, 2), 1);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(d, "results")), 2);
    json_decref(d);
}

/* Measurements use all cores of the job, although a launcher binds each rank to a part of the cores. */
static void cores_of_the_job(void)
{
    static const char *const started[] = {"\"$PERF\" --mode threads", "\"$PERF\" --mode processes",
                                          "\"$RUN\" --np 2 \"$PERF\""};
    unsigned cores[3] = {0};
    for (int i = 0; i < 3; i++) {
        char script[256];
        snprintf(script, sizeof script, "%s --time 0.001 --test put_latency", started[i]);
        command_t c = command_run(script);
        const char *of_job = strstr(c.out, " nodes, ");
        CU_ASSERT(of_job != NULL && sscanf(of_job, " nodes, %u cores", &cores[i]) == 1);
        command_free(&c);
    }
    CU_ASSERT_EQUAL(cores[1], cores[0]);
    CU_ASSERT_EQUAL(cores[2], cores[0]);
}

static void sizes(void)
{
    json_t *d =
        run("\"$PERF\" --time 0.001 --test put_latency,allreduce,fifo_bandwidth,rget_latency,broadcast "
            "--sizes 8,1000,4K --json \"$FILES/json\"");
    check_document(d);
    static const char *const names[] = {"put_latency", "allreduce", "fifo_bandwidth", "rget_latency",
                                        "broadcast"};
    for (int i = 0; i < 5; i++) {
        CU_ASSERT_EQUAL(count(d, names[i], "threads", 8, 2), 1);
        CU_ASSERT_EQUAL(count(d, names[i], "processes", 1000, 2), 1);
        CU_ASSERT_EQUAL(count(d, names[i], "processes", 4096, 2), 1);
    }
    json_decref(d);
}

/* The message layer with the contexts, FIFOs and base addresses that are available. */
static void message_layer(void)
{
    static const char *const names[] = {"send", "rput", "rget"};
    json_t *d = run("\"$PERF\" --time 0.001 --test send_immediate,send,rput,rget,put_latency "
                    "--sizes 8,504,512,64K --json \"$FILES/json\"");
    check_document(d);
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(count(d, names[i], "threads", 504, 2), 1);
        CU_ASSERT_EQUAL(count(d, names[i], "processes", 65536, 2), 1);
    }
    CU_ASSERT_EQUAL(count(d, "send_immediate", "processes", 8, 2), 1);
    json_decref(d);
    d = run("\"$PERF\" --shape 2 --ppn 32 --mode threads --pairs 2 --time 0.001 --sizes 8 --test "
            "send_immediate,rput "
            "--json \"$FILES/json\"");
    check_document(d);
    CU_ASSERT_EQUAL(count(d, "rput", "threads", 8, 64), 1);
    json_decref(d);
}

static void limits_of_the_message_layer(void)
{
    size_t i;
    const json_t *result;
    json_t *d =
        run("\"$PERF\" --mode threads --time 0.001 --test send_immediate,send,rput,rget --sizes 8,64K "
            "--json \"$FILES/json\"");
    static const char *const limits[] = {"fifo_latency", "fifo_latency", "copy_read",   "put_latency",
                                         "copy_read",    "rget_latency", "rget_latency"};
    check_document(d);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(d, "results")), 7);
    json_array_foreach(json_object_get(d, "results"), i, result)
        CU_ASSERT_STRING_EQUAL(text(result, "limit_name"), limits[i % 7]);
    json_decref(d);
}

static void distances(void)
{
    size_t i;
    const json_t *result;
    json_t *d =
        run("\"$PERF\" --shape 4x2 --hops 1,3,2 --time 0.001 --test put_latency,fifo_latency,rget_latency,"
            "send,rput --sizes 8 --json \"$FILES/json\"");
    static const int hops[] = {1, 3, 2};
    check_document(d);
    json_array_foreach(json_object_get(d, "results"), i, result)
        CU_ASSERT_EQUAL((int)number(result, "hops"), hops[i % 3]);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(d, "results")), 2 * 5 * 3);
    json_decref(d);
}

static void all_at_once(void)
{
    json_t *d = run("\"$PERF\" --shape 2x2 --time 0.001 --json \"$FILES/json\" --test incast,spin_exchange");
    check_document(d);
    CU_ASSERT_EQUAL(count(d, "incast", "threads", 8, 4), 1);
    CU_ASSERT_EQUAL(count(d, "incast", "processes", 8, 4), 1);
    CU_ASSERT_EQUAL(count(d, "spin_exchange", "threads", 8, 4), 1);
    CU_ASSERT_EQUAL(count(d, "spin_exchange", "processes", 8, 4), 1);
    json_decref(d);
}

/* Neighbours: different ranks, one rank on both sides, the rank itself. */
static void neighbours(void)
{
    json_t *d =
        run("\"$PERF\" --shape 3x2 --ppn 2 --time 0.001 --sizes 8,4K,128K --json \"$FILES/json\" --test "
            "halo_6,halo_10");
    static const char *const names[] = {"halo_6", "halo_10"};
    check_document(d);
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(count(d, names[i], "threads", 4096, 12), 1);
        CU_ASSERT_EQUAL(count(d, names[i], "processes", 8, 12), 1);
        CU_ASSERT_EQUAL(count(d, names[i], "threads", 128 * 1024, 12), 0); /* too long for many buffers */
    }
    CU_ASSERT_EQUAL(json_array_size(json_object_get(d, "results")), 8);
    json_decref(d);
}

/* Pairs whose ranks inject with several threads. */
static void threads_of_pairs(void)
{
    json_t *d = run("\"$PERF\" --shape 2x2 --pairs 2 --time 0.001 --json \"$FILES/json\" --test "
                    "fifo_threads_2,fifo_threads_4,one_core_pair,send_rate");
    check_document(d);
    CU_ASSERT_EQUAL(count(d, "fifo_threads_2", "threads", 8, 4), 1);
    CU_ASSERT_EQUAL(count(d, "fifo_threads_4", "processes", 8, 4), 1);
    CU_ASSERT_EQUAL(count(d, "one_core_pair", "processes", 8, 4), 1);
    CU_ASSERT_EQUAL(count(d, "send_rate", "threads", 8, 4), 1);
    json_decref(d);
}

/* Limits of the tests on two nodes. */
static void limits(void)
{
    static const char *const limit_of[][2] = {{"incast", "one_core_pair"},    {"halo_6", "exchange_6"},
                                              {"halo_10", "exchange_10"},     {"send_rate", "fifo_rate"},
                                              {"fifo_threads_1", "stores_1"}, {"fifo_threads_2", "stores_2"},
                                              {"fifo_threads_4", "stores_4"}};
    size_t i;
    const json_t *result;
    json_t *d = run("\"$PERF\" --mode threads --time 0.001 --json \"$FILES/json\" --test "
                    "incast,halo_6,halo_10,send_rate,fifo_threads_1,fifo_threads_2,fifo_threads_4 --sizes 8");
    check_document(d);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(d, "results")), 7);
    json_array_foreach(json_object_get(d, "results"), i, result)
    {
        CU_ASSERT_STRING_EQUAL(text(result, "test"), limit_of[i % 7][0]);
        CU_ASSERT_STRING_EQUAL(text(result, "limit_name"), limit_of[i % 7][1]);
    }
    json_decref(d);
}

static void many_ranks(void)
{
    json_t *d =
        run("\"$PERF\" --shape 2x2 --ppn 4 --pairs 8 --time 0.001 --json \"$FILES/json\" --test put_latency,"
            "send_immediate,rput,rget,fifo_rate,put_bandwidth,put_read,rget_latency,gi_barrier,allreduce,"
            "broadcast,ring,pami_barrier,pami_allreduce");
    check_document(d);
    CU_ASSERT_EQUAL(count(d, "put_latency", "threads", 8, 16), 1);
    CU_ASSERT_EQUAL(count(d, "rget_latency", "processes", 8, 16), 1);
    CU_ASSERT_EQUAL(count(d, "gi_barrier", "processes", -1, 16), 1);
    CU_ASSERT_EQUAL(count(d, "send_immediate", "threads", 8, 16), 1);
    CU_ASSERT_EQUAL(count(d, "rget", "processes", 8, 16), 1);
    CU_ASSERT_EQUAL(count(d, "pami_barrier", "threads", -1, 16), 1);
    CU_ASSERT_EQUAL(count(d, "pami_allreduce", "processes", 8, 16), 1);
    CU_ASSERT_EQUAL(count(d, "ring", "threads", -1, 16), 1);
    json_decref(d);
}

static void one_node(void)
{
    json_t *d = run("\"$PERF\" --shape 1 --ppn 2 --time 0.001 --json \"$FILES/json\"");
    check_document(d);
    CU_ASSERT_EQUAL(count(d, "put_latency", "threads", 8, 2), 1);
    CU_ASSERT_EQUAL(count(d, "fifo_latency", "processes", 8, 2), 1);
    CU_ASSERT_EQUAL(count(d, "gi_barrier", "threads", -1, 2), 0); /* needs several nodes */
    json_decref(d);
}

static void settings_of_progress(void)
{
    size_t i;
    const json_t *result;
    json_t *d =
        run("EMUQ_INLINE_BYTES=1M \"$PERF\" --mode threads --progress yield,auto,spin --no-pin --time 0.001 "
            "--test fifo_latency --json \"$FILES/json\"");
    static const char *const values[] = {"yield", "auto", "spin"};
    check_document(d);
    json_array_foreach(json_object_get(d, "results"), i, result)
    {
        CU_ASSERT_STRING_EQUAL(text(result, "progress"), values[i % 3]);
        CU_ASSERT(json_is_false(json_object_get(result, "pinned")));
    }
    CU_ASSERT_EQUAL(json_array_size(json_object_get(d, "results")), 3);
    CU_ASSERT_STRING_EQUAL(text(json_object_get(d, "settings"), "EMUQ_INLINE_BYTES"), "1M");
    json_decref(d);
}

static void with_a_recording(void)
{
    size_t i;
    const json_t *result;
    json_t *d = run("\"$PERF\" --trace --time 0.001 --test put_latency --sizes 8 --json \"$FILES/json\"");
    check_document(d);
    json_array_foreach(json_object_get(d, "results"), i,
                       result) /* threads and processes, first without, then with recording */
        CU_ASSERT_EQUAL(json_is_true(json_object_get(result, "recorded")), i >= 2);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(d, "results")), 4);
    json_decref(d);
}

/* Two simulated hosts with limits of the network; over sockets, as libfabric may be missing. */
static void between_hosts(void)
{
    json_t *d =
        run("EMUQ_FABRIC= \"$PERF\" --mode hosts --time 0.005 --test put_rate,fifo_rate,tcp_hop,unit_hop "
            "--json \"$FILES/json\"");
    check_document(d);
    CU_ASSERT(count(d, "put_rate", "hosts", -1, 2) >= 1);
    CU_ASSERT(count(d, "fifo_rate", "hosts", -1, 2) >= 1);
    CU_ASSERT(count(d, "tcp_hop", "hosts", -1, 2) >= 1);
    CU_ASSERT(count(d, "unit_hop", "hosts", -1, 2) >= 1);
    json_decref(d);
}

/* Splits the rows of CSV. @return number of rows, with the head; each must have the same number of fields */
static int csv_rows(const char *csv)
{
    int rows = 0, fields = 0;
    for (const char *line = csv; *line != '\0'; line = strchr(line, '\n') + 1, rows++) {
        int n = 1;
        for (const char *c = line; *c != '\n'; c++)
            n += *c == ',';
        if (rows == 0)
            fields = n;
        CU_ASSERT_EQUAL(n, fields);
    }
    return rows;
}

/* Standard output has CSV only, with the results of both modes. */
static void csv(void)
{
    command_t c = command_run("\"$PERF\" --time 0.001 --test put_latency,fifo_rate --sizes 8,16 --csv -");
    CU_ASSERT_EQUAL(c.status, 0);
    CU_ASSERT_EQUAL(c.err_lines, 0);
    CU_ASSERT_EQUAL(strncmp(c.out, "test,size,ranks,mode,median,low,high,min,unit,", 46), 0);
    CU_ASSERT_EQUAL(csv_rows(c.out), 1 + 2 * 4);
    CU_ASSERT_PTR_NOT_NULL(strstr(c.out, "\nput_latency,8,2,threads,"));
    CU_ASSERT_PTR_NOT_NULL(strstr(c.out, "\nfifo_rate,16,2,processes,"));
    CU_ASSERT_PTR_NOT_NULL(strstr(c.out, ",2x1x1x1x1,"));
    command_free(&c);
    c = command_run("\"$RUN\" --shape 2 \"$PERF\" --time 0.001 --test put_latency --csv -");
    CU_ASSERT_EQUAL(csv_rows(c.out), 2);
    command_free(&c);
}

/* A load given by an option makes results doubtful in text, JSON and CSV; a load of 0 is no doubt. */
static void busy_machine(void)
{
    static const char *const loads[] = {"0", "100000"};
    for (int busy = 0; busy < 2; busy++) {
        setenv("LOAD", loads[busy], 1);
        command_t c =
            command_run("\"$PERF\" --load $LOAD --time 0.001 --test put_latency --json \"$FILES/json\" "
                        "--csv \"$FILES/csv\" && cat \"$FILES/csv\"");
        CU_ASSERT_EQUAL(c.status, 0);
        CU_ASSERT_EQUAL(strstr(c.out, "  load ") != NULL, busy);
        CU_ASSERT_EQUAL(strstr(c.out, "? load") != NULL, busy);
        const char *column = strstr(c.out, ",load,cores,"),
                   *row = column != NULL ? strchr(column, '\n') : NULL;
        CU_ASSERT_PTR_NOT_NULL_FATAL(row);
        CU_ASSERT_EQUAL(strstr(row, ",load") != NULL, busy);
        command_free(&c);
        size_t i;
        const json_t *result;
        json_t *d = json_load_file(command_file("json"), 0, NULL);
        json_array_foreach(json_object_get(d, "results"), i, result)
        {
            CU_ASSERT_EQUAL(strncmp(text(result, "doubts"), "load", 4) == 0, busy);
            CU_ASSERT_EQUAL(number(result, "load"), busy ? 100000 : 0);
            CU_ASSERT(number(result, "min") <= number(result, "low"));
        }
        CU_ASSERT_EQUAL(i, 2);
        json_decref(d);
    }
}

/* A row for each size, the head once, and all results in JSON. */
static void table(void)
{
    static const char *const rows[] = {"\n        8 ", "\n     1024 ", "\n    65536 "};
    json_t *d = run("\"$PERF\" --mode threads --table --time 0.001 --test put_latency,put_bandwidth "
                    "--sizes 8,1K,64K --json \"$FILES/json\"");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(d, "results")), 6);
    CU_ASSERT_EQUAL(count(d, "put_bandwidth", "threads", 1024, 2), 1);
    json_decref(d);
    command_t c = command_run(
        "\"$PERF\" --mode threads --table --time 0.001 --test put_latency,put_bandwidth --sizes 8,1K,64K");
    for (int i = 0; i < 3; i++) {
        const char *row = strstr(c.out, rows[i]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(row);
        const char *rate = strstr(row + 1, "B/s");
        CU_ASSERT(rate != NULL && rate < strchr(row + 1, '\n'));
    }
    CU_ASSERT_PTR_NOT_NULL(strstr(c.out, "put_latency"));
    CU_ASSERT_PTR_NOT_NULL(strstr(c.out, "min     median"));
    CU_ASSERT_PTR_NULL(strstr(c.out, "quartiles      limit")); /* the other head; a doubt may have the word */
    command_free(&c);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"all tests in both modes", all_tests_in_both_modes},
                                        {"each test alone", each_test_alone},
                                        {"under the launcher", under_the_launcher},
                                        {"cores of the job", cores_of_the_job},
                                        {"sizes", sizes},
                                        {"message layer", message_layer},
                                        {"limits of the message layer", limits_of_the_message_layer},
                                        {"distances", distances},
                                        {"all at once", all_at_once},
                                        {"neighbours", neighbours},
                                        {"threads of pairs", threads_of_pairs},
                                        {"limits", limits},
                                        {"many ranks", many_ranks},
                                        {"one node", one_node},
                                        {"settings of progress", settings_of_progress},
                                        {"with a recording", with_a_recording},
                                        {"between hosts", between_hosts},
                                        {"CSV", csv},
                                        {"busy machine", busy_machine},
                                        {"table", table},
                                        {NULL, NULL}};
    if (command_setup() != 0)
        return 1;
    int status = emuq_test_main("perf results", tests);
    command_teardown();
    return status;
}

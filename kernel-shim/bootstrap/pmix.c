/* SPDX-License-Identifier: BSD-3-Clause */
/* PMIx (mpirun of Open MPI, srun --mpi=pmix). The library counts its users, so MPI_Init() works, too. */
#include <errno.h>
#include <stdlib.h>

#include "base/memory.h"
#include "kernel-shim/bootstrap/bootstrap.h"

static bool pmix_present(void)
{
    return getenv("PMIX_NAMESPACE") != NULL || getenv("PMIX_RANK") != NULL;
}

#ifdef EMUQ_HAVE_PMIX

#include <dlfcn.h>
#include <pmix.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define LIBRARY "libpmix.so.2"

#define FUNCTIONS(row)                                                                                       \
    row(PMIx_Init) row(PMIx_Finalize) row(PMIx_Error_string) row(PMIx_Put) row(PMIx_Commit)                  \
        row(PMIx_Fence_nb) row(PMIx_Get) row(PMIx_Abort)

static struct {
#define ROW(function) __typeof__(function) *function;
    FUNCTIONS(ROW)
#undef ROW
} lib;

static pmix_proc_t self;

/* The current fence. A PMIx thread calls back. */
static pthread_mutex_t fence_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t fence_changed;
static bool fence_done;            /* guarded by fence_lock */
static pmix_status_t fence_status; /* guarded by fence_lock */

static int pmix_load_library(void)
{
    /* Never closed: MPI may need its thread and exit handlers. */
    void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        emuq_log("rank %s has been started by PMIx, but %s cannot be loaded: %s; install it, or use "
                 "emuq-run",
                 getenv("PMIX_RANK"), LIBRARY, dlerror());
        return -ENOENT;
    }
#define ROW(function)                                                                                        \
    lib.function = (__typeof__(function) *)dlsym(handle, #function);                                         \
    if (lib.function == NULL) {                                                                              \
        emuq_log("%s has no %s; install another version, or use emuq-run", LIBRARY, #function);              \
        return -ENOENT;                                                                                      \
    }
    FUNCTIONS(ROW)
#undef ROW
    return 0;
}

static int pmix_fail(const char *what, pmix_status_t status)
{
    emuq_log("rank %s: PMIx: %s: %s; check that all ranks run and start the job again", getenv("PMIX_RANK"),
             what, lib.PMIx_Error_string(status));
    return status == PMIX_ERR_TIMEOUT ? -ETIMEDOUT : -EIO;
}

/* Reads a value, which the caller frees. @param is_known the launcher has passed it at the start; false:
 * waits for the server */
static pmix_status_t pmix_get(bool is_known, pmix_rank_t rank, const char *key, pmix_value_t **value)
{
    pmix_proc_t process = self;
    process.rank = rank;
    pmix_info_t limit = {.key = PMIX_TIMEOUT}, known = {.key = PMIX_OPTIONAL};
    limit.value.type = PMIX_INT;
    limit.value.data.integer = (int)emuq_bootstrap_seconds;
    known.value.type = PMIX_BOOL;
    known.value.data.flag = true;
    return lib.PMIx_Get(&process, key, is_known ? &known : &limit, 1, value);
}

static int pmix_get_ranks(uint32_t *ranks)
{
    pmix_value_t *value = NULL;
    pmix_status_t status = pmix_get(false, PMIX_RANK_WILDCARD, PMIX_JOB_SIZE, &value);
    if (status == PMIX_SUCCESS && value->type != PMIX_UINT32)
        status = PMIX_ERR_TYPE_MISMATCH;
    if (status == PMIX_SUCCESS)
        *ranks = value->data.uint32;
    free(value);
    return status == PMIX_SUCCESS ? 0 : pmix_fail("cannot read the number of ranks", status);
}

static int pmix_open(uint32_t *rank, uint32_t *ranks)
{
    uint32_t number;
    if (getenv("PMIX_NAMESPACE") == NULL) {
        emuq_log("PMIX_RANK is set, but PMIX_NAMESPACE is not; unset PMIX_RANK, or start the "
                 "program by its launcher");
        return -EINVAL;
    }
    int error = emuq_bootstrap_number("PMIX_RANK", &number);
    if (error == 0)
        error = pmix_load_library();
    if (error != 0)
        return error;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&fence_changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pmix_status_t status = lib.PMIx_Init(&self, NULL, 0);
    if (status != PMIX_SUCCESS) {
        emuq_log("rank %u: PMIx: cannot reach the launcher: %s; unset PMIX_NAMESPACE and PMIX_RANK, which "
                 "may be left from another program, or start the program by mpirun",
                 number, lib.PMIx_Error_string(status));
        return -EIO;
    }
    *rank = self.rank;
    error = pmix_get_ranks(ranks);
    if (error != 0)
        lib.PMIx_Finalize(NULL, 0);
    return error;
}

static void pmix_fence_callback(pmix_status_t status, void *unused)
{
    (void)unused;
    pthread_mutex_lock(&fence_lock);
    fence_done = true;
    fence_status = status;
    pthread_cond_signal(&fence_changed);
    pthread_mutex_unlock(&fence_lock);
}

static pmix_status_t pmix_fence(void)
{
    pmix_info_t collect = {.key = PMIX_COLLECT_DATA};
    collect.value.type = PMIX_BOOL;
    collect.value.data.flag = true;
    struct timespec limit;
    clock_gettime(CLOCK_MONOTONIC, &limit);
    limit.tv_sec += emuq_bootstrap_seconds;
    fence_done = false; /* no callback is outstanding */
    pmix_status_t status = lib.PMIx_Fence_nb(NULL, 0, &collect, 1, pmix_fence_callback, NULL);
    if (status == PMIX_OPERATION_SUCCEEDED)
        return PMIX_SUCCESS; /* no callback follows */
    if (status != PMIX_SUCCESS)
        return status;
    pthread_mutex_lock(&fence_lock);
    int error = 0;
    while (!fence_done && error == 0)
        error = pthread_cond_timedwait(&fence_changed, &fence_lock, &limit);
    status = fence_done ? fence_status : PMIX_ERR_TIMEOUT;
    pthread_mutex_unlock(&fence_lock);
    return status;
}

static pmix_status_t pmix_publish(const char *key, char *text)
{
    pmix_value_t value = {.type = PMIX_STRING};
    value.data.string = text;
    pmix_status_t status = lib.PMIx_Put(PMIX_GLOBAL, key, &value);
    return status == PMIX_SUCCESS ? lib.PMIx_Commit() : status;
}

static int pmix_receive(uint32_t giver, const char *key, char *text, size_t bytes)
{
    pmix_value_t *value = NULL;
    pmix_status_t status = pmix_get(false, giver, key, &value);
    if (status == PMIX_SUCCESS && value->type != PMIX_STRING)
        status = PMIX_ERR_TYPE_MISMATCH;
    if (status != PMIX_SUCCESS) {
        free(value);
        return pmix_fail("no location of the partition from a rank", status);
    }
    int length = snprintf(text, bytes, "%s", value->data.string);
    emuq_secret_free(value->data.string, strlen(value->data.string)); /* may contain the job's key */
    free(value);
    if (length >= 0 && (size_t)length < bytes)
        return 0;
    emuq_log("rank %u: PMIx: the text of rank %u is longer than %zu bytes", self.rank, giver, bytes - 1);
    return -EMSGSIZE;
}

static int pmix_gather(const emuq_gather_t *what)
{
    static unsigned gathers;
    char key[32];
    pmix_status_t status = PMIX_SUCCESS;
    int error = 0;
    snprintf(key, sizeof(key), "emuq.%u", ++gathers);
    for (uint32_t i = 0; i < what->givers && status == PMIX_SUCCESS; i++)
        if (what->giver[i] == self.rank)
            status = pmix_publish(key, emuq_gather_text(what, i));
    if (status != PMIX_SUCCESS)
        return pmix_fail("cannot publish the location of the partition", status);
    status = pmix_fence();
    if (status != PMIX_SUCCESS)
        return pmix_fail("not all ranks have started", status);
    for (uint32_t i = what->first; i < what->end && error == 0; i++)
        if (what->giver[i] != self.rank)
            error = pmix_receive(what->giver[i], key, emuq_gather_text(what, i), what->bytes);
    if (error != 0 || what->goes_on)
        return error;
    status = pmix_fence();
    return status == PMIX_SUCCESS
               ? 0
               : pmix_fail("not all ranks have received the location of the partition", status);
}

static int pmix_nodes(uint32_t ranks, uint32_t *node)
{
    for (uint32_t rank = 0; rank < ranks; rank++) {
        pmix_value_t *value = NULL;
        pmix_status_t status = pmix_get(true, rank, PMIX_NODEID, &value);
        bool is_number = status == PMIX_SUCCESS && value->type == PMIX_UINT32;
        if (is_number)
            node[rank] = value->data.uint32;
        free(value);
        if (!is_number)
            return -ENODATA;
    }
    return 0;
}

static void pmix_abort(int status)
{
    lib.PMIx_Abort(status, "a rank exits with a status that ends the job", NULL, 0);
}

static void pmix_close(void)
{
    lib.PMIx_Finalize(NULL, 0);
}

#else /* EMUQ_HAVE_PMIX */

static int pmix_open(uint32_t *rank, uint32_t *ranks)
{
    (void)rank;
    (void)ranks;
    emuq_log("this program has been started by PMIx, but EMUQ has been built without pmix.h; install "
             "libpmix-dev and build EMUQ again, or use emuq-run");
    return -ENOSYS;
}

static int pmix_nodes(uint32_t ranks, uint32_t *node)
{
    (void)ranks;
    (void)node;
    return -ENOSYS;
}

static int pmix_gather(const emuq_gather_t *what)
{
    (void)what;
    return -ENOSYS;
}

#define pmix_abort NULL
#define pmix_close NULL

#endif /* EMUQ_HAVE_PMIX */

const emuq_bootstrap_t emuq_bootstrap_pmix = {
    .name = "pmix",
    .help =
        "PMIX_NAMESPACE and PMIX_RANK are set: started by mpirun of Open MPI, or another launcher with PMIx",
    .present = pmix_present,
    .open = pmix_open,
    .nodes = pmix_nodes,
    .gather = pmix_gather,
    .abort = pmix_abort,
    .close = pmix_close,
};

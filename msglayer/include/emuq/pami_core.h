/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami_core.h
 * @brief PAMI: clients, endpoints, contexts, memory regions, time, extensions (pami-core, pami-extensions).
 * Include pami.h.
 */
#ifndef EMUQ_PAMI_CORE_H
#define EMUQ_PAMI_CORE_H

#ifdef __cplusplus
extern "C" {
#endif

/** Results (pami-core 3). */
typedef enum {
    PAMI_SUCCESS = 0, /**< Completed or accepted. */
    PAMI_NERROR = -1, /**< Generic error, as a negative number. */
    PAMI_ERROR = 1,
    PAMI_INVAL = 2, /**< Invalid argument or unknown attribute. */
    PAMI_UNIMPL = 3,
    PAMI_EAGAIN = 4, /**< Not possible now. */
    PAMI_ENOMEM = 5,
    PAMI_SHUTDOWN = 6,    /**< The task has ended. */
    PAMI_CHECK_ERRNO = 7, /**< See errno. */
    PAMI_OTHER = 8,
    PAMI_RESULT_EXT = 1000
} pami_result_t;

/** @name Handles (pami-core 2)
 * Opaque; null handles are 0.
 * @{ */
typedef void *pami_client_t;      /**< Instance of the runtime. */
typedef void *pami_context_t;     /**< Unit of progress and of thread safety. */
typedef void *pami_type_t;        /**< Layout of data. */
typedef void *pami_geometry_t;    /**< Ordered set of endpoints. */
typedef size_t pami_algorithm_t;  /**< Algorithm of a geometry for a collective. */
typedef uint32_t pami_task_t;     /**< Process, 0 to PAMI_CLIENT_NUM_TASKS - 1. */
typedef uint32_t pami_endpoint_t; /**< Context of a task; equal in all processes. */
typedef void *pami_extension_t;
/** @} */

/** Storage of posted work, owned by the library until the work has run (pami-core 10). */
typedef uintptr_t pami_work_t[PAMI_WORK_SIZE_STATIC / sizeof(uintptr_t)];
/** Memory region; may be copied and sent (pami-core 13). */
typedef uintptr_t pami_memregion_t[PAMI_CLIENT_MEMREGION_SIZE_STATIC / sizeof(uintptr_t)];

typedef char *pami_user_key_t;   /**< Unused. */
typedef char *pami_user_value_t; /**< Unused. */
/** Unused. */
typedef struct {
    pami_user_key_t key;
    pami_user_value_t value;
} pami_user_config_t;

/** @name Null handles (pami-core 2): variables, not usable in static initialisers
 * @{
 */
extern pami_client_t PAMI_CLIENT_NULL;
extern pami_context_t PAMI_CONTEXT_NULL;
extern pami_geometry_t PAMI_GEOMETRY_NULL;
extern pami_algorithm_t PAMI_ALGORITHM_NULL;
extern pami_endpoint_t PAMI_ENDPOINT_NULL;
extern pami_type_t PAMI_TYPE_NULL;
extern size_t PAMI_ALL_CONTEXTS; /**< Context offset: all contexts of each task. */
/** @} */

/** @name Callbacks (pami-core 4)
 * @{ */
/** Completion of an operation. @param context, cookie  of the operation */
typedef void (*pami_event_function)(pami_context_t context, void *cookie, pami_result_t result);
/** Produces, consumes or combines data: target = target op source. */
typedef void (*pami_data_function)(void *target, void *source, size_t bytes, void *cookie);
/** Posted work. @return PAMI_EAGAIN: call again */
typedef pami_result_t (*pami_work_function)(pami_context_t context, void *cookie);
/** @} */

/** Attributes (pami-core 5). */
typedef enum {
    PAMI_CLIENT_CLOCK_MHZ = 100,            /**< intval, MHz. */
    PAMI_CLIENT_CONST_CONTEXTS = 101,       /**< intval: all processes have the same number of contexts. */
    PAMI_CLIENT_HWTHREADS_AVAILABLE = 102,  /**< intval: hardware threads of this process. */
    PAMI_CLIENT_MEMREGION_SIZE = 103,       /**< intval, bytes. */
    PAMI_CLIENT_MEM_SIZE = 104,             /**< intval: main memory, MiB. */
    PAMI_CLIENT_NUM_TASKS = 105,            /**< intval: tasks of the job. */
    PAMI_CLIENT_NUM_LOCAL_TASKS = 106,      /**< intval: tasks of this node. */
    PAMI_CLIENT_LOCAL_TASKS = 107,          /**< intarray: tasks of this node; owned by the library. */
    PAMI_CLIENT_NUM_CONTEXTS = 108,         /**< intval: maximum contexts of this process. */
    PAMI_CLIENT_PROCESSOR_NAME = 109,       /**< chararray: up to 128 characters. */
    PAMI_CLIENT_TASK_ID = 110,              /**< intval: this task. */
    PAMI_CLIENT_WTIMEBASE_MHZ = 111,        /**< intval: rate of PAMI_Wtimebase(), MHz. */
    PAMI_CLIENT_WTICK = 112,                /**< doubleval: resolution of PAMI_Wtime(), seconds. */
    PAMI_CLIENT_NONCONTIG = 113,            /**< intval: collectives support non-contiguous types. */
    PAMI_CLIENT_MEMORY_OPTIMIZE = 114,      /**< intval: prefer low memory use to speed. */
    PAMI_CONTEXT_DISPATCH_ID_MAX = 200,     /**< intval: largest dispatch id. */
    PAMI_DISPATCH_RECV_IMMEDIATE_MAX = 300, /**< intval: maximum bytes delivered within a dispatch call. */
    PAMI_DISPATCH_SEND_IMMEDIATE_MAX = 301, /**< intval: maximum bytes of PAMI_Send_immediate(). */
    PAMI_DISPATCH_ATOM_SIZE_MAX = 302,      /**< intval: largest atom of PAMI_Send_typed(). */
    PAMI_GEOMETRY_OPTIMIZE = 400,           /**< intval: use class routes. */
    PAMI_GEOMETRY_NONCONTIG = 401,          /**< intval: see PAMI_CLIENT_NONCONTIG. */
    PAMI_GEOMETRY_MEMORY_OPTIMIZE = 402,    /**< intval: see PAMI_CLIENT_MEMORY_OPTIMIZE. */
    PAMI_TYPE_DATA_SIZE = 500,              /**< intval, bytes. */
    PAMI_TYPE_DATA_EXTENT = 501,            /**< intval, bytes. */
    PAMI_TYPE_ATOM_SIZE = 502,              /**< intval, bytes. */
    PAMI_ATTRIBUTE_NAME_EXT = 1000
} pami_attribute_name_t;

/** Value of an attribute. */
typedef union {
    size_t intval;
    double doubleval;
    const char *chararray;
    const size_t *intarray;
} pami_attribute_value_t;

/** Query (name in, value out) or setting (both in). */
typedef struct {
    pami_attribute_name_t name;
    pami_attribute_value_t value;
} pami_configuration_t;

/** @name Clients (pami-core 6)
 * @{ */
/** Creates a client. Not thread-safe.
 * @param name           identifies the client in all tasks
 * @param client         receives the handle
 * @param configuration  PAMI_CLIENT_NONCONTIG and PAMI_CLIENT_MEMORY_OPTIMIZE are stored, the rest is ignored
 * @param num_configs    number of attributes; 0: @p configuration may be NULL
 * @return PAMI_SUCCESS; PAMI_INVAL: no FIFOs left, or not granted by PAMI_CLIENTS, with a message on standard
 * error; PAMI_ENOMEM
 */
pami_result_t PAMI_Client_create(const char *name, pami_client_t *client,
                                 pami_configuration_t configuration[], size_t num_configs);
/** Destroys a client and its contexts. @param client set to null */
pami_result_t PAMI_Client_destroy(pami_client_t *client);
/** Queries PAMI_CLIENT attributes. Thread-safe. @return PAMI_INVAL: an unknown attribute; the rest is filled
 * in */
pami_result_t PAMI_Client_query(pami_client_t client, pami_configuration_t configuration[],
                                size_t num_configs);
/** Sets PAMI_CLIENT_NONCONTIG and PAMI_CLIENT_MEMORY_OPTIMIZE, which only queries of later geometries report;
 * all algorithms support all types. @return PAMI_INVAL: unknown attribute; no effect */
pami_result_t PAMI_Client_update(pami_client_t client, pami_configuration_t configuration[],
                                 size_t num_configs);
/** @} */

/** @name Endpoints (pami-core 7); thread-safe
 * @{
 */
/** Makes an endpoint. @param offset of a context that need not exist yet */
pami_result_t PAMI_Endpoint_create(pami_client_t client, pami_task_t task, size_t offset,
                                   pami_endpoint_t *endpoint);
/** Finds the task and context offset of an endpoint. */
pami_result_t PAMI_Endpoint_query(pami_endpoint_t endpoint, pami_task_t *task, size_t *offset);
/** @} */

/** @name Contexts and progress (pami-core 8 to 11)
 * @{ */
/** Makes all contexts of this task, once per client. Local.
 * @return PAMI_SUCCESS; PAMI_INVAL: @p ncontexts is not 1 to PAMI_CLIENT_NUM_CONTEXTS; PAMI_ERROR: contexts
 * exist; PAMI_ENOMEM
 */
pami_result_t PAMI_Context_createv(pami_client_t client, pami_configuration_t configuration[],
                                   size_t num_configs, pami_context_t context[], size_t ncontexts);
/** Destroys all contexts of a client. @param contexts set to null @param ncontexts their number */
pami_result_t PAMI_Context_destroyv(pami_context_t *contexts, size_t ncontexts);
/** Queries PAMI_CONTEXT_DISPATCH_ID_MAX. @return PAMI_INVAL: unknown attribute */
pami_result_t PAMI_Context_query(pami_context_t context, pami_configuration_t configuration[],
                                 size_t num_configs);
/** @return PAMI_INVAL: no attribute can be set */
pami_result_t PAMI_Context_update(pami_context_t context, pami_configuration_t configuration[],
                                  size_t num_configs);
/** Makes progress: dispatches messages, completes operations, runs posted work. The caller excludes
 * concurrent use of the context.
 *
 * After several empty rounds the thread yields. If ranks share cores, the thread may sleep: an eighth of a
 * millisecond for each rank on its core, at least 1 and at most 32 ms. Events of the context end the sleep,
 * as do posted work, puts into memory of the node, and threads that wait for the context's lock; plain stores
 * do not.
 *
 * Ends the program if called by a function that an advance or a send of the context has called.
 * @param maximum maximum number of rounds. The call returns after the first round with an event, and earlier
 * when the thread yields, except with (size_t)-1
 * @return PAMI_SUCCESS, also without events; with PAMI_ADVANCE_RESULT=eagain: PAMI_EAGAIN without events.
 * PAMI_INVAL: NULL
 */
pami_result_t PAMI_Context_advance(pami_context_t context, size_t maximum);
/** Advances several contexts, one round each in turn. */
pami_result_t PAMI_Context_advancev(pami_context_t context[], size_t count, size_t maximum);
/** Advances several contexts: takes each lock, or skips a locked context. The caller must hold none of the
 * locks. */
pami_result_t PAMI_Context_trylock_advancev(pami_context_t context[], size_t count, size_t maximum);
/** Has the thread that advances the context call a function. Callable by any thread, without the lock. Posts
 * of a thread run in order.
 * @param work  storage, in use until @p fn returns anything but PAMI_EAGAIN
 */
pami_result_t PAMI_Context_post(pami_context_t context, pami_work_t *work, pami_work_function fn,
                                void *cookie);
/** Takes the context's lock. In the library, only PAMI_Context_trylock_advancev() and asynchronous progress
 * take it. Not recursive. A waiting thread ends the owner's sleep. */
pami_result_t PAMI_Context_lock(pami_context_t context);
/** Tries to take the context's lock. @return PAMI_EAGAIN: locked */
pami_result_t PAMI_Context_trylock(pami_context_t context);
/** Releases the context's lock. */
pami_result_t PAMI_Context_unlock(pami_context_t context);
/** @} */

/** @name Memory regions (pami-core 13)
 * @{ */
/** Makes memory accessible to PAMI_Rput() and PAMI_Rget() on either side. Local, cheap; regions may overlap.
 * @param bytes_out  set to the accessible bytes from @p address on
 * @return PAMI_SUCCESS; PAMI_INVAL: null pointer or 0 bytes; PAMI_EAGAIN: memory without physical address */
pami_result_t PAMI_Memregion_create(pami_context_t context, void *address, size_t bytes_in, size_t *bytes_out,
                                    pami_memregion_t *memregion);
/** Destroys a region without transfers in progress. */
pami_result_t PAMI_Memregion_destroy(pami_context_t context, pami_memregion_t *memregion);
/** @} */

/** @name Errors and time (pami-core 14); thread-safe
 * @{
 */
/** Describes the thread's last error. @param length bytes of @p string; a longer string is truncated,
 * NUL-terminated @return characters written */
size_t PAMI_Error_text(char *string, size_t length);
/** Seconds since a fixed time. */
double PAMI_Wtime(pami_client_t client);
/** Ticks of a clock with PAMI_CLIENT_WTIMEBASE_MHZ. */
unsigned long long PAMI_Wtimebase(pami_client_t client);
/** @} */

/** @addtogroup pami_extensions
 * Specification: (pami-extensions 1).
 * @{ */
/** Opens an extension. @param client  may be NULL @return PAMI_UNIMPL: unknown name */
pami_result_t PAMI_Extension_open(pami_client_t client, const char *name, pami_extension_t *extension);
/** Closes an extension; its symbols stay valid. */
pami_result_t PAMI_Extension_close(pami_extension_t extension);
/** Function or object of an extension; NULL: unknown name. */
void *PAMI_Extension_symbol(pami_extension_t extension, const char *name);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_PAMI_CORE_H */

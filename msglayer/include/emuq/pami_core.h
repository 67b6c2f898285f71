/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami_core.h
 * @brief PAMI: results, handles, attributes, clients, endpoints, contexts, dispatch, memory regions, time,
 * extensions (pami-core, pami-extensions). Include pami.h.
 */
#ifndef EMUQ_PAMI_CORE_H
#define EMUQ_PAMI_CORE_H

#ifdef __cplusplus
extern "C" {
#endif

/** What a call says (pami-core 3). */
typedef enum {
    PAMI_SUCCESS = 0,      /**< Done, or accepted. */
    PAMI_NERROR = -1,      /**< An error, in negative form. */
    PAMI_ERROR = 1,        /**< An error. */
    PAMI_INVAL = 2,        /**< A bad argument, an unknown attribute. */
    PAMI_UNIMPL = 3,       /**< Not there. */
    PAMI_EAGAIN = 4,       /**< Not now: try again later. */
    PAMI_ENOMEM = 5,       /**< No memory. */
    PAMI_SHUTDOWN = 6,     /**< The task has ended. */
    PAMI_CHECK_ERRNO = 7,  /**< errno says more. */
    PAMI_OTHER = 8,        /**< Something else. */
    PAMI_RESULT_EXT = 1000 /**< First value for extensions. */
} pami_result_t;

/** @name Handles (pami-core 2)
 * Opaque. A null handle is 0.
 * @{ */
typedef void *pami_client_t;      /**< A runtime under a name of its own. */
typedef void *pami_context_t;     /**< Unit of progress and of thread safety. */
typedef void *pami_type_t;        /**< A layout of data. */
typedef void *pami_geometry_t;    /**< An ordered group of endpoints. */
typedef size_t pami_algorithm_t;  /**< A way to do a collective, of one geometry. */
typedef uint32_t pami_task_t;     /**< Number of a process, 0 to PAMI_CLIENT_NUM_TASKS - 1. */
typedef uint32_t pami_endpoint_t; /**< A context of a task; the same number in every process. */
typedef void *pami_extension_t;   /**< A set of symbols beside this interface. */
/** @} */

/** Storage of a posted function; the caller's until it has run (pami-core 10). */
typedef uintptr_t pami_work_t[PAMI_WORK_SIZE_STATIC / sizeof(uintptr_t)];
/** A memory region: bytes that may be copied and sent (pami-core 13). */
typedef uintptr_t pami_memregion_t[PAMI_CLIENT_MEMREGION_SIZE_STATIC / sizeof(uintptr_t)];

typedef char *pami_user_key_t;   /**< Used by no function. */
typedef char *pami_user_value_t; /**< Used by no function. */
/** Used by no function. */
typedef struct {
    pami_user_key_t key;
    pami_user_value_t value;
} pami_user_config_t;

/** @name Null handles (pami-core 2)
 * Variables: they may be compared and assigned, and do not initialise static data.
 * @{ */
extern pami_client_t PAMI_CLIENT_NULL;
extern pami_context_t PAMI_CONTEXT_NULL;
extern pami_geometry_t PAMI_GEOMETRY_NULL;
extern pami_algorithm_t PAMI_ALGORITHM_NULL;
extern pami_endpoint_t PAMI_ENDPOINT_NULL; /**< No endpoint of any client. */
extern pami_type_t PAMI_TYPE_NULL;
extern size_t PAMI_ALL_CONTEXTS; /**< A context offset: every context of each task. */
/** @} */

/** @name Callbacks (pami-core 4)
 * @{ */
/** An operation is complete. @param context the one it was started on @param cookie the operation's */
typedef void (*pami_event_function)(pami_context_t context, void *cookie, pami_result_t result);
/** Produces, consumes or combines data: target = target op source, @p bytes bytes of each. */
typedef void (*pami_data_function)(void *target, void *source, size_t bytes, void *cookie);
/** Posted work. @return PAMI_SUCCESS, or PAMI_EAGAIN to be called again. */
typedef pami_result_t (*pami_work_function)(pami_context_t context, void *cookie);
/** @} */

/** What can be asked or set (pami-core 5). */
typedef enum {
    PAMI_CLIENT_CLOCK_MHZ = 100,           /**< intval: core clock, MHz. */
    PAMI_CLIENT_CONST_CONTEXTS = 101,      /**< intval: every process has as many contexts. */
    PAMI_CLIENT_HWTHREADS_AVAILABLE = 102, /**< intval: hardware threads for this process. */
    PAMI_CLIENT_MEMREGION_SIZE = 103,      /**< intval: bytes of a memory region. */
    PAMI_CLIENT_MEM_SIZE = 104,            /**< intval: main memory, MiB. */
    PAMI_CLIENT_NUM_TASKS = 105,           /**< intval: tasks of the job. */
    PAMI_CLIENT_NUM_LOCAL_TASKS = 106,     /**< intval: tasks of this node. */
    PAMI_CLIENT_LOCAL_TASKS = 107,         /**< intarray: their numbers; the library's memory. */
    PAMI_CLIENT_NUM_CONTEXTS = 108,        /**< intval: most contexts of this process. */
    PAMI_CLIENT_PROCESSOR_NAME = 109,      /**< chararray: a name of this process, up to 128 characters. */
    PAMI_CLIENT_TASK_ID = 110,             /**< intval: number of this task. */
    PAMI_CLIENT_WTIMEBASE_MHZ = 111,       /**< intval: rate of PAMI_Wtimebase(), MHz. */
    PAMI_CLIENT_WTICK = 112,               /**< doubleval: resolution of PAMI_Wtime(), seconds. */
    PAMI_CLIENT_NONCONTIG = 113,           /**< intval: collectives get types that are not contiguous, too. */
    PAMI_CLIENT_MEMORY_OPTIMIZE = 114,     /**< intval: memory matters more than speed. */
    PAMI_CONTEXT_DISPATCH_ID_MAX = 200,    /**< intval: largest dispatch id. */
    PAMI_DISPATCH_RECV_IMMEDIATE_MAX = 300, /**< intval: most bytes that arrive whole in a dispatch call. */
    PAMI_DISPATCH_SEND_IMMEDIATE_MAX = 301, /**< intval: most bytes of PAMI_Send_immediate(). */
    PAMI_DISPATCH_ATOM_SIZE_MAX = 302,      /**< intval: largest atom of PAMI_Send_typed(). */
    PAMI_GEOMETRY_OPTIMIZE = 400,           /**< intval: use the hardware's collectives. */
    PAMI_GEOMETRY_NONCONTIG = 401,          /**< intval: as PAMI_CLIENT_NONCONTIG, for a geometry. */
    PAMI_GEOMETRY_MEMORY_OPTIMIZE = 402,    /**< intval: as PAMI_CLIENT_MEMORY_OPTIMIZE, for a geometry. */
    PAMI_TYPE_DATA_SIZE = 500,              /**< intval: bytes of data of a type. */
    PAMI_TYPE_DATA_EXTENT = 501,            /**< intval: extent of a type, bytes. */
    PAMI_TYPE_ATOM_SIZE = 502,              /**< intval: atom of a type, bytes. */
    PAMI_ATTRIBUTE_NAME_EXT = 1000          /**< First value for extensions. */
} pami_attribute_name_t;

/** Value of an attribute. */
typedef union {
    size_t intval;
    double doubleval;
    const char *chararray;
    const size_t *intarray;
} pami_attribute_value_t;

/** A question (name in, value out) or a setting (both in). */
typedef struct {
    pami_attribute_name_t name;
    pami_attribute_value_t value;
} pami_configuration_t;

/** @name Clients (pami-core 6)
 * @{ */
/** Starts the runtime for a named user. Not thread-safe.
 *  @param name           the same in all tasks that want to talk to each other
 *  @param configuration  PAMI_CLIENT_NONCONTIG and PAMI_CLIENT_MEMORY_OPTIMIZE are remembered, all else is
 *                        ignored; may be NULL if @p num_configs is 0
 *  @return PAMI_SUCCESS; PAMI_INVAL if there are no FIFOs for another client, or PAMI_CLIENTS does not grant
 * it, which standard error says; PAMI_ENOMEM */
pami_result_t PAMI_Client_create(const char *name, pami_client_t *client,
                                 pami_configuration_t configuration[], size_t num_configs);
/** Ends a client, with its contexts. @param client becomes null @return PAMI_SUCCESS or PAMI_INVAL */
pami_result_t PAMI_Client_destroy(pami_client_t *client);
/** Fills in the PAMI_CLIENT attributes that are asked for. Thread-safe.
 *  @return PAMI_INVAL if one is none of them; the rest are filled in all the same */
pami_result_t PAMI_Client_query(pami_client_t client, pami_configuration_t configuration[],
                                size_t num_configs);
/** Sets PAMI_CLIENT_NONCONTIG and PAMI_CLIENT_MEMORY_OPTIMIZE, for geometries that are made later. Both
 * change nothing but what queries answer: all algorithms take types of all kinds.
 *  @return PAMI_INVAL if one is none of them; then nothing has been set */
pami_result_t PAMI_Client_update(pami_client_t client, pami_configuration_t configuration[],
                                 size_t num_configs);
/** @} */

/** @name Endpoints (pami-core 7)
 * Arithmetic; thread-safe.
 * @{ */
/** @param offset   number of the context in its task's PAMI_Context_createv(); need not exist yet
 *  @return PAMI_SUCCESS or PAMI_INVAL */
pami_result_t PAMI_Endpoint_create(pami_client_t client, pami_task_t task, size_t offset,
                                   pami_endpoint_t *endpoint);
/** Task and context offset of an endpoint. */
pami_result_t PAMI_Endpoint_query(pami_endpoint_t endpoint, pami_task_t *task, size_t *offset);
/** @} */

/** @name Contexts and progress (pami-core 8 to 11)
 * @{ */
/** Makes all contexts of this task, once for each client. Local.
 *  @param ncontexts  1 to PAMI_CLIENT_NUM_CONTEXTS
 *  @return PAMI_SUCCESS; PAMI_INVAL for too many; PAMI_ERROR the second time; PAMI_ENOMEM */
pami_result_t PAMI_Context_createv(pami_client_t client, pami_configuration_t configuration[],
                                   size_t num_configs, pami_context_t context[], size_t ncontexts);
/** Ends all contexts of a client. @param contexts become null @return PAMI_SUCCESS or PAMI_INVAL */
pami_result_t PAMI_Context_destroyv(pami_context_t *contexts, size_t ncontexts);
/** Answers PAMI_CONTEXT_DISPATCH_ID_MAX. @return PAMI_INVAL for any other attribute */
pami_result_t PAMI_Context_query(pami_context_t context, pami_configuration_t configuration[],
                                 size_t num_configs);
/** @return PAMI_INVAL: nothing can be set. */
pami_result_t PAMI_Context_update(pami_context_t context, pami_configuration_t configuration[],
                                  size_t num_configs);
/** Makes progress: dispatches messages, completes operations, runs posted work. The caller keeps other
 * threads away from the context.
 *
 *  A thread that has found nothing in several rounds gives way to others. Where ranks share cores it may
 * sleep in here: an eighth of a millisecond for each rank on its core, at least 1 and at most 32
 * milliseconds. What happens at the context wakes it, and so do posted work, data that is put into memory of
 * the node, and another thread that waits for the context's lock; a plain store by another thread does not.
 *
 *  Not for functions that an advance or a send of the context has called: that ends the program.
 *  @param maximum  most rounds; it ends after the first in which something happened, and sooner if it gives
 *  way, unless any number is allowed: (size_t)-1
 *  @return PAMI_SUCCESS, whether or not something happened; with PAMI_ADVANCE_RESULT=eagain, PAMI_EAGAIN if
 *  nothing did. PAMI_INVAL: NULL */
pami_result_t PAMI_Context_advance(pami_context_t context, size_t maximum);
/** The same for several contexts, a round of each in turn. */
pami_result_t PAMI_Context_advancev(pami_context_t context[], size_t count, size_t maximum);
/** The same, each context under its lock; those whose lock another thread has are left out, and the calling
 *  thread must not have any of them. */
pami_result_t PAMI_Context_trylock_advancev(pami_context_t context[], size_t count, size_t maximum);
/** Has a function called by the thread that advances the context. May be called by any thread at any time,
 * without the lock. Posts by one thread run in their order.
 *  @param work  storage, unchanged until @p fn has returned something else than PAMI_EAGAIN
 *  @return PAMI_SUCCESS or PAMI_INVAL */
pami_result_t PAMI_Context_post(pami_context_t context, pami_work_t *work, pami_work_function fn,
                                void *cookie);
/** Takes the context's lock, which is the callers' own affair: of all functions only
 *  PAMI_Context_trylock_advancev() and the asynchronous progress take it too. Not recursive. Its owner may
 *  advance, and doze: that ends when another thread comes here. */
pami_result_t PAMI_Context_lock(pami_context_t context);
/** @return PAMI_SUCCESS, or PAMI_EAGAIN if another has the lock. */
pami_result_t PAMI_Context_trylock(pami_context_t context);
/** Gives the context's lock back. */
pami_result_t PAMI_Context_unlock(pami_context_t context);
/** @} */

/** @name Memory regions (pami-core 13)
 * @{ */
/** Makes memory usable for PAMI_Rput() and PAMI_Rget(), on either side. Local, cheap, may overlap other
 * regions.
 *  @param bytes_out  bytes granted from @p address on: all
 *  @return PAMI_SUCCESS; PAMI_INVAL if it is no memory; PAMI_EAGAIN without address space */
pami_result_t PAMI_Memregion_create(pami_context_t context, void *address, size_t bytes_in, size_t *bytes_out,
                                    pami_memregion_t *memregion);
/** Ends a region; transfers on it must be complete. */
pami_result_t PAMI_Memregion_destroy(pami_context_t context, pami_memregion_t *memregion);
/** @} */

/** @name Errors and time (pami-core 14)
 * Thread-safe.
 * @{ */
/** Text about the calling thread's last result that was an error.
 *  @param length  bytes of @p string; the text is cut and ends with NUL @return characters written */
size_t PAMI_Error_text(char *string, size_t length);
/** Seconds since some past moment. */
double PAMI_Wtime(pami_client_t client);
/** Ticks of a fast clock, PAMI_CLIENT_WTIMEBASE_MHZ in a microsecond. */
unsigned long long PAMI_Wtimebase(pami_client_t client);
/** @} */

/** @name Extensions (pami-extensions 1)
 * @{ */
/** @param client  may be NULL @return PAMI_SUCCESS; PAMI_UNIMPL if there is none of that name */
pami_result_t PAMI_Extension_open(pami_client_t client, const char *name, pami_extension_t *extension);
/** Gives an extension back; its symbols stay valid. */
pami_result_t PAMI_Extension_close(pami_extension_t extension);
/** A function or datum of an extension, or NULL. */
void *PAMI_Extension_symbol(pami_extension_t extension, const char *name);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_PAMI_CORE_H */

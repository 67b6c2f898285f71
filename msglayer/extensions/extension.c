/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of extensions. A handle is a row of it: nothing has to be closed. */
#include "msglayer/extensions/async.h"
#include "msglayer/extensions/symbol.h"

typedef struct extension {
    const char *name;
    void *(*symbol)(const char *name); /* NULL: unknown */
    pami_result_t (*prepare)(void);    /* or NULL */
} extension_t;

static const extension_t extensions[] = {
    {"EXT_async_progress", emuq_pami_async_symbol, NULL},
    {"EXT_torus_network", emuq_pami_torus_symbol, emuq_pami_map_prepare},
    {"EXT_is_local_task", emuq_pami_local_symbol, emuq_pami_map_prepare},
    {"BGQ_bgq_mapping", emuq_pami_mapping_symbol, emuq_pami_map_prepare},
    {"EXT_bgq_l2atomic", emuq_pami_l2atomic_symbol, NULL},
    {"EXT_test_extension", emuq_pami_test_symbol, NULL},
};

pami_result_t PAMI_Extension_open(pami_client_t client, const char *name, pami_extension_t *extension)
{
    (void)client; /* may be NULL: no extension needs one */
    if (name == NULL || extension == NULL)
        return emuq_pami_result(PAMI_INVAL);
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        const extension_t *e = &extensions[i];
        if (strcmp(e->name, name) != 0)
            continue;
        if (e->prepare != NULL && e->prepare() != PAMI_SUCCESS)
            return emuq_pami_result(PAMI_ERROR);
        *extension = (void *)(uintptr_t)e;
        return PAMI_SUCCESS;
    }
    return emuq_pami_result(PAMI_UNIMPL);
}

pami_result_t PAMI_Extension_close(pami_extension_t extension)
{
    return emuq_pami_result(extension != NULL ? PAMI_SUCCESS : PAMI_INVAL);
}

void *PAMI_Extension_symbol(pami_extension_t extension, const char *name)
{
    const extension_t *e = extension;
    return e != NULL && name != NULL ? e->symbol(name) : NULL;
}

/* ---- EXT_test_extension ---- */

static void test_function(void) {}

void *emuq_pami_test_symbol(const char *name)
{
    const emuq_pami_symbol_t symbols[] = {{"foo", EMUQ_PAMI_FUNCTION(test_function)},
                                          {"bar", EMUQ_PAMI_FUNCTION(test_function)}};
    return emuq_pami_find_symbol(symbols, sizeof symbols / sizeof symbols[0], name);
}

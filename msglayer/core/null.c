/* SPDX-License-Identifier: BSD-3-Clause */
/* The values of handles that mean nothing yet; types have theirs in types/. */
#include <pami.h>

#undef PAMI_ENDPOINT_NULL

pami_client_t PAMI_CLIENT_NULL = NULL;
pami_context_t PAMI_CONTEXT_NULL = NULL;
pami_geometry_t PAMI_GEOMETRY_NULL = NULL;
pami_algorithm_t PAMI_ALGORITHM_NULL = 0;
pami_endpoint_t PAMI_ENDPOINT_NULL = (pami_endpoint_t)-1;
size_t PAMI_ALL_CONTEXTS = (size_t)-1;

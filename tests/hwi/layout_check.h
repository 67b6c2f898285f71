/* SPDX-License-Identifier: BSD-3-Clause */
/* The layout of every hardware structure, decided by the compiler; for C and C++. */
#include <stddef.h>

#include "firmware/include/personality.h"
#include "firmware/include/personality_v7.h"
#include "hwi/include/bqc/classroute.h"
#include "hwi/include/bqc/MU_Addressing.h"
#include "hwi/include/bqc/MU_Descriptor.h"
#include "hwi/include/bqc/MU_Fifo.h"

/* The only structure without typedef. */
typedef struct PrimordialClassRoute PrimordialClassRoute_t;

#define TYPE(type, tagged, size, alignment)                                                                  \
    EMUQ_STATIC_ASSERT(sizeof(type) == (size), "size of " #type);                                            \
    EMUQ_STATIC_ASSERT(sizeof(tagged) == (size), "size of " #tagged);                                        \
    EMUQ_STATIC_ASSERT(__alignof__(type) == (alignment), "alignment of " #type);
#define MEMBER(type, path, at, size)                                                                         \
    EMUQ_STATIC_ASSERT(offsetof(type, path) == (at), "place of " #path " in " #type);                        \
    EMUQ_STATIC_ASSERT(sizeof(((type *)0)->path) == (size), "size of " #path " in " #type);
#define BITS(type, path)
#define END
#include "layout.def"

EMUQ_STATIC_ASSERT(sizeof(Personality_v7_t) == 600, "size of the old personality");
EMUQ_STATIC_ASSERT(offsetof(Personality_v7_t, Kernel_Config) == offsetof(Personality_t, Kernel_Config),
                   "first members of the old personality");
EMUQ_STATIC_ASSERT(sizeof(OPD_Entry_t) == 2 * sizeof(void *), "function descriptor");
EMUQ_STATIC_ASSERT(sizeof(MUHWI_BaseAddress_t) == 8, "entry of the base address table");

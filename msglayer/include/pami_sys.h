/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami_sys.h
 * @brief Platform constants (pami-core 1). Included by pami.h before all types.
 */
#ifndef EMUQ_PAMI_SYS_H
#define EMUQ_PAMI_SYS_H

/** Bytes of a pami_memregion_t, PAMI_CLIENT_MEMREGION_SIZE. Fits into an immediate send. */
#define PAMI_CLIENT_MEMREGION_SIZE_STATIC 8

/** Bytes of a pami_work_t: six words. */
#define PAMI_WORK_SIZE_STATIC 48

/** @name Available extensions (pami-extensions 1)
 * @{ */
#define __pami_extension_EXT_async_progress__ 1
#define __pami_extension_EXT_torus_network__  1
#define __pami_extension_EXT_is_local_task__  1
#define __pami_extension_EXT_bgq_l2atomic__   1
#define __pami_extension_BGQ_bgq_mapping__    1
#define __pami_extension_EXT_test_extension__ 1
/** @} */

#endif /* EMUQ_PAMI_SYS_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file spec.h
 * @brief Speculation and transactional memory (kernel-misc 1). Not emulated: every call returns ENOSYS, as
 * from a kernel without speculation.
 */
#ifndef _SPI_KERNEL_SPEC_H_
#define _SPI_KERNEL_SPEC_H_

#include "hwi/include/bqc/dcr_support.h"
#include "hwi/include/bqc/l1p_mmio.h"
#include "spi/include/kernel/cnk/kernel_impl.h"
#include "hwi/include/common/bgq_bitnumbers.h"

__BEGIN_DECLS

/** @name Bits of the result of a speculative region
 *  @{ */
#define Kernel_SpecReturnCode_KEY              _BN(47)
#define Kernel_SpecReturnCode_JMV              _BN(48)
#define Kernel_SpecReturnCode_SEConflictVictim _BN(49)
#define Kernel_SpecReturnCode_INVALID          _BN(50)
#define Kernel_SpecReturnCode_SEConflict       _BN(51)
#define Kernel_SpecReturnCode_RESOURCE         _BN(52)
#define Kernel_SpecReturnCode_NONSPEC          _BN(53)
#define Kernel_SpecReturnCode_MULTI            _BN(54)
#define Kernel_SpecReturnCode_SINGLE           _BN(56)
/** @} */

/** The first conflict in a slice of the L2 cache. */
typedef struct SpecConflictSliceInfo_s {
    EMUQ_BITS_7(uint64_t was_conflictCaptured : 1,     /**< a conflict occurred */
                uint64_t was_writeAfterRead : 1,       /**< a write after a read */
                uint64_t was_nonSpeculativeAccess : 1, /**< conflict with a non-speculative access */
                uint64_t conflict_vaddress_valid : 1,  /**< conflict_vaddress is known */
                uint64_t specid_original : 7,          /**< speculation id of the first access */
                uint64_t specid_violating : 7,         /**< speculation id of the conflicting access */
                uint64_t reserved : 46);
    uint64_t conflict_vaddress; /**< virtual address of the conflict */
    uint64_t conflict_paddress; /**< physical address of the conflict */
} SpecConflictSliceInfo_t;

/** The conflicts of a node. */
typedef struct SpecConflictInfo_t {
    SpecConflictSliceInfo_t l2slice[16];
} SpecConflictInfo_t;

/** Use of a speculation id. */
typedef struct SpecContext_s {
    uint64_t priority_key; /**< priority: determines the winner of a conflict */
    uint64_t atn;          /**< transaction number */
    int32_t *at;           /**< transaction */
    uint64_t *lctn;        /**< last committed transaction */
    uint64_t hwthreadid;   /**< processor id */
    uint64_t padding[11];
} SpecContext_t;

/** Resume state of a hardware thread. */
typedef struct SpecThread_s {
    uint64_t specid; /**< speculation id */
    uint64_t ip;     /**< program address */
    uint64_t gpr1;   /**< registers */
    uint64_t gpr2;
    uint64_t padding[12];
} SpecThread_t;

/** State of all hardware threads and speculation ids. */
typedef struct SpecState_s {
    SpecThread_t hwt_state[68];
    SpecContext_t id_state[128];
} SpecState_t;

EMUQ_STATIC_ASSERT(sizeof(SpecConflictSliceInfo_t) == 24, "three words");
EMUQ_STATIC_ASSERT(sizeof(SpecContext_t) == 128, "sixteen words");
EMUQ_STATIC_ASSERT(sizeof(SpecThread_t) == 128, "sixteen words");

/** Obsolete; declared only, as on the machine. */
uint32_t Kernel_SetSpecContext(size_t specContextSize, const SpecContext_t *specContextBasePtr);
/** Obsolete; declared only, as on the machine. */
uint32_t Kernel_SetSpecThreadMap(size_t specThreadSize, const SpecThread_t *specThreadBasePtr);
/** Registers the state memory of speculation with the kernel. @return ENOSYS */
uint32_t Kernel_SetSpecState(size_t specStateSize, const SpecState_t *specStatePtr);
/** Begins a speculative region with private memory. @return ENOSYS */
uint32_t Kernel_EnterSpecJailMode(int isLongRunningSpeculation);
/** Ends the private speculative region. @return ENOSYS */
uint32_t Kernel_ExitSpecJailMode(void);
/** Allocates a domain of speculation ids. @return ENOSYS */
uint32_t Kernel_AllocateSpecDomain(unsigned int *domain);
/** Divides the speculation ids into domains. @param new_domain_count 1..16. @return ENOSYS */
uint32_t Kernel_SetNumSpecDomains(uint32_t new_domain_count);
/** Reports the number of domains. @return ENOSYS */
uint32_t Kernel_GetNumSpecDomains(uint32_t *current_domain_count);
/** Reports the number of domains used by the kernel. @return ENOSYS */
uint32_t Kernel_GetNumKernelSpecDomains(uint32_t *kernel_domain_usage);
/** Selects the mode of a domain. @return ENOSYS */
uint32_t Kernel_SetSpecDomainMode(unsigned int domain, uint64_t domainmode);
/** Chooses how often the L2 cache reclaims ids. @param scrub_rate 6..4096. @return ENOSYS */
uint32_t Kernel_SetL2SpecScrubRate(uint64_t scrub_rate);
/** Reads the conflicts in the L2 cache. @return ENOSYS */
uint32_t Kernel_GetSpecConflictInfo(size_t specConflictSize, SpecConflictInfo_t *info);
/** Clears the conflicts of a slice, 0..15. @return ENOSYS */
uint32_t Kernel_ClearSpecConflictInfo(uint32_t l2slice);
/** Lets user code start speculation directly. @return ENOSYS */
uint32_t Kernel_EnableFastSpeculationPaths(void);
/** Reports the speculation id of the caller. @return ENOSYS */
uint32_t Kernel_GetSpeculationIDSelf(uint64_t *specid);

__END_DECLS

#include "spi/include/kernel/cnk/spec_impl.h"

#endif /* _SPI_KERNEL_SPEC_H_ */

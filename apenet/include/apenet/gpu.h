/* SPDX-License-Identifier: BSD-3-Clause */
/** @file gpu.h  The apenet_gpu_*() functions of rdma.h under the include name of the publications. */
#ifndef APENET_GPU_H
#define APENET_GPU_H

#include "apenet/rdma.h"

#endif /* APENET_GPU_H */

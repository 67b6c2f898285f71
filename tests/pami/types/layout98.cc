/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled as C++98: the same layouts. Nothing to run. */
#include "layout_check.h"

/* SPDX-License-Identifier: BSD-3-Clause */
#include "own_definitions.c"

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions of the C library by which programs share memory of a node. They stand before the library's
 * own in programs that are linked with emuq_main, and do what those do, except for segments of a node.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel-shim/memory/names.h"
#include "spi/include/kernel/memory.h"

extern const int emuq_shared_names;
const int emuq_shared_names = 1;

int shm_open(const char *name, int flags, mode_t mode)
{
    emuq_node_t *node = emuq_shm_node();
    __typeof__(shm_open) *host = (__typeof__(host))dlsym(RTLD_NEXT, "shm_open");
    return node != NULL ? emuq_shm_open(node, name, flags, mode) : host(name, flags, mode);
}

int shm_unlink(const char *name)
{
    emuq_node_t *node = emuq_shm_node();
    __typeof__(shm_unlink) *host = (__typeof__(host))dlsym(RTLD_NEXT, "shm_unlink");
    return node != NULL ? emuq_shm_unlink(node, name) : host(name);
}

/* On the machine, memory has to be made fit for L2 atomics; here all memory is. */
int ioctl(int fd, unsigned long request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    emuq_node_t *node = request == FIOBGQATOMIC ? emuq_shm_node() : NULL;
    if (node != NULL && emuq_shm_is_segment(node, fd))
        return 0;
    return (int)syscall(SYS_ioctl, fd, request, argument);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a region is a device that this library understands, and the one that the job needs. */
#define _GNU_SOURCE
#include "backends/mmio/mmio.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hwi/include/common/emuq_mmio.h"

#define PAGE 4096u

/* Whether @p count pieces of @p bytes bytes lie in the region. */
static bool fits(const emuq_device_info_t *i, uint64_t offset, uint64_t stride, uint64_t bytes,
                 uint32_t count)
{
    uint64_t all;
    if (offset % PAGE != 0 || stride % PAGE != 0 || (count > 1 && stride < bytes) ||
        __builtin_mul_overflow(stride, count - 1, &all) || __builtin_add_overflow(all, bytes, &all))
        return false;
    return offset <= i->region_bytes && all <= i->region_bytes - offset;
}

static const char *misplaced(const emuq_device_info_t *i)
{
    if (i->control_bytes < sizeof(emuq_device_control_t) ||
        !fits(i, i->control_offset, i->control_stride, i->control_bytes, i->nodes))
        return "control blocks";
    if (i->registers_bytes < EMUQ_DEVICE_REGISTER_BYTES ||
        !fits(i, i->registers_offset, i->registers_stride, i->registers_bytes, i->nodes))
        return "register files";
    bool own_memory = (i->features & EMUQ_DEVICE_HAS_OWN_MEMORY) != 0;
    if (i->aperture_pa >> EMUQ_PA_BITS != 0 ||
        i->aperture_bytes > (UINT64_C(1) << EMUQ_PA_BITS) - i->aperture_pa ||
        (!own_memory && !fits(i, i->aperture_offset, i->aperture_stride, i->aperture_bytes,
                              i->aperture_stride != 0 ? i->nodes : 1)))
        return "apertures";
    return NULL;
}

static int check_layout(const emuq_device_info_t *i, const emuq_region_wish_t *w)
{
    if (i->magic != EMUQ_DEVICE_MAGIC)
        return emuq_mmio_say(
            -EPROTO, "%s is no device: it begins with 0x%llx, not with 0x%llx; is its emuq-device running?",
            w->path, (unsigned long long)i->magic, (unsigned long long)EMUQ_DEVICE_MAGIC);
    if (i->version != EMUQ_DEVICE_VERSION || i->info_bytes < sizeof(*i))
        return emuq_mmio_say(
            -EPROTO,
            "%s: the device has version %u of the interface (%u bytes of information), this program "
            "version %u (%zu bytes); use both from one build of EMUQ",
            w->path, i->version, i->info_bytes, EMUQ_DEVICE_VERSION, sizeof(*i));
    if (i->region_bytes > w->bytes)
        return emuq_mmio_say(-EPROTO, "%s has %llu bytes, but its device says %llu; was the file cut off?",
                             w->path, (unsigned long long)w->bytes, (unsigned long long)i->region_bytes);
    if (i->nodes == 0)
        return emuq_mmio_say(-EPROTO, "%s: the device has no nodes", w->path);
    const char *what = misplaced(i);
    if (what != NULL)
        return emuq_mmio_say(
            -EPROTO, "%s: the %s of the device are not where they can be; its information page is bad",
            w->path, what);
    return 0;
}

static void shape_text(char *text, size_t bytes, const uint32_t size[5], uint32_t torus)
{
    int length = snprintf(text, bytes, "%ux%ux%ux%ux%u", size[0], size[1], size[2], size[3], size[4]);
    for (int d = 0, open = 0; d < 5; d++)
        if (size[d] > 1 && (torus & 0x10u >> d) == 0)
            length += snprintf(text + length, bytes - (size_t)length, "%s%c",
                               open++ == 0 ? " with mesh " : "", "ABCDE"[d]);
}

/* Dimensions of one node have no ends, so it does not matter whether they meet. */
static bool same_shape(const emuq_device_info_t *i, const emuq_geometry_t *g)
{
    for (int d = 0; d < 5; d++)
        if (i->size[d] != g->size[d] || (g->size[d] > 1 && ((i->torus ^ g->torus) & 0x10u >> d) != 0))
            return false;
    return true;
}

static int check_job(const emuq_device_info_t *i, const emuq_region_wish_t *w)
{
    char has[80], wants[80];
    if (w->geometry != NULL && !same_shape(i, w->geometry)) {
        shape_text(has, sizeof(has), i->size, i->torus);
        shape_text(wants, sizeof(wants), w->geometry->size, w->geometry->torus);
        return emuq_mmio_say(-EINVAL,
                             "%s: the device is a partition of %s, the job needs %s; start one of them again",
                             w->path, has, wants);
    }
    if (w->ppn != 0 && i->ppn != 0 && w->ppn != i->ppn)
        return emuq_mmio_say(-EINVAL, "%s: the device has room for %u processes per node, the job has %u",
                             w->path, i->ppn, w->ppn);
    if (w->nodes != 0 && (i->first_node != w->first_node || i->nodes != w->nodes))
        return emuq_mmio_say(
            -EINVAL,
            "%s: the device has the %u nodes from number %u, needed are the %u from number %u; a file "
            "for each node is named with %%n",
            w->path, i->nodes, i->first_node, w->nodes, w->first_node);
    return 0;
}

int emuq_region_check(const emuq_device_info_t *info, const emuq_region_wish_t *wish)
{
    int rc = check_layout(info, wish);
    return rc == 0 ? check_job(info, wish) : rc;
}

int emuq_region_read(int fd, emuq_device_info_t *info, const emuq_region_wish_t *wish)
{
    if (wish->bytes < PAGE)
        return emuq_mmio_say(-EPROTO, "%s is no device: it has %llu bytes", wish->path,
                             (unsigned long long)wish->bytes);
    emuq_device_info_t *page = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
    if (page == MAP_FAILED)
        return emuq_mmio_say(-errno, "cannot map the device %s: %s", wish->path, strerror(errno));
    /* Acquire: the device stores the first word last, with release, so it is loaded first. */
    uint64_t magic = __atomic_load_n(&page->magic, __ATOMIC_ACQUIRE);
    emuq_mmio_after_load();
    *info = *page;
    info->magic = magic;
    munmap(page, PAGE);
    return emuq_region_check(info, wish);
}

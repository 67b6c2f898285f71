/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * First process of a minimal guest: finds the PCI device with a Message Unit as its memory, runs the program
 * named on the kernel command line, prints its status, and powers the machine off. The guest contains only
 * the program and its libraries.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEVICES "/sys/bus/pci/devices"
#define WORDS   64

/* Reads a number from a file of a device. @return 0 on failure */
static unsigned long attribute(const char *device, const char *name)
{
    char path[512];
    unsigned long value = 0;
    snprintf(path, sizeof path, DEVICES "/%s/%s", device, name);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%lx", &value) != 1)
            value = 0;
        fclose(file);
    }
    return value;
}

static void enable(const char *device)
{
    char path[512];
    snprintf(path, sizeof path, DEVICES "/%s/enable", device);
    FILE *file = fopen(path, "w");
    if (file != NULL) {
        fputs("1", file);
        fclose(file);
    }
}

/* Finds and enables the only device with shared memory between virtual machines (ivshmem) of the guest. */
static int find_device(char *path, size_t bytes)
{
    DIR *devices = opendir(DEVICES);
    const struct dirent *d = NULL;
    while (devices != NULL && (d = readdir(devices)) != NULL)
        if (attribute(d->d_name, "vendor") == 0x1af4 && attribute(d->d_name, "device") == 0x1110)
            break;
    if (d != NULL) {
        enable(d->d_name);
        snprintf(path, bytes, DEVICES "/%s/resource2", d->d_name);
    }
    if (devices != NULL)
        closedir(devices);
    return d != NULL ? 0 : -1;
}

/* The words behind "--" on the kernel command line are the arguments of init: the program and its arguments.
 */
static int run(char **argv)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        execv(argv[0], argv);
        perror(argv[0]);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
    char path[512];
    int status = 1;
    mkdir("/proc", 0755);
    mkdir("/sys", 0755);
    mkdir("/dev", 0755);
    mkdir("/tmp", 0755);
    mount("proc", "/proc", "proc", 0, NULL);
    mount("sysfs", "/sys", "sysfs", 0, NULL);
    mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
    if (argc < 2) {
        printf("guest: no program\n");
    } else if (find_device(path, sizeof path) != 0) {
        printf("guest: there is no such device\n");
    } else {
        setenv("EMUQ_BACKEND", "mmio", 1);
        setenv("EMUQ_DEVICE", path, 1);
        printf("guest: %s at %s\n", argv[1], path);
        fflush(stdout);
        status = run(argv + 1);
    }
    printf("guest: status %d\n", status);
    fflush(stdout);
    reboot(RB_POWER_OFF);
    return 0;
}

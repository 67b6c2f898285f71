/* SPDX-License-Identifier: BSD-3-Clause */
/* A file that includes no header of the machine. */
unsigned Kernel_MyTcoord(void);
unsigned Kernel_ProcessCount(void);
int own_t(void);

int own_t(void)
{
    return Kernel_ProcessCount() == 0 ? -1 : (int)Kernel_MyTcoord();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* A library for plugins.sh, with static data if PLUGIN_DATA is set. */
int plugin_calls(void);

int plugin_calls(void)
{
#ifdef PLUGIN_DATA
    static int calls;
    return ++calls;
#else
    return 0;
#endif
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Command lines of emuq-run and runjob with their lists of hosts. The first byte chooses the name; one word
 * per line follows. */
#include <string.h>

#include "fuzz.h"
#include "tools/emuq-run/run.h"

static void check_hosts(const emuq_run_command_t *command)
{
    emuq_hostlist_t list = {0};
    uint64_t nodes = 0, wanted = 1;
    for (int d = 0; d < 5; d++)
        wanted *= command->job.shape[d] != 0 ? command->job.shape[d] : 1;
    if (emuq_hostlist_add(&list, command->hosts) == 0 && emuq_hostlist_place(&list, wanted) == 0) {
        for (uint32_t i = 0; i < list.hosts; i++)
            nodes += list.host[i].nodes;
        FUZZ_CHECK(nodes == wanted);
    }
    emuq_hostlist_free(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    emuq_run_command_t command;
    fuzz_words_t words;
    if (size == 0)
        return 0;
    emuq_launcher_name = (data[0] & 1) != 0 ? "runjob" : "emuq-run";
    fuzz_clear_environment();
    fuzz_words_open(&words, emuq_launcher_name, data + 1, size - 1);
    if (emuq_run_command_read(&command, words.count, words.word) == 0) {
        FUZZ_CHECK(command.program.count != 0);
        if (command.hosts != NULL)
            check_hosts(&command);
    }
    emuq_run_command_free(&command);
    fuzz_words_close(&words);
    return 0;
}

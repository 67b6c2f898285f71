#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Weakens each memory order of a header in sync/ and checks that ThreadSanitizer finds the difference.

    weaken.py [--cc COMPILER] [--list] HEADER        HEADER: a name without .h

On x86 a release store compiles to the same instruction as a relaxed store, so no run of the validator can fail. A
mutant is the header with one operation weakened: AO_store_release() to AO_store(), an acquire to a relaxed load, an
exchange to a relaxed exchange. The validator of the header is compiled with each mutant for ThreadSanitizer and must
report a race: a hang, a crash or a failed assertion does not count. ACCEPTED lists the operations whose order the data
of the validator do not need, each with a reason or with the mutant of the model in sync/models/ that covers the order.

Exit status: 0 if ThreadSanitizer accepts the header and rejects each mutant; 1 otherwise; 77 without ThreadSanitizer.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(TESTS))
SUPPORT = os.path.join(os.path.dirname(TESTS), "support")
SECONDS = 300
RUNS = 8 # a mutant is found by chance: the threads must pass the claim on at that operation
ACCEPTED_RUNS = 2 # of mutants that are expected to survive, and of the header itself

WEAKER = [
    (r"\bAO_(int_|char_)?store_release\(", r"AO_\1store("),
    (r"\bAO_(int_|char_)?load_acquire\(", r"AO_\1load("),
    (r"\bAO_(int_|char_)?compare_and_swap_(?:acquire|release|full)\(", r"AO_\1compare_and_swap("),
    (r"\bAO_(int_|char_)?fetch_and_add_full\(", r"AO_\1fetch_and_add("),
    (r"\bemuq_exchange\(", r"weak_exchange("),
    (r"\bemuq_int_exchange\(", r"weak_int_exchange("),
    (r"\bemuq_pointer_store_release\(", r"emuq_pointer_store("),
    (r"\bemuq_pointer_load_acquire\(", r"emuq_pointer_load("),
]
ORDERED = r"""\b(?:AO_\w*(?:_acquire|_release|_full|_read|_write|CLEAR)|emuq_(?:pointer|flag)_\w*(?:_acquire|_release|_exchange)
            |emuq_(?:int_|compare_)?exchange|__ATOMIC_(?:CONSUME|ACQUIRE|RELEASE|ACQ_REL|SEQ_CST))\b"""
HELPERS = """
static inline uint64_t weak_exchange(volatile uint64_t *p, uint64_t v)
{
    return __atomic_exchange_n(p, v, __ATOMIC_RELAXED);
}
static inline unsigned weak_int_exchange(volatile unsigned *p, unsigned v)
{
    return __atomic_exchange_n(p, v, __ATOMIC_RELAXED);
}
"""

# Orders that the data of a validator do not need: a mutant of the model of the header covers the order, or the reason.
# A line that occurs more than once in the header has the name of its function in front.
ACCEPTED = {
    "byte_ring": {
        "return AO_load_acquire(&r->reserve);": "start and size of the memory are atomic registers",
        "bool is_mine = AO_compare_and_swap_full(&r->reserve, begin, end);": "start and size are atomic registers",
        "uint64_t commit = AO_load_acquire(&r->commit);": "emuq_byte_ring_is_quiet() precedes no access to the memory",
        "if (AO_load_acquire(&r->commit) != begin)": "a reset accesses atomic registers only",
        "uint64_t offset = AO_load_acquire(tail) - start;": "a reset accesses atomic registers only",
        "if (!AO_compare_and_swap_full(&r->reserve, begin, now))": "a reset accesses atomic registers only",
        "AO_store_release(&r->commit, now);": "a reset accesses atomic registers only",
    },
    "claim": {
        "if (emuq_exchange(c, EMUQ_CLAIM_RETRY) != EMUQ_CLAIM_FREE)": "@mutant RELAXED_NOTE",
        "emuq_claim_try: (void)emuq_exchange(c, EMUQ_CLAIM_HELD);": "@mutant EARLY_LOOK",
        "emuq_claim_release: (void)emuq_exchange(c, EMUQ_CLAIM_HELD);": "@mutant EARLY_LOOK",
        "(void)emuq_exchange(c, AO_load(c) & ~EMUQ_CLAIM_FLAG);": "@mutant EARLY_LOOK",
    },
    "event_count": {
        "emuq_ticket_t ticket = AO_int_load_acquire(&e->event);": "@mutant LATE_EVENT",
        "(void)emuq_int_exchange(&e->sleepers, 1);": "@mutant STORE",
        "(void)AO_int_fetch_and_add_full(&e->event, 1);": "@mutant CLEAR_LATE",
        "(void)emuq_int_exchange(&e->sleepers, 0);": "@mutant NO_CLEAR_ORDER",
        "return AO_int_fetch_and_add_full(&e->sleepers, 0) != 0;": "@mutant LOAD",
        "return emuq_int_exchange(&e->sleepers, 0) != 0;": "@mutant EARLY",
    },
    "mailbox": {
        "emuq_pointer_store_release(&box->first, request);": "the lock passes the request; the load is a hint",
        "return emuq_pointer_load_acquire(&box->first) == NULL;": "the lock passes the request; the load is a hint",
    },
    "wait_list": {
        "(void)AO_fetch_and_add_full(&list->count, count);": "the heavy fence behind a put, or a periodic check, orders it",
        "return AO_load_acquire(&list->count) != 0;": "the lock passes the waiters; the load is a hint",
        "AO_store_release(&list->count, 0);": "the lock passes the waiters",
    },
}


def mask_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def label(text, position):
    """The line at a position of a header, with the name of its function if the line is not unique."""
    lines = text.split("\n")
    line = lines[text.count("\n", 0, position)].strip()
    if [other.strip() for other in lines].count(line) == 1:
        return line
    return re.findall(r"^static .*?(\w+)\(", text[:position], flags=re.M)[-1] + ": " + line


def mutants(text):
    """[(line number, label, weakened text)] of a header; comments are left alone."""
    masked = mask_comments(text)
    found = []
    for pattern, weaker in WEAKER:
        for match in re.finditer(pattern, masked):
            number = text.count("\n", 0, match.start()) + 1
            changed = text[:match.start()] + match.expand(weaker) + text[match.end():]
            found.append((number, label(text, match.start()), changed))
    return sorted(found)


def unknown_orders(text):
    """Labels of the ordered operations of a header that no pattern of WEAKER matches."""
    masked = mask_comments(text)
    for pattern, _ in WEAKER:
        masked = re.sub(pattern, "(", masked)
    return [match.group() for match in re.finditer(ORDERED, masked, flags=re.X)]


def compile_to(cc, output, include, sources, *options):
    command = [cc, "-std=gnu11", "-O1", "-g", "-w", "-fsanitize=thread", "-DEMUQ_TEST_POINTS", *include, *options, "-o",
               output, *sources]
    return subprocess.run(command, capture_output=True, text=True)


def run(program):
    """(exit status, whether ThreadSanitizer reports a race) of a run of the validator; a hang: (None, False)."""
    environment = dict(os.environ, TSAN_OPTIONS="halt_on_error=1 exitcode=66")
    try:
        done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, False
    return done.returncode, "WARNING: ThreadSanitizer: data race" in done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--list", action="store_true", help="print the mutants and the result of each")
    parser.add_argument("header")
    options = parser.parse_args()
    with open(os.path.join(ROOT, "sync", options.header + ".h"), encoding="utf-8") as file:
        text = file.read()
    accepted = ACCEPTED.get(options.header, {})
    survivors = []
    unused = set(accepted)
    model = os.path.join(ROOT, "sync", "models", options.header + ".pml")
    with open(model, encoding="utf-8") as file:
        modelled = set(re.findall(r"@mutant \w+", file.read()))
    survivors += [f"{model}: there is no {reason}" for reason in accepted.values()
                  if reason.startswith("@mutant") and reason not in modelled]
    with tempfile.TemporaryDirectory() as folder:
        include = ["-I" + folder, "-I" + TESTS, "-I" + SUPPORT, "-I" + ROOT]
        objects = []
        for source in (os.path.join(TESTS, "validate.c"), os.path.join(SUPPORT, "points.c"),
                       os.path.join(SUPPORT, "emuq_test.c")):
            objects.append(os.path.join(folder, os.path.basename(source) + ".o"))
            done = compile_to(options.cc, objects[-1], include, [source], "-c")
            if done.returncode != 0:
                print(done.stderr, file=sys.stderr)
                sys.exit(77 if "sanitize" in done.stderr else 1)
        program = os.path.join(folder, "validate")
        mutant = os.path.join(folder, "sync", options.header + ".h")
        os.mkdir(os.path.dirname(mutant))

        def validate(changed, runs):
            with open(mutant, "w", encoding="utf-8") as file:
                file.write(re.sub(r'#include "base/(atomic|lock)\.h"\n', lambda match: match[0] + HELPERS, changed, count=1))
            validator = os.path.join(TESTS, f"validate_{options.header}.c")
            done = compile_to(options.cc, program, include, [validator, *objects], "-pthread", "-lcunit")
            if done.returncode != 0:
                sys.exit(done.stderr)
            results = []
            while len(results) < runs and not any(race for _, race in results):
                results.append(run(program))
            return results

        if any(status != 0 for status, _ in validate(text, ACCEPTED_RUNS)):
            sys.exit(f"sync/{options.header}.h: ThreadSanitizer rejects the header itself, or the validator fails or hangs")
        found = mutants(text)
        for number, line, changed in found:
            rejected = any(race for _, race in validate(changed, ACCEPTED_RUNS if line in accepted else RUNS))
            if options.list:
                print(f"{options.header}.h:{number}: {'rejected' if rejected else 'SURVIVES'}: {line}", flush=True)
            if not rejected:
                unused.discard(line)
            if not rejected and line not in accepted:
                survivors.append(f"sync/{options.header}.h:{number}: no test sees that this order is weakened: {line}")
    survivors += [f"sync/{options.header}.h: remove the accepted order, a test rejects it: {line}" for line in sorted(unused)]
    survivors += [f"sync/{options.header}.h: weaken.py does not weaken {name}" for name in unknown_orders(text)]
    if not found:
        survivors.append(f"sync/{options.header}.h has no order that can be weakened")
    print("\n".join(survivors) or f"sync/{options.header}.h: {len(found)} weakened orders, all accounted for")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: BSD-3-Clause
"""The machine, and the cores on which everything runs."""
import contextlib
import os
import pathlib
import platform
import subprocess


def _core_of(cpu):
    """What tells cores apart: package and core; hardware threads of one core have the same."""
    place = pathlib.Path(f"/sys/devices/system/cpu/cpu{cpu}/topology")
    try:
        return tuple(int((place / name).read_text()) for name in ("physical_package_id", "core_id"))
    except (OSError, ValueError):
        return (0, cpu)


def two_cores():
    """The first two cores that this process may use, of one package if possible, or None."""
    cores = {}
    for cpu in sorted(os.sched_getaffinity(0)):
        cores.setdefault(_core_of(cpu), cpu)
    for first in cores:
        for second in cores:
            if second > first and second[0] == first[0]:
                return cores[first], cores[second]
    return tuple(cores.values())[:2] if len(cores) >= 2 else None


def distribution():
    with contextlib.suppress(OSError), open("/etc/os-release", encoding="utf-8") as f:
        for line in f:
            if line.startswith("PRETTY_NAME="):
                return line.split("=", 1)[1].strip().strip('"')
    return "unknown"


def kernel():
    return f"{platform.system()} {platform.release()}"


def load():
    """Average number of runnable threads in the last minute: measurements want an idle machine."""
    return os.getloadavg()[0]


def revision(root):
    """The commit of the source, or "" outside a checkout."""
    def git(*words):
        return subprocess.run(["git", "-C", root, *words], capture_output=True, text=True, check=False)
    try:
        head = git("rev-parse", "--short", "HEAD")
        if head.returncode != 0:
            return ""
        changed = git("status", "--porcelain", "--untracked-files=no").stdout.strip()
    except OSError:
        return ""
    return head.stdout.strip() + (" with changes" if changed else "")

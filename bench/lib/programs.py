# SPDX-License-Identifier: BSD-3-Clause
"""Programs: run on the chosen cores, with a time limit, and nothing left behind."""
import contextlib
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import time


class Failed(Exception):
    """A program could not do its work; the text says why, in one line."""


class Missing(Exception):
    """A program is not installed; the text says which packages have it."""


def last_line(text):
    """The last line that says something."""
    lines = [line.strip() for line in text.splitlines() if re.search(r"[A-Za-z]", line)]
    return lines[-1][:160] if lines else "no message"


def find(name, packages):
    path = shutil.which(name)
    if path is None:
        raise Missing(packages)
    return path


def start(command, cores, **options):
    """Starts a program that may use @cores, in a group of its own, so that all of it can be ended."""
    try:
        return subprocess.Popen([str(word) for word in command], start_new_session=True, text=True,
                                preexec_fn=lambda: os.sched_setaffinity(0, cores), **options)
    except OSError as error:
        raise Failed(f"cannot start {command[0]}: {error.strerror}") from error


def end(process):
    """Ends a program of start() and what it has started, politely first: launchers have to clean up."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(3)
            break
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def run(command, cores, timeout, environment=None):
    """@return (exit status, standard output, standard error). Everything is in memory: outputs are short."""
    process = start(command, cores, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                    env=environment)
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired as error:
        end(process)
        process.communicate()
        raise Failed(f"did not end within {timeout:.0f} s") from error
    except BaseException:
        end(process)
        raise
    return process.returncode, out, err


def check(command, cores, timeout, environment=None):
    """run(), and Failed unless the status is 0. @return standard output"""
    status, out, err = run(command, cores, timeout, environment)
    if status != 0:
        raise Failed(f"ended with status {status}: {last_line(err or out)}")
    return out


def await_line(process, line, timeout):
    """Waits until a program of start() has printed a line."""
    ready, _, _ = select.select([process.stdout], [], [], timeout)
    if not ready:
        raise Failed(f"the ranks were not ready within {timeout} s")
    if process.stdout.readline() != f"{line}\n":
        process.wait(10)
        raise Failed(f"ended with status {process.returncode}: {last_line(process.stderr.read())}")


def text_of(command, environment=None):
    """What a command prints, for versions; "" if there is none."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=20, check=False, env=environment).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def _listens(port):
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with contextlib.suppress(OSError), open(table, encoding="ascii") as f:
            for line in f:
                word = line.split()
                if len(word) > 3 and word[3] == "0A" and word[1].endswith(f":{port:04X}"):
                    return True
    return False


def pair(server, client, cores, port, timeout, environment=None):
    """Runs a program that is a server on the first core, and its client on the second. @return the client's output"""
    first, second = cores
    process = start(server, {first}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    env=environment)
    try:
        give_up = time.monotonic() + 10
        while not _listens(port):
            if process.poll() is not None:
                raise Failed(f"the server ended: {last_line(process.stdout.read())}")
            if time.monotonic() > give_up:
                raise Failed("the server did not begin to listen")
            time.sleep(0.01)
        return check(client, {second}, timeout, environment)
    finally:
        end(process)
        process.stdout.close()

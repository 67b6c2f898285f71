#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""apenet-link talk: two processes, a peer of peer.py, faults, silent peers, wrong input.
  talk.py APENET_LINK
"""
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import peer  # noqa: E402
import reference as ref  # noqa: E402

TOOL = sys.argv[1]
LIMIT = 280 # seconds
passed = failed = 0
FLAG = " # payload damaged"


def check(name, good, why=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"failed: {name} {str(why)[:2000]}")


class Talk:
    """A process with the packets of a text. Its output is read by threads."""

    def __init__(self, folder, text, *arguments):
        handle, name = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "w") as file:
            file.write(text)
        self.process = subprocess.Popen([TOOL, "talk", *arguments, name], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        first = self.process.stderr.readline()
        self.address = first.removeprefix("apenet-link: bound to ").strip()
        self.out = self.err = ""
        self.threads = [threading.Thread(target=self.read, args=(name,)) for name in ("out", "err")]
        for thread in self.threads:
            thread.start()

    def read(self, name):
        setattr(self, name, getattr(self.process, "std" + name).read())

    def end(self):
        """(status, lines, standard error)"""
        try:
            status = self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "no end"
        for thread in self.threads:
            thread.join()
        return status, self.out.splitlines(), self.err


def random_packets(count, seed):
    rng = ref.seeded(seed)
    packets = [ref.apenet_random(rng) for _ in range(count)]
    for p in packets[::50]:
        p["data"] = rng.randbytes(4096)
    return packets


def text_of(packets):
    return "".join(ref.apenet_line(p) + "\n" for p in packets)


def difference(packets, lines):
    """(None, number of flagged packets) if all packets have arrived once, in the order of their VC, right or flagged; otherwise
    the first difference instead of None"""
    sent, got, flagged = {0: [], 1: []}, {0: [], 1: []}, 0
    for p in packets:
        sent[p["vc"]].append(ref.apenet_line(p))
    for line in lines:
        got[" vc 1" in line].append(line)
    for vc in (0, 1):
        if len(sent[vc]) != len(got[vc]):
            return f"vc {vc}: {len(got[vc])} of {len(sent[vc])} packets", flagged
        for number, (a, b) in enumerate(zip(sent[vc], got[vc])):
            if b.endswith(FLAG):
                flagged += 1
                a, b = a.split(" data ")[0], re.sub(" payload-err| pad \\d+", "", b.split(" data ")[0])
            if a != b:
                return (number, a, b), flagged
    return None, flagged


# ---- scenarios: each runs in a thread ----

def two_ends(folder, name, count, faults):
    sent = [random_packets(count, seed) for seed in (1, 2)]
    arguments = [["--faults", f"seed:{seed},{faults}"] if faults else [] for seed in (3, 4)]
    a = Talk(folder, text_of(sent[0]), "--seconds", "10", *arguments[0])
    b = Talk(folder, text_of(sent[1]), "--seconds", "10", "--peer", a.address, *arguments[1])
    for end, packets in ((a, sent[1]), (b, sent[0])):
        status, lines, err = end.end()
        why, flagged = difference(packets, lines)
        check(f"{name}: status", status == 0, (status, err))
        check(f"{name}: packets", why is None, why)
        check(f"{name}: summary", f"sent {count} of {count} packets, all acknowledged; received {count} packets, {flagged} flagged; "
              in err and "link up" in err, err)
        check(f"{name}: resends", not faults or " 0 resends" not in err, err)
        check(f"{name}: flags", (flagged != 0) == bool(faults), flagged)


def independent(folder, name, count, loss, *arguments):
    sent = [random_packets(count, seed) for seed in (5, 6)]
    other = peer.Peer(sent[0], loss, 7)
    end = Talk(folder, text_of(sent[1]), "--seconds", "10", "--peer", other.address, *arguments)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger: # a CREDIT that acknowledges nothing, of a different port
        host, port = end.address.split(":")
        stranger.sendto(ref.datagram(0, [ref.APENET_MAGIC, ref.sealed(0xC5, 0, 0)])[42:], (host, int(port)))
        for junk in (b"", b"12345", bytes(4), bytes(4 + 16 * 89)):
            other.socket.sendto(junk, (host, int(port)))
    while end.process.poll() is None:
        other.step()
    status, lines, err = end.end()
    why, flagged = difference(sent[0], lines)
    check(f"{name}: status", status == 0, (status, err))
    check(f"{name}: packets of the reference", why is None, why)
    check(f"{name}: payloads", loss != 0 or flagged == 0, flagged)
    check(f"{name}: ignored datagrams", "5 datagrams ignored" in err, err)
    wrong = [i for i, (p, (vc, header, footer, data)) in enumerate(zip(sorted(sent[1], key=lambda p: p["vc"]),
                                                                      sorted(other.receiver.delivered, key=lambda d: d[0])))
             if vc != p["vc"] or header != ref.apenet_header(p) or footer >> 48 & 0xFFFF != p["serial"] or
             (loss == 0 and data != p["data"] + bytes(-len(p["data"]) % 16))]
    check(f"{name}: packets to the reference", len(other.receiver.delivered) == count and not wrong,
          (len(other.receiver.delivered), wrong[:3]))
    check(f"{name}: acknowledgements", other.sender.ack == [count, count], other.sender.ack)
    other.socket.close()


def silent(folder):
    """A peer that never sends: the link goes down."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as nobody:
        nobody.bind(("127.0.0.1", 0))
        status, lines, err = Talk(folder, text_of(random_packets(3, 8)), "--seconds", "1", "--peer",
                                  "127.0.0.1:%d" % nobody.getsockname()[1]).end()
    check("a silent peer", status == 1 and not lines and "sent 3 of 3 packets, not all acknowledged" in err and
          "link down" in err and "no datagram arrived" in err, (status, err))


def stopped(folder):
    """A peer that acknowledges all words that are sent, returns no credit, and stops."""
    packets = [dict(p, vc=0, data=bytes(4096)) for p in random_packets(10, 10)]
    other = peer.Peer([], returns_credit=False)
    end = Talk(folder, text_of(packets), "--seconds", "1", "--peer", other.address)
    while other.receiver.done < 3:
        other.step()
    other.receiver.is_due = True
    other.send(other.receiver.words())
    status, lines, err = end.end()
    # Probes for credit get no reply: the link goes down.
    check("a peer that stops", status == 1 and not lines and "sent 3 of 10 packets, not all acknowledged" in err and
          "link down" in err, (status, err))
    other.socket.close()


def unknown(folder):
    """No peer: the end comes by time."""
    status, lines, err = Talk(folder, text_of(random_packets(3, 8)), "--seconds", "1").end()
    check("no peer", status == 1 and not lines and "sent 0 of 3 packets, not all acknowledged" in err, (status, err))
    status, lines, err = Talk(folder, "# nothing to send\n", "--seconds", "1").end()
    check("no peer and no packets", status == 1 and not lines and "no datagram arrived" in err, (status, err))


def one_direction(folder):
    """An end without packets announces itself by CREDITs."""
    packets = random_packets(20, 9)
    a = Talk(folder, text_of(packets), "--bind", "localhost:0")
    b = Talk(folder, "", "--peer", a.address.replace("127.0.0.1", "localhost"))
    status, lines, err = b.end()
    check("one direction", status == 0 and difference(packets, lines) == (None, 0), (status, err))
    status, lines, err = a.end()
    check("one direction, sender", status == 0 and not lines and "sent 20 of 20 packets, all acknowledged" in err, (status, err))


def interrupted(folder):
    for number in (signal.SIGINT, signal.SIGTERM):
        end = Talk(folder, text_of(random_packets(3, 8)), "--seconds", "1000")
        end.process.send_signal(number)
        status, _, err = end.end()
        check("a signal", status == 1 and "sent 0 of 3 packets, not all acknowledged" in err, (status, err))


def wrong(folder):
    name = os.path.join(folder, "packets")
    for arguments, data, wanted in (
            (["--peer", "127.0.0.1"], "", "--peer: invalid value '127.0.0.1' (expected ADDRESS:PORT with a port from 1 to 65535)"),
            (["--peer", "127.0.0.1:0"], "", "--peer: invalid value"),
            (["--peer", ":5"], "", "--peer: invalid value"),
            (["--bind", "127.0.0.1:65536"], "", "--bind: invalid value '127.0.0.1:65536' (expected ADDRESS:PORT with a port from 0"),
            (["--bind", "256.256.256.256:0"], "", "--bind: cannot find the IPv4 address"),
            (["--bind", "192.0.2.1:0"], "", "cannot bind to 192.0.2.1:0"),
            (["--seconds", "0"], "", "--seconds: invalid value '0' (expected a number from 1 to 86400)"),
            (["--faults", "lose:2"], "", "--faults: "),
            (["--dialect", "exanet"], "", "talk takes no option --dialect"),
            (["--output", "x"], "", "talk takes no option --output"),
            ([], "credit\n", ":1:1: command: invalid value 'credit' (expected loopback, put, send or get)"),
            ([], "\nput 1,2,3\n", ":2:10: data: missing"),
            ([], "put \0\n", "zero byte"),
            (["/nonexistent"], "", "2 files")):
        with open(name, "w", encoding="ascii") as file:
            file.write(data)
        done = subprocess.run([TOOL, "talk", *arguments, name], capture_output=True, text=True, timeout=LIMIT)
        check(f"wrong input {arguments}", done.returncode == 2 and not done.stdout and wanted in done.stderr and
              done.stderr.count("\n") == 1, (done.returncode, done.stdout, done.stderr))
    done = subprocess.run([TOOL, "decode", "--peer", "a:1"], capture_output=True, text=True, timeout=LIMIT)
    check("options of talk alone", done.returncode == 2 and "decode takes no option --peer" in done.stderr, done.stderr)
    done = subprocess.run([TOOL, "talk", "--help"], capture_output=True, text=True, timeout=LIMIT)
    check("help", done.returncode == 0 and "--bind" in done.stdout and "acknowledged" in done.stdout, done.stdout)


def scenario(body, *arguments):
    try:
        body(*arguments)
    except Exception as error: # pylint: disable=broad-except
        check(f"{body.__name__} {arguments[1:]}", False, repr(error))


def run_all(folder):
    faults = "lose:0.05,double:0.05,reorder:0.05"
    threads = [threading.Thread(target=scenario, args=(body, folder, *arguments)) for body, arguments in (
        (two_ends, ("two ends", 1000, "")), (two_ends, ("faults of datagrams", 1000, faults)),
        (two_ends, ("faults of words", 200, "ber:1e-4,header:0.05")),
        (independent, ("reference", 500, 0)), (independent, ("reference with loss", 500, 0.05, "--faults", "seed:9," + faults)),
        (silent, ()), (stopped, ()), (unknown, ()), (one_direction, ()), (interrupted, ()), (wrong, ()))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


with tempfile.TemporaryDirectory() as directory:
    run_all(directory)
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)

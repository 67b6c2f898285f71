#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""apenet-link: reference words of apenet 12.1, round trips against reference.py, faults, captures, wrong input.
  tool.py APENET_LINK
"""
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import reference as ref  # noqa: E402

TOOL = sys.argv[1]
passed = failed = 0

HEADERS = """
put 1,2,3.1 from 4,5,6.2 va 0x7f1234567000 data zeros:4096        | 08023104 000c6291 34567000 00007f12
put 1,2,3.1 from 4,5,6.2 va 0x7f1234568000 data zeros:100 last    | 003a3104 031c6291 34568000 00007f12
send 31,31,31.3 from 0,0,0.3 data 0102030405 last                 | 000ffffc 02de0002 00000000 00000000
get 0,1,0 from 2,0,0 va 0x7f00deadb000 data zeros:32 last         | 00100080 0018000b deadb000 00007f00
put 0,0,1 from 0,0,0 gpu 2 va 0x1000000000 data zeros:4096 last   | a8001000 00180001 00000000 00000010
"""
EXANET_HEADERS = """
packet 1,0,0.1 proc 3 data zeros:16 | 00200060 00100020 00000000 1a000000
packet 5,2,7.3 vc 1 proc 0x1234 type 9 va 0x123456789abc hops 4 data zeros:4096 | 10a24681 10004867 159e26af 5301048d
packet 1,0,0.1 proc 3 last type 16  | 00200070 00008020 00000000 12000000
packet 1,0,0.1 proc 3 last header-only | 00200070 00008020 00000000 12000000
"""
STREAM = """
FFFFAAAA5555AAAAFFFFAAAA5555AAAA FFFFBBBB6666BBBBFFFFBBBB6666BBBB 05000000000000000040002000200070
00000000000000000000000000000000 00000000000000000000000000000011 00000000000000000000000000000022
00000000000000000000000000000033 FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF 2C000000000000000000000501005143
FFFFAAAA5555AAAAFFFFAAAA5555AAAA FFFFBBBB6666BBBBFFFFBBBB6666BBBB 09000000000000000010002000200070
000000000000000000000000000000AB 00000000000000000000000000000001 2C000000000000000000000501005143
"""
PAUSED = """
00000000000000000000000000000000 FFFFAAAA5555AAAAFFFFAAAA5555AAAA 2C000000000000000000000501005143
FFFFAAAA5555AAAAFFFFAAAA5555AAAA 2C000000000000000000000501005143 00000000000000000000000000000011
"""
FOUR = "".join("%02x" % i + 30 * "0" for i in (0, 0x11, 0x22, 0x33))
TEXT = f"""credit used 3,17 0,256
packet 1,0,0.1 proc 3 last data {FOUR} footer {32 * "F"}
packet 1,0,0.1 proc 3 last data {"ab" + 30 * "0"} footer {31 * "0"}1
packet 1,0,0.1 proc 3 last data {FOUR} footer {32 * "F"} pause 1,2
"""


def check(name, good, why=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"failed: {name} {str(why)[:2000]}")


def run(*arguments, data=""):
    """(status, standard output, standard error)"""
    data = data if isinstance(data, bytes) else data.encode()
    done = subprocess.run([TOOL, *arguments], input=data, capture_output=True)
    return done.returncode, done.stdout if "pcapng" in arguments else done.stdout.decode(), done.stderr.decode()


def hexes(words):
    return "".join("%032X\n" % word for word in words)


def numbers(text):
    return [int(word, 16) for word in text.split()]


# ---- reference words ----

def rows(table):
    for row in table.strip().splitlines():
        line, words = row.split("|")
        yield line.strip(), "".join(reversed(words.split())).upper()


def golden():
    for line, header in rows(HEADERS):
        status, out, err = run("encode", data=line)
        words = out.split()
        check("apenet header", status == 0 and words[2] == header, (line, words[:3], err))
        check("apenet MAGIC", words[0] == b"APElinkMagicWord"[::-1].hex().upper(), words[0])
    check("apenet START", run("encode", data=next(rows(HEADERS))[0])[1].split()[1][8:16] == "D4E6FED1")
    for line, header in rows(EXANET_HEADERS):
        status, out, err = run("encode", "--dialect", "exanet", data=line)
        check("exanet header", status == 0 and out.split()[2] == header, (line, out.split()[:3], err))
    status, out, err = run("encode", "--dialect", "exanet", data=TEXT)
    check("exanet stream", out.split()[1:16] == STREAM.split(), (out, err))
    check("exanet stream, empty queue", out.split()[19:25] == PAUSED.split(), out)
    check("exanet CREDIT of an empty receiver", run("encode", "--dialect", "exanet", data="credit used 0,0 0,0")[1].strip() ==
          "%032X" % ref.EMPTY)
    status, out, err = run("encode", data="credit freed 3,4 next 5,6 health 0x800004\nnack 7 header\nnack 8 footer\nidle\n")
    wanted = [ref.sealed(0xC5 | 0x800004 << 8, 3 | 4 << 16, 5 | 6 << 16), ref.sealed(0x4E, 7 | 1 << 16, 0),
              ref.sealed(0x4E, 8 | 1 << 17, 0), ref.sealed(0x49, 0, 0)]
    check("apenet control words", numbers(out)[1::2] == wanted, out)
    text = run("decode", data=out)[1]
    for part in "CREDIT freed 3,4 next header 5 footer 6, health 800004: host normal, card sick", "NACK packet 7: header", \
            "NACK packet 8: footer", "IDLE":
        check("text of a control word", part in text, text)


# ---- round trips ----

def round_trips(count):
    for dialect in "apenet", "exanet":
        rng = ref.seeded(count)
        packets = [getattr(ref, dialect + "_random")(rng) for _ in range(count)]
        lines = [getattr(ref, dialect + "_line")(p) for p in packets]
        words = getattr(ref, dialect + "_encode")(packets)
        text = "\n".join(lines) + "\n"
        status, out, err = run("encode", "--dialect", dialect, "--period", "0", data=text)
        check(f"{dialect}: words of {count} packets", status == 0 and numbers(out) == words, err)
        status, out, err = run("decode", "--dialect", dialect, "--format", "packets", data=hexes(words))
        check(f"{dialect}: packets of these words", status == 0 and out == text, (status, err))
        for period in "255", "5":
            status, out, err = run("encode", "--dialect", dialect, "--period", period, data=text)
            got = getattr(ref, dialect + "_decode")(numbers(out))
            check(f"{dialect}: words with period {period}", [getattr(ref, dialect + "_line")(p) for p in got] == lines, err)
        capture = run("encode", "--dialect", dialect, "--format", "pcapng", data=text)[1]
        status, out, err = run("decode", "--dialect", dialect, "--format", "packets", data=capture)
        check(f"{dialect}: through a capture", status == 0 and out.split("\n", 1)[1] == text, (status, err))
        status, out, err = run("decode", "--dialect", dialect, "--format", "hex", data=capture)
        check(f"{dialect}: words of a capture", out == run("encode", "--dialect", dialect, data=text)[1], err)


# ---- faults ----

def other_packets_arrive():
    """Each word of three packets is lost, repeated and damaged: the two other packets arrive intact."""
    rng = ref.seeded(3)
    packets = [ref.apenet_random(rng) for _ in range(4)]
    lines, words = [ref.apenet_line(p) for p in packets], ref.apenet_encode(packets)
    starts = [i for i, word in enumerate(words) if word & 0xFF == 0x53 and i and words[i - 1] == ref.APENET_MAGIC]
    bad = []
    for at in range(starts[3] - 1):
        hit = sum(at >= start - 1 for start in starts) - 1
        lost, twice = run("inject", "--lose", str(at), data=hexes(words))[1], run("inject", "--double", str(at), data=hexes(words))[1]
        flipped = hexes(words[:at] + [words[at] ^ 1 << at % 128] + words[at + 1:])
        # A stream without word 0 is one that a monitor joins.
        for damaged in ([lost] if at else []) + [re.sub("gap.*\n", "", lost), twice, flipped]:
            status, out, _ = run("decode", "--format", "packets", data=damaged)
            found = [line for line in out.splitlines() if line in lines]
            is_told = hit < 3 and status == 1
            if [line for line in found if line != lines[hit]] != lines[:hit] + lines[hit + 1:] or not is_told:
                bad.append((at, hit, status, out))
    check("other packets arrive", not bad, bad[:1])


def faults():
    rng = ref.seeded(9)
    packets = [ref.apenet_random(rng) for _ in range(400)]
    text = hexes(ref.apenet_encode(packets))
    status, damaged, err = run("inject", "--faults", "seed:3,header:0.3", data=text)
    check("faults are deterministic", status == 0 and damaged == run("inject", "--faults", "seed:3,header:0.3", data=text)[1] != text, err)
    status, out, err = run("decode", "--format", "packets", data=damaged)
    lost = re.findall("# packet (\\d+) is lost", out)
    wanted = [ref.apenet_line(p) for i, p in enumerate(packets) if str(i) not in lost]
    check("damaged headers: each packet arrives or is reported", status == 1 and 50 < len(lost) < 200 and
          [line for line in out.splitlines() if line[0] != "#"] == wanted, (status, len(lost), err))
    status, out, err = run("decode", data=run("inject", "--faults", "seed:4,ber:2e-5", data=text)[1])
    check("bit errors are reported", status == 1 and ("payload damaged" in out or "not checked" in out), err)
    status, out, err = run("inject", "--faults", "link:0.0.0.0@5", data=text)
    check("a cut", status == 0 and len(out.splitlines()) < 100 and out.splitlines()[-1].startswith("gap "), err)
    # A resend repairs the header.
    words = ref.apenet_encode(packets[:3])
    resend = [ref.APENET_MAGIC, ref.sealed(0x53 | packets[1]["vc"] << 8 | 1 << 9, 1, ref.crc(ref.apenet_header(packets[1]))),
              ref.apenet_header(packets[1])]
    at = words.index(ref.apenet_header(packets[1]))
    words[at] ^= 1 << 77
    status, out, err = run("decode", "--format", "packets", data=hexes(words + resend))
    check("a resend", status == 1 and out.splitlines() == [ref.apenet_line(p) for p in packets[:3]], out)
    check("a resend is shown", "resend of header" in run("decode", data=hexes(words + resend))[1])


def missing_words():
    """Lost words at the end of a packet are zeros, also in memory that has held other packets."""
    text = "".join("put 1,0,0 from 0,0,0 serial %d data random:4096\n" % i for i in range(100))
    words = run("encode", "--period", "0", data=text)[1]
    count = len(words.splitlines())
    damaged = run("inject", "--lose", ",".join(str(count - 1 - i) for i in range(100)), data=words)[1]
    out = run("decode", "--format", "packets", data=damaged)[1].splitlines()
    data = bytes.fromhex(out[-1].split(" data ")[1].split()[0])
    check("missing words are 0", len(data) == 4096 and any(data[:-99 * 16]) and not any(data[-99 * 16:]), out[-1])


def exanet_faults():
    rng = ref.seeded(5)
    packets = [dict(ref.exanet_random(rng), type=1) for _ in range(3)]
    words, lines = ref.exanet_encode(packets), [ref.exanet_line(p) for p in packets]
    at = words.index(ref.EXANET_START, 3) + 1
    for flips, status, wanted in ((1 << 5, 1, lines), (3 << 5, 1, [lines[0], lines[2]])):
        damaged = words[:at] + [words[at] ^ flips] + words[at + 1:]
        got, out, err = run("decode", "--dialect", "exanet", "--format", "packets", data=hexes(damaged))
        check("exanet header errors", got == status and [line for line in out.splitlines() if line[0] != "#"] == wanted, out)
    out = run("decode", "--dialect", "exanet", data=hexes(words[:at] + [words[at] ^ 32] + words[at + 1:]))[1]
    check("exanet repair is shown", "single error, repaired" in out, out)


# ---- captures ----

def captures():
    rng = ref.seeded(6)
    packets = [ref.apenet_random(rng) for _ in range(100)]
    words, lines = ref.apenet_encode(packets), [ref.apenet_line(p) for p in packets]
    parts = [(i, words[i:i + 88]) for i in range(0, len(words), 88)]
    plain = [ref.datagram(i, part) for i, part in parts]
    twice = plain[:2] + plain[1:] + [b"\0" * 60, ref.datagram(0, [1, 2, 3], (7, 7))]
    status, out, err = run("decode", "--format", "packets", data=ref.capture(twice))
    check("a repeated datagram, and foreign ones", status == 0 and out.splitlines()[1:] == lines, (status, err, out[:300]))
    check("a stream is named", out.splitlines()[0] == "# stream 1: to 10.0.0.2 port 24585", out[:100])
    status, out, err = run("decode", "--format", "packets", data=ref.capture(plain[:3] + plain[4:]))
    found = [line for line in out.splitlines() if line in lines]
    check("a lost datagram", status == 1 and "# gap of 88 words" in out and len(found) > len(lines) // 2, (status, len(found)))
    status, out, err = run("decode", "--format", "packets", data=ref.capture(plain[:3] + [plain[4], plain[3]] + plain[5:]))
    check("a late datagram", status == 1 and "# gap of 88 words" in out)
    # A monitor that starts late, at numbers that wrap.
    late = [ref.datagram(i + 0xFFFFFF00, part) for i, part in parts][2:]
    status, out, err = run("decode", "--format", "packets", data=ref.capture(late))
    found = [line for line in out.splitlines() if line[0] != "#"]
    check("the first words are missing", status == 0 and found == lines[-len(found):] and len(found) > 50, (status, out[:300]))
    ports = [ref.datagram(i, part, (24576 + i % 3, 24585)) for i, part in parts]
    status, out, err = run("decode", "--format", "packets", data=ref.capture(ports))
    check("several source ports are one stream", status == 0 and out.count("# stream") == 1 and out.splitlines()[1:] == lines, out[:300])
    both = [data for i, part in parts for data in (ref.datagram(i, part), ref.datagram(i, part, (24585, 24576)))]
    status, out, err = run("decode", data=ref.capture(both))
    check("two directions", status == 0 and out.count("# stream") == 2 and out.count("100 packets good") == 2, err)
    status, out, err = run("decode", "--format", "hex", data=ref.capture(both))
    check("two directions have no digits", status == 2 and "--stream N" in err, err)
    status, out, err = run("decode", "--format", "hex", "--stream", "2", data=ref.capture(both))
    check("one direction has", status == 0 and numbers(out) == words, err)
    check("raw IP", run("decode", data=ref.capture([ref.datagram(0, words[:80], ethernet=False)], 101))[0] != 2)
    for order in "<", ">":
        status, out, err = run("decode", "--format", "packets", data=ref.old_capture(plain, order=order))
        check("pcap", status == 0 and out.splitlines()[1:] == lines, (status, err, out[:300]))
    check("truncated pcap", run("decode", data=ref.old_capture(plain)[:-1])[0] == 2 and run("decode", data=ref.old_capture([])[:20])[0] == 2)
    status, out, err = run("inject", "--lose", "100", "--format", "pcapng", data=ref.capture(plain))
    check("a lost word of a capture", run("decode", "--format", "hex", data=out)[1].count("gap 1\n") == 1, err)
    whole = ref.capture(plain)
    for cut in 10, 40, 100, len(whole) - 1:
        status, out, err = run("decode", data=whole[:cut])
        check("a truncated capture", status == 2 and "truncated" in err or cut == 40, (cut, status, err))


# ---- wrong input ----

def wrong():
    for arguments, data, wanted in (
            (["encode"], "put 1,2,33 data 00", "1:5: destination: invalid value '1,2,33' (expected X,Y,Z.PID with coordinates up to 31"),
            (["encode"], "# a\n put 1,2,3 data 000", ":2:17: data: invalid value '000' (expected 1 to 4096 bytes"),
            (["encode"], "put 1,2,3 data zeros:4097", "data: invalid value"),
            (["encode"], "put 1,2,3 vx 1 data 00", "1:11: packet: invalid value 'vx' (expected from, va, data"),
            (["encode"], "put 1,2,3", "data: missing"),
            (["encode"], "put 1,2,3 va 0x10000000000000000 data 00", "va: invalid value"),
            (["encode"], "packet 1,2,3", "1:1: command: invalid value 'packet' (expected loopback, put, send"),
            (["encode", "--dialect", "exanet"], "packet 1,2,3 type 16 data 00", "no data, as the packet is header-only"),
            (["encode", "--dialect", "exanet"], "packet 1,2,3 size 17 data 00", "size"),
            (["encode", "--dialect", "exanet"], "packet 1,2,3 data 00 pause 2,1", "pause"),
            (["encode"], "nack 5 body", "1:8: nack: invalid value 'body' (expected header or footer)"),
            (["encode"], "idle now", "the end of the line"),
            (["encode"], b"put \0", "zero byte"),
            (["decode"], "0123", ":1:1: word: invalid value '0123' (expected a word of 32 hexadecimal digits)"),
            (["decode"], 32 * "0" + " \n" + 31 * "0" + "g", ":2:1: word: invalid value"),
            (["decode"], "gap x", "gap: invalid value 'x'"),
            (["decode", "--stream", "2"], "", "--stream"),
            (["decode"], b"\x0a\x0d\x0d\x0a" + bytes(40), "malformed"),
            (["decode", "/nonexistent"], "", "cannot read '/nonexistent'"),
            (["inject"], "", "inject needs faults"),
            (["inject", "--lose", "5"], 32 * "0", "--lose: invalid value '5' (expected words of the input, 0..0)"),
            (["inject", "--faults", "ber:2"], "", "--faults: "),
            (["inject", "--lose", "1,x"], "", "--lose: invalid value '1,x'"),
            (["inject", "--format", "text", "--lose", "1"], "", "--format: invalid value 'text' of inject (expected hex or pcapng)"),
            (["encode", "--period", "2"], "", "--period: invalid value '2'"),
            (["encode", "--dialect", "x"], "", "expected apenet or exanet"),
            (["encode", "--lose", "1"], "", "encode takes no option --lose"),
            (["encode", "--ports", "1"], "", "--ports: invalid value '1'"),
            (["encode", "a", "b"], "", "2 files"),
            (["encod"], "", "did you mean encode?"),
            (["--dialect", "apenet"], "", "no command"),
            ([], "", "no command")):
        status, out, err = run(*arguments, data=data)
        check(f"wrong input {arguments}", status == 2 and not out and wanted in err and err.count("\n") == 1, (status, out, err))
    check("help", run("--help")[0] == 0 and "decode" in run("--help")[1] and "--faults" not in run("decode", "--help")[1])
    check("no words", run("decode")[0] == 0 and run("encode")[:2] == (0, ""))
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "words")
        check("a file", run("encode", "-o", name, data="idle")[0] == 0 and run("decode", name)[0] == 0)
        check("input is output", run("decode", name, "-o", name)[0] == 2 and os.path.getsize(name) > 0)
        check("no directory", run("encode", "-o", os.path.join(name, "x"), data="idle")[0] == 1)


def fuzz(runs):
    """Random words with a sprinkle of valid ones, and damaged captures and packet texts: no crash."""
    rng = ref.seeded(11)
    bad = []
    for dialect in "apenet", "exanet":
        packets = [getattr(ref, dialect + "_random")(rng) for _ in range(30)]
        valid = getattr(ref, dialect + "_encode")(packets)
        magic = ref.APENET_MAGIC if dialect == "apenet" else ref.EXANET_MAGIC
        for _ in range(runs):
            words = [rng.choice((magic, rng.choice(valid), rng.getrandbits(128), ref.EXANET_START,
                                 ref.sealed(0x53 | rng.getrandbits(3) << 8, rng.choice((rng.getrandbits(16), rng.randrange(200))),
                                            ref.crc(rng.choice(valid))), ref.sealed(0xC5, rng.getrandbits(32), rng.getrandbits(32))))
                     for _ in range(rng.randrange(600))]
            form = rng.choice(("text", "packets", "hex", "pcapng"))
            status, _, err = run("decode", "--dialect", dialect, "--format", form, data=hexes(words))
            if status not in (0, 1):
                bad.append((dialect, form, status, err))
            file = bytearray(rng.choice((ref.capture, ref.old_capture))([ref.datagram(0, valid[:80]), ref.datagram(80, valid[80:150])]))
            for _ in range(rng.randrange(1, 10)):
                file[rng.randrange(len(file))] = rng.getrandbits(8)
            status, _, err = run("decode", "--dialect", dialect, data=bytes(file))
            if status not in (0, 1, 2):
                bad.append((dialect, "capture", status, err))
            text = bytearray("\n".join(getattr(ref, dialect + "_line")(p) for p in packets[:3]).encode())
            for _ in range(rng.randrange(1, 5)):
                text[rng.randrange(len(text))] = rng.choice(b" ,.x:0#\n\t~")
            status, _, err = run("encode", "--dialect", dialect, data=bytes(text))
            if status not in (0, 2):
                bad.append((dialect, "text", status, err))
    check("random input", not bad, bad[:1])


golden()
round_trips(1000)
other_packets_arrive()
missing_words()
faults()
exanet_faults()
captures()
wrong()
fuzz(40 if os.environ.get("TEST_LONG") != "1" else 2000)
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)

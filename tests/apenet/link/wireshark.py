#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The dissector of emuq.lua reads captures of links: fields, checks, positions across datagrams. Captures come from
apenet-link and from reference.py.
  wireshark.py APENET_LINK DISSECTOR
Skipped (77) without tshark.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import reference as ref  # noqa: E402

TOOL, DISSECTOR = sys.argv[1:]
passed = failed = 0
KINDS = ["", "MAGIC", "START", "CREDIT", "NACK", "IDLE", "control", "damaged control", "header", "payload", "footer", "body",
         "resent header", "resent footer", "data outside"]
FOUR = "".join("%02x" % i + 30 * "0" for i in (0, 0x11, 0x22, 0x33))


def check(name, good, why=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"failed: {name} {str(why)[:1500]}")


def tool(*arguments, data):
    return subprocess.run([TOOL, *arguments], input=data if isinstance(data, bytes) else data.encode(), capture_output=True).stdout


def tshark(capture, *arguments):
    with tempfile.NamedTemporaryFile(suffix=".pcapng") as file:
        file.write(capture)
        file.flush()
        done = subprocess.run(["tshark", "-X", "lua_script:" + DISSECTOR, "-r", file.name, *arguments], capture_output=True, text=True)
    check("no error of the dissector", "rror" not in done.stderr.replace("-Xerror", ""), done.stderr)
    return done.stdout


def fields(capture, *names, more=()):
    """All values of the fields, by frame."""
    arguments = [word for name in names for word in ("-e", name)]
    out = tshark(capture, *more, "-T", "fields", "-E", "separator=/t", "-E", "occurrence=a", "-E", "aggregator=,", *arguments)
    return [line.split("\t") for line in out.splitlines()]


def columns(capture, *names, more=()):
    """{name: all values of the field "apelink." + name}"""
    rows = fields(capture, *["apelink." + name for name in names], more=more)
    return {name: [value for row in rows for value in row[i].split(",") if value] for i, name in enumerate(names)}


def values(capture, name, more=()):
    """All values of a field."""
    return columns(capture, name.removeprefix("apelink."), more=more)[name.removeprefix("apelink.")]


def have(capture, table, whole=True):
    """Checks the values of fields: {name: values}; `whole` false: the last values."""
    for name, got in columns(capture, *table).items():
        wanted = table[name].split()
        check("apelink." + name, (got if whole else got[-len(wanted):]) == wanted, got)


def kinds(capture, more=()):
    return [KINDS[int(kind)] for kind in values(capture, "apelink.kind", more)]


def kinds_of_text(text):
    """Kinds of words by apenet-link decode."""
    words = {"resend": "resent header"}
    rows = [line.split(None, 2)[2] for line in text.splitlines() if line[:8].strip().isdigit()]
    return [words.get(row.split()[0].rstrip(",:"), row.split()[0].rstrip(",:")) for row in rows]


def uncovered(capture):
    """Bytes of datagrams that are in no field."""
    missing = []
    for packet in tree.fromstring(tshark(capture, "-T", "pdml")).findall("packet"):
        for proto in packet.findall("proto[@name='apelink']"):
            begin, size = int(proto.get("pos")), int(proto.get("size"))
            seen = set()
            for field in proto.iter("field"):
                if field.get("name").startswith("apelink.") and field.get("showname", "")[:1] != "[" and field.find("field") is None:
                    seen.update(range(int(field.get("pos")), int(field.get("pos")) + int(field.get("size"))))
            missing += sorted(set(range(begin, begin + size)) - seen)
    return missing


# ---- reference words ----

def apenet_fields():
    text = ("put 1,2,3.1 from 4,5,6.2 va 0x7f1234567000 data random:4096\nput 1,2,3.1 from 4,5,6.2 va 0x7f1234568000 data random:100 last\n"
            "send 31,31,31.3 from 0,0,0.3 data 0102030405 last serial 7\nget 0,1,0 from 2,0,0 va 0x7f00deadb000 data zeros:32 last vc 1\n"
            "put 0,0,1 from 0,0,0 gpu 2 va 0x1000000000 data magic:4096 last\ncredit freed 3,4 next 5,6 health 0xc6b5b9\n"
            "nack 7 header\nnack 8 footer\nidle\n")
    capture = tool("encode", "--format", "pcapng", data=text)
    have(capture, {"dest_x": "1 1 31 0 0", "dest_y": "2 2 31 1 0", "dest_z": "3 3 31 0 1", "dest_pid": "1 1 3 0 0",
                   "src_x": "4 4 0 2 0", "src_y": "5 5 0 0 0", "src_z": "6 6 0 0 0", "src_pid": "2 2 3 0 0",
                   "size": "256 7 1 2 256", "pad": "0 12 11 0 0", "last": "0 1 1 1 1", "command": "1 1 2 3 1",
                   "is_gpu": "0 0 0 0 1", "gpu": "0 0 0 0 2", "vc": "0 0 0 1 0", "start.vc": "0 0 0 1 0",
                   "start.sequence": "0 1 2 3 4", "serial": "0 0 7 0 0", "nack.sequence": "7 8", "nack.header": "1 0",
                   "nack.footer": "0 1"})
    check("address", values(capture, "apelink.address")[:2] == ["0x00007f1234567000", "0x00007f1234568000"])
    check("CRC of a header", values(capture, "apelink.start.header_crc")[0] == "0xd4e6fed1")
    have(capture, {"credit.freed_0": "3", "credit.freed_1": "4", "credit.next_header": "5", "credit.next_footer": "6",
                   "health.host": "1", "health.card": "2", "health.link_xplus": "3", "health.link_yplus": "2",
                   "health.link_zplus": "1", "health.link_xminus": "1", "health.link_yminus": "3", "health.link_zminus": "2",
                   "health.temperature": "2", "health.service": "1", "health.valid": "1"}, whole=False)
    checks = columns(capture, "payload.good", "control.good", "header.good", "footer.good")
    check("all checks are right", [set(good) for good in checks.values()] == 4 * [{"1"}], checks)
    check("nothing is damaged", tshark(capture, "-Y", "apelink.damaged || _ws.malformed") == "")
    check("kinds of words", kinds(capture) == kinds_of_text(tool("decode", data=capture).decode()))
    check("control words", [kind for kind in kinds(capture) if kind != "MAGIC"][-4:] == ["CREDIT", "NACK", "NACK", "IDLE"])
    check("payload", "".join(values(capture, "apelink.payload"))[:32] ==
          tool("encode", "--format", "packets", data=text).decode().split()[7][:32])
    check("each byte is in a field", not uncovered(capture), uncovered(capture)[:20])


def exanet_fields():
    text = (f"credit used 3,17 0,256\npacket 1,0,0.1 proc 3 last data {FOUR} footer {32 * 'F'} pause 1,2\n"
            "packet 5,2,7.3 vc 1 proc 0x1234 type 9 va 0x123456789abc hops 4 data magic:4096\npacket 63,31,30.15 proc 3 header-only\n")
    capture = tool("encode", "--dialect", "exanet", "--format", "pcapng", data=text)
    have(capture, {"exanet." + name: wanted for name, wanted in (
        ("dest_x", "1 5 63"), ("dest_y", "0 2 31"), ("dest_z", "0 7 30"), ("intra", "1 3 15"), ("proc", "3 4660 3"),
        ("type", "0 9 16"), ("size", "64 4096 0"), ("hops", "0 4 0"), ("last", "1 0 0"), ("vc", "0 1 0"))})
    got = columns(capture, "exanet.edac", "address", "exanet.check", "exanet.used_headers_0", "exanet.used_data_0",
                  "exanet.used_headers_1", "exanet.used_data_1")
    check("code", got["exanet.edac"][1] == "5" and "83" in got["exanet.edac"])
    check("exanet address", got["address"][1] == "0x0000123456789abc", got["address"])
    check("exanet CREDITs and checks", [set(column) for column in list(got.values())[2:]] == [{"good"}, {"67"}, {"81"}, {"64"}, {"320"}])
    check("exanet: kinds of words", kinds(capture) == kinds_of_text(tool("decode", "--dialect", "exanet", data=capture).decode()))
    check("exanet: each byte is in a field", not uncovered(capture), uncovered(capture)[:20])
    check("the dialect by preference", set(values(capture, "apelink.dialect", ("-o", "apelink.dialect:apenet"))) == {"apenet"} and
          set(values(capture, "apelink.dialect")) == {"exanet"})


# ---- streams ----

def random_packets():
    for dialect in "apenet", "exanet":
        rng = ref.seeded(7)
        packets = [getattr(ref, dialect + "_random")(rng) for _ in range(300)]
        words = getattr(ref, dialect + "_encode")(packets)
        sizes, parts = ref.seeded(8), []
        while words: # datagrams of any size
            size = sizes.randint(1, 88)
            parts.append((sum(len(part) for _, part in parts), words[:size]))
            words = words[size:]
        capture = ref.capture([ref.datagram(number, part) for number, part in parts])
        text = tool("decode", "--dialect", dialect, data=capture).decode()
        more = ("-o", "apelink.dialect:" + dialect)
        got = kinds(capture, more)
        check(f"{dialect}: kinds of the words of 300 packets", got == kinds_of_text(text) and got.count("header") == 300, len(got))
        check(f"{dialect}: nothing is damaged", tshark(capture, *more, "-Y", "apelink.damaged") == "")
        check(f"{dialect}: two passes", kinds(capture, (*more, "-2")) == got)
        if dialect == "apenet":
            check("payloads are right", values(capture, "apelink.payload.good") == 300 * ["1"])
            check("sequence numbers", values(capture, "apelink.start.sequence") == [str(i) for i in range(300)])


def damage():
    rng = ref.seeded(4)
    packets = [ref.apenet_random(rng) for _ in range(20)]
    words = ref.apenet_encode(packets)
    header, footer = words.index(ref.apenet_header(packets[3])), words.index(ref.apenet_header(packets[9])) - 3
    words[header] ^= 1 << 50
    words[footer] ^= 1 << 50 # of packet 8
    words[words.index(ref.apenet_header(packets[12])) + 1] ^= 1 # payload
    capture = ref.capture([ref.datagram(i, words[i:i + 88]) for i in range(0, len(words), 88)])
    got = columns(capture, "header.good", "footer.good", "payload.good")
    check("a damaged header", got["header.good"] == 3 * ["1"] + ["0"] + 16 * ["1"], got)
    check("a damaged footer", got["footer.good"] == 7 * ["1"] + ["0"] + 11 * ["1"], got)
    check("a damaged payload", got["payload.good"].count("0") == 1, got)
    check("damage is marked", len(tshark(capture, "-Y", "apelink.damaged").splitlines()) >= 2)
    check("damage: each byte is in a field", not uncovered(capture))
    resend = [ref.APENET_MAGIC, ref.sealed(0x53 | 1 << 9, 3, ref.crc(ref.apenet_header(packets[3]))), ref.apenet_header(packets[3]),
              ref.APENET_MAGIC, ref.sealed(0x53 | 1 << 10, 8, 0), ref.sealed(5, 6 << 16, 0)]
    capture = ref.capture([ref.datagram(0, resend)])
    check("resends", kinds(capture)[2::3] == ["resent header", "resent footer"] and
          values(capture, "apelink.header.good") == ["1"] and values(capture, "apelink.footer.good") == ["1"])
    words = ref.exanet_encode([dict(ref.exanet_random(rng), type=1) for _ in range(3)])
    words[2] ^= 1 << 9
    words[words.index(ref.EXANET_START, 4) + 1] ^= 3 << 9
    capture = ref.capture([ref.datagram(0, words)])
    got = values(capture, "apelink.exanet.check")
    check("errors of exanet headers", got[0] == "single error" and got[2] == "two errors", got)


def datagrams():
    rng = ref.seeded(6)
    words = ref.apenet_encode([ref.apenet_random(rng) for _ in range(60)])
    plain = [ref.datagram(i, words[i:i + 88]) for i in range(0, len(words), 88)]
    whole = kinds(ref.capture(plain))
    twice = plain[:3] + [plain[2]] + plain[3:]
    rows = fields(ref.capture(twice), "apelink.passed", "apelink.gap", "apelink.kind")
    check("a repeated datagram", [row[0] for row in rows] == 3 * [""] + ["1"] + (len(plain) - 3) * [""] and rows[2][2] == rows[3][2] and
          not any(row[1] for row in rows), rows[2:4])
    lost = plain[:3] + plain[4:]
    rows = fields(ref.capture(lost), "apelink.gap", "apelink.damaged")
    check("a lost datagram", [row[0] for row in rows] == 3 * [""] + ["88"] + (len(lost) - 4) * [""], rows)
    check("words behind the gap", kinds(ref.capture(lost))[-100:] == whole[-100:])
    late = plain[:3] + [plain[4], plain[3]] + plain[5:]
    rows = fields(ref.capture(late), "apelink.passed", "apelink.kind")
    check("a late datagram", rows[4][0] == "1" and rows[4][1] == fields(ref.capture(plain), "apelink.kind")[3][0])
    wrap = [ref.datagram(i + 0xFFFFFF80, words[i:i + 88]) for i in range(0, len(words), 88)][1:]
    check("numbers that wrap, from a later word on", not any(values(ref.capture(wrap), "apelink.gap")) and
          kinds(ref.capture(wrap))[-300:] == whole[-300:] and tshark(ref.capture(wrap), "-Y", "apelink.damaged") == "")
    other = [ref.datagram(i, words[i:i + 88], (40000, 40001)) for i in range(0, len(words), 88)]
    check("other ports, by MAGIC", kinds(ref.capture(other)) == whole)
    odd = ref.capture([ref.datagram(0, [1, 2, 3], (40002, 40003))])
    check("other ports, by preference", kinds(odd, ("-o", "apelink.ports:40000-40100")) == 3 * ["data outside"] and not kinds(odd))
    ports = [ref.datagram(i, words[i:i + 2], (40000 + i, 39999)) for i in range(0, len(words), 2)] # many without MAGIC
    check("several source ports are one stream", kinds(ref.capture(ports)) == whole and
          kinds(ref.capture(ports), ("-2",)) == whole and tshark(ref.capture(ports), "-Y", "apelink.damaged || apelink.gap") == "")
    both = [data for pair in zip(plain, [ref.datagram(i, words[i:i + 88], (24585, 24576)) for i in range(0, len(words), 88)])
            for data in pair]
    check("two directions", tshark(ref.capture(both), "-Y", "apelink.damaged") == "" and len(kinds(ref.capture(both))) == 2 * len(whole))
    foreign = [ref.datagram(0, [1, 2, 3], (40002, 40003)), plain[0][:-5]]
    check("foreign datagrams", tshark(ref.capture(foreign), "-Y", "apelink && frame.number == 1") == "")


def spoilt(copies):
    rng, data = ref.seeded(1), []
    for dialect in "apenet", "exanet":
        words = getattr(ref, dialect + "_encode")([getattr(ref, dialect + "_random")(rng) for _ in range(20)])
        for copy in range(copies):
            number = 0
            for i in range(0, len(words), 60):
                part = list(words[i:i + 60])
                for _ in range(rng.randrange(4)):
                    part[rng.randrange(len(part))] = rng.choice((rng.getrandbits(128), ref.APENET_MAGIC, ref.EXANET_MAGIC, ref.EXANET_START))
                data.append(ref.datagram(number, part, (24576, 25000 + 2 * copy + (dialect == "exanet"))))
                number += len(part) + rng.choice((0, 0, 0, 0, 3, -10)) if number > 100 else len(part)
    capture = ref.capture(data)
    check("spoilt words are dissected", len(values(capture, "apelink.number")) == len(data))
    check("spoilt words: each byte is in a field", not uncovered(capture), uncovered(capture)[:10])


if shutil.which("tshark") is None:
    print("skipped: there is no tshark; scripts/setup test installs it")
    sys.exit(77)
apenet_fields()
exanet_fields()
random_packets()
damage()
datagrams()
spoilt(20)
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)

# SPDX-License-Identifier: BSD-3-Clause
"""Generates captures, and checks the output of Wireshark.
  packets.py write FILE         packets with every kind of header, sound ones and malformed ones
  packets.py spoil FILE TO N    writes N copies of each packet of FILE with some wrong bytes
  packets.py covered PDML       fails unless each byte of the packets is in a field
"""
import random
import struct
import sys
import xml.etree.ElementTree as tree

PT2PT, COLLECTIVE, USER0, USER1 = 0x55, 0x5A, 147, 148
FIFO, PUT, GET, PACED = range(4)


def block(kind, body):
    length = 12 + len(body)
    return struct.pack("<II", kind, length) + body + struct.pack("<I", length)


def option(code, data):
    return struct.pack("<HH", code, len(data)) + data + bytes(-len(data) % 4)


def capture(name, packets, description=""):
    """Packets, each a link type and bytes, of one node."""
    out = block(0x0A0D0D0A, struct.pack("<IIII", 0x1A2B3C4D, 1, 0xFFFFFFFF, 0xFFFFFFFF))
    for link in USER0, USER1:
        options = option(2, b"node 5 (1,2,3,4,1)") + (option(3, description.encode()) if description else b"")
        out += block(1, struct.pack("<II", link, 0) + options + bytes(4))
    for i, (link, data) in enumerate(packets):
        out += block(6, struct.pack("<IIIII", link - USER0, 0, i, len(data), len(data)) + data + bytes(-len(data) % 4))
    with open(name, "wb") as file:
        file.write(out)


def network(kind, byte1=0, byte2=0, byte3=0x20, to=0x01082042, type=FIFO, chunks=0):
    return struct.pack("<BBBBIBHB", kind, byte1, byte2, byte3, to, type << 6 | chunks, 0, 0)


def memory_fifo(software, payload=b"", fifo=3, offset=0, **words):
    payload += bytes(-len(payload) % 32)
    head = network(words.pop("data", PT2PT), chunks=words.pop("chunks", len(payload) // 32), **words)
    return head + struct.pack("<HI", fifo << 6 | offset >> 32, offset & 0xFFFFFFFF) + software + payload


def pami(kind, word, payload=b"", id=7, **words):
    return memory_fifo(struct.pack("<BBIQ", kind, id, 2 << 23 | 9, word), payload, **words)


def put(payload, valid=None, entry=4, counter=5, **words):
    chunks = (len(payload) + 31) // 32
    return (network(PT2PT, type=PUT, chunks=chunks, **words) +
            struct.pack("<HIHHHQ", entry << 6, 0x1234, counter, len(payload) if valid is None else valid, 0, 64) +
            payload + bytes(-len(payload) % 32))


def descriptor(header, length, map=0x40):
    return struct.pack("<IIQQQ", 0, 1, 0x40260000, length, map) + header[:32]


def get(descriptors, fifo=6, **words):
    payload = b"".join(descriptors)
    return (network(PT2PT, type=GET, chunks=words.pop("chunks", len(payload) // 32), **words) +
            struct.pack("<H", fifo << 6) + bytes(18) + payload)


def interrupt(route, wires):
    return USER1, struct.pack("<HQ", route, wires)


def sound():
    """Every kind of PAMI packet, in the order of kinds, and one of all other headers."""
    data, key = b"data of the message", 0x77
    single = b"header".ljust(8, b"\0") + data
    start = struct.pack("<QQ", 100000, 0x40260000)
    yield pami(0x80, 9 << 32 | len(data) << 16 | 6, single)
    yield pami(1, 9 << 32 | 6, start + b"header")
    yield pami(2, 9 << 32 | 600, start)
    yield pami(3, 0, b"part" * 128, offset=512)
    for kind in range(4, 8):
        yield pami(kind, 9)
    yield pami(8, key, bytes(64), id=0, data=COLLECTIVE, byte1=0xC1, byte2=0x50, byte3=0xB0)
    yield pami(0, 16, struct.pack("<QII", key, 3, 1), id=249)
    yield put(bytes(100), byte1=0x80, byte2=0x44, byte3=0x0C)
    yield get([descriptor(put(b"x"), 4096), descriptor(pami(5, 9), 0)])


def wrong():
    """Malformed packets."""
    yield memory_fifo(bytes(14))[:20]
    yield memory_fifo(bytes(14), data=0x11)
    yield memory_fifo(bytes(14), byte1=0xC0)
    yield memory_fifo(bytes(14), byte3=0xA0)
    yield memory_fifo(bytes(14), fifo=272)
    yield memory_fifo(bytes(14), chunks=2)
    yield memory_fifo(bytes(14), chunks=31)
    for byte1, byte3 in (0x31, 0xB0), (0x48, 0xB0), (0xC0, 0xB0), (0x41, 0xA8), (0x41, 0x30):
        yield memory_fifo(bytes(14), data=COLLECTIVE, byte1=byte1, byte3=byte3)
    yield put(bytes(100), valid=129)
    yield put(bytes(100), valid=96)
    yield put(bytes(100), entry=544)
    yield put(bytes(100), counter=600)
    yield get([])
    yield get([descriptor(put(b"x"), 1)], fifo=544)
    yield get([descriptor(put(b"x"), 1)[:32]])
    yield get([descriptor(put(b"x"), 1 << 37)])
    yield get([descriptor(put(b"x"), 1, map=0)])
    yield get([descriptor(put(b"x", entry=700), 1)])
    yield network(PT2PT, type=PACED) + bytes(20)
    yield pami(9, 0)
    yield pami(8, 0)
    yield pami(0, 0, id=255)
    yield pami(0, 600 << 16 | 6, bytes(32))
    yield pami(1, 300, bytes(64))


def write(name):
    capture(name, [(USER0, p) for p in sound()] + [interrupt(3, 5)] + [(USER0, p) for p in wrong()] +
            [interrupt(16, 1), (USER1, b"short")], "PAMI")
    print(len(list(wrong())) + 2)


def packets_of(name):
    """Link types and bytes. The number of an interface is not kept, only its kind."""
    data, at, links = open(name, "rb").read(), 0, []
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        if kind == 1:
            links.append(struct.unpack_from("<I", data, at + 8)[0] & 0xFFFF)
        elif kind == 6:
            number, captured = struct.unpack_from("<I", data, at + 8)[0], struct.unpack_from("<I", data, at + 20)[0]
            yield links[number], data[at + 28:at + 28 + captured]
        at += length


def spoil(name, to, copies):
    source, packets = random.Random(1), []
    for link, data in packets_of(name):
        for _ in range(copies):
            bad = bytearray(data[:source.choice((len(data), len(data), source.randrange(len(data) + 1)))])
            for _ in range(source.randrange(1, 6)):
                if bad:
                    bad[source.randrange(len(bad))] = source.randrange(256)
            packets.append((link, bytes(bad)))
    capture(to, packets, "PAMI")


def covered(name):
    """Leaves of the dissector's tree; the frame's own tree and that of the addresses are none of it."""
    packets = 0
    for _, element in tree.iterparse(name):
        if element.tag != "packet":
            continue
        length, seen = 0, set()
        for proto in element.findall("proto"):
            if proto.get("name") == "geninfo":
                length = int(proto.find("field[@name='caplen']").get("value"), 16)
            if not proto.get("name").startswith("emuq"):
                continue
            for field in proto.iter("field"):
                if field.get("name").startswith("emuq") and field.find("field") is None:
                    at = int(field.get("pos"))
                    seen.update(range(at, at + int(field.get("size"))))
        if not set(range(length)) <= seen:
            sys.exit(f"packet {packets + 1} of {length} bytes: no field has bytes {sorted(set(range(length)) - seen)}")
        packets += 1
        element.clear()
    sys.exit(packets == 0)


if sys.argv[1] == "write":
    write(sys.argv[2])
elif sys.argv[1] == "spoil":
    spoil(sys.argv[2], sys.argv[3], int(sys.argv[4]))
else:
    covered(sys.argv[2])

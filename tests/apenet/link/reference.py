# SPDX-License-Identifier: BSD-3-Clause
"""Words of APElink after apenet 2 and 8, written without the link library: a packet is a dictionary of the fields of
its line (apenet-link(1)), a word an integer of 128 bits."""
import random
import struct
import zlib

APENET_MAGIC = int.from_bytes(b"APElinkMagicWord", "little")
EXANET_MAGIC, EXANET_START = 0xFFFFAAAA5555AAAA << 64 | 0xFFFFAAAA5555AAAA, 0xFFFFBBBB6666BBBB << 64 | 0xFFFFBBBB6666BBBB
EMPTY = 0x4D000000000000000000000101004040  # CREDIT of an empty receiver
COMMANDS = ("loopback", "put", "send", "get")
POSITIONS = [position for position in range(3, 128) if position & (position - 1)]


def crc(word, size=16):
    return zlib.crc32(word.to_bytes(16, "little")[:size])


def sealed(w0, w1, w2):
    word = w0 | w1 << 32 | w2 << 64
    return word | crc(word, 12) << 96


def edac(word):
    syndrome, parity = 0, 0
    for bit, position in enumerate(POSITIONS):
        if word >> bit & 1:
            syndrome ^= position
            parity ^= 1
    return syndrome << 1 | (parity ^ bin(syndrome).count("1") & 1)


def payload(data):
    data += bytes(-len(data) % 16)
    return [int.from_bytes(data[i:i + 16], "little") for i in range(0, len(data), 16)]


# ---- apenet ----

def apenet_random(rng):
    data = b"".join(b"APElinkMagicWord" if rng.random() < 0.3 else rng.randbytes(16) for _ in range(rng.randint(1, 12)))
    return {"cmd": rng.randrange(4), "to": [rng.randrange(32) for _ in range(3)] + [rng.randrange(4)],
            "from": [rng.randrange(32) for _ in range(3)] + [rng.randrange(4)], "va": rng.choice((0, rng.getrandbits(64))),
            "vc": rng.randrange(2), "last": rng.randrange(2), "gpu": rng.choice((None, 0, 1, 2, 3)), "serial": rng.getrandbits(16),
            "data": data[:rng.randint(1, len(data))]}


def apenet_line(p):
    text = "%s %d,%d,%d.%d from %d,%d,%d.%d" % (COMMANDS[p["cmd"]], *p["to"], *p["from"])
    text += " va 0x%x" % p["va"] if p["va"] else ""
    text += " vc 1" if p["vc"] else ""
    text += " gpu %d" % p["gpu"] if p["gpu"] is not None else ""
    text += " last" if p["last"] else ""
    text += " serial %d" % p["serial"] if p["serial"] else ""
    return text + " data " + p["data"].hex()


def apenet_header(p):
    words, (x, y, z, pid) = -(-len(p["data"]) // 16), p["to"]
    w0 = p["vc"] << 1 | x << 2 | y << 7 | z << 12 | pid << 17 | words << 19
    w0 |= (1 << 29 | p["gpu"] << 30) if p["gpu"] is not None else 0
    x, y, z, pid = p["from"]
    w1 = p["cmd"] | x << 2 | y << 7 | z << 12 | pid << 17 | 1 << 19 | p["last"] << 20 | (-len(p["data"]) % 16) << 22
    return w0 | w1 << 32 | p["va"] << 64


def apenet_encode(packets):
    out = []
    for number, p in enumerate(packets):
        header, body = apenet_header(p), payload(p["data"])
        footer = sealed(zlib.crc32(p["data"] + bytes(-len(p["data"]) % 16)), p["serial"] << 16, 0)
        out += [APENET_MAGIC, sealed(0x53 | p["vc"] << 8, number & 0xFFFF, crc(header))]
        for word in [header, *body, footer]:
            out += [word, word] if word == APENET_MAGIC else [word]
    return out


def apenet_decode(words):
    """Packets of an undamaged stream. Raises ValueError for a violation of the grammar."""
    packets, open_packet, words = [], None, iter(words)
    for word in words:
        if word == APENET_MAGIC:
            word = next(words)
            if word != APENET_MAGIC:
                if crc(word, 12) != word >> 96:
                    raise ValueError("control word with a wrong CRC")
                if word & 0xFF == 0x53:
                    if word >> 32 & 0xFFFF != len(packets) & 0xFFFF or open_packet:
                        raise ValueError("START out of sequence")
                    open_packet = [word]
                continue
        if not open_packet:
            raise ValueError("data outside of a packet")
        open_packet.append(word)
        if len(open_packet) > 2 and len(open_packet) == (open_packet[1] >> 19 & 1023) + 3:
            start, header, *body, footer = open_packet
            packets.append(apenet_fields(start, header, body, footer))
            open_packet = None
    return packets


def apenet_fields(start, header, body, footer):
    data = b"".join(word.to_bytes(16, "little") for word in body)
    if crc(header) != start >> 64 & 0xFFFFFFFF or crc(footer, 12) != footer >> 96 or zlib.crc32(data) != footer & 0xFFFFFFFF:
        raise ValueError("wrong CRC")
    w1 = header >> 32
    return {"cmd": w1 & 3, "to": [header >> at & 31 for at in (2, 7, 12)] + [header >> 17 & 3],
            "from": [w1 >> at & 31 for at in (2, 7, 12)] + [w1 >> 17 & 3], "va": header >> 64, "vc": start >> 8 & 1,
            "last": w1 >> 20 & 1, "gpu": header >> 30 & 3 if header >> 29 & 1 else None, "serial": footer >> 48 & 0xFFFF,
            "data": data[:len(data) - (w1 >> 22 & 15)]}


# ---- exanet ----

def exanet_random(rng):
    magic = EXANET_MAGIC.to_bytes(16, "little")
    data = b"".join(magic if rng.random() < 0.3 else rng.randbytes(16) for _ in range(rng.randint(0, 12)))
    data = data[:rng.randint(0, len(data))]
    return {"to": [rng.randrange(64), rng.randrange(32), rng.randrange(32), rng.randrange(16)], "vc": rng.randrange(2),
            "va": rng.choice((0, rng.getrandbits(48))), "proc": rng.getrandbits(16),
            "type": rng.randrange(16) if data else rng.randrange(32), "hops": rng.getrandbits(10), "last": rng.randrange(2),
            "footer": rng.choice((0, EXANET_MAGIC, rng.getrandbits(128))), "data": data}


def exanet_line(p):
    text = "packet %d,%d,%d.%d" % tuple(p["to"])
    text += " vc 1" if p["vc"] else ""
    text += " va 0x%x" % p["va"] if p["va"] else ""
    for field in "proc", "type", "hops":
        text += " %s %d" % (field, p[field]) if p[field] else ""
    text += " last" if p["last"] else ""
    text += " footer %032X" % p["footer"] if p["footer"] and p["type"] < 16 else ""
    return text + (" data " + p["data"].hex() if p["data"] else "")


def exanet_encode(packets):
    out = []
    for p in packets:
        x, y, z, intra = p["to"]
        header = (p["vc"] | p["last"] << 4 | p["proc"] << 5 | x << 21 | y << 27 | z << 32 | intra << 37 | p["type"] << 43 |
                  len(p["data"]) << 48 | p["va"] << 62 | p["hops"] << 110)
        out += [EXANET_MAGIC, EXANET_START, header | edac(header) << 120]
        for word in [*payload(p["data"]), p["footer"]] if p["type"] < 16 else []:
            out += [word, word, EMPTY] if word == EXANET_MAGIC else [word]
        out.append(EMPTY)
    return out


def exanet_decode(words):
    packets, open_packet, words = [], None, iter(words)
    for word in words:
        if open_packet is None:
            if word == EXANET_MAGIC:
                if next(words) != EXANET_START:
                    raise ValueError("MAGIC outside of a packet")
                open_packet = []
            elif edac(word) != word >> 120:
                raise ValueError("damaged CREDIT")
            continue
        if word == EXANET_MAGIC:
            word = next(words)
            credit = next(words) if word == EXANET_MAGIC else word
            if edac(credit) != credit >> 120:
                raise ValueError("damaged CREDIT")
            if word != EXANET_MAGIC:
                continue
        open_packet.append(word)
        header = open_packet[0]
        if edac(header) != header >> 120:
            raise ValueError("damaged header")
        size = -(-(header >> 48 & 0x3FFF) // 16)
        if header >> 47 & 1 or len(open_packet) == size + 2:
            data = b"".join(w.to_bytes(16, "little") for w in open_packet[1:size + 1])
            packets.append({"to": [header >> 21 & 63, header >> 27 & 31, header >> 32 & 31, header >> 37 & 15], "vc": header & 15,
                            "last": header >> 4 & 1, "proc": header >> 5 & 0xFFFF, "type": header >> 43 & 31,
                            "va": header >> 62 & (1 << 48) - 1, "hops": header >> 110 & 1023,
                            "footer": open_packet[-1] if size or not header >> 47 & 1 else 0, "data": data[:header >> 48 & 0x3FFF]})
            open_packet = None
    return packets


# ---- captures ----

def block(kind, body):
    body += bytes(-len(body) % 4)
    return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)


def datagram(number, words, ports=(24576, 24585), ethernet=True):
    data = struct.pack("<I", number & 0xFFFFFFFF) + b"".join(word.to_bytes(16, "little") for word in words)
    udp = struct.pack(">HHHH", *ports, len(data) + 8, 0) + data
    ip = struct.pack(">BBHIBBH", 0x45, 0, len(udp) + 20, 0, 64, 17, 0) + bytes([10, 0, 0, 1, 10, 0, 0, 2])
    return (bytes(12) + b"\x08\x00" if ethernet else b"") + ip + udp


def capture(datagrams, link=1):
    """A pcapng file."""
    out = block(0x0A0D0D0A, struct.pack("<IIII", 0x1A2B3C4D, 1, 0xFFFFFFFF, 0xFFFFFFFF)) + block(1, struct.pack("<II", link, 0))
    for i, data in enumerate(datagrams):
        out += block(6, struct.pack("<IIIII", 0, 0, i, len(data), len(data)) + data)
    return out


def old_capture(datagrams, link=1, order="<"):
    """A pcap file."""
    out = struct.pack(order + "IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link)
    for i, data in enumerate(datagrams):
        out += struct.pack(order + "IIII", i, 0, len(data), len(data)) + data
    return out


def seeded(seed):
    return random.Random(seed)

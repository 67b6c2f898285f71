# SPDX-License-Identifier: BSD-3-Clause
"""An end of a link over UDP after apenet 8.1, 8.2, 8.4 and 8.8, written without the link library. A packet whose START
or header is lost is delivered with a payload of zeros."""
import select
import socket
import struct
import time

import reference as ref

DEPTH, WINDOW, TIMEOUT = 1024, 64, 0.3


class Sender:
    def __init__(self, packets):
        self.waiting = [(p["vc"], ref.apenet_encode([p])) for p in packets]
        self.headers = [ref.apenet_header(p) for p in packets]
        self.footers = [encoded[-1] for _, encoded in self.waiting]
        self.total = len(packets)
        self.next, self.ack, self.sent, self.freed = 0, [0, 0], [0, 0], [0, 0]
        self.resend, self.resends, self.progress = set(), 0, time.monotonic()

    def start(self, number, flags):
        w0 = 0x53 | self.waiting[number][0] << 8 | flags << 9
        return [ref.APENET_MAGIC, ref.sealed(w0, number & 0xFFFF, ref.crc(self.headers[number]))]

    def words(self):
        """The words that are due."""
        out = []
        if self.ack[1] < self.next and time.monotonic() > self.progress + TIMEOUT:
            self.progress = time.monotonic()
            self.resend |= {(self.ack[1], 1)}
            if self.ack[0] < self.next:
                self.resend |= {(self.ack[0], 0), (self.next - 1, 0)}
        for number, kind in sorted(self.resend):
            out += self.start(number, 1 + kind) + [(self.headers, self.footers)[kind][number]]
            self.resends += 1
        self.resend.clear()
        while self.next < self.total and self.next - self.ack[1] < WINDOW:
            vc, words = self.waiting[self.next]
            needed = (self.headers[self.next] >> 19 & 1023) + 2
            if DEPTH - (self.sent[vc] - self.freed[vc]) % 65536 < needed:
                break
            self.sent[vc] += needed
            out += self.start(self.next, 0) + words[2:]
            self.next += 1
        return out

    def number(self, low, first):
        """The number from @first on that ends in these 16 bits."""
        return first + (low - first) % 65536

    def credit(self, w1, w2):
        ack = [self.number(w2 & 0xFFFF, self.ack[0]), self.number(w2 >> 16, self.ack[1])]
        freed = [w1 & 0xFFFF, w1 >> 16]
        if max(ack) > self.next or any((f - g) % 65536 > s - g for f, g, s in zip(freed, self.freed, self.sent)):
            return
        self.freed = [g + (f - g) % 65536 for f, g in zip(freed, self.freed)]
        if ack != self.ack:
            self.ack, self.progress = ack, time.monotonic()

    def nack(self, w1):
        number = self.number(w1 & 0xFFFF, self.ack[1])
        if number < self.next:
            self.resend |= {(number, kind) for kind in (0, 1) if w1 >> 16 + kind & 1}


class Receiver:
    def __init__(self, returns_credit):
        self.returns_credit = returns_credit
        self.next, self.done, self.headers_done, self.freed = 0, 0, 0, [0, 0]
        self.state, self.open, self.place, self.is_magic = {}, None, "outside", False
        self.out, self.delivered, self.is_due = [], [], True

    def request(self, number, kind):
        self.out += [ref.APENET_MAGIC, ref.sealed(0x4E, (number & 0xFFFF) | 1 << 16 + kind, 0)]

    def close(self):
        """Ends an unfinished packet."""
        if self.open is not None:
            s = self.state[self.open]
            s["open"] = False
            for kind, name in enumerate(("header", "footer")):
                if s[name] is None:
                    self.request(self.open, kind)
        self.open, self.place = None, "outside"

    def gap(self):
        self.close()
        self.is_magic = False

    def control(self, word, take):
        kind, w1 = word & 0xFF, word >> 32 & 0xFFFFFFFF
        if ref.crc(word, 12) != word >> 96:
            return
        if kind != 0x53:
            take(kind, w1, word >> 64 & 0xFFFFFFFF)
            return
        self.close()
        ahead = (w1 - self.done) % 65536
        number, flags = self.done + ahead, word >> 9 & 3
        if ahead >= WINDOW or flags == 0 and number < self.next:
            self.place = "skip" if flags else "outside"
            self.is_due = True
            return
        for missing in range(self.next, number + (flags == 0)):
            self.state[missing] = {"header": None, "footer": None, "body": [], "vc": 0, "open": False}
            if missing != number:
                self.request(missing, 0)
                self.request(missing, 1)
        self.next = max(self.next, number + (flags == 0))
        if number not in self.state: # a resend of a packet that is unknown as a whole
            self.state[number] = {"header": None, "footer": None, "body": [], "vc": 0, "open": False}
            self.next = number + 1
        s = self.state[number]
        s["crc"], s["vc"] = word >> 64 & 0xFFFFFFFF, word >> 8 & 1
        self.place = ("header", "resent header", "resent footer", "skip")[flags]
        self.number = number
        if flags == 0:
            self.open, s["open"] = number, True

    def data(self, word):
        place, s = self.place, self.state.get(getattr(self, "number", None))
        if place in ("header", "resent header"):
            self.place = "payload" if place == "header" else "outside"
            if ref.crc(word) != s["crc"]:
                self.close()
                return
            s["header"] = word
        elif place == "resent footer":
            self.place = "outside"
            if ref.crc(word, 12) == word >> 96:
                s["footer"] = word
        elif place == "payload":
            if len(s["body"]) < s["header"] >> 19 & 1023:
                s["body"].append(word)
                return
            if ref.crc(word, 12) == word >> 96:
                s["footer"] = word
            self.close()
        elif place == "skip":
            self.place = "outside"
        self.deliver()

    def deliver(self):
        while self.headers_done < self.next and self.state[self.headers_done]["header"] is not None:
            self.headers_done += 1
        while self.done < self.headers_done and not self.state[self.done]["open"] and self.state[self.done]["footer"] is not None:
            s = self.state.pop(self.done)
            size = s["header"] >> 19 & 1023
            body = s["body"] + [0] * (size - len(s["body"]))
            data = b"".join(word.to_bytes(16, "little") for word in body)
            self.delivered.append((s["vc"], s["header"], s["footer"], data))
            self.freed[s["vc"]] += (size + 2) * self.returns_credit
            self.done += 1
            self.is_due = True

    def take(self, words, control):
        for word in words:
            if self.is_magic:
                self.is_magic = False
                if word == ref.APENET_MAGIC:
                    self.data(word)
                else:
                    self.control(word, control)
            elif word == ref.APENET_MAGIC:
                self.is_magic = True
            else:
                self.data(word)

    def words(self):
        out, self.out = self.out, []
        if self.is_due:
            self.is_due = False
            out += [ref.APENET_MAGIC, ref.sealed(0xC5, self.freed[0] % 65536 | self.freed[1] % 65536 << 16,
                                                 self.headers_done % 65536 | self.done % 65536 << 16)]
        return out


class Peer:
    """Sends packets, and receives until it is stopped. @loss part of the datagrams lost in each direction"""

    def __init__(self, packets, loss=0.0, seed=0, returns_credit=True):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.socket.getsockname()[1]
        self.to, self.sender, self.receiver = None, Sender(packets), Receiver(returns_credit)
        self.next, self.expected, self.loss, self.rng = 0, 0, loss, ref.seeded(seed)

    def control(self, kind, w1, w2):
        if kind == 0xC5:
            self.sender.credit(w1, w2)
        elif kind == 0x4E:
            self.sender.nack(w1)

    def send(self, words):
        for i in range(0, len(words), 88):
            part = words[i:i + 88]
            data = struct.pack("<I", self.next % 2 ** 32) + b"".join(word.to_bytes(16, "little") for word in part)
            self.next += len(part)
            if self.rng.random() >= self.loss:
                self.socket.sendto(data, self.to)

    def step(self):
        """Waits for a datagram for a short time; a CREDIT goes out even if none arrives."""
        if select.select([self.socket], [], [], 0.1)[0]:
            data, self.to = self.socket.recvfrom(2000)
            words = [int.from_bytes(data[i:i + 16], "little") for i in range(4, len(data), 16)]
            number = struct.unpack("<I", data[:4])[0]
            if not 1 <= len(words) <= 88 or len(data) != 4 + 16 * len(words):
                raise ValueError("datagram of %d bytes" % len(data))
            if self.rng.random() < self.loss or number + len(words) <= self.expected:
                return
            if number > self.expected:
                self.receiver.gap()
            self.receiver.take(words[max(0, self.expected - number):], self.control)
            self.expected = number + len(words)
        else:
            self.receiver.is_due = True
        if self.to:
            self.send(self.receiver.words() + self.sender.words())

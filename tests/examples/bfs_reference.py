#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""bfs_reference.py SCALE EDGE_FACTOR SEED ROOTS: the lines of the example bfs without times, from a direct computation on
one processor: Philox 4x32-10, the Kronecker graph, and a search with a queue."""
import sys
from collections import Counter, deque

WORD, WORD64 = (1 << 32) - 1, (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
ROOTS = int.from_bytes(b"Roots", "big")
QUADRANTS = [int(p * 2**32) for p in (0.57, 0.57 + 0.19, 0.57 + 0.19 + 0.19)]


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(q >> 32) ^ c[1] ^ k[0], q & WORD, (p >> 32) ^ c[3] ^ k[1], p & WORD]
        k = [(k[0] + 0x9E3779B9) & WORD, (k[1] + 0xBB67AE85) & WORD]
    return c


def mix(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD64
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD64
    return x ^ x >> 31


def shuffle(scale, key, v):
    for step in range(4):
        v = (v * GOLDEN + mix((key + step) & WORD64)) & ((1 << scale) - 1)
        v ^= v >> (scale + 1) // 2
    return v


def edge(scale, seed, number):
    ends = [0, 0]
    for level in range(scale):
        counter = (level // 4, 0, number & WORD, number >> 32)
        random = philox(counter, (seed & WORD, seed >> 32))[level % 4]
        quadrant = sum(random >= bound for bound in QUADRANTS)
        ends = [2 * ends[0] + quadrant // 2, 2 * ends[1] + quadrant % 2]
    return shuffle(scale, seed, ends[0]), shuffle(scale, seed, ends[1])


def search(neighbours, root):
    level = {root: 0}
    queue = deque([root])
    while queue:
        u = queue.popleft()
        for v in neighbours[u]:
            if v not in level:
                level[v] = level[u] + 1
                queue.append(v)
    return level


def main():
    scale, factor, seed, roots = map(int, sys.argv[1:])
    assert philox([0, 0, 0, 0], [0, 0])[0] == 0x6627E8D5  # the first word of the published test vector
    edges = [edge(scale, seed, n) for n in range(factor << scale)]
    neighbours = [set() for _ in range(1 << scale)]
    for u, v in edges:
        neighbours[u].add(v)
        neighbours[v].add(u)
    candidates = [shuffle(scale, seed ^ ROOTS, n) for n in range(1 << scale)]
    for root in [v for v in candidates if neighbours[v] - {v}][:roots]:
        level = search(neighbours, root)
        inside, digest = sum(u in level for u, v in edges), 0
        for v, depth in level.items():
            digest ^= mix(((v << 32 | depth) + GOLDEN) & WORD64)
        histogram = [count for _, count in sorted(Counter(level.values()).items())]
        print("root        %d: %d vertices, %d edges, %d levels, hash %016x"
              % (root, len(level), inside, len(histogram), digest))
        print("histogram   %d: %s" % (root, " ".join(map(str, histogram))))


main()

# SPDX-License-Identifier: BSD-3-Clause
"""The numbers that a page of emuq-trace shows are those of its statistics.
  page.py same PAGE STATS     the page has the object that `emuq-trace stats --json` has printed
  page.py shows TEXT STATS    what a document of the page says: from page.js, or HTML of a browser
  page.py many PAGE RANKS     prints the page with the numbers of its first rank and node for RANKS ranks on as many nodes
"""
import html
import json
import re
import sys


def same(page, stats):
    begin = page.index("const stats = ") + len("const stats = ")
    sys.exit(json.loads(page[begin:page.index(";\n\nconst SVG")]) != stats)


def number(n):
    return f"{n:,}".replace(",", "\u202f")


def wanted(stats):
    job = stats["job"]
    yield f"{job['program']} on "
    for member in "command", "machine", "version":
        yield job[member]
    yield job["start"].replace("T", " ").replace("Z", " UTC")
    for kind in "fifo", "put":
        yield number(stats["messages"][kind]["bytes"])
    for t in stats["traffic"]:
        yield f"node {t['from']} to {t['to']}: {number(t['messages'])} messages, {number(t['bytes'])} bytes"
    for links in stats["links"], stats["card_links"]:
        if links:
            busy = max(links, key=lambda l: l["packets"])
            yield f"{busy['link']} of node {busy['node']} ("
            yield number(busy["bytes"])
    if stats["card_links"]:
        yield "APEnet+ cards"
        yield "X down, Y across"
    for f in stats["fifos"]:
        if f["most"]:
            yield f"node {f['node']}: at most {number(f['most'])} {'bytes' if f['kind'] == 'reception' else 'descriptors'}"
    worker = max(stats["path"]["ranks"], key=lambda r: r["work"])
    part = 100 * worker["work"] / (stats["path"]["end"] - stats["path"]["begin"])
    yield f"of which rank {worker['rank']} works for "
    yield f": {part:.1f} %"
    if stats["operations"]:
        yield f"{number(len(stats['operations']))} operations."


def shows(text, stats):
    text = html.unescape(re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL))
    missing = [w for w in wanted(stats) if w not in text]
    sys.exit(f"not shown: {missing}" if missing or "NaN" in text or "undefined" in text else 0)


def many(page, ranks):
    begin = page.index("const stats = ") + len("const stats = ")
    end = page.index(";\n\nconst SVG")
    stats = json.loads(page[begin:end])
    stats["job"].update(shape=[ranks, 1, 1, 1, 1], nodes=ranks, ranks=ranks)
    stats["waits"] = [dict(stats["waits"][0], rank=rank) for rank in range(ranks)]
    stats["timeline"]["ranks"] = [dict(stats["timeline"]["ranks"][0], rank=rank) for rank in range(ranks)]
    stats["traffic"] = [{"from": node, "to": (node + 1) % ranks, "messages": 1, "bytes": node + 1} for node in range(ranks)]
    stats["links"] = []
    print(page[:begin] + json.dumps(stats).replace("<", "\\u003c") + page[end:])


check, text, stats = sys.argv[1:]
if check == "many":
    with open(text, encoding="utf-8") as first:
        many(first.read(), int(stats))
    sys.exit()
with open(text, encoding="utf-8") as first, open(stats, encoding="utf-8") as second:
    (same if check == "same" else shows)(first.read(), json.load(second))

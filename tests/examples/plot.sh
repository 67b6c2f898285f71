#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# plot.sh EMUQ_RUN APENET_BANDWIDTH: the picture is XML with a point inside the frame for each line of the table.
set -u
picture=$(mktemp) table=$(mktemp)
trap 'rm -f "$picture" "$table"' EXIT
"$1" --timeout 100 --shape 2x2 "$2" --iterations 2 --bytes 65536 --plot "$picture" >"$table" || exit 1
for wrong in --plot --plot=; do
  status=0
  "$1" --timeout 100 --shape 2 "$2" "$wrong" >"$picture" 2>&1 || status=$?
  [ $status -eq 2 ] && grep -q -e '--plot takes the name of a file' "$picture" || { cat "$picture"; exit 1; }
done
"$1" --timeout 100 --shape 2x2 "$2" --iterations 2 --bytes 65536 --plot="$picture" >"$table" || exit 1
python3 - "$picture" "$table" <<'END'
import sys
import xml.etree.ElementTree as tree

svg = tree.parse(sys.argv[1]).getroot()
lines = open(sys.argv[2]).read().split("\n")[1:-1]
circles = svg.findall("{http://www.w3.org/2000/svg}circle")
x = [float(c.get("cx")) for c in circles]
y = [float(c.get("cy")) for c in circles]
good = len(lines) == 12 and len(circles) == 12 and x == sorted(x) and \
    all(0 < a < float(svg.get("width")) for a in x) and all(0 < b < float(svg.get("height")) for b in y)
rates = [float(line.split()[1]) for line in lines]
good = good and max(rates) > 0 and y[rates.index(max(rates))] == min(y)
print("1 passed, 0 failed" if good else "0 passed, 1 failed: %s %s %s" % (x, y, rates))
sys.exit(not good)
END

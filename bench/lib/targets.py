# SPDX-License-Identifier: BSD-3-Clause
"""The table of targets, and whether they are reached."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Target:
    test: str
    size: int
    ranks: int
    at_most: bool
    bound: float
    unit: str  # "" for a ratio to the limit
    meaning: str

    def wanted(self):
        return f"{'at most' if self.at_most else 'at least'} {self.bound:g}{self.unit and ' ' + self.unit}"

    def verdict(self, value):
        """Whether @value reaches the target. @return (reached, words)"""
        if value is None:
            return False, "not measured"
        shown = f"{value:.3g}{self.unit and ' ' + self.unit}"
        if (value <= self.bound) if self.at_most else (value >= self.bound):
            return True, f"{shown}: reached"
        by = (value / self.bound - 1) if self.at_most else (1 - value / self.bound)
        return False, f"{shown}: **missed** by {100 * by:.0f} %"


def _read_line(line):
    test, size, ranks, wanted, meaning = (field.strip() for field in line.split("|", 4))
    comparison, bound, *unit = wanted.split(None, 2)
    if comparison not in ("<=", ">="):
        raise ValueError(f"'{comparison}' is neither <= nor >=")
    return Target(test, int(size), int(ranks), comparison == "<=", float(bound), unit[0] if unit else "", meaning)


def read(file):
    """@return the targets of a file. Raises ValueError, with the line."""
    targets = []
    with open(file, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                targets.append(_read_line(line))
            except ValueError as error:
                raise ValueError(f"{file}, line {number}: {error}") from error
    return targets

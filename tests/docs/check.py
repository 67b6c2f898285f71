#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Links and references of the documents.

    check.py ROOT          every relative link of a document of ROOT has a file and an anchor, and every reference to
                           the specification, such as "(spi-injection 3)", a document of docs/spec and a section;
                           the index of docs/spec names all documents
    check.py --self-test   the check accepts good files and finds a fault of each kind; the filter of the manual
                           writes links

docs/spec_links.py has the grammar of references. Exit status: 0 if there is no fault, 1 otherwise.
"""
import fnmatch
import os
import re
import subprocess
import sys
import tempfile
from urllib.parse import unquote

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs"))
import manual_filter  # noqa: E402
import spec_links  # noqa: E402

C_FILES = (".c", ".h", ".cc", ".cpp", ".def", ".inc")
HASH_FILES = (".txt", ".cmake", ".py", ".sh", ".awk", "")


def files_of(root):
    """The files of a checkout; without git, all files outside of build directories."""
    git = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if git.returncode == 0:
        return sorted(name for name in git.stdout.split("\0") if os.path.isfile(os.path.join(root, name)))
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith((".", "build"))]
        found += [os.path.relpath(os.path.join(folder, name), root) for name in names]
    return sorted(found)


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8", errors="replace") as file:
        return file.read()


def line_of(text, position):
    return text.count("\n", 0, position) + 1


class Links:
    """The relative links of all documents."""

    def __init__(self, root):
        self.root, self.anchors, self.count = root, {}, 0

    def anchors_of(self, path):
        if path not in self.anchors:
            text = read(self.root, path)
            self.anchors[path] = {anchor for *_, anchor in spec_links.headings(text)}
            self.anchors[path] |= set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
        return self.anchors[path]

    def fault_of(self, name, target):
        """What is wrong with a link of a document; None: nothing."""
        path, _, anchor = unquote(target).partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
        if file.startswith("..") or not os.path.exists(os.path.join(self.root, file)):
            return f"no file {file}"
        if anchor and (not file.endswith(".md") or anchor not in self.anchors_of(file)):
            return f"no heading with the anchor #{anchor} in {file}"
        return None

    def check(self, name):
        text = read(self.root, name)
        blank = spec_links.without_code(text, spans=True)
        targets = [(begin, target) for begin, _, _, target in spec_links.links(text)]
        targets += [(m.start(), m.group(1)) for m in re.finditer(r"^ {0,3}\[[^\]]+\]: *<?([^\s>]+)", blank, re.M)]
        targets += [(m.start(), m.group(1)) for m in re.finditer(r'<(?:a|img)\b[^>]*(?:href|src)="([^"]*)"', blank)]
        for position, target in targets:
            if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", target):
                continue
            self.count += 1
            fault = self.fault_of(name, target)
            if fault:
                yield f"{name}:{line_of(text, position)}: link to {target}: {fault}"


def prose_of(name, text):
    """A file with everything but comments, or but the text of a document, blank. None: a file without references."""
    if name.endswith(".md"):
        return spec_links.without_code(text, spans=True)
    end = os.path.splitext(name)[1]
    if end in C_FILES:
        comments = re.finditer(r"/\*.*?\*/|//[^\n]*", text, re.S)
    elif end in HASH_FILES:
        comments = re.finditer(r"(?<![^\s])#[^\n]*", text)
    else:
        return None
    blank, at = [], 0
    for match in comments:
        blank += [re.sub(r"[^\n]", " ", text[at:match.start()]), match.group()]
        at = match.end()
    return "".join(blank) + re.sub(r"[^\n]", " ", text[at:])


class Sections:
    """The references of all files to the specification."""

    def __init__(self, root):
        self.root, self.spec, self.count = root, spec_links.documents(os.path.join(root, "docs/spec")), 0
        self.references = spec_links.References(self.spec)
        names = "|".join(map(re.escape, sorted(self.spec, key=len, reverse=True)))
        hyphened = "|".join(map(re.escape, sorted((n for n in self.spec if "-" in n), key=len, reverse=True)))
        # Names with a hyphen occur only in references; other names are also words.
        self.irregular = re.compile(rf"(?<![\w/.-])(?:{hyphened or '(?!)'})(?![\w/-]|\.\w)"
                                    rf"|(?<![\w])\((?:{names or '(?!)'}) (?:sections? )?\d[^()]*\)")
        # A name with a hyphen and a number, or with the prefix of a document, is the name of a document.
        prefixes = "|".join(sorted({re.escape(name.split("-")[0]) for name in self.spec if "-" in name}))
        self.named = re.compile(rf"(?<!\w)\(((?:[a-z][a-z0-9]*-)[a-z0-9-]+)(?= {spec_links.NUMBER}[,;) ])"
                                rf"|(?<!\w)\(((?:{prefixes or '(?!)'})-[a-z0-9-]+)(?=\))")

    def faults_of(self, document, first, last):
        numbers = [number for number in (first, last) if number]
        if last and "." not in first + last:
            numbers = [str(number) for number in range(int(first), int(last) + 1)]
            if not numbers:
                yield f"sections {first} to {last} are in the wrong order"
        for number in numbers:
            if number not in self.spec[document].numbers:
                yield f"no section {number} in docs/spec/{document}.md"

    def check(self, name):
        text = read(self.root, name)
        prose = prose_of(name, text)
        if prose is None:
            return
        regular = []
        for begin, end, document, first, last in self.references.items(prose):
            self.count += 1
            regular.append((begin, end))
            for fault in self.faults_of(document, first, last):
                yield f"{name}:{line_of(text, begin)}: reference '{text[begin:end]}': {fault}"
        for match in self.named.finditer(prose):
            document = match.group(1) or match.group(2)
            if document not in self.spec:
                yield f"{name}:{line_of(text, match.start())}: reference '{document}': no document docs/spec/{document}.md"
        links = [(begin, end) for begin, end, *_ in spec_links.links(text)] if name.endswith(".md") else []
        for match in self.irregular.finditer(prose):
            position = match.start() + (match.group()[0] == "(")
            if not any(begin <= position < end for begin, end in regular + links):
                yield (f"{name}:{line_of(text, position)}: '{match.group()}' is no regular reference "
                       f"(expected such as '(spi-injection 3, 5 to 7)'; docs/spec/README.md)")


INDEX = "docs/spec/README.md"


def groups_faults(root):
    """Public headers without a group of the manual: Doxygen ignores that its filter fails."""
    table = manual_filter.headers_of_groups(root)
    for name in files_of(root) if table else []:
        if re.match(r"(?!tests/|examples/)[\w-]+/include/.*\.h$", name):
            groups = {group for pattern, group in table if fnmatch.fnmatch(name, pattern)}
            if len(groups) != 1:
                yield f"{name}: {len(groups)} groups of the manual (expected a @headers line of one in docs/groups.dox)"


def check(root):
    """@return faults, number of links, number of references"""
    links, sections = Links(root), Sections(root)
    named = {target for *_, target in spec_links.links(read(root, INDEX))}
    faults = [f"{INDEX}: no link to {name}.md" for name in sections.spec if name != "README" and f"{name}.md" not in named]
    for name in files_of(root):
        if name.endswith(".md"):
            faults += links.check(name)
        faults += sections.check(name)
    faults += groups_faults(root)
    return faults, links.count, sections.count


GOOD = {
    "README.md": "# Title\n\n[spec](docs/spec/a-b.md#2-two-words-x) [top](#title) [web](https://example.org/no#thing)\n"
                 "`[code](nowhere.md)`\n\n```\n[code](nowhere.md)\n```\n",
    "docs/spec/README.md": "# Index\n\n[a-b](a-b.md) [uci](uci.md)\n",
    "docs/spec/a-b.md": "# A and B\n\n## 1. One\n\n## 2. Two: words, `x`\n\n### 2.1 Part\n\n## 3. Three\n\n"
                        "## Same\n\n## Same\n\n[last](#same-1) [up](../../README.md)\n",
    "docs/spec/uci.md": "# Identifiers\n\n## 1. One\n",
    "c.h": "/** Adds (a-b 2, uci 1), (a-b 1 to 3;\n *  uci), (a-b 2.1, 3). */\nint f(int uci), x = g(uci);\n",
    "CMakeLists.txt": "# Adds (a-b 1).\nadd(uci)\n",
    "a/include/d.h": "int d;\n",
}
# Faults: file, text that replaces it, part of the message.
BAD = (
    ("README.md", "[a](docs/none.md)\n", "no file docs/none.md"),
    ("docs/spec/c.md", "# C\n", "no link to c.md"),
    ("README.md", "[a](docs/spec/a-b.md#2-two-words)\n", "no heading with the anchor #2-two-words"),
    ("README.md", "[a](#same-1)\n", "no heading with the anchor #same-1"),
    ("README.md", "![a](docs/none.svg)\n", "no file docs/none.svg"),
    ("README.md", "[a]: none.md\n", "no file none.md"),
    ("README.md", '<img src="none.png">\n', "no file none.png"),
    ("README.md", "[a](../outside.md)\n", "no file ../outside.md"),
    ("README.md", "As described (a-b 9).\n", "no section 9"),
    ("c.h", "/* Adds (a-b 4). */\n", "no section 4"),
    ("c.h", "/* Adds (a-b 2.2). */\n", "no section 2.2"),
    ("c.h", "/* Adds (c-d 1). */\n", "no document docs/spec/c-d.md"),
    ("c.h", "/* Adds (a-c). */\n", "no document docs/spec/a-c.md"),
    ("c.h", "/* Adds (a-b 1, 7). */\n", "no section 7"),
    ("c.h", "/* Adds (a-b 2 to 4). */\n", "no section 4"),
    ("c.h", "/* Adds (a-b 3 to 2). */\n", "wrong order"),
    ("c.h", "/* Adds (a-b 1,\n * uci 2). */\n", "c.h:2: reference 'uci 2': no section 2"),
    ("c.h", "/* Adds: a-b 1. */\n", "no regular reference"),
    ("c.h", "/* Adds (a-b section 1). */\n", "no regular reference"),
    ("c.h", "/* Adds (uci section 1). */\n", "no regular reference"),
    ("c.h", "/* Adds (uci 1 and 2). */\n", "no regular reference"),
    ("c.h", "// Adds (uci 2)\n", "no section 2"),
    ("CMakeLists.txt", "# Adds (uci 2).\n", "no section 2"),
    ("docs/groups.dox", "/** @defgroup g One\n *  @headers a/include/b.h\n */\n", "a/include/d.h: 0 groups"),
)


# Input and output of the filter of the manual.
FILTERED = (
    ("c.h", "/** @name Sums (a-b 1)\n *  Adds (a-b 1 to 3;\n *  uci), (a-b 9). */ /* (a-b 1) */ int f(int uci);\n",
     '/** @name Sums (a-b 1)\n *  Adds (\\ref spec_a-b_1 "a-b 1" to \\ref spec_a-b_3 "3";\n'
     ' *  \\ref spec_uci "uci"), (a-b 9). */ /* (a-b 1) */ int f(int uci);\n'),
    ("docs/c.md", "# `C`\n\n## A *c* (a-b 1)\n\n[b](spec/a-b.md#21-part) (a-b 2.1) `(a-b 2)` [c](../c.h) @c `@c`\n",
     "# C {#docs_c}\n\n## A c (a-b 1) {#docs_c_a-c-a-b-1}\n\n"
     '[b](@ref spec_a-b_2_1) (\\ref spec_a-b_2_1 "a-b 2.1") `(a-b 2)` c \\@c `@c`\n'),
    ("docs/spec/uci.md", "# Identifiers\n\n## 1. `One`\n\n[x](a-b.md#same-1) [y](#1-one) [z](../../README.md#title)\n",
     "# Identifiers {#spec_uci}\n\n## 1. One {#spec_uci_1}\n\n"
     "[x](@ref spec_a-b_same-1) [y](@ref spec_uci_1) [z](@ref README)\n"),
    ("docs/c.md", "# C\n\n## `__A__` (a_b)\n", "# C {#docs_c}\n\n## \\_\\_A\\_\\_ (a_b) {#docs_c_a-ab}\n"),
    ("docs/c.md", "# C\n\nThe [d\ne](spec/uci.md) f\n", "# C {#docs_c}\n\nThe [d e](@ref spec_uci) f\n"),
    ("docs/c.md", "# C\n\n[d](none.md) ![e](none.png) [f](https://example.org)\n",
     "# C {#docs_c}\n\nd e [f](https://example.org)\n"),
    ("c.h", "/** @param i number\n * @return sum of numbers;\n * 0: none. Never less. */\nint f(int i);\n",
     "/** Returns the sum of numbers; 0: none. @param i number\n * @return sum of numbers;\n * 0: none. Never less. */\n"
     "int f(int i);\n"),
    ("c.h", "/** Adds. @return the sum */\nint f(int i);\n", "/** Adds. @return the sum */\nint f(int i);\n"),
    ("c.h", "int g(void);\n#define A(x) x\n#undef A\n", "int g(void);\n\n#undef A\n"),
    ("d.h", "/** One. */\nint a;\n/** @addtogroup g2\n * @{ */\n/** Two. */\nint b;\n/** @} */\n/** Three. */\nint c;\n",
     "/** @addtogroup g1 */ /** @{ */ /** One. */\nint a;\n/** @} */ /** @addtogroup g2\n * @{ */\n/** Two. */\nint b;\n"
     "/** @} */ /** @addtogroup g1 */ /** @{ */\n/** Three. */\nint c; /** @} */\n"),
    ("docs/pages.dox", "/** @page all All\n * @documents docs/spec/u*.md docs/spec/[a-z]*.md\n */\n",
     '/** @page all All\n * - @subpage spec_uci "Identifiers"\n * - @subpage spec_a-b "A and B"\n */\n'),
)
# The group of d.h; c.h has none, as there is no folder "include" in its path.
GROUPS = {"docs/groups.dox": "/** @defgroup g1 One\n *  @headers d.h\n */\n/** @defgroup g2 Two */\n"}


def write(root, files):
    for name, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
        with open(os.path.join(root, name), "w", encoding="utf-8") as file:
            file.write(text)


def filtered(name, text):
    """The output of the filter for a file beside the good files."""
    with tempfile.TemporaryDirectory() as root:
        write(root, {**GOOD, **GROUPS, name: text})
        command = [sys.executable, manual_filter.__file__, root, os.path.join(root, name)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def self_test():
    failed = 0

    def run(files):
        with tempfile.TemporaryDirectory() as root:
            write(root, files)
            return check(root)

    faults, links, references = run(GOOD)
    if faults or links != 6 or references != 7:
        failed += 1
        print("good files:", *faults, f"{links} links (expected 6), {references} references (expected 7)", sep="\n  ")
    for name, text, message in BAD:
        faults, _, _ = run({**GOOD, name: text})
        if len(faults) != 1 or message not in faults[0]:
            failed += 1
            print(f"{name}, {text!r}: expected one fault '{message}':", *faults, sep="\n  ")
    for name, text, expected in FILTERED:
        output = filtered(name, text)
        if output != expected:
            failed += 1
            print(f"filter of {name}: expected", repr(expected), "is", repr(output), sep="\n  ")
    print(f"{1 + len(BAD) + len(FILTERED) - failed} passed, {failed} failed")
    return failed


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--self-test":
        sys.exit(self_test() != 0)
    faults, links, references = check(sys.argv[1])
    print(*faults, f"{links} relative links and {references} references, {len(faults)} faults", sep="\n")
    sys.exit(bool(faults) or links == 0 or references == 0)


if __name__ == "__main__":
    main()

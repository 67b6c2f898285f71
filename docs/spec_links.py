#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""References to the interface specification, and the input filter that makes them links in the HTML manual.

    spec_links.py SPEC [COMMAND...] FILE

SPEC is the folder docs/spec. Prints FILE, or the output of `COMMAND... FILE`, line by line:
  - in a C header, each reference in a Doxygen comment becomes a link, except in a @name title, which is plain text;
  - in a document, each reference, and each relative link to a document of SPEC or to a heading, becomes a link;
  - each heading of a document gets a label: in SPEC "spec_DOCUMENT" (title), "spec_DOCUMENT_NUMBER" or
    "spec_DOCUMENT_ANCHOR"; in other documents the path in place of "spec_DOCUMENT" ("docs_internals_messages_9"), and none for
    the title. Markup of headings is removed, and "@" quoted.
The number of lines does not change. References without a target stay as they are; tests/docs finds them.

Grammar of a reference, "(spi-injection 3, kernel-gi 2)" (docs/spec/README.md, section "References"):
  reference = "(" item { ("," | ";") item } ")"      item  = DOCUMENT [" " range] | range
  range     = NUMBER [" to " NUMBER]                 NUMBER = digits { "." digits }
DOCUMENT is the name of a file of SPEC without ".md". A range without a document belongs to the document before it.
"""
import os
import re
import subprocess
import sys

NUMBER = r"\d+(?:\.\d+)*"
RANGE = rf"{NUMBER}(?: to {NUMBER})?"


def plain(heading):
    """The text of a Markdown heading without its markup."""
    heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    heading = re.sub(r"(?<![\w*])(\*{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)", r"\2", heading)
    return heading.replace("`", "").strip()


def anchor_of(heading, used):
    """GitHub's anchor of a heading. @param used: anchors of the document so far; the new one is added."""
    base = re.sub(r"[^\w\- ]", "", plain(heading).lower()).replace(" ", "-")
    anchor, count = base, 0
    while anchor in used:
        count += 1
        anchor = f"{base}-{count}"
    used.add(anchor)
    return anchor


def without_code(text, spans=False):
    """The text of a document with blank code blocks, and blank code spans if wanted. Positions stay."""
    pattern = r"^( *)(```+|~~~+).*?^\1\2 *$" + (r"|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\3(?!`)" if spans else "")
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S | re.M)


def links(text):
    """Yields (begin, end, text, target) of the inline links of a document."""
    shown, target, title = r"(?:[^\[\]]|\[[^\[\]]*\])*", r"[^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*", r'(?: "[^"]*")?'
    for match in re.finditer(rf"\[({shown})\]\(<?({target})>?{title}\)", without_code(text, spans=True)):
        yield match.start(), match.end(), text[match.start(1):match.end(1)], match.group(2)


def headings(text):
    """[(begin, end, level, text, anchor)] of the headings of a document."""
    used = set()
    return [(m.start(), m.end(), len(m.group(1)), m.group(2), anchor_of(m.group(2), used))
            for m in re.finditer(r"^(#{1,6}) +(.*?)(?: +#+)? *$", without_code(text), re.M)]


class Document:
    """A document: Doxygen labels of its headings by anchor, and its section numbers."""

    def __init__(self, path, name, has_title):
        """@param name: begin of the labels, unique; has_title: the title has a label, the name"""
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.name, self.numbers = name, set()
        self.label = {"": name} if has_title else {}
        for _, _, level, title, anchor in headings(text):
            number = re.match(rf"({NUMBER})\.? ", title)
            if number:
                self.numbers.add(number.group(1))
            if level > 1:
                self.label[anchor] = self.section(number.group(1)) if number else f"{name}_{re.sub(r'[^a-z0-9-]', '', anchor)}"
            elif has_title:
                self.label[anchor] = name

    def section(self, number):
        return f"{self.name}_{number.replace('.', '_')}"


def documents(folder):
    """{name: Document} of a folder docs/spec. References do not name its index, README."""
    names = [name[:-3] for name in sorted(os.listdir(folder)) if name.endswith(".md")]
    return {name: Document(os.path.join(folder, f"{name}.md"), f"spec_{name}", True) for name in names}


class References:
    """Finds references to documents of the given names."""

    def __init__(self, names):
        name = "|".join(sorted((re.escape(name) for name in names if name != "README"), key=len, reverse=True)) or r"(?!)"
        gap = r"[,;](?: |[ \t]*\n[ \t]*(?:\*|//|#)?[ \t]*)"
        self.group = re.compile(rf"(?<![\w\])])\(((?:{name})(?: {RANGE})?(?:{gap}(?:(?:{name})(?: {RANGE})?|{RANGE}))*)\)")
        self.item = re.compile(rf"(?P<document>{name})(?: (?P<first>{NUMBER})(?: to (?P<last>{NUMBER}))?)?"
                               rf"|(?P<next>{NUMBER})(?: to (?P<next_last>{NUMBER}))?")

    def items(self, text):
        """Yields (begin, end, document, first, last) of each item of each reference in a text; first and last may be ''."""
        for group in self.group.finditer(text):
            document = None
            for item in self.item.finditer(text, group.start(1), group.end(1)):
                document = item["document"] or document
                yield (item.start(), item.end(), document, item["first"] or item["next"] or "",
                       item["last"] or item["next_last"] or "")


def replace(text, edits):
    """A text with the edits [(begin, end, new text)] applied."""
    for begin, end, new in sorted(edits, reverse=True):
        text = text[:begin] + new + text[end:]
    return text


def item_link(text, document, first, last):
    """An item of a reference with Doxygen links, or as it is if a section is absent."""
    if any(number and number not in document.numbers for number in (first, last)):
        return text
    labels = [document.section(number) for number in (first, last) if number] or [document.label[""]]
    shown = text.split(" to ") if last else [text]
    return " to ".join(rf'\ref {label} "{words}"' for label, words in zip(labels, shown))


def reference_edits(text, spec):
    for begin, end, name, first, last in References(spec).items(text):
        yield begin, end, item_link(text[begin:end], spec[name], first, last)


def filter_header(text, spec):
    def comment(match):
        parts = re.split(r"([@\\]name\b[^\n]*)", match.group())  # Doxygen shows titles of groups as plain text
        return "".join(part if odd % 2 else replace(part, reference_edits(part, spec)) for odd, part in enumerate(parts))
    return re.sub(r"/\*[*!](?!/).*?\*/", comment, text, flags=re.S)


def document_at(path, folder, spec):
    """The document of a path: one of the specification, or a new one."""
    if os.path.dirname(path) == folder:
        return spec[os.path.basename(path)[:-3]]
    root = os.path.dirname(os.path.dirname(folder))
    return Document(path, os.path.relpath(path, root)[:-3].replace(os.sep, "_"), False)


def filter_document(text, path, folder, spec):
    folder, path = os.path.abspath(folder), os.path.abspath(path)
    page = document_at(path, folder, spec)
    bare = without_code(text, spans=True)
    edits = list(reference_edits(bare, spec))
    edits += [(m.start(), m.end(), r"\@") for m in re.finditer(r"(?<![\w\\])@(?=[a-z])", bare)]
    titles = [(begin, end) for begin, end, *_ in headings(text)]
    for begin, end, level, title, anchor in headings(text):
        # Doxygen shows the markup of a title. Titles of pages beside the specification keep the label of Doxygen.
        label = f" {{#{page.label[anchor]}}}" if anchor in page.label else ""
        edits.append((begin, end, f"{'#' * level} {plain(title)}{label}"))
    for begin, end, shown, target in links(text):
        name, _, anchor = target.partition("#")
        to = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        label = document_at(to, folder, spec).label if to.endswith(".md") and os.path.isfile(to) else {}
        if anchor in label:
            edits.append((begin, end, f"[{shown}](@ref {label[anchor]})"))
    return replace(text, [edit for edit in edits
                          if edit[:2] in titles or not any(begin <= edit[0] < end for begin, end in titles)])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder, command, path = sys.argv[1], sys.argv[2:-1], sys.argv[-1]
    if command:
        text = subprocess.run([*command, path], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    else:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    spec = documents(folder)
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(filter_document(text, path, folder, spec) if path.endswith(".md") else filter_header(text, spec))


if __name__ == "__main__":
    main()

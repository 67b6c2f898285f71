#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""References to the interface specification, and links of the documents, in the form that Doxygen expects.

  - In a C header, each reference in a Doxygen comment becomes a link, except in a @name title, which is plain text.
  - In a document, each reference, and each relative link to a page of the manual or to a heading, becomes a link. A link
    to another file becomes plain text.
  - Each heading of a document gets a label: the path for the title ("docs_running"; in docs/spec "spec_DOCUMENT"), with
    the number or the anchor for sections ("docs_internals_messages_9"). Markup of headings is removed, and "@" quoted.
Only links over two lines change the number of lines. References without a target stay as they are; tests/docs finds them.

Grammar of a reference, "(spi-injection 3, kernel-gi 2)" (docs/spec/README.md, section "References"):
  reference = "(" item { ("," | ";") item } ")"      item  = DOCUMENT [" " range] | range
  range     = NUMBER [" to " NUMBER]                 NUMBER = digits { "." digits }
DOCUMENT is the name of a file of SPEC without ".md". A range without a document belongs to the document before it.
"""
import os
import re

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

    def __init__(self, path, name):
        """@param name: label of the title and begin of the other labels, unique"""
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.name, self.numbers = name, set()
        self.label = {"": name}
        for _, _, level, title, anchor in headings(text):
            number = re.match(rf"({NUMBER})\.? ", title)
            if number:
                self.numbers.add(number.group(1))
            if level > 1:
                self.label[anchor] = self.section(number.group(1)) if number else f"{name}_{re.sub(r'[^a-z0-9-]', '', anchor)}"
            else:
                self.label[anchor] = name

    def section(self, number):
        return f"{self.name}_{number.replace('.', '_')}"


def documents(folder):
    """{name: Document} of a folder docs/spec. References do not name its index, README."""
    names = [name[:-3] for name in sorted(os.listdir(folder)) if name.endswith(".md")]
    return {name: Document(os.path.join(folder, f"{name}.md"), f"spec_{name}") for name in names}


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


# Documents that are pages of the manual, as paths below the root.
PAGES = re.compile(r"(?:[^/]+|docs/(?:(?:internals|spec)/)?[^/]+|bench/instructions)\.md")


def page_label(name):
    """The label of the page of a document. @param name: path below the root"""
    return re.sub(r"^docs_spec_", "spec_", name[:-3].replace(os.sep, "_"))


def document_at(path, root, spec):
    """The page of a path: one of the specification, or a new one; None: not in the manual."""
    name = os.path.relpath(path, root)
    if not PAGES.fullmatch(name) or not os.path.isfile(path):
        return None
    return spec[os.path.basename(name)[:-3]] if name.startswith("docs/spec/") else Document(path, page_label(name))


def filter_document(text, path, root, spec):
    """The text of the document at a path. @param root: of the tree; spec: documents() of its docs/spec"""
    root, path = os.path.abspath(root), os.path.abspath(path)
    page = document_at(path, root, spec)
    bare = without_code(text, spans=True)
    edits = list(reference_edits(bare, spec))
    edits += [(m.start(), m.end(), r"\@") for m in re.finditer(r"(?<![\w\\])@(?=[a-z])", bare)]
    titles = [(begin, end) for begin, end, *_ in headings(text)]
    for begin, end, level, title, anchor in headings(text):
        # Doxygen shows the markup of a title, and takes underscores at the ends of a word for markup.
        shown = re.sub(r"(?<!\w)_+|_+(?!\w)", lambda match: r"\_" * len(match.group()), plain(title))
        edits.append((begin, end, f"{'#' * level} {shown} {{#{page.label[anchor]}}}"))
    for begin, end, shown, target in links(text):
        if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", target):
            continue
        shown = " ".join(shown.split())  # Doxygen knows no link over two lines
        name, _, anchor = target.partition("#")
        to = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        label = getattr(document_at(to, root, spec), "label", {})
        if text[begin - 1:begin] == "!":
            found = os.path.isfile(to)
            edits.append((begin - 1, end, f"![{shown}]({os.path.basename(to)})" if found else shown))
        else:
            edits.append((begin, end, f"[{shown}](@ref {label[anchor]})" if anchor in label else shown))
    return replace(text, [edit for edit in edits
                          if edit[:2] in titles or not any(begin <= edit[0] < end for begin, end in titles)])

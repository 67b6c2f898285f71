#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The built manual (target docs).

    manual.py DIRECTORY        links of DIRECTORY/html: every file and anchor exists; front page, search, groups, summaries
    manual.py --pages FILE...  manual pages: groff formats them without a warning
    manual.py --functions DIRECTORY
                               pages of section 3 in DIRECTORY/man/man3: groff, and the sections of some functions
    manual.py --self-test      the check of links finds a fault of each kind

Exit status: 0 if there is no fault, 77 if the manual is not built, otherwise 1.
"""
import glob
import html.parser
import os
import re
import subprocess
import sys
import tempfile
from urllib.parse import unquote

# (name in the search, page of its group, text of its row in the summary of the group)
FUNCTIONS = (
    ("MUSPI_InjFifoInject", "group__spi__injection.html", "descriptor"),
    ("Kernel_AllocateInjFifos", "group__kernel__mu.html", ""),
    ("PAMI_Send_immediate", "group__pami__pt2pt.html", ""),
    ("PAMI_Extension_open", "group__pami__extensions.html", "Opens an extension."),
    ("apenet_rdma_put", "group__apenet__rdma.html", "Writes to a registered buffer"),
    ("apenet_wait_event", "group__apenet__events.html", "Takes the oldest event"),
    # Comments with @return only
    ("Bgpm_LastErr", "group__bgpm.html", "Returns the last error of the thread"),
    ("Bgpm_GetEventLabel", "group__bgpm.html", "Returns the name of an event of a set"),
)
GROUPS = ("Message Unit: SPI", "Kernel services", "Processor and node", "Hardware interface", "Performance counters",
          "Power and environment", "PAMI", "MPI extensions", "APEnet+", "EMUQ", "Internals")
FIRST_SENTENCE = r'EMUQ \(say "em-you-queue"\) runs programs .* on ordinary Linux machines\.'
PAGES = ("MUSPI_InjFifoInject", "Kernel_AllocateInjFifos", "PAMI_Memregion_create", "apenet_rdma_put", "emuq_run_threads")


class Page(html.parser.HTMLParser):
    """Links, anchors and text of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors, self.words = [], set(), []
        self.feed(text)
        self.text = " ".join("".join(self.words).split())

    def handle_starttag(self, tag, attrs):
        for key, value in attrs:
            if key in ("id", "name") and value and tag != "meta":
                self.anchors.add(value)
            elif (key == "href" and tag in ("a", "link")) or (key == "src" and tag in ("img", "script", "iframe")):
                self.links.append(value or "")

    def handle_data(self, data):
        self.words.append(data)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Manual:
    def __init__(self, root):
        self.root, self.pages, self.count = root, {}, 0

    def page(self, name):
        if name not in self.pages:
            self.pages[name] = Page(read(os.path.join(self.root, name)))
        return self.pages[name]

    def fault_of(self, name, link):
        """What is wrong with a link of a page; None: nothing."""
        if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", link) or link in ("", "#"):
            return None
        self.count += 1
        path, _, anchor = unquote(link).partition("#")
        path = path.partition("?")[0]
        file = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
        if not os.path.exists(os.path.join(self.root, file)):
            return f"{name}: link to {link}: no file {file}"
        if anchor and file.endswith(".html") and anchor not in self.page(file).anchors:
            # Doxygen writes no anchors for members of anonymous structures: the link opens the page of the structure.
            if not re.match(r"(struct|union)\w+\.html", file):
                return f"{name}: link to {link}: no anchor {anchor} in {file}"
        return None

    def dead_links(self):
        pages = glob.glob(os.path.join(self.root, "**/*.html"), recursive=True)
        names = sorted(os.path.relpath(path, self.root) for path in pages)
        links = [(name, link) for name in names for link in sorted(set(self.page(name).links))]
        for script in sorted(glob.glob(os.path.join(self.root, "*.js"))):  # the navigation tree
            name = os.path.basename(script)
            if re.match(r"navtree(data|index\d*)\.js|(group_|md_|docs_|spec_|index|modules|files|pages).*\.js", name):
                links += [(name, link) for link in sorted(set(re.findall(r'"([\w.-]+\.html(?:#[\w.:-]+)?)"', read(script))))]
        return list(filter(None, (self.fault_of(name, link) for name, link in links)))

    def markup(self):
        """Commands and markup that are visible as text: Doxygen has lost their end."""
        for name in self.pages:
            match = re.search(r"(?<![\w`])@(?:section|subpage|page|anchor|ref) \w+|<(?:tt|strong|em)>|\u200d", self.page(name).text)
            if match and not name.endswith("_source.html"):
                yield f"{name}: visible markup {match.group()!r}"

    def found(self, name):
        """The targets of a name in the search."""
        scripts = glob.glob(os.path.join(self.root, "search/*.js"))
        return sorted({target for script in scripts
                       for row in re.findall(rf"\['[^']*',\['{name}',(.*?)\]\]", read(script))
                       for target in re.findall(r"'\.\./([^']*)'", row)})

    def front_page(self):
        text = re.search(r'<div class="textblock">(.*?)</p>', read(os.path.join(self.root, "index.html")), re.S)
        sentence = Page(text.group(1)).text if text else ""
        if not re.match(FIRST_SENTENCE, sentence):
            yield f"index.html: begins with {sentence[:100]!r} (expected {FIRST_SENTENCE})"

    def groups(self):
        index = next(name for name in ("topics.html", "modules.html") if os.path.exists(os.path.join(self.root, name)))
        rows = re.findall(r'id="row_\d+_"[^<]*<td.*?<a class="el" href="group__\w+\.html"[^>]*>(.*?)</a>',
                          read(os.path.join(self.root, index)), re.S)
        if tuple(rows) != GROUPS:
            yield f"{index}: first level {rows} (expected {list(GROUPS)})"

    def functions(self):
        for name, group, summary in FUNCTIONS:
            targets = self.found(name)
            if not any(target.startswith(f"{group}#") for target in targets):
                yield f"search: {name} has the targets {targets} (expected one in {group})"
                continue
            anchor = next(target for target in targets if target.startswith(f"{group}#")).rpartition("#")[2]
            row = re.search(rf'<tr class="memdesc:{anchor}">(.*?)</tr>', read(os.path.join(self.root, group)), re.S)
            shown = Page(row.group(1)).text if row else ""
            if not row or summary not in shown:
                yield f"{group}: summary of {name} is {shown!r} (expected {summary!r})"

    def faults(self):
        return [*self.dead_links(), *self.markup(), *self.front_page(), *self.groups(), *self.functions()]


def page_faults(files):
    """Warnings of groff about manual pages, and pages without a text."""
    faults = [f"{file}: the page is empty" for file in files if len(re.findall(r"^[^.].*", read(file), re.M)) < 2]
    for begin in range(0, len(files), 100):
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", *files[begin:begin + 100]], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        faults += done.stderr.splitlines()
        if done.returncode != 0 and not done.stderr:
            faults.append(f"{files[begin]} or one of the next {len(files[begin:begin + 100]) - 1} pages: groff failed")
    return faults


def function_faults(directory):
    for name in PAGES:
        path = os.path.join(directory, f"{name}.3")
        if not os.path.exists(path):
            yield f"no page {path}"
            continue
        text = read(path)
        sections = dict(re.findall(r'^\.SH "?([A-Z ]+?)"?\n(.*?)(?=^\.SH |\Z)', text, re.M | re.S))
        for title in ("NAME", "SYNOPSIS", "DESCRIPTION", "PARAMETERS", "RETURN VALUE", "SEE ALSO"):
            if len(sections.get(title, "").strip()) < 5:
                yield f"{path}: no section {title}"
        if not re.match(rf"{name} \\- .{{10}}", sections.get("NAME", "")):
            yield f"{path}: NAME is {sections.get('NAME')!r}"
        if name not in sections.get("SYNOPSIS", "") or "#include <" not in sections.get("SYNOPSIS", ""):
            yield f"{path}: SYNOPSIS is {sections.get('SYNOPSIS')!r}"
    for path in glob.glob(os.path.join(directory, "*")):
        if not re.fullmatch(r"[A-Za-z]\w*\.3", os.path.basename(path)):
            yield f"{path}: not the page of a function"


SELF_TEST = (  # text of a page beside good.html, part of the message; None: no fault
    ('<a href="good.html#a">x</a> <a href="https://example.org">y</a> <a id="b" href="#b">z</a>', None),
    ('<a href="none.html">x</a>', "no file none.html"),
    ('<a href="good.html#c">x</a>', "no anchor c in good.html"),
    ('<a href="#c">x</a>', "no anchor c in page.html"),
    ('<img src="none.png">', "no file none.png"),
)


def self_test():
    failed = 0
    for text, message in SELF_TEST:
        with tempfile.TemporaryDirectory() as root:
            for name, content in (("good.html", '<p id="a">a</p>'), ("page.html", text)):
                with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                    file.write(content)
            faults = Manual(root).dead_links()
        if len(faults) != (message is not None) or (message and message not in faults[0]):
            failed += 1
            print(f"{text}: expected {message}, found {faults}")
    print(f"{len(SELF_TEST) - failed} passed, {failed} failed")
    return failed


def main():
    arguments = sys.argv[1:]
    if arguments == ["--self-test"]:
        sys.exit(self_test() != 0)
    if len(arguments) > 1 and arguments[0] == "--pages":
        faults, what = page_faults(arguments[1:]), f"{len(arguments) - 1} pages"
    elif len(arguments) == 2 and arguments[0] == "--functions":
        folder = os.path.join(arguments[1], "man/man3")
        files = sorted(glob.glob(os.path.join(folder, "*.3")))
        if not files:
            print(f"no manual pages in {folder} (the target docs builds them)")
            sys.exit(77)
        faults, what = [*function_faults(folder), *page_faults(files)], f"{len(files)} pages"
    elif len(arguments) == 1:
        manual = Manual(os.path.join(arguments[0], "html"))
        if not os.path.exists(os.path.join(manual.root, "index.html")):
            print(f"no manual in {manual.root} (the target docs builds it)")
            sys.exit(77)
        faults = manual.faults()
        what = f"{len(manual.pages)} pages, {manual.count} links"
    else:
        sys.exit(__doc__)
    print(*faults, f"{what}, {len(faults)} faults", sep="\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()

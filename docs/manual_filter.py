#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Doxygen's input filter of the manual.

    manual_filter.py ROOT FILE

Prints FILE of the tree ROOT for Doxygen:
  - a header: a function with only @return gets a brief from it; groups.awk; links to the specification; and the group of
    groups.dox around everything. The number of lines does not change;
  - a document: links to documents and to the specification; README.md also gets links to the parts of the manual and
    plain headings, and the index of the specification becomes the parent of its chapters;
  - groups.dox and pages.dox: @documents and @tutorial are replaced by links, @headers by the names for #include;
  - another file, included by a header: unchanged.
"""
import fnmatch
import glob
import os
import re
import subprocess
import sys

import spec_links

# Links to the parts of the manual, below the first paragraph of the front page.
FRONT = ("**This manual:** @ref tutorials, @ref guides, @ref spec_README, @ref inside; "
         "functions by subject are under *Reference*.")


def headers_of_groups(root):
    """[(pattern of paths, group)] in the order of groups.dox."""
    path = os.path.join(root, "docs/groups.dox")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return [(pattern, group.group(1))
            for group in re.finditer(r"@defgroup (\w+)(.*?)\*/\n", text, re.S)
            for line in re.findall(r"@headers (.*)", group.group(2)) for pattern in line.split()]


def group_of(path, table):
    """@return the group of a header; None without a table. A header must have one group."""
    groups = sorted({group for pattern, group in table if fnmatch.fnmatch(path, pattern)})
    if not groups and "/include/" not in path:
        return None  # a private header that another one includes
    if table and len(groups) != 1:
        sys.exit(f"{path}: {len(groups)} groups {groups} (expected one @headers line of docs/groups.dox)")
    return groups[0] if groups else None


def include_name(path):
    """The name by which programs include a header; None: they include it by another header."""
    if re.search(r"/kernel/cnk/|/emuq_\w+\.h$|_impl\.h$|^agents/", path):
        return None
    path = re.sub(r"^msglayer/include/.*", "pami.h", path)
    path = re.sub(r"^bgpm/include/.*", "bgpm/include/bgpm.h", path)
    return re.sub(r"^(kernel-shim|apenet)/include/", "", path)


def brief_of_return(comment):
    """A comment of a function that begins with @param or @return, with a first sentence made of @return."""
    begin = re.match(r"/\*\*<?", comment).group()
    body = re.sub(r"\n[ \t]*\* ?", "\n", comment[len(begin):-2])
    value = re.search(r"@return\s+(.*?)(?=\s@(?:param|return|note|warning)\b|$)", body, re.S)
    if not value or not re.match(r"\s*@(?:param|return)\b", body):
        return comment
    text = " ".join(value.group(1).split())
    text = re.split(r"\.(?= |$)", text)[0]
    if len(text) > 100:
        text = text.split(";")[0]
    article = "the " if re.match(r"(?!(?:the|a|an|whether|not|zeroed|as|if)\b)(?:[a-z]+|FIFO) ", text) else ""
    return f"{begin} Returns {article}{text}. {comment[len(begin):].lstrip(' ')}"


def separate_helpers(text, path):
    """Puts functions with the prefix emuq_ in headers of the machine's interface in a group of internals."""
    if re.search(r"(^|/)emuq/|^backends/|/emuq_\w+\.h$", path):
        return text
    return re.sub(r"(/\*\*(?!<)(?:(?!\*/).)*)\*/(?=\s*[^;{}()/#=]*\bemuq_\w+\s*\()", r"\1 @ingroup helpers */", text,
                  flags=re.S)


def filter_header(text, path, root, spec):
    text = re.sub(r"/\*\*(?![/*]).*?\*/", lambda match: brief_of_return(match.group()), text, flags=re.S)
    awk = os.path.join(os.path.dirname(os.path.abspath(__file__)), "groups.awk")
    text = subprocess.run(["awk", "-f", awk], input=text, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    for name in re.findall(r"^#undef (\w+)$", text, re.M):  # macros of the header itself are not documented
        text = re.sub(rf"^.*#define {name}\b.*[^\\\n]$", "", text, flags=re.M)
    text = separate_helpers(spec_links.filter_header(text, spec), os.path.relpath(path, root))
    group = group_of(os.path.relpath(path, root), headers_of_groups(root))
    if not group:
        return text
    begin, end = f"/** @addtogroup {group} */ /** @{{ */", "/** @} */"
    # A group inside a group would become a part of it.
    text = re.sub(r"/\*\*[\s*]*@addtogroup\b(?:(?!\*/).)*@\{\s*\*/.*?/\*\* @\} \*/",
                  lambda match: f"{end} {match.group()} {begin}", text, flags=re.S)
    return f"{begin} {text.rstrip()} {end}\n"


def filter_document(text, path, root, spec):
    text = spec_links.filter_document(text, path, root, spec)
    name = os.path.relpath(path, root)
    if name == "README.md":
        # Sections of the front page would precede the documents in the navigation tree.
        text = re.sub(r"^(##+) (.*?)(?: \{#(\S+)\})?$",
                      lambda match: (f"@anchor {match.group(3)}\n" if match.group(3) else "") +
                      f"<h{len(match.group(1))}>{match.group(2)}</h{len(match.group(1))}>", text, flags=re.M)
        first = re.search(r"\n\n[^#\n].*?\n\n", text, re.S).end()
        return f"{text[:first]}{FRONT}\n\n{text[first:]}"
    if name == "docs/spec/README.md":
        chapters = set()

        def subpage(match):
            if match.group(2) in chapters or f"spec_{match.group(1)}" != match.group(2):
                return match.group()
            chapters.add(match.group(2))
            return f'@subpage {match.group(2)} "{match.group(1)}"'
        return re.sub(r"\[([\w-]+)\]\(@ref (spec_[\w-]+)\)", subpage, text)
    return text


def title(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return spec_links.plain(re.search(r"^# +(.*)", file.read(), re.M).group(1))


def filter_groups(text, root):
    """The text of groups.dox or pages.dox."""
    named = {"README.md"}

    def documents(match):
        lines = []
        for pattern in match.group(2).split():
            for name in sorted(glob.glob(pattern, root_dir=root)):
                if name not in named:
                    named.add(name)
                    lines.append(f'{match.group(1)}- @subpage {spec_links.page_label(name)} "{title(root, name)}"\n')
        return "".join(lines)

    def tutorial(match):
        name = f"docs/tutorial-{match.group(1)}.md"
        label = spec_links.page_label(name)
        return f'Tutorial: @ref {label} "{title(root, name).removeprefix("Tutorial: ")}".' if os.path.exists(os.path.join(root, name)) else ""

    text = re.sub(r"^( *\* *)@documents (.*)\n", documents, text, flags=re.M)
    def headers(match):
        paths = [path for pattern in re.sub(r"\*? *@headers", " ", match.group().replace("\n", " ")).split()
                 for path in sorted(glob.glob(pattern, root_dir=root))]
        names = list(dict.fromkeys(filter(None, map(include_name, paths))))
        listed = ", ".join(f"`<{name}>`" for name in names[:6]) + (", ..." if len(names) > 6 else "")
        return f" *\n *  Include: {listed}\n" if names else ""

    text = re.sub(r"(?:^ \*  @headers .*\n)+", headers, text, flags=re.M)
    return re.sub(r"@tutorial (\w+)", tutorial, text)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    root, path = (os.path.abspath(argument) for argument in sys.argv[1:])
    with open(path, encoding="utf-8") as file:
        text = file.read()
    spec = spec_links.documents(os.path.join(root, "docs/spec"))
    sys.stdout.reconfigure(encoding="utf-8")
    if path.endswith(".dox"):
        sys.stdout.write(filter_groups(text, root))
    elif path.endswith(".md"):
        sys.stdout.write(filter_document(text, path, root, spec))
    else:
        sys.stdout.write(filter_header(text, path, root, spec) if path.endswith(".h") else text)


if __name__ == "__main__":
    main()

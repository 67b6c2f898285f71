#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Manual pages of section 3 from Doxygen's XML: one page for each function of a public group.

    manpages.py XML DIRECTORY VERSION

Doxygen's own pages describe files and groups, with a link for each function. Pages of an earlier run are removed.
"""
import os
import re
import sys
import textwrap
import xml.etree.ElementTree as ElementTree

import manual_filter

INTERNAL = {"backend", "helpers", "internals"}
# Short names without a prefix, which pages of other packages may have.
LEFT_OUT = {"apenet/include/apenet/rdma_names.h"}


def roff(text):
    """Text with the special characters of roff escaped."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("~", "\\(ti").replace("^", "\\(ha").replace('"', "\\(dq")
    return re.sub(r"[^\x00-\x7f]", lambda match: f"\\[u{ord(match.group()):04X}]", text)


def lines_of(text):
    """Filled lines; none begins with a control character."""
    text = " ".join(text.split())
    return [re.sub(r"^(?=\.)", r"\\&", line)
            for line in textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)]


def inline(element):
    """The text of an element with its fonts."""
    parts = [roff(element.text or "")]
    for child in element:
        if child.tag in ("computeroutput", "bold"):
            parts.append(f"\\fB{inline(child)}\\fP")
        elif child.tag == "emphasis":
            parts.append(f"\\fI{inline(child)}\\fP")
        elif child.tag == "ref":
            name = inline(child)
            parts.append(f"\\fB{name}\\fP" if re.fullmatch(r"\w+(\(\))?", name) else name)
        elif child.tag in ("ndash", "mdash"):
            parts.append("\\-")
        elif child.tag in ("sp", "nonbreakablespace", "linebreak"):
            parts.append(" ")
        elif child.tag not in BLOCKS:
            parts.append(inline(child))
        parts.append(roff(child.tail or ""))
    return "".join(parts)


def listing(element):
    rows = element.findall("codeline") or [element]
    text = "\n".join("".join(row.itertext()) if row.find("highlight") is None else
                     "".join(code(part) for part in row) for row in rows)
    return [".PP", ".RS 4", ".nf", *(re.sub(r"^(?=[.'])", r"\\&", roff(line)) for line in text.strip("\n").split("\n")),
            ".fi", ".RE"]


def code(element):
    """The text of highlighted code, whose blanks are elements."""
    return (element.text or "") + "".join((" " if child.tag == "sp" else code(child)) + (child.tail or "")
                                          for child in element)


def items(element):
    lines = []
    for number, item in enumerate(element.findall("listitem"), 1):
        mark = f"{number}." if element.tag == "orderedlist" else "\\[u2022]"
        lines += [f".IP {mark} 4", *blocks(item)[1:]]
    return lines


def table(element):
    lines = []
    for row in element.findall("row"):
        cells = [" ".join(" ".join(inline(para) for para in entry.iter("para")).split()) for entry in row.findall("entry")]
        lines += [".TP", cells[0] or "\\&", *lines_of("; ".join(cells[1:]) or "\\&")]
    return lines


BLOCKS = {"parameterlist": lambda element: [], "simplesect": lambda element: simple(element), "programlisting": listing,
          "verbatim": listing, "itemizedlist": items, "orderedlist": items, "table": table}


def simple(element):
    """A section such as @note. @return has a section of its own."""
    if element.get("kind") == "return":
        return []
    title = element.get("kind", "").capitalize()
    return [".PP", f".B {title}:", *[line for para in element.findall("para") for line in lines_of(inline(para))]]


def blocks(element):
    """The paragraphs of a description, each with its macro."""
    lines = []
    for para in element.findall("para"):
        text = lines_of(inline(para))
        lines += [".PP", *text] if text else []
        for child in para:
            if child.tag in BLOCKS:
                lines += BLOCKS[child.tag](child)
    return lines


def prototype(member):
    """The lines of the declaration: the function, and its parameters in italics."""
    kind = "".join(member.find("type").itertext())
    kind = re.sub(r"\b(static|inline|__INLINE__|extern|EMUQ_EXPORT)\b *", "", kind).strip()
    name = member.findtext("name")
    begin = f"{kind}{'' if kind.endswith('*') else ' '}{name}("
    rest = []
    for param in member.findall("param"):
        type_ = re.sub(r" +", " ", "".join(param.find("type").itertext()))
        array = param.findtext("array") or ""
        declared = param.findtext("declname") or ""
        function = re.match(r"(.*\(\*)(\).*)$", type_ + array)
        if function and declared:
            rest.append((function.group(1), declared, function.group(2)))
        else:
            gap = "" if not declared or type_.endswith("*") else " "
            rest.append((type_ + gap, declared, array))
    if not rest:
        arguments = member.findtext("argsstring") or ""
        return [f'.BI "{roff(begin)}{"void" if "void" in arguments else ""});"']
    plain = begin + ", ".join("".join(parts) for parts in rest) + ");"
    lines, one_line = [], len(plain) <= 78
    for index, (before, declared, after) in enumerate(rest):
        end = ");" if index == len(rest) - 1 else ","
        head = begin if index == 0 else "    " if not one_line else " "
        if one_line and index:
            lines[-1] += f'" {roff(before)}" "{roff(declared)}" "{roff(after)}{end}"'
        else:
            lines.append(f'.BI "{roff(head + before)}" "{roff(declared)}" "{roff(after)}{end}"')
            if one_line:
                lines[-1] += " "
    return [re.sub(r' ""(?= |$)', ' ""', line.rstrip()) for line in lines]


def parameters(member):
    lines = []
    for item in member.iterfind("detaileddescription//parameterlist[@kind='param']/parameteritem"):
        names = ", ".join("".join(name.itertext()) for name in item.iter("parametername"))
        text = [line for para in item.iterfind("parameterdescription/para") for line in lines_of(inline(para))]
        lines += [".TP", f".I {roff(names)}", *(text or ["\\&"])]
    return lines


def returned(member):
    lines = []
    for section in member.iterfind("detaileddescription//simplesect[@kind='return']"):
        for para in section.findall("para"):
            lines += [".PP", *lines_of(inline(para))]
            for child in para:
                if child.tag in BLOCKS:
                    lines += BLOCKS[child.tag](child)
    return lines[1:]


def brief_of(member, group):
    text = " ".join("".join(member.find("briefdescription").itertext()).split()) or group
    text = re.sub(r"\s*\([a-z][\w-]* [\d.]+[^)]*\)(?=\.?$)", "", text).rstrip(".")
    return text[:1].lower() + text[1:] if re.match(r"[A-Z][a-z]", text) else text


def path_of(member):
    location = member.find("location")
    return location.get("declfile") or location.get("file")


def include_of(path):
    """The header that programs include for the functions of a header."""
    name = manual_filter.include_name(path)
    if name:
        return name
    public = re.sub(r"/kernel/cnk/(\w+)_impl\.h$", r"/kernel/\1.h", path)
    return manual_filter.include_name(public) or path


def page(member, group, neighbours, version):
    name, path = member.findtext("name"), path_of(member)
    text = blocks(member.find("detaileddescription"))
    brief = lines_of(inline(member.find("briefdescription")))
    lines = ['.\\" SPDX-License-Identifier: BSD-3-Clause', f'.\\" Generated from {path}.',
             f'.TH {roff(name)} 3 "" "EMUQ {version}" "{roff(group)}"',
             ".SH NAME", f"{roff(name)} \\- {roff(brief_of(member, group))}",
             ".SH SYNOPSIS", ".nf", f".B #include <{include_of(path)}>", ".PP", *prototype(member), ".fi",
             ".SH DESCRIPTION", *(brief or lines_of(roff(f"A function of the group {group}."))), *text]
    for title, section in (("PARAMETERS", parameters(member)), ("RETURN VALUE", returned(member))):
        if section:
            lines += [f'.SH "{title}"' if " " in title else f".SH {title}", *section]
    others = [f".BR {roff(other)} (3)" for other in neighbours] + [".BR emuq (7)"]
    lines += [".SH SEE ALSO", *[f"{other}," for other in others[:-1]], others[-1]]
    return "\n".join(lines) + "\n"


def functions(folder):
    """{name: (member, title of its group)} of the public groups, in the order of the headers."""
    found = {}
    for file in sorted(os.listdir(folder)):
        if not file.startswith("group__"):
            continue
        compound = ElementTree.parse(os.path.join(folder, file)).getroot().find("compounddef")
        if compound.findtext("compoundname") in INTERNAL:
            continue
        for member in compound.iter("memberdef"):
            name, path = member.findtext("name"), path_of(member)
            helper = name.startswith("emuq_") and "/emuq/" not in path
            if member.get("kind") == "function" and re.fullmatch(r"[A-Za-z]\w*", name) and not helper and path not in LEFT_OUT:
                found.setdefault(name, (member, compound.findtext("title")))
    return found


def near(name, found):
    """Up to six functions beside a function in its header."""
    path = path_of(found[name][0])
    same = sorted((other for other in found if path_of(found[other][0]) == path),
                  key=lambda other: int(found[other][0].find("location").get("line")))
    at = same.index(name)
    return same[max(0, at - 3):at] + same[at + 1:at + 4]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder, target, version = sys.argv[1:]
    os.makedirs(target, exist_ok=True)
    for old in os.listdir(target):
        if old.endswith(".3"):
            os.remove(os.path.join(target, old))
    found = functions(folder)
    if not found:
        sys.exit(f"{folder}: no functions in the groups of the XML (expected files group__*.xml of doxygen)")
    for name, (member, group) in found.items():
        with open(os.path.join(target, f"{name}.3"), "w", encoding="ascii") as file:
            file.write(page(member, group, near(name, found), version))
    print(f"{len(found)} manual pages in {target}")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: BSD-3-Clause
# Doxygen's input filter. The headers say once what holds for many names; doxygen wants every name to have a comment:
#  - inside "@name ... @{" to "@}", a macro or function without a comment of its own gets the group's title;
#  - a macro right below a macro that has a comment shares it;
#  - a member of a structure shares the comment of the member above it, the first one that of the structure;
#  - a union or structure inside another is explained by its members.
# Comments are put into the line that they are about, so line numbers stay.

# The text of a comment up to its first @param or the like.
function plain(text)
{
    gsub(/\/\*\*|\*\/|@\{|@\}/, " ", text)
    sub(/@(param|return|file|brief|code).*/, "", text)
    gsub(/[ \t]+/, " ", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    return text
}

function end_of_comment(text)
{
    if (text ~ /@\}/)
        group = ""
    if (text ~ /@name/) {
        sub(/.*@name/, "", text)
        group = plain(text)
        own = ""
    } else if (text !~ /@[{}]/) {
        own = plain(text)
    } else {
        own = ""
    }
    shared = ""
}

function braces(line)
{
    gsub(/"[^"]*"|'[^']*'|\/\*.*\*\//, "", line)
    return gsub(/\{/, "", line) - gsub(/\}/, "", line)
}

comment != "" {
    line = $0
    sub(/^[ \t]*\*?/, "", line)
    comment = comment " " line
    if ($0 ~ /\*\//) {
        end_of_comment(comment)
        comment = ""
    }
    print
    next
}

/^[ \t]*\/\*\*([^<*]|$)/ {
    if ($0 ~ /\*\//)
        end_of_comment($0)
    else
        comment = $0
    print
    next
}

/^#define / && !continued {
    text = own != "" ? "" : shared != "" ? shared : group
    shared = own != "" ? own : shared
    own = ""
    continued = $0 ~ /\\$/
    print (text != "" && $0 !~ /\/\*\*</ ? "/** " text " */ " : "") $0
    next
}

continued {
    continued = $0 ~ /\\$/
    print
    next
}

# Of a function or method, the first line, outside any body.
group != "" && own == "" && !/\/\*\*</ && depth <= class_depth && /^ *[A-Za-z_][A-Za-z_0-9 *:&]*\(/ && !/^ *(if|for|while|switch|return|else|struct|typedef|extern "C") *\(?/ {
    print "/** " group " */ " $0
    depth += braces($0)
    next
}

# Data members. A comment behind a member may go on in the next lines.
after != "" {
    after = after " " $0
    if ($0 ~ /\*\//) {
        member = plain(after)
        after = ""
    }
    print
    next
}

/^ +\} *(__attribute__\(\(.*\)\))? *[A-Za-z_0-9]+;$/ {
    $0 = $0 " /**< Consists of the following. */"
}

structure != "" && (class_depth == 0 || depth <= class_depth) && /^ +[A-Za-z_].*;/ && !/\(\)|EMUQ_BITS/ {
    if ($0 ~ /\/\*\*</) {
        text = $0
        sub(/.*\/\*\*</, "", text)
        if ($0 ~ /\*\//)
            member = plain(text)
        else
            after = text
    } else if (own != "") {
        member = own
    } else if ($0 ~ /;$/) {
        $0 = $0 " /**< " (member != "" ? member : structure) " */"
    }
}

/^(typedef )?(struct|union)[^;]*\{$/ || /^class / {
    structure = own != "" ? own : structure
    member = ""
}

/^\}/ {
    structure = ""
}

{
    if ($0 !~ /^#/) {
        shared = ""
        if ($0 !~ /^[ \t]*$/)
            own = ""
    }
    if ($0 ~ /^class /)
        class_depth = 1
    if ($0 ~ /^};/)
        class_depth = 0
    depth += braces($0)
    print
}

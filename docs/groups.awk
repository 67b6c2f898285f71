# SPDX-License-Identifier: BSD-3-Clause
# Doxygen's input filter. The headers say once what holds for many names; doxygen wants every name to have a comment:
#  - inside "@name ... @{" to "@}", a macro or function without a comment of its own gets the group's title;
#  - a macro right below a macro that has a comment shares it.
# A comment is put at the beginning of the line, so line numbers stay.

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
group != "" && own == "" && depth <= class_depth && /^ *[A-Za-z_][A-Za-z_0-9 *:&]*\(/ && !/^ *(if|for|while|switch|return|else|struct|typedef|extern "C") *\(?/ {
    print "/** " group " */ " $0
    depth += braces($0)
    next
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

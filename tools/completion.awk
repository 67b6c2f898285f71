# SPDX-License-Identifier: BSD-3-Clause
# Makes a completion of a shell from the --help text of a tool: lines "  [-x, ]--name[ VALUE|VALUE]  text", and
# lines "  name text" after "commands:".
#   awk -v shell=bash|zsh -v tool=NAME -f completion.awk HELP
# bash offers options, commands as the first word, the words of a choice after an option that has one, and files
# elsewhere; zsh also shows the texts.
function quoted(text) {
    gsub(/'/, "'\\''", text)
    gsub(/\[|\]|:/, "\\\\&", text)
    return text
}

/^$|^[^ ]/ {
    in_commands = $0 == "commands:"
}

in_commands && /^  [a-z]/ {
    commands[++command_count] = $1
    line = $0
    sub(/^ +[^ ]+ +/, "", line)
    command_texts[command_count] = line
}

/^ +(-[a-z], )?--[a-z]/ {
    line = $0
    sub(/^ +(-[a-z], )?/, "", line)
    text = ""
    if (match(line, /   *[^ ]/)) {
        text = substr(line, RSTART + RLENGTH - 1)
        line = substr(line, 1, RSTART - 1)
    }
    name = line
    sub(/( |=|\[).*/, "", name)
    sub(/,$/, "", name)
    value = substr(line, length(name) + 1)
    sub(/, --.*/, "", value)
    gsub(/\[|\]| |=|\.\.\./, "", value)
    options[++count] = name
    texts[count] = text
    choices[count] = value ~ /^[a-z0-9]+(\|[a-z0-9]+)+(\|[A-Z]+)?$/ ? value : ""
    values[count] = value
    if (line ~ /, --/) # "--version, --help" on one line
        options[++count] = substr(line, index(line, ", --") + 2)
}

END {
    if (count == 0) {
        print "completion.awk: the help of " tool " lists no option" >"/dev/stderr"
        exit 1
    }
    name = tool
    gsub(/-/, "_", name)
    if (shell == "bash") {
        printf "# Completion of %s for bash.\n_%s()\n{\n    local current=${COMP_WORDS[COMP_CWORD]} words\n", tool, name
        printf "    case ${COMP_WORDS[COMP_CWORD - 1]} in\n"
        for (i = 1; i <= count; i++)
            if (choices[i] != "") {
                words = choices[i]
                gsub(/\|[A-Z]+$/, "", words)
                gsub(/\|/, " ", words)
                printf "    %s) words=\"%s\" ;;\n", options[i], words
            }
        printf "    *)\n"
        if (command_count > 0) {
            printf "        if [[ $COMP_CWORD -eq 1 && $current != -* ]]; then\n            mapfile -t COMPREPLY < <(compgen -W \""
            for (i = 1; i <= command_count; i++)
                printf "%s%s", (i > 1 ? " " : ""), commands[i]
            printf "\" -- \"$current\")\n            return\n        fi\n"
        }
        printf "        [[ $current == -* ]] || return\n        words=\""
        for (i = 1; i <= count; i++)
            printf "%s%s", (i > 1 ? " " : ""), options[i]
        printf "\"\n        ;;\n    esac\n"
        printf "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n}\n"
        printf "complete -o default -F _%s %s\n", name, tool
        exit 0
    }
    printf "#compdef %s\n_arguments \\\n", tool
    for (i = 1; i <= count; i++) {
        action = ""
        if (choices[i] != "") {
            words = choices[i]
            gsub(/\|[A-Z]+$/, "", words)
            gsub(/\|/, " ", words)
            action = ":value:(" words ")"
        } else if (values[i] != "")
            action = ":" quoted(values[i]) ":_files"
        printf "    '*%s[%s]%s' \\\n", options[i], quoted(texts[i]), action
    }
    if (command_count > 0) {
        printf "    '1:command:(("
        for (i = 1; i <= command_count; i++)
            printf "%s%s\\:\"%s\"", (i > 1 ? " " : ""), commands[i], quoted(command_texts[i])
        print "))' \\"
    }
    print "    '*:file:_files'"
}

"""Completions of the programs' commands and options, for bash, zsh and fish."""

import re
from typing import Dict, List

from documents.help import Command

Options = List[List[str]]


def flags_of(name: str) -> List[str]:
    """The flags in an option's name: "-o,--out FILE" has two, an operand none."""
    return re.findall(r"(?:^|,)(-{1,2}[a-z][\w-]*)", name)


def takes_settings(one: Command) -> bool:
    """Whether settings are flags of the command too."""
    return one.words.startswith("tanbod ") and one.words != "tanbod version"


def options(one: Command) -> Options:
    """The options of a command without settings; `--help` is one of each."""
    return [*one.options, ["--help", "Print this help message and exit"]]


def tree(program: str, commands: List[Command]) -> Dict[str, List[str]]:
    """The words that may follow others: `tanbod` is followed by `admin`, and so on."""
    found: Dict[str, List[str]] = {}
    for one in commands:
        words = one.words.split()
        for end in range(1, len(words)):
            above = " ".join(words[:end])
            if words[end] not in found.setdefault(above, []):
                found[above].append(words[end])
    return found or {program: []}


def sentence_of(words: str, commands: List[Command]) -> str:
    """A command's meaning; a group of commands has none."""
    return next((one.sentence for one in commands if one.words == words), "")


def bash(program: str, commands: List[Command], settings: Options) -> str:
    """The completion for bash."""
    cases = ""
    for words, inner in tree(program, commands).items():
        cases += f"        '{words}') words='{' '.join(inner)} --help' ;;\n"
    for one in commands:
        names = [flag for name, _ in options(one) for flag in flags_of(name)]
        more = "$settings" if takes_settings(one) else ""
        cases += f"        '{one.words}') words=\"{' '.join(names)} {more}\" ;;\n"
    known = " | ".join(f"'{words}'" for words in [
        *(one.words for one in commands), *tree(program, commands)] if " " in words)
    return f"""# Completion of {program} for bash, made from what {program} --help prints.
_{program}() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} path={program} word words=
    local settings='{" ".join(name for name, _ in settings)}'
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$path $word" in
            {known}) path+=" $word" ;;
        esac
    done
    case $path in
{cases}    esac
    COMPREPLY=()
    case $current in
        -*) ;;
        *) [ "${{words#-}}" = "$words" ] || words= ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o default -F _{program} {program}
"""


def quoted(text: str) -> str:
    """The text between single quotes, without the signs that _describe and _arguments read."""
    return re.sub(r"[\[\]:\\]", " ", text).replace("'", "'\\''").strip()


def zsh(program: str, commands: List[Command], settings: Options) -> str:
    """The completion for zsh."""
    cases = ""
    for words, inner in tree(program, commands).items():
        told = [(word, quoted(sentence_of(f"{words} {word}", commands))) for word in inner]
        rows = "".join(f"                '{word}:{text}'\n" for word, text in told)
        cases += (f"        '{words}')\n            commands=(\n{rows}            )\n"
                  "            _describe command commands\n            ;;\n")
    for one in commands:
        rows = "".join(f"                {zsh_row(flag, name, text)} \\\n"
                       for name, text in options(one) for flag in flags_of(name))
        more = "$settings " if takes_settings(one) else ""
        cases += (f"        '{one.words}')\n            _arguments \\\n{rows}"
                  f"                {more}'*:file:_files'\n            ;;\n")
    known = " | ".join(f"'{words}'" for words in [
        *(one.words for one in commands), *tree(program, commands)] if " " in words)
    return f"""#compdef {program}
# Completion of {program} for zsh, made from what {program} --help prints.
_{program}() {{
    local path_of={program} word
    local -a commands settings
    settings=({" ".join(zsh_row(name, f"{name} VALUE", text) for name, text in settings)})
    for word in "${{(@)words[2,CURRENT-1]}}"; do
        case "$path_of $word" in
            {known}) path_of+=" $word" ;;
        esac
    done
    case $path_of in
{cases}    esac
}}
_{program} "$@"
"""


def zsh_row(flag: str, name: str, text: str) -> str:
    """An option as _arguments takes it."""
    return f"'{flag}[{quoted(text)}]{'' if is_flag(name) else ':value:_files'}'"


def is_flag(name: str) -> bool:
    """Whether an option takes no value."""
    return " " not in name


def fish(program: str, commands: List[Command], settings: Options) -> str:
    """The completion for fish."""
    lines = [f"# Completion of {program} for fish, made from what {program} --help prints."]
    for words, inner in tree(program, commands).items():
        above = words.split()[1:]
        seen = [f"__fish_seen_subcommand_from {above[-1]}"] if above else []
        unseen = [f"not __fish_seen_subcommand_from {' '.join(inner)}"]
        when = "; and ".join(seen + unseen)
        for word in inner:
            told = fish_quoted(sentence_of(f"{words} {word}", commands))
            lines.append(f"complete -c {program} -f -n '{when}' -a {word} -d '{told}'")
    for one in commands:
        when = "; and ".join(f"__fish_seen_subcommand_from {word}"
                             for word in one.words.split()[1:])
        lines += [fish_row(program, when, flag, name, text)
                  for name, text in options(one) for flag in flags_of(name)]
    first = sorted({one.words.split()[1] for one in commands if takes_settings(one)})
    lines += [fish_row(program, f"__fish_seen_subcommand_from {' '.join(first)}", name,
                       f"{name} VALUE", text) for name, text in settings]
    return "\n".join(lines) + "\n"


def fish_row(program: str, when: str, flag: str, name: str, text: str) -> str:
    """An option as `complete` takes it."""
    kind = f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}"
    value = "" if is_flag(name) else " -r"
    return f"complete -c {program} -n '{when}' {kind}{value} -d '{fish_quoted(text)}'"


def fish_quoted(text: str) -> str:
    """The text between single quotes of fish."""
    return text.replace("\\", "\\\\").replace("'", "\\'")

"""The words of documents and texts: none that the house voice bans, and none misspelt.

The texts of C++ and of the contract, which spoken.py finds, count for the spelling, too.

Documents and texts are English by Debian's hunspell for en_GB, German ones by de_DE. Words that no
dictionary has are in words/en.txt and words/de.txt, one a line.
"""

import functools
import json
import pathlib
import re
import subprocess
from typing import Dict, Iterator, Set, Tuple

import manual
import spoken
from source import ROOT, Finding, tracked

HERE = pathlib.Path(__file__).parent / "words"
TEXTS = ROOT / "server" / "web" / "client" / "src" / "text"
DICTIONARIES = {"en": "en_GB", "de": "de_DE"}
WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?")

# A choice of a message, such as {n, plural, one {# stone} other {# stones}}, and one of its cases.
CASE = re.compile(r"[=\w-]+ *\{((?:[^{}]|\{\w+\})*)\}")
CHOICE = re.compile(r"\{\w+, *\w+,((?:\s*" + CASE.pattern.replace("((?:", "(?:(?:") + r")+)\s*\}")

# Protocols of measurements, and mails of people: nothing that this project tells.
NOT_TOLD = re.compile(r"tests/bench/.*RESULTS\.md|tests/server/mail/corpus/")

# German addresses no one.
ADDRESSED = re.compile(r"\b(?:du|dich|dir|dein(?:e[mnrs]?)?)\b", re.IGNORECASE)


def documents(root=ROOT) -> Iterator[pathlib.Path]:
    """The documents for people."""
    for path in tracked(".md", root=root):
        if not NOT_TOLD.match(path.relative_to(root).as_posix()):
            yield path


def language_of(path) -> str:
    """The language of a file of texts or a document: rules.de.md and pages.de.json are German."""
    return "de" if path.stem.split(".")[-1] == "de" else "en"


def told(path) -> Iterator[Tuple[int, str]]:
    """The lines of a document with their numbers, without code, links and addresses."""
    for number, line in manual.prose(path.read_text(encoding="utf-8")):
        if number and not line.startswith("    "):
            yield number, re.sub(r"<?https?://\S+|\S+@\S+|[\w./-]*/[\w./-]+", " ", line)


# --- banned words ---

def of_documents(root=ROOT) -> Iterator[Finding]:
    """Banned words of documents."""
    for path in documents(root):
        if language_of(path) == "en":
            for number, line in told(path):
                for word in manual.BANNED.findall(line):
                    yield Finding(path.relative_to(root), number, f"say it without {word!r}")


def of_texts(folder=TEXTS) -> Iterator[Finding]:
    """Banned words of the client's texts."""
    for path in sorted(folder.glob("*.json")):
        banned = {"en": manual.BANNED, "de": ADDRESSED}[language_of(path)]
        for key, text in json.loads(path.read_text(encoding="utf-8")).items():
            for word in banned.findall(plain(text)):
                yield Finding(path.relative_to(folder), 1, f"{key}: say it without {word!r}")


# --- spelling ---

def unknown(words: Set[str], language: str) -> Set[str]:
    """The words that hunspell does not know."""
    result = subprocess.run(
        ["hunspell", "-d", DICTIONARIES[language], "-i", "utf-8", "-l"], check=True,
        input="\n".join(sorted(words)), capture_output=True, encoding="utf-8")
    assert "Can't open" not in result.stderr, result.stderr
    return set(result.stdout.split())


def listed(language: str) -> Set[str]:
    """The words of the project that no dictionary has."""
    return set((HERE / f"{language}.txt").read_text(encoding="utf-8").split())


def words_of(text: str) -> Iterator[str]:
    """The words of a text, without names in capitals and names of code."""
    for found in WORD.findall(text):
        word = found.replace("’", "'").removesuffix("'s")
        if len(word) > 1 and word[1:] == word[1:].lower():
            yield word


def plain(message: str) -> str:
    """A text of the client without placeholders, and with the words of all its cases."""
    text, before = message, ""
    while text != before:
        before = text
        text = CHOICE.sub(lambda choice: CASE.sub(r" \1 ", choice[1]), text)
    return re.sub(r"\{\w+\}|#", " ", text)


@functools.cache
def used(language: str) -> Dict[str, str]:
    """The words of all documents and texts of a language, each with a place that has it."""
    found: Dict[str, str] = {}
    for path in documents():
        if language_of(path) == language:
            for number, line in told(path):
                for word in words_of(line):
                    found.setdefault(word, f"{path.relative_to(ROOT)}:{number}")
    for path in sorted(TEXTS.glob(f"*{language}.json")):
        for key, text in json.loads(path.read_text(encoding="utf-8")).items():
            for word in words_of(plain(text)):
                found.setdefault(word, f"{path.name}: {key}")
    for text in spoken.texts() if language == "en" else ():
        for word in words_of(spoken.without_code(text.text)):
            found.setdefault(word, f"{text.path}:{text.line}")
    return found


def misspelt(language: str) -> Dict[str, str]:
    """The words that neither the dictionary nor the project's list has, and where they are."""
    wrong = unknown(set(used(language)), language) - listed(language)
    return {word: used(language)[word] for word in sorted(wrong)}

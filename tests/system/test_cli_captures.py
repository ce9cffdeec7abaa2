"""Screens of `tanbo` at real terminals, kept as golden files: their text and their colours."""

import asyncio
import os
import pathlib
import subprocess
import time

import pytest

from support.patience import PATIENCE_S
from support.rest import Rest
from support.terminal import TANBO, Machine, Tty

GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden" / "terminal"
SIZES = [(80, 24), (120, 40)]
LOOKS = {
    "unicode-colour": {"LC_ALL": "C.UTF-8", "TANBO_BOARD": "", "COLORTERM": "truecolor"},
    "unicode-plain": {"LC_ALL": "C.UTF-8", "TANBO_BOARD": "", "NO_COLOR": "1"},
    "ascii-colour": {"LC_ALL": "C", "COLORTERM": ""},
    "ascii-plain": {"LC_ALL": "C", "NO_COLOR": "1"},
}
SCENES = {
    "two": ("9x9", ["anna", "ben"], 20),
    "four": ("19x19-4p", ["anna", "ben", "carl", "dora"], 88),
}


def picture(tty):
    """The rows of the screen, then the colours that it uses, with the number of cells of each."""
    counts = {}
    for row in tty.screen.buffer.values():
        for cell in row.values():
            if cell.data.strip() and (cell.fg, cell.bg) != ("default", "default"):
                colour = f"{cell.fg} on {cell.bg}"
                counts[colour] = counts.get(colour, 0) + 1
    colours = [f"{colour}: {count}" for colour, count in sorted(counts.items())]
    return "\n".join([*tty.rows(), "--", *colours]) + "\n"


def matches_golden(name, text):
    """Whether a golden file says the same; TANBO_REWRITE_GOLDEN writes it again."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("TANBO_REWRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8") == text


async def played(server, setup, handles, moves):
    """A game with these moves, drawn by their number; its number and the first player's token."""
    async with Rest(server) as rest:
        players = [await rest.account(handle) for handle in handles]
        game = (await players[0].open_game(setup=setup))["id"]
        for player in players[1:]:
            await player.join(game)
        for ply in range(moves):
            legal = (await players[0].get(f"/games/{game}/legal-moves", expect=200)).json
            seats = ["black", "white", "red", "green"]
            mover = players[seats.index(legal["to_move"])]
            await mover.move(game, legal["points"][ply * 7 % len(legal["points"])], ply)
        return game, players[0].token


@pytest.mark.parametrize("scene", SCENES)
def test_a_game_looks_as_its_golden_files_say(server, tmp_path, scene):
    setup, handles, moves = SCENES[scene]
    game, token = asyncio.run(played(server, setup, handles, moves))
    for look, variables in LOOKS.items():
        machine = Machine(tmp_path / look)
        machine.environment.pop("NO_COLOR", None)
        machine.environment.update(variables)
        for size in SIZES:
            with Tty(machine, "play", server.url, str(game), size=size, token=token) as tty:
                tty.shows(f"ply {moves}", "Your move, black:")
                tty.press("\x1b[A")
                tty.shows("Enter: choose")
                name = f"{scene}-{size[0]}x{size[1]}-{look}"
                assert matches_golden(name, picture(tty)), name


class Tmux:
    """A program in a window of tmux of this size. Use with `with`."""

    def __init__(self, machine, folder, size, *words):
        settings = folder / "settings"
        settings.write_text("set-option -g status off\n")  # a line of its own would take a row
        self.server = ["tmux", "-S", str(folder / f"{size[0]}"), "-f", str(settings)]
        exported = [f"{name}={value}" for name, value in machine.environment.items()]
        self.begin = [*self.server, "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]),
                      "env", "-i", *exported, *words]
        self.environment = machine.environment

    def __enter__(self):
        subprocess.run(self.begin, check=True, env=self.environment)
        return self

    def __exit__(self, *_):
        self.tell("kill-server")

    def tell(self, *words):
        """Gives tmux a command; what it prints."""
        return subprocess.run([*self.server, *words], check=True, capture_output=True, text=True,
                              env=self.environment).stdout

    def rows(self):
        """The screen, without blanks at the ends of lines."""
        return [row.rstrip() for row in self.tell("capture-pane", "-p").splitlines()]

    def shows(self, text):
        """Waits until some row has the text."""
        deadline = time.monotonic() + PATIENCE_S
        while not any(text in row for row in self.rows()):
            assert time.monotonic() < deadline, self.rows()
            time.sleep(0.05)


def golden_rows(name):
    """The rows of a golden file, without blanks at their ends."""
    rows = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").partition("\n--\n")[0]
    return [row.rstrip() for row in rows.split("\n")]


@pytest.mark.parametrize("scene", SCENES)
def test_tmux_shows_what_the_golden_files_say(server, tmp_path, scene):
    setup, handles, moves = SCENES[scene]
    game, token = asyncio.run(played(server, setup, handles, moves))
    for look, variables in LOOKS.items():
        folder = tmp_path / look
        folder.mkdir()
        machine = Machine(folder)
        machine.environment.pop("NO_COLOR", None)
        machine.environment.update({**variables, "TANBO_TOKEN": token, "TERM": "xterm"})
        for size in SIZES:
            name = f"{scene}-{size[0]}x{size[1]}-{look}"
            words = (TANBO, "play", server.url, str(game))
            with Tmux(machine, folder, size, *words) as tmux:
                tmux.shows(f"ply {moves}")
                tmux.tell("send-keys", "Up")
                tmux.shows("Enter: choose")
                assert "\n".join(tmux.rows()) == "\n".join(golden_rows(name)), name
                has_colours = "\x1b[3" in tmux.tell("capture-pane", "-p", "-e")
                assert has_colours == ("NO_COLOR" not in variables), name


def test_a_capture_notices_a_sign_and_a_colour(server, tmp_path):
    """The control: another cursor, and no colours."""
    game, token = asyncio.run(played(server, *SCENES["two"]))
    for variables, key in ((LOOKS["unicode-colour"], "\x1b[A\x1b[C"),
                           ({**LOOKS["unicode-colour"], "NO_COLOR": "1"}, "\x1b[A")):
        machine = Machine(tmp_path)
        machine.environment.pop("NO_COLOR", None)
        machine.environment.update(variables)
        with Tty(machine, "play", server.url, str(game), size=SIZES[0], token=token) as tty:
            tty.shows("ply 20", "Your move, black:")
            tty.press(key)
            tty.shows("Enter: choose")
            golden = GOLDEN / "two-80x24-unicode-colour.txt"
            assert golden.read_text(encoding="utf-8") != picture(tty)

"""A game in `tanbo` as a person sees it: real terminals, and what stands on their screens."""

import asyncio
import re
import signal

import pytest

from support.analyses import searcher, working
from support.rest import Player, Rest
from support.terminal import Machine, Tty

HANDLES = ["anna-with-a-handle-this-", "ben-with-a-handle-this-l", "carl-with-a-handle-this-",
           "dora-with-a-handle-this-"]
HOUR = {"kind": "total", "total_s": 3599}
COMMON = (80, 24)
LARGE = (120, 40)


class Club:
    """A game and its players, who can do things without a terminal."""

    def __init__(self, server, handles, **request):
        self.server = server
        self.players = asyncio.run(self._begin(handles, request))

    async def _begin(self, handles, request):
        async with Rest(self.server) as rest:
            players = [await rest.account(handle) for handle in handles]
            self.game = (await players[0].open_game(**request))["id"]
            for player in players[1:]:
                await player.join(self.game)
            return [(player.handle, player.token) for player in players]

    def ask(self, who, method, path, body=None):
        """The server's answer to one of the players, below the game."""
        async def send():
            async with Rest(self.server) as rest:
                player = Player(rest, *self.players[who])
                return await player.request(method, f"/games/{self.game}{path}", body)

        return asyncio.run(send())

    def say(self, who, text):
        """One of the players says something."""
        assert self.ask(who, "POST", "/chat", {"text": text}).status == 201

    def move(self, who, point, ply):
        """One of the players places a stone."""
        assert self.ask(who, "POST", "/moves", {"point": point, "ply": ply}).status == 201

    def legal(self):
        """A point that may be played."""
        return self.ask(0, "GET", "/legal-moves").json["points"][0]

    def tty(self, machine, who, size=COMMON):
        """The terminal of one of the players."""
        return Tty(machine, "play", self.server.url, str(self.game), size=size,
                   token=self.players[who][1])

    def watcher(self, machine, size=COMMON):
        """The terminal of somebody who watches."""
        return Tty(machine, "watch", self.server.url, str(self.game), size=size)


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.fixture
def duel(server):
    """Anna and Ben on 9x9 with a clock."""
    return Club(server, ["anna", "ben"], setup="9x9", clock=HOUR)


def board_rows(rows):
    """The content of the rows of a board of 19, by the names of its rows."""
    found = [re.match(r"( ?\d+)((?:[ <>123][^ ]){19})", row) for row in rows]
    return [match[1].strip() for match in found if match]


def headings(rows):
    """How often the names of the columns stand there: above the board, and below."""
    return len([row for row in rows if row.startswith("   A B C D")])


def seconds(clock):
    """Of "59:58"."""
    minutes, rest = clock.split(":")
    return 60 * int(minutes) + int(rest)


def clocks(rows):
    """The clocks of all seats, in seconds."""
    return [seconds(found[1]) for row in rows if (found := re.search(r" (\d+:\d\d)$", row))]


@pytest.mark.parametrize("size", [COMMON, LARGE])
def test_a_board_of_19_and_four_players_fit_the_screen(server, machine, size):
    club = Club(server, HANDLES, setup="19x19-4p", clock=HOUR)
    club.say(1, "你好 and good luck 😀 to everybody who plays in this long game of ours!")

    with club.tty(machine, 0, size) as tty:
        rows = tty.shows(*HANDLES, "你好", "Your move, black:")

    assert board_rows(rows) == [str(row) for row in range(19, 0, -1)]
    assert rows[0].startswith("   A B C D E F G H J K L M N O P Q R S T")
    assert len([row for row in rows if "roots" in row]) == 4
    assert len(clocks(rows)) == 4
    assert rows[-1] == "Your move, black:"
    assert any("The game begins." in row for row in rows)
    assert headings(rows) == (2 if size == LARGE else 1)


def test_only_the_clock_of_the_seat_to_move_counts_down(duel, machine):
    with duel.tty(machine, 0) as tty:
        before = clocks(tty.waits(lambda rows: len(clocks(rows)) == 2, "clocks"))
        tty.waits(lambda rows: clocks(rows)[0] < before[0], "black's time")
        assert clocks(tty.rows())[1] == before[1] == HOUR["total_s"]

        tty.type("h7")
        tty.shows("black H7.", "(for a list")
        black = clocks(tty.rows())[0]
        tty.waits(lambda rows: clocks(rows)[1] < HOUR["total_s"], "white's time")

        assert clocks(tty.rows())[0] == black < HOUR["total_s"]


def test_two_people_play_talk_and_agree(duel, machine, tmp_path):
    with duel.tty(machine, 0) as anna, duel.tty(Machine(tmp_path / "ben"), 1) as ben:
        anna.shows("Your move, black:")
        ben.shows("(for a list of commands, type help)")
        anna.type("say 你好 Zoë 😀")
        ben.shows("anna: 你好 Zoë 😀")
        ben.type("say hi @anna")
        anna.shows("ben: hi @anna")

        anna.type("H7")
        ben.shows("black H7.", "Your move, white:")
        anna.type("undo")
        ben.shows("Type accept or")
        ben.type("decline")
        anna.shows("white declines.")
        ben.hides("Type accept or")
        anna.type("undo")
        ben.shows("Type accept or")
        ben.type("accept")
        anna.shows("black undoes a move: back to ply 0.", "Your move, black:", "ply 0")

        ben.type("pause")
        anna.shows("white proposes a pause.")
        anna.type("accept")
        for tty in (anna, ben):
            tty.shows("ply 0, paused")
        ben.type("resume")
        anna.shows("The game resumes.")
        anna.hides("ply 0, paused")
        anna.type("accept")
        anna.shows("No proposal needs your answer.")


def test_a_preview_says_in_words_what_a_stone_would_do(duel, machine):
    with duel.tty(machine, 0) as tty:
        tty.shows("Your move, black:")
        tty.type("preview h7")
        tty.shows("black H7 would extend the root H8 to 2 stones. It would remove nothing.")
        tty.type("preview E5")
        tty.shows("black E5 is illegal: it touches none of black's stones")
        tty.type("E5")
        tty.shows("(illegal-move)")

    assert duel.ask(0, "GET", "").json["ply"] == 0


def test_a_plan_is_made_shown_played_and_dropped(duel, machine):
    with duel.tty(machine, 1) as ben:
        ben.shows("(for a list of commands, type help)")
        ben.type("plan")
        ben.shows("(no-such-plan)")
        ben.type("plan if black H7 than B7")
        ben.shows("The plan can't be read")
        ben.type("plan if black H7 then B7 (if any then B6), else if any then C2")
        ben.shows("Your plan from ply 0: if black H7 then B7 (if any then B6), else if any")
        duel.move(0, "H7", 0)
        ben.shows("white B7.")
        ben.type("plan")
        ben.shows("if any then B6")
        ben.type("unplan")
        ben.shows("You have no plan in this game.")

    assert duel.ask(1, "GET", "/plan").status == 404


def test_a_hint_says_what_to_play_or_why_there_is_none(make_server, duel, machine):
    async def begin():
        async with Rest(server) as rest:
            program = await searcher(rest)
            player = await rest.guest()
            game = await player.open_game(setup="9x9", seats=["me", "bot:5"])
            return program.token, str(game["id"]), player.token

    server = make_server(("--bots", "elsewhere"))
    searchers_token, game, token = asyncio.run(begin())
    with (working(server, searchers_token),
          Tty(machine, "play", server.url, game, size=COMMON, token=token) as tty):
        tty.shows("Your move, black:")
        tty.type("hint")
        tty.shows(" extends your root at H")
    with duel.tty(machine, 0) as anna:
        anna.shows("Your move, black:")
        anna.type("hint")
        anna.shows("(no-hints-here)")


def test_a_leavers_seat_goes_to_a_bot(make_server, machine):
    server = make_server(("--bots", "yes", "--bots-memory", "0"))
    club = Club(server, ["anna", "ben", "carl", "dora"], setup="19x19-4p",
                leaver_policy="substitute")
    with club.tty(machine, 0) as anna:
        anna.shows("Your move, black:")
        anna.type("substitute bot:5")
        anna.shows("(seat-not-offered)")
        club.ask(2, "POST", "/leave", {})
        anna.shows("resigned, open")
        for words, said in (("", "Name a bot"), ("dora", "Name a bot"),
                            ("bot:5 pink", '"pink" is not a seat'), ("bot:77", "(no-such-bot)"),
                            ("bot:5 white", "(seat-not-offered)")):
            anna.type(f"substitute {words}")
            anna.shows(said)

        anna.type("substitute BOT:5 red")

        anna.shows("bot:5 takes over red.")
        anna.hides("resigned, open")
        anna.type("substitute bot:5")
        anna.shows(f"bot:5 has already taken seat red in game {club.game}.")


def test_whoever_leaves_is_told_that_they_play_no_longer(server, machine):
    club = Club(server, ["anna", "ben", "carl", "dora"], setup="19x19-4p")
    with club.tty(machine, 1) as ben:
        ben.shows("(for a list of commands, type help)")
        ben.type("leave")
        ben.shows("Type yes to confirm")
        ben.type("yes")
        ben.shows("resigned", "(you are no longer in this game; type help for commands)")
    with club.tty(machine, 1) as ben:
        ben.shows("resigned", "(you are no longer in this game; type help for commands)")


def test_seats_are_swapped(server, machine):
    club = Club(server, ["anna", "ben"], setup="9x9", swap=True)
    with club.tty(machine, 1) as ben:
        ben.shows("(for a list of commands, type help)")
        ben.type("swap")
        ben.shows("(swap-too-early)")
        club.move(0, "H7", 0)
        ben.shows("Your move, white:")
        ben.type("swap")
        rows = ben.shows("The players swap seats")

    assert any("# black ben" in row for row in rows)


def test_a_resize_draws_the_screen_again_and_keeps_what_is_typed(server, machine):
    club = Club(server, HANDLES, setup="19x19-4p")
    typed = "Your move, black: say half a li"
    with club.tty(machine, 0) as tty:
        tty.shows("Your move, black:")
        tty.press("say half a li")
        tty.shows(typed)

        tty.resize(*LARGE)
        tty.waits(lambda rows: headings(rows) == 2 and rows[-1] == typed, "the large screen")
        tty.resize(*COMMON)
        tty.waits(lambda rows: headings(rows) == 1 and rows[-1] == typed, "the common screen")

        club.move(0, club.legal(), 0)
        rows = tty.shows("(for a list of commands, type help) say half a li")
        assert board_rows(rows) == [str(row) for row in range(19, 0, -1)]


def test_a_terminal_that_is_too_small_says_so(server, machine):
    club = Club(server, HANDLES, setup="19x19-4p")
    with club.tty(machine, 0, size=(40, 12)) as tty:
        tty.shows("This board needs a terminal of 80x24.")
        tty.resize(*COMMON)
        tty.shows(*HANDLES)


def test_help_takes_a_page_and_enter_goes_back(duel, machine):
    with duel.tty(machine, 0) as tty:
        tty.shows("Your move, black:")
        tty.type("help")
        rows = tty.shows("Enter: back to the board")
        assert rows[0].startswith("E5 ")
        assert any(row.startswith("substitute bot:5 ") for row in rows)
        assert any(row.startswith("quit ") for row in rows)
        tty.type("")
        tty.shows("Your move, black:", "# black anna")


@pytest.mark.parametrize("how", ["quit", "control-c", "control-d", "terminate", "resign"])
def test_the_terminal_comes_back_and_who_played_is_named(duel, machine, how):
    with duel.tty(machine, 0) as tty:
        tty.shows("Your move, black:")
        assert not tty.is_given_back()
        if how == "quit":
            tty.type("quit")
        elif how == "control-c":
            tty.press("\x03")
        elif how == "control-d":
            tty.press("\x04")
        elif how == "terminate":
            tty.process.send_signal(signal.SIGTERM)
        else:
            tty.type("leave")
            tty.shows("Type yes to confirm")
            tty.type("yes")
        status = tty.end()
        said = tty.seen[tty.seen.rindex("\x1b[?1049l"):]

        assert status == {"control-c": 130, "terminate": 143}.get(how, 0)
        assert tty.is_given_back()
        assert "You play as anna. To come back: use the same token again." in said
        assert "tbo_" not in said
        assert ("has won." in said) == (how == "resign")
        assert "black to move" in said.lower() or how == "resign"


def test_a_watcher_looks_on_and_may_not_play(duel, machine):
    with duel.watcher(machine) as tty:
        tty.shows("# black anna", "ben", "(for a list of commands, type help)")
        tty.type("H7")
        tty.shows("Only players can do that. For a list of commands, type help.")
        tty.type("help")
        rows = tty.shows("Enter: back to the board", "quit ")
        assert not any(row.startswith(("undo ", "leave ", "plan ")) for row in rows)
        tty.type("")
        tty.type("preview H7")
        tty.shows("black H7 would extend the root H8")
        duel.move(0, "H7", 0)
        tty.shows("black H7.", ">O white ben")


def test_a_lost_connection_is_told_and_comes_back(duel, machine):
    duel.server.settle()
    with duel.tty(machine, 0) as tty:
        tty.shows("Your move, black:")
        duel.server.kill()
        tty.shows("connection lost, trying again")
        tty.press("H")
        tty.shows("Your move, black: H")
        duel.server.start()
        tty.hides("connection lost")
        tty.type("7")
        tty.shows("black H7.")

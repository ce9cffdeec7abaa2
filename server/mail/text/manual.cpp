#include "server/mail/text/manual.hpp"

#include <array>

#include "engine/opening.hpp"
#include "protocol/games/game_options.hpp"
#include "server/mail/text/layout.hpp"

namespace tanbo::mail::text {

namespace {

// Source: rule sheet.
constexpr std::string_view rules_of_tanbo = R"(The rules of Tanbo
------------------
Tanbo is a game by Mark Steere (1993).

The board is that of go, 19 by 19 points or smaller. Points are named by
a letter, A to T without I, and a number: A1 is bottom left. Neighbours
are points next to each other along a line, never diagonally. The game
starts with some stones on the board. From each of them grows a root: a
connected group of stones of one colour.

A turn. Place one stone of your colour on an empty point that touches
exactly one stone of your own. Stones of other colours do not matter.
There is no passing. So a root only ever grows at its tips, and two
roots never meet.

    . . 1 . .
    . 1 # 1 .     Black (#) may play on every 1: it touches one #.
    . 1 # 2 .     Not on a 2: two # touch it.
    . . 2 # 1     Not on a dot: no # touches it.
    . . . 1 .

Root space. The root space of a root is the points where it can still
grow. A root without root space is bounded.

Removal. Look first at the root that has just grown. If it is bounded,
only this root is removed: other bounded roots have root space again. If
it is not, all bounded roots of every colour are removed at once.

The end. A player with no stones left is out. The last player left wins.
There are no draws, and no position ever comes twice. You can lose your
last root by your own move.

More than two play in turn. If a player resigns, leaves or runs out of
time, all their roots are removed and the others play on. Players who go
out by the same move share a place.

In 5x5x5 a point has three digits, X Y Z, and up to six neighbours. On a
line it has one number. The rules are the same.

Beginners start on 9x9, where a game lasts some 70 stones. On 19x19, a
game between people lasts about 200.
)";

const std::string challenge_usage =
    "challenge HANDLE... [--setup=SETUP] [--clock=CLOCK] " + protocol::options_usage();
const std::string challenge_detail =
    "Name as many players as the setup needs. `open` leaves a seat to anyone. `bot:1` to "
    "`bot:10` are the server's house bots, if it has some; they start at once. Without options, "
    "the game is on 19x19, without a clock and not rated. Clocks: none; 3d/move, three days per "
    "move; 3d+1d/7d, three days plus one per move, at most seven; 5m+10s, the same without a "
    "maximum; total:30d, thirty days for all moves. Units are s, m, h, d and w. To stop the "
    "clock at times, append them: 3d/move,weekends,sleep,vacations. " +
    protocol::options_meaning();

const std::array verbs{
    MailVerb{"help", "help [COMMAND]", "this text, or more about one command",
             "Without a command, you get the whole manual."},
    MailVerb{"rules", "rules", "the rules of Tanbo", "One page, with an example."},
    MailVerb{"setups", "setups", "the boards and starting positions",
             "Use the name in the first column with --setup= and `test`."},
    MailVerb{"test", "test [SETUP]", "a board, to check how your email program shows it",
             "If its columns don't line up, choose a monospaced font. Without a setup, it is "
             "19x19."},
    MailVerb{"register", "register HANDLE", "create an account with this username",
             "The server emails you a link; opening it creates the account. A handle has 2 to 24 "
             "letters, digits, \"-\" or \"_\" and begins with a letter. Do not send a password. "
             "You choose it on the page behind the link."},
    MailVerb{"challenge", challenge_usage, "challenge players to a game", challenge_detail},
    MailVerb{"accept", "accept CHALLENGE", "take a seat in a challenge",
             "CHALLENGE is its number. In a reply to the email about it, `accept` is enough."},
    MailVerb{"decline", "decline CHALLENGE [REASON]", "decline a challenge",
             "The challenger sees your reason. In a reply to the email about the challenge, you "
             "can omit its number."},
    MailVerb{"games", "games [HANDLE]", "your games, or those of another player",
             "Games in progress. Those in which it is your turn come first."},
    MailVerb{"turns", "turns", "your open turns",
             "Moves, proposals, seats and challenges that need your answer, the most urgent "
             "first."},
    MailVerb{"show", "show GAME[#PLY]", "the board, now or after so many stones",
             "`show 17` is the board of game 17 now. `show 17#34` is the one after 34 stones."},
    MailVerb{"history", "history GAME", "all events of a game",
             "All moves in order, and what they removed."},
    MailVerb{"preview", "preview GAME POINT", "what a stone would do, without playing it",
             "The board as it would be, and the roots that the stone would remove."},
    MailVerb{"move", "move GAME POINT[#PLY]", "place a stone",
             "In a reply to a turn email, the point alone on its line is enough: K10. The server "
             "plays `move 17 K10#34` only while 34 stones have been placed, so it can't come too "
             "late. The server never guesses a point. If the point is not legal, it answers with "
             "the board and the legal moves. On flat boards, a point is a letter and a number "
             "(no I). In 5x5x5 it has three digits; on a line it is a number."},
    MailVerb{"swap", "swap GAME", "take the other seat after the first stone",
             "Only in games with --swap, and only instead of the second player's first move."},
    MailVerb{"plan", "plan GAME[#PLY] if COLOUR POINT then POINT [, else if ...]",
             "answer moves in advance",
             "plan 17 if white K10 then L10, else if white K9 then L9 guarded (G13 3, A7). The "
             "server plays the first case that fits at once. `any` stands for any point, or any "
             "colour and point. `if white K10 and red B2` waits for both moves. guarded (ROOT N, "
             "...) plays only while a root has at least N points of root space, or 1 without N. "
             "ROOT is the point of the root in the starting position. Put the next moves in "
             "parentheses: then L10 (if white M10 then N10). A plan can take several lines, up "
             "to a blank one. It replaces the plan before. It ends when it has no answer to a "
             "move."},
    MailVerb{"unplan", "unplan GAME", "drop your plan",
             "The server no longer answers moves for you."},
    MailVerb{"resign", "resign GAME", "resign a game",
             "The server asks you to confirm. Reply to that email with the same word."},
    MailVerb{"leave", "leave GAME", "leave a game, or free your seat before it starts",
             "Your roots are removed, or a substitute takes the seat if the game allows it. The "
             "server asks you to confirm. Reply to that email with the same word."},
    MailVerb{"substitute", "substitute GAME [BOT] [COLOUR]",
             "take over the seat of a leaver, or give it to a bot",
             "Only in games with --leaver-policy=substitute, while the seat is offered. "
             "`substitute 17` is for new players of game 17. If you play in it and it is not "
             "rated, `substitute 17 bot:5` gives the seat to a house bot. With several seats, "
             "you get the first one. To choose, name the colour: `substitute 17 bot:5 red`."},
    MailVerb{"undo", "undo GAME", "propose to undo your last move",
             "It happens when the other players agree."},
    MailVerb{"pause", "pause GAME", "propose a pause",
             "The clocks stop when all players agree. A move ends the pause."},
    MailVerb{"yes", "yes GAME", "accept another player's proposal",
             "For example an undo or a pause."},
    MailVerb{"no", "no GAME", "decline, or withdraw your own proposal",
             "For example an undo or a pause."},
    MailVerb{"say", "say GAME TEXT", "write a line to the other players",
             "In a reply to an email about a game, you can omit the number if you put a colon "
             "after the word: `say: Good luck!` Other words in your emails reach no player."},
    MailVerb{"watch", "watch GAME [each|daily]", "follow a game by email",
             "You get the board after each move, or once a day. Without an account, you first "
             "get an email with a link."},
    MailVerb{"unwatch", "unwatch GAME", "stop following a game",
             "Every email about the game also has a link for this."},
    MailVerb{"vacation", "vacation FROM..TO", "days on which your time does not run",
             "vacation 2026-12-20..2027-01-03 includes both days. It counts in games with "
             "clocks that stop during `vacations`."},
    MailVerb{"notify", "notify each|away|digest|off", "choose when you get emails",
             "each: at every turn, even while you view the board; away: only while you are away; "
             "digest: once a day; off: never."},
    MailVerb{"standings", "standings [SETUP]", "the best players on a board",
             "Without a setup, it is 19x19."},
    MailVerb{"ratings", "ratings [HANDLE]", "a player's ratings and last rated games",
             "Without a handle, you get your own."},
    MailVerb{"tournaments", "tournaments", "list tournaments",
             "You get those you play in, those you can enter and those in progress, with their "
             "numbers."},
    MailVerb{"enter", "enter TOURNAMENT", "enter a tournament",
             "Entering is consent: the server starts your games and emails you."},
    MailVerb{"withdraw", "withdraw TOURNAMENT", "withdraw from a tournament",
             "You are not paired any more. Games in progress go on; `resign` ends them."},
    MailVerb{"table", "table TOURNAMENT", "the standings of a tournament",
             "Places, points and tie-breaks."},
};

constexpr std::string_view heading =
    "Tanbo by email\n"
    "==============\n"
    "\n"
    "Tanbo is a game by Mark Steere. You can play it here by email, on the\n"
    "website and with programs, all in the same games.\n";

std::string how_to_write(std::string_view address) {
    return "\nSending commands\n----------------\n" +
           wrapped(
               "Write to " + std::string(address) +
               ". Put commands in the subject or in the first lines of the email, one per line. "
               "The server stops reading at a signature (a line \"--\"), a quote or a line "
               "\"quit\". It reads at most 200 lines and 20 commands.") +
           "\n" +
           wrapped(
               "When it is your turn, you get an email with the board. To play, reply with your "
               "point on a line of its own:") +
           "\n    K10\n\n" +
           wrapped(
               "The server ignores the rest of your reply. But if your words doubt the point, "
               "take it back or name another, it plays nothing. It then asks which point you "
               "mean. In a reply, you can omit the number of the game from every command.") +
           "\n" +
           wrapped(
               "You can shorten a command to its first letters: at least two, if no other "
               "command begins with them. One typo is accepted, or two in a command of seven "
               "letters or more: mvoe, chall. Points and numbers must be exact.");
}

std::string rules_of_reading() {
    return "\nHow the server reads your email\n-------------------------------\n" +
           wrapped(
               "* A line is a command if its first word is one and its other words fit. \"No idea, "
               "Ann\" and \"show me\" are not commands.",
               2) +
           wrapped(
               "* In a reply, a line with only a point is a move. Stops, quotation marks and "
               "#PLY are allowed. A line that only begins like a point (\"K10, thanks\", \"K "
               "10\", \"K1O\") plays nothing, and the answer says so. Two lines with different "
               "points play nothing, either.",
               2) +
           wrapped(
               "* A line is an error if it begins with a command and a number or a point, but "
               "doesn't fit the command. A command without its words is an error, too. In an "
               "email that is no reply, so is a line of at most four words that begins with a "
               "command.",
               2) +
           wrapped(
               "* The server holds a move back if another line of yours has second thoughts, in "
               "English or German. Examples: \"Sorry, I meant Q13\", \"wait, no\", \"if legal\", "
               "\"Is this legal?\", \"doch nicht\", \"oder Q13\". Quotes, signatures, lines that "
               "begin with `say`, and small talk (\"How are you?\") do not count.",
               2) +
           wrapped(
               "* The server ignores all other lines. An error in one line does not affect the "
               "others.",
               2);
}

std::string classic_forms() {
    return "\nClassic syntax\n--------------\n"
           "    tanbo help\n"
           "    tanbo show BOARD\n"
           "    tanbo challenge USER1 USER2 -setup=9x9\n"
           "    tanbo move BOARD USER PASSWORD POINT\n"
           "    tanbo resign BOARD USER PASSWORD\n" +
           wrapped(
               "The commands of the nineties still work: \"tanbo\" can precede every command, "
               "and BOARD is the game. Handle and password can follow its number. Others can "
               "read a password in an email on its way, so this server might refuse them. "
               "Replies and verified addresses need no password.");
}

std::string who_may() {
    return "\nPermissions\n-----------\n" +
           wrapped("* From any address: help, rules, setups, test, register and watch.", 2) +
           wrapped(
               "* In a reply to a turn email: that move in that game. Keep the reply address "
               "private: anyone with it can play this turn.",
               2) +
           wrapped(
               "* From the verified address of your account, confirmed by your provider (DMARC): "
               "everything. You can only change the account itself on the website.",
               2);
}

std::string all_verbs() {
    std::string text = "\nCommands\n--------\n";
    for (const MailVerb& verb : verbs) {
        text += wrapped(verb.usage, 8, 4) + wrapped(verb.summary, 8, 8);
    }
    text += wrapped(
        "[ ] is optional, ... can be repeated, | separates choices. Numbers can have a \"#\" "
        "before them.");
    return text;
}

std::string all_details() {
    std::string text = "\nCommand reference\n-----------------\n";
    for (const MailVerb& verb : verbs) {
        text += wrapped(std::string(verb.name) + ": " + std::string(verb.detail), 4);
    }
    return text;
}

std::string heading_of(std::string_view title) {
    return std::string(title) + "\n" + std::string(title.size(), '-') + "\n";
}

std::string board_of(const engine::Lattice& lattice) {
    std::string text;
    for (const int extent : lattice.extents()) {
        text += (text.empty() ? "" : "x") + std::to_string(extent);
    }
    return text;
}

}  // namespace

std::span<const MailVerb> mail_verbs() {
    return verbs;
}

std::string mail_help(std::string_view address) {
    return std::string(heading) + how_to_write(address) + all_verbs() + all_details() +
           rules_of_reading() + who_may() + classic_forms() +
           "\nFor the rules of the game, send `rules`.\n";
}

std::string mail_help_on(std::string_view verb) {
    for (const MailVerb& row : verbs) {
        if (row.name != verb) continue;
        return wrapped(row.usage, 8, 4) + "\n" + wrapped(std::string(row.summary) + ".") +
               wrapped(row.detail);
    }
    return {};
}

std::string mail_setups() {
    std::vector<std::vector<std::string>> rows;
    for (const engine::Setup& setup : engine::setups()) {
        rows.push_back({std::string(setup.id), std::to_string(setup.seats),
                        board_of(setup.opening->lattice())});
    }
    const TableColumn columns[] = {{"setup"}, {"players", true}, {"board"}};
    std::string text = heading_of("Setups") + "\n" + table(columns, rows) + "\n";
    for (const engine::Setup& setup : engine::setups()) {
        text += wrapped(std::string(setup.id) + ": " + std::string(setup.description), 4);
    }
    return text + "\n" +
           wrapped(
               "For the starting position, send `test SETUP`. For a game, send `challenge HANDLE "
               "--setup=SETUP`. Without a setup, it is 19x19.");
}

std::string mail_rules() {
    return std::string(rules_of_tanbo);
}

}  // namespace tanbo::mail::text

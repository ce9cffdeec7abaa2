#include "server/mail/text/manual.hpp"

#include <array>

#include "engine/opening.hpp"
#include "protocol/game_options.hpp"
#include "server/mail/text/layout.hpp"
#include "server/mail/text/rules.hpp"

namespace tanbo::mail::text {

namespace {

const std::string challenge_usage =
    "challenge HANDLE... [--setup=SETUP] [--clock=CLOCK] " + protocol::options_usage();
const std::string challenge_detail =
    "Name as many players as the setup needs; `open` leaves a seat to anybody, and `bot:1` to "
    "`bot:10` are the server's own opponents, who begin at once, if it has some. The default "
    "is 19x19 without a clock, not rated. Clocks: none; 3d/move, three days for every "
    "move; 3d+1d/7d, three days at first, one more for every move, seven at most; 5m+10s "
    "likewise, without a most; total:30d, thirty days for all moves. Units are s, m, h, d "
    "and w. What does not count follows: 3d/move,weekends,sleep,vacations. " +
    protocol::options_meaning();

const std::array verbs{
    MailVerb{"help", "help [COMMAND]", "this text, or more about one command",
             "Without a command it is the whole manual."},
    MailVerb{"rules", "rules", "the rules of Tanbo", "One page, with an example."},
    MailVerb{"setups", "setups", "the boards and openings there are",
             "The name in the first column is what --setup= and `test` take."},
    MailVerb{"test", "test [SETUP]", "a board, to see how it looks in your mail program",
             "If its columns do not stand below one another, choose a font of equal widths. "
             "Without a setup it is 19x19."},
    MailVerb{"register", "register HANDLE", "get an account under a name of your own",
             "A mail with a link comes to the address that you write from; the account exists once "
             "the link was opened. A handle has 2 to 24 letters, digits, \"-\" or \"_\" and begins "
             "with a letter. Do not send a password: it is chosen on the page behind the link."},
    MailVerb{"challenge", challenge_usage, "ask somebody for a game", challenge_detail},
    MailVerb{
        "accept", "accept CHALLENGE", "take a seat in a challenge",
        "CHALLENGE is its number. In a reply to the mail that told of it, `accept` is enough."},
    MailVerb{"decline", "decline CHALLENGE [REASON]", "say no to a challenge",
             "Whoever asked reads the reason. In a reply to the mail that told of the challenge, "
             "its number may be left out."},
    MailVerb{"games", "games [HANDLE]", "your games, or those of another player",
             "Running ones; those that wait for you come first."},
    MailVerb{"turns", "turns", "what waits for you",
             "Moves, questions of the other players, seats and challenges, the most urgent first."},
    MailVerb{"show", "show GAME[#PLY]", "the board, now or after so many stones",
             "`show 17` is the present board of game 17, `show 17#34` the one after 34 stones."},
    MailVerb{"history", "history GAME", "all that has happened in a game",
             "Moves in the order they were made, and what they removed."},
    MailVerb{"preview", "preview GAME POINT", "what a stone would do, without playing it",
             "The board as it would be, and the roots that would go."},
    MailVerb{"move", "move GAME POINT[#PLY]", "place a stone",
             "In a reply to the mail that says it is your turn, the point alone on its line is "
             "enough: K10. `move 17 K10#34` is only played while 34 stones have been placed, so "
             "that it can't come too late. A point is never guessed: what is none, or is not "
             "legal, is answered with the board and the legal points. Points are letter and "
             "number on flat boards (no I), three digits in 5x5x5, a number on the line."},
    MailVerb{"swap", "swap GAME", "take the other seat after the first stone",
             "Only in games that were agreed on with --swap, and only as the first thing that the "
             "second player does."},
    MailVerb{"plan", "plan GAME[#PLY] if COLOUR POINT then POINT [, else if ...]",
             "say now what to answer later",
             "plan 17 if white K10 then L10, else if white K9 then L9 guarded (G13 3, A7). The "
             "first case that fits is played at once. `any` in place of the point, or of colour "
             "and point, is anything; `if white K10 and red B2` waits for both. guarded (ROOT N, "
             "...) plays only while the root that grew from that point of the opening has at "
             "least N points of root space, 1 if no number is given. What follows "
             "a move stands in parentheses: then L10 (if white M10 then N10). A plan may take "
             "several lines, up to a blank one. It replaces the plan before, and ends when "
             "something happens that it does not provide for."},
    MailVerb{"unplan", "unplan GAME", "drop your plan", "Nothing is answered for you any more."},
    MailVerb{"resign", "resign GAME", "give the game up",
             "You are asked once more: reply to that mail with the same word."},
    MailVerb{"leave", "leave GAME", "leave a game, or take a seat back before it begins",
             "Your roots are lifted, or another player takes the seat if that was agreed on. "
             "You are asked once more: reply to that mail with the same word."},
    MailVerb{"substitute", "substitute GAME [BOT] [COLOUR]",
             "take a seat that somebody has left, or have a bot take it",
             "In games that were agreed on with --leaver-policy=substitute, as long as the seat is "
             "on offer. `substitute 17` is for those who have not played in game 17. If you play "
             "in it, and it is not rated, `substitute 17 bot:5` gives the seat to one of the "
             "server's own opponents. Of several seats it is the first, unless you name the "
             "colour: `substitute 17 bot:5 red`."},
    MailVerb{"undo", "undo GAME", "ask to take your last move back",
             "It happens when the others agree."},
    MailVerb{"pause", "pause GAME", "ask for a pause",
             "The clocks stop when all agree. A move ends the pause."},
    MailVerb{"yes", "yes GAME", "agree to what another player has asked",
             "To an undo, a pause and the like."},
    MailVerb{"no", "no GAME", "do not agree, or take your own question back",
             "To an undo, a pause and the like."},
    MailVerb{"say", "say GAME TEXT", "a line to the other players",
             "In a reply to a game's mail the number may be left out, with a colon behind the "
             "word: `say: Good luck!` Other words in your mails are read by nobody."},
    MailVerb{
        "watch", "watch GAME [each|daily]", "get the board by mail as others play",
        "After each move, or once a day. Without an account you get a mail with a link first."},
    MailVerb{"unwatch", "unwatch GAME", "no more of them", "Every such mail has a link, too."},
    MailVerb{"vacation", "vacation FROM..TO", "days on which your time does not run",
             "vacation 2026-12-20..2027-01-03, both days included, in games whose clocks were "
             "agreed on with `vacations`."},
    MailVerb{"notify", "notify each|away|digest|off", "when to send you mail",
             "each: at every turn, also while you have the board open; away: only when you are "
             "not there; digest: once a day; off: never."},
    MailVerb{"standings", "standings [SETUP]", "the best players on a board",
             "Of 19x19 if no setup is named."},
    MailVerb{"ratings", "ratings [HANDLE]", "how strong a player is, and their last rated games",
             "Without a handle it is about you."},
};

constexpr std::string_view heading =
    "Tanbo by mail\n"
    "=============\n"
    "\n"
    "Tanbo is a game by Mark Steere. This is a server that plays it with you\n"
    "by mail, by web page and by program, all three in the same games.\n";

std::string how_to_write(std::string_view address) {
    return "\nHow to write\n------------\n" +
           wrapped(
               "Write to " + std::string(address) +
               ". Commands stand in the subject or in the first lines of the mail, one on "
               "each line. Reading ends at a signature (a line \"--\"), at a quote or at a line "
               "\"quit\", and after 200 lines or 20 commands.") +
           "\n" +
           wrapped(
               "When it is your turn you get a mail with the board. Reply to it with your "
               "point on a line of its own, and it is played:") +
           "\n    K10\n\n" +
           wrapped(
               "Friendly words beside it are ignored: whatever is not a command is taken for "
               "people's words. But if your words take the point back, doubt it, ask about it, or "
               "name another point, nothing is played. The answer asks which point you mean. In "
               "a reply the number of the game may be left out of every command.") +
           "\n" +
           wrapped(
               "A verb may be shortened to its first letters (two at least, as long as they "
               "fit no other) and have a slip (two, if it has seven letters or more): mvoe, "
               "chall. A point or a number may not: it is never guessed.");
}

std::string rules_of_reading() {
    return "\nWhat is taken for a command\n---------------------------\n" +
           wrapped(
               "* A line whose first word is a verb and whose other words are what the verb "
               "takes. \"No idea, Ann\" and \"show me\" are not.",
               2) +
           wrapped(
               "* In a reply: a line that is a point and nothing else; stops, quotation marks "
               "and #PLY are allowed. A line that only begins like a point (\"K10, thanks\", "
               "\"K 10\", \"K1O\") plays nothing, and you are told. So do two lines with "
               "different points.",
               2) +
           wrapped(
               "* A line is answered as an error if it begins with a verb and goes on with "
               "a number or a point, but not as the verb takes it; if it is a verb alone "
               "that needs more; in a mail that is no reply, also if it has at most four "
               "words of which the first is a verb.",
               2) +
           wrapped(
               "* A move is held back if another line of yours holds a second thought, in English "
               "or German: \"Sorry, I meant Q13\", \"wait, no\", \"if legal\", \"Is this legal?\", "
               "\"doch nicht\", \"oder Q13\". Quotes, signatures, lines that begin with `say`, and "
               "small talk (\"How are you?\") do not count.",
               2) +
           wrapped(
               "* All other lines are ignored. An error in one line does not affect the others.",
               2);
}

std::string classic_forms() {
    return "\nThe forms of the nineties\n-------------------------\n"
           "    tanbo help\n"
           "    tanbo show BOARD\n"
           "    tanbo challenge USER1 USER2 -setup=9x9\n"
           "    tanbo move BOARD USER PASSWORD POINT\n"
           "    tanbo resign BOARD USER PASSWORD\n" +
           wrapped(
               "work as they did: \"tanbo\" may stand before every command, BOARD is the game, "
               "and handle and password may follow its number. A password in a mail can be "
               "read on its way, so this server may have been told not to take any; replies "
               "and verified addresses need none.");
}

std::string who_may() {
    return "\nWho may do what\n---------------\n" +
           wrapped("* Anybody: help, rules, setups, test, register, and watch.", 2) +
           wrapped(
               "* Whoever replies to a mail about their turn: that move, in that game. The "
               "address it goes to is for them alone; do not pass it on.",
               2) +
           wrapped(
               "* Whoever writes from the verified address of their account, through a provider "
               "that vouches for it (DMARC): everything. Accounts themselves are changed on "
               "the web page only.",
               2);
}

std::string all_verbs() {
    std::string text = "\nCommands\n--------\n";
    for (const MailVerb& verb : verbs) {
        text += wrapped(verb.usage, 8, 4) + wrapped(verb.summary, 8, 8);
    }
    text += wrapped(
        "[ ] may be left out, ... may be several, | is one of them. Numbers may have a "
        "\"#\" before them.");
    return text;
}

std::string all_details() {
    std::string text = "\nMore about them\n---------------\n";
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
           "\n`rules` sends the rules of the game.\n";
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
               "`test SETUP` shows the opening, `challenge HANDLE --setup=SETUP` asks for a "
               "game. Without a setup it is 19x19.");
}

std::string mail_rules() {
    return std::string(rules_of_tanbo);
}

}  // namespace tanbo::mail::text

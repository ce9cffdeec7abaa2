#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/lattice.hpp"
#include "engine/position.hpp"
#include "engine/seat.hpp"
#include "engine/time/terms.hpp"
#include "protocol/games/plans.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/json/notice_modes.hpp"

// Requests of a mail. mail_help says the same to those who write them.
namespace tanbo::mail::commands {

inline constexpr std::size_t mail_lines_max = 200;        // of the body, blank ones counted
inline constexpr std::size_t mail_line_bytes_max = 4096;  // longer ones are passed over
inline constexpr std::size_t mail_commands_max = 20;      // of a mail; one error tells of more
inline constexpr std::size_t mail_handles_max = 7;        // challenged at once
inline constexpr std::size_t mail_text_bytes_max = 2000;  // of what is said
inline constexpr std::size_t mail_passed_over_max = 10;   // lines that are told of

// --- commands; `game` is the number that was written, or that of the game that is answered ---

struct MailHelp {
    std::string verb;  // in full; empty: everything
};
struct MailRules {};
struct MailSetups {};
struct MailTest {
    std::string setup;  // empty: the default
};
struct MailRegister {
    std::string handle;
};
struct MailChallenge {
    std::vector<std::string> opponents;  // handles; empty text: a seat open to anybody
    std::string setup;                   // empty: the default
    engine::Terms terms;
};
struct MailAccept {
    protocol::ChallengeId challenge{};
};
struct MailDecline {
    protocol::ChallengeId challenge{};
    std::string reason;
};
struct MailGames {
    std::string handle;  // empty: the writer's
};
struct MailTurns {};
struct MailShow {
    protocol::GameId game{};
    std::optional<std::uint32_t> ply;
};
struct MailHistory {
    protocol::GameId game{};
};
struct MailPreview {
    protocol::GameId game{};
    std::string point;  // as written
};
// A stone. The point is as it was written: what is none, or none of the board, is for the referee
// to refuse, with the board beside it.
struct MailMove {
    protocol::GameId game{};
    std::string point;
    std::optional<std::uint32_t> ply;  // "K10#34": only while so many stones have been placed
};
struct MailSwap {
    protocol::GameId game{};
};
struct MailPlan {
    protocol::GameId game{};
    std::optional<std::uint32_t> ply;  // "plan 17#34 if ..."
    protocol::PlanBranches plan;
};
struct MailUnplan {
    protocol::GameId game{};
};
struct MailResign {
    protocol::GameId game{};
};
struct MailLeave {
    protocol::GameId game{};
};
// A seat that was left and is on offer goes to a house bot, or to the writer.
struct MailSubstitute {
    protocol::GameId game{};
    std::string bot;                   // its name; empty: the writer's own
    std::optional<engine::Seat> seat;  // nothing: the first that is on offer
};
struct MailUndo {
    protocol::GameId game{};
};
struct MailPause {
    protocol::GameId game{};
};
// To everything that waits for this player's answer in the game.
struct MailYes {
    protocol::GameId game{};
};
struct MailNo {
    protocol::GameId game{};
};
struct MailSay {
    protocol::GameId game{};
    std::string text;
};
struct MailWatch {
    protocol::GameId game{};
    protocol::MailWatchMode mode = protocol::MailWatchMode::each;
};
struct MailUnwatch {
    protocol::GameId game{};
};
// Both days included. Sound days in this order.
struct MailVacation {
    std::chrono::year_month_day from;
    std::chrono::year_month_day until;
};
struct MailNotify {
    protocol::NoticeMode mode = protocol::NoticeMode::each;
};
struct MailStandings {
    std::string setup;  // empty: the default
};
struct MailRatings {
    std::string handle;  // empty: the writer's
};
struct MailTournaments {};
struct MailEnter {
    protocol::TournamentId tournament{};
};
struct MailWithdraw {
    protocol::TournamentId tournament{};
};
struct MailTable {
    protocol::TournamentId tournament{};
};

using MailCommand =
    std::variant<MailHelp, MailRules, MailSetups, MailTest, MailRegister, MailChallenge, MailAccept,
                 MailDecline, MailGames, MailTurns, MailShow, MailHistory, MailPreview, MailMove,
                 MailSwap, MailPlan, MailUnplan, MailResign, MailLeave, MailSubstitute, MailUndo,
                 MailPause, MailYes, MailNo, MailSay, MailWatch, MailUnwatch, MailVacation,
                 MailNotify, MailStandings, MailRatings, MailTournaments, MailEnter, MailWithdraw,
                 MailTable>;

// The verb of a command, in full: "move".
std::string_view mail_verb(const MailCommand& command);

// --- mails ---

// Who acts, in the classic form. Never to be logged, stored or quoted.
struct MailLogin {
    std::string handle;
    std::string password;
};

// One command, or what was meant as one and can't be read. Errors: invalid_field.
struct MailLine {
    std::string source;  // as it was written, a password as ***
    std::variant<MailCommand, protocol::Error> command;
    std::optional<protocol::GameId> game = {};  // that it is about, known of an error, too
    std::optional<MailLogin> login = {};        // of the classic form
    bool is_point = false;                      // a bare point, or an error in place of one
};

struct MailRequest {
    std::vector<MailLine> lines;
    // The lines that were taken for people's words, passwords as ***. Of a mail without commands it
    // is what an answer has to quote.
    std::vector<std::string> passed_over;
    bool has_password = false;  // the mail must be blanked, whatever became of the line
    bool is_cut = false;        // there were more lines or commands than are read
};

// The game or the challenge that the answered mail was about.
struct MailContext {
    std::optional<protocol::GameId> game;
    const engine::Lattice* board = nullptr;  // of that game, if it is known
    std::optional<protocol::ChallengeId> challenge = {};
    // Replaces variants of characters, such as full-width digits. If a line is no command as
    // written, each word with a normal form in ASCII is read in that form. Null: none is. What is
    // said or quoted stays as it is written.
    std::string (*normal_form)(std::string_view text) = nullptr;
    const engine::Position* position = nullptr;  // of that game as it is now, if it is known
    bool has_question = false;                   // something in it waits for a yes or no
    // The writer's own part of the page, if the mail has one beside its text. It gives no commands:
    // it may only contradict a move.
    std::string_view page = {};
};

// Reads the subject and then the lines of what was written, up to a signature, a quote or `quit`.
//
// A line is a command if its first word is a verb and the others are what the verb takes. A verb
// may be shortened as long as it is the only one (two letters at least), and mistyped: one slip in
// verbs of 4 to 6 letters, two in longer ones; points and numbers never. In a reply the game or
// the challenge may be left out, and a line that is nothing but a point is a move; two such lines
// with different points are two errors, and so is a move that its writer seems to take back, to
// doubt or to ask about in other lines (second_thoughts.hpp), and one for which the page beside the
// text has another point. A line is an error if it begins with
// a verb and goes on with a number or a point but not as the verb takes it, if it is a verb alone
// that needs more, if it begins with "plan if", if "tanbo" comes first, or if, in a reply, it
// begins almost like a point; in a mail that is no reply also if it has at most four words of which
// the first is a verb. Everything else is people's words.
MailRequest read_mail_commands(std::string_view subject, std::string_view written,
                               const MailContext& context = {});

// The number in a game's subject, answered or forwarded however often: "Re: Tanbo game 17: ann -
// bob".
std::optional<protocol::GameId> game_of_subject(std::string_view subject);

}  // namespace tanbo::mail::commands

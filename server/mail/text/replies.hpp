#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/match.hpp"
#include "protocol/games/answers.hpp"
#include "protocol/games/plans.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/json/notice_modes.hpp"
#include "protocol/people/challenges.hpp"
#include "protocol/people/ratings.hpp"
#include "protocol/tournaments/answers.hpp"
#include "server/mail/text/game_mail.hpp"

// Replies to commands by mail: one text a command, ASCII (but for what is quoted) in
// lines of at most 72 columns but for links, each ended by a line feed. The inbound worker puts
// them one below the other.
namespace tanbo::mail::text {

// --- around ---

// The source of a line as an answer quotes it: "> move 17 K10".
std::string quoted_line(std::string_view source);
struct AnsweredLine {
    std::string source;  // as it was written, a password as ***
    std::string text;
};
// The subject of an answer: "Tanbo: " and the source of the first line that it answers (empty:
// there is none), cut to a line. Replies to it do not repeat the command.
std::string mail_answer_subject(std::string_view source);
// An answer as a whole: each part below the line that it answers, then what was passed over (if
// nothing was understood, or the mail is no reply) and, to a reply without a command, how its game
// stands, then how to get help.
struct AnswerFacts {
    std::span<const AnsweredLine> lines;
    std::span<const std::string> passed_over = {};  // lines that were taken for people's words
    bool is_cut = false;                            // there was more than is read
    std::string_view address;                       // that takes commands
    std::string_view game_now = {};                 // game_now_text, or nothing
};
std::string mail_answer(const AnswerFacts& facts);
// The same if it refuses everything, for who has had it a few minutes ago: of each line the
// first paragraph of its answer.
std::string mail_answer_again(std::span<const AnsweredLine> lines, std::string_view address);
// The same of mails without a command, whatever they say.
std::string no_command_again(std::string_view address);

// --- refusals ---

// A sentence for any error, and the advice of its code if a mail can follow it.
std::string refused_text(const protocol::Error& error);
// The board, and the legal points of the player to move; if that is not `reader`, also who that is.
std::string game_now_text(protocol::GameId game, const engine::Match& match,
                          std::optional<engine::Seat> reader);
// A move that was not made: why, and game_now_text.
std::string refused_move_text(const protocol::Error& error, protocol::GameId game,
                              const engine::Match& match, std::optional<engine::Seat> reader);

// --- who writes ---

std::string unknown_sender_text(std::string_view address, std::string_view site);
std::string register_text(std::string_view handle, std::string_view link, engine::Instant until,
                          const MailZone& zone);
// For a command that needs a level that the mail has not: how to get it.
std::string not_vouched_text(std::string_view verb, std::string_view site);
// The only answer to a mail by an unknown writer: it is short and repeats nothing of the mail.
std::string unchecked_text();
// A mail that looks like its writer's, and may not act for them: why, in a sentence.
std::string doubted_text(std::string_view doubt, std::string_view site);
// Past the limits of what is read.
std::string unread_text(std::string_view site);
// A mail that answers, or was written, before an older state of the server was put in service.
std::string superseded_text(std::string_view site);
std::string password_text(std::string_view site);  // the classic form is turned off

// --- games ---

// The board of a setup, with what each mark means.
std::string test_text(std::string_view setup);
struct GameLine {
    protocol::GameSummary summary;
    std::optional<engine::Instant> deadline = {};
    bool is_to_move = false;  // who reads is
};
std::string games_text(std::string_view handle, std::span<const GameLine> games, bool has_more,
                       const MailZone& zone);
struct TurnLine {
    std::string_view kind;  // "move", "proposal", "seat", "challenge"
    std::optional<protocol::GameSummary> game = {};
    std::optional<protocol::ChallengeId> challenge = {};
    std::string about = {};  // of a proposal: "undo"; of a challenge: who asks
    std::optional<engine::Instant> deadline = {};
};
std::string turns_text(std::span<const TurnLine> turns, bool has_more, const MailZone& zone);
// The board after `ply` stones, or the present one. Errors: no_such_ply.
protocol::Result<std::string> show_text(const GameFacts& game, std::optional<std::uint32_t> ply);
// All that has happened: moves in columns, everything else on lines of its own.
std::string history_text(const GameFacts& game);
// The effect of the stone, with the board as it would be. Errors: illegal_move.
protocol::Result<std::string> preview_text(const GameFacts& game, std::string_view point);
// `log` goes up to the move and beyond: plans may have answered it. `from_seq` is the first event
// that the move caused.
std::string moved_text(const GameFacts& game, std::uint32_t from_seq);
std::string swapped_text(protocol::GameId game);
std::string plan_text(protocol::GameId game, const protocol::PlanBranches& plan);
std::string unplanned_text(protocol::GameId game);
// Resigning and leaving wait for a reply to the mail that this stands in.
std::string confirm_leaving_text(std::string_view verb, protocol::GameId game);
std::string left_text(protocol::GameId game, const engine::Match& after, engine::Seat seat);
// The outcome of a takeover: the seat's new player.
std::string substituted_text(protocol::GameId game, const engine::Match& after, engine::Seat seat);
// The outcome of a proposal, or of the answer to one. `kind` is "undo", "pause" ...
std::string proposed_text(protocol::GameId game, std::string_view kind);
std::string answered_text(protocol::GameId game, std::string_view kind, bool accepts);
std::string said_text(protocol::GameId game, bool is_hidden);

// --- challenges ---

// "19x19, 3 days for every move, rated"
std::string terms_text(std::string_view setup, const engine::Terms& terms);
// "3 days for every move", "no clock"
std::string clock_text(const engine::ClockSettings& clock);
// `begun`: its game as the reader sees it, with the board if it is their turn; nullptr: there is
// none, or it is not theirs to see.
std::string challenge_text(const protocol::ChallengeView& challenge, const GameFacts* begun,
                           const MailZone& zone);
std::string accepted_text(const protocol::ChallengeView& challenge, const GameFacts* begun);
std::string declined_text(const protocol::ChallengeView& challenge);

// --- watching, being told, being away ---

std::string watch_asked_text(protocol::GameId game);  // the link is in a mail of its own
// That mail: to somebody without an account.
std::string confirm_watch_text(protocol::GameId game, protocol::MailWatchMode mode,
                               std::string_view link, engine::Instant until, const MailZone& zone);
std::string watching_text(protocol::GameId game, protocol::MailWatchMode mode);
std::string unwatched_text(protocol::GameId game, bool was_watched);
// Both days included.
std::string vacation_text(std::chrono::year_month_day from, std::chrono::year_month_day until);
std::string notify_text(protocol::NoticeMode mode);

// --- tables ---

std::string standings_text(const protocol::StandingsPage& page);
std::string ratings_text(const protocol::RatingsPage& page, const MailZone& zone);

// --- tournaments ---

// A tournament as a line of a list.
struct TournamentLine {
    protocol::TournamentId id{};
    std::string name;
    std::string_view format;
    std::string setup;
    protocol::TournamentState state = protocol::TournamentState::open;
    int players = 0;
    int round = 0;
    std::optional<int> rounds = {};
    std::optional<engine::Instant> starts_at = {};
    bool is_in = false;  // the reader
};
std::string tournaments_text(std::span<const TournamentLine> tournaments, const MailZone& zone);
std::string entered_text(const TournamentLine& tournament, const MailZone& zone);
std::string withdrawn_text(const TournamentLine& tournament, const MailZone& zone);
// `reader` is marked.
std::string tournament_table_text(protocol::TournamentId id, std::string_view name,
                                  const protocol::StandingsView& standings,
                                  std::string_view reader);

}  // namespace tanbo::mail::text

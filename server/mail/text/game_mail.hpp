#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/notice_facts.hpp"
#include "protocol/people/notices.hpp"
#include "protocol/people/personal.hpp"

// The mails about games: their subject, text/plain (ASCII within 72 columns) and text/html. The
// pictures in the html are parts of the mail, never fetched: cid:board. All of it is a function of
// a game's log and of who reads: the same facts give the same bytes.
namespace tanbo::mail::text {

// Content-ID, without <>, of the part that the html shows as the board.
inline constexpr std::string_view board_content_id = "board";

// The zone of a reader: what their clocks show. Without an offset it is UTC.
struct MailZone {
    std::string name = "UTC";  // "Europe/Berlin"
    std::function<std::chrono::minutes(engine::Instant)> offset = {};
};

// "Sun 22 Nov 2026, 14:00 (UTC+1, Europe/Berlin)"
std::string mail_time(engine::Instant at, const MailZone& zone);
// "Sun 22 Nov 2026"
std::string mail_day(engine::Instant at, const MailZone& zone);

struct GameMail {
    std::string subject;
    std::string text;
    std::string html;
    bool has_board = false;  // the html shows cid:board
};

// A game up to some seq, as one reader is told of it. `log` and `match` are of the same seq and
// outlive the call.
struct GameFacts {
    protocol::GameId game{};
    std::span<const engine::Event> log;
    const engine::Match& match;
    std::optional<engine::Seat> reader = {};  // nothing: a spectator
    MailZone zone = {};
    std::string site = {};  // "https://tanbo.example", without a slash at the end; empty: no links

    bool is_readers_turn() const { return reader && match.to_move() == reader; }
};

// "Tanbo game 17: ann - bob", from the first mail to the last: the players who opened the game or
// were asked to it, by seat; "?" for a seat without a name. `log` is the game's: seats that change
// hands later do not change the subject.
std::string game_subject(protocol::GameId game, std::span<const engine::Event> log);

// --- to players ---

struct TurnMailFacts {
    GameFacts game;                                          // reader is to move
    std::optional<protocol::DeadlineWarning> reminder = {};  // not the first mail of this turn
    std::optional<protocol::PlanDrop> plan_dropped = {};     // why their plan does not answer
    std::string_view news = {};                              // a sentence above everything else
};
// The reader's turn: what has happened since their last stone, the board, the legal points, how
// long they have, how to answer.
GameMail turn_mail(const TurnMailFacts& facts);

struct RatingChange {
    engine::Seat seat = engine::Seat::black;
    double before = 0;
    double after = 0;
};
// An addition to the news that a game is over.
struct ResultParts {
    bool has_record = true;    // the composer attaches it
    std::string turning = {};  // where the game turned, in a sentence; empty: it is not known
};
// The game is over: places, why, ratings, where it turned.
GameMail result_mail(const GameFacts& game, std::span<const RatingChange> ratings,
                     const ResultParts& parts = {});

// --- to spectators ---

struct BoardMailFacts {
    GameFacts game;
    std::uint32_t since_seq = 0;  // what came after this is told
    std::string stop_link = {};   // to be told no more; empty: by `unwatch`
};
GameMail board_mail(const BoardMailFacts& facts);

// --- everything else that people are told ---

// Any notice, as a mail. Of kinds that are about a game `game` is given wherever the game is known
// (and then your_turn and deadline_warning are turn mails, game_finished and watched_finished
// result mails, watched_move a board mail); if it is not, the text does without a board.
GameMail notice_mail(protocol::NoticeKind kind, const protocol::NoticeFacts& notice,
                     const GameFacts* game, const MailZone& zone, std::string_view site);

// The same in a sentence or two, as a digest tells it.
std::string notice_sentence(protocol::NoticeKind kind, const protocol::NoticeFacts& notice,
                            const GameFacts* game, const MailZone& zone);

// --- digests ---

struct DigestGame {
    protocol::GameId game{};
    std::string players;  // "ann - bob"
    std::string setup;
    bool is_to_move = false;  // the reader is
    std::optional<engine::Instant> deadline = {};
    const engine::Match* match = nullptr;  // of those to be drawn
    std::vector<std::string> news = {};    // sentences, oldest first
};
struct DigestFacts {
    std::string day;                     // "2026-11-21", the reader's
    std::vector<DigestGame> games = {};  // in any order
    std::vector<std::string> news = {};  // of no game
    MailZone zone = {};
    std::string site = {};
};
// One mail for a day: games of the reader's turn first, by deadline, then the rest. Subject "Tanbo:
// your games on Sat 21 Nov 2026".
GameMail digest_mail(const DigestFacts& facts);

}  // namespace tanbo::mail::text

#include "server/game/refusals.hpp"

#include <utility>
#include <variant>

#include "engine/log_limits.hpp"
#include "engine/notation.hpp"
#include "protocol/boards/board_layout.hpp"
#include "protocol/json/handles.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::game {

namespace {

using engine::Match;
using engine::RefusalCode;
using protocol::Code;
using protocol::counted;

std::string seat_text(engine::Seat seat) {
    return std::string(engine::seat_name(seat));
}

std::string board_text(const engine::Lattice& lattice) {
    std::string text;
    for (const int extent : lattice.extents()) {
        text += (text.empty() ? "" : "x") + std::to_string(extent);
    }
    return text;
}

std::optional<engine::Seat> wished_seat(const Command& command) {
    if (const auto* const join = std::get_if<engine::Join>(&command)) return join->seat;
    if (const auto* const over = std::get_if<engine::TakeOver>(&command)) return over->seat;
    if (const auto* const propose = std::get_if<engine::Propose>(&command)) return propose->target;
    if (const auto* const remove = std::get_if<engine::Remove>(&command)) return remove->seat;
    return std::nullopt;
}

// The subjects of the sentences.
struct Case {
    const engine::Refusal& refusal;
    const Match& match;
    const Command& command;
    std::string game;     // "game 42"
    std::string subject;  // "Game 42"

    int seats() const { return static_cast<int>(match.seats().size()); }
    // Theirs, also if they have left it.
    std::optional<engine::Seat> own() const {
        const auto account = account_of(command);
        return account ? match.seat_of(*account) : std::nullopt;
    }
    std::string own_seat() const {
        const auto seat = own();
        return seat ? seat_text(*seat) : "nobody";
    }
    bool has_left() const {
        const auto seat = own();
        return seat && match.status() != engine::Status::open && !match.is_in(*seat);
    }
    std::string holder(engine::Seat seat) const {
        const auto& player = match.seats()[static_cast<std::size_t>(engine::index_of(seat))].player;
        return player ? player->handle : "nobody";
    }
    std::string point() const {
        const auto* const move = std::get_if<Move>(&command);
        return move == nullptr ? std::string() : move->point;
    }
    std::uint32_t stated_ply() const {
        const auto* const move = std::get_if<Move>(&command);
        return move == nullptr ? 0 : move->ply;
    }
};

std::string seat_taken(const Case& c) {
    const engine::Seat seat = *wished_seat(c.command);
    return "Seat " + seat_text(seat) + " in " + c.game + " is taken by " + c.holder(seat) + ".";
}

// A vacant seat may be asked for by a player for a bot, by players without a seat now, and by the
// player who left it.
std::string already_seated(const Case& c) {
    const auto* const over = std::get_if<engine::TakeOver>(&c.command);
    const bool is_of_bot = over != nullptr && protocol::is_house_bot(over->player.handle);
    const std::string who = is_of_bot ? over->player.handle + " has" : "You have";
    if (c.own() && !c.has_left()) {
        return who + " already taken seat " + c.own_seat() + " in " + c.game + ".";
    }
    return who + " already played in " + c.game + ". Only new players can take over a seat.";
}

std::string seat_reserved(const Case& c) {
    const auto seat = wished_seat(c.command);
    if (!seat) return "All open seats in " + c.game + " are reserved for other players.";
    return "Seat " + seat_text(*seat) + " in " + c.game + " is reserved for " + c.holder(*seat) +
           ".";
}

std::string seat_not_offered(const Case& c) {
    const auto seat = wished_seat(c.command);
    if (!seat) return c.subject + " offers no seat.";
    return c.subject + " doesn't offer seat " + seat_text(*seat) + ".";
}

std::string no_such_seat(const Case& c) {
    const std::string seat = seat_text(wished_seat(c.command).value_or(engine::Seat::black));
    return c.subject + " has no seat " + seat + ". It has " + counted(c.seats(), "seat") + ".";
}

std::string game_over(const Case& c) {
    const auto winner = c.match.winner();
    if (c.match.end_reason() == engine::EndReason::withdrawn) {
        return c.subject + " was withdrawn.";
    }
    if (!winner) return c.subject + " ended without a result.";
    return c.subject + " is over. " + protocol::capital_name(*winner) + " has won.";
}

std::string too_few_players(const Case& c) {
    return c.subject + " needs " + counted(c.match.seats_to_start(), "player") +
           " to start. It has " + std::to_string(c.match.seats_taken()) + ".";
}

std::string stale_ply(const Case& c) {
    return "The move is for ply " + std::to_string(c.stated_ply()) + ", but " + c.game +
           " is at ply " + std::to_string(c.match.ply()) + ". Reload the board.";
}

std::string not_your_turn(const Case& c) {
    const auto next = c.match.to_move();
    if (!next) return "No player is to move in " + c.game + ".";
    return "It is " + protocol::capital_name(*next) + "'s turn in " + c.game + ".";
}

std::string illegal_move(const Case& c) {
    const std::string point = protocol::quotation(c.point());
    switch (c.refusal.illegal) {
        case engine::Illegal::occupied:
            return point + " is already occupied.";
        case engine::Illegal::off_board:
            return point + " is not a point of the " + board_text(c.match.opening().lattice()) +
                   " board.";
        case engine::Illegal::no_friend:
            return point + " touches no " + c.own_seat() + " stone. It must touch exactly one.";
        case engine::Illegal::two_friends:
            return point + " touches more than one " + c.own_seat() +
                   " stone. It must touch exactly one.";
        case engine::Illegal::not_your_turn:
            return not_your_turn(c);
        case engine::Illegal::game_over:
            return game_over(c);
        case engine::Illegal::none:
            break;
    }
    return "The move to " + point + " is not legal.";
}

std::string not_absent(const Case& c) {
    const auto after = engine::absence_after(c.match.terms().clock);
    const std::string time = after.count() < 3600
                                 ? counted(static_cast<int>(after.count() / 60), "minute")
                                 : counted(static_cast<int>(after.count() / 86400), "day");
    return "Players in " + c.game + " can vote out a player after " + time +
           " of absence on their turn.";
}

struct Answer {
    Code code;
    std::string detail;
};

Answer answer(const Case& c) {
    switch (c.refusal.code) {
        case RefusalCode::not_a_player:
            return {Code::not_a_player, "You have no seat in " + c.game + "."};
        case RefusalCode::already_seated:
            return {Code::already_seated, already_seated(c)};
        case RefusalCode::no_such_seat:
            return {Code::no_such_seat, no_such_seat(c)};
        case RefusalCode::seat_taken:
            return {Code::seat_taken, seat_taken(c)};
        case RefusalCode::seat_reserved:
            return {Code::seat_reserved, seat_reserved(c)};
        case RefusalCode::game_full:
            return {Code::game_full,
                    "All " + counted(c.seats(), "seat") + " in " + c.game + " are taken."};
        case RefusalCode::withdrawn_too_often:
            return {Code::limit_reached, "You have left " + c.game + " " +
                                             counted(engine::withdrawals_max, "time") +
                                             ", the maximum. You can't rejoin it."};
        case RefusalCode::joined_too_often:
            return {Code::limit_reached, "Too many players have joined and left " + c.game +
                                             ". Create a new game instead."};
        case RefusalCode::game_not_started:
            return {Code::game_not_started, c.subject + " has not started. It has " +
                                                std::to_string(c.match.seats_taken()) + " of " +
                                                counted(c.seats(), "player") + "."};
        case RefusalCode::game_already_started:
            return {Code::game_already_started, c.subject + " has already started."};
        case RefusalCode::game_over:
            return {Code::game_over, game_over(c)};
        case RefusalCode::not_the_creator:
            return {Code::not_the_creator, "Only its creator, " + c.match.creator().handle +
                                               ", can start " + c.game + "."};
        case RefusalCode::too_few_players:
            return {Code::too_few_players, too_few_players(c)};
        case RefusalCode::already_left:
            return {Code::already_left,
                    "Seat " + c.own_seat() + " is no longer in " + c.game + "."};
        case RefusalCode::stale_ply:
            return {Code::stale_ply, stale_ply(c)};
        case RefusalCode::not_your_turn:
            return {Code::not_your_turn, not_your_turn(c)};
        case RefusalCode::illegal_move:
            return {Code::illegal_move, illegal_move(c)};
        case RefusalCode::swap_not_offered:
            return {Code::swap_not_offered, c.subject + " has no swap option."};
        case RefusalCode::swap_too_early:
            return {Code::swap_too_early, "You can swap seats right after the first stone. " +
                                              c.subject + " has no stone yet."};
        case RefusalCode::swap_too_late:
            return {Code::swap_too_late,
                    "The chance to swap seats in " + c.game +
                        " is over. It came once, right after the first stone."};
        case RefusalCode::proposal_open:
            return {Code::proposal_open, "You already have an open proposal in " + c.game +
                                             ". Decline it to withdraw it."};
        case RefusalCode::too_many_proposals:
            return {Code::limit_reached,
                    "You have proposed this " + counted(engine::proposals_a_turn_max, "time") +
                        " since the last move in " + c.game + ". Try again after the next move."};
        case RefusalCode::log_full:
            return {Code::limit_reached,
                    c.subject +
                        " has reached its event limit. Undo and pause are off; you can still move "
                        "and resign."};
        case RefusalCode::no_such_proposal:
            return {Code::no_such_proposal,
                    "This proposal is not open in " + c.game + ". It may have lapsed."};
        case RefusalCode::not_yours_to_answer:
            return {Code::not_yours_to_answer,
                    "This proposal needs no answer from " + c.own_seat() + "."};
        case RefusalCode::already_answered:
            return {Code::already_answered, "You have already answered this proposal."};
        case RefusalCode::undo_impossible:
            return {Code::undo_impossible,
                    (c.own() ? protocol::capital_name(*c.own()) : "This seat") +
                        " has no move to undo. Undo ends when a player leaves or seats change."};
        case RefusalCode::too_late_to_abort:
            return {Code::too_late_to_abort,
                    c.subject + " can't be aborted: every player has already moved."};
        case RefusalCode::too_few_to_vote:
            return {Code::too_few_to_vote,
                    "Voting a player out of " + c.game + " takes at least three players."};
        case RefusalCode::not_absent:
            return {Code::not_absent, not_absent(c)};
        case RefusalCode::no_clock:
            return {Code::no_clock, c.subject + " has no clock."};
        case RefusalCode::game_paused:
            return {Code::game_paused, c.subject + " is already paused."};
        case RefusalCode::not_paused:
            return {Code::not_paused, c.subject + " is not paused."};
        case RefusalCode::seat_not_offered:
            return {Code::seat_not_offered, seat_not_offered(c)};
        case RefusalCode::invalid_verdict:
            return {
                Code::invalid_verdict,
                "Give one place per occupied seat. Tied seats share the better place, for example "
                "1, 2, 2, 4."};
        case RefusalCode::not_in_event:
            return {Code::forbidden,
                    "The terms of its tournament don't allow this in " + c.game + "."};
        case RefusalCode::no_calendars:
        case RefusalCode::invalid_calendar:
        case RefusalCode::not_due:
            break;  // the server asks for these by itself, and should know better
    }
    return {Code::internal_error, "The command was refused."};
}

// If a rule forbids the move, the rule's name.
std::string reason(const engine::Refusal& refusal) {
    switch (refusal.code) {
        case RefusalCode::illegal_move:
            return std::string(engine::illegal_name(refusal.illegal));
        case RefusalCode::not_your_turn:
            return std::string(engine::illegal_name(engine::Illegal::not_your_turn));
        case RefusalCode::game_over:
            return std::string(engine::illegal_name(engine::Illegal::game_over));
        case RefusalCode::not_a_player:
        case RefusalCode::already_seated:
        case RefusalCode::no_such_seat:
        case RefusalCode::seat_taken:
        case RefusalCode::seat_reserved:
        case RefusalCode::game_full:
        case RefusalCode::withdrawn_too_often:
        case RefusalCode::joined_too_often:
        case RefusalCode::game_not_started:
        case RefusalCode::game_already_started:
        case RefusalCode::not_the_creator:
        case RefusalCode::too_few_players:
        case RefusalCode::already_left:
        case RefusalCode::stale_ply:
        case RefusalCode::swap_not_offered:
        case RefusalCode::swap_too_early:
        case RefusalCode::swap_too_late:
        case RefusalCode::proposal_open:
        case RefusalCode::too_many_proposals:
        case RefusalCode::log_full:
        case RefusalCode::no_such_proposal:
        case RefusalCode::not_yours_to_answer:
        case RefusalCode::already_answered:
        case RefusalCode::undo_impossible:
        case RefusalCode::too_late_to_abort:
        case RefusalCode::too_few_to_vote:
        case RefusalCode::not_absent:
        case RefusalCode::no_clock:
        case RefusalCode::no_calendars:
        case RefusalCode::invalid_calendar:
        case RefusalCode::game_paused:
        case RefusalCode::not_paused:
        case RefusalCode::seat_not_offered:
        case RefusalCode::not_due:
        case RefusalCode::invalid_verdict:
        case RefusalCode::not_in_event:
            break;
    }
    return {};
}

}  // namespace

std::optional<AccountId> account_of(const Command& command) {
    return std::visit(
        [](const auto& what) -> std::optional<AccountId> {
            using Kind = std::decay_t<decltype(what)>;
            if constexpr (requires { what.account; }) {
                return what.account;
            } else if constexpr (requires { what.player; }) {
                return what.player.account;
            } else {
                static_assert(is_servers_own<Kind>);
                return std::nullopt;
            }
        },
        command);
}

protocol::Error to_error(const engine::Refusal& refusal, GameId game, const Match& match,
                         const Command& command) {
    const Case c{refusal, match, command, "game " + to_string(game), "Game " + to_string(game)};
    Answer found = answer(c);
    protocol::Error error;
    error.code = found.code;
    error.detail = std::move(found.detail);
    error.reason = reason(refusal);
    error.ply = match.ply();
    error.seq = match.seq();
    return error;
}

protocol::Error no_such_game(GameId game) {
    return protocol::refusal(Code::no_such_game,
                             "Game " + to_string(game) + " does not exist, or it is private.");
}

protocol::Error no_such_bot(std::string_view name) {
    return protocol::refusal(Code::no_such_bot, "Bot " + protocol::quotation(name) +
                                                    " does not exist. Choose bot:1 to bot:" +
                                                    std::to_string(protocol::bot_levels) + ".");
}

}  // namespace tanbo::game

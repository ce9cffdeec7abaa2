#include "server/game/refusals.hpp"

#include <utility>
#include <variant>

#include "engine/log_limits.hpp"
#include "engine/notation.hpp"
#include "protocol/handles.hpp"
#include "protocol/words.hpp"

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
    std::string game;  // "game 42"

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
    return "Seat " + seat_text(seat) + " of " + c.game + " is taken by " + c.holder(seat) + ".";
}

// A seat that was left may be asked for by one player for a bot, by whoever holds none by now, and
// by whoever left it.
std::string already_seated(const Case& c) {
    const auto* const over = std::get_if<engine::TakeOver>(&c.command);
    const bool is_of_bot = over != nullptr && protocol::is_house_bot(over->player.handle);
    const std::string who = is_of_bot ? over->player.handle : "You";
    if (c.own() && !c.has_left()) {
        return who + (is_of_bot ? " holds" : " hold") + " seat " + c.own_seat() + " of " + c.game +
               " already.";
    }
    return who + (is_of_bot ? " has" : " have") + " played in " + c.game +
           ": a seat that was left is for those who have not.";
}

std::string seat_reserved(const Case& c) {
    const auto seat = wished_seat(c.command);
    if (!seat) return "Every open seat of " + c.game + " is kept for somebody else.";
    return "Seat " + seat_text(*seat) + " of " + c.game + " is kept for " + c.holder(*seat) + ".";
}

std::string seat_not_offered(const Case& c) {
    const auto seat = wished_seat(c.command);
    if (!seat) return "No seat of " + c.game + " is on offer.";
    return "Seat " + seat_text(*seat) + " of " + c.game + " is not on offer.";
}

std::string no_such_seat(const Case& c) {
    const std::string seat = seat_text(wished_seat(c.command).value_or(engine::Seat::black));
    return "There is no seat " + seat + " in " + c.game + ", which has " +
           counted(c.seats(), "seat") + ".";
}

std::string game_over(const Case& c) {
    const auto winner = c.match.winner();
    if (c.match.end_reason() == engine::EndReason::withdrawn) {
        return "The " + c.game + " was withdrawn.";
    }
    if (!winner) return "The " + c.game + " is over, without a winner.";
    return "The " + c.game + " is over: " + seat_text(*winner) + " has won.";
}

std::string too_few_players(const Case& c) {
    return "The " + c.game + " can start with " + counted(c.match.seats_to_start(), "player") +
           "; so far it has " + counted(c.match.seats_taken(), "player") + ".";
}

std::string stale_ply(const Case& c) {
    return "The move is for ply " + std::to_string(c.stated_ply()) + ", and " + c.game +
           " is at ply " + std::to_string(c.match.ply()) + ".";
}

std::string not_your_turn(const Case& c) {
    const auto next = c.match.to_move();
    return "It is the turn of " + (next ? seat_text(*next) : "nobody") + " in " + c.game +
           ", not of " + c.own_seat() + ".";
}

std::string illegal_move(const Case& c) {
    const std::string point = protocol::quotation(c.point());
    switch (c.refusal.illegal) {
        case engine::Illegal::occupied:
            return "There is a stone on " + point + " already.";
        case engine::Illegal::off_board:
            return "There is no point " + point + " on the " +
                   board_text(c.match.opening().lattice()) + " board.";
        case engine::Illegal::no_friend:
            return "The point " + point + " is adjacent to no stone of " + c.own_seat() +
                   "; it must be adjacent to exactly one.";
        case engine::Illegal::two_friends:
            return "The point " + point + " is adjacent to more than one stone of " + c.own_seat() +
                   "; it must be adjacent to exactly one.";
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
    return "Only a player who has been to move in " + c.game + " for " + time +
           " can be voted out.";
}

struct Answer {
    Code code;
    std::string detail;
};

Answer answer(const Case& c) {
    switch (c.refusal.code) {
        case RefusalCode::not_a_player:
            return {Code::not_a_player, "You hold no seat in " + c.game + "."};
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
                    "All " + counted(c.seats(), "seat") + " of " + c.game + " are taken."};
        case RefusalCode::withdrawn_too_often:
            return {Code::limit_reached, "You have left " + c.game + " " +
                                             counted(engine::withdrawals_max, "time") +
                                             ", and can't take a seat of it again."};
        case RefusalCode::joined_too_often:
            return {Code::limit_reached, "So many have joined " + c.game +
                                             " and left it that nobody can join it any more; it "
                                             "can be opened anew."};
        case RefusalCode::game_not_started:
            return {Code::game_not_started, "The " + c.game + " has not started: it has " +
                                                std::to_string(c.match.seats_taken()) + " of " +
                                                counted(c.seats(), "player") + "."};
        case RefusalCode::game_already_started:
            return {Code::game_already_started, "The " + c.game + " has started already."};
        case RefusalCode::game_over:
            return {Code::game_over, game_over(c)};
        case RefusalCode::not_the_creator:
            return {Code::not_the_creator, "Only " + c.match.creator().handle +
                                               ", who opened it, can start " + c.game + "."};
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
            return {Code::swap_not_offered,
                    "The " + c.game + " is played without the swap option."};
        case RefusalCode::swap_too_early:
            return {Code::swap_too_early, "Seats can be swapped right after the first stone of " +
                                              c.game + ", which has none yet."};
        case RefusalCode::swap_too_late:
            return {Code::swap_too_late,
                    "Seats could be swapped only once and right after the "
                    "first stone of " +
                        c.game + "."};
        case RefusalCode::proposal_open:
            return {Code::proposal_open, "A proposal of " + c.own_seat() + " is open in " + c.game +
                                             "; it can be withdrawn by declining it."};
        case RefusalCode::too_many_proposals:
            return {Code::limit_reached, "Seat " + c.own_seat() + " has proposed this " +
                                             counted(engine::proposals_a_turn_max, "time") +
                                             " since the last move of " + c.game +
                                             "; it can do so again after the next one."};
        case RefusalCode::log_full:
            return {Code::limit_reached,
                    "So much has happened in " + c.game +
                        " beside its moves that nothing can be taken back any more, and that there "
                        "is no pause; moving and leaving go on as before."};
        case RefusalCode::no_such_proposal:
            return {Code::no_such_proposal,
                    "There is no such proposal open in " + c.game + "; it may have lapsed."};
        case RefusalCode::not_yours_to_answer:
            return {Code::not_yours_to_answer,
                    "The proposal is not for " + c.own_seat() + " to answer."};
        case RefusalCode::already_answered:
            return {Code::already_answered,
                    "Seat " + c.own_seat() + " has answered the proposal already."};
        case RefusalCode::undo_impossible:
            return {Code::undo_impossible,
                    "There is no stone of " + c.own_seat() +
                        " that can be taken back: none was placed, or somebody left or seats "
                        "changed hands after it."};
        case RefusalCode::too_late_to_abort:
            return {Code::too_late_to_abort,
                    "Everybody in " + c.game + " has placed a stone, so it can't be aborted."};
        case RefusalCode::too_few_to_vote:
            return {Code::too_few_to_vote,
                    "It takes at least three players to vote one of them out of " + c.game + "."};
        case RefusalCode::not_absent:
            return {Code::not_absent, not_absent(c)};
        case RefusalCode::no_clock:
            return {Code::no_clock, "The " + c.game + " is played without a clock."};
        case RefusalCode::game_paused:
            return {Code::game_paused, "The " + c.game + " is paused already."};
        case RefusalCode::not_paused:
            return {Code::not_paused, "The " + c.game + " is not paused."};
        case RefusalCode::seat_not_offered:
            return {Code::seat_not_offered, seat_not_offered(c)};
        case RefusalCode::invalid_verdict:
            return {Code::invalid_verdict,
                    "The places must be possible in a game: one for each of the " +
                        counted(c.seats(), "seat") + " that was taken, ties sharing the best."};
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
    const Case c{refusal, match, command, "game " + to_string(game)};
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
                             "There is no game " + to_string(game) + " that you may see.");
}

protocol::Error no_such_bot(std::string_view name) {
    return protocol::refusal(Code::no_such_bot, "There is no bot " + protocol::quotation(name) +
                                                    "; they are called bot:1 to bot:" +
                                                    std::to_string(protocol::bot_levels) + ".");
}

}  // namespace tanbo::game

#include "server/mail/commands/turns.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/notation.hpp"

namespace tanbo::mail::commands {
namespace {

using protocol::Result;

protocol::Error stale(const engine::Match& match, std::string detail) {
    protocol::Error error = protocol::refusal(protocol::Code::stale_ply, std::move(detail));
    error.ply = match.ply();
    error.seq = match.seq();
    return error;
}

// How many of the stones that stand were there when the mail was written.
std::uint32_t seen_ply(const CommandAuthor& author, const engine::Match& match) {
    std::uint32_t ply = match.ply();
    while (ply > 0 && match.turn_at(ply - 1)->seq > *author.seen_seq) --ply;
    return ply;
}

protocol::Error another_ply(const CommandAuthor& author, protocol::GameId game,
                            const engine::Match& match) {
    return stale(match, "The email you answered is for ply " +
                            std::to_string(seen_ply(author, match)) + ", but game " +
                            to_string(game) + " is at ply " + std::to_string(match.ply()) +
                            ". Reply to the latest email.");
}

// If stones are taken back or seats swapped, the same ply comes again, and is another turn.
Result<void> check_same_turns(const CommandAuthor& author, protocol::GameId game,
                              const engine::Match& match) {
    const std::uint32_t seen = *author.seen_seq;
    const std::string end = " in game " + to_string(game) + ". Reply to the latest email.";
    if (match.last_undo() > seen) {
        return stale(match, "Moves were undone since the email you answered" + end);
    }
    if (match.last_swap() > seen) {
        return stale(match, "Seats were swapped since the email you answered" + end);
    }
    return {};
}

// The ply of the last stone of the seat; nothing if it has none.
std::optional<std::uint32_t> last_ply_of(const engine::Match& match, engine::Seat seat) {
    for (std::uint32_t ply = match.ply(); ply > 0; --ply) {
        const auto turn = match.turn_at(ply - 1);
        if (turn && turn->seat == seat) return ply - 1;
    }
    return std::nullopt;
}

}  // namespace

CommandAuthor command_author(const CommandContext& context, protocol::GameId game) {
    const Sender& sender = context.sender;
    CommandAuthor author{sender.identity->account, {}, false};
    const bool is_answer = sender.claim && sender.claim->game() == game &&
                           sender.claim->purpose == notify::TokenPurpose::turn;
    if (!is_answer) return author;
    author.seen_seq = sender.claim->seq;
    author.is_bound = sender.level == Level::token;
    return author;
}

Result<std::uint32_t> resolve_ply(const CommandAuthor& author, const engine::Match& match,
                                  const MailMove& move) {
    if (move.ply && !author.is_bound) return *move.ply;
    if (author.seen_seq) {
        const auto same = check_same_turns(author, move.game, match);
        if (!same) return same.error();
        const std::uint32_t seen = seen_ply(author, match);
        if (move.ply.value_or(seen) != seen) return another_ply(author, move.game, match);
        return seen;
    }
    const auto seat = match.seat_of(author.account);
    const auto point = engine::parse_point(match.opening().lattice(), move.point);
    const auto last = seat && point ? last_ply_of(match, *seat) : std::nullopt;
    if (last && match.turn_at(*last)->point == *point) return *last;
    return match.ply();
}

Result<std::uint32_t> planned_ply(const CommandAuthor& author, const engine::Match& match,
                                  const MailPlan& plan) {
    if (plan.ply && !author.is_bound) return *plan.ply;
    if (!author.seen_seq) return match.ply();
    const auto same = check_same_turns(author, plan.game, match);
    if (!same) return same.error();
    const std::uint32_t seen = seen_ply(author, match);
    const auto turn = match.turn_at(seen);
    const auto seat = match.seat_of(author.account);
    const std::uint32_t answered = seat && turn && turn->seat == *seat ? seen + 1 : seen;
    if (plan.ply.value_or(answered) != answered) return another_ply(author, plan.game, match);
    return answered;
}

Result<void> check_current(const CommandAuthor& author, protocol::GameId game,
                           const engine::Match& match) {
    if (!author.is_bound) return {};
    const auto same = check_same_turns(author, game, match);
    if (!same) return same.error();
    const auto seat = match.seat_of(author.account);
    if (!seat) return {};  // the command itself is refused
    const std::uint32_t seen = seen_ply(author, match);
    const auto last = last_ply_of(match, *seat);
    const bool has_gone_on = last && *last > seen;
    const bool is_asked_again = match.to_move() == seat && match.ply() > seen;
    if (!has_gone_on && !is_asked_again) return {};
    return another_ply(author, game, match);
}

Result<void> check_offer(const CommandAuthor& author, const engine::Match& match,
                         const MailSubstitute& command) {
    if (!author.is_bound) return {};
    const engine::OfferedSeat* const offer = match.offer(command.seat);
    if (offer == nullptr) return {};  // the command itself is refused
    if (offer->seq <= *author.seen_seq) return {};
    return protocol::refusal(protocol::Code::seat_not_offered,
                             "The seat was offered in game " + to_string(command.game) +
                                 " after the email you answered. Reply to the latest email.");
}

std::optional<engine::ProposalKind> answered_kind(std::span<const engine::Event> log,
                                                  std::uint32_t seq) {
    const auto answer = std::ranges::find(log, seq, &engine::Event::seq);
    const auto* const answered =
        answer == log.end() ? nullptr : std::get_if<engine::ProposalAnswered>(&answer->data);
    if (answered == nullptr) return std::nullopt;
    const auto question = std::ranges::find(log, answered->proposal, &engine::Event::seq);
    const auto* const proposed =
        question == log.end() ? nullptr : std::get_if<engine::Proposed>(&question->data);
    return proposed == nullptr ? std::nullopt : std::optional(proposed->kind);
}

}  // namespace tanbo::mail::commands

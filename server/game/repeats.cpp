#include "server/game/repeats.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "server/game/log.hpp"
#include "server/game/refusals.hpp"
#include "server/store/tables/games/game_log.hpp"

namespace tanbo::game {

namespace {

using engine::EventData;

template <class Event>
bool is_a(const EventData& data) {
    return std::holds_alternative<Event>(data);
}

// Without a wish any seat will do.
bool fits(const std::optional<engine::Seat>& wish, engine::Seat seat) {
    return !wish || *wish == seat;
}

// Whether this event, which the same player caused, is what the command asks for.
struct Asks {
    const EventData& data;

    bool operator()(const engine::Join& join) const {
        const auto* const joined = std::get_if<engine::PlayerJoined>(&data);
        return joined != nullptr && fits(join.seat, joined->seat);
    }
    bool operator()(const engine::Start&) const { return is_a<engine::GameStarted>(data); }
    bool operator()(const engine::Leave&) const {
        return is_a<engine::PlayerLeft>(data) || is_a<engine::SeatOffered>(data);
    }
    bool operator()(const engine::Swap&) const { return is_a<engine::SeatsSwapped>(data); }
    bool operator()(const engine::Propose& propose) const {
        const auto* const proposed = std::get_if<engine::Proposed>(&data);
        return proposed != nullptr && proposed->kind == propose.kind &&
               (!propose.target || proposed->target == propose.target);
    }
    bool operator()(const engine::AnswerProposal& answer) const {
        const auto* const answered = std::get_if<engine::ProposalAnswered>(&data);
        return answered != nullptr && answered->proposal == answer.proposal &&
               answered->accepts == answer.accepts;
    }
    bool operator()(const engine::Resume&) const { return is_a<engine::GameResumed>(data); }
    bool operator()(const engine::TakeOver& over) const {
        const auto* const taken = std::get_if<engine::SeatTakenOver>(&data);
        return taken != nullptr && fits(over.seat, taken->seat);
    }
    // A move names its ply, and the rest is not for players to ask.
    template <class Other>
    bool operator()(const Other&) const {
        return false;
    }
};

// Up to where the log is looked through for what the account has done. With what was due then, an
// act is less than so many events behind what its player had seen. An account without a part in a
// started game may have had one before its first turn, and given it up.
std::int64_t last_looked_at(const engine::Match& present, AccountId account, std::uint32_t seen) {
    const std::int64_t last = std::int64_t{seen} + 2 * std::int64_t{seq_lag_max};
    const bool has_part = present.turns().empty() || present.has_played(account) ||
                          present.creator().account == account;
    return has_part ? last : std::min<std::int64_t>(last, present.turns().front().seq);
}

std::optional<store::StoredEvent> first_act(store::Reader& reader, GameId game, AccountId account,
                                            std::uint32_t seen, std::int64_t last) {
    std::int64_t after = seen;
    for (;;) {
        auto event = store::find_event_of(reader, game, account, after, last);
        if (!event || event->type != "calendar") return event;
        after = event->seq;
    }
}

protocol::Error stale(GameId game, const engine::Match& present, std::uint32_t seen,
                      const std::string& why) {
    protocol::Error error = protocol::refusal(
        protocol::Code::stale_seq, "The request is for seq " + std::to_string(seen) + " of game " +
                                       to_string(game) + ", " + why + ".");
    error.ply = present.ply();
    error.seq = present.seq();
    return error;
}

}  // namespace

protocol::Result<std::optional<std::uint32_t>> find_repeat(store::Reader& reader, GameId game,
                                                           const engine::Match& present,
                                                           const Command& command,
                                                           std::uint32_t seen) {
    const AccountId account = *account_of(command);
    const auto event =
        first_act(reader, game, account, seen, last_looked_at(present, account, seen));
    if (event) {
        const engine::Event done = decode(game, *event, present.shared_opening());
        if (std::visit(Asks{done.data}, command)) return std::optional(done.seq);
        return stale(
            game, present, seen,
            "but event " + std::to_string(done.seq) + " (" + event->type + ") is already yours");
    }
    if (!present.can_see(account)) return no_such_game(game);
    if (seen > present.seq() || present.seq() - seen > seq_lag_max) {
        return stale(game, present, seen,
                     "but the game is at seq " + std::to_string(present.seq()));
    }
    return std::optional<std::uint32_t>();
}

}  // namespace tanbo::game

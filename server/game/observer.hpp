#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "engine/match.hpp"
#include "server/game/feed/committed.hpp"

namespace tanbo::store {
class Transaction;
}

namespace tanbo::game {

// The effect of one command to one game.
struct CommandEvents {
    GameId game{};
    const engine::Match* before = nullptr;  // null: the game was opened
    const engine::Match& after;
    std::span<const engine::Event> events;  // in order, at least one
    std::optional<AccountId> account;       // that gave the command; nothing: the server's
};

// The outcome of a command, with what had fallen due before it and the plans that it set off.
struct CommandResult {
    GameId game{};
    const engine::Match* before = nullptr;       // null: the game was opened
    std::shared_ptr<const engine::Match> after;  // another one than before
    engine::Instant at;
};

// News of a game for one player alone: a deadline that draws near, a plan that was dropped.
struct PersonalEvent {
    AccountId account{};
    GameId game{};
    std::string_view type;  // "deadline-warning", "plan-dropped"
    std::string_view data;  // protocol/people/personal.hpp says what
    const engine::Match& match;
    engine::Instant at;
};

// Everything that must happen because of an event, a rating or a mail, is a row written in the same
// transaction: an observer writes it. The program's root decides who observes, and in which order.
//
// Thread: the writer thread.
class Observer {
public:
    virtual ~Observer() = default;

    // Reads ahead what the others will ask about a move in a game: store::Query::read_ahead.
    virtual void look_ahead(store::Transaction&, GameId, const engine::Match& /*before*/) {}

    // Called after the events are appended and the summary is up to date. Throws:
    // store::StorageError and what else fails the command; then nothing of it is stored.
    virtual void on_events(store::Transaction& transaction, const CommandEvents& command) = 0;

    // Called once all that a command led to is recorded; no one could act on the states between
    // before and after. Throws: as on_events.
    virtual void on_result(store::Transaction&, const CommandResult&) {}

    // Called if a player gets a message that is in no log. Throws: as on_events.
    virtual void on_personal_event(store::Transaction&, const PersonalEvent&) {}
};

}  // namespace tanbo::game

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/match.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/error.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/feed/committed.hpp"

namespace tanbo::game {

// A game at some seq. Cheap to copy; does not change. Thread: the one it was obtained on.
class View {
public:
    View(GameId id, std::shared_ptr<const engine::Match> match);

    GameId id() const { return state_->id; }
    const engine::Match& match() const { return *state_->match; }
    const std::shared_ptr<const engine::Match>& shared_match() const { return state_->match; }
    std::uint32_t seq() const { return state_->match->seq(); }

    // protocol::encode_game, encoded at the first call for all copies.
    const SharedBytes& json() const;

    // Its size, with an estimate for JSON that was not encoded yet.
    std::size_t bytes() const;

private:
    struct State {
        GameId id;
        std::shared_ptr<const engine::Match> match;
        SharedBytes json;
    };
    std::shared_ptr<State> state_;
};

// The source of a follower: Views, and tests that steer what is committed when.
class History {
public:
    virtual ~History() = default;

    // The present state of a game that the account may see. Errors: no_such_game,
    // storage_unavailable, overloaded.
    virtual base::Awaitable<protocol::Result<View>> get(GameId game,
                                                        std::optional<AccountId> account) = 0;

    // The seq of a game's last event as the log has it now, whatever get knows; 0 if there is no
    // such game. Errors: storage_unavailable, overloaded.
    virtual base::Awaitable<protocol::Result<std::uint32_t>> head(GameId game) = 0;

    // Events after seq `after`, in order, at most `limit`. Errors: storage_unavailable, overloaded.
    virtual base::Awaitable<protocol::Result<std::vector<protocol::StoredEvent>>> events(
        GameId game, std::uint32_t after, std::size_t limit) = 0;
};

}  // namespace tanbo::game

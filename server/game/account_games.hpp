#pragma once

#include "server/account/games.hpp"
#include "server/game/referee.hpp"

namespace tanbo::game {

// What changes of an account do to its games, put to the referee. Thread: any I/O thread.
class AccountGames final : public account::Games {
public:
    // Requires: the referee outlives it.
    explicit AccountGames(Referee& referee) : referee_(referee) {}

    base::Awaitable<protocol::Result<void>> perform(Work work) override;

private:
    Referee& referee_;
};

}  // namespace tanbo::game

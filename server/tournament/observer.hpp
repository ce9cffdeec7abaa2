#pragma once

#include "server/game/observer.hpp"

namespace tanbo::tournament {

// Writes the result of a game into the log of its tournament, with what follows from it: the end of
// a round, withdrawals. The last of the observers, since it locks the tournament.
// Thread: the writer thread.
class Observer final : public game::Observer {
public:
    void on_events(store::Transaction& transaction, const game::CommandEvents& command) override;
};

}  // namespace tanbo::tournament

#pragma once

#include "server/game/observer.hpp"

namespace tanbo::lobby {

// Writes down how strong the players were when a game began: what lists by rating are ordered by.
// Thread: the writer thread.
class Observer final : public game::Observer {
public:
    void on_events(store::Transaction& transaction, const game::CommandEvents& command) override;
};

}  // namespace tanbo::lobby

#pragma once

#include "server/game/witness.hpp"

namespace tanbo::lobby {

// Writes down how strong the players were when a game began: what lists by rating are ordered by.
// Thread: the writer thread.
class Witness final : public game::Witness {
public:
    void record(storage::Transaction& transaction, const game::Happening& happening) override;
};

}  // namespace tanbo::lobby

#pragma once

#include "server/game/witness.hpp"

namespace tanbo::notice {

// Tells the players of a game what its events mean to them. Nobody is told of his turn twice, nor
// of one that a plan has answered already, nor once he is out.
//
// Thread: the writer thread.
class Witness final : public game::Witness {
public:
    void record(storage::Transaction& transaction, const game::Happening& happening) override;
    void confide(storage::Transaction& transaction, const game::PersonalEvent& event) override;
};

}  // namespace tanbo::notice

#pragma once

#include "server/game/witness.hpp"

namespace tanbo::notice {

// Tells the players of a game what its events mean to them. Nobody is told of his turn twice, nor
// of one that a plan has answered already, nor once he is out. A turn is kept as a notification
// only where something is sent because of it: GET /me/turns says whose turn it is.
//
// Thread: the writer thread.
class Witness final : public game::Witness {
public:
    void record(storage::Transaction& transaction, const game::Happening& happening) override;
    void conclude(storage::Transaction& transaction, const game::Conclusion& conclusion) override;
    void confide(storage::Transaction& transaction, const game::PersonalEvent& event) override;
};

}  // namespace tanbo::notice

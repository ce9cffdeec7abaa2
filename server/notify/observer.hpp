#pragma once

#include "server/game/observer.hpp"

namespace tanbo::notify {

// Tells the players of a game what its events mean to them. No player is told of a turn twice, nor
// of one that a plan has answered already, nor once they are out. A turn is kept as a notification
// only if something is sent because of it: GET /me/turns lists turns.
//
// Thread: the writer thread.
class Observer final : public game::Observer {
public:
    void look_ahead(store::Transaction& transaction, protocol::GameId game,
                    const engine::Match& before) override;
    void on_events(store::Transaction& transaction, const game::CommandEvents& command) override;
    void on_result(store::Transaction& transaction, const game::CommandResult& result) override;
    void on_personal_event(store::Transaction& transaction,
                           const game::PersonalEvent& event) override;
};

}  // namespace tanbo::notify

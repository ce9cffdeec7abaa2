#pragma once

#include "server/game/observer.hpp"
#include "server/store/ids.hpp"

namespace tanbo::analysis_jobs {

class Searches;

inline constexpr int mailed_waiting_max = 20;  // past so many analyses mails come without theirs

// As a game ends, drops the analysis of a part of it, and has the whole analysed if the end is told
// by mail to one of its players: the mail waits a little for the sentence that says where the game
// turned.
//
// Requires: told before whoever queues the mails.
class EndedGames final : public game::Observer {
public:
    // Requires: searches outlives it.
    explicit EndedGames(const Searches& searches) : searches_(searches) {}

    void on_events(store::Transaction& transaction, const game::CommandEvents& command) override;

private:
    const Searches& searches_;
};

}  // namespace tanbo::analysis_jobs

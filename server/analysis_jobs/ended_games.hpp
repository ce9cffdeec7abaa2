#pragma once

#include "server/game/observer.hpp"
#include "server/store/ids.hpp"

namespace tanbo::analysis_jobs {

class Searches;

inline constexpr int mailed_waiting_max = 20;  // past so many analyses mails come without theirs

// Drops the analysis of a part of a game as it ends. It has the whole analysed if one of its
// players is told of the end by mail: the mail waits a little for the sentence that says where the
// game turned.
//
// Requires: told before the observer that queues the mails.
class EndedGames final : public game::Observer {
public:
    // Requires: searches outlives it.
    explicit EndedGames(const Searches& searches) : searches_(searches) {}

    void on_events(store::Transaction& transaction, const game::CommandEvents& command) override;

private:
    const Searches& searches_;
};

}  // namespace tanbo::analysis_jobs

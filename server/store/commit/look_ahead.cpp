#include "server/store/commit/look_ahead.hpp"

#include <algorithm>
#include <utility>

#include "server/store/commit/group_commit.hpp"
#include "server/store/connection.hpp"

namespace tanbo::store {
namespace {

constexpr std::size_t window_step = 4;

}  // namespace

LookAhead::LookAhead(Connection& connection, Transaction& transaction, std::vector<Job*> jobs)
    : connection_(connection), transaction_(transaction), jobs_(std::move(jobs)) {}

void LookAhead::before(std::size_t job) {
    if (!connection_.is_distant()) return;
    if (!jobs_[job]->game()) return connection_.drop_ahead();
    if (connection_.is_ahead() && job < end_) return;
    connection_.drop_ahead();
    if (!std::exchange(has_locked_, true)) lock_games();
    // Answers that are lost were asked in vain.
    window_ = job < end_ ? std::max<std::size_t>(1, window_ / window_step)
                         : std::min(looked_ahead_max, window_ * window_step);
    end_ = std::min(jobs_.size(), job + window_);
    for (std::size_t next = job; next < end_; ++next) {
        if (jobs_[next]->game()) jobs_[next]->look_ahead(transaction_);
    }
    connection_.ask_ahead();
}

void LookAhead::lock_games() {
    std::vector<GameId> games;
    for (const Job* const job : jobs_) {
        if (const auto game = job->game()) games.push_back(*game);
    }
    std::ranges::sort(games);
    games.erase(std::unique(games.begin(), games.end()), games.end());
    connection_.lock_games(games);
}

}  // namespace tanbo::store

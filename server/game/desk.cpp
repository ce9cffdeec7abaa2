#include "server/game/desk.hpp"

#include <limits>
#include <utility>

#include "server/game/feed.hpp"
#include "server/game/log.hpp"
#include "server/game/views.hpp"
#include "server/storage/plans.hpp"

namespace tanbo::game {

void publish(base::IoThreads& io, const std::vector<ThreadGames>& threads,
             const std::shared_ptr<const CommittedBatch>& batch) {
    for (const ThreadGames& games : threads) games.views.offer(batch);
    for (std::size_t i = 0; i < threads.size(); ++i) {
        io.post_to(static_cast<int>(i), [batch, games = threads[i]] {
            games.views.catch_up();
            games.feed.deliver(*batch);
        });
    }
}

Desk::Desk(base::IoThreads& io, std::vector<ThreadGames> threads, base::Metrics& metrics,
           const RefereeLimits& limits, Downtimes& downtimes)
    : io_(io),
      downtimes_(downtimes),
      threads_(std::move(threads)),
      matches_(std::numeric_limits<std::size_t>::max(), limits.match_bytes,
               &base::cache_bytes(metrics, "writer")),
      settled_(threads_.size()),
      hits_(metrics.counter("tanbo_match_cache_total", "Matches the writer asked for, by result.",
                            {{"result", "hit"}})),
      misses_(metrics.counter("tanbo_match_cache_total", "Matches the writer asked for, by result.",
                              {{"result", "miss"}})),
      batch_commands_(metrics.histogram("tanbo_commit_commands", "Commands that shared a commit.",
                                        {1, 2, 4, 8, 16, 32, 64, 128, 256})),
      commit_seconds_(metrics.histogram("tanbo_commit_seconds",
                                        "From the first command of a batch until it is durable.",
                                        base::latency_bounds())) {}

std::shared_ptr<const engine::Match> Desk::match(storage::Reader& reader, GameId game) {
    if (const auto* const known = matches_.find(game)) {
        hits_.add();
        return known->match;
    }
    misses_.add();
    auto loaded = load_match(reader, game);
    if (loaded == nullptr) return loaded;
    const bool has_plans = storage::has_plans(reader, static_cast<storage::GameId>(game));
    matches_.put(game, {loaded, has_plans}, match_bytes(*loaded));
    return loaded;
}

bool Desk::may_have_plans(GameId game) {
    const Kept* const known = matches_.find(game);
    return known == nullptr || known->may_have_plans;
}

void Desk::expect_plans(GameId game) {
    if (Kept* const known = matches_.find(game)) known->may_have_plans = true;
}

void Desk::begin_command() {
    if (commands_ == 0) begun_at_ = std::chrono::steady_clock::now();
    ++commands_;
    ++unsettled_;
}

void Desk::add(CommittedBatch done) {
    for (CommittedGame& game : done.games) {
        // Nobody has planned what has just been opened.
        const bool is_new = game.frames.front().seq == 1;
        const Kept* const known = matches_.find(game.id);
        const bool has_plans = known == nullptr ? !is_new : known->may_have_plans;
        matches_.put(game.id, {game.match, has_plans}, match_bytes(*game.match));
        batch_.games.push_back(std::move(game));
    }
    batch_.has_downtime = batch_.has_downtime || done.has_downtime;
    for (GameMessage& message : done.messages) batch_.messages.push_back(std::move(message));
    for (const std::int64_t account : done.deleted_accounts) {
        matches_.erase_if(
            [account](GameId, const Kept& kept) { return names(*kept.match, account); });
        batch_.deleted_accounts.push_back(account);
    }
}

void Desk::publish() noexcept {
    if (commands_ == 0) return;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun_at_;
    commit_seconds_.observe(elapsed.count());
    batch_commands_.observe(static_cast<double>(commands_));
    commands_ = 0;
    const bool is_silent = batch_.games.empty() && batch_.messages.empty() &&
                           !batch_.has_downtime && batch_.deleted_accounts.empty();
    if (is_silent) return;
    if (!batch_.games.empty()) downtimes_.writing_works(batch_.games.back().match->updated_at());
    game::publish(io_, threads_, std::make_shared<const CommittedBatch>(std::exchange(batch_, {})));
}

void Desk::settle(const Owed& owed, TaskAnswer answer) noexcept {
    settled_[static_cast<std::size_t>(owed.thread)].push_back({owed.to, std::move(answer)});
    settle();
}

void Desk::settle() noexcept {
    if (--unsettled_ == 0) send_answers();
}

void Desk::send_answers() {
    for (std::size_t i = 0; i < settled_.size(); ++i) {
        if (settled_[i].empty()) continue;
        io_.post_to(static_cast<int>(i), [settled = std::exchange(settled_[i], {})]() mutable {
            for (Settled& one : settled) one.to.set_here(std::move(one.answer));
        });
    }
}

void Desk::discard() noexcept {
    for (const CommittedGame& game : batch_.games) matches_.erase(game.id);
    batch_ = {};
    commands_ = 0;
}

}  // namespace tanbo::game

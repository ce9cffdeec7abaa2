#include "server/tournament/director.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/base/log.hpp"
#include "server/base/threads/timer.hpp"
#include "server/game/game_transaction.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/tournaments.hpp"
#include "server/tournament/acts.hpp"
#include "server/tournament/log.hpp"
#include "server/tournament/names.hpp"

namespace tanbo::tournament {

namespace {

using protocol::Result;

constexpr int directed_at_once = 16;
// A tournament that is due and can't go on, since a game of a player who has left is not over, is
// looked at again after this time.
constexpr std::chrono::seconds patience{30};

base::Awaitable<void> run_logged(Director& director, bool is_ours) {
    if (!is_ours) co_return;
    const auto done = co_await director.run_once();
    if (!done) {
        base::log::warn("tournament-duties-failed", "could not do what is due in tournaments",
                        {{"detail", done.error().detail}});
    }
}

}  // namespace

base::Awaitable<void> Director::run(std::function<bool()> is_ours) {
    return base::repeat(director_interval, [this, is_ours = std::move(is_ours)] {
        return run_logged(*this, is_ours());
    });
}

base::Awaitable<Result<int>> Director::run_once() {
    const Instant now = clock_();
    auto due = co_await store_.read([now](store::Reader& reader) {
        return store::due_tournaments(reader, now, directed_at_once);
    });
    if (!due) co_return due.error();
    // One that fails holds up no other.
    std::optional<protocol::Error> fault;
    for (const TournamentId id : *due) {
        const auto done = co_await direct(id);
        if (!done && !fault) fault = done.error();
    }
    if (fault) co_return std::move(*fault);
    co_return static_cast<int>(due->size());
}

base::Awaitable<Result<void>> Director::direct(TournamentId id) {
    const auto advanced = co_await advance_one(id);
    if (!advanced) co_return advanced.error();
    const auto has_started = co_await start_all_games(id);
    if (!has_started) co_return has_started.error();
    if (advanced->has_advanced || *has_started) co_return Result<void>();
    store::Work<bool> wait = [id, now = clock_(),
                              seq = advanced->seq](store::Transaction& transaction) {
        // Changes of other nodes, and results, have set a time of their own.
        const auto loaded = lock(transaction, id);
        if (!loaded || (seq && loaded->tournament.seq != *seq)) return Result<bool>(true);
        const auto due_at = due(loaded->tournament);
        if (due_at && *due_at <= now) store::set_tournament_due(transaction, id, now + patience);
        return Result<bool>(true);
    };
    const auto waits = co_await store_.write<bool>(std::move(wait));
    if (!waits) co_return waits.error();
    co_return Result<void>();
}

base::Awaitable<Result<Director::Advanced>> Director::advance_one(TournamentId id) {
    const Instant now = clock_();
    // Pairing may take long: it happens on this thread, without a lock.
    auto look = [this, id, now]() -> Result<std::optional<Decision>> {
        std::vector<std::string> entrants;
        const auto loaded = store_.read_now([id, &entrants](store::Reader& reader) {
            auto found = load(reader, id);
            if (found) entrants = Names(reader, id).entrants(found->tournament);
            return found;
        });
        if (!loaded || starts_now(loaded->tournament, now)) return std::optional<Decision>();
        return std::optional(advance(loaded->tournament, entrants, loaded->secret, now));
    };
    auto decision = co_await store_.run(std::move(look));
    if (!decision) co_return decision.error();
    const auto decided = std::make_shared<const std::optional<Decision>>(std::move(*decision));
    if (*decided && (*decided)->events.empty()) co_return Advanced{false, (*decided)->next.seq};
    std::function<Result<bool>(store::Transaction&, game::GameTransaction&)> work =
        [id, decided](store::Transaction& transaction, game::GameTransaction& games) {
            if (!*decided) {
                // A start that is refused, since too few are left, is tried again later.
                return Result<bool>(Acts(transaction, games).start_if_due(id).has_value());
            }
            const auto loaded = lock(transaction, id);
            const std::int64_t before = (*decided)->events.front().seq - 1;
            if (!loaded || loaded->tournament.seq != before) return Result<bool>(true);
            append(transaction, id, **decided);
            return Result<bool>(true);
        };
    const auto has_advanced = co_await referee_.transact<bool>(std::move(work));
    if (!has_advanced) co_return has_advanced.error();
    co_return Advanced{*has_advanced, {}};
}

// Whether some have been started.
base::Awaitable<Result<bool>> Director::start_all_games(TournamentId id) {
    bool has_started = false;
    for (;;) {
        std::function<Result<int>(store::Transaction&, game::GameTransaction&)> work =
            [id](store::Transaction& transaction, game::GameTransaction& games) {
                return Acts(transaction, games).start_games(id);
            };
        const auto started = co_await referee_.transact<int>(std::move(work));
        if (!started) co_return started.error();
        if (*started == 0) co_return has_started;
        has_started = true;
    }
}

}  // namespace tanbo::tournament

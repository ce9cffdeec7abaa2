#include "server/game/time/deadline_scheduler.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "protocol/people/personal.hpp"
#include "server/base/log.hpp"
#include "server/base/threads/timer.hpp"
#include "server/game/feed/presence.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/refusals.hpp"
#include "server/game/time/deadlines.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/downtimes.hpp"

namespace tanbo::game {

namespace {

using base::Timer;
using protocol::Code;
using protocol::Result;

constexpr std::string_view reminders_help =
    "Deadline reminders, by whether the player was notified or was viewing the "
    "game.";

// An error that will be there again the next time.
bool is_lasting(const protocol::Error& error) {
    return error.code == Code::internal_error || error.code == Code::no_such_game;
}

}  // namespace

DeadlineScheduler::DeadlineScheduler(Referee& referee, store::Store& store,
                                     const Presence& presence, Downtimes& downtimes,
                                     base::Clock clock, base::Metrics& metrics)
    : referee_(referee),
      store_(store),
      presence_(presence),
      downtimes_(downtimes),
      clock_(std::move(clock)),
      late_(metrics.histogram("tanbo_due_late_seconds",
                              "Delay of due actions after their due instant.",
                              {0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 60})),
      reminders_(metrics.counter("tanbo_reminders_total", std::string(reminders_help),
                                 {{"outcome", "told"}})),
      spared_(metrics.counter("tanbo_reminders_total", std::string(reminders_help),
                              {{"outcome", "looking"}})) {}

// --- signs of life ---

namespace {

// Stores the heartbeat of all nodes, and a downtime if the last one is too long ago.
void beat_for_all(const Downtimes& downtimes, store::Transaction& transaction,
                  GameTransaction& game_transaction, Downtimes::Beat& beat) {
    if (beat.is_trial) store::try_writing(transaction);
    const auto last = store::last_heartbeat(transaction);
    if (!last) return store::set_heartbeat(transaction, beat.at);
    beat.at = std::max(beat.at, *last);
    if (!store::advance_heartbeat(transaction, *last, beat.at)) {
        throw store::StorageError(store::Fault::stale, "Another node has stored a heartbeat.");
    }
    if (beat.at - *last > shared_gap_max) {
        store::add_downtime(transaction, {*last, beat.at});
        game_transaction.add_downtime();
    }
    beat.known = store::downtimes_after(transaction, downtimes.beaten_at());
}

// Writes a beat, whichever it is when the writer comes to it.
GamesWork beat_work(const Downtimes& downtimes, std::shared_ptr<Downtimes::Beat> beat) {
    return [&downtimes, beat](store::Transaction& transaction, GameTransaction& game_transaction) {
        *beat = downtimes.next_beat(game_transaction.now());
        if (downtimes.is_shared()) {
            beat_for_all(downtimes, transaction, game_transaction, *beat);
            return Result<void>();
        }
        for (const engine::Span& downtime : beat->pending) {
            store::add_downtime(transaction, downtime);
            game_transaction.add_downtime();
        }
        if (beat->is_trial) store::try_writing(transaction);
        store::set_heartbeat(transaction, beat->at);
        return Result<void>();
    };
}

}  // namespace

Result<void> DeadlineScheduler::start(std::optional<base::Instant> last_alive) {
    downtimes_.load(store_.read_now(
        [](store::Reader& reader) { return store::downtimes_after(reader, base::Instant()); }));
    if (last_alive) downtimes_.add({*last_alive, clock_()});
    return beat();
}

Result<void> DeadlineScheduler::beat() {
    const auto beat = std::make_shared<Downtimes::Beat>();
    Result<void> done = referee_.transact_blocking(beat_work(downtimes_, beat));
    if (done) downtimes_.beaten(*beat);
    return done;
}

base::Awaitable<void> DeadlineScheduler::beat_when_due() {
    const base::Instant now = clock_();
    const bool has_come = !beaten_at_ || now - *beaten_at_ >= heartbeat_interval;
    if (!has_come && !downtimes_.is_failing() && !downtimes_.has_pending()) co_return;
    const auto beat = std::make_shared<Downtimes::Beat>();
    GamesWork work = beat_work(downtimes_, beat);
    const auto done = co_await referee_.transact<void>(std::move(work));
    if (!done) co_return;
    downtimes_.beaten(*beat);
    beaten_at_ = now;
}

// --- the runs ---

base::Awaitable<void> DeadlineScheduler::run() {
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    Timer timer(executor);
    bool is_more = false;
    for (;;) {
        if (!is_more) {
            timer.expires_after(scheduler_interval);
            co_await base::wait_for_own_work(timer);
        }
        is_more = false;
        try {
            co_await beat_when_due();
            is_more = co_await run_once();
        } catch (const std::exception& error) {
            base::log::error("deadline-run-failed", "a run of the deadline scheduler failed",
                             {{"detail", error.what()}});
        }
    }
}

base::Awaitable<bool> DeadlineScheduler::run_once() {
    if (downtimes_.is_open()) co_return false;
    Dues due = co_await read(store::due_games);
    bool is_more = due.size() >= due_batch_max;
    if (!due.empty()) {
        co_await expire_due(std::move(due));
    }
    Dues reminders = co_await read(store::due_reminders);
    is_more = is_more || reminders.size() >= due_batch_max;
    if (!reminders.empty()) {
        co_await remind(std::move(reminders));
    }
    co_return is_more;
}

base::Awaitable<DeadlineScheduler::Dues> DeadlineScheduler::read(Read what) {
    const auto grace_period = grace_period_ ? grace_period_() : std::chrono::milliseconds(0);
    if (!grace_period) co_return Dues();
    const base::Instant now = clock_() - *grace_period;
    auto found = co_await store_.read(
        [what, now](store::Reader& reader) { return what(reader, now, due_batch_max); });
    if (!found) co_return Dues();  // the readers are busy: the next run is soon
    co_return std::move(*found);
}

base::Awaitable<void> DeadlineScheduler::expire_due(Dues due) {
    std::vector<base::Awaitable<void>> games;
    games.reserve(due.size());
    for (const store::Due& one : due) games.push_back(expire_one(one));
    co_await base::run_all("what is due", std::move(games));
}

base::Awaitable<void> DeadlineScheduler::expire_one(store::Due due) {
    const auto game = due.game;
    Command command = engine::FallDue{};
    const auto done = co_await referee_.submit(game, std::move(command));
    if (done && !done->is_repeat) {
        late_.observe(std::chrono::duration<double>(clock_() - due.at).count());
    }
    if (!done && is_lasting(done.error())) {
        co_await postpone(game);
    }
}

base::Awaitable<void> DeadlineScheduler::postpone(GameId game) {
    base::log::error("deadline-failed", "deadline processing failed", {{"game", game}});
    GamesWork work = [game](store::Transaction& transaction, GameTransaction& game_transaction) {
        store::postpone_deadline(transaction, game, game_transaction.now() + unsound_postponed);
        return Result<void>();
    };
    co_await referee_.transact<void>(std::move(work));
}

// --- reminders ---

base::Awaitable<void> DeadlineScheduler::remind(Dues due) {
    std::function<Result<Reminded>(store::Transaction&, GameTransaction&)> work =
        [this, due](store::Transaction& transaction, GameTransaction& game_transaction) {
            Reminded reminded;
            for (const store::Due& one : due) {
                const auto done = remind_one(transaction, game_transaction, one.game, reminded);
                if (!done) return Result<Reminded>(done.error());
            }
            return Result<Reminded>(reminded);
        };
    const auto done = co_await referee_.transact<Reminded>(std::move(work));
    if (done) {
        reminders_.add(done->told);
        spared_.add(done->spared);
        co_return;
    }
    if (!is_lasting(done.error())) co_return;
    if (due.size() == 1) {
        co_await postpone(due.front().game);
        co_return;
    }
    for (const store::Due& one : due) {
        Dues alone(1, one);
        co_await remind(std::move(alone));
    }
}

Result<void> DeadlineScheduler::remind_one(store::Transaction& transaction,
                                           GameTransaction& game_transaction, protocol::GameId id,
                                           Reminded& reminded) const {
    game_transaction.take_downtimes(id);
    const auto row = store::find_deadline(transaction, id);
    if (!row || !row->remind_at || *row->remind_at > game_transaction.now()) return {};
    const auto match = game_transaction.match(id);
    if (match == nullptr) return no_such_game(id);
    const auto seat = match->clock().running();
    if (!seat || !row->account || !row->flag_at) {
        sync_deadline(transaction, id, *match, store::reminders_a_turn);
        return {};
    }
    mark_reminded(transaction, *match, *row, game_transaction.now());
    const auto account = *row->account;
    if (presence_.is_looking(transaction, account, id, game_transaction.now())) {
        ++reminded.spared;
        return {};
    }
    ++reminded.told;
    const protocol::DeadlineWarning warning{
        id, *seat, match->ply(), *row->flag_at,
        match->clock().remaining(*seat, game_transaction.now())};
    game_transaction.notify_player(account, id, "deadline-warning",
                                   protocol::encode_deadline_warning(warning));
    return {};
}

}  // namespace tanbo::game

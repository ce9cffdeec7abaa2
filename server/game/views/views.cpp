#include "server/game/views/views.hpp"

#include <atomic>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "engine/time/clock.hpp"
#include "protocol/games/answers.hpp"
#include "protocol/games/clock_answer.hpp"
#include "server/base/client_key.hpp"
#include "server/base/log.hpp"
#include "server/base/lru_cache.hpp"
#include "server/base/threads/one_shot.hpp"
#include "server/game/deleted_names.hpp"
#include "server/game/log.hpp"
#include "server/game/plans.hpp"
#include "server/game/refusals.hpp"
#include "server/game/time/credits.hpp"
#include "server/game/views/answer_cache.hpp"
#include "server/game/views/listing.hpp"
#include "server/game/waiting_rows.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/tables/games/game_summaries.hpp"

namespace tanbo::game {

namespace {

using protocol::Result;
using SharedMatch = std::shared_ptr<const engine::Match>;

// From so many points on, a picture takes more than a tenth of a millisecond; one of 19x19 takes
// less than it costs to hand it to another thread and back.
constexpr int large_board = 500;

std::string explain(GameId game, const CachedClock& clock, engine::Instant now) {
    // Events that have happened have, whatever the clock says.
    const engine::Instant at = std::max(now, clock.at);
    return protocol::encode_clock(game, clock.explained.clock(), clock.explained.at(at), at);
}

// Requires: there is such a game.
SharedClock read_clock(store::Reader& reader, GameId game) {
    const MatchLog log = credited(reader, read_log(reader, game));
    return std::make_shared<const CachedClock>(
        CachedClock{log.match->seq(), log.events.back().at, engine::ExplainedClock(log.events)});
}

base::Counter& cache_counter(base::Metrics& metrics, const std::string& result) {
    return metrics.counter("tanbo_view_cache_total", "Games requested by I/O threads, by result.",
                           {{"result", result}});
}

}  // namespace

struct Views::State {
    // A read of the log on its way, for all who wait for the game.
    struct Load {
        SharedMatch overtaken_by;  // what was committed meanwhile
        bool is_kept = true;       // nothing meanwhile has changed what is shown of it
        std::vector<base::OneShot<Result<SharedMatch>>> waiting;

        // Of two lanes the later may be heard first.
        void overtake(const SharedMatch& match) {
            const bool is_newer = overtaken_by == nullptr || overtaken_by->seq() < match->seq();
            if (is_newer) overtaken_by = match;
        }
    };

    using Head = Result<std::uint32_t>;

    State(store::Store& store, base::Metrics& metrics, const ViewLimits& limits)
        : store(store),
          epoch(protocol::epoch_text(store.epochs().present())),
          place_tag(store.epochs().place_tag()),
          is_alone(limits.is_alone),
          views(limits.games, limits.bytes, &base::cache_bytes(metrics, "games")),
          answers(metrics),
          hits(cache_counter(metrics, "hit")),
          misses(cache_counter(metrics, "miss")) {}

    base::Awaitable<Result<SharedMatch>> load(GameId game);
    base::Awaitable<void> read(GameId game, base::ClientKey client);
    base::Awaitable<Result<SharedMatch>> read_log(GameId game);
    void finish(GameId game, Result<SharedMatch> read);
    base::Awaitable<Head> head(GameId game);
    base::Awaitable<Head> read_head(GameId game);
    base::Awaitable<void> read_heads(GameId game, base::ClientKey client);
    const View* find(GameId game);
    void put(GameId game, SharedMatch match);
    void forget_if_before(GameId game, std::uint32_t seq);
    void forget_all();
    void forget_games_of(AccountId account);
    void catch_up();
    void apply(const CommittedBatch& batch);

    store::Store& store;
    const std::string epoch;
    const std::string place_tag;
    const bool is_alone;
    struct Kept {
        View view;
        std::size_t deleted_known;  // of deleted
    };
    base::LruCache<GameId, Kept> views;
    DeletedNames deleted;  // of which views is not to show any
    AnswerCache answers;
    std::unordered_map<GameId, Load> loads;
    // The callers that wait for each game's head since its read began.
    std::unordered_map<GameId, std::vector<base::OneShot<Head>>> heads;
    std::atomic<bool> is_behind = false;  // something is offered
    std::mutex mutex;
    std::vector<std::shared_ptr<const CommittedBatch>> offered;  // under the mutex
    base::Counter& hits;
    base::Counter& misses;
};

// Null also if it may have the name of a deleted account: then it must be read again.
const View* Views::State::find(GameId game) {
    Kept* const known = views.find(game);
    if (known == nullptr) return nullptr;
    if (known->deleted_known == deleted.count()) return &known->view;
    if (deleted.can_contain(known->view.match(), known->deleted_known)) {
        views.erase(game);
        return nullptr;
    }
    known->deleted_known = deleted.count();
    return &known->view;
}

void Views::State::put(GameId game, SharedMatch match) {
    View view(game, std::move(match));
    const std::size_t bytes = view.bytes();
    views.put(game, {std::move(view), deleted.count()}, bytes);
}

// Something read of the game is of this seq: whatever is shown of it is not to be older.
void Views::State::forget_if_before(GameId game, std::uint32_t seq) {
    catch_up();
    const View* const known = find(game);
    if (known != nullptr && known->seq() < seq) views.erase(game);
    const auto load = loads.find(game);
    if (load != loads.end()) load->second.is_kept = false;
}

// The view of every game may have changed.
void Views::State::forget_all() {
    answers.forget_clocks();
    views.erase_if([](GameId, const Kept&) { return true; });
    for (auto& [game, load] : loads) load.is_kept = false;
}

// Logs that are being read may have been read before the account was deleted.
void Views::State::forget_games_of(AccountId account) {
    answers.forget_texts();
    deleted.add(account);
    for (auto& [game, load] : loads) load.is_kept = false;
}

// The first caller starts the read, which has no owner: no caller's end stops it.
base::Awaitable<Result<SharedMatch>> Views::State::load(GameId game) {
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    const base::OneShot<Result<SharedMatch>> answer(executor);
    const auto [entry, is_first] = loads.try_emplace(game);
    entry->second.waiting.push_back(answer);
    if (is_first) base::spawn(executor, "read a game", read(game, base::current_client));
    co_return co_await answer.wait();
}

base::Awaitable<void> Views::State::read(GameId game, base::ClientKey client) {
    base::current_client = client;
    protocol::Error failure;
    failure.detail = "The server failed. The failure was logged.";
    Result<SharedMatch> match(std::move(failure));
    try {
        match = co_await read_log(game);
    } catch (const std::exception& error) {
        base::log::error("game-unreadable", "a game can't be read",
                         {{"game", game}, {"detail", error.what()}});
    }
    finish(game, std::move(match));
}

base::Awaitable<Result<SharedMatch>> Views::State::read_log(GameId game) {
    return store.read(
        [game](store::Reader& reader) { return credited(reader, load_match(reader, game)); });
}

void Views::State::finish(GameId game, Result<SharedMatch> read) {
    catch_up();
    const auto entry = loads.find(game);
    const Load load = std::move(entry->second);
    loads.erase(entry);
    const bool is_old = load.overtaken_by != nullptr &&
                        (!read || *read == nullptr || (*read)->seq() < load.overtaken_by->seq());
    if (is_old) read = load.overtaken_by;
    if (load.is_kept && read && *read != nullptr) put(game, *read);
    for (const auto& answer : load.waiting) answer.set(read);
}

// If very many ask at once, as the audience of a game after a restart, a read is for all who
// have asked before it began.
base::Awaitable<Views::State::Head> Views::State::head(GameId game) {
    if (is_alone) {
        catch_up();
        if (const View* const known = find(game)) co_return known->seq();
    }
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    const auto [entry, is_first] = heads.try_emplace(game);
    if (!is_first) {
        const base::OneShot<Head> answer(executor);
        entry->second.push_back(answer);
        co_return co_await answer.wait();
    }
    Head head = co_await read_head(game);
    if (heads.at(game).empty()) {
        heads.erase(game);
    } else {
        base::spawn(executor, "read where a game ends", read_heads(game, base::current_client));
    }
    co_return head;
}

base::Awaitable<void> Views::State::read_heads(GameId game, base::ClientKey client) {
    base::current_client = client;
    while (true) {
        const auto entry = heads.find(game);
        const auto waiting = std::exchange(entry->second, {});
        if (waiting.empty()) {
            heads.erase(entry);
            co_return;
        }
        const Head head = co_await read_head(game);
        for (const auto& answer : waiting) answer.set_here(head);
    }
}

base::Awaitable<Views::State::Head> Views::State::read_head(GameId game) {
    protocol::Error failure;
    failure.detail = "The server failed. The failure was logged.";
    try {
        const auto seq = co_await store.read(
            [game](store::Reader& reader) { return store::find_seq(reader, game).value_or(0); });
        if (!seq) co_return seq.error();
        const auto head = static_cast<std::uint32_t>(*seq);
        forget_if_before(game, head);
        co_return head;
    } catch (const std::exception& error) {
        base::log::error("game-unreadable", "a game can't be read",
                         {{"game", game}, {"detail", error.what()}});
    }
    co_return failure;
}

namespace {

std::vector<protocol::StoredEvent> page_of_log(store::Reader& reader, GameId game,
                                               std::uint32_t after, std::size_t limit) {
    std::vector<protocol::StoredEvent> events;
    auto stored = store::read_events(reader, game, after, static_cast<std::int64_t>(limit));
    events.reserve(stored.size());
    for (auto& event : stored) events.push_back(to_protocol(std::move(event)));
    return events;
}

}  // namespace

Views::Views(store::Store& store, base::Metrics& metrics, ViewLimits limits)
    : state_(std::make_unique<State>(store, metrics, limits)) {}

Views::~Views() = default;

const std::string& Views::epoch() const {
    return state_->epoch;
}

const std::string& Views::place_tag() const {
    return state_->place_tag;
}

base::Awaitable<Result<View>> Views::get(GameId game, std::optional<AccountId> account) {
    state_->catch_up();
    if (const View* const known = state_->find(game)) {
        state_->hits.add();
        if (!known->match().can_see(account)) co_return no_such_game(game);
        co_return *known;
    }
    state_->misses.add();
    auto match = co_await state_->load(game);
    if (!match) co_return match.error();
    if (*match == nullptr || !(*match)->can_see(account)) co_return no_such_game(game);
    // The cache has what is newest, if it has kept it.
    if (const View* const view = state_->find(game)) co_return *view;
    co_return View(game, *match);
}

base::Awaitable<Result<std::uint32_t>> Views::head(GameId game) {
    return state_->head(game);
}

base::Awaitable<Result<std::vector<protocol::StoredEvent>>> Views::events(GameId game,
                                                                          std::uint32_t after,
                                                                          std::size_t limit) {
    auto events = co_await state_->store.read([game, after, limit](store::Reader& reader) {
        return page_of_log(reader, game, after, limit);
    });
    if (events && !events->empty()) state_->forget_if_before(game, events->back().seq);
    co_return events;
}

base::Awaitable<Result<std::string>> Views::draw(View view, Draw draw) {
    if (view.match().opening().lattice().points() < large_board) co_return draw(view);
    co_return co_await paint(std::move(view), std::move(draw));
}

base::Awaitable<Result<std::string>> Views::paint(View view, Draw draw) {
    co_return co_await state_->store.run([view = std::move(view), draw = std::move(draw)] {
        return Result<std::string>(draw(view));
    });
}

base::Awaitable<Result<std::string>> Views::write_log(View view, std::string form, WriteLog write) {
    const bool is_kept = !form.empty() && view.match().status() == engine::Status::finished;
    if (is_kept) {
        state_->catch_up();
        if (const auto* const known = state_->answers.text(view.id(), form)) co_return *known;
    }
    const std::uint64_t age = state_->answers.age();
    auto look = [view, write = std::move(write)](store::Reader& reader) {
        return write(page_of_log(reader, view.id(), 0, view.seq()));
    };
    auto text = co_await state_->store.read(std::move(look));
    state_->catch_up();
    if (is_kept && text) state_->answers.keep(view.id(), form, *text, age);
    co_return text;
}

base::Awaitable<Result<std::string>> Views::write_page(View view, std::uint32_t after,
                                                       std::size_t limit, WriteLog write) {
    const auto seq = std::make_shared<std::uint32_t>(0);
    auto look = [view, after, limit, seq, write = std::move(write)](store::Reader& reader) {
        const auto events = page_of_log(reader, view.id(), after, limit);
        if (!events.empty()) *seq = events.back().seq;
        return write(events);
    };
    auto text = co_await state_->store.read(std::move(look));
    if (text && *seq > 0) state_->forget_if_before(view.id(), *seq);
    co_return text;
}

base::Awaitable<Result<MatchLog>> Views::log(GameId game) {
    return state_->store.read([game](store::Reader& reader) -> Result<MatchLog> {
        MatchLog log = read_log(reader, game);
        if (log.match == nullptr) return no_such_game(game);
        log.match = credited(reader, std::move(log.match));
        return log;
    });
}

base::Awaitable<Result<std::string>> Views::clock(GameId game, std::optional<AccountId> account,
                                                  base::Clock clock) {
    auto view = co_await get(game, account);
    if (!view) co_return view.error();
    SharedClock kept = state_->answers.clock(game, view->seq());
    if (kept == nullptr) {
        const std::uint64_t age = state_->answers.age();
        auto read = co_await state_->store.read(
            [game](store::Reader& reader) { return read_clock(reader, game); });
        if (!read) co_return read.error();
        kept = std::move(*read);
        state_->forget_if_before(game, kept->seq);
        state_->answers.keep(game, kept, age);
    }
    // Of a long game it is long, too.
    co_return co_await state_->store.run([game, kept, clock = std::move(clock)] {
        return Result<std::string>(explain(game, *kept, clock()));
    });
}

base::Awaitable<Result<void>> Views::fill_deadlines(std::vector<WaitingRow>& rows,
                                                    AccountId account) {
    for (WaitingRow& row : rows) {
        if (!row.is_told_by_game) continue;
        const GameId game = row.waiting.game;
        state_->catch_up();
        const View* const known = state_->find(game);
        if (known != nullptr && known->seq() < row.game->seq) state_->views.erase(game);
        auto view = co_await get(game, account);
        if (!view && view.error().code == protocol::Code::no_such_game) continue;
        if (!view) co_return view.error();
        if (view->seq() == row.game->seq) row.deadline = view->match().clock().deadline();
    }
    co_return Result<void>();
}

base::Awaitable<Result<std::string>> Views::plan(GameId game, AccountId account) {
    auto view = co_await get(game, account);
    if (!view) co_return view.error();
    co_return co_await state_->store.read(
        [game, account](store::Reader& reader) { return read_plan(reader, game, account); });
}

base::Awaitable<Result<std::string>> Views::list(ListFilter filter,
                                                 std::optional<std::string> cursor, int limit) {
    auto query = list_query(filter, cursor, limit);
    if (!query) co_return query.error();
    if (filter.with_positions) {
        co_return co_await list_with_positions(std::move(filter), std::move(*query));
    }
    auto look = [filter = std::move(filter), query = std::move(*query)](store::Reader& reader) {
        return list_page(reader, filter, query);
    };
    co_return co_await state_->store.read(std::move(look));
}

base::Awaitable<Result<std::string>> Views::list_with_positions(ListFilter filter,
                                                                store::GamesQuery query) {
    const auto viewer = filter.viewer;
    auto look = [filter = std::move(filter), query = std::move(query)](store::Reader& reader) {
        return list_summaries(reader, filter, query);
    };
    auto page = co_await state_->store.read(std::move(look));
    if (!page) co_return page.error();
    for (protocol::GameSummary& game : page->games) {
        auto shown = co_await position(game.id, viewer);
        if (!shown) co_return shown.error();
        game.position = std::move(*shown);
    }
    co_return protocol::encode_game_page(page->games, page->next);
}

base::Awaitable<Result<TimedPage>> Views::timed_list(ListFilter filter, int limit) {
    auto query = list_query(filter, std::nullopt, limit);
    if (!query) co_return query.error();
    auto look = [filter = std::move(filter), query = std::move(*query)](store::Reader& reader) {
        return list_timed(reader, filter, query);
    };
    co_return co_await state_->store.read(std::move(look));
}

base::Awaitable<Result<std::string>> Views::position(GameId game,
                                                     std::optional<AccountId> account) {
    auto view = co_await get(game, account);
    if (view) co_return protocol::encode_position(view->match());
    if (view.error().code == protocol::Code::no_such_game) co_return std::string("null");
    co_return view.error();
}

void Views::offer(std::shared_ptr<const CommittedBatch> batch) {
    const std::lock_guard lock(state_->mutex);
    state_->offered.push_back(std::move(batch));
    state_->is_behind.store(true, std::memory_order_release);
}

void Views::catch_up() {
    state_->catch_up();
}

void Views::State::catch_up() {
    if (!is_behind.load(std::memory_order_acquire)) return;
    std::vector<std::shared_ptr<const CommittedBatch>> batches;
    {
        const std::lock_guard lock(mutex);
        batches.swap(offered);
        is_behind.store(false, std::memory_order_relaxed);
    }
    for (const auto& batch : batches) apply(*batch);
}

void Views::State::apply(const CommittedBatch& batch) {
    if (batch.has_downtime) forget_all();
    for (const CommittedGame& game : batch.games) {
        const auto load = loads.find(game.id);
        if (load != loads.end()) load->second.overtake(game.match);
        // The log may have been read since.
        const View* const known = find(game.id);
        if (known != nullptr && known->seq() < game.match->seq()) put(game.id, game.match);
    }
    for (const AccountId account : batch.deleted_accounts) forget_games_of(account);
}

}  // namespace tanbo::game

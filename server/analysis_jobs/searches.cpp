#include "server/analysis_jobs/searches.hpp"

#include <utility>
#include <vector>

#include "engine/analysis/analysis.hpp"
#include "protocol/records/analysis.hpp"
#include "protocol/records/hints.hpp"
#include "server/game/log.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/searches.hpp"

namespace tanbo::analysis_jobs {

namespace {

using analysis::PlayedGame;
using protocol::Code;
using protocol::GameId;
using protocol::Result;
using protocol::SearchId;
using store::Search;
using store::SearchKind;

constexpr int pruned_at_once = 10;
constexpr int failed_at_once = 10;  // each may send mails

protocol::Error no_such_search(SearchId id) {
    return protocol::refusal(Code::no_such_search, "Search " + to_string(id) + " is not open.");
}

// The game as far as the search is about it; null if there is no such game.
std::shared_ptr<const engine::Match> match_of(store::Reader& reader, const Search& search) {
    const bool is_of_part = search.kind == SearchKind::analysis && search.seq != 0;
    return game::load_match(reader, search.game, is_of_part ? search.seq : store::all_events);
}

void prune(store::Transaction& transaction, base::Instant now) {
    store::prune_searches(transaction, SearchKind::hint, now - std::chrono::hours(24),
                          pruned_at_once);
    store::prune_searches_past(transaction, SearchKind::analysis, analyses_max, pruned_at_once);
}

// Whether the game is still as it was when the search was asked for.
bool is_of_use(const Search& search, const engine::Match& match) {
    if (search.kind == SearchKind::analysis) return analysis::has_analysable_turns(match);
    return match.to_move().has_value() && match.seq() == search.seq;
}

// The findings of a program, as they are kept. Errors: those of decode_analysis and
// decode_judgement.
Result<std::string> checked_result(const Search& search, const engine::Match& match,
                                   const std::string& text) {
    if (search.kind == SearchKind::hint) {
        const auto judgement = protocol::decode_judgement(text, match.position());
        if (!judgement) return judgement.error();
        return protocol::encode_judgement(match.opening(), *judgement);
    }
    const PlayedGame game = analysis::game_of(match);
    const auto found = protocol::decode_analysis(text, search.game, game);
    if (!found) return found.error();
    return protocol::encode_analysis(search.game, game, *found);
}

// The job to be done, or nothing if there is no use in it any longer.
std::optional<protocol::SearchJob> job_of(store::Transaction& transaction, const Search& search) {
    if (search.claims >= claims_max) return std::nullopt;
    const auto match = match_of(transaction, search);
    if (match == nullptr || !is_of_use(search, *match)) return std::nullopt;
    return protocol::SearchJob{search.id, search.kind, search.game, analysis::game_of(*match)};
}

}  // namespace

Searches::Searches(store::Store& store, base::Clock clock, base::Metrics& metrics,
                   bool starts_program, OnAnalysed on_analysed)
    : store_(store),
      clock_(std::move(clock)),
      on_analysed_(std::move(on_analysed)),
      asked_(metrics.counter("tanbo_searches_asked_total", "Searches requested.")),
      done_(metrics.counter("tanbo_searches_done_total", "Searches completed.")),
      failed_(metrics.counter("tanbo_searches_failed_total",
                              "Searches that failed after three attempts.")),
      refused_(
          metrics.counter("tanbo_searches_refused_total", "Search results refused as invalid.")),
      worker_polled_at_ms_(starts_program ? engine::number_of(clock_()) : 0) {}

void Searches::receive(const std::vector<store::Announcement>& announcements) {
    for (const store::Announcement& announcement : announcements) {
        const auto* const news = std::get_if<store::SearchNews>(&announcement);
        if (news == nullptr) continue;
        switch (*news) {
            case store::SearchNews::asked:
                events_.notify_all();
                break;
            case store::SearchNews::done:
                hinted_.notify_all();
                break;
            case store::SearchNews::attended:
                worker_polled_at_ms_ = engine::number_of(clock_());
                break;
        }
    }
}

// If it can't be told now, the next who asks for work tells it.
base::Awaitable<void> Searches::record_worker_poll() {
    const std::int64_t now = engine::number_of(clock_());
    worker_polled_at_ms_ = now;
    const std::chrono::milliseconds since(now - worker_announced_at_ms_);
    if (since < worker_announce_interval) co_return;
    store::Work<bool> work = [](store::Transaction& transaction) {
        if (transaction.has_peers()) transaction.announce(store::SearchNews::attended);
        return Result<bool>(true);
    };
    const auto told = co_await store_.write<bool>(std::move(work));
    if (told) worker_announced_at_ms_ = now;
}

void Searches::close() {
    events_.close();
    hinted_.close();
}

bool Searches::has_worker() const {
    return clock_() - engine::instant_of(worker_polled_at_ms_) < worker_idle_max;
}

protocol::Error wait_already(int waiting, const std::string& kind, int retry_after_s) {
    protocol::Error error = protocol::refusal(
        Code::overloaded, std::to_string(waiting) + " " + kind + " are already waiting.");
    error.retry_after_s = retry_after_s;
    return error;
}

// Without a result it has failed.
void Searches::end(store::Transaction& transaction, const Search& search,
                   const std::optional<std::string>& result, base::Instant now) {
    store::finish_search(transaction, search.id, result, now);
    const bool is_of_whole = search.kind == SearchKind::analysis && search.seq == 0;
    if (is_of_whole) on_analysed_(transaction, now, search.game);
}

Result<Searches::Claimed> Searches::claim_next(store::Transaction& transaction,
                                               std::optional<SearchKind> only) {
    Claimed claimed;
    const base::Instant now = clock_();
    prune(transaction, now);
    while (claimed.failed < failed_at_once) {
        const auto next = store::next_search(transaction, now, only);
        if (!next) break;
        const auto job = job_of(transaction, *next);
        if (job) {
            store::claim_search(transaction, next->id, now + claim_life);
            claimed.job = protocol::encode_search_job(*job);
            break;
        }
        end(transaction, *next, std::nullopt, now);
        ++claimed.failed;
    }
    return claimed;
}

base::Awaitable<Result<std::optional<std::string>>> Searches::claim(protocol::SearchClaim claim) {
    const auto end = std::chrono::steady_clock::now() + claim.wait;
    const auto only = claim.kind;
    for (;;) {
        co_await record_worker_poll();
        const std::uint64_t key = events_.key();
        auto look = [now = clock_(), only](store::Reader& reader) {
            return store::next_search(reader, now, only).has_value();
        };
        const auto has_work = co_await store_.read(std::move(look));
        if (!has_work) co_return has_work.error();
        if (*has_work) {
            store::Work<Claimed> work = [this, only](store::Transaction& writer) {
                return claim_next(writer, only);
            };
            auto claimed = co_await store_.write<Claimed>(std::move(work));
            if (!claimed) co_return claimed.error();
            failed_.add(static_cast<std::uint64_t>(claimed->failed));
            if (claimed->job) co_return std::move(claimed->job);
            if (claimed->failed > 0) continue;  // there may be more behind them
        }
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            end - std::chrono::steady_clock::now());
        if (left.count() <= 0) co_return std::optional<std::string>();
        co_await events_.wait(key, left);
        if (events_.key() == key) co_return std::optional<std::string>();
    }
}

base::Awaitable<Result<void>> Searches::extend(SearchId search) {
    store::Work<bool> work = [search, now = clock_()](store::Transaction& transaction) {
        return Result<bool>(store::extend_search(transaction, search, now, now + claim_life));
    };
    const auto extended = co_await store_.write<bool>(std::move(work));
    if (!extended) co_return extended.error();
    worker_polled_at_ms_ = engine::number_of(clock_());
    if (!*extended) co_return no_such_search(search);
    co_return Result<void>();
}

base::Awaitable<Result<void>> Searches::finish(SearchId id, std::string text) {
    struct Checked {
        Search search;
        std::string result;
    };
    auto check = [id, text = std::move(text)](store::Reader& reader) -> Result<Checked> {
        auto search = store::find_search(reader, id);
        if (!search || search->done_at || search->claims == 0) return no_such_search(id);
        const auto match = match_of(reader, *search);
        if (match == nullptr || !is_of_use(*search, *match)) return no_such_search(id);
        auto result = checked_result(*search, *match, text);
        if (!result) return result.error();
        return Checked{std::move(*search), std::move(*result)};
    };
    auto checked = co_await store_.read(std::move(check));
    if (!checked) {
        if (checked.error().code != Code::no_such_search) refused_.add();
        co_return checked.error();
    }
    store::Work<bool> work = [this, kept = std::move(*checked),
                              now = clock_()](store::Transaction& transaction) {
        end(transaction, kept.search, kept.result, now);
        transaction.announce(store::SearchNews::done);
        return Result<bool>(true);
    };
    const auto kept = co_await store_.write<bool>(std::move(work));
    if (!kept) co_return kept.error();
    done_.add();
    co_return Result<void>();
}

}  // namespace tanbo::analysis_jobs

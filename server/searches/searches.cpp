#include "server/searches/searches.hpp"

#include <utility>
#include <vector>

#include "engine/analysis/analysis.hpp"
#include "protocol/analysis.hpp"
#include "protocol/hints.hpp"
#include "server/game/log.hpp"
#include "server/store/limits.hpp"
#include "server/store/searches.hpp"
#include "server/store/store.hpp"

namespace tanbo::searches {

namespace {

using analysis::PlayedGame;
using protocol::AnalysisProgress;
using protocol::Code;
using protocol::GameId;
using protocol::Result;
using protocol::SearchId;
using store::Search;
using store::SearchKind;

constexpr int pruned_at_once = 10;
constexpr int full_retry_s = 60;
constexpr store::Limit account_limit{"analyses of an account",
                                     {{{10, std::chrono::hours(1)}, {40, std::chrono::hours(24)}}}};
constexpr store::Limit address_limit{
    "analyses of an address", {{{30, std::chrono::hours(1)}, {120, std::chrono::hours(24)}}}};

protocol::Error no_such_search(SearchId id) {
    return protocol::refusal(Code::no_such_search,
                             "No search " + to_string(id) + " is to be done.");
}

Result<void> check_is_analysable(GameId id, const engine::Match& match) {
    if (match.status() != engine::Status::finished) {
        return protocol::refusal(Code::game_not_over,
                                 "Game " + to_string(id) + " is not over: nobody is helped in it.");
    }
    if (analysis::can_be_analysed(match)) return {};
    return protocol::refusal(Code::not_analysable, "Game " + to_string(id) +
                                                       " has no stones, or more than " +
                                                       std::to_string(analysis::turns_max) + ".");
}

// Whether one more analysis may wait, of which no asker takes all places.
Result<void> admit_analysis(store::Reader& reader, const std::string& asker) {
    constexpr auto kind = SearchKind::analysis;
    const int own = store::count_searches_of(reader, kind, asker);
    const int all = store::count_searches(reader, kind, analyses_waiting_max);
    if (own >= analyses_of_asker_max) return wait_already(own, "analyses of yours", full_retry_s);
    if (all >= analyses_waiting_max) return wait_already(all, "analyses", full_retry_s);
    return {};
}

// Counts one more analysis by both, or neither.
Result<void> take_limits(store::Transaction& transaction, const Asker& asker, base::Instant now) {
    std::vector<store::Count> counts{{&account_limit, to_string(asker.account)}};
    if (!asker.address.empty()) counts.push_back({&address_limit, asker.address});
    const auto until = store::limited_until(transaction, counts, now);
    if (until) return store::rate_limited("Too many analyses were asked for", *until, now);
    for (const store::Count& one : counts) {
        store::count_hit(transaction, *one.limit, one.subject, now);
    }
    return {};
}

AnalysisProgress progress_of(store::Reader& reader, const Search& search, base::Instant now) {
    AnalysisProgress progress;
    progress.game = search.game;
    progress.asked_at = search.asked_at;
    progress.is_done = search.result.has_value();
    if (progress.is_done) return progress;
    progress.is_running = search.claimed_until && *search.claimed_until > now;
    if (!progress.is_running) {
        progress.ahead =
            store::count_searches(reader, SearchKind::analysis, analyses_waiting_max, &search);
    }
    return progress;
}

// An analysis that was kept is in the form in which it is asked for, unless a picture is wanted.
std::string text_of(const std::string& kept, GameId id, const engine::Match& match,
                    AnalysisForm form) {
    if (form == AnalysisForm::json) return kept;
    const PlayedGame game = analysis::game_of(match);
    const auto decoded = protocol::decode_analysis(kept, id, game);
    if (!decoded) {
        throw store::StorageError(store::Fault::corrupt,
                                  "The analysis of game " + to_string(id) + " is unsound.");
    }
    return protocol::svg_chances(game, *decoded);
}

void prune(store::Transaction& transaction, base::Instant now) {
    store::prune_searches(transaction, SearchKind::hint, now - std::chrono::hours(24),
                          pruned_at_once);
    store::prune_searches_past(transaction, SearchKind::analysis, analyses_kept, pruned_at_once);
}

// Whether the game is still as it was when the search was asked for.
bool is_of_use(const Search& search, const engine::Match& match) {
    if (search.kind == SearchKind::analysis) return analysis::can_be_analysed(match);
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
    const auto match = game::load_match(transaction, search.game);
    if (match == nullptr || !is_of_use(search, *match)) return std::nullopt;
    return protocol::SearchJob{search.id, search.kind, search.game, analysis::game_of(*match)};
}

}  // namespace

Searches::Searches(store::Store& store, base::Clock clock, base::Metrics& metrics,
                   bool starts_program)
    : store_(store),
      clock_(std::move(clock)),
      asked_(metrics.counter("tanbo_searches_asked_total", "Searches that were asked for.")),
      done_(metrics.counter("tanbo_searches_done_total", "Searches that programs have done.")),
      failed_(metrics.counter("tanbo_searches_failed_total",
                              "Searches that were begun three times and never done.")),
      refused_(metrics.counter("tanbo_searches_refused_total",
                               "Results of searches that were not sound.")),
      attended_at_ms_(starts_program ? engine::number_of(clock_()) : 0) {}

void Searches::hear(const std::vector<store::Announcement>& announcements) {
    for (const store::Announcement& announcement : announcements) {
        const auto* const news = std::get_if<store::SearchNews>(&announcement);
        if (news == nullptr) continue;
        switch (*news) {
            case store::SearchNews::asked:
                bell_.ring();
                break;
            case store::SearchNews::done:
                hinted_.ring();
                break;
            case store::SearchNews::attended:
                attended_at_ms_ = engine::number_of(clock_());
                break;
        }
    }
}

// If it can't be told now, the next who asks for work tells it.
base::Awaitable<void> Searches::note_attended() {
    const std::int64_t now = engine::number_of(clock_());
    attended_at_ms_ = now;
    const std::chrono::milliseconds since(now - told_at_ms_);
    if (since < attended_told_every) co_return;
    store::Work<bool> work = [](store::Transaction& transaction) {
        if (transaction.has_others()) transaction.announce(store::SearchNews::attended);
        return Result<bool>(true);
    };
    const auto told = co_await store_.write<bool>(std::move(work));
    if (told) told_at_ms_ = now;
}

void Searches::close() {
    bell_.close();
    hinted_.close();
}

bool Searches::is_attended() const {
    return clock_() - engine::instant_of(attended_at_ms_) < attended_for;
}

Result<AnalysisProgress> Searches::queue_analysis(store::Transaction& transaction, GameId game,
                                                  const Asker& asker, std::int64_t cost) {
    const base::Instant now = clock_();
    transaction.lock_game(game);
    auto found = store::find_search(transaction, SearchKind::analysis, game, 0);
    if (found && !found->has_failed()) return progress_of(transaction, *found, now);
    if (!is_attended()) {
        return protocol::refusal(Code::searches_off,
                                 "No program of this server analyses games at present.");
    }
    const std::string name =
        asker.address.empty() ? to_string(asker.account) : std::string(asker.address);
    const auto room = admit_analysis(transaction, name);
    if (!room) return room.error();
    const auto taken = take_limits(transaction, asker, now);
    if (!taken) return taken.error();
    if (found) store::delete_search(transaction, found->id);
    store::insert_search(transaction, SearchKind::analysis, game, 0, now, {name, cost});
    transaction.announce(store::SearchNews::asked);
    found = store::find_search(transaction, SearchKind::analysis, game, 0);
    return progress_of(transaction, *found, now);
}

protocol::Error wait_already(int waiting, const std::string& kind, int retry_after_s) {
    protocol::Error error = protocol::refusal(
        Code::overloaded, std::to_string(waiting) + " " + kind + " wait already.");
    error.retry_after_s = retry_after_s;
    return error;
}

std::int64_t cost_of(const engine::Match& match) {
    return std::int64_t{match.ply()} * match.opening().lattice().points();
}

base::Awaitable<Result<AnalysisProgress>> Searches::ask_for_analysis(
    GameId game, std::shared_ptr<const engine::Match> match, Asker asker) {
    const auto analysable = check_is_analysable(game, *match);
    if (!analysable) co_return analysable.error();
    store::Work<AnalysisProgress> work = [this, game, asker = std::move(asker),
                                          cost = cost_of(*match)](store::Transaction& writer) {
        return queue_analysis(writer, game, asker, cost);
    };
    auto asked = co_await store_.write<AnalysisProgress>(std::move(work));
    if (asked && !asked->is_done) asked_.add();
    co_return asked;
}

base::Awaitable<Result<FoundAnalysis>> Searches::find_analysis(
    GameId game, std::shared_ptr<const engine::Match> match, AnalysisForm form) {
    const auto analysable = check_is_analysable(game, *match);
    if (!analysable) co_return analysable.error();
    auto look = [game, match, form, now = clock_()](store::Reader& reader) {
        const auto search = store::find_search(reader, SearchKind::analysis, game, 0);
        if (!search || search->has_failed()) {
            return Result<FoundAnalysis>(protocol::refusal(
                Code::no_such_analysis,
                search ? "The analysis of game " + to_string(game) + " failed; ask for it again."
                       : "Nobody has asked for an analysis of game " + to_string(game) + "."));
        }
        FoundAnalysis found{progress_of(reader, *search, now), {}};
        if (search->result) found.text = text_of(*search->result, game, *match, form);
        return Result<FoundAnalysis>(std::move(found));
    };
    co_return co_await store_.read(std::move(look));
}

Result<Searches::Claimed> Searches::claim_next(store::Transaction& transaction,
                                               std::optional<SearchKind> only) {
    Claimed claimed;
    const base::Instant now = clock_();
    prune(transaction, now);
    while (const auto next = store::next_search(transaction, now, only)) {
        const auto job = job_of(transaction, *next);
        if (job) {
            store::claim_search(transaction, next->id, now + claim_life);
            claimed.job = protocol::encode_search_job(*job);
            break;
        }
        store::finish_search(transaction, next->id, std::nullopt, now);
        ++claimed.failed;
    }
    return claimed;
}

base::Awaitable<Result<std::optional<std::string>>> Searches::claim(protocol::SearchClaim claim) {
    const auto end = std::chrono::steady_clock::now() + claim.wait;
    const auto only = claim.kind;
    for (;;) {
        co_await note_attended();
        const std::uint64_t rings = bell_.rings();
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
        }
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            end - std::chrono::steady_clock::now());
        if (left.count() <= 0) co_return std::optional<std::string>();
        co_await bell_.wait(rings, left);
        if (bell_.rings() == rings) co_return std::optional<std::string>();
    }
}

base::Awaitable<Result<void>> Searches::extend(SearchId search) {
    store::Work<bool> work = [search, now = clock_()](store::Transaction& transaction) {
        return Result<bool>(store::extend_search(transaction, search, now, now + claim_life));
    };
    const auto extended = co_await store_.write<bool>(std::move(work));
    if (!extended) co_return extended.error();
    attended_at_ms_ = engine::number_of(clock_());
    if (!*extended) co_return no_such_search(search);
    co_return Result<void>();
}

base::Awaitable<Result<void>> Searches::finish(SearchId id, std::string text) {
    auto check = [id, text = std::move(text)](store::Reader& reader) -> Result<std::string> {
        const auto search = store::find_search(reader, id);
        if (!search || search->done_at || search->claims == 0) return no_such_search(id);
        const auto match = game::load_match(reader, search->game);
        if (match == nullptr || !is_of_use(*search, *match)) return no_such_search(id);
        return checked_result(*search, *match, text);
    };
    auto checked = co_await store_.read(std::move(check));
    if (!checked) {
        if (checked.error().code != Code::no_such_search) refused_.add();
        co_return checked.error();
    }
    store::Work<bool> work = [id, kept = std::move(*checked),
                              now = clock_()](store::Transaction& transaction) {
        store::finish_search(transaction, id, kept, now);
        transaction.announce(store::SearchNews::done);
        return Result<bool>(true);
    };
    const auto kept = co_await store_.write<bool>(std::move(work));
    if (!kept) co_return kept.error();
    done_.add();
    co_return Result<void>();
}

}  // namespace tanbo::searches

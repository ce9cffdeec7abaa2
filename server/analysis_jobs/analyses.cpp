#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/analysis/analysis.hpp"
#include "protocol/records/analysis.hpp"
#include "server/analysis_jobs/searches.hpp"
#include "server/game/log.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/limits.hpp"
#include "server/store/tables/games/searches.hpp"

// Analyses of games: who has one made, and what there is.
namespace tanbo::analysis_jobs {

namespace {

using analysis::PlayedGame;
using protocol::AccountId;
using protocol::AnalysisProgress;
using protocol::Code;
using protocol::GameId;
using protocol::Result;
using protocol::SearchId;
using store::Search;
using store::SearchKind;

constexpr int full_retry_s = 60;
constexpr store::Limit account_limit{"analyses of an account",
                                     {{{10, std::chrono::hours(1)}, {40, std::chrono::hours(24)}}}};
constexpr store::Limit address_limit{
    "analyses of an address", {{{30, std::chrono::hours(1)}, {120, std::chrono::hours(24)}}}};

bool is_over(const engine::Match& match) {
    return match.status() == engine::Status::finished;
}

// The person behind an account: a bot's owner, or the account itself. Bots are deleted with their
// owners.
AccountId person_of(store::Reader& reader, AccountId id) {
    const auto account = store::find_account(reader, id);
    return account ? account->owner.value_or(id) : id;
}

bool plays_in(store::Reader& reader, const engine::Match& match, AccountId person) {
    const auto is_theirs = [&](const engine::Player& player) {
        return person_of(reader, player.account) == person;
    };
    return std::ranges::any_of(match.seats(),
                               [&](const engine::SeatHolder& holder) {
                                   return holder.player && is_theirs(*holder.player);
                               }) ||
           std::ranges::any_of(match.leavers(), is_theirs, &engine::Leaver::player);
}

// Guests and new members cost nothing: each could be a player's second account.
bool was_there_before(store::Reader& reader, const engine::Match& match, AccountId person) {
    const auto account = store::find_account(reader, person);
    return account && account->kind == store::AccountKind::member &&
           account->created_at < match.created_at();
}

// Whether a game that is not over may be analysed for the asker (nothing: not signed in), who may
// see it. Askers must be members with an account older than the game who never played in it, nor a
// bot of theirs, or such a member's bot. While a seat is on offer, all are refused. This doesn't
// stop a second account that is older than the game.
// Errors: game_not_over.
Result<void> check_may_follow(store::Reader& reader, GameId game, const engine::Match& match,
                              std::optional<AccountId> requester) {
    const auto refuse = [game](std::string_view why) {
        return protocol::refusal(
            Code::game_not_over,
            "Game " + to_string(game) + " is still in progress. " + std::string(why));
    };
    if (!match.offers().empty()) {
        return refuse("It can't be analysed while a seat is offered.");
    }
    const auto person = requester ? std::optional(person_of(reader, *requester)) : std::nullopt;
    if (person && plays_in(reader, match, *person)) {
        return refuse("Current and former players can't have it analysed.");
    }
    if (!person || !was_there_before(reader, match, *person)) {
        return refuse(
            "Until it ends, only members with an account older than the game can analyse it.");
    }
    return {};
}

Result<void> check_is_analysable(store::Reader& reader, GameId id, const engine::Match& match,
                                 std::optional<AccountId> requester) {
    if (!is_over(match)) {
        const auto may_follow = check_may_follow(reader, id, match, requester);
        if (!may_follow) return may_follow.error();
    }
    if (analysis::has_analysable_turns(match)) return {};
    return protocol::refusal(Code::not_analysable, "Game " + to_string(id) +
                                                       " has no moves, or more than " +
                                                       std::to_string(analysis::turns_max) + ".");
}

// The seq of an analysis of the game as it is now.
std::int64_t seq_of_analysis(const engine::Match& match) {
    return is_over(match) ? 0 : std::int64_t{match.seq()};
}

// The analysis made or ordered; of a running game it may be of fewer stones.
std::optional<Search> kept_analysis(store::Reader& reader, GameId game,
                                    const engine::Match& match) {
    constexpr auto kind = SearchKind::analysis;
    return is_over(match) ? store::find_search(reader, kind, game, 0)
                          : store::latest_search(reader, kind, game);
}

// Whether other turns led to the board of a running game since, or it failed. One that is under way
// is waited for.
bool is_stale(const Search& search, const engine::Match& match) {
    if (is_over(match) || !search.done_at) return search.has_failed();
    const auto seq_of_board = std::max(match.turns().back().seq, match.last_undo());
    return search.has_failed() || search.seq < std::int64_t{seq_of_board};
}

// Whether one more analysis may wait, of which no asker takes all places.
Result<void> admit_analysis(store::Reader& reader, const std::string& requester) {
    constexpr auto kind = SearchKind::analysis;
    const int own = store::count_searches_of(reader, kind, requester);
    const int all = store::count_searches(reader, kind, analyses_waiting_max);
    if (own >= analyses_of_requester_max)
        return wait_already(own, "of your analyses", full_retry_s);
    if (all >= analyses_waiting_max) return wait_already(all, "analyses", full_retry_s);
    return {};
}

// Counts one more analysis by both, or neither.
Result<void> take_limits(store::Transaction& transaction, const Requester& requester,
                         base::Instant now) {
    std::vector<store::Count> counts{{&account_limit, to_string(requester.account)}};
    if (!requester.address.empty()) counts.push_back({&address_limit, requester.address});
    const auto until = store::limited_until(transaction, counts, now);
    if (until) return store::rate_limited("Too many analyses were requested", *until, now);
    for (const store::Count& one : counts) {
        store::count_hit(transaction, *one.limit, one.subject, now);
    }
    return {};
}

// The game as it is now, if a running one has gone on, or ended, since it was seen. The game is
// locked.
std::shared_ptr<const engine::Match> present_if_later(store::Reader& reader, GameId game,
                                                      const engine::Match& seen) {
    if (is_over(seen) || store::last_seq(reader, game) == seen.seq()) return nullptr;
    return game::load_match(reader, game);
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
// Errors: no_such_analysis, if it was kept by a version that took something else for sound.
Result<std::string> text_of(store::Reader& reader, const Search& search, const engine::Match& match,
                            AnalysisForm form) {
    if (form == AnalysisForm::json) return *search.result;
    const PlayedGame game =
        search.seq == 0 ? analysis::game_of(match)
                        : analysis::game_of(*game::load_match(reader, search.game, search.seq));
    const auto decoded = protocol::decode_analysis(*search.result, search.game, game);
    if (!decoded) {
        return protocol::refusal(
            Code::no_such_analysis,
            "The analysis of game " + to_string(search.game) + " is too old for a picture.");
    }
    return protocol::svg_chances(game, *decoded);
}

}  // namespace

std::int64_t cost_of(const engine::Match& match) {
    return std::int64_t{match.ply()} * match.opening().lattice().points();
}

Result<AnalysisProgress> Searches::queue_analysis(store::Transaction& transaction, GameId game,
                                                  const engine::Match& seen,
                                                  const Requester& requester) {
    const base::Instant now = clock_();
    transaction.lock_game(game);
    const auto later = present_if_later(transaction, game, seen);
    const engine::Match& match = later ? *later : seen;
    const auto analysable = check_is_analysable(transaction, game, match, requester.account);
    if (!analysable) return analysable.error();
    auto found = kept_analysis(transaction, game, match);
    if (found && !is_stale(*found, match)) return progress_of(transaction, *found, now);
    if (!has_worker()) {
        return protocol::refusal(
            Code::searches_off,
            "Analysis is not available right now: no search worker is running.");
    }
    const std::string name =
        requester.address.empty() ? to_string(requester.account) : std::string(requester.address);
    const auto room = admit_analysis(transaction, name);
    if (!room) return room.error();
    const auto taken = take_limits(transaction, requester, now);
    if (!taken) return taken.error();
    if (found) store::delete_search(transaction, found->id);
    const SearchId added =
        store::insert_search(transaction, SearchKind::analysis, game, seq_of_analysis(match), now,
                             {name, cost_of(match)});
    transaction.announce(store::SearchNews::asked);
    return progress_of(transaction, *store::find_search(transaction, added), now);
}

base::Awaitable<Result<AnalysisProgress>> Searches::ask_for_analysis(
    GameId game, std::shared_ptr<const engine::Match> match, Requester requester) {
    store::Work<AnalysisProgress> work =
        [this, game, match = std::move(match), requester = std::move(requester)](
            store::Transaction& writer) { return queue_analysis(writer, game, *match, requester); };
    auto asked = co_await store_.write<AnalysisProgress>(std::move(work));
    if (asked && !asked->is_done) asked_.add();
    co_return asked;
}

base::Awaitable<Result<FoundAnalysis>> Searches::find_analysis(
    GameId game, std::shared_ptr<const engine::Match> match, std::optional<AccountId> viewer,
    AnalysisForm form) {
    auto look = [game, match = std::move(match), viewer, form,
                 now = clock_()](store::Reader& reader) -> Result<FoundAnalysis> {
        const auto analysable = check_is_analysable(reader, game, *match, viewer);
        if (!analysable) return analysable.error();
        const auto search = kept_analysis(reader, game, *match);
        if (!search || search->has_failed()) {
            return protocol::refusal(
                Code::no_such_analysis,
                search ? "The analysis of game " + to_string(game) + " failed. Request it again."
                       : "Game " + to_string(game) + " has no analysis yet.");
        }
        FoundAnalysis found{progress_of(reader, *search, now), {}};
        if (!search->result) return found;
        auto text = text_of(reader, *search, *match, form);
        if (!text) return text.error();
        found.text = std::move(*text);
        return found;
    };
    co_return co_await store_.read(std::move(look));
}

}  // namespace tanbo::analysis_jobs

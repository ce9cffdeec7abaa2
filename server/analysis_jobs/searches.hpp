#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/records/searches.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/threads/async.hpp"
#include "server/base/threads/event_count.hpp"
#include "server/store/commit/announcements.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"

namespace tanbo::store {
class Store;
class Transaction;
struct Search;
}  // namespace tanbo::store

namespace tanbo::analysis_jobs {

inline constexpr int analyses_waiting_max = 200;
// Of an address, or of an account if that has none.
inline constexpr int analyses_of_requester_max = store::part_of_address(analyses_waiting_max);
inline constexpr int analyses_max = 20'000;  // the oldest are forgotten, and may be asked for again
inline constexpr int hints_waiting_max = 50;
// Of those, of one account, and of people who came from one address (store::counted_address): the
// games in which one waits.
inline constexpr int hints_of_account_max = 2;
inline constexpr int hints_of_address_max = store::part_of_address(hints_waiting_max);
inline constexpr int claims_max = 3;                         // then a search has failed
inline constexpr std::chrono::seconds claim_life{60};        // unless it is extended
inline constexpr std::chrono::seconds worker_idle_max{600};  // after a program has asked for work
inline constexpr std::chrono::seconds worker_announce_interval{10};  // to nodes that may be new

// Who asks for an analysis.
struct Requester {
    protocol::AccountId account{};
    std::string address;  // of the client; empty: one that no limit counts
};

// Refused: so many of these wait already. Code: overloaded.
protocol::Error wait_already(int waiting, const std::string& kind, int retry_after_s);
// How much of an asker's turns a game's analysis takes: every position, by its points.
std::int64_t cost_of(const engine::Match& match);

// The present state of a game's analysis.
struct FoundAnalysis {
    protocol::AnalysisProgress progress;
    std::string text;  // once it is done: as it was asked for
};

// Called as the analysis of a game that is over is kept, or is found never to come: in the same
// transaction, with its instant.
using OnAnalysed = std::function<void(store::Transaction&, base::Instant, protocol::GameId)>;

// How long an answer waits for a hint.
inline constexpr std::chrono::milliseconds hint_wait{3000};

enum class AnalysisForm : std::uint8_t { json, svg };

// Searches that programs do for the server, as rows: asked for, claimed, and done once. A program
// that ends loses none, for a claim ends too. What programs say is checked by the rules before it
// is kept.
//
// Errors of all: storage_unavailable, overloaded, both with retry_after_s. Thread: any I/O thread.
//
// Metrics: tanbo_searches_asked_total, _done_total, _failed_total, _refused_total.
class Searches {
public:
    // A program that this server starts itself is given worker_idle_max to come. Requires: the
    // store outlives it.
    Searches(store::Store& store, base::Clock clock, base::Metrics& metrics, bool starts_program,
             OnAnalysed on_analysed);

    // Has the game analysed, unless it is already; one that is running, as far as it has come,
    // unless an analysis of it is under way. Requires: the asker may see the game.
    // Errors: game_not_over (check_may_follow); not_analysable; searches_off; rate_limited;
    // overloaded also if analyses_waiting_max others wait, or analyses_of_requester_max of the
    // asker's.
    base::Awaitable<protocol::Result<protocol::AnalysisProgress>> ask_for_analysis(
        protocol::GameId game, std::shared_ptr<const engine::Match> match, Requester requester);

    // Of a game that is running: the latest that was asked for, of the stones there were then.
    // Errors: game_not_over (check_may_follow); not_analysable; no_such_analysis.
    base::Awaitable<protocol::Result<FoundAnalysis>> find_analysis(
        protocol::GameId game, std::shared_ptr<const engine::Match> match,
        std::optional<protocol::AccountId> viewer, AnalysisForm form);

    // The moves that the account may play in its game, and why, as encode_hint; nothing if it takes
    // longer than hint_wait: ask again. Only in unrated games in which all others who are in are
    // house bots and no seat is on offer, and only for the player to move.
    // Errors: game_not_started; game_over; not_a_player; no_hints_here; not_your_turn;
    // searches_off; overloaded also if hints_waiting_max others wait, hints_of_account_max of the
    // account, or hints_of_address_max from its address.
    base::Awaitable<protocol::Result<std::optional<std::string>>> hint(
        protocol::GameId game, std::shared_ptr<const engine::Match> match,
        protocol::AccountId account);

    // --- for the programs that do them ---

    // The search to be done next, as encode_search_job; it is the caller's for claim_life. Waits
    // for one as long as the claim says, then yields nothing.
    base::Awaitable<protocol::Result<std::optional<std::string>>> claim(
        protocol::SearchClaim claim);
    // It is the caller's for claim_life from now. Errors: no_such_search.
    base::Awaitable<protocol::Result<void>> extend(protocol::SearchId search);
    // Keeps the findings. Errors: no_such_search; those of decode_analysis and decode_judgement.
    base::Awaitable<protocol::Result<void>> finish(protocol::SearchId search, std::string text);

    // Whether a program has asked for work lately. Thread: any.
    bool has_worker() const;

    // Of what any node has committed, this one included. Thread: any.
    void receive(const std::vector<store::Announcement>& announcements);

    // Ends all waits in claim. Thread: any.
    void close();

private:
    enum class HintQueue : std::uint8_t { waits, off };

    protocol::Result<protocol::AnalysisProgress> queue_analysis(store::Transaction& transaction,
                                                                protocol::GameId game,
                                                                const engine::Match& seen,
                                                                const Requester& requester);
    protocol::Result<HintQueue> queue_hint(store::Transaction& transaction, protocol::GameId game,
                                           std::uint32_t seq, protocol::AccountId account);
    base::Awaitable<protocol::Result<void>> ask_for_hint(protocol::GameId game, std::uint32_t seq,
                                                         protocol::AccountId account);
    base::Awaitable<void> record_worker_poll();
    struct Claimed {
        std::optional<std::string> job;
        int failed = 0;  // searches that were found to have been claimed too often
    };
    protocol::Result<Claimed> claim_next(store::Transaction& transaction,
                                         std::optional<protocol::SearchKind> only);

    void end(store::Transaction& transaction, const store::Search& search,
             const std::optional<std::string>& result, base::Instant now);

    store::Store& store_;
    base::Clock clock_;
    OnAnalysed on_analysed_;
    base::Counter& asked_;
    base::Counter& done_;
    base::Counter& failed_;
    base::Counter& refused_;
    base::EventCount events_;                        // there is something to do
    base::EventCount hinted_;                        // a hint is there
    std::atomic<std::int64_t> worker_polled_at_ms_;  // when a program last asked for work
    std::atomic<std::int64_t> worker_announced_at_ms_ =
        0;  // when other nodes were last told that one does
};

}  // namespace tanbo::analysis_jobs

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/tournaments/answers.hpp"
#include "server/base/threads/async.hpp"
#include "server/tournament/news.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::tournament {

// A tournament as a line of a list, for one of those who may play in it.
struct Overview {
    protocol::TournamentId id{};
    std::string name;
    protocol::TournamentFormat format{};
    std::string setup;
    protocol::TournamentState state{};
    int players = 0;
    int round = 0;
    std::optional<int> rounds = {};
    std::optional<engine::Instant> starts_at = {};
    bool is_in = false;
};

// A tournament as a page of results.
struct Summary {
    std::string name;
    std::string about;
    std::string setup;
    std::vector<protocol::TournamentPlayerView> players = {};
    protocol::StandingsView standings;
    bool is_ladder = false;
    bool is_league = false;
    bool is_arena = false;
    int rounds = 0;                                 // that are paired
    std::optional<protocol::RoundView> round = {};  // nothing before the first
};

// Tournaments as values, for mails, pages and feeds.
//
// Errors of all: no_such_tournament; storage_unavailable, overloaded, with retry_after_s.
// Thread: any I/O thread.
class Reports {
public:
    // Requires: the store outlives it.
    explicit Reports(store::Store& store) : store_(store) {}

    // Those the account is in, then those that are open, then those in progress: at most `limit`.
    base::Awaitable<protocol::Result<std::vector<Overview>>> overview(protocol::AccountId account,
                                                                      int limit);
    base::Awaitable<protocol::Result<Overview>> overview_of(protocol::TournamentId id,
                                                            protocol::AccountId account);
    // With the round of that number, or, if it is not paired, with the present one.
    base::Awaitable<protocol::Result<Summary>> summary(protocol::TournamentId id, int round = 0);
    base::Awaitable<protocol::Result<News>> news(protocol::TournamentId id);

private:
    store::Store& store_;
};

}  // namespace tanbo::tournament

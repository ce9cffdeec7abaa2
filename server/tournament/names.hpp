#pragma once

#include <map>
#include <string>
#include <vector>

#include "protocol/tournaments/events.hpp"
#include "server/store/transaction.hpp"
#include "server/tournament/rules/tournament.hpp"

namespace tanbo::tournament {

// The handles of those who have a part in a tournament.
class Names {
public:
    Names(store::Reader& reader, TournamentId id);

    // Looked up if the account has no part. Thread: that of the reader, while it is there.
    std::string handle(AccountId account) const;
    std::vector<std::string> handles(const std::vector<AccountId>& accounts) const;
    // Those of all players, in the order of their numbers: for draws.
    std::vector<std::string> entrants(const Tournament& tournament) const;
    // The names of players by number. Requires: this outlives it, and so does the tournament.
    protocol::PlayerNames for_log(const Tournament& tournament) const;

private:
    store::Reader& reader_;
    std::map<AccountId, std::string> known_;
};

}  // namespace tanbo::tournament

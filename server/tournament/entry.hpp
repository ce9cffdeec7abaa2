#pragma once

#include <optional>

#include "protocol/json/error.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/transaction.hpp"
#include "server/tournament/rules/tournament.hpp"

// Who may enter, by what is known of accounts.
namespace tanbo::tournament {

inline constexpr int entries_max = 20;
inline constexpr int entries_of_newcomer_max = 3;  // who has finished no tournament

// The rating of the setup's family, rounded; nothing for a newcomer.
std::optional<int> rating_of(store::Reader& reader, AccountId account,
                             const TournamentSettings& settings);

// Why the account can't be a player of it: entry_bounds or wrong_kind; nothing if it can.
std::optional<protocol::Error> bounds_fault(store::Reader& reader, const store::Account& account,
                                            const TournamentSettings& settings, Instant now);

// Why the account can't enter it now: those, already_entered, entry_closed or limit_reached.
std::optional<protocol::Error> entry_fault(store::Reader& reader, const store::Account& account,
                                           const Tournament& tournament, Instant now);

}  // namespace tanbo::tournament

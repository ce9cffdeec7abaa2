#pragma once

#include "server/store/transaction.hpp"
#include "server/tournament/rules/decide.hpp"

// Notices to the players of a tournament: at most one a round, and one at the end. Of a league one
// as a season begins, and one once its games are over, unless the next one has begun. Players who
// are out get none.
namespace tanbo::tournament {

// Tells what the events mean to the players. The games tell the rest. Throws: store::StorageError.
void notify_players(store::Transaction& transaction, TournamentId id, const Decision& decision);

// Whether the account plays in the tournament, and has not withdrawn. Throws: store::StorageError.
bool is_player(store::Reader& reader, TournamentId id, AccountId account);

// Throws: store::StorageError.
bool is_league(store::Reader& reader, TournamentId id);

// True if a challenge on a ladder waits for its answer. Throws: store::StorageError.
bool is_challenge_offered(store::Reader& reader, TournamentId id, int challenge);

}  // namespace tanbo::tournament

#pragma once

#include <string>

#include "protocol/json/error.hpp"
#include "server/store/transaction.hpp"
#include "server/tournament/rules/ladders.hpp"

// The acts of players of a ladder, inside a transaction of the writer.
//
// Errors of both: no_such_tournament.
// Throws: store::StorageError. Thread: the writer thread.
namespace tanbo::tournament {

// A challenge after an act, in its ladder.
struct ChallengeNow {
    Tournament ladder;
    int number = 0;
};

// Errors: no_such_player; those of rules/ladders.hpp.
protocol::Result<ChallengeNow> challenge_player(store::Transaction& transaction, TournamentId id,
                                                AccountId by, const std::string& handle,
                                                Instant now);

// Errors: those of answer_challenge.
protocol::Result<ChallengeNow> answer_challenger(store::Transaction& transaction, TournamentId id,
                                                 AccountId by, int number, ChallengeAnswer answer,
                                                 Instant now);

}  // namespace tanbo::tournament

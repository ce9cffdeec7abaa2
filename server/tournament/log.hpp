#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/transaction.hpp"
#include "server/tournament/pairing/draws.hpp"
#include "server/tournament/rules/decide.hpp"
#include "server/tournament/rules/tournament.hpp"

// Between the log in storage and tournaments.
namespace tanbo::tournament {

struct Loaded {
    TournamentId id{};
    Tournament tournament;
    pairing::Secret secret{};
};

// The refusal of a number that no tournament has.
protocol::Error no_such_tournament(TournamentId id);
// The refusal of acts that only organisers may do.
protocol::Error not_an_organiser(TournamentId id);

// Nothing if there is none. Throws: store::StorageError.
std::optional<Loaded> load(store::Reader& reader, TournamentId id);
// The same, locked until the transaction ends. It is the last lock that a job takes.
std::optional<Loaded> lock(store::Transaction& transaction, TournamentId id);

// The events after seq `after`, in order, at most `limit`. Throws: store::StorageError.
std::vector<TournamentEvent> read_log(store::Reader& reader, TournamentId id,
                                      std::int64_t after = 0,
                                      std::int64_t limit = store::all_events);

// The entry of lists, in JSON. The row of the tournament keeps it.
std::string line_of(const Tournament& tournament);

// Makes the row of a new tournament and its first event.
TournamentId add(store::Transaction& transaction, const Decision& created,
                 const pairing::Secret& secret);
// Appends the events and brings the rows that follow from them up to date.
// Throws: store::StorageError.
void append(store::Transaction& transaction, TournamentId id, const Decision& decision);

}  // namespace tanbo::tournament

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/tournaments/answers.hpp"
#include "server/store/transaction.hpp"
#include "server/tournament/log.hpp"
#include "server/tournament/names.hpp"
#include "server/tournament/rules/rounds.hpp"

// Tournaments as players see them.
namespace tanbo::tournament {

// Throws (all of them): store::StorageError.

protocol::TournamentView to_view(store::Reader& reader, const Loaded& loaded,
                                 std::optional<AccountId> viewer, Instant now);
// A viewer's part in it.
protocol::TournamentYou you_of(store::Reader& reader, const Loaded& loaded, const Names& names,
                               AccountId viewer, Instant now);
std::vector<protocol::TournamentPlayerView> players_of(const Tournament& tournament,
                                                       const Names& names);
std::vector<protocol::RoundHeadView> round_heads(const Tournament& tournament);
// Requires: a paired round, from 1 on.
protocol::RoundView round_of(const Tournament& tournament, const Names& names, int round);
// `explained`: the index of the player to explain.
protocol::StandingsView standings_of(const Tournament& tournament, const Names& names,
                                     std::optional<int> explained);
// A row of standings without its results.
protocol::StandingView standing_view(const Tournament& tournament, const Names& names,
                                     const Ranked& ranked);
// A row for each player with a result for each round.
using CrossTable = std::vector<std::vector<protocol::ResultView>>;
CrossTable cross_table(const Tournament& tournament);
// The result of a table for one of its players, by their index there.
protocol::ResultView result_at(const Table& table, std::size_t index);
// A report in FIDE's TRF16.
std::string trf_of(const Tournament& tournament, const Names& names);

}  // namespace tanbo::tournament

#pragma once

#include "protocol/tournaments/answers.hpp"
#include "server/tournament/names.hpp"
#include "server/tournament/rules/tournament.hpp"

namespace tanbo::tournament {

// The matches of a knockout of two at a table; none before its start, and of other tournaments.
// Throws: store::StorageError.
protocol::BracketView bracket_view(const Tournament& tournament, const Names& names);

}  // namespace tanbo::tournament

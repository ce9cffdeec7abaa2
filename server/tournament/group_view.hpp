#pragma once

#include "protocol/tournaments/groups.hpp"
#include "server/tournament/names.hpp"
#include "server/tournament/rules/tournament.hpp"

namespace tanbo::tournament {

// The standings of each group; empty without groups, and before the start.
protocol::GroupsView groups_view(const Tournament& tournament, const Names& names);

}  // namespace tanbo::tournament

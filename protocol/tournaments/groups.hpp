#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/tournaments/answers.hpp"

// The groups of a round robin as players see them, as JSON text.
namespace tanbo::protocol {

// Players are numbers.
struct GroupView {
    int group = 0;
    std::vector<int> advancing = {};  // once the final stage has begun
    std::vector<StandingView> standings = {};
};
struct GroupsView {
    std::int64_t seq = 0;
    int advance = 0;
    std::vector<TieRule> ties = {};
    std::vector<GroupView> groups = {};  // none before the start
    // The final round robin, once it has begun.
    std::optional<std::vector<StandingView>> final_standings = {};
};
// {"seq","advance","ties","groups":[{"group","advancing","standings"}],"final":[...]}
std::string encode_tournament_groups(const GroupsView& groups);

}  // namespace tanbo::protocol

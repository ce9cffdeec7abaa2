#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/time/instant.hpp"
#include "protocol/tournaments/answers.hpp"

// Leagues as players see them, as JSON text.
namespace tanbo::protocol {

struct LeagueSeasonView {
    int season = 0;
    std::string_view state;  // "playing", "finished"
    engine::Instant began_at;
    std::optional<engine::Instant> ends_at = {};   // when the next one can begin at the latest
    std::optional<engine::Instant> ended_at = {};  // when its last game ended
    int divisions = 0;
    int players = 0;
    std::optional<std::string> first = {};  // of the first division, once the season is finished
};
// A division of the season that is shown. Players are numbers.
struct LeagueDivisionView {
    int division = 0;
    int promote = 0;                  // places from which players go up
    int relegate = 0;                 // places from which players go down
    std::vector<int> promoted = {};   // once the next season has begun
    std::vector<int> relegated = {};  // the same
    std::vector<StandingView> standings = {};
};
// The division and place of the viewer in a season.
struct LeaguePartView {
    int season = 0;
    int division = 0;
    int place = 0;
    int players = 0;
};
struct LeagueView {
    std::int64_t seq = 0;
    int season = 0;  // that is shown; 0 before the first
    std::vector<TieRule> ties = {};
    std::vector<LeagueSeasonView> seasons = {};
    std::vector<LeagueDivisionView> divisions = {};
    std::vector<std::string> waiting = {};  // for the next season
    std::optional<engine::Instant> next_season_at = {};
    bool can_begin = false;                // an organiser can begin the next season
    std::vector<LeaguePartView> you = {};  // the latest season first
};
// {"seq","season","ties","seasons":[...],"divisions":[...],"waiting","next_season_at","can_begin",
// "you":[...]}
std::string encode_league(const LeagueView& league);

}  // namespace tanbo::protocol

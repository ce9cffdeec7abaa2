#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/time/instant.hpp"
#include "protocol/client/challenges.hpp"
#include "protocol/client/client.hpp"
#include "protocol/client/notifications.hpp"

namespace tanbo::cli {

// The last answers of a server to everything that its home shows. What can't be read is empty.
struct HomeNews {
    std::vector<protocol::WaitingTurn> turns;
    std::vector<protocol::GameSummary> own;   // in progress, of the account
    std::vector<protocol::GameSummary> open;  // that wait for players
    std::vector<protocol::GameSummary> live;  // in progress, of anybody
    std::vector<protocol::ToldChallenge> challenges;
    std::vector<protocol::ToldNotification> messages;
    std::string fault;  // why nothing came, as a sentence; empty: it came
    bool has_come = false;
};

enum class HomeSection : std::uint8_t { turns, waiting, challenges, open, live, messages };

// A line of the home that can be opened.
struct HomeRow {
    HomeSection section = HomeSection::turns;
    std::optional<protocol::GameId> game = {};
    std::optional<protocol::ChallengeId> challenge = {};
    std::string text;  // without what steers a terminal
};

// The lines in their order: each game stands in the first section that it belongs to.
std::vector<HomeRow> home_rows(const HomeNews& news, const std::string& handle,
                               engine::Instant now);

// The place among the rows of one that stood at `before` in an earlier list. If it is gone, the row
// nearest to that place. Zero if there are no rows.
std::size_t home_place_of(std::span<const HomeRow> rows, const HomeRow& row, std::size_t before);

// The heading above the lines of a section.
std::string_view home_heading(HomeSection section);

}  // namespace tanbo::cli

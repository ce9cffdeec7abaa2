#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/ratings.hpp"
#include "server/store/transaction.hpp"

// Answers about ratings, as values or as JSON (protocol/people/ratings.hpp). Each page costs the
// same with a million games as with a thousand.
//
// Errors of all: no_such_player; bad_parameter (an unknown setup); bad_cursor.
// Throws: store::StorageError. Requires: limits from 1 to page_max.
namespace tanbo::rating {

inline constexpr int page_default = 50;
inline constexpr int page_max = 200;

// Which part of a list: after the page that ended with this cursor.
struct Page {
    std::optional<std::string> cursor = {};
    int limit = page_default;
};

// A player's figures in all families, or in one, and their rated games, the newest first. Of a
// private game only its players are told which it was and against whom.
struct RatingsQuery {
    std::string player;  // a handle
    std::optional<std::string> family = {};
    std::optional<protocol::AccountId> viewer = {};  // the account that asks
    Page page = {};
};
protocol::Result<protocol::RatingsPage> find_ratings(store::Reader& reader,
                                                     const RatingsQuery& query);
protocol::Result<std::string> ratings_page(store::Reader& reader, const RatingsQuery& query);

// The lists of standings: people's by their games with one another, people's by their games with
// house bots, or the bots'.
enum class StandingsList : std::uint8_t { people, with_bots, bots };
// "people", "with-bots", "bots"; the inverse yields nothing for any other name.
std::string_view list_name(StandingsList list);
std::optional<StandingsList> parse_list(std::string_view name);

// A setup's players by what their strength surely exceeds (assured() in figure.hpp); those with
// provisional figures are a list of their own. Who has deleted their account is passed over.
struct StandingsQuery {
    std::optional<std::string> setup = {};  // nothing: the first that there is
    StandingsList list = StandingsList::people;
    bool is_provisional = false;
    Page page = {};
};
protocol::Result<protocol::StandingsPage> find_standings(store::Reader& reader,
                                                         const StandingsQuery& query);
protocol::Result<std::string> standings_page(store::Reader& reader, const StandingsQuery& query);

// How the public games on known setups went in which the two met, the newest first; who had the
// better place has won. Games that are void are left out.
struct EncountersQuery {
    std::string player;    // a handle
    std::string opponent;  // a handle
    Page page = {};
};
protocol::Result<std::string> encounters_page(store::Reader& reader, const EncountersQuery& query);

// How a setup's games went (finish.hpp says which count), for all and by what became of the swap.
protocol::Result<std::string> statistics(store::Reader& reader,
                                         const std::optional<std::string>& setup);

}  // namespace tanbo::rating

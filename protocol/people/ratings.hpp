#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/event.hpp"
#include "engine/seat.hpp"
#include "protocol/json/ids.hpp"

// Ratings, standings, encounters and statistics as JSON text. Ratings and deviations have one digit
// after the point, rates four.
namespace tanbo::protocol {

// --- GET /players/{handle}/ratings ---

struct RatingView {
    std::string family;
    std::string_view method;  // "glicko-2", "weng-lin"
    double rating = 0;
    double deviation = 0;
    bool is_provisional = true;
    std::int64_t games = 0;
    std::int64_t wins = 0;
    engine::Instant last_game_at;
};

struct RatedGameView {
    struct Opponent {
        std::string handle;
        int place = 0;
        double rating = 0;  // before the game
    };

    std::optional<GameId> game;  // nothing: a private one, which this reader may not see
    std::string family;
    engine::Instant ended_at;
    int place = 0;
    int players = 0;
    double rating_before = 0;
    double deviation_before = 0;
    double rating = 0;
    double deviation = 0;
    std::vector<Opponent> opponents;  // by seat; none if the game is hidden
};

struct RatingsPage {
    std::string player;
    std::vector<RatingView> ratings;
    std::vector<RatedGameView> history;
    std::optional<std::string> next;
};

// {"player","ratings":[{"family","method","rating","deviation","provisional","games","wins",
//  "last_game_at"}],"history":[{"game","family","ended_at","place","players","before":{"rating",
//  "deviation"},"after":{...},"opponents":[{"player","place","rating"}]}],"next"}
std::string encode_ratings(const RatingsPage& page);

// --- GET /standings ---

struct StandingsPage {
    struct Line {
        std::int64_t rank = 0;
        std::string player;
        RatingView rating;
    };

    std::string setup;
    std::string_view list = "people";  // "people", "with-bots", "bots"
    std::string_view method;
    bool is_provisional = false;
    std::vector<Line> lines;
    std::optional<std::string> next;
};

// {"setup","list","method","provisional","standings":[{"rank","player","rating","deviation",
//  "provisional","games","wins","last_game_at"}],"next"}
std::string encode_standings(const StandingsPage& page);

// --- GET /players/{handle}/against/{other} ---

struct EncounterCounts {
    std::int64_t games = 0;
    std::int64_t wins = 0;    // with the better place
    std::int64_t losses = 0;  // with the worse
};

struct EncountersPage {
    struct Setup {
        std::string setup;
        EncounterCounts counts;
    };
    struct Game {
        GameId game{};
        std::string setup;
        engine::Instant ended_at;
        int place = 0;
        int opponent_place = 0;
    };

    std::string player;
    std::string opponent;
    std::vector<Setup> setups;
    std::vector<Game> games;
    std::optional<std::string> next;
};

// {"player","opponent","games","wins","losses","level","setups":[{"setup","games","wins","losses",
//  "level"}],"history":[{"game","setup","ended_at","place","opponent_place"}],"next"}
std::string encode_encounters(const EncountersPage& page);

// --- GET /statistics ---

// A part of many, and what it is in truth by 95 %.
struct Rate {
    double value = 0;
    double low = 0;
    double high = 0;
};

// The interval of Wilson's score for `hits` of `tries`. Source: Wilson, "Probable inference, the
// law of succession, and statistical inference", JASA 22 (1927); z is 1.96.
// Requires: 0 <= hits <= tries, tries > 0.
Rate wilson_rate(std::int64_t hits, std::int64_t tries);

struct BalanceView {
    struct Seat {
        std::int64_t wins = 0;
        std::int64_t places = 0;  // their sum
    };

    std::int64_t games = 0;
    std::int64_t plies = 0;   // of all games
    std::vector<Seat> seats;  // in turn order, also if there are no games
};

struct StatisticsView {
    std::string setup;
    BalanceView all;
    BalanceView without_swap;
    BalanceView swap_declined;
    BalanceView swap_taken;
    std::optional<BalanceView> self_play = {};  // games of a level of the search with itself
    int self_play_level = 0;
};

// {"setup","games","average_plies","first_player":{"wins","rate","low","high"},"seats":[{"seat",
//  "wins","rate","low","high","average_place"}],"without_swap":{"games","average_plies","seats"},
//  "swap_declined":{...},"swap_taken":{...},"self_play":{"level","games",...}}. Rates and averages
//  of no games are null.
std::string encode_statistics(const StatisticsView& statistics);

}  // namespace tanbo::protocol

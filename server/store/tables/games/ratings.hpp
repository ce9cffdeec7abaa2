#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Ratings: what each game made of its players, and what they have now. What the numbers mean is for
// server/rating to say; they are kept to the last bit.
namespace tanbo::store {

struct RatingFigure {
    double rating = 0;
    double deviation = 0;
    double volatility = 0;

    bool operator==(const RatingFigure&) const = default;
};

// The place of a finished game in the order of all: by its end, and of those of one instant by id.
struct GameOrder {
    Instant at{};
    GameId game{};

    auto operator<=>(const GameOrder&) const = default;
};

// A player of a rated game, and what it made of them.
struct RatedSeat {
    GameOrder order = {};
    AccountId account{};
    std::string family = {};
    SeatNumber seat = 0;
    int place = 0;  // among the rated
    bool is_public = true;
    RatingFigure before = {};
    RatingFigure after = {};
};

// Throws: StorageError constraint if the account has a row of this game, or a value is refused.
void add_rated_seat(Transaction& transaction, const RatedSeat& seat);
void set_rated_figures(Transaction& transaction, GameId game, AccountId account,
                       const RatingFigure& before, const RatingFigure& after);
void delete_rated_seats(Transaction& transaction, GameId game);

// By seat; empty if the game was not rated.
std::vector<RatedSeat> rated_seats(Reader& reader, GameId game);

// The player's last rated game of the family before this one, and the next one after it.
std::optional<RatedSeat> rated_before(Reader& reader, AccountId account, std::string_view family,
                                      const GameOrder& order);
std::optional<GameOrder> rated_after(Reader& reader, AccountId account, std::string_view family,
                                     const GameOrder& order);

// --- results that repeat ---

// Whether the players of the game came from one network address when it ended. Kept for good.
void add_related_game(Transaction& transaction, GameId game);
bool is_related_game(Reader& reader, GameId game);

// A player's rated games of a family, from an instant on and before a game: the last repeats_max.
struct Series {
    AccountId account{};
    std::string_view family;
    GameOrder before = {};
    Instant from{};
};
inline constexpr int repeats_max = 200;

// In how many of them the player was placed before `opponent`, less those in which behind.
int lead_over(Reader& reader, const Series& series, AccountId opponent);
// In how many of those of one network address the player was first, less those in which not.
int lead_over_related(Reader& reader, const Series& series);

// The present rating of a player in one family.
struct Rating {
    AccountId account{};
    std::string family = {};
    RatingFigure figure = {};
    std::int64_t games = 0;
    std::int64_t wins = 0;
    Instant at{};
    bool is_provisional = true;
    std::int64_t standing = 0;  // what standings are ordered by
};

// Writes the row, or replaces it.
void put_rating(Transaction& transaction, const Rating& rating);
void delete_rating(Transaction& transaction, AccountId account, std::string_view family);

// Nothing if they have no rated game of the family.
std::optional<Rating> find_rating(Reader& reader, AccountId account, std::string_view family);
// Of all families, by family: as many as there are setups at most.
std::vector<Rating> find_ratings(Reader& reader, AccountId account);

// False if the game is void already.
bool add_voided_game(Transaction& transaction, GameId game, Instant at);
bool is_voided(Reader& reader, GameId game);

// All finished games in the order of their ends. Cost: a walk over all games and a sort, some 8
// bytes a game: for maintenance.
std::vector<GameId> finished_games(Reader& reader);

// Empties every table of ratings, reliability and statistics, but not the list of voided games.
void clear_ratings(Transaction& transaction);

// --- page by page: each page is a walk along one index, whatever there is besides ---

// The end of a page of standings.
struct StandingKey {
    std::int64_t standing = 0;
    AccountId account{};
};

// The family's ratings that are provisional, or are not: highest standing first, after `after`, at
// most `limit`.
std::vector<Rating> standings(Reader& reader, std::string_view family, bool is_provisional,
                              std::optional<StandingKey> after, int limit);

// The player's rated games, of one family or all, the newest first: those before `before`, at most
// `limit`.
std::vector<RatedSeat> rated_games(Reader& reader, AccountId account,
                                   const std::optional<std::string>& family,
                                   std::optional<GameOrder> before, int limit);

}  // namespace tanbo::store

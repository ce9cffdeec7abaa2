#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/tables/games/ratings.hpp"
#include "server/store/transaction.hpp"

// Counts as games end. A count by -1 takes back what +1 added.
namespace tanbo::store {

// --- who leaves ---

struct Reliability {
    std::int64_t finished = 0;
    std::int64_t left = 0;
};

// Adds a game that the account has left or finished.
void count_reliability(Transaction& transaction, AccountId account, bool has_left);

// Zeros for who has finished and left nothing.
Reliability find_reliability(Reader& reader, AccountId account);

// --- who met whom ---

// Two players of a game and their places in it.
struct Encounter {
    AccountId player{};
    AccountId opponent{};
    GameOrder order = {};
    std::string setup = {};
    int place = 0;           // the player's
    int opponent_place = 0;  // the opponent's
};

// In whichever order the two are named. Requires: they are two.
void add_encounter(Transaction& transaction, const Encounter& encounter);
void delete_encounter(Transaction& transaction, const Encounter& encounter);

struct HeadToHead {
    std::string setup = {};
    std::int64_t games = 0;
    std::int64_t ahead = 0;   // of these, the player's place was the better
    std::int64_t behind = 0;  // it was the worse; the rest were level
};

// By setup: as many as there are at most.
std::vector<HeadToHead> head_to_head(Reader& reader, AccountId player, AccountId opponent);

// Whether the two have played a public game to its end.
bool have_met(Reader& reader, AccountId player, AccountId opponent);

// The newest first, those before `before`, at most `limit`.
std::vector<Encounter> encounters(Reader& reader, AccountId player, AccountId opponent,
                                  std::optional<GameOrder> before, int limit);

// --- how fair setups are ---

enum class SwapUse : std::uint8_t { off, declined, taken };

struct CountedGame {
    std::string setup = {};
    SwapUse swap = SwapUse::off;
    std::int64_t plies = 0;
    std::vector<int> places = {};  // by seat, from 1
};

// Adds the game to the counts of its setup (1), or takes it back (-1).
void count_game(Transaction& transaction, const CountedGame& game, int by);

struct SeatCounts {
    std::int64_t wins = 0;
    std::int64_t places = 0;  // their sum
};

struct SetupCounts {
    SwapUse swap = SwapUse::off;
    std::int64_t games = 0;
    std::int64_t plies = 0;
    std::vector<SeatCounts> seats = {};  // in turn order
};

// One for each use of the swap that has games, in the order of the enumerators.
std::vector<SetupCounts> setup_counts(Reader& reader, std::string_view setup);

}  // namespace tanbo::store

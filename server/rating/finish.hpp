#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "server/rating/history.hpp"
#include "server/store/tables/games/ratings_counts.hpp"

// The report of a finished game on its players and its setup, from its events alone. Pure.
namespace tanbo::rating {

struct Conduct {
    protocol::AccountId account{};
    bool has_left = false;  // as Reliability has it
};

struct Finish {
    engine::Instant at;  // the game's end
    std::string setup;   // empty for a custom board
    bool is_public = true;
    // A house bot was at the board: rated in a family of its own, and nothing of it says how people
    // play or whether they can be relied on.
    bool with_bots = false;
    // Games with a clear account: asked for as rated, on a setup, every seat taken from the start,
    // no player in two of them, and every seat could place a stone.
    bool is_rated = false;
    // Who is ranked, by seat: the players whom the game began with, with their places among
    // themselves. Who left has the place that their leaving gave. If another took their seat
    // over that one is not ranked, and who left comes after all who were in when they did. Empty
    // if somebody has two seats.
    std::vector<RatedPlayer> ranked;
    // All people who sat at the board, substitutes too; empty if fewer than two of them are people.
    std::vector<Conduct> conduct;
    // For the statistics of the setup; nothing if the game says little of it: custom boards,
    // house bots, seats that stayed free, verdicts, games that ended before every seat could place
    // a stone.
    std::optional<store::CountedGame> counted;
};

// Nothing if the game is not over or has no result: it was withdrawn or called off, or the
// verdict gives no places.
std::optional<Finish> finish_of(const engine::Match& match);

}  // namespace tanbo::rating

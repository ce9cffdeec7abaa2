#pragma once

#include <optional>
#include <span>
#include <vector>

// Knockouts: who loses once, or twice, is out. Players are their seeds, the best is 0.
namespace tanbo::pairing {

// The seed or the match that a player of a match comes from.
struct Source {
    enum class Kind { seed, winner, loser };
    Kind kind = Kind::seed;
    int index = 0;  // the seed, or the match

    bool operator==(const Source&) const = default;
};

enum class Part { winners, losers, final, second_final };

struct BracketMatch {
    Part part = Part::winners;
    int round = 0;  // of the part, from 0 on
    Source a;
    Source b;

    bool operator==(const BracketMatch&) const = default;
};

// All matches, each after those that it depends on; byes go to the top seeds, and are no matches.
// The best two can meet in the final only, the best four in the semifinals. The last match is the
// final. Requires: 2 players.
std::vector<BracketMatch> knockout(int players);
// As above; the last two are the final and the second final, which is played if the player who had
// not lost loses the first.
std::vector<BracketMatch> double_elimination(int players);

struct MatchState {
    std::optional<int> a;  // unknown until the matches before are over
    std::optional<int> b;
    std::optional<int> winner;
    bool is_walkover = false;  // somebody had withdrawn
    bool is_needed = true;     // the second final may not be

    bool is_open() const { return is_needed && a && b && !winner; }
    std::optional<int> loser() const;
};

// The state of each match after these results: the winner, or nothing where none is known.
//
// A player who has withdrawn loses every match without a result; against another one, the better
// seed wins.
// Results of matches that can't be played yet, or by others, are ignored.
std::vector<MatchState> states(std::span<const BracketMatch> matches,
                               std::span<const std::optional<int>> winners,
                               std::span<const char> withdrawn);

// The winner of the event, once it is known.
std::optional<int> champion(std::span<const MatchState> states);

// The pods of a round of a knockout in which two of each pod advance: `players` by their seeds, the
// best first. The top seeds are in pods of three or fewer if there are too few players for all;
// of a pod of two both advance without a game. The last four, or fewer, are one pod: the final.
// Requires: a player.
std::vector<std::vector<int>> knockout_pods(std::span<const int> players);

// The players of a pod who advance: by place, and of equal places the better seed, which is the
// lower number.
std::vector<int> advancing(std::span<const int> pod, std::span<const int> places, int count);

}  // namespace tanbo::pairing

#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "server/tournament/pairing/round_robin.hpp"

// Swiss events of two-player games. Source of all: FIDE Handbook C.04.3, Dutch System, approved
// on 28/10/2025; C.04.1 and C.04.2 of the same day. Its White is the player who plays first here.
namespace tanbo::pairing {

// The points of a win.
inline constexpr int win_halves = 2;

enum class Side { none, first, second };

// The kinds of rounds of a player.
enum class Kind {
    game,      // played
    forfeit,   // paired, and decided without play
    bye,       // without an opponent: the points of a win
    half_bye,  // asked for: half a point
    absent,    // not yet in the event, withdrawn, or away
};

struct Outcome {
    Kind kind = Kind::absent;
    int opponent = -1;  // of games and forfeits
    Side side = Side::none;
    int halves = 0;  // the points: a win is 2
};

// A player at their index, which is the pairing number less 1: the strongest is 0.
struct SwissPlayer {
    std::vector<Outcome> outcomes;  // one a round
    bool is_present = true;         // wants to play in the round that is paired
    int initial_halves = 0;         // points that the rating gave before the first round
};

// Points in halves: those given before the first round, and those of the first `rounds`.
// Requires: as many outcomes.
int halves_before(const SwissPlayer& player, std::size_t rounds);
// As above, of all its rounds.
int halves(const SwissPlayer& player);

struct SwissEvent {
    std::vector<SwissPlayer> players;
    int rounds = 0;                            // that the event has
    Side initial_side = Side::first;           // drawn; player 0's in the first round
    std::vector<std::pair<int, int>> apart;    // don't meet, as long as that is avoidable
    std::vector<std::pair<int, int>> refused;  // never meet
};

struct SwissRound {
    Round pairs;  // in the order of the tables
    std::optional<int> bye;

    bool operator==(const SwissRound&) const = default;
};

// For tests: false pairs as the system does without a rule or a shortcut.
struct SwissRules {
    bool minds_floats = true;
    // Groups with so many players below the next one don't look at these until it is necessary.
    int players_below_for_shortcut = 24;
};

// The next round; nothing if the players who are present can't all be paired.
//
// An odd player out gets a bye: one with as few byes and forfeit wins as anybody present has, with
// as few points as possible. Two who met don't meet again, nor do two who both must have the same
// side.
// Requires: as many outcomes of each player, fewer than `rounds`; players of the event.
// Cost: 300 players take less than 2 s, 1,024 less than 60 s.
std::optional<SwissRound> pair_swiss(const SwissEvent& event, const SwissRules& rules = {});

}  // namespace tanbo::pairing

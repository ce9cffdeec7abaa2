#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "server/tournament/pairing/swiss.hpp"

// Standings of two-player events. Source of all: FIDE Handbook C.07, effective from 1 March 2026.
namespace tanbo::pairing {

enum class TieBreak { direct, buchholz_cut1, buchholz, sonneborn_berger, wins, draw_of_lots };

// Finished rounds: as many outcomes of each player.
struct Results {
    std::span<const SwissPlayer> players;
    int rounds = 0;        // that the event has
    bool is_swiss = true;  // otherwise forfeits count as games, and rests as no round (15.2)
};

// The part of a tie-break that a round adds.
struct Addend {
    int round = 0;      // from 0 on
    int opponent = -1;  // -1 for a round without a game
    int value = 0;
    bool is_voluntary = false;  // the player chose not to play (16.1.2)
    bool is_cut = false;

    bool operator==(const Addend&) const = default;
};

// The sum of what is not cut.
int sum(std::span<const Addend> addends);

// As the opponents' tie-breaks count them: rounds missed at the end are draws (16.3).
int adjusted_halves(const Results& results, int player);

// In halves (8.1); `cuts` is 0 or 1 (14.1, 16.5).
std::vector<Addend> buchholz(const Results& results, int player, int cuts);
// In quarters of a point (9.1).
std::vector<Addend> sonneborn_berger(const Results& results, int player);
// Rounds with the points of a win (7.1).
int wins(const Results& results, int player);

// A game that counts for the direct encounter; points in halves.
struct Encounter {
    int a = 0;
    int b = 0;
    int halves_a = 0;
    int halves_b = 0;
};
std::vector<Encounter> encounters(const Results& results);
// The direct encounters of an event (article 6): its games by pairs of players, summed once.
class DirectEncounters {
public:
    struct Score {
        int units = 0;  // point_units a half point
        int games = 0;
    };
    using Scores = std::map<std::pair<int, int>, Score>;  // of the first against the second

    explicit DirectEncounters(std::span<const Encounter> encounters);

    // The place of each of the tied players among themselves, from 1 on; equal places remain tied.
    std::vector<int> places(std::span<const int> tied) const;

private:
    Scores scores_;
};

struct Standing {
    int player = 0;
    int place = 0;  // from 1 on; shared by players whom no tie-break tells apart
    int halves = 0;
    std::vector<int>
        values;  // one a tie-break; of `direct` and `draw_of_lots` places, less is better
};

// All players by place. `lots` has the drawn order of each player, for draw_of_lots.
std::vector<Standing> standings(const Results& results, std::span<const TieBreak> ties,
                                std::span<const int> lots);

}  // namespace tanbo::pairing

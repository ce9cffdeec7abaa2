#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/json/error.hpp"
#include "server/tournament/rules/decide.hpp"
#include "server/tournament/rules/event_list.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "server/tournament/rules/tournament.hpp"

// Ladders: challenges, and how they change the order of the players.
namespace tanbo::tournament {

// A time in which a player can't answer.
struct Absence {
    Instant from;
    Instant until;
};

// The instant by which a challenge must be answered. Absences extend the time: in each calendar
// year (UTC) the first vacation_days count.
// Requires: absences in their order, from the begin of that year on.
Instant answer_by(Instant made_at, const protocol::LadderRules& rules,
                  std::span<const Absence> absences);

// The first instant of the year in which a challenge is made: earlier absences don't matter.
Instant begin_of_year(Instant now);

// Why the player can't challenge the other one now; nothing if they can.
// Errors: entry_closed; not_entered; out_of_reach; no_slot; too_soon; limit_reached.
std::optional<protocol::Error> challenge_fault(const Tournament& tournament, AccountId challenger,
                                               AccountId challenged, Instant now);

// Errors: those of challenge_fault. `absences` are those of the challenged.
Decides challenge(const Tournament& tournament, AccountId challenger, AccountId challenged,
                  std::span<const Absence> absences, Instant now);

// Answers of the challenged, but for `cancel`, which is the challenger's.
enum class ChallengeAnswer : std::uint8_t { accept, decline, cancel };
// Errors: no_such_challenge; not_yours_to_answer; challenge_closed.
Decides answer_challenge(const Tournament& tournament, AccountId by, int number,
                         ChallengeAnswer answer, Instant now);

// New deadlines of all challenges that wait for this player, after a change of absences.
Decision delay_challenges(const Tournament& tournament, AccountId challenged,
                          std::span<const Absence> absences, Instant now);

// --- parts of decisions ---

// All open challenges of a player who leaves the ladder, in their order.
void lose_challenges(Events& events, int player);
// The challenges that are not answered in time, in the order of their deadlines.
void lose_unanswered(Events& events);

// The players from the top to the bottom, then those who left; points count wins and draws.
std::vector<Ranked> ladder_standings(const Tournament& tournament);

}  // namespace tanbo::tournament

#include "server/tournament/rules/ladders.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <utility>

#include "protocol/games/events.hpp"
#include "protocol/json/words.hpp"
#include "server/tournament/pairing/swiss.hpp"
#include "server/tournament/rules/round_parts.hpp"

namespace tanbo::tournament {

namespace {

using protocol::Code;
using protocol::refusal;
using std::chrono::days;

std::chrono::year year_of(Instant at) {
    return std::chrono::year_month_day(std::chrono::floor<days>(at)).year();
}

Instant first_of(std::chrono::year year) {
    return std::chrono::sys_days(year / 1 / 1);
}

// The parts of absences that extend deadlines, in their order.
std::vector<Absence> protecting(std::span<const Absence> absences, int days_a_year) {
    std::map<std::chrono::year, Instant::duration> used;
    std::vector<Absence> kept;
    for (const Absence& absence : absences) {
        Instant from = absence.from;
        while (from < absence.until) {
            const std::chrono::year year = year_of(from);
            const Instant until = std::min(absence.until, first_of(year + std::chrono::years(1)));
            const Instant::duration left = days(days_a_year) - used[year];
            const Instant::duration length = std::min<Instant::duration>(until - from, left);
            if (length > Instant::duration::zero()) kept.push_back({from, from + length});
            used[year] += length;
            from = until;
        }
    }
    return kept;
}

const std::vector<Table>& challenges_of(const Tournament& tournament) {
    return tournament.rounds.front().tables;
}

// The challenge is lost by that player of its table, without the end of a game.
protocol::TableDecided lost_by(const Table& table, std::size_t index, std::size_t loser,
                               Decided decided) {
    protocol::TableDecided lost;
    lost.at = key_of(1, index, table);
    lost.game = table.running();
    lost.decided = decided;
    lost.units[1 - loser] = pairing::win_halves;
    lost.lost_by_forfeit[loser] = true;
    return lost;
}

bool meet(const Table& table, int one, int other) {
    return table.has(one) && table.has(other);
}

// Why two players can't meet yet.
std::optional<protocol::Error> meeting_fault(const Tournament& tournament, int challenger,
                                             int challenged, Instant now) {
    const days pause(tournament.settings.ladder->again_days);
    for (const Table& table : challenges_of(tournament)) {
        if (!meet(table, challenger, challenged)) continue;
        if (table.is_open()) {
            return refusal(Code::too_soon, "A challenge between the two of you is open.");
        }
        if (table.players[1] != challenger || table.decided == Decided::annulled) continue;
        const Instant again = *table.challenge->decided_at + pause;
        if (again <= now) continue;
        return refusal(Code::too_soon,
                       "You challenged this player before. You can do it again at " +
                           protocol::format_instant(again) + ".");
    }
    return std::nullopt;
}

std::optional<protocol::Error> slot_fault(const Tournament& tournament, int challenger) {
    const int slots = tournament.settings.ladder->slots;
    const auto open =
        std::ranges::count_if(challenges_of(tournament), [challenger](const Table& table) {
            return table.is_open() && table.players[1] == challenger;
        });
    if (open < slots) return std::nullopt;
    return refusal(Code::no_slot, "You have " + protocol::counted(slots, "open challenge") +
                                      " on this ladder, the maximum.");
}

}  // namespace

Instant begin_of_year(Instant now) {
    return first_of(year_of(now));
}

Instant answer_by(Instant made_at, const protocol::LadderRules& rules,
                  std::span<const Absence> absences) {
    Instant by = made_at + days(rules.answer_days);
    for (const Absence& absence : protecting(absences, rules.vacation_days)) {
        const Instant from = std::max(absence.from, made_at);
        if (from < absence.until && from < by) by += absence.until - from;
    }
    return by;
}

std::optional<protocol::Error> challenge_fault(const Tournament& tournament, AccountId challenger,
                                               AccountId challenged, Instant now) {
    if (!tournament.is_ladder() || tournament.is_over()) {
        return refusal(Code::entry_closed, tournament.is_ladder()
                                               ? "This ladder is closed."
                                               : "Only ladders have challenges.");
    }
    const auto from = tournament.find(challenger);
    if (!from || !tournament.player(*from).is_in()) {
        return refusal(Code::not_entered, "You are not on this ladder.");
    }
    const int reach = tournament.settings.ladder->reach;
    const auto to = tournament.find(challenged);
    if (!to || !tournament.ladder.is_in_reach(*from, *to, reach)) {
        return refusal(Code::out_of_reach, "You can challenge players at most " +
                                               protocol::counted(reach, "place") + " above you.");
    }
    if (auto fault = meeting_fault(tournament, *from, *to, now)) return fault;
    if (auto fault = slot_fault(tournament, *from)) return fault;
    if (std::ssize(challenges_of(tournament)) < protocol::ladder_challenges_max) {
        return std::nullopt;
    }
    return refusal(Code::limit_reached, "This ladder has had 5,000 challenges, the maximum.");
}

Decides challenge(const Tournament& tournament, AccountId challenger, AccountId challenged,
                  std::span<const Absence> absences, Instant now) {
    if (auto fault = challenge_fault(tournament, challenger, challenged, now)) return *fault;
    Events events(tournament, now);
    protocol::ChallengeMade made;
    made.challenge = static_cast<int>(challenges_of(tournament).size()) + 1;
    made.challenger = *tournament.find(challenger) + 1;
    made.challenged = *tournament.find(challenged) + 1;
    made.answer_by = answer_by(now, *tournament.settings.ladder, absences);
    events.add(made);
    return events.take();
}

Decides answer_challenge(const Tournament& tournament, AccountId by, int number,
                         ChallengeAnswer answer, Instant now) {
    const Table* const table = tournament.is_ladder() ? tournament.find_challenge(number) : nullptr;
    if (table == nullptr) {
        return refusal(Code::no_such_challenge,
                       "This ladder has no challenge " + std::to_string(number) + ".");
    }
    const bool cancels = answer == ChallengeAnswer::cancel;
    if (tournament.player(table->players[cancels ? 1 : 0]).account != by) {
        return refusal(Code::not_yours_to_answer,
                       cancels ? "Only the challenger can cancel a challenge."
                               : "Only the challenged player can answer a challenge.");
    }
    const bool is_late = table->challenge->answer_by <= now;
    if (tournament.is_over() || !table->is_offered() || is_late) {
        return refusal(Code::challenge_closed, "This challenge is answered already, or is over.");
    }
    Events events(tournament, now);
    const auto index = static_cast<std::size_t>(number) - 1;
    switch (answer) {
        case ChallengeAnswer::accept:
            events.add(protocol::ChallengeAccepted{number});
            break;
        case ChallengeAnswer::decline:
            events.add(lost_by(*table, index, 0, Decided::declined));
            break;
        case ChallengeAnswer::cancel:
            events.add(lost_by(*table, index, 1, Decided::cancelled));
            break;
    }
    return events.take();
}

Decision delay_challenges(const Tournament& tournament, AccountId challenged,
                          std::span<const Absence> absences, Instant now) {
    Events events(tournament, now);
    if (!tournament.is_ladder() || tournament.is_over()) return events.take();
    const auto player = tournament.find(challenged);
    const auto& tables = challenges_of(tournament);
    for (std::size_t i = 0; i < tables.size(); ++i) {
        // A deadline that has passed stays passed.
        if (!tables[i].is_offered() || tables[i].players[0] != player) continue;
        const Challenge& one = *tables[i].challenge;
        // A calendar that changes its time zone takes at most what leaves a day for the answer.
        const Instant least = std::min(one.answer_by, now + days(1));
        const Instant by = std::max(answer_by(one.made_at, one.rules, absences), least);
        if (one.answer_by <= now || by == one.answer_by) continue;
        events.add(protocol::ChallengeDelayed{static_cast<int>(i) + 1, by});
    }
    return events.take();
}

void lose_challenges(Events& events, int player) {
    const std::vector<Table> tables = challenges_of(events.now_is());
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const Table& table = tables[i];
        if (!table.is_open() || !table.has(player)) continue;
        events.add(lost_by(table, i, table.index_of(player), Decided::forfeit));
    }
}

void lose_unanswered(Events& events) {
    const std::vector<Table> tables = challenges_of(events.now_is());
    std::vector<std::pair<Instant, std::size_t>> late;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        if (!tables[i].is_offered() || tables[i].challenge->answer_by > events.now()) continue;
        late.emplace_back(tables[i].challenge->answer_by, i);
    }
    std::ranges::sort(late);
    for (const auto& [by, i] : late) {
        events.add(lost_by(tables[i], i, 0, Decided::unanswered));
    }
}

std::vector<Ranked> ladder_standings(const Tournament& tournament) {
    std::vector<int> units(tournament.players.size(), 0);
    for (const Table& table : challenges_of(tournament)) {
        if (!table.units) continue;
        for (std::size_t i = 0; i < table.players.size(); ++i) {
            units[static_cast<std::size_t>(table.players[i])] += (*table.units)[i];
        }
    }
    std::vector<int> order = tournament.ladder.players();
    for (int player = 0; player < std::ssize(tournament.players); ++player) {
        if (!tournament.ladder.place(player)) order.push_back(player);
    }
    std::vector<Ranked> rows;
    rows.reserve(order.size());
    for (const int player : order) {
        const int place = static_cast<int>(rows.size()) + 1;
        rows.push_back({player, place, units[static_cast<std::size_t>(player)], {}});
    }
    return rows;
}

}  // namespace tanbo::tournament

#include "server/tournament/absences.hpp"

#include <algorithm>
#include <optional>

#include "server/store/tables/accounts/profiles.hpp"
#include "server/store/tables/games/tournaments.hpp"
#include "server/tournament/log.hpp"

namespace tanbo::tournament {

namespace {

// When the oldest challenge that waits for the player was made; nothing if none does.
std::optional<Instant> oldest_offer(const Tournament& tournament, AccountId account) {
    if (!tournament.is_ladder() || tournament.is_over()) return std::nullopt;
    const auto player = tournament.find(account);
    for (const Table& table : tournament.rounds.front().tables) {
        if (table.is_offered() && table.players[0] == player) return table.challenge->made_at;
    }
    return std::nullopt;
}

}  // namespace

std::vector<Absence> absences_of(store::Reader& reader, AccountId account, Instant from) {
    std::vector<Absence> absences;
    for (const auto& row : store::vacations_of(reader, account, begin_of_year(from))) {
        absences.push_back({std::max(row.from_at, begin_of_year(from)), row.until_at});
    }
    return absences;
}

void delay_answers(store::Transaction& transaction, AccountId account, Instant now) {
    const auto ids = store::tournaments_playing(transaction, account, store::tournaments_page_max);
    for (const TournamentId id : ids) {
        const auto seen = load(transaction, id);
        if (!seen || !oldest_offer(seen->tournament, account)) continue;
        const auto loaded = lock(transaction, id);
        const auto from = loaded ? oldest_offer(loaded->tournament, account) : std::nullopt;
        if (!from) continue;
        const auto absences = absences_of(transaction, account, *from);
        append(transaction, id, delay_challenges(loaded->tournament, account, absences, now));
    }
}

}  // namespace tanbo::tournament

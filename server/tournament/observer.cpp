#include "server/tournament/observer.hpp"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

#include "server/tournament/log.hpp"
#include "server/tournament/pairing/swiss.hpp"
#include "server/tournament/rules/rounds.hpp"

namespace tanbo::tournament {

namespace {

const engine::GameEnded* end_of(std::span<const engine::Event> events) {
    for (const engine::Event& event : events) {
        if (const auto* const ended = std::get_if<engine::GameEnded>(&event.data)) return ended;
    }
    return nullptr;
}

bool has_placed(const engine::Match& match, engine::Seat seat) {
    return std::ranges::any_of(match.turns(), [seat](const engine::PastTurn& turn) {
        return turn.point != engine::no_point && turn.seat == seat;
    });
}

bool has_left(const engine::Match& match, engine::Seat seat) {
    return std::ranges::find(match.leavers(), seat, &engine::Leaver::seat) != match.leavers().end();
}

// The place of each player of a table of several. Those who were not seated share the last one, and
// without places all share the first.
std::vector<int> places_of(const engine::Match& match, const Tournament& tournament,
                           const Table& table) {
    if (match.places().empty()) return std::vector<int>(table.players.size(), 1);
    std::vector<int> places;
    int seated = 0;
    for (const int player : table.players) {
        const auto seat = match.seat_of(tournament.player(player).account);
        const int place =
            seat ? match.places()[static_cast<std::size_t>(engine::index_of(*seat))] : 0;
        if (place > 0) ++seated;
        places.push_back(place);
    }
    for (int& place : places) {
        if (place == 0) place = seated + 1;
    }
    return places;
}

// A player who was not seated, or has left without a stone, has not shown up: a forfeit.
GameResult pod_result(const engine::Match& match, const Tournament& tournament,
                      const Table& table) {
    GameResult result;
    const bool is_verdict = match.end_reason() == engine::EndReason::adjudicated;
    result.places = places_of(match, tournament, table);
    result.lost_by_forfeit = table.lost_by_forfeit;
    for (std::size_t i = 0; i < table.players.size(); ++i) {
        const auto seat = match.seat_of(tournament.player(table.players[i]).account);
        const bool is_absent =
            !seat || (has_left(match, *seat) && !has_placed(match, *seat) && !is_verdict);
        if (is_absent) result.lost_by_forfeit[i] = true;
    }
    result.units = units_of(result.places, result.lost_by_forfeit);
    const bool have_all = std::ranges::count(result.lost_by_forfeit, false) <= 1;
    result.decided = is_verdict ? Decided::adjudicated
                     : have_all ? Decided::forfeit
                                : Decided::game;
    return result;
}

// The players of the table win, lose or share by the places of the game. A player who has lost
// without a stone has not shown up: a forfeit.
GameResult result_of(const engine::Match& match, const Tournament& tournament, const Table& table) {
    if (table.has_several()) return pod_result(match, tournament, table);
    GameResult result;
    const bool is_verdict = match.end_reason() == engine::EndReason::adjudicated;
    result.decided = is_verdict ? Decided::adjudicated : Decided::game;
    if (!match.winner()) {
        result.units = {1, 1};
        return result;
    }
    for (std::size_t i = 0; i < 2; ++i) {
        const AccountId account = tournament.player(table.players[i]).account;
        const auto seat = match.seat_of(account);
        if (seat == match.winner()) {
            result.units[i] = pairing::win_halves;
        } else if (!is_verdict && seat && !has_placed(match, *seat)) {
            result.lost_by_forfeit[i] = true;
            result.decided = Decided::forfeit;
        }
    }
    return result;
}

}  // namespace

void Observer::on_events(store::Transaction& transaction, const game::CommandEvents& command) {
    const auto& event = command.after.terms().event;
    if (!event || end_of(command.events) == nullptr) return;
    const auto loaded = lock(transaction, TournamentId{event->tournament});
    if (!loaded) return;
    const Tournament& tournament = loaded->tournament;
    const protocol::TableKey at{event->round, event->table, event->number};
    const Table* const table = tournament.find_table(at);
    if (table == nullptr || table->running() != command.game) return;
    const Instant now = command.after.updated_at();
    if (command.after.end_reason() == engine::EndReason::aborted) {
        const auto annulled = annul(tournament, at, true, {}, "", now);
        if (annulled) append(transaction, loaded->id, *annulled);
        return;
    }
    const GameResult result = result_of(command.after, tournament, *table);
    append(transaction, loaded->id, record(tournament, at, command.game, result, now));
}

}  // namespace tanbo::tournament

#include "server/tournament/observer.hpp"

#include <algorithm>
#include <optional>
#include <variant>

#include "server/tournament/log.hpp"
#include "server/tournament/pairing/swiss.hpp"

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

// The players of the table win, lose or share by the places of the game. A player who has lost
// without a stone has not shown up: a forfeit.
GameResult result_of(const engine::Match& match, const Tournament& tournament, const Table& table) {
    GameResult result;
    const bool is_verdict = match.end_reason() == engine::EndReason::adjudicated;
    result.decided = is_verdict ? Decided::adjudicated : Decided::game;
    if (!match.winner()) {
        result.halves = {1, 1};
        return result;
    }
    for (std::size_t i = 0; i < 2; ++i) {
        const AccountId account = tournament.player(table.players[i]).account;
        const auto seat = match.seat_of(account);
        if (seat == match.winner()) {
            result.halves[i] = pairing::win_halves;
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

#include "server/game/time/deadlines.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace tanbo::game {

namespace {

const std::optional<engine::Player>& player_of(const engine::Match& match, engine::Seat seat) {
    return match.seats()[static_cast<std::size_t>(engine::index_of(seat))].player;
}

// The turn goes on, and so do its reminders.
bool is_same_turn(const engine::Match& before, const engine::Match& after) {
    const auto seat = after.to_move();
    return seat && before.to_move() == seat && before.ply() == after.ply() &&
           before.last_undo() == after.last_undo() &&
           player_of(before, *seat) == player_of(after, *seat);
}

// The time of the reminder after `reminded` earlier ones.
std::optional<engine::Instant> reminder_at(const engine::Match& match, int reminded) {
    constexpr std::array<int, store::reminders_a_turn> parts = {first_reminder_part,
                                                                second_reminder_part};
    const auto seat = match.clock().running();
    if (!seat || reminded >= store::reminders_a_turn) return std::nullopt;
    // The rest of it, and the used part.
    const engine::Instant now = match.updated_at();
    const engine::Millis allotted = match.clock().remaining(*seat, now) + match.clock().waited(now);
    const engine::Millis part = allotted / parts[static_cast<std::size_t>(reminded)];
    if (part < reminder_part_min) return std::nullopt;
    return match.clock().reaches(part);
}

}  // namespace

store::Deadline deadline_of(GameId game, const engine::Match& match, int reminded) {
    store::Deadline row;
    row.game = game;
    row.due_at = *match.due();
    row.reminded = reminded;
    const auto flag = match.clock().deadline();
    if (!flag) return row;
    row.flag_at = *flag;
    const auto& player = player_of(match, *match.clock().running());
    if (player) row.account = player->account;
    if (const auto at = reminder_at(match, reminded)) row.remind_at = *at;
    return row;
}

void sync_deadline(store::Transaction& transaction, GameId game, const engine::Match& match,
                   int reminded) {
    if (match.due()) {
        store::set_deadline(transaction, deadline_of(game, match, reminded));
    } else {
        store::remove_deadline(transaction, game);
    }
}

void update_deadline(store::Transaction& transaction, GameId game, const engine::Match* before,
                     const engine::Match& after) {
    const bool had_one = before != nullptr && before->due();
    if (!had_one && !after.due()) return;
    int reminded = 0;
    if (had_one && is_same_turn(*before, after)) {
        const auto row = store::find_deadline(transaction, game);
        if (row) reminded = row->reminded;
    }
    sync_deadline(transaction, game, after, reminded);
}

void mark_reminded(store::Transaction& transaction, const engine::Match& match,
                   store::Deadline deadline, engine::Instant now) {
    do {
        deadline = deadline_of(deadline.game, match, deadline.reminded + 1);
    } while (deadline.remind_at && *deadline.remind_at <= now);
    store::set_deadline(transaction, deadline);
}

}  // namespace tanbo::game

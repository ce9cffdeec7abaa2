#include "server/game/summaries.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

#include "engine/opening.hpp"
#include "protocol/events.hpp"
#include "server/storage/accounts.hpp"
#include "server/storage/game_log.hpp"

namespace tanbo::game {

namespace {

using storage::PlayerState;

storage::Instant to_row(engine::Instant at) {
    return at.time_since_epoch().count();
}

engine::Instant from_row(storage::Instant at) {
    return engine::Instant(std::chrono::milliseconds(at));
}

std::optional<storage::SeatNumber> to_row(const std::optional<engine::Seat>& seat) {
    if (!seat) return std::nullopt;
    return static_cast<storage::SeatNumber>(engine::index_of(*seat));
}

std::optional<engine::Seat> from_row(const std::optional<storage::SeatNumber>& seat) {
    if (!seat) return std::nullopt;
    return engine::seat_at(*seat);
}

PlayerState to_row(const engine::SeatHolder& holder) {
    switch (holder.state) {
        case engine::SeatState::open:
            return holder.player ? PlayerState::invited : PlayerState::open;
        case engine::SeatState::in:
            return PlayerState::in;
        case engine::SeatState::left:
        case engine::SeatState::offered:
            return PlayerState::left;
        case engine::SeatState::out:
            return PlayerState::out;
    }
    return PlayerState::open;
}

engine::SeatState from_row(PlayerState state) {
    switch (state) {
        case PlayerState::open:
        case PlayerState::invited:
            return engine::SeatState::open;
        case PlayerState::in:
            return engine::SeatState::in;
        case PlayerState::left:
            return engine::SeatState::left;
        case PlayerState::out:
            return engine::SeatState::out;
    }
    return engine::SeatState::open;
}

engine::Status from_row(storage::GameStatus status) {
    switch (status) {
        case storage::GameStatus::open:
            return engine::Status::open;
        case storage::GameStatus::active:
            return engine::Status::active;
        case storage::GameStatus::finished:
            return engine::Status::finished;
    }
    return engine::Status::open;
}

storage::GamePlayer player_row(const engine::Match& match, std::size_t seat) {
    const engine::SeatHolder& holder = match.seats()[seat];
    storage::GamePlayer player;
    player.seat = static_cast<storage::SeatNumber>(seat);
    player.state = to_row(holder);
    if (holder.player) player.account = static_cast<storage::AccountId>(holder.player->account);
    if (seat < match.places().size() && match.places()[seat] > 0) {
        player.place = match.places()[seat];
    }
    return player;
}

// Most moves change nobody's state, and the first row has its players already.
bool changes_players(const engine::Event& event) {
    if (std::holds_alternative<engine::GameOpened>(event.data)) return false;
    const auto* const placed = std::get_if<engine::StonePlaced>(&event.data);
    return placed == nullptr || !placed->after.eliminated.empty();
}

std::shared_ptr<const engine::Opening> opening_of(const storage::GameSummary& row) {
    if (row.setup) {
        const engine::Setup* const setup = engine::find_setup(*row.setup);
        return setup == nullptr ? nullptr : setup->opening;
    }
    const auto data = protocol::decode_event_data("open", row.opening.value_or(""), nullptr);
    const auto* const opened = data ? std::get_if<engine::GameOpened>(&*data) : nullptr;
    return opened == nullptr ? nullptr : opened->opening;
}

std::optional<engine::EndReason> end_reason(storage::Reader& reader,
                                            const storage::GameSummary& row) {
    if (row.status != storage::GameStatus::finished) return std::nullopt;
    const auto last = storage::find_event(reader, row.id, row.seq);
    if (!last) return std::nullopt;
    const auto data = protocol::decode_event_data(last->type, last->data, opening_of(row));
    const auto* const ended = data ? std::get_if<engine::GameEnded>(&*data) : nullptr;
    return ended == nullptr ? std::nullopt : std::optional(ended->reason);
}

}  // namespace

protocol::GameSummary to_summary(storage::Reader& reader, const storage::GameSummary& row) {
    protocol::GameSummary game;
    game.id = static_cast<GameId>(row.id);
    game.setup = row.setup.value_or("");
    game.status = from_row(row.status);
    game.visibility = row.visibility == storage::Visibility::everyone ? engine::Visibility::everyone
                                                                      : engine::Visibility::players;
    if (const auto creator = storage::find_account(reader, row.creator)) {
        game.creator = creator->handle;
    }
    for (const storage::GamePlayer& player : row.players) {
        protocol::GameSummary::Holder& holder = game.seats.emplace_back();
        holder.seat = engine::seat_at(player.seat);
        holder.state = from_row(player.state);
        if (player.account) holder.handle = player.handle;
    }
    game.seq = static_cast<std::uint32_t>(row.seq);
    game.ply = static_cast<std::uint32_t>(row.ply);
    game.to_move = from_row(row.to_move);
    game.winner = from_row(row.winner);
    game.reason = end_reason(reader, row);
    game.created_at = from_row(row.created_at);
    game.updated_at = from_row(row.updated_at);
    return game;
}

storage::NewGame first_row(const engine::Match& opened, std::string_view data) {
    storage::NewGame row;
    if (opened.setup().empty()) {
        row.opening = std::string(data);
    } else {
        row.setup = opened.setup();
    }
    row.creator = static_cast<storage::AccountId>(opened.creator().account);
    row.visibility = opened.visibility() == engine::Visibility::everyone
                         ? storage::Visibility::everyone
                         : storage::Visibility::players;
    row.created_at = to_row(opened.created_at());
    for (std::size_t seat = 0; seat < opened.seats().size(); ++seat) {
        row.players.push_back(player_row(opened, seat));
    }
    return row;
}

void update_summary(storage::Transaction& transaction, GameId game,
                    std::span<const engine::Event> events, const engine::Match& after) {
    const auto id = static_cast<storage::GameId>(game);
    for (const engine::Event& event : events) {
        if (std::holds_alternative<engine::GameStarted>(event.data)) {
            storage::start_game(transaction, id, to_row(event.at));
        }
        if (std::holds_alternative<engine::GameEnded>(event.data)) {
            storage::finish_game(transaction, id, to_row(after.winner()), to_row(event.at));
        }
    }
    if (std::ranges::any_of(events, changes_players)) {
        for (std::size_t seat = 0; seat < after.seats().size(); ++seat) {
            storage::set_player(transaction, id, player_row(after, seat));
        }
    }
    storage::advance_game(
        transaction, id,
        {after.seq(), after.ply(), to_row(after.to_move()), to_row(after.updated_at())});
}

}  // namespace tanbo::game

#include "server/game/summaries.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

#include "protocol/games/events.hpp"
#include "protocol/json/names.hpp"
#include "server/store/tables/games/seat_number.hpp"

namespace tanbo::game {

namespace {

using store::PlayerState;

std::optional<store::SeatNumber> number_of(const std::optional<engine::Seat>& seat) {
    if (!seat) return std::nullopt;
    return store::seat_number(*seat);
}

std::optional<engine::Seat> seat_of(const std::optional<store::SeatNumber>& seat) {
    if (!seat) return std::nullopt;
    return engine::seat_at(*seat);
}

PlayerState state_of(const engine::SeatHolder& holder) {
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

engine::SeatState state_of(const store::GamePlayer& player) {
    if (player.offered_until) return engine::SeatState::offered;
    switch (player.state) {
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

engine::Status status_of(store::GameStatus status) {
    switch (status) {
        case store::GameStatus::open:
            return engine::Status::open;
        case store::GameStatus::active:
            return engine::Status::active;
        case store::GameStatus::finished:
            return engine::Status::finished;
    }
    return engine::Status::open;
}

store::GamePlayer player_row(const engine::Match& match, std::size_t seat) {
    const engine::SeatHolder& holder = match.seats()[seat];
    store::GamePlayer player;
    player.seat = store::seat_number(engine::seat_at(static_cast<int>(seat)));
    player.state = state_of(holder);
    if (holder.player) player.account = holder.player->account;
    if (seat < match.places().size() && match.places()[seat] > 0) {
        player.place = match.places()[seat];
    }
    for (const engine::OfferedSeat& offer : match.offers()) {
        if (static_cast<std::size_t>(engine::index_of(offer.seat)) != seat) continue;
        player.offered_until = offer.until;
    }
    return player;
}

// Most events change no player's state, and the first row has its players already.
struct ChangesPlayers {
    bool operator()(const engine::StonePlaced& placed) const {
        return !placed.after.eliminated.empty();
    }
    bool operator()(const engine::PlayerJoined&) const { return true; }
    bool operator()(const engine::GameStarted&) const { return true; }
    bool operator()(const engine::PlayerLeft&) const { return true; }
    bool operator()(const engine::GameEnded&) const { return true; }
    bool operator()(const engine::SeatsSwapped&) const { return true; }
    bool operator()(const engine::SeatOffered&) const { return true; }
    bool operator()(const engine::SeatTakenOver&) const { return true; }
    // An elimination can be taken back.
    bool operator()(const engine::TurnsTakenBack&) const { return true; }
    bool operator()(const engine::GameOpened&) const { return false; }
    bool operator()(const engine::GamePaused&) const { return false; }
    bool operator()(const engine::GameResumed&) const { return false; }
    bool operator()(const engine::CalendarSet&) const { return false; }
    bool operator()(const engine::TimeCredited&) const { return false; }
    bool operator()(const engine::Proposed&) const { return false; }
    bool operator()(const engine::ProposalAnswered&) const { return false; }
};

bool changes_players(const engine::Event& event) {
    return std::visit(ChangesPlayers{}, event.data);
}

// May have passed the turn on, if only to whom had it.
bool begins_turn(const engine::Event& event) {
    return std::holds_alternative<engine::StonePlaced>(event.data) ||
           std::holds_alternative<engine::GameStarted>(event.data) ||
           std::holds_alternative<engine::PlayerLeft>(event.data) ||
           std::holds_alternative<engine::SeatsSwapped>(event.data) ||
           std::holds_alternative<engine::TurnsTakenBack>(event.data) ||
           std::holds_alternative<engine::SeatTakenOver>(event.data);
}

// The turn after these events.
std::optional<store::Turn> turn_after(std::span<const engine::Event> events,
                                      const engine::Match& after) {
    const auto seat = after.to_move();
    if (!seat) return std::nullopt;
    const engine::SeatHolder& holder =
        after.seats()[static_cast<std::size_t>(engine::index_of(*seat))];
    if (!holder.player || holder.state != engine::SeatState::in) return std::nullopt;
    store::Turn turn{holder.player->account, after.clock().deadline(), {}};
    for (const engine::Event& event : events) {
        if (begins_turn(event)) turn.since = event.at;
    }
    return turn;
}

}  // namespace

protocol::GameSummary to_summary(const store::GameSummary& row) {
    protocol::GameSummary game;
    game.id = row.id;
    game.setup = row.setup.value_or("");
    game.status = status_of(row.status);
    game.visibility = row.visibility == store::Visibility::everyone ? engine::Visibility::everyone
                                                                    : engine::Visibility::players;
    game.creator = row.creator_handle;
    game.seats.reserve(row.players.size());
    for (const store::GamePlayer& player : row.players) {
        protocol::GameSummary::Holder& holder = game.seats.emplace_back();
        holder.seat = engine::seat_at(player.seat);
        holder.state = state_of(player);
        if (player.account) holder.handle = player.handle;
    }
    game.seq = static_cast<std::uint32_t>(row.seq);
    game.ply = static_cast<std::uint32_t>(row.ply);
    game.to_move = seat_of(row.to_move);
    game.winner = seat_of(row.winner);
    if (row.end_reason) game.reason = protocol::parse_end_reason(*row.end_reason);
    game.terms = row.terms;
    game.created_at = row.created_at;
    game.updated_at = row.updated_at;
    return game;
}

bool has_large_board(store::Reader& reader, GameId game) {
    constexpr int usual_points_max = 19 * 19;  // no setup has more
    const auto opening = store::custom_opening(reader, game);
    return opening && protocol::points_of_opened(*opening) > usual_points_max;
}

store::NewGame first_row(const engine::Match& opened, std::string_view data) {
    store::NewGame row;
    if (opened.setup().empty()) {
        row.opening = std::string(data);
    } else {
        row.setup = opened.setup();
    }
    row.creator = opened.creator().account;
    row.visibility = opened.visibility() == engine::Visibility::everyone
                         ? store::Visibility::everyone
                         : store::Visibility::players;
    row.created_at = opened.created_at();
    row.terms = opened.terms();
    for (std::size_t seat = 0; seat < opened.seats().size(); ++seat) {
        row.players.push_back(player_row(opened, seat));
    }
    return row;
}

void update_summary(store::Transaction& transaction, GameId game,
                    std::span<const engine::Event> events, const engine::Match* before,
                    const engine::Match& after) {
    for (const engine::Event& event : events) {
        if (std::holds_alternative<engine::GameStarted>(event.data)) {
            store::start_game(transaction, game, event.at);
        }
        if (const auto* const ended = std::get_if<engine::GameEnded>(&event.data)) {
            store::finish_game(transaction, game, number_of(after.winner()),
                               protocol::end_reason_name(ended->reason), event.at);
        }
    }
    if (std::ranges::any_of(events, changes_players)) {
        for (std::size_t seat = 0; seat < after.seats().size(); ++seat) {
            store::set_player(transaction, game, player_row(after, seat));
        }
    }
    store::advance_game(
        transaction, game,
        {after.seq(), after.ply(), number_of(after.to_move()), turn_after(events, after),
         after.updated_at(), before ? std::optional(before->updated_at()) : std::nullopt});
}

}  // namespace tanbo::game

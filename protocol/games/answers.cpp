#include "protocol/games/answers.hpp"

#include <algorithm>

#include "engine/notation.hpp"
#include "protocol/boards/board_json.hpp"
#include "protocol/games/answer_json.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/event_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/names.hpp"
#include "protocol/json/page_json.hpp"

namespace tanbo::protocol {

namespace {

using engine::Match;
using engine::Point;
using engine::Seat;

void write_holder(JsonWriter& out, Seat seat, const std::string* handle, engine::SeatState state) {
    out.begin_object().key("seat").word(engine::seat_name(seat)).key("handle");
    if (handle != nullptr) {
        out.text(*handle);
    } else {
        out.null();
    }
    out.key("state").word(seat_state_name(state)).end_object();
}

void write_point_or_null(JsonWriter& out, const engine::Lattice& lattice,
                         const std::optional<Point>& point) {
    if (point) {
        write_point(out, lattice, *point);
    } else {
        out.null();
    }
}

// The turns that stand, as text: "B3 H3 leave:white".
std::string turns_text(const Match& match) {
    std::string text;
    for (const engine::PastTurn& turn : match.turns()) {
        if (!text.empty()) text += ' ';
        if (turn.point == engine::no_point) {
            text.append(leave_prefix).append(engine::seat_name(turn.seat));
        } else {
            text += engine::point_name(match.opening().lattice(), turn.point);
        }
    }
    return text;
}

std::optional<Point> last_point(const Match& match) {
    const auto turns = match.turns();
    for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) {
        if (turn->point != engine::no_point) return turn->point;
    }
    return std::nullopt;
}

void write_clock_state(JsonWriter& out, const Match& match) {
    const engine::Clock& clock = match.clock();
    if (!clock.is_on() || match.status() != engine::Status::active) {
        out.null();
        return;
    }
    const engine::ClockFigures figures = clock.figures();
    write_seat(out.begin_object().key("running"), clock.running());
    out.key("paused").boolean(clock.is_paused());
    write_instant(out.key("deadline"), figures.deadline);
    write_remaining(out.key("remaining_ms"), figures.remaining);
    out.key("off").begin_array();
    for (const engine::OffSpan& span : clock.off_spans(off_spans_max)) {
        write_instant(out.begin_object().key("from"), span.from);
        write_instant(out.key("until"), span.until);
        out.key("why").word(clock_term_name(span.why)).end_object();
    }
    out.end_array().end_object();
}

void write_proposal(JsonWriter& out, const Match& match, const engine::Proposal& proposal) {
    out.begin_object().key("id").number(proposal.id);
    write_proposed(out, {proposal.by, proposal.kind, proposal.target, proposal.to_ply});
    std::vector<Seat> accepted;
    for (int i = 0; i < match.opening().seats(); ++i) {
        if (proposal.accepted.contains(engine::seat_at(i))) accepted.push_back(engine::seat_at(i));
    }
    write_seats(out.key("accepted"), accepted);
    out.end_object();
}

void write_open_matters(JsonWriter& out, const Match& match) {
    out.key("proposals").begin_array();
    for (const engine::Proposal& proposal : match.proposals()) {
        write_proposal(out, match, proposal);
    }
    out.end_array().key("leavers").begin_array();
    for (const engine::Leaver& leaver : match.leavers()) {
        out.begin_object().key("seat").word(engine::seat_name(leaver.seat));
        out.key("reason").word(leave_reason_name(leaver.reason)).end_object();
    }
    out.end_array().key("offers").begin_array();
    for (const engine::OfferedSeat& offer : match.offers()) {
        out.begin_object().key("seat").word(engine::seat_name(offer.seat));
        write_instant(out.key("until"), offer.until);
        out.end_object();
    }
    out.end_array();
}

void write_match(JsonWriter& out, GameId id, const Match& match) {
    const engine::Lattice& lattice = match.opening().lattice();
    out.key("id").id(id);
    write_setup_id(out.key("setup"), match.setup());
    write_extents(out.key("board"), lattice);
    out.key("status").word(status_name(match.status()));
    out.key("visibility").word(visibility_name(match.visibility()));
    out.key("creator").text(match.creator().handle);
    write_seat_holders(out.key("seats"), match);
    out.key("seq").number(match.seq()).key("ply").number(match.ply());
    write_seat(out.key("to_move"), match.to_move());
    write_seat(out.key("winner"), match.winner());
    out.key("places");
    if (match.status() == engine::Status::finished) {
        write_places(out, match.places());
    } else {
        out.null();
    }
    write_reason(out.key("reason"), match.end_reason());
    write_stones(out.key("stones"), match.position());
    write_roots(out.key("roots"), match.position());
    write_point_or_null(out.key("last_point"), lattice, last_point(match));
    out.key("turns").word(turns_text(match));
    write_terms(out, match.terms());
    write_clock_state(out.key("clock_state"), match);
    write_open_matters(out, match);
    out.key("created_at").word(format_instant(match.created_at()));
    out.key("updated_at").word(format_instant(match.updated_at()));
}

// By label, from 1: where each root could grow.
std::vector<std::vector<Point>> root_spaces(const engine::Position& position) {
    std::vector<std::vector<Point>> spaces(position.opening().seeds().size() + 1);
    for (int i = 0; i < position.opening().seats(); ++i) {
        const Seat seat = engine::seat_at(i);
        for (const Point point : position.legal_points(seat)) {
            for (const Point near : position.lattice().neighbours(point)) {
                if (position.stone(near) == seat) spaces[position.root(near)].push_back(point);
            }
        }
    }
    for (auto& space : spaces) std::ranges::sort(space);
    return spaces;
}

// By label, from 1, in board order.
std::vector<std::vector<Point>> root_stones(const engine::Position& position) {
    std::vector<std::vector<Point>> stones(position.opening().seeds().size() + 1);
    for (int point = 0; point < position.lattice().points(); ++point) {
        const auto at = static_cast<Point>(point);
        if (position.root(at) != 0) stones[position.root(at)].push_back(at);
    }
    return stones;
}

void write_legal_points(JsonWriter& out, const engine::Position& position, Seat seat) {
    const auto legal = position.legal_points(seat);
    std::vector<Point> points(legal.begin(), legal.end());
    std::ranges::sort(points);
    write_points(out, position.lattice(), points);
}

void write_setup(JsonWriter& out, const engine::Setup& setup) {
    const engine::Opening& opening = *setup.opening;
    out.begin_object().key("id").text(setup.id).key("title").text(setup.title);
    out.key("description").text(setup.description);
    write_extents(out.key("board"), opening.lattice());
    out.key("seats").begin_array();
    for (int i = 0; i < setup.seats; ++i) out.word(engine::seat_name(engine::seat_at(i)));
    out.end_array();
    write_stones(out.key("stones"), opening);
    out.key("points").number(opening.lattice().points());
    out.key("seats_to_start").number(setup.seats_to_start).end_object();
}

}  // namespace

void write_summary(JsonWriter& out, const GameSummary& game) {
    out.begin_object().key("id").id(game.id);
    write_setup_id(out.key("setup"), game.setup);
    out.key("status").word(status_name(game.status));
    out.key("visibility").word(visibility_name(game.visibility));
    out.key("creator").text(game.creator);
    out.key("seats").begin_array();
    for (const GameSummary::Holder& holder : game.seats) {
        write_holder(out, holder.seat, holder.handle ? &*holder.handle : nullptr, holder.state);
    }
    out.end_array().key("seq").number(game.seq).key("ply").number(game.ply);
    write_seat(out.key("to_move"), game.to_move);
    write_seat(out.key("winner"), game.winner);
    write_reason(out.key("reason"), game.reason);
    write_terms(out, game.terms);
    out.key("created_at").word(format_instant(game.created_at));
    out.key("updated_at").word(format_instant(game.updated_at));
    if (!game.position.empty()) out.key("position").raw(game.position);
    out.end_object();
}

void write_reason(JsonWriter& out, const std::optional<engine::EndReason>& reason) {
    if (reason) {
        out.word(end_reason_name(*reason));
    } else {
        out.null();
    }
}

void write_seat_holders(JsonWriter& out, const Match& match) {
    out.begin_array();
    for (std::size_t i = 0; i < match.seats().size(); ++i) {
        const engine::SeatHolder& holder = match.seats()[i];
        write_holder(out, engine::seat_at(static_cast<int>(i)),
                     holder.player ? &holder.player->handle : nullptr, holder.state);
    }
    out.end_array();
}

std::string with_your_seat(std::string_view game_json, std::optional<engine::Seat> seat) {
    constexpr std::size_t member_chars = 32;
    std::string json;
    json.reserve(game_json.size() + member_chars);
    json.append(game_json.substr(0, game_json.size() - 1)).append(R"(,"your_seat":)");
    if (seat) {
        json.append("\"").append(engine::seat_name(*seat)).append("\"}");
    } else {
        json.append("null}");
    }
    return json;
}

std::string encode_game(GameId id, const Match& match) {
    JsonWriter out(4096);
    out.begin_object();
    write_match(out, id, match);
    out.end_object();
    return out.take();
}

std::string encode_position(const Match& match) {
    const engine::Lattice& lattice = match.opening().lattice();
    JsonWriter out(static_cast<std::size_t>(lattice.points()) + 128);
    out.begin_object().key("seq").number(match.seq());
    write_extents(out.key("board"), lattice);
    out.key("stones").word(position_text(match.position()));
    write_point_or_null(out.key("last_point"), lattice, last_point(match));
    out.end_object();
    return out.take();
}

GameSummary summarize(GameId id, const Match& match) {
    GameSummary game;
    game.id = id;
    game.setup = match.setup();
    game.status = match.status();
    game.visibility = match.visibility();
    game.creator = match.creator().handle;
    for (std::size_t i = 0; i < match.seats().size(); ++i) {
        const engine::SeatHolder& holder = match.seats()[i];
        GameSummary::Holder seat{engine::seat_at(static_cast<int>(i)), std::nullopt, holder.state};
        if (holder.player) seat.handle = holder.player->handle;
        game.seats.push_back(std::move(seat));
    }
    game.seq = match.seq();
    game.ply = match.ply();
    game.to_move = match.to_move();
    game.winner = match.winner();
    game.reason = match.end_reason();
    game.terms = match.terms();
    game.created_at = match.created_at();
    game.updated_at = match.updated_at();
    return game;
}

std::string encode_game_summary(const GameSummary& game) {
    JsonWriter out;
    write_summary(out, game);
    return out.take();
}

std::string encode_game_page(std::span<const GameSummary> games,
                             const std::optional<std::string>& next_cursor) {
    return encode_page("games", games, next_cursor, write_summary, 704);
}

std::string encode_legal_moves(GameId game, const Match& match) {
    const engine::Position& position = match.position();
    JsonWriter out(2048);
    out.begin_object().key("game").id(game).key("ply").number(match.ply());
    write_seat(out.key("to_move"), match.to_move());
    out.key("points");
    if (match.to_move()) {
        write_legal_points(out, position, *match.to_move());
    } else {
        out.begin_array().end_array();
    }
    out.key("seats").begin_object();
    for (int i = 0; i < match.opening().seats(); ++i) {
        const Seat seat = engine::seat_at(i);
        if (!position.is_in(seat)) continue;
        write_legal_points(out.key(engine::seat_name(seat)), position, seat);
    }
    out.end_object().end_object();
    return out.take();
}

std::string encode_roots(GameId game, const Match& match) {
    const engine::Position& position = match.position();
    const engine::Lattice& lattice = position.lattice();
    const auto stones = root_stones(position);
    const auto spaces = root_spaces(position);
    JsonWriter out(8192);
    out.begin_object().key("game").id(game).key("seq").number(match.seq());
    out.key("ply").number(match.ply()).key("roots").begin_array();
    for (std::size_t label = 1; label < stones.size(); ++label) {
        const auto root = static_cast<engine::Root>(label);
        if (!position.is_standing(root)) continue;
        write_point(out.begin_object().key("seed"), lattice, position.seed(root));
        out.key("seat").word(engine::seat_name(position.owner(root)));
        write_points(out.key("stones"), lattice, stones[label]);
        write_points(out.key("space"), lattice, spaces[label]);
        out.end_object();
    }
    out.end_array().end_object();
    return out.take();
}

std::string encode_preview(const engine::StonePlaced& placed, const engine::Lattice& lattice) {
    return encode_event_data(placed, lattice);
}

std::string encode_board(GameId game, const engine::Snapshot& snapshot,
                         std::optional<std::uint32_t> seq) {
    const engine::Position& position = snapshot.position;
    JsonWriter out(4096);
    out.begin_object().key("game").id(game).key("ply").number(position.ply());
    if (seq) out.key("seq").number(*seq);
    write_extents(out.key("board"), position.lattice());
    write_seat(out.key("to_move"), position.to_move());
    write_stones(out.key("stones"), position);
    write_roots(out.key("roots"), position);
    write_point_or_null(out.key("last_point"), position.lattice(), snapshot.last_point);
    write_removed(out.key("removed"), position.lattice(), snapshot.removed);
    out.end_object();
    return out.take();
}

std::string encode_setups() {
    JsonWriter out(16384);
    out.begin_object().key("setups").begin_array();
    for (const engine::Setup& setup : engine::setups()) write_setup(out, setup);
    out.end_array().end_object();
    return out.take();
}

std::string encode_setup(const engine::Setup& setup) {
    JsonWriter out(2048);
    write_setup(out, setup);
    return out.take();
}

}  // namespace tanbo::protocol

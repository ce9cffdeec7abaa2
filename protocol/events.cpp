#include "protocol/events.hpp"

#include <array>

#include "protocol/board_json.hpp"
#include "protocol/event_json.hpp"
#include "protocol/names.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::array<std::string_view, 6> types{"open", "join", "start", "move", "leave", "end"};

void write_player(JsonWriter& out, const engine::Player& player) {
    out.key("account").number(player.account).key("handle").text(player.handle);
}

void write_seat_offers(JsonWriter& out, std::span<const engine::SeatOffer> seats) {
    out.begin_array();
    for (std::size_t i = 0; i < seats.size(); ++i) {
        out.begin_object().key("seat");
        out.word(engine::seat_name(engine::seat_at(static_cast<int>(i))));
        if (seats[i].player) {
            write_player(out, *seats[i].player);
        } else {
            out.key("account").null().key("handle").null();
        }
        out.key("state").word(seats[i].is_taken ? "in" : "open").end_object();
    }
    out.end_array();
}

// The members from "removed" to "roots".
void write_aftermath(JsonWriter& out, const engine::Lattice& lattice,
                     const engine::Aftermath& after) {
    write_removed(out.key("removed"), lattice, after.removed);
    write_seats(out.key("eliminated"), after.eliminated);
    write_seat(out.key("to_move"), after.to_move);
    write_seat(out.key("winner"), after.winner);
    out.key("roots").begin_object();
    for (std::size_t i = 0; i < after.roots.size(); ++i) {
        const engine::Seat seat = engine::seat_at(static_cast<int>(i));
        out.key(engine::seat_name(seat)).number(after.roots[i]);
    }
    out.end_object();
}

void write(JsonWriter& out, const engine::Lattice& lattice, const engine::GameOpened& opened) {
    write_setup_id(out.key("setup"), opened.setup);
    write_extents(out.key("board"), lattice);
    write_stones(out.key("stones"), *opened.opening);
    write_seat_offers(out.key("seats"), opened.seats);
    out.key("to_move").word(engine::seat_name(opened.opening->to_move()));
    out.key("visibility").word(visibility_name(opened.visibility));
    out.key("creator").begin_object();
    write_player(out, opened.creator);
    out.end_object();
}

void write(JsonWriter& out, const engine::Lattice&, const engine::PlayerJoined& joined) {
    out.key("seat").word(engine::seat_name(joined.seat));
    write_player(out, joined.player);
}

void write(JsonWriter& out, const engine::Lattice& lattice, const engine::GameStarted& started) {
    write_seats(out.key("absent"), started.absent);
    write_aftermath(out, lattice, started.after);
}

void write(JsonWriter& out, const engine::Lattice& lattice, const engine::StonePlaced& placed) {
    out.key("ply").number(placed.ply).key("seat").word(engine::seat_name(placed.seat));
    write_point(out.key("point"), lattice, placed.point);
    write_aftermath(out, lattice, placed.after);
}

void write(JsonWriter& out, const engine::Lattice& lattice, const engine::PlayerLeft& left) {
    out.key("seat").word(engine::seat_name(left.seat));
    out.key("reason").word(leave_reason_name(left.reason));
    write_aftermath(out, lattice, left.after);
}

void write(JsonWriter& out, const engine::Lattice&, const engine::GameEnded& ended) {
    out.key("reason").word(end_reason_name(ended.reason));
    write_seat(out.key("winner"), ended.winner);
    write_places(out.key("places"), ended.places);
}

void write_frame(JsonWriter& out, std::int64_t game, const StoredEvent& event) {
    out.begin_object().key("topic").word("game:" + std::to_string(game));
    out.key("seq").number(event.seq).key("type").word(event.type);
    out.key("at").word(format_instant(event.at)).key("data").raw(event.data).end_object();
}

}  // namespace

std::string_view event_type(const engine::EventData& data) {
    return types.at(data.index());
}

void write_setup_id(JsonWriter& out, std::string_view setup) {
    if (setup.empty()) {
        out.null();
    } else {
        out.text(setup);
    }
}

std::string encode_event_data(const engine::EventData& data, const engine::Lattice& lattice) {
    JsonWriter out;
    out.begin_object();
    std::visit([&](const auto& event) { write(out, lattice, event); }, data);
    out.end_object();
    return out.take();
}

std::string encode_frame(std::int64_t game, const StoredEvent& event) {
    JsonWriter out(event.data.size() + 128);
    write_frame(out, game, event);
    return out.take();
}

std::string encode_events_page(std::int64_t game, std::span<const StoredEvent> events,
                               std::uint32_t seq) {
    std::size_t bytes = 64;
    for (const StoredEvent& event : events) bytes += event.data.size() + 128;
    JsonWriter out(bytes);
    out.begin_object().key("game").number(game).key("seq").number(seq);
    out.key("events").begin_array();
    for (const StoredEvent& event : events) write_frame(out, game, event);
    out.end_array().end_object();
    return out.take();
}

}  // namespace tanbo::protocol

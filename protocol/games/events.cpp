#include "protocol/games/events.hpp"

#include <array>
#include <charconv>

#include "protocol/boards/board_json.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/event_json.hpp"
#include "protocol/json/names.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::array<std::string_view, std::variant_size_v<engine::EventData>> types{
    "open",  "join",      "start",  "move",     "leave",  "end",      "swap",
    "undo",  "pause",     "resume", "calendar", "credit", "proposal", "proposal-answer",
    "offer", "substitute"};

void write_player(JsonWriter& out, const engine::Player& player) {
    out.key("account").id(player.account).key("handle").text(player.handle);
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

// The members from "removed" to "roots", and "clock" if there is one.
void write_aftermath(JsonWriter& out, const engine::Lattice& lattice,
                     const engine::MoveEffects& after) {
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
    write_figures(out, after.clock);
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
    write_terms(out, opened.terms);
}

void write(JsonWriter& out, const engine::Lattice&, const engine::PlayerJoined& joined) {
    out.key("seat").word(engine::seat_name(joined.seat));
    write_player(out, joined.player);
}

void write(JsonWriter& out, const engine::Lattice& lattice, const engine::GameStarted& started) {
    write_seats(out.key("absent"), started.absent);
    write_aftermath(out, lattice, started.after);
    if (started.calendars.empty()) return;
    out.key("calendars").begin_array();
    for (const engine::Calendar& calendar : started.calendars) write_calendar(out, calendar);
    out.end_array();
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

void write(JsonWriter& out, const engine::Lattice&, const engine::SeatsSwapped& swapped) {
    out.key("by").word(engine::seat_name(swapped.by)).key("seats").begin_array();
    for (std::size_t i = 0; i < swapped.players.size(); ++i) {
        const engine::Seat seat = engine::seat_at(static_cast<int>(i));
        out.begin_object().key("seat").word(engine::seat_name(seat));
        write_player(out, swapped.players[i]);
        out.end_object();
    }
    out.end_array();
    write_seat(out.key("to_move"), swapped.by);
    write_figures(out, swapped.clock);
}

void write(JsonWriter& out, const engine::Lattice& lattice, const engine::TurnsTakenBack& undo) {
    out.key("by").word(engine::seat_name(undo.by)).key("to_ply").number(undo.to_ply);
    write_aftermath(out, lattice, undo.after);
}

void write(JsonWriter& out, const engine::Lattice&, const engine::GamePaused& paused) {
    out.key("reason").word(pause_reason_name(paused.reason));
    write_figures(out, paused.clock);
}

void write(JsonWriter& out, const engine::Lattice&, const engine::GameResumed& resumed) {
    out.key("reason").word(resume_reason_name(resumed.reason));
    write_figures(out, resumed.clock);
}

void write(JsonWriter& out, const engine::Lattice&, const engine::CalendarSet& set) {
    out.key("seat").word(engine::seat_name(set.seat));
    write_calendar(out.key("calendar"), set.calendar);
    write_figures(out, set.clock);
}

void write(JsonWriter& out, const engine::Lattice&, const engine::TimeCredited& credited) {
    write_instant(out.key("from"), credited.downtime.from);
    write_instant(out.key("until"), credited.downtime.until);
    write_figures(out, credited.clock);
}

void write(JsonWriter& out, const engine::Lattice&, const engine::Proposed& proposed) {
    write_proposed(out, proposed);
}

void write(JsonWriter& out, const engine::Lattice&, const engine::ProposalAnswered& answered) {
    out.key("proposal").number(answered.proposal);
    out.key("by").word(engine::seat_name(answered.by)).key("accepts").boolean(answered.accepts);
}

void write(JsonWriter& out, const engine::Lattice&, const engine::SeatOffered& offered) {
    out.key("seat").word(engine::seat_name(offered.seat));
    out.key("reason").word(leave_reason_name(offered.reason));
    write_instant(out.key("until"), offered.until);
    write_figures(out, offered.clock);
}

void write(JsonWriter& out, const engine::Lattice&, const engine::SeatTakenOver& taken) {
    out.key("seat").word(engine::seat_name(taken.seat));
    write_player(out, taken.player);
    if (taken.calendar) write_calendar(out.key("calendar"), *taken.calendar);
    write_figures(out, taken.clock);
}

void write_frame(JsonWriter& out, GameId game, const StoredEvent& event) {
    out.begin_object().key("topic").word("game:" + to_string(game));
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

void write_proposed(JsonWriter& out, const engine::Proposed& proposed) {
    out.key("kind").word(proposal_kind_name(proposed.kind));
    out.key("by").word(engine::seat_name(proposed.by));
    write_seat(out.key("target"), proposed.target);
    const bool is_undo = proposed.kind == engine::ProposalKind::undo;
    out.key("to_ply").number_or_null(is_undo ? std::optional(proposed.to_ply) : std::nullopt);
}

std::string encode_event_data(const engine::EventData& data, const engine::Lattice& lattice) {
    JsonWriter out;
    out.begin_object();
    std::visit([&](const auto& event) { write(out, lattice, event); }, data);
    out.end_object();
    return out.take();
}

// The text of write_player; handles need no escapes. In a text both quotes would have some.
std::string with_handles(
    std::string data, const std::function<std::optional<std::string>(AccountId account)>& present) {
    constexpr std::string_view account_key = R"("account":)";
    constexpr std::string_view handle_key = R"(,"handle":")";
    std::size_t at = 0;
    while ((at = data.find(account_key, at)) != std::string::npos) {
        at += account_key.size();
        std::int64_t account = 0;
        const char* const end = data.data() + data.size();
        const auto number = std::from_chars(data.data() + at, end, account);
        at = static_cast<std::size_t>(number.ptr - data.data());
        if (number.ec != std::errc() || data.compare(at, handle_key.size(), handle_key) != 0) {
            continue;
        }
        at += handle_key.size();
        const auto handle = present(AccountId(account));
        if (handle) data.replace(at, data.find('"', at) - at, *handle);
    }
    return data;
}

std::string encode_frame(GameId game, const StoredEvent& event) {
    JsonWriter out(event.data.size() + 128);
    write_frame(out, game, event);
    return out.take();
}

std::string encode_events_page(GameId game, std::span<const StoredEvent> events,
                               std::uint32_t seq) {
    std::size_t bytes = 64;
    for (const StoredEvent& event : events) bytes += event.data.size() + 128;
    JsonWriter out(bytes);
    out.begin_object().key("game").id(game).key("seq").number(seq);
    out.key("events").begin_array();
    for (const StoredEvent& event : events) write_frame(out, game, event);
    out.end_array().end_object();
    return out.take();
}

}  // namespace tanbo::protocol

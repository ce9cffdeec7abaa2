#include <algorithm>
#include <array>
#include <limits>

#include "protocol/boards/board_json.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/event_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/games/plain_stone.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/names.hpp"

namespace tanbo::protocol {

namespace {

using engine::Opening;

engine::Player read_player(const JsonReader& in) {
    engine::Player player;
    player.account = in.field("account").id<AccountId>();
    const JsonReader handle = in.field("handle");
    player.handle = handle.text(1, handle_chars_max);
    if (in.is_sound() && !is_handle(player.handle)) handle.refuse("must be a handle");
    return player;
}

engine::SeatOffer read_seat_offer(const JsonReader& in, std::size_t index) {
    in.expect_keys({"seat", "account", "handle", "state"});
    if (engine::index_of(read_seat(in.field("seat"))) != static_cast<int>(index)) {
        in.field("seat").refuse("must be the next seat in turn order");
    }
    engine::SeatOffer offer;
    if (in.nullable_field("account") || in.nullable_field("handle")) {
        offer.player = read_player(in);
    }
    const JsonReader state = in.field("state");
    offer.is_taken = state.word(parse_seat_state, "\"in\" or \"open\"") == engine::SeatState::in;
    if (!offer.is_taken && in.is_sound() && state.text(1, word_bytes_max) != "open") {
        state.refuse("must be \"in\" or \"open\"");
    }
    return offer;
}

std::vector<int> read_roots(const JsonReader& in, const Opening& opening) {
    std::vector<int> roots(static_cast<std::size_t>(in.seat_members()));
    if (!roots.empty() && roots.size() != static_cast<std::size_t>(opening.seats())) {
        in.refuse("must have a member for each seat, or none");
    }
    for (std::size_t i = 0; i < roots.size() && in.is_sound(); ++i) {
        const engine::Seat seat = engine::seat_at(static_cast<int>(i));
        roots[i] =
            static_cast<int>(in.field(engine::seat_name(seat)).integer(0, engine::points_max));
    }
    return roots;
}

engine::MoveEffects read_move_effects(const JsonReader& in, const Opening& opening) {
    engine::MoveEffects after;
    after.removed = read_removed(in.field("removed"), opening);
    after.eliminated = read_seats(in.field("eliminated"), opening);
    after.to_move = read_nullable_seat(in, "to_move", opening);
    after.winner = read_nullable_seat(in, "winner", opening);
    after.roots = read_roots(in.field("roots"), opening);
    after.clock = read_figures(in, opening.seats());
    return after;
}

engine::GameOpened read_opened(const JsonReader& in) {
    in.expect_keys({"setup", "board", "stones", "seats", "to_move", "visibility", "creator",
                    "tournament", "round", "table", "game_of_table", "terms"},
                   terms_keys());
    engine::GameOpened opened;
    if (const auto setup = in.nullable_field("setup"))
        opened.setup = setup->text(1, word_bytes_max);
    opened.opening = read_opening_of_setup(in, opened.setup);
    if (opened.opening == nullptr || !in.is_sound()) return opened;

    const auto count = static_cast<std::size_t>(opened.opening->seats());
    const JsonReader seats = in.field("seats");
    opened.seats.resize(seats.elements(count, count));
    for (std::size_t i = 0; i < opened.seats.size(); ++i) {
        opened.seats[i] = read_seat_offer(seats.element(i), i);
    }
    in.field("to_move");  // taken with the opening, where it may be left out
    opened.visibility = in.field("visibility").word(parse_visibility, "\"public\" or \"private\"");
    const JsonReader creator = in.field("creator");
    creator.expect_keys({"account", "handle"});
    opened.creator = read_player(creator);
    opened.terms = read_terms(in, opened.opening->seats());  // older games have none
    opened.terms.event = read_event_table(in);
    return opened;
}

engine::PlayerJoined read_joined(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"seat", "account", "handle"});
    return {read_seat(in.field("seat"), opening), read_player(in)};
}

engine::GameStarted read_started(const JsonReader& in, const Opening& opening) {
    in.expect_keys(
        {"absent", "removed", "eliminated", "to_move", "winner", "roots", "clock", "calendars"});
    engine::GameStarted started{
        read_seats(in.field("absent"), opening), read_move_effects(in, opening), {}};
    if (!in.has("calendars")) return started;
    const JsonReader calendars = in.field("calendars");
    const auto seats = static_cast<std::size_t>(opening.seats());
    started.calendars.resize(calendars.elements(seats, seats));
    for (std::size_t i = 0; i < started.calendars.size(); ++i) {
        started.calendars[i] = read_calendar(calendars.element(i));
    }
    return started;
}

engine::StonePlaced read_placed(const JsonReader& in, const Opening& opening) {
    in.expect_keys(
        {"ply", "seat", "point", "removed", "eliminated", "to_move", "winner", "roots", "clock"});
    return {in.field("ply").natural32(), read_seat(in.field("seat"), opening),
            read_point(in.field("point"), opening.lattice()), read_move_effects(in, opening)};
}

engine::PlayerLeft read_left(const JsonReader& in, const Opening& opening) {
    in.expect_keys(
        {"seat", "reason", "removed", "eliminated", "to_move", "winner", "roots", "clock"});
    return {read_seat(in.field("seat"), opening),
            in.field("reason").word(parse_leave_reason, "a reason for leaving"),
            read_move_effects(in, opening)};
}

std::vector<int> read_places(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"black", "white", "red", "green", "seat5", "seat6", "seat7", "seat8"});
    std::vector<int> places;
    for (int i = 0; i < opening.seats(); ++i) {
        const std::string_view seat = engine::seat_name(engine::seat_at(i));
        const bool has_place = in.has(seat);
        places.push_back(has_place ? static_cast<int>(in.field(seat).integer(1, opening.seats()))
                                   : 0);
    }
    for (int i = opening.seats(); i < engine::seats_max; ++i) {
        const std::string_view seat = engine::seat_name(engine::seat_at(i));
        if (in.has(seat)) in.field(seat).refuse("is not one of the seats of this game");
    }
    const bool has_any = std::ranges::any_of(places, [](int place) { return place != 0; });
    return has_any ? places : std::vector<int>{};
}

engine::GameEnded read_ended(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"reason", "winner", "places"});
    return {in.field("reason").word(parse_end_reason, "a reason for the end of a game"),
            read_nullable_seat(in, "winner", opening), read_places(in.field("places"), opening)};
}

engine::SeatsSwapped read_swapped(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"by", "seats", "to_move", "clock"});
    engine::SeatsSwapped swapped{read_seat(in.field("by"), opening), {}, {}};
    const JsonReader seats = in.field("seats");
    const auto count = static_cast<std::size_t>(opening.seats());
    swapped.players.resize(seats.elements(count, count));
    for (std::size_t i = 0; i < swapped.players.size(); ++i) {
        const JsonReader seat = seats.element(i);
        seat.expect_keys({"seat", "account", "handle"});
        if (engine::index_of(read_seat(seat.field("seat"))) != static_cast<int>(i)) {
            seat.field("seat").refuse("must be the next seat in turn order");
        }
        swapped.players[i] = read_player(seat);
    }
    if (read_seat(in.field("to_move"), opening) != swapped.by) {
        in.field("to_move").refuse("must be the seat that swapped");
    }
    swapped.clock = read_figures(in, opening.seats());
    return swapped;
}

engine::TurnsTakenBack read_undo(const JsonReader& in, const Opening& opening) {
    in.expect_keys(
        {"by", "to_ply", "removed", "eliminated", "to_move", "winner", "roots", "clock"});
    return {read_seat(in.field("by"), opening), in.field("to_ply").natural32(),
            read_move_effects(in, opening)};
}

engine::GamePaused read_paused(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"reason", "clock"});
    return {in.field("reason").word(parse_pause_reason, "a reason for a pause"),
            read_figures(in, opening.seats())};
}

engine::GameResumed read_resumed(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"reason", "clock"});
    return {in.field("reason").word(parse_resume_reason, "a reason for resuming"),
            read_figures(in, opening.seats())};
}

engine::CalendarSet read_calendar_set(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"seat", "calendar", "clock"});
    return {read_seat(in.field("seat"), opening), read_calendar(in.field("calendar")),
            read_figures(in, opening.seats())};
}

engine::TimeCredited read_credited(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"from", "until", "clock"});
    return {{read_instant(in.field("from")), read_instant(in.field("until"))},
            read_figures(in, opening.seats())};
}

engine::Proposed read_proposed(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"kind", "by", "target", "to_ply"});
    engine::Proposed proposed{read_seat(in.field("by"), opening),
                              in.field("kind").word(parse_proposal_kind, "a kind of proposal"),
                              read_nullable_seat(in, "target", opening), 0};
    if (const auto to_ply = in.nullable_field("to_ply")) proposed.to_ply = to_ply->natural32();
    return proposed;
}

engine::ProposalAnswered read_answered(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"proposal", "by", "accepts"});
    return {in.field("proposal").natural32(), read_seat(in.field("by"), opening),
            in.field("accepts").boolean()};
}

engine::SeatOffered read_offered(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"seat", "reason", "until", "clock"});
    return {read_seat(in.field("seat"), opening),
            in.field("reason").word(parse_leave_reason, "a reason for leaving"),
            read_instant(in.field("until")), read_figures(in, opening.seats())};
}

engine::SeatTakenOver read_taken_over(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"seat", "account", "handle", "calendar", "clock"});
    engine::SeatTakenOver taken{read_seat(in.field("seat"), opening), read_player(in), {}, {}};
    if (in.has("calendar")) taken.calendar = read_calendar(in.field("calendar"));
    taken.clock = read_figures(in, opening.seats());
    return taken;
}

using ReadEvent = engine::EventData (*)(const JsonReader&, const Opening&);

template <auto read>
engine::EventData read_as(const JsonReader& in, const Opening& opening) {
    return read(in, opening);
}

struct EventRow {
    std::string_view type;
    ReadEvent read;
};

// Everything but "open", which brings the opening.
constexpr std::array event_rows{
    EventRow{"join", read_as<read_joined>},
    EventRow{"start", read_as<read_started>},
    EventRow{"move", read_as<read_placed>},
    EventRow{"leave", read_as<read_left>},
    EventRow{"end", read_as<read_ended>},
    EventRow{"swap", read_as<read_swapped>},
    EventRow{"undo", read_as<read_undo>},
    EventRow{"pause", read_as<read_paused>},
    EventRow{"resume", read_as<read_resumed>},
    EventRow{"calendar", read_as<read_calendar_set>},
    EventRow{"credit", read_as<read_credited>},
    EventRow{"proposal", read_as<read_proposed>},
    EventRow{"proposal-answer", read_as<read_answered>},
    EventRow{"offer", read_as<read_offered>},
    EventRow{"substitute", read_as<read_taken_over>},
};

}  // namespace

engine::EventData read_event_data(const JsonReader& in, std::string_view type,
                                  const std::shared_ptr<const Opening>& opening) {
    if (type == "open") return read_opened(in);
    if (opening == nullptr) {
        in.refuse("must come after the game was opened");
        return {};
    }
    const auto row = std::ranges::find(event_rows, type, &EventRow::type);
    if (row != event_rows.end()) return row->read(in, *opening);
    in.refuse_whole(Code::invalid_record, "Unknown event type " + quotation(type) + ".");
    return {};
}

int points_of_opened(std::string_view data) {
    const auto points = decode_with<int>(data, event_caps, FirstFault(), [](const JsonReader& in) {
        const JsonReader board = in.field("board");
        std::int64_t product = 1;
        for (std::size_t i = 0; i < board.elements(1, engine::dimensions_max); ++i) {
            product *= board.element(i).integer(1, engine::points_max);
            product = std::min<std::int64_t>(product, engine::points_max);
        }
        return static_cast<int>(product);
    });
    return points ? *points : 0;
}

Result<engine::EventData> decode_event_data(std::string_view type, std::string_view data,
                                            const std::shared_ptr<const Opening>& opening) {
    if (type == "move" && opening != nullptr) {
        if (auto placed = read_plain_stone(data, *opening)) return {*std::move(placed)};
    }
    return decode_with<engine::EventData>(
        data, event_caps, FirstFault(Code::invalid_record),
        [&](const JsonReader& in) { return read_event_data(in, type, opening); });
}

}  // namespace tanbo::protocol

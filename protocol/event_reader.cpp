#include <algorithm>
#include <limits>

#include "protocol/board_json.hpp"
#include "protocol/event_json.hpp"
#include "protocol/events.hpp"
#include "protocol/names.hpp"
#include "protocol/requests.hpp"

namespace tanbo::protocol {

namespace {

using engine::Opening;

engine::Player read_player(const JsonReader& in) {
    engine::Player player;
    player.account = in.field("account").integer(1, std::numeric_limits<std::int64_t>::max());
    const JsonReader handle = in.field("handle");
    player.handle = handle.text(1, handle_chars_max);
    if (in.is_sound() && !is_handle(player.handle)) handle.refuse("is not a handle");
    return player;
}

engine::SeatOffer read_seat_offer(const JsonReader& in, std::size_t index) {
    in.expect_keys({"seat", "account", "handle", "state"});
    if (engine::index_of(read_seat(in.field("seat"))) != static_cast<int>(index)) {
        in.field("seat").refuse("is not the next seat in turn order");
    }
    engine::SeatOffer offer;
    if (!in.field("account").is_null() || !in.field("handle").is_null()) {
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

engine::Aftermath read_aftermath(const JsonReader& in, const Opening& opening) {
    engine::Aftermath after;
    after.removed = read_removed(in.field("removed"), opening);
    after.eliminated = read_seats(in.field("eliminated"), opening);
    after.to_move = read_seat_or_null(in.field("to_move"), opening);
    after.winner = read_seat_or_null(in.field("winner"), opening);
    after.roots = read_roots(in.field("roots"), opening);
    return after;
}

engine::GameOpened read_opened(const JsonReader& in) {
    in.expect_keys({"setup", "board", "stones", "seats", "to_move", "visibility", "creator"});
    engine::GameOpened opened;
    const JsonReader setup = in.field("setup");
    if (!setup.is_null()) opened.setup = setup.text(1, word_bytes_max);
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
    return opened;
}

engine::PlayerJoined read_joined(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"seat", "account", "handle"});
    return {read_seat(in.field("seat"), opening), read_player(in)};
}

engine::GameStarted read_started(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"absent", "removed", "eliminated", "to_move", "winner", "roots"});
    return {read_seats(in.field("absent"), opening), read_aftermath(in, opening)};
}

engine::StonePlaced read_placed(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"ply", "seat", "point", "removed", "eliminated", "to_move", "winner", "roots"});
    return {in.field("ply").natural32(), read_seat(in.field("seat"), opening),
            read_point(in.field("point"), opening.lattice()), read_aftermath(in, opening)};
}

engine::PlayerLeft read_left(const JsonReader& in, const Opening& opening) {
    in.expect_keys({"seat", "reason", "removed", "eliminated", "to_move", "winner", "roots"});
    return {read_seat(in.field("seat"), opening),
            in.field("reason").word(parse_leave_reason, "a reason for leaving"),
            read_aftermath(in, opening)};
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
            read_seat_or_null(in.field("winner"), opening),
            read_places(in.field("places"), opening)};
}

}  // namespace

engine::EventData read_event_data(const JsonReader& in, std::string_view type,
                                  const std::shared_ptr<const Opening>& opening) {
    if (type == "open") return read_opened(in);
    if (opening == nullptr) {
        in.refuse("comes before the game was opened");
        return {};
    }
    if (type == "join") return read_joined(in, *opening);
    if (type == "start") return read_started(in, *opening);
    if (type == "move") return read_placed(in, *opening);
    if (type == "leave") return read_left(in, *opening);
    if (type == "end") return read_ended(in, *opening);
    in.refuse_whole(Code::invalid_record, "There is no event of type " + quotation(type) + ".");
    return {};
}

Result<engine::EventData> decode_event_data(std::string_view type, std::string_view data,
                                            const std::shared_ptr<const Opening>& opening) {
    return decode_with<engine::EventData>(
        data, event_caps, FirstFault(Code::invalid_record),
        [&](const JsonReader& in) { return read_event_data(in, type, opening); });
}

}  // namespace tanbo::protocol

#include "protocol/client/client.hpp"

#include <limits>

#include "engine/seat.hpp"
#include "protocol/client/answer_parts.hpp"
#include "protocol/client/challenge_offer.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/event_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/names.hpp"
#include "protocol/json/texts_json.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::size_t page_messages_max = 200;

GameSummary::Holder read_holder(const JsonReader& in) {
    GameSummary::Holder holder;
    holder.seat = in.field("seat").word(engine::parse_seat, "a seat");
    if (const auto handle = in.nullable_field("handle")) holder.handle = told_text(*handle);
    holder.state = in.field("state").word(parse_seat_state, "a seat's state");
    return holder;
}

GameSummary read_summary(const JsonReader& in) {
    GameSummary game;
    game.id = in.field("id").id<GameId>();
    if (const auto setup = in.nullable_field("setup")) game.setup = told_text(*setup);
    const JsonReader seats = in.field("seats");
    const std::size_t count = seats.elements(engine::seats_min, engine::seats_max);
    for (std::size_t i = 0; i < count; ++i) game.seats.push_back(read_holder(seats.element(i)));
    game.ply = in.field("ply").natural32();
    return game;
}

WaitingTurn read_turn(const JsonReader& in) {
    WaitingTurn turn;
    turn.kind = told_text(in.field("kind"));
    if (const auto game = in.nullable_field("game")) turn.game = read_summary(*game);
    if (in.has("challenge")) turn.challenge = read_challenge_offer(in.field("challenge"));
    if (const auto deadline = in.optional_field("deadline"))
        turn.deadline = read_instant(*deadline);
    return turn;
}

ChatLine read_chat_line(const JsonReader& in) {
    ChatLine line;
    line.id = in.field("id").id<ChatMessageId>();
    line.room = in.field("room").word(parse_chat_room, "a room");
    line.author = told_text(in.field("author"));
    if (const auto text = in.nullable_field("text")) line.text = told_text(*text);
    line.at = read_instant(in.field("at"));
    return line;
}

}  // namespace

std::string encode_create_game(std::string_view setup, const engine::Terms& terms,
                               std::span<const std::string> seats) {
    JsonWriter out;
    out.begin_object().key("setup").text(setup);
    if (!seats.empty()) write_texts(out.key("seats"), seats);
    write_terms(out, terms);
    return out.end_object().take();
}

std::string encode_create_challenge(std::string_view setup, std::span<const std::string> seats,
                                    const engine::Terms& terms) {
    JsonWriter out;
    out.begin_object().key("setup").text(setup);
    write_texts(out.key("seats"), seats);
    write_terms(out, terms);
    return out.end_object().take();
}

std::string encode_decline_challenge(std::string_view reason) {
    JsonWriter out;
    return out.begin_object().key("reason").text(reason).end_object().take();
}

std::string encode_post_message(std::string_view text) {
    JsonWriter out;
    return out.begin_object().key("text").text(text).end_object().take();
}

std::string encode_join_game(const JoinGame& join) {
    JsonWriter out;
    out.begin_object();
    if (join.seat) out.key("seat").word(engine::seat_name(*join.seat));
    return out.end_object().take();
}

std::string encode_play_move(const PlayMove& move) {
    JsonWriter out;
    out.begin_object();
    out.key("point").text(move.point);
    out.key("ply").number(move.ply);
    if (move.seq) out.key("seq").number(*move.seq);
    return out.end_object().take();
}

std::string encode_make_proposal(const MakeProposal& proposal) {
    JsonWriter out;
    out.begin_object().key("kind").word(proposal_kind_name(proposal.kind));
    if (proposal.target) out.key("target").word(engine::seat_name(*proposal.target));
    return out.end_object().take();
}

std::string encode_take_seat(const TakeSeat& request) {
    JsonWriter out;
    out.begin_object();
    if (request.seat) out.key("seat").word(engine::seat_name(*request.seat));
    if (request.seq) out.key("seq").number(*request.seq);
    if (!request.player.empty()) out.key("player").text(request.player);
    return out.end_object().take();
}

std::string encode_create_token(std::string_view handle, std::string_view password) {
    JsonWriter out;
    out.begin_object().key("handle").text(handle).key("password").text(password);
    return out.end_object().take();
}

Result<Credentials> decode_credentials(std::string_view answer) {
    return decode_with<Credentials>(answer, answer_caps, FirstFault(), [](const JsonReader& in) {
        Credentials credentials;
        credentials.handle = told_text(in.field("handle"));
        if (in.has("token")) credentials.token = told_text(in.field("token"));
        if (in.has("kind")) credentials.kind = told_text(in.field("kind"));
        return credentials;
    });
}

Result<Problem> decode_problem(std::string_view answer) {
    return decode_with<Problem>(answer, answer_caps, FirstFault(), [](const JsonReader& in) {
        Problem problem{told_text(in.field("code")), told_text(in.field("detail"))};
        if (in.has("retry_after_s")) problem.retry_after_s = in.field("retry_after_s").natural32();
        return problem;
    });
}

Result<std::string> decode_hint(std::string_view answer) {
    return decode_with<std::string>(answer, answer_caps, FirstFault(), [](const JsonReader& in) {
        return told_text(in.field("why"));
    });
}

Result<GameId> decode_game_id(std::string_view answer) {
    return decode_with<GameId>(answer, answer_caps, FirstFault(),
                               [](const JsonReader& in) { return in.field("id").id<GameId>(); });
}

Result<GamePage> decode_game_page(std::string_view answer) {
    return decode_with<GamePage>(answer, answer_caps, FirstFault(), [](const JsonReader& in) {
        return GamePage{told_list(in.field("games"), read_summary), told_next(in)};
    });
}

Result<TurnPage> decode_turn_page(std::string_view answer) {
    return decode_with<TurnPage>(answer, answer_caps, FirstFault(), [](const JsonReader& in) {
        return TurnPage{told_list(in.field("turns"), read_turn), told_next(in)};
    });
}

Result<std::vector<ChatLine>> decode_chat_page(std::string_view answer) {
    return decode_with<std::vector<ChatLine>>(
        answer, answer_caps, FirstFault(), [](const JsonReader& in) {
            return told_list(in.field("messages"), read_chat_line, page_messages_max);
        });
}

Result<engine::Instant> decode_clock_now(std::string_view answer) {
    return decode_with<engine::Instant>(
        answer, answer_caps, FirstFault(),
        [](const JsonReader& in) { return read_instant(in.field("now")); });
}

Result<Frame> decode_frame(std::string_view frame,
                           const std::shared_ptr<const engine::Opening>& opening) {
    return decode_with<Frame>(
        frame, event_caps, FirstFault(Code::invalid_record), [&opening](const JsonReader& in) {
            Frame read;
            read.topic = told_text(in.field("topic"));
            read.event.seq = in.field("seq").natural32();
            read.event.at = read_instant(in.field("at"));
            const std::string type = told_text(in.field("type"));
            read.event.data = read_event_data(in.field("data"), type, opening);
            return read;
        });
}

}  // namespace tanbo::protocol

#include "protocol/games/live.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <vector>

#include "protocol/games/events.hpp"
#include "protocol/games/live/calls.hpp"
#include "protocol/games/plain_subscription.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/problem_json.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps live_caps{live_message_bytes_max, live_message_depth_max,
                             live_message_values_max};
constexpr std::string_view game_prefix = "game:";
constexpr std::string_view tournament_prefix = "tournament:";

// In the order of the enumerators, without the calls.
constexpr std::array<std::string_view, 14> own_ops{
    "subscribe", "unsubscribe", "ping",    "auth",   "move",    "join",   "start",
    "leave",     "swap",        "propose", "accept", "decline", "resume", "substitute"};

std::optional<LiveRequest::Op> parse_op(std::string_view name) {
    if (find_live_operation(name) != nullptr) return LiveRequest::Op::call;
    const auto found = std::ranges::find(own_ops, name);
    if (found == own_ops.end()) return std::nullopt;
    return static_cast<LiveRequest::Op>(found - own_ops.begin());
}

std::vector<std::string_view> op_names() {
    std::vector<std::string_view> names(own_ops.begin(), own_ops.end());
    for (const std::string_view name : live_operation_names()) names.push_back(name);
    return names;
}

// "subscribe", "unsubscribe", ... or "delete-plan", in quotes.
const std::string& all_ops() {
    static const std::string names = choice_of(op_names());
    return names;
}

// The number from 1 on with which the name goes on behind the prefix; nothing if it doesn't.
std::optional<std::int64_t> number_behind(std::string_view prefix, std::string_view name) {
    if (!name.starts_with(prefix)) return std::nullopt;
    const std::string_view digits = name.substr(prefix.size());
    if (digits.empty() || digits.front() < '1' || digits.front() > '9') return std::nullopt;
    std::int64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
    return number;
}

Topic read_topic(const JsonReader& in) {
    const std::string_view name = in.text(1, word_bytes_max);
    const std::optional<Topic> topic = parse_topic(name);
    if (!topic && in.is_sound()) {
        in.refuse_whole(Code::no_such_topic, "Unknown topic " + quotation(name) +
                                                 ". Use \"game:\" with the game's id, "
                                                 "\"tournament:\" with the tournament's id, "
                                                 "\"lobby\" or \"me\".");
    }
    return topic.value_or(Topic{});
}

// ["legal"], or nothing.
bool read_legal_wish(const JsonReader& in) {
    const auto parse = [](std::string_view word) {
        return word == "legal" ? std::optional(true) : std::nullopt;
    };
    if (in.elements(0, 1) == 0) return false;
    return in.element(0).word(parse, "\"legal\"");
}

void read_subscribe(const JsonReader& in, LiveRequest& request) {
    in.expect_keys({"op", "id", "topic", "after", "epoch", "glance", "include"});
    request.topic = read_topic(in.field("topic"));
    if (in.has("after")) request.after = in.field("after").natural32();
    if (in.has("epoch")) request.epoch = in.field("epoch").text(1, word_bytes_max);
    if (in.has("glance")) request.is_glance = in.field("glance").boolean();
    const Topic::Kind kind = request.topic.kind;
    if (in.has("after") && kind != Topic::Kind::game && kind != Topic::Kind::tournament) {
        in.field("after").refuse("is only valid for topics of games and tournaments");
    }
    if (in.has("glance") && kind != Topic::Kind::game) {
        in.field("glance").refuse("is only valid for game topics");
    }
    if (!in.has("include")) return;
    request.includes_legal = read_legal_wish(in.field("include"));
    if (kind != Topic::Kind::me) in.field("include").refuse("is only valid for the topic \"me\"");
}

void read_command(const JsonReader& in, LiveRequest& request) {
    request.game = in.field("game").id<GameId>();
    request.seq = read_seq(in);
}

void read_operands(const JsonReader& in, std::string_view body, LiveRequest& request) {
    switch (request.op) {
        case LiveRequest::Op::subscribe:
            return read_subscribe(in, request);
        case LiveRequest::Op::unsubscribe:
            in.expect_keys({"op", "id", "topic"});
            request.topic = read_topic(in.field("topic"));
            return;
        case LiveRequest::Op::ping:
            return in.expect_keys({"op", "id"});
        case LiveRequest::Op::auth:
            in.expect_keys({"op", "id", "token"});
            request.token = in.field("token").text(1, token_bytes_max);
            return;
        case LiveRequest::Op::move:
            in.expect_keys({"op", "id", "game", "point", "ply", "seq"});
            request.game = in.field("game").id<GameId>();
            request.move = read_point_and_ply(in);
            return;
        case LiveRequest::Op::join:
        case LiveRequest::Op::substitute:
            in.expect_keys({"op", "id", "game", "seat", "seq"});
            request.seat = read_wished_seat(in);
            return read_command(in, request);
        case LiveRequest::Op::propose:
            in.expect_keys({"op", "id", "game", "kind", "target", "seq"});
            request.made = read_proposal(in);
            return read_command(in, request);
        case LiveRequest::Op::accept:
        case LiveRequest::Op::decline:
            in.expect_keys({"op", "id", "game", "proposal", "seq"});
            request.proposal = in.field("proposal").natural32();
            return read_command(in, request);
        case LiveRequest::Op::start:
        case LiveRequest::Op::leave:
        case LiveRequest::Op::swap:
        case LiveRequest::Op::resume:
            in.expect_keys({"op", "id", "game", "seq"});
            return read_command(in, request);
        case LiveRequest::Op::call: {
            const auto* operation = find_live_operation(in.field("op").text(1, word_bytes_max));
            request.call = read_live_call(*operation, in, body);
            return;
        }
    }
}

// The id alone, whatever else is wrong with the message.
std::optional<std::int64_t> peek_id(const JsonDocument& document) {
    FirstFault ignored;
    const JsonReader in(document, ignored);
    if (!in.has("id")) return std::nullopt;
    const std::int64_t id = in.field("id").integer(0, live_id_max);
    return ignored.any() ? std::nullopt : std::optional(id);
}

LiveRequest read_live_request(const JsonReader& in, std::string_view body) {
    LiveRequest request;
    request.op = in.field("op").word(parse_op, all_ops());
    if (in.has("id")) request.id = in.field("id").integer(0, live_id_max);
    if (in.is_sound()) read_operands(in, body, request);
    return request;
}

JsonWriter begin_answer(std::optional<std::int64_t> id, bool ok, std::size_t bytes) {
    JsonWriter out(bytes + 128);
    out.begin_object().key("re").number_or_null(id).key("ok").boolean(ok);
    return out;
}

}  // namespace

std::string topic_name(const Topic& topic) {
    switch (topic.kind) {
        case Topic::Kind::game:
            return std::string(game_prefix) + to_string(topic.game);
        case Topic::Kind::tournament:
            return std::string(tournament_prefix) + to_string(topic.tournament);
        case Topic::Kind::lobby:
            return "lobby";
        case Topic::Kind::me:
            return "me";
    }
    return {};
}

std::optional<Topic> parse_topic(std::string_view name) {
    if (name == "lobby") return Topic{Topic::Kind::lobby, {}, {}};
    if (name == "me") return Topic{Topic::Kind::me, {}, {}};
    if (const auto game = number_behind(game_prefix, name)) {
        return Topic{Topic::Kind::game, GameId(*game), {}};
    }
    if (const auto tournament = number_behind(tournament_prefix, name)) {
        return Topic{Topic::Kind::tournament, {}, TournamentId(*tournament)};
    }
    return std::nullopt;
}

LiveDecoded decode_live_request(std::string_view message) {
    if (auto subscription = read_plain_subscription(message)) {
        return {subscription->id, std::move(*subscription)};
    }
    const SplitMessage split = split_live_body(message);
    const Result<JsonDocument> document =
        JsonDocument::parse(split.body.empty() ? message : split.envelope, live_caps);
    if (!document) return {std::nullopt, document.error()};
    FirstFault fault;
    const JsonReader in(*document, fault);
    in.expect_object();
    LiveRequest request = read_live_request(in, split.body);
    const std::optional<std::int64_t> id = peek_id(*document);
    if (fault.any()) return {id, fault.error()};
    return {id, std::move(request)};
}

std::string encode_live_subscribed(std::optional<std::int64_t> id, std::optional<std::uint32_t> seq,
                                   std::string_view epoch) {
    JsonWriter out = begin_answer(id, true, 0);
    if (seq) out.key("seq").number(*seq);
    out.key("epoch").text(epoch).end_object();
    return out.take();
}

std::string encode_live_ok(std::optional<std::int64_t> id, std::string_view event_frame) {
    JsonWriter out = begin_answer(id, true, event_frame.size());
    if (!event_frame.empty()) out.key("event").raw(event_frame);
    out.end_object();
    return out.take();
}

std::string encode_live_pong(std::optional<std::int64_t> id, engine::Instant now,
                             std::string_view build) {
    JsonWriter out = begin_answer(id, true, 0);
    out.key("now").word(format_instant(now)).key("build").text(build).end_object();
    return out.take();
}

std::string encode_live_error(std::optional<std::int64_t> id, const Error& error, int status) {
    JsonWriter out = begin_answer(id, false, error.detail.size());
    write_problem(out.key("error"), error, status);
    out.end_object();
    return out.take();
}

std::string encode_live_answer(std::optional<std::int64_t> id, std::string_view body_json) {
    JsonWriter out = begin_answer(id, true, body_json.size());
    if (!body_json.empty()) out.key("body").raw(body_json);
    out.end_object();
    return out.take();
}

std::string encode_live_problem(std::optional<std::int64_t> id, std::string_view problem_json) {
    JsonWriter out = begin_answer(id, false, problem_json.size());
    out.key("error").raw(problem_json).end_object();
    return out.take();
}

std::string encode_live_snapshot(GameId game, std::uint32_t seq, engine::Instant now,
                                 std::string_view game_json) {
    JsonWriter out(game_json.size() + 128);
    out.begin_object().key("topic").word(topic_name({Topic::Kind::game, game, {}}));
    out.key("seq").number(seq).key("type").word("snapshot");
    out.key("now").word(format_instant(now)).key("data").raw(game_json).end_object();
    return out.take();
}

std::string encode_notice(const Topic& topic, std::string_view type,
                          std::string_view summary_json) {
    JsonWriter out(summary_json.size() + 128);
    out.begin_object().key("topic").word(topic_name(topic));
    out.key("type").word(type).key("data").raw(summary_json).end_object();
    return out.take();
}

}  // namespace tanbo::protocol

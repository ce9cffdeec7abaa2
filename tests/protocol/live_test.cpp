#include "protocol/games/live.hpp"

#include <gtest/gtest.h>

namespace tanbo::protocol {
namespace {

using Op = LiveRequest::Op;

LiveRequest accepted(std::string_view message) {
    const LiveDecoded decoded = decode_live_request(message);
    EXPECT_TRUE(decoded.request.has_value()) << message;
    if (!decoded.request) return {};
    EXPECT_EQ(decoded.id, decoded.request->id);
    return *decoded.request;
}

Error refused(std::string_view message, std::optional<std::int64_t> id) {
    const LiveDecoded decoded = decode_live_request(message);
    EXPECT_FALSE(decoded.request.has_value()) << message;
    EXPECT_EQ(decoded.id, id) << message;
    return decoded.request ? Error{} : decoded.request.error();
}

TEST(Live, ReadsEveryOperation) {
    const auto subscribe = accepted(R"({"op":"subscribe","id":1,"topic":"game:42","after":17})");
    EXPECT_EQ(subscribe.op, Op::subscribe);
    EXPECT_EQ(subscribe.id, 1);
    EXPECT_EQ(subscribe.topic, (Topic{Topic::Kind::game, GameId{42}, {}}));
    EXPECT_EQ(subscribe.after, 17U);

    EXPECT_EQ(accepted(R"({"op":"subscribe","topic":"lobby"})").topic.kind, Topic::Kind::lobby);
    EXPECT_EQ(accepted(R"({"op":"subscribe","topic":"game:1"})").after, std::nullopt);
    EXPECT_FALSE(subscribe.is_glance);
    EXPECT_TRUE(accepted(R"({"op":"subscribe","topic":"game:1","glance":true})").is_glance);
    EXPECT_FALSE(accepted(R"({"op":"subscribe","topic":"game:1","glance":false})").is_glance);
    EXPECT_EQ(accepted(R"({"op":"unsubscribe","topic":"me"})").topic.kind, Topic::Kind::me);
    const auto event = accepted(R"({"op":"subscribe","topic":"tournament:3","after":0})");
    EXPECT_EQ(event.topic, (Topic{Topic::Kind::tournament, {}, TournamentId{3}}));
    EXPECT_EQ(event.after, 0U);
    EXPECT_EQ(accepted(R"({"op":"ping"})").id, std::nullopt);
    EXPECT_EQ(accepted(R"({"op":"auth","token":"tbo_x"})").token, "tbo_x");

    const auto move = accepted(R"({"op":"move","id":3,"game":42,"point":"K10","ply":17})");
    EXPECT_EQ(move.op, Op::move);
    EXPECT_EQ(move.game, GameId{42});
    EXPECT_EQ(move.move.point, "K10");
    EXPECT_EQ(move.move.ply, 17U);
    EXPECT_EQ(accepted(R"({"op":"leave","id":4,"game":42})").game, GameId{42});
}

TEST(Live, RefusesAGlanceAtWhatIsNoGame) {
    EXPECT_EQ(refused(R"({"op":"subscribe","topic":"lobby","glance":true})", {}).pointer,
              "/glance");
    EXPECT_EQ(refused(R"({"op":"subscribe","topic":"me","glance":false})", {}).pointer, "/glance");
    EXPECT_EQ(refused(R"({"op":"subscribe","topic":"tournament:3","glance":true})", {}).pointer,
              "/glance");
    EXPECT_EQ(refused(R"({"op":"subscribe","topic":"game:1","glance":1})", {}).pointer, "/glance");
    EXPECT_EQ(refused(R"({"op":"unsubscribe","topic":"game:1","glance":true})", {}).pointer,
              "/glance");
}

TEST(Live, ReadsEveryCommandWithTheSeqThatItsPlayerHasSeen) {
    const std::vector<std::pair<std::string, Op>> plain = {
        {"join", Op::join}, {"start", Op::start},   {"leave", Op::leave},
        {"swap", Op::swap}, {"resume", Op::resume}, {"substitute", Op::substitute}};
    for (const auto& [name, op] : plain) {
        const auto bare = accepted(R"({"op":")" + name + R"(","game":42})");
        const auto seen = accepted(R"({"op":")" + name + R"(","game":42,"seq":7})");
        EXPECT_EQ(bare.op, op);
        EXPECT_EQ(bare.game, GameId{42});
        EXPECT_EQ(bare.seq, std::nullopt);
        EXPECT_EQ(seen.seq, 7U);
        EXPECT_EQ(refused(R"({"op":")" + name + R"(","game":42,"seq":-1})", {}).pointer, "/seq");
    }
    EXPECT_EQ(accepted(R"({"op":"join","game":1,"seat":"white"})").seat, engine::Seat::white);
    EXPECT_EQ(accepted(R"({"op":"substitute","game":1,"seat":"red"})").seat, engine::Seat::red);
    EXPECT_EQ(refused(R"({"op":"leave","game":1,"seat":"red"})", {}).pointer, "/seat");

    const auto propose =
        accepted(R"({"op":"propose","game":1,"kind":"remove","target":"red","seq":9})");
    EXPECT_EQ(propose.made.kind, engine::ProposalKind::remove);
    EXPECT_EQ(propose.made.target, engine::Seat::red);
    EXPECT_EQ(propose.seq, 9U);
    EXPECT_EQ(refused(R"({"op":"propose","game":1})", {}).pointer, "/kind");
    for (const auto& [name, op] : {std::pair("accept", Op::accept), {"decline", Op::decline}}) {
        const auto answer = accepted(R"({"op":")" + std::string(name) +
                                     R"(","game":1,"proposal":6,"seq":4294967295})");
        EXPECT_EQ(answer.op, op);
        EXPECT_EQ(answer.proposal, 6U);
        EXPECT_EQ(answer.seq, 4'294'967'295U);
    }
    EXPECT_EQ(refused(R"({"op":"accept","game":1})", {}).pointer, "/proposal");
    EXPECT_EQ(refused(R"({"op":"accept","game":1,"proposal":1,"seq":4294967296})", {}).pointer,
              "/seq");
}

TEST(Live, NamesWhatIsWrongAndTheRequestThatItAnswers) {
    EXPECT_EQ(refused(R"({"op":"dance","id":5})", 5).pointer, "/op");
    EXPECT_EQ(refused(R"({"id":5})", 5).pointer, "/op");
    EXPECT_EQ(refused(R"({"op":"ping","id":"5"})", std::nullopt).pointer, "/id");
    EXPECT_EQ(refused(R"({"op":"ping","id":-1})", std::nullopt).pointer, "/id");
    EXPECT_EQ(refused(R"({"op":"ping","id":5,"game":1})", 5).pointer, "/game");
    EXPECT_EQ(refused(R"({"op":"move","id":5,"game":0,"point":"A1","ply":1})", 5).pointer, "/game");
    EXPECT_EQ(refused(R"({"op":"move","id":5,"game":1,"point":"A1"})", 5).pointer, "/ply");
    EXPECT_EQ(refused(R"({"op":"subscribe","id":5,"topic":"lobby","after":1})", 5).pointer,
              "/after");
    EXPECT_EQ(refused(R"({"op":"subscribe","id":5,"topic":"game:x"})", 5).code,
              Code::no_such_topic);
    EXPECT_EQ(refused(R"({"op":"auth","id":5,"token":""})", 5).pointer, "/token");
    EXPECT_EQ(refused(R"(["subscribe"])", std::nullopt).code, Code::invalid_field);
    EXPECT_EQ(refused(R"({"op":"ping","id":5,"id":6})", std::nullopt).code, Code::malformed_json);
}

TEST(Live, RefusesEveryTruncation) {
    for (const std::string_view message :
         {R"({"op":"subscribe","id":1,"topic":"game:42","after":17})",
          R"({"op":"move","id":3,"game":42,"point":"K10","ply":17})",
          R"({"op":"auth","token":"tbo_x"})"}) {
        accepted(message);
        for (std::size_t bytes = 0; bytes < message.size(); ++bytes) {
            ASSERT_EQ(refused(message.substr(0, bytes), std::nullopt).code, Code::malformed_json);
        }
    }
}

TEST(Live, ReadsTopicsAsItWritesThem) {
    for (const Topic& topic :
         {Topic{Topic::Kind::game, GameId{1}, {}}, Topic{Topic::Kind::lobby, {}, {}},
          Topic{Topic::Kind::game, GameId{9'223'372'036'854'775'807}, {}},
          Topic{Topic::Kind::tournament, {}, TournamentId{3}}, Topic{Topic::Kind::me, {}, {}}}) {
        EXPECT_EQ(parse_topic(topic_name(topic)), topic);
    }
    for (const char* const name : {"", "game", "game:", "game:0", "game:01", "game:-1", "game:+1",
                                   "game: 1", "game:1 ", "game:9223372036854775808", "Lobby", "me ",
                                   "game:1x", "tournament:0", "tournament:", "tournament:1 "}) {
        EXPECT_EQ(parse_topic(name), std::nullopt) << name;
    }
}

// --- caps: at the limit and one past it ---

TEST(LiveCaps, BytesDepthValuesIdsAndTokens) {
    const std::string ping = R"({"op":"ping"})";
    const std::string fill(live_message_bytes_max - ping.size(), ' ');
    const auto nested = [](int brackets) {
        const auto count = static_cast<std::size_t>(brackets);
        return R"({"op":)" + std::string(count, '[') + std::string(count, ']') + "}";
    };
    const auto with_values = [](int values) {
        std::string message = R"({"op":[0)";
        for (int i = 3; i < values; ++i) message += ",0";
        return message + "]}";
    };
    const auto with_token = [](std::size_t bytes) {
        return R"({"op":"auth","token":")" + std::string(bytes, 't') + "\"}";
    };

    accepted(ping + fill);
    EXPECT_EQ(refused(ping + fill + " ", std::nullopt).code, Code::malformed_json);
    EXPECT_EQ(refused(nested(live_message_depth_max - 1), {}).code, Code::invalid_field);
    EXPECT_EQ(refused(nested(live_message_depth_max), {}).code, Code::malformed_json);
    EXPECT_EQ(refused(with_values(live_message_values_max), {}).code, Code::invalid_field);
    EXPECT_EQ(refused(with_values(live_message_values_max + 1), {}).code, Code::malformed_json);
    EXPECT_EQ(accepted(R"({"op":"ping","id":9007199254740991})").id, live_id_max);
    EXPECT_EQ(refused(R"({"op":"ping","id":9007199254740992})", {}).pointer, "/id");
    accepted(with_token(token_bytes_max));
    EXPECT_EQ(refused(with_token(token_bytes_max + 1), {}).pointer, "/token");
}

// --- what the server says ---

constexpr engine::Instant at =
    engine::Instant(std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)) +
    std::chrono::hours(12) + std::chrono::milliseconds(250);

TEST(Live, EncodesTheTimeAndTheBuildForWhoAsksWhetherItIsAlive) {
    EXPECT_EQ(encode_live_pong(5, at, "7d1f0c"),
              R"({"re":5,"ok":true,"now":"2026-03-01T12:00:00.250Z","build":"7d1f0c"})");
}

TEST(Live, EncodesAnswers) {
    Error error;
    error.code = Code::no_such_game;
    error.detail = "There is no game 7.";

    EXPECT_EQ(encode_live_ok(1), R"({"re":1,"ok":true})");
    EXPECT_EQ(encode_live_ok(std::nullopt), R"({"re":null,"ok":true})");
    EXPECT_EQ(encode_live_subscribed(1, 17, "5e0c9b71"),
              R"({"re":1,"ok":true,"seq":17,"epoch":"5e0c9b71"})");
    EXPECT_EQ(encode_live_subscribed(1, {}, "5e0c9b71"),
              R"({"re":1,"ok":true,"epoch":"5e0c9b71"})");
    EXPECT_EQ(encode_live_ok(1, R"({"seq":18})"), R"({"re":1,"ok":true,"event":{"seq":18}})");
    EXPECT_EQ(encode_live_error(2, error, 404),
              R"({"re":2,"ok":false,"error":{"type":"urn:tanbo:error:no-such-game",)"
              R"("title":"No such game","status":404,"detail":"There is no game 7.",)"
              R"("code":"no-such-game"}})");
}

TEST(Live, EncodesSnapshotsAndNotices) {
    EXPECT_EQ(encode_live_snapshot(GameId{42}, 17, at, R"({"id":42})"),
              R"({"topic":"game:42","seq":17,"type":"snapshot","now":"2026-03-01T12:00:00.250Z",)"
              R"("data":{"id":42}})");
    EXPECT_EQ(encode_notice({Topic::Kind::me, {}, {}}, "your-turn", R"({"id":42})"),
              R"({"topic":"me","type":"your-turn","data":{"id":42}})");
}

}  // namespace
}  // namespace tanbo::protocol

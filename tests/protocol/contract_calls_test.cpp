#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/games/events.hpp"
#include "protocol/games/live.hpp"
#include "protocol/games/live/calls.hpp"
#include "protocol/people/my_turn.hpp"
#include "protocol/people/notices.hpp"
#include "tests/protocol/example.hpp"

// Operations of REST over the live socket: their examples, and how a message is taken apart.
namespace tanbo::protocol {
namespace {

LiveCall call_in(std::string_view message) {
    const LiveDecoded decoded = decode_live_request(message);
    EXPECT_TRUE(decoded.request.has_value())
        << message << (decoded.request ? "" : decoded.request.error().detail);
    if (!decoded.request) return {};
    EXPECT_EQ(decoded.request->op, LiveRequest::Op::call);
    return decoded.request->call;
}

Error call_refused(std::string_view message) {
    const LiveDecoded decoded = decode_live_request(message);
    EXPECT_FALSE(decoded.request.has_value()) << message;
    return decoded.request ? Error{} : decoded.request.error();
}

struct CallRow {
    std::string_view name;
    std::string_view method;
    std::string_view target;
    std::string_view body = {};  // an example of a request
};

const std::vector<CallRow> calls = {
    {"list-games", "GET", "/api/v1/games?status=active&player=anna&limit=20"},
    {"list-turns", "GET", "/api/v1/me/turns?limit=20"},
    {"list-legal-moves", "GET", "/api/v1/games/42/legal-moves"},
    {"preview-move", "POST", "/api/v1/games/42/preview", "preview-move"},
    {"list-challenges", "GET", "/api/v1/challenges?for=me"},
    {"create-challenge", "POST", "/api/v1/challenges", "create-challenge-somebody"},
    {"accept-challenge", "POST", "/api/v1/challenges/7/accept", "accept-challenge-any"},
    {"decline-challenge", "POST", "/api/v1/challenges/7/decline", "decline-challenge-reason"},
    {"withdraw-challenge", "DELETE", "/api/v1/challenges/7"},
    {"list-chat", "GET", "/api/v1/games/42/chat?room=spectators&limit=20"},
    {"say", "POST", "/api/v1/games/42/chat?room=players", "say"},
    {"get-plan", "GET", "/api/v1/games/42/plan"},
    {"set-plan", "PUT", "/api/v1/games/42/plan", "set-plan"},
    {"delete-plan", "DELETE", "/api/v1/games/42/plan"},
};

TEST(ContractCalls, AreTheRequestsOfRest) {
    std::vector<std::string_view> names;
    for (const CallRow& row : calls) {
        names.push_back(row.name);
        const LiveCall call = call_in(example("messages/" + std::string(row.name)));
        const std::string target = call.query.empty() ? call.path : call.path + "?" + call.query;
        EXPECT_EQ(call.method, row.method) << row.name;
        EXPECT_EQ(target, row.target);
        EXPECT_EQ(call.body, row.body.empty() ? "" : example("requests/" + std::string(row.body)));
        EXPECT_EQ(call.key.has_value(), row.name == "create-challenge") << row.name;
    }
    EXPECT_EQ(names, live_operation_names());
}

TEST(ContractCalls, AreAnsweredAsRestAnswers) {
    const std::vector<std::vector<std::string>> rows = {
        {"messages/listed-games", "11", "answers/games"},
        {"messages/listed-turns", "12", "answers/turns"},
        {"messages/listed-legal-moves", "13", "answers/legal-moves"},
        {"messages/previewed-move", "14", "answers/preview"},
        {"messages/listed-challenges", "15", "answers/challenges"},
        {"messages/answered-challenge", "16", "answers/challenge"},
        {"messages/listed-chat", "20", "answers/chat"},
        {"messages/said", "21", "answers/chat-message"},
        {"messages/shown-plan", "22", "answers/plan"},
    };
    for (const auto& row : rows) {
        EXPECT_TRUE(
            matches_example(row[0], encode_live_answer(std::stoll(row[1]), example(row[2]))));
    }
    EXPECT_EQ(encode_live_answer(19, {}), R"({"re":19,"ok":true})");
    const std::string problem = example("problems/no-such-plan");
    EXPECT_EQ(encode_live_problem({}, problem),
              R"({"re":null,"ok":false,"error":)" + problem + "}");
}

TEST(ContractCalls, TellTheLegalMovesOfATurn) {
    const std::string turn = example("messages/personal-notice-your-turn");
    const std::string invited = example("messages/personal-notice-invited");

    EXPECT_TRUE(matches_example("messages/personal-notice-your-turn-legal",
                                with_legal_moves(turn, example("answers/legal-moves"))));
    EXPECT_EQ(game_of_my_turn(turn), GameId{42});
    EXPECT_EQ(game_of_my_turn(invited), std::nullopt);
    const auto at = *parse_instant("2026-03-01T12:03:20.250Z");
    const std::string ready = encode_my_notice("ready", 12, at, encode_stream_ready(0));
    EXPECT_TRUE(matches_example("messages/personal-ready", ready));
    EXPECT_EQ(game_of_my_turn(ready), std::nullopt);
}

TEST(LiveCalls, LeaveTheBodyAsItIsWritten) {
    const std::string body = R"({ "text" : "a } ] \" , \\", "more": [1.0, {"body": 2}] })";

    EXPECT_EQ(call_in(R"({"op":"say","game":1,"body":)" + body + "}").body, body);
    EXPECT_EQ(call_in(R"({"body" : )" + body + R"( , "op":"say","game":1})").body, body);
    EXPECT_EQ(call_in(R"({"op":"say","game":1})").body, "");
    EXPECT_EQ(call_in(R"({"op":"say","game":1,"body":nonsense})").body, "nonsense");
}

TEST(LiveCalls, CanTellAMemberFromAValueAndFromWhatLiesDeeper) {
    EXPECT_EQ(split_live_body(R"({"op":"body","id":1})").body, "");
    EXPECT_EQ(split_live_body(R"({"op":{"body":1},"id":1})").body, "");
    EXPECT_EQ(split_live_body(R"(["body",{"body":1}])").body, "");
    EXPECT_EQ(split_live_body(R"({"a":["body"],"body":7})").body, "7");
    EXPECT_EQ(split_live_body(R"({"a":1,"body":7})").envelope, R"({"a":1,"body":null})");
}

TEST(LiveCalls, AreRefusedForWhatIsNoJsonAroundTheBody) {
    for (const std::string_view message : {
             R"({"op":"say","game":1,"body":})",
             R"({"op":"say","game":1,"body":,"id":1})",
             R"({"op":"say","game":1,"body":{"text":"x"})",
             R"({"op":"say","game":1,"body":{"text":"x"}}})",
             R"({"op":"say","game":1,"body":{},"body":{}})",
             R"({"op":"say","game":1,"body":{},"b\u006fdy":{}})",
             R"({"op":"say","game":1,"body")",
             R"({"op":"say","game":1,"body":"\)",
         }) {
        EXPECT_EQ(call_refused(message).code, Code::malformed_json) << message;
    }
}

TEST(LiveCalls, RefuseEveryTruncation) {
    const std::string message = example("messages/set-plan");
    for (std::size_t bytes = 0; bytes < message.size(); ++bytes) {
        ASSERT_EQ(call_refused(message.substr(0, bytes)).code, Code::malformed_json);
    }
}

TEST(LiveCalls, TakeOnlyWhatTheirPathTakes) {
    EXPECT_EQ(call_refused(R"({"op":"say"})").pointer, "/game");
    EXPECT_EQ(call_refused(R"({"op":"say","game":0})").pointer, "/game");
    EXPECT_EQ(call_refused(R"({"op":"say","game":"1/../2"})").pointer, "/game");
    EXPECT_EQ(call_refused(R"({"op":"say","game":1,"limit":1})").pointer, "/limit");
    EXPECT_EQ(call_refused(R"({"op":"list-chat","game":1,"limit":"1"})").pointer, "/limit");
    EXPECT_EQ(call_refused(R"({"op":"list-chat","game":1,"room":7})").pointer, "/room");
    EXPECT_EQ(call_refused(R"({"op":"list-challenges","mine":"true"})").pointer, "/mine");
    EXPECT_EQ(call_refused(R"({"op":"get-plan","game":1,"body":{}})").pointer, "/body");
    EXPECT_EQ(call_refused(R"({"op":"set-plan","game":1,"key":"k"})").pointer, "/key");
    EXPECT_EQ(call_refused(R"({"op":"ping","body":{}})").pointer, "/body");
    EXPECT_EQ(call_refused(R"({"op":"call"})").pointer, "/op");
}

TEST(LiveCalls, EscapeWhatTheyPutIntoAQuery) {
    EXPECT_EQ(call_in(R"({"op":"list-games","player":"a&limit=9 #\u00e4%","rated":false})").query,
              "player=a%26limit%3D9%20%23%C3%A4%25&rated=false");
    EXPECT_EQ(call_in(R"({"op":"list-games","cursor":""})").query, "cursor=");
}

TEST(LiveCalls, AskForLegalMovesWithNotices) {
    const auto wish = [](std::string_view topic, std::string_view include) {
        return R"({"op":"subscribe","topic":")" + std::string(topic) + R"(","include":)" +
               std::string(include) + "}";
    };

    EXPECT_TRUE(decode_live_request(wish("me", R"(["legal"])")).request->includes_legal);
    EXPECT_FALSE(decode_live_request(wish("me", "[]")).request->includes_legal);
    EXPECT_EQ(call_refused(wish("me", R"(["all"])")).pointer, "/include/0");
    EXPECT_EQ(call_refused(wish("me", R"("legal")")).pointer, "/include");
    EXPECT_EQ(call_refused(wish("me", R"(["legal","legal"])")).pointer, "/include");
    EXPECT_EQ(call_refused(wish("lobby", R"(["legal"])")).pointer, "/include");
    EXPECT_EQ(call_refused(wish("game:1", R"(["legal"])")).pointer, "/include");
}

}  // namespace
}  // namespace tanbo::protocol

#include "protocol/games/requests.hpp"

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "protocol/games/proposals.hpp"
#include "protocol/people/account_requests.hpp"
#include "protocol/people/admin.hpp"
#include "protocol/people/challenges.hpp"

namespace tanbo::protocol {
namespace {

template <class T>
Error refusal(const Result<T>& result) {
    EXPECT_FALSE(result.has_value());
    return result.has_value() ? Error{} : result.error();
}

template <class T>
void expect_invalid(const Result<T>& result, std::string_view pointer) {
    const Error error = refusal(result);
    EXPECT_EQ(code_name(error.code), "invalid-field") << error.detail;
    EXPECT_EQ(error.pointer, pointer) << error.detail;
}

// Every beginning of a sound request is refused as JSON that ends too soon.
template <class T>
void expect_no_truncation(std::string_view body, Result<T> (*decode)(std::string_view)) {
    ASSERT_TRUE(decode(body).has_value()) << body;
    for (std::size_t bytes = 1; bytes < body.size(); ++bytes) {
        ASSERT_EQ(refusal(decode(body.substr(0, bytes))).code, Code::malformed_json);
    }
}

// --- moves ---

TEST(Requests, ReadAMove) {
    const auto move = decode_play_move(R"({"point":"k10","ply":17})");

    ASSERT_TRUE(move.has_value());
    EXPECT_EQ(move->point, "k10");
    EXPECT_EQ(move->ply, 17U);
}

TEST(Requests, NameWhatIsWrongWithAMove) {
    expect_invalid(decode_play_move(R"({"point":"K10"})"), "/ply");
    expect_invalid(decode_play_move(R"({"ply":17})"), "/point");
    expect_invalid(decode_play_move(R"({"point":10,"ply":17})"), "/point");
    expect_invalid(decode_play_move(R"({"point":"","ply":17})"), "/point");
    expect_invalid(decode_play_move(R"({"point":null,"ply":17})"), "/point");
    for (const char* const ply : {"-1", "4294967296", "1.0", "1e0", "\"1\"", "true", "[1]",
                                  "18446744073709551615", "99999999999999999999"}) {
        expect_invalid(decode_play_move(std::string(R"({"point":"K10","ply":)") + ply + "}"),
                       "/ply");
    }
    expect_invalid(decode_play_move(R"({"point":"K10","ply":17,"seat":"black"})"), "/seat");
    expect_invalid(decode_play_move(R"({"point":"K10","ply":17,"a/b~":1})"), "/a~1b~0");
    expect_invalid(decode_play_move(R"([])"), "");
    expect_invalid(decode_play_move(R"("K10")"), "");
    EXPECT_EQ(decode_play_move(R"({"point":"K10","ply":4294967295})")->ply, 4294967295U);
}

TEST(Requests, SayInOneSentenceWhatIsWrong) {
    EXPECT_EQ(refusal(decode_play_move(R"({"point":"K10"})")).detail, "\"/ply\" is missing.");
    EXPECT_EQ(refusal(decode_play_move(R"({"point":"K10","ply":-1})")).detail,
              "\"/ply\" must be an integer from 0 to 4294967295.");
    EXPECT_EQ(refusal(decode_play_move(R"({"poimt":"K10"})")).detail, "Unknown field \"poimt\".");
    EXPECT_EQ(refusal(decode_play_move("7")).detail, "The JSON text must be an object.");
}

TEST(Requests, RefuseEveryTruncation) {
    expect_no_truncation(R"({"point":"K10","ply":17})", decode_play_move);
    expect_no_truncation(R"({"point":"K10"})", decode_preview_move);
    expect_no_truncation(R"({"handle":"anna","password":"12345678"})", decode_create_account);
    expect_no_truncation(R"({"handle":"anna","password":"x","label":"a","expires_in_s":9})",
                         decode_create_token);
    expect_no_truncation(R"({"setup":"9x9","seats":["me","open"],"visibility":"private"})",
                         decode_create_game);
    expect_no_truncation(R"({"board":[9,9],"stones":{"black":["A1"],"white":["J9"]}})",
                         decode_create_game);
    expect_no_truncation(R"({"seat":"white"})", decode_join_game);
    expect_no_truncation("{}", decode_empty);
    expect_no_truncation(R"({"seq":7})", decode_act);
}

TEST(Requests, RefuseWhatIsNotJson) {
    for (const std::string_view body :
         {std::string_view("{point:1}"), std::string_view("{'point':'K10','ply':1}"),
          std::string_view(R"({"point":"K10","ply":1,})"),
          std::string_view(R"({"point":"K10","ply":1}{})"),
          std::string_view(R"({"point":"K10","ply":01})"),
          std::string_view(R"({"point":"K10","ply":NaN})"),
          std::string_view(R"({"point":"K10","ply":1e999})"),
          std::string_view("{\"point\":\"K\xFF\",\"ply\":1}"),
          std::string_view("{\"point\":\"K\xC0\x80\",\"ply\":1}"),
          std::string_view("{\"point\":\"K\xED\xA0\x80\",\"ply\":1}"),
          std::string_view(R"({"point":"\ud800","ply":1})"),
          std::string_view("{\"point\":\"K\n\",\"ply\":1}"),
          std::string_view("{\"point\":\"K10\",\"ply\":1}\0", 24),
          std::string_view("{\"point\":\"K10\",\"ply\":1}\0garbage", 31), std::string_view(""),
          std::string_view("// no\n{\"point\":\"K10\",\"ply\":1}")}) {
        EXPECT_EQ(refusal(decode_play_move(body)).code, Code::malformed_json) << body;
    }
}

TEST(Requests, RefuseANameThatComesTwice) {
    const Error error = refusal(decode_play_move(R"({"point":"K10","ply":1,"point":"A1"})"));

    EXPECT_EQ(error.code, Code::malformed_json);
    EXPECT_NE(error.detail.find("\"point\" is repeated"), std::string::npos) << error.detail;
}

// --- caps: at the limit and one past it ---

TEST(RequestCaps, Bytes) {
    const std::string body = R"({"point":"K10","ply":17})";
    const std::string fill(request_bytes_max - body.size(), ' ');

    EXPECT_TRUE(decode_play_move(body + fill).has_value());
    EXPECT_EQ(refusal(decode_play_move(body + fill + " ")).code, Code::malformed_json);
}

TEST(RequestCaps, BytesIfABodyMayBeLeftOut) {
    const std::string longest(request_bytes_max, ' ');

    EXPECT_TRUE(decode_empty(longest).has_value());
    EXPECT_TRUE(decode_join_game(longest).has_value());
    EXPECT_TRUE(decode_take_seat(longest).has_value());
    EXPECT_TRUE(decode_accept_challenge(longest).has_value());
    EXPECT_TRUE(decode_decline_challenge(longest).has_value());
    EXPECT_EQ(refusal(decode_empty(longest + " ")).code, Code::malformed_json);
    EXPECT_EQ(refusal(decode_join_game(longest + " ")).code, Code::malformed_json);
    EXPECT_EQ(refusal(decode_take_seat(longest + " ")).code, Code::malformed_json);
    EXPECT_EQ(refusal(decode_accept_challenge(longest + " ")).code, Code::malformed_json);
    EXPECT_EQ(refusal(decode_decline_challenge(longest + " ")).code, Code::malformed_json);
}

TEST(RequestCaps, Depth) {
    const auto nested = [](int depth) {
        return R"({"point":)" + std::string(static_cast<std::size_t>(depth - 1), '[') +
               std::string(static_cast<std::size_t>(depth - 1), ']') + R"(,"ply":1})";
    };

    EXPECT_EQ(refusal(decode_play_move(nested(request_depth_max))).code, Code::invalid_field);
    EXPECT_EQ(refusal(decode_play_move(nested(request_depth_max + 1))).code, Code::malformed_json);
    EXPECT_EQ(refusal(decode_play_move(std::string(request_bytes_max, '['))).code,
              Code::malformed_json);
}

TEST(RequestCaps, Values) {
    // The object, the array, the ply and what is in the array.
    const auto with_values = [](int values) {
        std::string body = R"({"ply":1,"point":[0)";
        for (int i = 4; i < values; ++i) body += ",0";
        return body + "]}";
    };

    EXPECT_EQ(refusal(decode_play_move(with_values(request_values_max))).code, Code::invalid_field);
    EXPECT_EQ(refusal(decode_play_move(with_values(request_values_max + 1))).code,
              Code::malformed_json);
}

TEST(RequestCaps, Members) {
    const auto with_members = [](int members) {
        std::string body = R"({"point":"K10","ply":17)";
        for (int i = 3; i <= members; ++i) body += ",\"" + std::to_string(i) + "\":0";
        return body + "}";
    };

    EXPECT_EQ(refusal(decode_play_move(with_members(request_members_max))).code,
              Code::invalid_field);
    EXPECT_EQ(refusal(decode_play_move(with_members(request_members_max + 1))).code,
              Code::malformed_json);
}

TEST(RequestCaps, ValuesOfAPosition) {
    const auto with_stones = [](int stones) {
        std::string body = R"({"board":[64,64],"stones":{"black":["A1")";
        for (int i = 1; i < stones; ++i) body += ",\"A1\"";
        return body + R"(],"white":["B9"]},"to_move":"black"})";
    };

    EXPECT_NE(refusal(decode_create_game(with_stones(4'000))).code, Code::malformed_json);
    EXPECT_EQ(refusal(decode_create_game(with_stones(document_values_max))).code,
              Code::malformed_json);
}

TEST(RequestCaps, Texts) {
    const auto account = [](std::size_t handle, std::size_t password) {
        return decode_create_account(R"({"handle":")" + std::string(handle, 'a') +
                                     R"(","password":")" + std::string(password, 'p') + "\"}");
    };
    const auto point = [](std::size_t bytes) {
        return decode_preview_move(R"({"point":")" + std::string(bytes, '1') + "\"}");
    };
    const auto label = [](std::size_t bytes) {
        return decode_create_token(R"({"handle":"anna","password":"p","label":")" +
                                   std::string(bytes, 'l') + "\"}");
    };

    EXPECT_TRUE(account(handle_chars_min, password_bytes_min).has_value());
    EXPECT_TRUE(account(handle_chars_max, password_bytes_max).has_value());
    expect_invalid(account(handle_chars_min - 1, password_bytes_min), "/handle");
    expect_invalid(account(handle_chars_max + 1, password_bytes_min), "/handle");
    expect_invalid(account(handle_chars_min, password_bytes_min - 1), "/password");
    expect_invalid(account(handle_chars_min, password_bytes_max + 1), "/password");
    EXPECT_TRUE(point(point_text_bytes_max).has_value());
    expect_invalid(point(point_text_bytes_max + 1), "/point");
    EXPECT_TRUE(label(label_bytes_max).has_value());
    expect_invalid(label(label_bytes_max + 1), "/label");
}

TEST(RequestCaps, LifeOfAToken) {
    const auto token = [](std::int64_t seconds) {
        return decode_create_token(R"({"handle":"anna","password":"p","expires_in_s":)" +
                                   std::to_string(seconds) + "}");
    };

    EXPECT_EQ(token(1)->expires_in_s, 1);
    EXPECT_EQ(token(token_life_s_max)->expires_in_s, token_life_s_max);
    expect_invalid(token(0), "/expires_in_s");
    expect_invalid(token(token_life_s_max + 1), "/expires_in_s");
}

TEST(Requests, SayThatABodyIsEmpty) {
    for (const char* const body : {"", " \r\n\t"}) {
        const Error& error = refusal(decode_play_move(body));
        EXPECT_EQ(error.code, Code::malformed_json);
        EXPECT_EQ(error.detail, "The body is empty. Send JSON.");
    }
}

TEST(Requests, SayWhereNullWouldDo) {
    const auto detail = [](const auto& decoded) { return decoded.error().detail; };

    EXPECT_EQ(
        detail(decode_put_profile(R"({"time_zone":"UTC","language":"en","about":"","sleep":7})")),
        "\"/sleep\" must be an object, or null.");
    EXPECT_EQ(detail(decode_until_then(R"({"until":7,"reason":"spam"})")),
              "\"/until\" must be a string, or null.");
    EXPECT_EQ(detail(decode_play_move(R"({"point":7,"ply":0})")), "\"/point\" must be a string.");
}

// --- accounts ---

TEST(Requests, KnowWhichHandlesCanBeChosen) {
    for (const char* const handle :
         {"anna", "Anna-2", "a_", "guest", "guesty-1", "mee", "opened"}) {
        EXPECT_TRUE(is_valid_handle(handle)) << handle;
    }
    for (const char* const handle : {"", "a", "1anna", "_anna", "an na", "anna.", "me", "ME",
                                     "open", "Open", "guest-", "Guest-otter", "ann\xC3\xA4"}) {
        EXPECT_FALSE(is_valid_handle(handle)) << handle;
    }
    EXPECT_TRUE(is_handle("guest-otter"));
    expect_invalid(decode_create_account(R"({"handle":"me","password":"12345678"})"), "/handle");
}

TEST(Requests, ReadATokenRequest) {
    const auto token = decode_create_token(
        R"({"handle":"anna","password":"secret","label":"laptop","expires_in_s":3600})");

    ASSERT_TRUE(token.has_value());
    EXPECT_EQ(token->handle, "anna");
    EXPECT_EQ(token->password, "secret");
    EXPECT_EQ(token->label, "laptop");
    EXPECT_EQ(token->expires_in_s, 3600);
    expect_invalid(decode_create_token(R"({"handle":"anna","password":"secret","label":"\u0007"})"),
                   "/label");
}

TEST(Requests, TakeNothingForAnEmptyObjectIfNothingIsNeeded) {
    EXPECT_TRUE(decode_create_guest("").has_value());
    EXPECT_TRUE(decode_create_guest(" {} ").has_value());
    EXPECT_TRUE(decode_empty("\r\n").has_value());
    EXPECT_EQ(decode_join_game("")->seat, std::nullopt);
    EXPECT_EQ(decode_join_game(R"({"seat":"green"})")->seat, engine::Seat::green);
    expect_invalid(decode_join_game(R"({"seat":"purple"})"), "/seat");
    EXPECT_EQ(decode_join_game("")->seq, std::nullopt);
    EXPECT_EQ(decode_join_game(R"({"seq":0})")->seq, 0U);
    expect_invalid(decode_join_game(R"({"seq":"0"})"), "/seq");
    EXPECT_EQ(decode_act("")->seq, std::nullopt);
    EXPECT_EQ(decode_act(R"({"seq":4294967295})")->seq, 4'294'967'295U);
    expect_invalid(decode_act(R"({"seq":4294967296})"), "/seq");
    expect_invalid(decode_act(R"({"why":"so"})"), "/why");
    expect_invalid(decode_empty(R"({"why":"so"})"), "/why");
}

// --- new games ---

TEST(Requests, ReadAGameOfASetup) {
    const auto game = decode_create_game(R"({"setup":"19x19-4p"})");

    ASSERT_TRUE(game.has_value());
    EXPECT_EQ(game->setup, "19x19-4p");
    EXPECT_EQ(game->opening, engine::find_setup("19x19-4p")->opening);
    EXPECT_EQ(game->visibility, engine::Visibility::everyone);
    ASSERT_EQ(game->seats.size(), 4U);
    EXPECT_EQ(game->seats[0].kind, SeatRequest::Kind::me);
    EXPECT_EQ(game->seats[3].kind, SeatRequest::Kind::open);
}

TEST(Requests, ReadTheSeatsOfAGame) {
    const auto game = decode_create_game(
        R"({"setup":"19x19-4p","seats":["open","ben","me","open"],"visibility":"private"})");

    ASSERT_TRUE(game.has_value());
    EXPECT_EQ(game->visibility, engine::Visibility::players);
    EXPECT_EQ(game->seats[0].kind, SeatRequest::Kind::open);
    EXPECT_EQ(game->seats[1].kind, SeatRequest::Kind::handle);
    EXPECT_EQ(game->seats[1].handle, "ben");
    EXPECT_EQ(game->seats[2].kind, SeatRequest::Kind::me);
}

TEST(Requests, RefuseSeatsThatDoNotFit) {
    const auto seats = [](std::string_view array) {
        return decode_create_game(R"({"setup":"9x9","seats":)" + std::string(array) + "}");
    };

    expect_invalid(seats(R"(["me"])"), "/seats");
    expect_invalid(seats(R"(["me","open","open"])"), "/seats");
    expect_invalid(seats(R"({"black":"me"})"), "/seats");
    expect_invalid(seats(R"(["me","me"])"), "/seats/1");
    expect_invalid(seats(R"(["Ben","ben"])"), "/seats/1");
    expect_invalid(seats(R"(["me",7])"), "/seats/1");
    expect_invalid(seats(R"(["me","b en"])"), "/seats/1");
    EXPECT_TRUE(seats(R"(["open","open"])").has_value());
    EXPECT_TRUE(seats(R"(["guest-otter","me"])").has_value());
    expect_invalid(decode_create_game(R"({"setup":"9x9","visibility":"secret"})"), "/visibility");
}

TEST(Requests, ReadACustomGame) {
    const auto game = decode_create_game(
        R"({"board":[9,9],"stones":{"black":["a1"],"white":["J9"],"red":["J1"]},"to_move":"white"})");

    ASSERT_TRUE(game.has_value());
    EXPECT_EQ(game->setup, "");
    EXPECT_EQ(game->opening->seats(), 3);
    EXPECT_EQ(game->opening->to_move(), engine::Seat::white);
    EXPECT_EQ(game->seats.size(), 3U);
}

TEST(Requests, NameTheStoneThatSpoilsAnOpening) {
    struct Row {
        const char* body;
        Code code;
        const char* pointer;
    };
    for (const auto& [body, code, pointer] : {
             Row{R"({"setup":"8x8"})", Code::no_such_setup, "/setup"},
             Row{R"({"setup":8})", Code::invalid_field, "/setup"},
             Row{R"({"setup":"9x9","board":[9,9]})", Code::invalid_field, "/board"},
             Row{R"({"setup":"9x9","to_move":"white"})", Code::invalid_field, "/to_move"},
             Row{R"({})", Code::invalid_field, "/board"},
             Row{R"({"board":[9,9]})", Code::invalid_field, "/stones"},
             Row{R"({"board":[],"stones":{}})", Code::invalid_field, "/board"},
             Row{R"({"board":[0,9],"stones":{}})", Code::invalid_field, "/board/0"},
             Row{R"({"board":[1,1,1,1,1,1,1,1,1,1,1,1],"stones":{}})", Code::invalid_field,
                 "/board"},
             Row{R"({"board":[64,65],"stones":{}})", Code::invalid_opening, "/board"},
             Row{R"({"board":[4096,4096,4096,4096,4096,4096],"stones":{}})", Code::invalid_opening,
                 "/board"},
             Row{R"({"board":[9,9],"stones":{}})", Code::invalid_opening, "/stones"},
             Row{R"({"board":[9,9],"stones":{"black":["A1"]}})", Code::invalid_opening, "/stones"},
             Row{R"({"board":[9,9],"stones":{"black":["A1"],"red":["C1"]}})", Code::invalid_field,
                 "/stones/red"},
             Row{R"({"board":[9,9],"stones":{"black":["A1"],"pink":["C1"]}})", Code::invalid_field,
                 "/stones/pink"},
             Row{R"({"board":[9,9],"stones":{"black":["A1"],"white":[]}})", Code::invalid_opening,
                 "/stones/white"},
             Row{R"({"board":[9,9],"stones":{"black":["A1"],"white":["K9"]}})",
                 Code::invalid_opening, "/stones/white/0"},
             Row{R"({"board":[9,9],"stones":{"black":["A1"],"white":["C3",4]}})",
                 Code::invalid_field, "/stones/white/1"},
             Row{R"({"board":[9,9],"stones":{"black":["A1"],"white":["C3","A1"]}})",
                 Code::invalid_opening, "/stones/white/1"},
             Row{R"({"board":[9,9],"stones":{"black":["A1","A2"],"white":["C3"]}})",
                 Code::invalid_opening, "/stones/black/0"},
             Row{R"({"board":[2,1],"stones":{"black":["A1"],"white":["B1"]}})",
                 Code::invalid_opening, "/stones/black/0"},
             Row{R"({"board":[9,9],"stones":{"black":["A1"],"white":["C3"]},"to_move":"red"})",
                 Code::invalid_opening, "/to_move"},
         }) {
        const Error error = refusal(decode_create_game(body));
        EXPECT_EQ(code_name(error.code), code_name(code)) << body << error.detail;
        EXPECT_EQ(error.pointer, pointer) << body << error.detail;
        EXPECT_TRUE(error.detail.ends_with('.')) << error.detail;
    }
}

}  // namespace
}  // namespace tanbo::protocol

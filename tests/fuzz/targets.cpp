#include "tests/fuzz/targets.hpp"

#include <stdexcept>
#include <string>

#include "protocol/boards/svg_board.hpp"
#include "protocol/boards/text_board.hpp"
#include "protocol/games/live.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/records/record.hpp"
#include "protocol/records/replay_line.hpp"
#include "protocol/records/sgf.hpp"
#include "tests/fuzz/mail_target.hpp"
#include "tests/fuzz/server_targets.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps any_caps{.bytes = std::size_t{64} << 20U, .depth = 64, .values = 10'000'000};

void require(bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
}

void require_json(std::string_view text) {
    require(JsonDocument::parse(text, any_caps).has_value(), "what was encoded is not JSON");
}

// A refusal is a sentence that can be sent, with a pointer that begins as pointers do.
void require_sound(const Error& error) {
    require(error.detail.ends_with('.'), "a detail is no sentence");
    require(error.pointer.empty() || error.pointer.front() == '/', "a pointer has no beginning");
    require_json(encode_problem(error, 400));
}

template <class T>
void require_sound(const Result<T>& result) {
    if (!result) require_sound(result.error());
}

void run_requests(std::string_view input) {
    require_sound(decode_create_account(input));
    require_sound(decode_create_guest(input));
    require_sound(decode_create_token(input));
    require_sound(decode_join_game(input));
    require_sound(decode_play_move(input));
    require_sound(decode_preview_move(input));
    require_sound(decode_empty(input));
    require_sound(decode_act(input));
    const auto game = decode_create_game(input);
    require_sound(game);
    if (!game) return;
    require(game->opening != nullptr, "a game without an opening");
    require(game->seats.size() == static_cast<std::size_t>(game->opening->seats()),
            "seats that don't fit the opening");
    require(engine::Position(game->opening).is_consistent(), "an unsound opening");
}

void run_live(std::string_view input) {
    const LiveDecoded decoded = decode_live_request(input);
    require_sound(decoded.request);
    if (!decoded.request) {
        require_json(encode_live_error(decoded.id, decoded.request.error(), 400));
        return;
    }
    require(decoded.id == decoded.request->id, "two ids");
    require_json(encode_live_subscribed(decoded.id, decoded.request->after, "5e0c9b71"));
}

void run_record(std::string_view input) {
    const auto record = decode_record(input);
    require_sound(record);
    if (!record) return;
    const std::string text = encode_record(*record);
    const auto again = decode_record(text);
    require(again.has_value() && encode_record(*again) == text, "a record that does not last");
    require_sound(encode_sgf(*record));
    const BoardView board(record->match.position());
    require(!text_board(board).empty() && !svg_board(board).empty(), "no picture");
}

void run_replay(std::string_view input) {
    std::string output;
    Replayer replayer([&](std::string_view text) { output += text; });
    replayer.replay(input);
    replayer.flush();
    require(output.empty() || output.back() == '\n', "a line without an end");
    std::string_view rest = output;
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        require_json(rest.substr(0, end));
        rest.remove_prefix(end + 1);
    }
}

constexpr std::string_view record_seed = R"({"format":"tanbo-record","version":1,
"about":"Tanbo, a game by Mark Steere","game":1,"setup":null,"board":[2,2],
"stones":{"black":["A1"],"white":["B2"]},"to_move":"black","visibility":"public",
"seats":[{"seat":"black","handle":"anna","state":"in"},{"seat":"white","handle":"ben","state":"open"}],
"result":{"status":"open","reason":null,"winner":null,"places":{},"ply":0},
"events":[{"seq":1,"at":"2026-03-01T12:00:00.000Z","type":"open","data":{"setup":null,"board":[2,2],
"stones":{"black":["A1"],"white":["B2"]},"seats":[
{"seat":"black","account":1,"handle":"anna","state":"in"},
{"seat":"white","account":2,"handle":"ben","state":"open"}],"to_move":"black",
"visibility":"public","creator":{"account":1,"handle":"anna"}}}]})";

std::vector<FuzzTarget> make_all() {
    std::vector<FuzzTarget> targets{
        {"requests",
         run_requests,
         {R"({"point":"K10","ply":17})", R"({"handle":"anna","password":"12345678"})",
          R"({"handle":"anna","password":"x","label":"a","expires_in_s":9})",
          R"({"setup":"19x19-4p","seats":["me","open","ben","open"],"visibility":"private"})",
          R"({"board":[3,3,2],"stones":{"black":["111"],"white":["332"]},"to_move":"white"})",
          R"({"seat":"white"})", "{}"}},
        {"live",
         run_live,
         {R"({"op":"subscribe","id":1,"topic":"game:42","after":17})",
          R"({"op":"move","id":3,"game":42,"point":"K10","ply":17})",
          R"({"op":"auth","token":"tbo_x"})", R"({"op":"leave","id":4,"game":42})"}},
        {"record", run_record, {record_seed}},
        {"replay",
         run_replay,
         {R"({"id":"a","setup":"9x9","moves":["B3","H3","B4","leave:white"]})",
          R"({"id":1.5,"board":[4,4],"stones":{"black":["A1"],"white":["D4"]},"to_move":"white","moves":["D3"]})"}},
        mail::fuzz_target(),
    };
    for (FuzzTarget& target : server_fuzz_targets()) targets.push_back(std::move(target));
    return targets;
}

const std::vector<FuzzTarget>& all() {
    static const std::vector<FuzzTarget> targets = make_all();
    return targets;
}

}  // namespace

std::span<const FuzzTarget> fuzz_targets() {
    return all();
}

const FuzzTarget* find_fuzz_target(std::string_view name) {
    for (const FuzzTarget& target : all()) {
        if (target.name == name) return &target;
    }
    return nullptr;
}

}  // namespace tanbo::protocol

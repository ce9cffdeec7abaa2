#include "protocol/games/requests.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "protocol/boards/board_json.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/plain_move.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/names.hpp"

namespace tanbo::protocol {

namespace {

std::vector<std::string> read_scopes(const JsonReader& in) {
    std::vector<std::string> scopes;
    for (std::size_t i = 0; i < in.elements(1, token_scopes_max) && in.is_sound(); ++i) {
        scopes.emplace_back(in.element(i).text(1, word_bytes_max));
    }
    return scopes;
}

SeatRequest read_seat_request(const JsonReader& in) {
    const std::string_view who = in.text(1, handle_chars_max);
    if (who == "me") return {SeatRequest::Kind::me, {}};
    if (who == "open") return {SeatRequest::Kind::open, {}};
    if (in.is_sound() && !is_handle(who) && !is_bot_name(who)) {
        in.refuse("must be \"me\", \"open\", a player's handle or a bot such as \"bot:5\"");
    }
    return {SeatRequest::Kind::handle, std::string(who)};
}

bool is_same_player(const SeatRequest& one, const SeatRequest& other) {
    if (one.kind != other.kind || one.kind == SeatRequest::Kind::open) return false;
    return is_same_handle(one.handle, other.handle);
}

// The setup's opening or the custom one; null if there is a fault.
std::shared_ptr<const engine::Opening> read_setup_or_board(const JsonReader& in) {
    if (!in.has("setup")) {
        in.expect_keys({"board", "stones", "to_move", "seats", "visibility"}, terms_keys());
        return in.is_sound() ? read_opening(in) : nullptr;
    }
    in.expect_keys({"setup", "seats", "visibility"}, terms_keys());
    return read_setup(in.field("setup"));
}

CreateGame read_create_game(const JsonReader& in) {
    CreateGame game;
    game.opening = read_setup_or_board(in);
    if (!in.is_sound()) return game;
    if (in.has("setup")) game.setup = in.field("setup").text(1, word_bytes_max);
    game.seats = in.has("seats") ? read_seat_requests(in.field("seats"), game.opening->seats())
                                 : default_seat_requests(game.opening->seats());
    if (in.has("visibility")) {
        game.visibility =
            in.field("visibility").word(parse_visibility, "\"public\" or \"private\"");
    }
    game.terms = read_terms(in, game.opening->seats());
    if (in.is_sound() && game.terms.rated && game.setup.empty()) {
        in.field("rated").refuse("must be false on a custom board");
    }
    return game;
}

}  // namespace

std::string read_new_handle(const JsonReader& in) {
    // Names have one rule of length, in characters; documents have a cap.
    const std::string_view handle = in.text(0, std::numeric_limits<std::size_t>::max());
    if (const std::string fault = handle_fault(handle); in.is_sound() && !fault.empty()) {
        in.refuse(fault);
    }
    return std::string(handle);
}

std::string read_password(const JsonReader& in) {
    return std::string(in.text(password_bytes_min, password_bytes_max));
}

std::string read_label(const JsonReader& in) {
    const std::string_view label = in.text(0, label_bytes_max);
    const bool has_control = std::ranges::any_of(
        label, [](char character) { return static_cast<unsigned char>(character) < 0x20; });
    if (has_control) in.refuse("must not contain control characters");
    return std::string(label);
}

std::vector<SeatRequest> read_seat_requests(const JsonReader& in, int seats) {
    const auto count = static_cast<std::size_t>(seats);
    std::vector<SeatRequest> requests;
    for (std::size_t i = 0; i < in.elements(count, count) && in.is_sound(); ++i) {
        SeatRequest request = read_seat_request(in.element(i));
        const bool is_repeated = std::ranges::any_of(
            requests, [&](const SeatRequest& other) { return is_same_player(request, other); });
        if (is_repeated) in.element(i).refuse("repeats a player");
        requests.push_back(std::move(request));
    }
    return requests;
}

std::string seat_pointer(std::size_t seat) {
    return "/seats/" + std::to_string(seat);
}

std::vector<SeatRequest> default_seat_requests(int seats) {
    std::vector<SeatRequest> requests(static_cast<std::size_t>(seats));
    requests.front().kind = SeatRequest::Kind::me;
    return requests;
}

std::shared_ptr<const engine::Opening> read_setup(const JsonReader& in) {
    const std::string_view id = in.text(1, word_bytes_max);
    if (!in.is_sound()) return nullptr;
    const engine::Setup* const setup = engine::find_setup(id);
    if (setup != nullptr) return setup->opening;
    in.refuse_whole(Code::no_such_setup, no_such_setup(id).detail);
    return nullptr;
}

std::optional<engine::Seat> read_wished_seat(const JsonReader& in) {
    return in.has("seat") ? std::optional(read_seat(in.field("seat"))) : std::nullopt;
}

std::optional<std::uint32_t> read_seq(const JsonReader& in) {
    return in.has("seq") ? std::optional(in.field("seq").natural32()) : std::nullopt;
}

PlayMove read_point_and_ply(const JsonReader& in) {
    PlayMove move;
    move.point = in.field("point").text(1, point_text_bytes_max);
    move.ply = in.field("ply").natural32();
    move.seq = read_seq(in);
    return move;
}

Result<CreateAccount> decode_create_account(std::string_view body) {
    return decode_request<CreateAccount>(body, [](const JsonReader& in) {
        in.expect_keys({"handle", "password", "email"});
        CreateAccount account;
        account.handle = read_new_handle(in.field("handle"));
        account.password = read_password(in.field("password"));
        if (in.has("email")) account.address = read_mail_address(in.field("email"));
        return account;
    });
}

Result<CreateGuest> decode_create_guest(std::string_view body) {
    return decode_optional_request<CreateGuest>(body, [](const JsonReader& in) {
        in.expect_keys({});
        return CreateGuest{};
    });
}

Result<CreateToken> decode_create_token(std::string_view body) {
    return decode_request<CreateToken>(body, [](const JsonReader& in) {
        in.expect_keys({"handle", "password", "label", "expires_in_s", "scopes"});
        CreateToken token;
        token.handle = in.field("handle").text(1, handle_chars_max);
        token.password = in.field("password").text(1, password_bytes_max);
        if (in.has("label")) token.label = read_label(in.field("label"));
        if (in.has("expires_in_s")) {
            token.expires_in_s = in.field("expires_in_s").integer(1, token_life_s_max);
        }
        if (in.has("scopes")) token.scopes = read_scopes(in.field("scopes"));
        return token;
    });
}

Result<CreateGame> decode_create_game(std::string_view body) {
    return decode_document<CreateGame>(body, read_create_game);
}

Result<JoinGame> decode_join_game(std::string_view body) {
    return decode_optional_request<JoinGame>(body, [](const JsonReader& in) {
        in.expect_keys({"seat", "seq"});
        return JoinGame{read_wished_seat(in), read_seq(in)};
    });
}

Result<Act> decode_act(std::string_view body) {
    return decode_optional_request<Act>(body, [](const JsonReader& in) {
        in.expect_keys({"seq"});
        return Act{read_seq(in)};
    });
}

Result<PlayMove> decode_play_move(std::string_view body) {
    if (auto move = read_plain_move(body)) return std::move(*move);
    return decode_request<PlayMove>(body, [](const JsonReader& in) {
        in.expect_keys({"point", "ply", "seq"});
        return read_point_and_ply(in);
    });
}

Result<PreviewMove> decode_preview_move(std::string_view body) {
    return decode_request<PreviewMove>(body, [](const JsonReader& in) {
        in.expect_keys({"point"});
        return PreviewMove{std::string(in.field("point").text(1, point_text_bytes_max))};
    });
}

Result<Empty> decode_empty(std::string_view body) {
    return decode_optional_request<Empty>(body, [](const JsonReader& in) {
        in.expect_keys({});
        return Empty{};
    });
}

}  // namespace tanbo::protocol

#include "engine/notation.hpp"
#include "protocol/games/answers.hpp"
#include "protocol/games/requests.hpp"
#include "server/game/referee.hpp"
#include "server/game/views/views.hpp"
#include "server/http/etag.hpp"
#include "server/http/game/handlers.hpp"
#include "server/http/game/validators.hpp"

// Games as they stand, and new ones.
namespace tanbo::http {
namespace {

using protocol::Code;

protocol::Error about(protocol::Error error, const engine::Match& match) {
    error.ply = match.ply();
    error.seq = match.seq();
    return error;
}

// The reason why no stone can be placed now, or nothing.
std::optional<protocol::Error> not_in_play(const engine::Match& match) {
    if (match.status() == engine::Status::open) {
        return about(refusal(Code::game_not_started, "The game has not started."), match);
    }
    if (match.status() == engine::Status::finished) {
        protocol::Error error = refusal(Code::game_over, "The game is over.");
        error.reason = engine::illegal_name(engine::Illegal::game_over);
        return about(std::move(error), match);
    }
    return std::nullopt;
}

protocol::Error illegal(const engine::Match& match, const std::string& point,
                        engine::Illegal reason) {
    const std::string name(engine::illegal_name(reason));
    protocol::Error error = refusal(
        Code::illegal_move, protocol::quotation(point) + " is not a legal move: " + name + ".");
    error.reason = name;
    return about(std::move(error), match);
}

// The move event that playing this point would lead to, without its effect on anybody.
Reply preview(const engine::Match& match, const std::string& name) {
    if (auto error = not_in_play(match)) return *error;
    engine::Position position = match.position();
    const engine::Lattice& lattice = position.lattice();
    const auto point = engine::parse_point(lattice, name);
    const engine::Illegal reason = point ? position.legality(*point) : engine::Illegal::off_board;
    if (reason != engine::Illegal::none) return illegal(match, name, reason);
    const std::uint32_t ply = match.ply();
    engine::Outcome outcome = position.play(*point);
    engine::StonePlaced placed;
    placed.ply = ply;
    placed.seat = outcome.seat;
    placed.point = outcome.point;
    placed.after = engine::move_effects(position, outcome);
    return unstored_response(200, protocol::encode_preview(placed, lattice));
}

// The game as an account sees it: no shared cache may keep it, nor take it for another's.
net::Response own_game(const game::Views& views, const game::View& view,
                       protocol::AccountId account) {
    const auto seat = view.match().seat_of(account);
    const std::string_view name = seat ? engine::seat_name(*seat) : std::string_view("null");
    net::Response response = json_response(200, protocol::with_your_seat(*view.json(), seat));
    set_game_validators(response, views, view.match(), "game-" + std::string(name),
                        Reader::account);
    return response;
}

// The game as `encode` writes it; `form` tells its validators from those of other answers.
Awaitable<Reply> part_of_game(RequestContext& context, game::Views& views,
                              std::string (*encode)(protocol::GameId, const engine::Match&),
                              std::string_view form) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    auto view = co_await views.get(*id, context.account());
    if (!view) co_return view.error();
    net::Response response = json_response(200, std::string());
    set_game_validators(response, views, view->match(), form);
    if (is_unchanged(context.request, *find_header(response, "ETag"))) co_return response;
    auto text = co_await views.draw(
        *view, [encode](const game::View& shown) { return encode(shown.id(), shown.match()); });
    if (!text) co_return text.error();
    response.body = std::move(*text);
    co_return response;
}

}  // namespace

Awaitable<Reply> post_game(RequestContext& context, game::Referee& referee) {
    auto request = protocol::decode_create_game(context.request.body);
    if (!request) co_return request.error();
    game::NewGame game{context.identity->player(), std::move(*request)};
    auto key = idempotency_of(context);
    auto receipt = co_await referee.open(std::move(game), std::move(key));
    if (!receipt) co_return receipt.error();
    net::Response response = unstored_response(201, receipt->body);
    set_header(response, "Location", "/api/v1/games/" + to_string(receipt->game));
    co_return response;
}

Awaitable<Reply> get_game(RequestContext& context, game::Views& views) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    auto view = co_await views.get(*id, context.account());
    if (!view) co_return view.error();
    const auto account = context.account();
    if (account) co_return own_game(views, *view, *account);
    net::Response response = json_response(200, view->json());
    set_game_validators(response, views, view->match(), "game");
    co_return response;
}

Awaitable<Reply> get_legal_moves(RequestContext& context, game::Views& views) {
    return part_of_game(context, views, protocol::encode_legal_moves, "legal");
}

Awaitable<Reply> get_roots(RequestContext& context, game::Views& views) {
    return part_of_game(context, views, protocol::encode_roots, "roots");
}

Awaitable<Reply> post_preview(RequestContext& context, game::Views& views) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    auto request = protocol::decode_preview_move(context.request.body);
    if (!request) co_return request.error();
    auto view = co_await views.get(*id, context.account());
    if (!view) co_return view.error();
    co_return preview(view->match(), request->point);
}

}  // namespace tanbo::http

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "engine/match.hpp"
#include "protocol/boards/board_view.hpp"
#include "server/game/views/views.hpp"
#include "server/http/etag.hpp"
#include "server/http/game/validators.hpp"
#include "server/http/site/handlers.hpp"
#include "server/http/site/texts.hpp"
#include "server/picture/link_preview.hpp"
#include "server/web/assets.hpp"

// The picture of a link to a game.
namespace tanbo::http {
namespace {

// Throws: std::runtime_error if it can't be drawn.
std::string draw(Language language, const game::View& view, std::uint32_t ply) {
    const auto snapshot = engine::snapshot_at(view.match(), ply).value();
    std::string png = picture::link_preview(protocol::BoardView(view.match(), snapshot),
                                            preview_texts(language, view.match(), ply),
                                            web::find_asset(web::plain().icon)->bytes);
    if (png.empty()) {
        throw std::runtime_error("the preview of game " + to_string(view.id()) +
                                 " could not be drawn");
    }
    return png;
}

}  // namespace

Awaitable<Reply> get_preview(RequestContext& context, game::Views& views) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    const auto wanted =
        number_parameter(context.query, "ply", 0, std::numeric_limits<std::uint32_t>::max());
    if (!wanted) co_return wanted.error();
    auto view = co_await views.get(*id, context.account());
    if (!view) co_return view.error();
    const Language language = language_of(context.request);
    const std::uint32_t ply = std::min(wanted->value_or(view->match().ply()), view->match().ply());
    net::Response response;
    response.content_type = "image/png";
    set_header(response, "Vary", "Accept-Language, Cookie");
    set_game_validators(response, views, view->match(),
                        "preview" + std::to_string(ply) + std::string(language_code(language)));
    if (is_unchanged(context.request, *find_header(response, "ETag"))) co_return response;
    auto drawn = co_await views.paint(
        *view, [language, ply](const game::View& shown) { return draw(language, shown, ply); });
    if (!drawn) co_return drawn.error();
    response.body = std::move(*drawn);
    co_return response;
}

}  // namespace tanbo::http

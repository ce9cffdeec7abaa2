#include <algorithm>
#include <limits>

#include "engine/match.hpp"
#include "protocol/games/oembed.hpp"
#include "server/game/views/views.hpp"
#include "server/http/site/handlers.hpp"
#include "server/http/site/texts.hpp"
#include "server/http/template.hpp"
#include "server/picture/link_preview.hpp"
#include "server/web/assets.hpp"

// Public games on pages of other sites: only to look at, and no cookie counts.
namespace tanbo::http {
namespace {

constexpr std::string_view embed_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors *";

constexpr std::uint32_t width_usual = 480;
constexpr std::uint32_t lines_height = 80;  // of what stands below the board

net::Response embed_page(Language language, int status, TemplateData data) {
    data.texts.emplace_back("lang", language_code(language));
    data.texts.emplace_back("icon", web::plain().icon);
    data.texts.emplace_back("style", web::plain().embed_style);
    data.texts.emplace_back("script", web::plain().embed_script);
    net::Response response;
    response.status = status;
    response.content_type = "text/html; charset=utf-8";
    response.body = rendered("embed", data);
    set_header(response, "Cache-Control", "no-cache");
    set_header(response, "Vary", "Accept-Language, Cookie");
    set_header(response, "Content-Language", std::string(language_code(language)));
    set_header(response, "Content-Security-Policy", std::string(embed_policy));
    set_header(response, "Cross-Origin-Resource-Policy", "cross-origin");
    set_header(response, "Referrer-Policy", "no-referrer");
    return response;
}

TemplateData embed_data(const std::string& site, Language language, const game::View& view) {
    const engine::Match& match = view.match();
    const PageTexts page = game_page_texts(language, view.id(), match);
    EmbedTexts texts = embed_texts(language, match);
    const std::string path = "/api/v1/games/" + to_string(view.id());
    const bool is_over = match.status() == engine::Status::finished;
    return {{{"title", page.title},
             {"description", page.description},
             {"site", site + "/"},
             {"game", site + "/games/" + to_string(view.id())},
             {"picture", path + "/board?format=svg&ply=" + std::to_string(match.ply())},
             {"events", is_over ? "" : path + "/events?after=" + std::to_string(match.seq())},
             {"players", std::move(texts.players)},
             {"state", std::move(texts.state)},
             {"caption", std::move(texts.caption)}},
            {}};
}

// The game behind an address of this site; errors: no_such_game.
protocol::Result<protocol::GameId> game_at(std::string_view url, const std::string& site) {
    const std::string start = site + "/games/";
    if (url.starts_with(start)) {
        const std::string_view rest = url.substr(start.size());
        const auto id = id_in(rest.substr(0, rest.find_first_of("?#")));
        if (id) return protocol::GameId{*id};
    }
    return refusal(protocol::Code::no_such_game,
                   "No game of this server is at " + protocol::quotation(url) + ".");
}

}  // namespace

Awaitable<Reply> get_embedded_game(RequestContext& context, const Site& site, game::Views& views) {
    const Language language = language_of(context.request);
    const std::string address = address_of(context, site);
    const auto id = game_argument(context);
    auto view =
        id ? co_await views.get(*id, std::nullopt) : protocol::Result<game::View>(id.error());
    if (!view && view.error().code != protocol::Code::no_such_game) co_return view.error();
    if (view) co_return embed_page(language, 200, embed_data(address, language, *view));
    const std::string sentence(missing_game_sentence(language));
    co_return embed_page(
        language, 404, {{{"title", sentence}, {"missing", sentence}, {"site", address + "/"}}, {}});
}

Awaitable<Reply> get_oembed(RequestContext& context, const Site& site, game::Views& views) {
    const auto url = text_parameter(context.query, "url");
    if (!url) {
        co_return refusal(protocol::Code::bad_parameter, "Say which game: ?url=https://...");
    }
    const auto format = text_parameter(context.query, "format");
    if (format && *format != "json") co_return bad_word("format", *format, "json");
    constexpr std::uint32_t any = std::numeric_limits<std::uint32_t>::max();
    const auto width_max = number_parameter(context.query, "maxwidth", 1, any);
    if (!width_max) co_return width_max.error();
    const auto height_max = number_parameter(context.query, "maxheight", 1, any);
    if (!height_max) co_return height_max.error();
    const std::string address = address_of(context, site);
    const auto id = game_at(*url, address);
    if (!id) co_return id.error();
    const auto view = co_await views.get(*id, std::nullopt);
    if (!view) co_return view.error();
    const std::uint32_t width =
        std::min({width_usual, width_max->value_or(any),
                  std::max(height_max->value_or(any), lines_height + 1) - lines_height});
    const std::uint32_t height = width + lines_height;
    const std::string game = "/games/" + to_string(*id);
    protocol::OEmbed told;
    told.title = game_page_texts(language_of(context.request), *id, view->match()).title;
    told.site = address;
    told.frame = address + "/embed" + game;
    told.width = width;
    told.height = height;
    told.picture = address + game + "/preview.png";
    told.picture_width = picture::preview_width;
    told.picture_height = picture::preview_height;
    net::Response response;
    response.content_type = "application/json";
    response.body = protocol::encode_oembed(told);
    set_header(response, "Cache-Control", "public, max-age=3600");
    set_header(response, "Vary", "Accept-Language, Cookie");
    co_return response;
}

}  // namespace tanbo::http

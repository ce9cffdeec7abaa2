#include <ranges>
#include <string>

#include "engine/opening.hpp"
#include "server/api_common/status.hpp"
#include "server/game/views/views.hpp"
#include "server/http/site/handlers.hpp"
#include "server/http/site/results.hpp"
#include "server/http/site/texts.hpp"
#include "server/http/template.hpp"
#include "server/web/assets.hpp"

// The shell of the client's pages: it loads the client, which shows the page, and says by itself
// what the page is about.
namespace tanbo::http {
namespace {

// Nothing but what comes from here, and no script but the client's modules: texts of people become
// markup nowhere.
constexpr std::string_view policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types svelte-trusted-html tanbo-worker";
constexpr std::string_view permissions =
    "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), "
    "fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), "
    "payment=(), picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), "
    "xr-spatial-tracking=()";

constexpr std::string_view site_picture = "/icons/icon-512.png";

// The part of a page besides its texts.
struct Shown {
    PageTexts texts;
    std::string picture = {};  // path of the board's picture
    std::string preview = {};  // path of the picture for links elsewhere; empty: the icon
    std::string moves = {};
    std::string oembed = {};  // what other sites ask about it; empty: nothing
    Results results = {};     // of a tournament
};

std::vector<TemplateData> named(std::span<const std::string_view> names) {
    std::vector<TemplateData> all;
    for (const std::string_view name : names) all.push_back({{{"name", std::string(name)}}});
    return all;
}

// "Games – Tanbo" with the site's own name at the end.
std::string named_after(std::string title, std::string_view name) {
    constexpr std::string_view end = " – Tanbo";
    if (!title.ends_with(end)) return title;
    title.replace(title.size() - std::string_view("Tanbo").size(), std::string::npos, name);
    return title;
}

// "imprint contact" as "imprint=Imprint,contact=Contact".
std::string labelled(std::string_view pages, Language language) {
    std::string labels;
    for (const auto part : std::views::split(pages, ' ')) {
        const std::string_view name(part);
        if (name.empty()) continue;
        if (!labels.empty()) labels += ',';
        labels.append(name).append("=").append(operator_page_title(language, name));
    }
    return labels;
}

TemplateData shell_data(const RequestContext& context, const Site& site, Language language,
                        Shown shown) {
    const web::Client& client = web::client();
    const auto word = [](std::string_view text) { return std::string(text); };
    const bool is_described = context.pattern == "/" && !site.front_page.empty();
    return {{{"lang", word(language_code(language))},
             {"build", word(client.build)},
             {"epoch", site.epoch},
             {"mail", site.sends_mail ? "yes" : "no"},
             {"site_name", site.name},
             {"pages", labelled(site.pages, language)},
             {"title", named_after(std::move(shown.texts.title), site.name)},
             {"description", is_described ? site.front_page : shown.texts.description},
             {"site", address_of(context, site)},
             {"oembed", std::move(shown.oembed)},
             {"picture", std::move(shown.picture)},
             {"preview", shown.preview.empty() ? word(site_picture) : std::move(shown.preview)},
             {"card", word(shown.preview.empty() ? "summary" : "summary_large_image")},
             {"moves", std::move(shown.moves)},
             {"moves_heading", word(moves_heading(language))},
             {"script_sentence", word(script_sentence(language))},
             {"byline", page_texts(language, "/", {}).title},
             {"icon", word(web::plain().icon)},
             {"script", word(client.script)}},
            {{"styles", named(client.styles)},
             {"modules", named(client.modules)},
             {"tables", std::move(shown.results.tables)},
             {"links", std::move(shown.results.links)}}};
}

net::Response shell(const RequestContext& context, const Site& site, Language language, int status,
                    Shown shown) {
    net::Response response;
    response.status = status;
    response.content_type = "text/html; charset=utf-8";
    response.body = rendered("shell", shell_data(context, site, language, std::move(shown)));
    const bool is_own = context.identity.has_value();
    set_header(response, "Cache-Control", is_own ? "private, no-cache" : "no-cache");
    set_header(response, "Vary", "Accept-Language, Cookie");
    set_header(response, "Content-Language", std::string(language_code(language)));
    set_header(response, "Content-Security-Policy", std::string(policy));
    set_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    set_header(response, "Permissions-Policy", std::string(permissions));
    set_header(response, "Referrer-Policy", "no-referrer");
    return response;
}

net::Response missing_page(const RequestContext& context, const Site& site) {
    const Language language = language_of(context.request);
    return shell(context, site, language, 404, {missing_page_texts(language)});
}

// A game can't be read now: the client starts all the same, and tries again.
net::Response unread_page(const RequestContext& context, const Site& site,
                          const protocol::Error& error) {
    const Language language = language_of(context.request);
    net::Response response = shell(context, site, language, api_common::status_of(error),
                                   {page_texts(language, "/", {})});
    if (error.retry_after_s) {
        set_header(response, "Retry-After", std::to_string(*error.retry_after_s));
    }
    return response;
}

net::Response known_page(const RequestContext& context, const Site& site) {
    const Language language = language_of(context.request);
    return shell(context, site, language, 200,
                 {page_texts(language, context.pattern, context.arguments)});
}

// The ply that the address names, if the game has got so far.
std::optional<std::uint32_t> ply_of(const RequestContext& context, const game::View& view) {
    const auto ply = number_parameter(context.query, "ply", 0, view.match().ply());
    return ply ? *ply : std::nullopt;
}

std::string oembed_of(const RequestContext& context, const Site& site, const game::View& view) {
    if (view.match().visibility() != engine::Visibility::everyone) return {};
    return "/oembed?url=" + address_of(context, site) + "/games/" + to_string(view.id());
}

std::string picture_of(const game::View& view, std::optional<std::uint32_t> ply) {
    return "/api/v1/games/" + to_string(view.id()) + "/board?format=svg" +
           (ply ? "&ply=" + std::to_string(*ply) : "");
}

// It names the ply always: sites keep the picture by its address.
std::string preview_of(const game::View& view, std::optional<std::uint32_t> ply) {
    return "/games/" + to_string(view.id()) +
           "/preview.png?ply=" + std::to_string(ply.value_or(view.match().ply()));
}

}  // namespace

std::string address_of(const RequestContext& context, const Site& site) {
    if (!site.url.empty()) return site.url;
    return (context.request.is_secure ? "https://" : "http://") + std::string(context.request.host);
}

Awaitable<Reply> get_page(RequestContext& context, const Site& base, admin::Service& service) {
    const Site site = co_await as_set(base, service);
    co_return known_page(context, site);
}

Awaitable<Reply> get_setup_page(RequestContext& context, const Site& base,
                                admin::Service& service) {
    const Site site = co_await as_set(base, service);
    const bool is_known = engine::find_setup(context.argument()) != nullptr;
    co_return is_known ? known_page(context, site) : missing_page(context, site);
}

Awaitable<Reply> get_staff_page(RequestContext& context, const Site& base,
                                admin::Service& service) {
    const Site site = co_await as_set(base, service);
    const bool is_staff = context.identity && context.identity->role != account::Role::player;
    co_return is_staff ? known_page(context, site) : missing_page(context, site);
}

Awaitable<Reply> get_rules(RequestContext& /*context*/) {
    net::Response response;
    response.status = 302;
    set_header(response, "Location", "/help/rules");
    set_header(response, "Cache-Control", "no-cache");
    co_return response;
}

Awaitable<Reply> get_missing_page(RequestContext& context, const Site& base,
                                  admin::Service& service) {
    const Site site = co_await as_set(base, service);
    co_return missing_page(context, site);
}

Awaitable<Reply> get_game_page(RequestContext& context, const Site& base, admin::Service& service,
                               game::Views& views) {
    const Site site = co_await as_set(base, service);
    const auto id = game_argument(context);
    if (!id) co_return missing_page(context, site);
    auto view = co_await views.get(*id, context.account());
    if (!view && view.error().code == protocol::Code::no_such_game) {
        co_return missing_page(context, site);
    }
    if (!view) co_return unread_page(context, site, view.error());
    const Language language = language_of(context.request);
    const auto ply = ply_of(context, *view);
    co_return shell(context, site, language, 200,
                    {game_page_texts(language, *id, view->match()), picture_of(*view, ply),
                     preview_of(*view, ply), moves_text(language, view->match()),
                     oembed_of(context, site, *view)});
}

Awaitable<Reply> get_tournament_page(RequestContext& context, const Site& base,
                                     admin::Service& service, tournament::Reports& reports) {
    const Site site = co_await as_set(base, service);
    const auto id = id_argument<protocol::TournamentId>(
        context, 0, protocol::Code::no_such_tournament, "tournament");
    if (!id) co_return missing_page(context, site);
    const auto wanted =
        number_parameter(context.query, "round", 1, protocol::tournament_rounds_max);
    const int round = wanted && *wanted ? static_cast<int>(**wanted) : 0;
    const auto summary = co_await reports.summary(*id, round);
    if (!summary && summary.error().code == protocol::Code::no_such_tournament) {
        co_return missing_page(context, site);
    }
    if (!summary) co_return unread_page(context, site, summary.error());
    const Language language = language_of(context.request);
    Shown shown{tournament_page_texts(language, *summary)};
    shown.results = results_of(language, *id, *summary);
    co_return shell(context, site, language, 200, std::move(shown));
}

}  // namespace tanbo::http

#include <algorithm>
#include <array>

#include "protocol/people/site.hpp"
#include "server/admin/service.hpp"
#include "server/http/page.hpp"
#include "server/http/site/handlers.hpp"
#include "server/http/site/markdown.hpp"
#include "server/http/site/texts.hpp"

// The site's own settings, for anybody, and the pages that an operator owes their readers.
namespace tanbo::http {
namespace {

struct SiteText {
    std::string_view path;
    std::string protocol::SiteTexts::* text;
};

constexpr std::array<SiteText, 4> site_texts = {{
    {"/imprint", &protocol::SiteTexts::imprint},
    {"/privacy", &protocol::SiteTexts::privacy},
    {"/contact", &protocol::SiteTexts::contact},
    {"/conduct", &protocol::SiteTexts::conduct},
}};

}  // namespace

Awaitable<Reply> get_site(RequestContext& /*context*/, admin::Service& service) {
    auto site = co_await service.site();
    if (!site) co_return site.error();
    co_return shared_response(protocol::encode_site(*site));
}

Awaitable<Site> as_set(const Site& base, admin::Service& service) {
    Site site = base;
    const auto settings = co_await service.site();
    if (!settings) co_return site;
    site.name = settings->texts.name;
    site.front_page = settings->texts.front_page;
    for (const SiteText& one : site_texts) {
        if ((settings->texts.*one.text).empty()) continue;
        if (!site.pages.empty()) site.pages += ' ';
        site.pages += one.path.substr(1);
    }
    co_return site;
}

Awaitable<Reply> get_site_text(RequestContext& context, const Site& site, admin::Service& service) {
    auto settings = co_await service.site();
    if (!settings) co_return refused_page(context, settings.error());
    const auto* const shown = std::ranges::find(site_texts, context.pattern, &SiteText::path);
    const std::string& text = settings->texts.*shown->text;
    if (text.empty()) co_return co_await get_missing_page(context, site, service);
    const auto title = operator_page_title(language_of(context.request), shown->path.substr(1));
    co_return page(200, "site_text",
                   {{{"title", std::string(title)}, {"site_name", settings->texts.name}},
                    {{"blocks", markdown_blocks(text)}}});
}

}  // namespace tanbo::http

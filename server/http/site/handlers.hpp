#pragma once

#include "server/http/handler.hpp"

// Routes that are not about anybody. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- documents.cpp ---
Awaitable<Reply> get_setups(RequestContext& context);
Awaitable<Reply> get_setup(RequestContext& context);
Awaitable<Reply> get_openapi(RequestContext& context, const Site& site);
Awaitable<Reply> get_asyncapi(RequestContext& context, const Site& site);

// --- assets.cpp ---
Awaitable<Reply> get_asset(RequestContext& context);
Awaitable<Reply> get_icon(RequestContext& context);
Awaitable<Reply> get_service_worker(RequestContext& context);
Awaitable<Reply> get_manifest(RequestContext& context);
Awaitable<Reply> get_manual(RequestContext& context);
Awaitable<Reply> get_manual_page(RequestContext& context);

// --- pages.cpp ---
// The address of the server for browsers: "https://tanbo.example".
std::string address_of(const RequestContext& context, const Site& site);
Awaitable<Reply> get_page(RequestContext& context, const Site& base, admin::Service& service);
Awaitable<Reply> get_game_page(RequestContext& context, const Site& base, admin::Service& service,
                               game::Views& views);
Awaitable<Reply> get_setup_page(RequestContext& context, const Site& base, admin::Service& service);
Awaitable<Reply> get_staff_page(RequestContext& context, const Site& base, admin::Service& service);
Awaitable<Reply> get_tournament_page(RequestContext& context, const Site& base,
                                     admin::Service& service, tournament::Reports& reports);
Awaitable<Reply> get_rules(RequestContext& context);  // leads to their page of the manual
Awaitable<Reply> get_missing_page(RequestContext& context, const Site& base,
                                  admin::Service& service);

// --- embed.cpp ---
Awaitable<Reply> get_embedded_game(RequestContext& context, const Site& site, game::Views& views);
Awaitable<Reply> get_oembed(RequestContext& context, const Site& site, game::Views& views);

// --- preview.cpp ---
Awaitable<Reply> get_preview(RequestContext& context, game::Views& views);

// --- club.cpp ---
Awaitable<Reply> get_site(RequestContext& context, admin::Service& service);
// The same server by its present settings; without them, by the defaults.
Awaitable<Site> as_set(const Site& base, admin::Service& service);
// A text of the site as a page; without it there is none.
Awaitable<Reply> get_site_text(RequestContext& context, const Site& site, admin::Service& service);

// --- operations.cpp ---
Awaitable<Reply> get_health(RequestContext& context);
Awaitable<Reply> get_readiness(RequestContext& context, const Unready& unready);
Awaitable<Reply> get_metrics(RequestContext& context, const MetricsText& metrics);

}  // namespace tanbo::http

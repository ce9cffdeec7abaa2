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
Awaitable<Reply> get_page(RequestContext& context, const Site& site);
Awaitable<Reply> get_game_page(RequestContext& context, const Site& site, game::Views& views);
Awaitable<Reply> get_setup_page(RequestContext& context, const Site& site);
Awaitable<Reply> get_staff_page(RequestContext& context, const Site& site);
Awaitable<Reply> get_tournament_page(RequestContext& context, const Site& site,
                                     tournament::Reports& reports);
Awaitable<Reply> get_rules(RequestContext& context);  // leads to their page of the manual
Awaitable<Reply> get_missing_page(RequestContext& context, const Site& site);

// --- embed.cpp ---
Awaitable<Reply> get_embedded_game(RequestContext& context, const Site& site, game::Views& views);
Awaitable<Reply> get_oembed(RequestContext& context, const Site& site, game::Views& views);

// --- preview.cpp ---
Awaitable<Reply> get_preview(RequestContext& context, game::Views& views);

// --- operations.cpp ---
Awaitable<Reply> get_health(RequestContext& context);
Awaitable<Reply> get_readiness(RequestContext& context, const Unready& unready);
Awaitable<Reply> get_metrics(RequestContext& context, const MetricsText& metrics);

}  // namespace tanbo::http

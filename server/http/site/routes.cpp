#include <array>

#include "server/http/route_rows.hpp"
#include "server/http/site/handlers.hpp"

// The games that can be played, the contract, the manual and what operators ask.
namespace tanbo::http {
namespace {

constexpr std::array<std::string_view, 1> preview_parameters = {"ply"};

constexpr std::array<std::string_view, 4> oembed_parameters = {"url", "maxwidth", "maxheight",
                                                               "format"};

constexpr std::array site_table = {
    read("/api/v1/setups", handler<get_setups>),
    read("/api/v1/setups/{setup}", handler<get_setup>),
    read("/api/v1/site", handler<get_site>),
    read("/api/v1/openapi.json", handler<get_openapi>),
    read("/api/v1/asyncapi.json", handler<get_asyncapi>),
    own("/assets/{asset}", handler<get_asset>),
    own("/icons/{icon}", handler<get_icon>),
    own("/service-worker.js", handler<get_service_worker>),
    own("/manifest.webmanifest", handler<get_manifest>),
    // Of a private game to its players only.
    look("/games/{game}/preview.png", account::Scope::game_read, handler<get_preview>,
         preview_parameters),
    own("/embed/games/{game}", handler<get_embedded_game>),
    read("/oembed", handler<get_oembed>, oembed_parameters),
    own("/help", handler<get_manual>),
    own("/help/{page}", handler<get_manual_page>),
    own("/healthz", handler<get_health>),
    own("/readyz", handler<get_readiness>),
    unhurried(own("/metrics", handler<get_metrics>)),
};

}  // namespace

std::span<const Route> site_routes() {
    return site_table;
}

}  // namespace tanbo::http

#include <array>

#include "server/http/route_rows.hpp"
#include "server/http/site/handlers.hpp"

// What can be played, the contract, the page and what operators ask.
namespace tanbo::http {
namespace {

constexpr std::array table = {
    read("/api/v1/setups", get_setups),
    read("/api/v1/setups/{setup}", get_setup),
    read("/api/v1/openapi.json", get_openapi),
    read("/api/v1/asyncapi.json", get_asyncapi),
    own("/assets/{asset}", get_asset),
    own("/healthz", get_health),
    own("/readyz", get_readiness),
    own("/metrics", get_metrics),
};

}  // namespace

std::span<const Route> site_routes() {
    return table;
}

}  // namespace tanbo::http

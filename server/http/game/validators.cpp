#include "server/http/game/validators.hpp"

namespace tanbo::http {

void set_game_validators(net::Response& response, const engine::Match& match, std::string_view form,
                         Reader reader) {
    std::string etag = "W/\"" + std::to_string(match.seq()) + "-";
    etag.append(form).append("-" TANBO_VERSION "\"");
    set_header(response, "ETag", std::move(etag));
    const bool is_public =
        reader == Reader::anybody && match.visibility() == engine::Visibility::everyone;
    set_header(response, "Cache-Control", is_public ? "no-cache" : "private, no-cache");
}

std::optional<game::IdempotencyKey> idempotency_of(const Exchange& exchange) {
    if (!exchange.idempotency_key) return std::nullopt;
    game::IdempotencyKey key;
    key.scope = std::to_string(exchange.identity->account) + " POST";
    key.key = *exchange.idempotency_key;
    // A path has no line break.
    key.request = std::string(exchange.request.path) + "\n";
    key.request += exchange.request.body;
    return key;
}

}  // namespace tanbo::http

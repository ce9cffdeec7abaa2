#include "server/storage/players.hpp"

#include "protocol/requests.hpp"
#include "server/http/lobby/handlers.hpp"
#include "server/lobby/lobby.hpp"

// Players as others see them.
namespace tanbo::http {
namespace {

constexpr std::uint32_t players_page_default = 20;

}  // namespace

Awaitable<Reply> get_players(Exchange& exchange) {
    const auto limit = number_parameter(exchange.query, "limit", 1, storage::players_page_max);
    if (!limit) co_return limit.error();
    std::string prefix = text_parameter(exchange.query, "q").value_or("");
    if (prefix.size() > protocol::handle_chars_max) {
        co_return refusal(protocol::Code::bad_parameter,
                          "q has " + std::to_string(prefix.size()) +
                              " characters; a handle has at most " +
                              std::to_string(protocol::handle_chars_max) + ".");
    }
    auto cursor = text_parameter(exchange.query, "cursor");
    const int count = static_cast<int>(limit->value_or(players_page_default));
    auto page =
        co_await exchange.services.lobby.players(std::move(prefix), std::move(cursor), count);
    if (!page) co_return page.error();
    net::Response response = json_response(200, std::move(*page));
    set_header(response, "Cache-Control", "no-cache");
    co_return response;
}

Awaitable<Reply> get_player(Exchange& exchange) {
    std::string handle = exchange.argument();
    auto profile = co_await exchange.services.lobby.profile(std::move(handle));
    if (!profile) co_return profile.error();
    net::Response response = json_response(200, std::move(*profile));
    set_header(response, "Cache-Control", "no-cache");
    co_return response;
}

}  // namespace tanbo::http

#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/games/requests.hpp"
#include "server/http/lobby/handlers.hpp"
#include "server/lobby/lobby.hpp"

// Players as others see them.
namespace tanbo::http {
namespace {

constexpr std::uint32_t players_page_default = 20;

// Handles between commas. Errors: bad_parameter (too many).
protocol::Result<std::vector<std::string>> handles_of(std::string_view text) {
    std::vector<std::string> handles;
    for (const auto part : std::views::split(text, ',')) {
        handles.emplace_back(std::string_view(part));
        if (handles.size() > lobby::named_players_max) {
            return refusal(protocol::Code::bad_parameter,
                           "handles must name at most " + std::to_string(lobby::named_players_max) +
                               " players.");
        }
    }
    return handles;
}

Reply shared(protocol::Result<std::string> body) {
    if (!body) return body.error();
    return shared_response(std::move(*body));
}

Awaitable<Reply> get_named_players(RequestContext& context, lobby::Lobby& lobby,
                                   std::string_view text) {
    for (const std::string_view other : {"q", "cursor", "limit"}) {
        if (!context.query.find(other)) continue;
        co_return refusal(protocol::Code::bad_parameter,
                          "handles cannot be combined with " + std::string(other) + ".");
    }
    auto handles = handles_of(text);
    if (!handles) co_return handles.error();
    co_return shared(co_await lobby.named_players(std::move(*handles)));
}

}  // namespace

Awaitable<Reply> get_players(RequestContext& context, lobby::Lobby& lobby) {
    if (const auto handles = text_parameter(context.query, "handles")) {
        co_return co_await get_named_players(context, lobby, *handles);
    }
    auto wanted = page_parameters(context.query, players_page_default, lobby::players_page_max);
    if (!wanted) co_return wanted.error();
    std::string prefix = text_parameter(context.query, "q").value_or("");
    if (prefix.size() > protocol::handle_chars_max) {
        co_return refusal(protocol::Code::bad_parameter,
                          "q must have at most " + std::to_string(protocol::handle_chars_max) +
                              " characters; got " + std::to_string(prefix.size()) + ".");
    }
    co_return shared(
        co_await lobby.players(std::move(prefix), std::move(wanted->cursor), wanted->limit));
}

Awaitable<Reply> get_bots(RequestContext&, lobby::Lobby& lobby) {
    co_return shared(co_await lobby.bots());
}

Awaitable<Reply> get_player(RequestContext& context, lobby::Lobby& lobby) {
    co_return shared(co_await lobby.profile(std::string(context.argument())));
}

}  // namespace tanbo::http

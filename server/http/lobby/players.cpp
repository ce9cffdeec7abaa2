#include "protocol/requests.hpp"
#include "server/http/lobby/handlers.hpp"
#include "server/lobby/lobby.hpp"

// Players as others see them.
namespace tanbo::http {
namespace {

constexpr std::uint32_t players_page_default = 20;

}  // namespace

Awaitable<Reply> get_players(RequestContext& context, lobby::Lobby& lobby) {
    auto wanted = page_parameters(context.query, players_page_default, lobby::players_page_max);
    if (!wanted) co_return wanted.error();
    std::string prefix = text_parameter(context.query, "q").value_or("");
    if (prefix.size() > protocol::handle_chars_max) {
        co_return refusal(protocol::Code::bad_parameter,
                          "q must have at most " + std::to_string(protocol::handle_chars_max) +
                              " characters; got " + std::to_string(prefix.size()) + ".");
    }
    auto page = co_await lobby.players(std::move(prefix), std::move(wanted->cursor), wanted->limit);
    if (!page) co_return page.error();
    net::Response response = json_response(200, std::move(*page));
    set_header(response, "Cache-Control", "no-cache");
    co_return response;
}

Awaitable<Reply> get_bots(RequestContext&, lobby::Lobby& lobby) {
    auto bots = co_await lobby.bots();
    if (!bots) co_return bots.error();
    net::Response response = json_response(200, std::move(*bots));
    set_header(response, "Cache-Control", "no-cache");
    co_return response;
}

Awaitable<Reply> get_player(RequestContext& context, lobby::Lobby& lobby) {
    std::string handle = context.argument();
    auto profile = co_await lobby.profile(std::move(handle));
    if (!profile) co_return profile.error();
    net::Response response = json_response(200, std::move(*profile));
    set_header(response, "Cache-Control", "no-cache");
    co_return response;
}

}  // namespace tanbo::http

#include <utility>

#include "server/http/rating/handlers.hpp"
#include "server/rating/reports.hpp"

namespace tanbo::http {
namespace {

protocol::Result<rating::Page> page_of(const net::Query& query) {
    const auto limit = number_parameter(query, "limit", 1, rating::page_max);
    if (!limit) return limit.error();
    rating::Page page;
    page.cursor = text_parameter(query, "cursor");
    page.limit = static_cast<int>(limit->value_or(rating::page_default));
    return page;
}

protocol::Result<bool> flag_parameter(const net::Query& query, std::string_view name) {
    const auto text = query.find(name);
    if (!text || *text == "false") return false;
    if (*text == "true") return true;
    return refusal(
        protocol::Code::bad_parameter,
        std::string(name) + " is \"" + std::string(*text) + "\"; it must be true or false.");
}

net::Response page_response(std::string body, bool is_for_viewer) {
    net::Response response = json_response(200, std::move(body));
    set_header(response, "Cache-Control", is_for_viewer ? "private, no-cache" : "no-cache");
    return response;
}

}  // namespace

Awaitable<Reply> get_player_ratings(Exchange& exchange) {
    auto page = page_of(exchange.query);
    if (!page) co_return page.error();
    rating::RatingsQuery query;
    query.player = exchange.argument();
    query.family = text_parameter(exchange.query, "family");
    query.viewer = exchange.account();
    query.page = std::move(*page);
    auto body = co_await exchange.services.ratings.ratings(std::move(query));
    if (!body) co_return body.error();
    co_return page_response(std::move(*body), exchange.identity.has_value());
}

Awaitable<Reply> get_encounters(Exchange& exchange) {
    auto page = page_of(exchange.query);
    if (!page) co_return page.error();
    rating::EncountersQuery query;
    query.player = exchange.argument(0);
    query.opponent = exchange.argument(1);
    query.page = std::move(*page);
    auto body = co_await exchange.services.ratings.encounters(std::move(query));
    if (!body) co_return body.error();
    co_return page_response(std::move(*body), false);
}

Awaitable<Reply> get_standings(Exchange& exchange) {
    auto page = page_of(exchange.query);
    if (!page) co_return page.error();
    const auto is_provisional = flag_parameter(exchange.query, "provisional");
    if (!is_provisional) co_return is_provisional.error();
    rating::StandingsQuery query;
    query.setup = text_parameter(exchange.query, "setup");
    query.is_provisional = *is_provisional;
    query.page = std::move(*page);
    auto body = co_await exchange.services.ratings.standings(std::move(query));
    if (!body) co_return body.error();
    co_return page_response(std::move(*body), false);
}

Awaitable<Reply> get_statistics(Exchange& exchange) {
    auto setup = text_parameter(exchange.query, "setup");
    auto body = co_await exchange.services.ratings.statistics(std::move(setup));
    if (!body) co_return body.error();
    co_return page_response(std::move(*body), false);
}

}  // namespace tanbo::http

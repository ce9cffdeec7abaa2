#include <utility>

#include "server/http/rating/handlers.hpp"
#include "server/rating/reports.hpp"

namespace tanbo::http {
namespace {

protocol::Result<rating::Page> page_of(const net::Query& query) {
    auto wanted = page_parameters(query, rating::page_default, rating::page_max);
    if (!wanted) return wanted.error();
    return rating::Page{std::move(wanted->cursor), wanted->limit};
}

}  // namespace

Awaitable<Reply> get_player_ratings(RequestContext& context, rating::Reports& ratings) {
    auto page = page_of(context.query);
    if (!page) co_return page.error();
    rating::RatingsQuery query;
    query.player = context.argument();
    query.family = text_parameter(context.query, "family");
    query.viewer = context.account();
    query.page = std::move(*page);
    auto body = co_await ratings.ratings(std::move(query));
    if (!body) co_return body.error();
    co_return viewer_response(context, std::move(*body));
}

Awaitable<Reply> get_encounters(RequestContext& context, rating::Reports& ratings) {
    auto page = page_of(context.query);
    if (!page) co_return page.error();
    rating::EncountersQuery query;
    query.player = context.argument(0);
    query.opponent = context.argument(1);
    query.page = std::move(*page);
    auto body = co_await ratings.encounters(std::move(query));
    if (!body) co_return body.error();
    co_return viewer_response(context, std::move(*body));
}

Awaitable<Reply> get_standings(RequestContext& context, rating::Reports& ratings) {
    auto page = page_of(context.query);
    if (!page) co_return page.error();
    const auto is_provisional = flag_parameter(context.query, "provisional");
    if (!is_provisional) co_return is_provisional.error();
    const auto list =
        word_parameter(context.query, "list", rating::parse_list, "people, with-bots or bots");
    if (!list) co_return list.error();
    rating::StandingsQuery query;
    query.list = list->value_or(rating::StandingsList::people);
    query.setup = text_parameter(context.query, "setup");
    query.is_provisional = is_provisional->value_or(false);
    query.page = std::move(*page);
    auto body = co_await ratings.standings(std::move(query));
    if (!body) co_return body.error();
    co_return viewer_response(context, std::move(*body));
}

Awaitable<Reply> get_statistics(RequestContext& context, rating::Reports& ratings) {
    auto setup = text_parameter(context.query, "setup");
    auto body = co_await ratings.statistics(std::move(setup));
    if (!body) co_return body.error();
    co_return viewer_response(context, std::move(*body));
}

}  // namespace tanbo::http

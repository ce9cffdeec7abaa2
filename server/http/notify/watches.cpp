#include "protocol/notices.hpp"
#include "server/game/views.hpp"
#include "server/http/notify/handlers.hpp"
#include "server/notify/notices.hpp"

// What waits for somebody, and what he watches.
namespace tanbo::http {

Awaitable<Reply> get_turns(Exchange& exchange) {
    const auto with_positions = includes_position(exchange.query);
    if (!with_positions) co_return with_positions.error();
    auto wanted = *with_positions ? page_parameters(exchange.query, game::positions_page_max,
                                                    game::positions_page_max)
                                  : notice_page(exchange.query);
    if (!wanted) co_return wanted.error();
    auto page = co_await exchange.services.notices.agenda.turns(
        exchange.identity->account, std::move(wanted->cursor), wanted->limit,
        *with_positions ? &exchange.here.views : nullptr);
    if (!page) co_return page.error();
    co_return personal_response(std::move(*page));
}

Awaitable<Reply> get_watches(Exchange& exchange) {
    auto wanted = notice_page(exchange.query);
    if (!wanted) co_return wanted.error();
    auto page = co_await exchange.services.notices.agenda.watches(
        exchange.identity->account, std::move(wanted->cursor), wanted->limit);
    if (!page) co_return page.error();
    co_return personal_response(std::move(*page));
}

Awaitable<Reply> put_watch(Exchange& exchange) {
    const auto id = game_argument(exchange);
    if (!id) co_return id.error();
    auto request = protocol::decode_set_watch(exchange.request.body);
    if (!request) co_return request.error();
    auto watch = co_await exchange.services.notices.agenda.watch(
        exchange.here.views, exchange.identity->account, *id, *request);
    if (!watch) co_return watch.error();
    co_return personal_response(std::move(*watch));
}

Awaitable<Reply> delete_watch(Exchange& exchange) {
    const auto id = game_argument(exchange);
    if (!id) co_return id.error();
    auto done = co_await exchange.services.notices.agenda.unwatch(exchange.here.views,
                                                                  exchange.identity->account, *id);
    if (!done) co_return done.error();
    co_return no_content();
}

}  // namespace tanbo::http

#include "protocol/people/notices.hpp"
#include "server/game/views/views.hpp"
#include "server/http/notify/handlers.hpp"
#include "server/notify/notices.hpp"

// Things that wait for somebody, and those that they watch.
namespace tanbo::http {

Awaitable<Reply> get_turns(RequestContext& context, notify::Agenda& agenda, game::Views& views) {
    const auto with_positions = includes_position(context.query);
    if (!with_positions) co_return with_positions.error();
    auto wanted = *with_positions ? page_parameters(context.query, game::positions_page_max,
                                                    game::positions_page_max)
                                  : notice_page(context.query);
    if (!wanted) co_return wanted.error();
    auto page = co_await agenda.turns(views, context.identity->account, std::move(wanted->cursor),
                                      wanted->limit, *with_positions);
    if (!page) co_return page.error();
    co_return personal_response(std::move(*page));
}

Awaitable<Reply> get_watches(RequestContext& context, notify::Agenda& agenda) {
    auto wanted = notice_page(context.query);
    if (!wanted) co_return wanted.error();
    auto page = co_await agenda.watches(context.identity->account, std::move(wanted->cursor),
                                        wanted->limit);
    if (!page) co_return page.error();
    co_return personal_response(std::move(*page));
}

Awaitable<Reply> put_watch(RequestContext& context, notify::Agenda& agenda, game::Views& views) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    auto request = protocol::decode_set_watch(context.request.body);
    if (!request) co_return request.error();
    auto watch = co_await agenda.watch(views, context.identity->account, *id, *request);
    if (!watch) co_return watch.error();
    co_return personal_response(std::move(*watch));
}

Awaitable<Reply> delete_watch(RequestContext& context, notify::Agenda& agenda, game::Views& views) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    auto done = co_await agenda.unwatch(views, context.identity->account, *id);
    if (!done) co_return done.error();
    co_return no_content();
}

}  // namespace tanbo::http

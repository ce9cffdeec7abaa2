#include "protocol/games/events.hpp"
#include "protocol/json/names.hpp"
#include "server/game/views/views.hpp"
#include "server/http/lobby/handlers.hpp"

// Lists of games.
namespace tanbo::http {
namespace {

// An instant, or a day, which is its first instant in UTC.
std::optional<engine::Instant> parse_date(std::string_view text) {
    constexpr std::size_t day_chars = 10;
    std::string whole(text);
    if (whole.size() == day_chars) whole += "T00:00:00.000Z";
    const auto at = protocol::parse_instant(whole);
    if (!at) return std::nullopt;
    return *at;
}

protocol::Result<game::ListFilter> game_filter_of(const RequestContext& context) {
    const net::Query& query = context.query;
    constexpr std::string_view instants =
        "a day such as 2026-03-01 or an instant such as 2026-03-01T12:00:00.000Z";
    const auto order = word_parameter(query, "order", game::parse_list_order,
                                      "newest, activity, rating, watchers or ended");
    if (!order) return order.error();
    const auto status =
        word_parameter(query, "status", protocol::parse_status, "open, active or finished");
    if (!status) return status.error();
    const auto from = word_parameter(query, "from", parse_date, instants);
    if (!from) return from.error();
    const auto until = word_parameter(query, "until", parse_date, instants);
    if (!until) return until.error();
    const auto to_move =
        word_parameter(query, "to_move", game::parse_list_mover, "player or other");
    if (!to_move) return to_move.error();
    const auto rated = flag_parameter(query, "rated");
    if (!rated) return rated.error();
    game::ListFilter filter;
    filter.order = *order;
    filter.status = *status;
    filter.setup = text_parameter(query, "setup");
    filter.player = text_parameter(query, "player");
    filter.viewer = context.account();
    filter.result = text_parameter(query, "result");
    filter.from = *from;
    filter.until = *until;
    filter.rated = *rated;
    filter.opponent = text_parameter(query, "opponent");
    filter.to_move = *to_move;
    const auto with_positions = includes_position(query);
    if (!with_positions) return with_positions.error();
    filter.with_positions = *with_positions;
    return filter;
}

Awaitable<Reply> list_games(RequestContext& context, game::Views& views, game::ListFilter filter) {
    const int most = filter.with_positions ? game::positions_page_max : game::games_page_max;
    auto wanted =
        page_parameters(context.query, game::games_page_default, static_cast<std::uint32_t>(most));
    if (!wanted) co_return wanted.error();
    auto page = co_await views.list(std::move(filter), std::move(wanted->cursor), wanted->limit);
    if (!page) co_return page.error();
    co_return viewer_response(context, std::move(*page));
}

}  // namespace

Awaitable<Reply> get_games(RequestContext& context, game::Views& views) {
    auto filter = game_filter_of(context);
    if (!filter) co_return filter.error();
    co_return co_await list_games(context, views, std::move(*filter));
}

Awaitable<Reply> get_player_games(RequestContext& context, game::Views& views) {
    auto filter = game_filter_of(context);
    if (!filter) co_return filter.error();
    filter->player = context.argument();
    co_return co_await list_games(context, views, std::move(*filter));
}

}  // namespace tanbo::http

#include "server/game/views/listing.hpp"

#include <array>
#include <utility>

#include "engine/opening.hpp"
#include "protocol/json/names.hpp"
#include "server/game/summaries.hpp"
#include "server/game/time/credits.hpp"
#include "server/game/views/cursor.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/games/seat_number.hpp"

namespace tanbo::game {

namespace {

using protocol::Code;
using protocol::Result;
using store::GamesOrder;
using store::GamesQuery;

constexpr std::array<std::string_view, 5> order_names = {"newest", "activity", "rating", "watchers",
                                                         "ended"};
constexpr std::string_view cursor_version = "2:";

store::GameStatus stored(engine::Status status) {
    switch (status) {
        case engine::Status::open:
            return store::GameStatus::open;
        case engine::Status::active:
            return store::GameStatus::active;
        case engine::Status::finished:
            return store::GameStatus::finished;
    }
    return store::GameStatus::open;
}

protocol::Error bad_parameter(std::string detail) {
    return protocol::refusal(Code::bad_parameter, std::move(detail));
}

// --- cursors ---

// The list's name in its cursors.
std::string list_name(ListOrder order) {
    return std::string(cursor_version).append(list_order_name(order));
}

std::string format_end(ListOrder order, const store::GamesCursor& last) {
    return format_cursor(list_name(order), {last.key, last.id});
}

Result<std::optional<store::GamesCursor>> parse_end(ListOrder order,
                                                    const std::optional<std::string>& cursor) {
    const auto numbers = parse_cursor(list_name(order), 2, cursor);
    if (!numbers) return numbers.error();
    if (!*numbers) return std::optional<store::GamesCursor>();
    return std::optional(
        store::GamesCursor{(**numbers)[0].number(), (**numbers)[1].id<protocol::GameId>()});
}

// --- filters ---

ListOrder order_of(const ListFilter& filter) {
    const bool asks_for_ends = filter.result || filter.from || filter.until;
    return filter.order.value_or(asks_for_ends ? ListOrder::ended : ListOrder::newest);
}

std::string needs_player(std::string_view name) {
    return std::string(name) + " is only valid with player.";
}

// The status that all games of an order have; nothing for newest.
std::optional<engine::Status> status_of(ListOrder order) {
    if (order == ListOrder::newest) return std::nullopt;
    return order == ListOrder::ended ? engine::Status::finished : engine::Status::active;
}

// Why no list serves this, or nothing.
std::optional<protocol::Error> not_served(const ListFilter& filter, ListOrder order) {
    const std::string name(list_order_name(order));
    if (filter.opponent && !filter.player) return bad_parameter(needs_player("opponent"));
    if (filter.to_move) {
        if (!filter.player) return bad_parameter(needs_player("to_move"));
        const bool is_active =
            filter.status.value_or(engine::Status::active) == engine::Status::active;
        if (order != ListOrder::newest || !is_active) {
            return bad_parameter(
                "to_move is only valid with the order newest and the status active.");
        }
    }
    const auto implied = status_of(order);
    if (implied && filter.status && *filter.status != *implied) {
        return bad_parameter("The order " + name + " lists only games with the status " +
                             std::string(protocol::status_name(*implied)) +
                             ". Omit status, or choose another order.");
    }
    if (order == ListOrder::ended) return std::nullopt;
    if (filter.result || filter.from || filter.until) {
        return bad_parameter("result, from and until are only valid with the order ended; got " +
                             name + ".");
    }
    if (filter.player && order != ListOrder::newest) {
        return bad_parameter("With player, order must be newest or ended; got " + name + ".");
    }
    return std::nullopt;
}

std::optional<store::PlayerResult> player_result(std::string_view word) {
    if (word == "won") return store::PlayerResult::won;
    if (word == "lost") return store::PlayerResult::lost;
    if (word == "none") return store::PlayerResult::none;
    return std::nullopt;
}

// False if the word is neither a seat nor "none".
bool ask_won_by(GamesQuery& query, std::string_view word) {
    const auto seat = engine::parse_seat(word);
    if (!seat && word != "none") return false;
    query.won_by.emplace();
    if (seat) query.won_by->seat = store::seat_number(*seat);
    return true;
}

Result<void> set_result(GamesQuery& query, const ListFilter& filter) {
    if (!filter.result) return {};
    if (filter.player) {
        query.player_result = player_result(*filter.result);
        if (query.player_result) return {};
        return bad_parameter("With player, result must be won, lost or none; got " +
                             protocol::quotation(*filter.result) + ".");
    }
    if (ask_won_by(query, *filter.result)) return {};
    return bad_parameter("Without player, result must be the winner's seat or none; got " +
                         protocol::quotation(*filter.result) + ".");
}

}  // namespace

std::string_view list_order_name(ListOrder order) {
    return order_names.at(static_cast<std::size_t>(order));
}

std::optional<ListMover> parse_list_mover(std::string_view name) {
    if (name == "player") return ListMover::player;
    if (name == "other") return ListMover::other;
    return std::nullopt;
}

std::optional<ListOrder> parse_list_order(std::string_view name) {
    for (std::size_t i = 0; i < order_names.size(); ++i) {
        if (order_names[i] == name) return static_cast<ListOrder>(i);
    }
    return std::nullopt;
}

Result<GamesQuery> list_query(const ListFilter& filter, const std::optional<std::string>& cursor,
                              int limit) {
    if (limit < 1 || limit > games_page_max) {
        return bad_parameter("limit must be from 1 to " + std::to_string(games_page_max) +
                             "; got " + std::to_string(limit) + ".");
    }
    if (filter.setup && engine::find_setup(*filter.setup) == nullptr) {
        return protocol::no_such_setup(*filter.setup, Code::bad_parameter);
    }
    const ListOrder order = order_of(filter);
    if (auto error = not_served(filter, order)) return *error;
    GamesQuery query;
    query.order = static_cast<GamesOrder>(order);
    if (order == ListOrder::newest && filter.status) query.status = stored(*filter.status);
    query.setup = filter.setup;
    if (filter.to_move) {
        query.status = store::GameStatus::active;
        query.mover =
            *filter.to_move == ListMover::player ? store::Mover::player : store::Mover::other;
    }
    query.rated = filter.rated;
    query.from = filter.from;
    query.until = filter.until;
    query.limit = limit;
    const auto result = set_result(query, filter);
    if (!result) return result.error();
    auto before = parse_end(order, cursor);
    if (!before) return before.error();
    query.before = *before;
    return query;
}

Result<SummaryPage> list_summaries(store::Reader& reader, const ListFilter& filter,
                                   GamesQuery query) {
    if (filter.player) {
        const auto account = store::find_account(reader, store::handle_key(*filter.player));
        if (!account) {
            return protocol::no_such_player(*filter.player);
        }
        query.player = account->id;
        query.private_too = filter.viewer && *filter.viewer == account->id;
    }
    if (filter.opponent) {
        const auto account = store::find_account(reader, store::handle_key(*filter.opponent));
        if (!account) return protocol::no_such_player(*filter.opponent);
        query.opponent = account->id;
    }
    const store::GamesPage found = store::list_games(reader, query);
    SummaryPage page;
    page.games.reserve(found.games.size());
    for (const store::GameSummary& row : found.games) page.games.push_back(to_summary(row));
    if (found.next) page.next = format_end(static_cast<ListOrder>(query.order), *found.next);
    return page;
}

Result<TimedPage> list_timed(store::Reader& reader, const ListFilter& filter, GamesQuery query) {
    auto page = list_summaries(reader, filter, std::move(query));
    if (!page) return page.error();
    TimedPage timed;
    timed.has_more = page->next.has_value();
    for (protocol::GameSummary& game : page->games) {
        const bool has_clock = game.terms.clock.kind != engine::ClockKind::none;
        const auto flag = has_clock ? shown_flag(reader, game.id) : std::nullopt;
        timed.games.push_back({std::move(game), flag});
    }
    return timed;
}

Result<std::string> list_page(store::Reader& reader, const ListFilter& filter, GamesQuery query) {
    const auto page = list_summaries(reader, filter, std::move(query));
    if (!page) return page.error();
    return protocol::encode_game_page(page->games, page->next);
}

}  // namespace tanbo::game

#include "server/rating/pages.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engine/opening.hpp"
#include "protocol/json/handles.hpp"
#include "server/game/views/cursor.hpp"
#include "server/rating/ratings.hpp"
#include "server/rating/self_play.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/games/ratings.hpp"
#include "server/store/tables/games/ratings_counts.hpp"

namespace tanbo::rating {
namespace {

using protocol::AccountId;
using protocol::Code;
using protocol::refusal;
using protocol::Result;
using store::GameOrder;
using store::Reader;

Result<store::Account> player(Reader& reader, const std::string& handle) {
    auto account = store::find_account(reader, store::handle_key(handle));
    if (account) return std::move(*account);
    return protocol::no_such_player(handle);
}

Result<const engine::Setup*> setup_of(const std::optional<std::string>& id) {
    if (!id) return &engine::setups().front();
    const engine::Setup* const setup = engine::find_setup(*id);
    if (setup != nullptr) return setup;
    return protocol::no_such_setup(*id, Code::bad_parameter);
}

std::string handle_of(Reader& reader, AccountId id) {
    const auto account = store::find_account(reader, id);
    return account ? account->handle : std::string();
}

// A family by its name: a setup's id, or that of its games with bots.
Result<void> check_family(const std::optional<std::string>& family) {
    if (!family || method_of_family(*family)) return {};
    return protocol::no_such_setup(*family, Code::bad_parameter);
}

// Of the rows of a family, those that a list shows.
bool is_in(StandingsList list, const store::Account& account) {
    if (list == StandingsList::people) return true;
    return protocol::is_house_bot(account.handle) == (list == StandingsList::bots);
}

// Pages are read one row longer than they are, which tells whether another follows.
template <class Row>
bool cut(std::vector<Row>& rows, int limit) {
    if (rows.size() <= static_cast<std::size_t>(limit)) return false;
    rows.pop_back();
    return true;
}

// --- cursors of lists that run from the newest game down ---

Result<std::optional<GameOrder>> parse_order(const Page& page, std::string_view list) {
    const auto numbers = game::parse_cursor(list, 2, page.cursor);
    if (!numbers) return numbers.error();
    if (!*numbers) return std::optional<GameOrder>();
    return std::optional(
        GameOrder{(**numbers)[0].instant(), (**numbers)[1].id<protocol::GameId>()});
}

std::string format_order(const GameOrder& order, std::string_view list) {
    return game::format_cursor(list, {order.at, order.game});
}

// --- ratings ---

protocol::RatingView rating_view(const store::Rating& row) {
    protocol::RatingView view;
    view.family = row.family;
    view.method = method_name(method_of_family(row.family).value_or(Method::glicko2));
    view.rating = row.figure.rating;
    view.deviation = row.figure.deviation;
    view.is_provisional = row.is_provisional;
    view.games = row.games;
    view.wins = row.wins;
    view.last_game_at = row.at;
    return view;
}

std::vector<protocol::RatingView> rating_views(Reader& reader, AccountId account,
                                               const std::optional<std::string>& family) {
    std::vector<protocol::RatingView> views;
    if (family) {
        const auto row = store::find_rating(reader, account, *family);
        if (row) views.push_back(rating_view(*row));
        return views;
    }
    for (const auto& row : store::find_ratings(reader, account)) {
        views.push_back(rating_view(row));
    }
    return views;
}

protocol::RatedGameView game_view(Reader& reader, const store::RatedSeat& own,
                                  std::optional<protocol::AccountId> viewer) {
    const auto seats = store::rated_seats(reader, own.order.game);
    const bool is_his = std::ranges::any_of(
        seats, [viewer](const store::RatedSeat& seat) { return viewer == seat.account; });
    protocol::RatedGameView view;
    view.family = own.family;
    view.ended_at = own.order.at;
    view.place = own.place;
    view.players = static_cast<int>(seats.size());
    view.rating_before = own.before.rating;
    view.deviation_before = own.before.deviation;
    view.rating = own.after.rating;
    view.deviation = own.after.deviation;
    if (!own.is_public && !is_his) return view;
    view.game = own.order.game;
    for (const store::RatedSeat& seat : seats) {
        if (seat.account == own.account) continue;
        view.opponents.push_back({handle_of(reader, seat.account), seat.place, seat.before.rating});
    }
    return view;
}

// --- statistics ---

protocol::BalanceView no_games(int seats) {
    protocol::BalanceView balance;
    balance.seats.resize(static_cast<std::size_t>(seats));
    return balance;
}

void add_counts(protocol::BalanceView& balance, const store::SetupCounts& counts) {
    balance.games += counts.games;
    balance.plies += counts.plies;
    for (std::size_t seat = 0; seat < balance.seats.size() && seat < counts.seats.size(); ++seat) {
        balance.seats[seat].wins += counts.seats[seat].wins;
        balance.seats[seat].places += counts.seats[seat].places;
    }
}

protocol::BalanceView& part_of(protocol::StatisticsView& view, store::SwapUse swap) {
    switch (swap) {
        case store::SwapUse::off:
            return view.without_swap;
        case store::SwapUse::declined:
            return view.swap_declined;
        case store::SwapUse::taken:
            return view.swap_taken;
    }
    return view.without_swap;
}

constexpr std::array<std::string_view, 3> list_names = {"people", "with-bots", "bots"};

}  // namespace

std::string_view list_name(StandingsList list) {
    return list_names.at(static_cast<std::size_t>(list));
}

std::optional<StandingsList> parse_list(std::string_view name) {
    const auto* const found = std::ranges::find(list_names, name);
    if (found == list_names.end()) return std::nullopt;
    return static_cast<StandingsList>(found - list_names.begin());
}

Result<protocol::RatingsPage> find_ratings(Reader& reader, const RatingsQuery& query) {
    const auto known = check_family(query.family);
    if (!known) return known.error();
    const auto before = parse_order(query.page, game::lists::ratings);
    if (!before) return before.error();
    const auto account = player(reader, query.player);
    if (!account) return account.error();
    auto rows =
        store::rated_games(reader, account->id, query.family, *before, query.page.limit + 1);
    protocol::RatingsPage page;
    page.player = account->handle;
    page.ratings = rating_views(reader, account->id, query.family);
    if (cut(rows, query.page.limit)) {
        page.next = format_order(rows.back().order, game::lists::ratings);
    }
    for (const auto& row : rows) page.history.push_back(game_view(reader, row, query.viewer));
    return page;
}

Result<std::string> ratings_page(Reader& reader, const RatingsQuery& query) {
    const auto page = find_ratings(reader, query);
    if (!page) return page.error();
    return protocol::encode_ratings(*page);
}

Result<protocol::StandingsPage> find_standings(Reader& reader, const StandingsQuery& query) {
    const auto setup = setup_of(query.setup);
    if (!setup) return setup.error();
    const auto cursor = game::parse_cursor(game::lists::standings, 3, query.page.cursor);
    if (!cursor) return cursor.error();
    std::optional<store::StandingKey> after;
    std::int64_t rank = 0;
    if (*cursor) {
        after = store::StandingKey{(**cursor)[0].number(), (**cursor)[1].id<AccountId>()};
        rank = (**cursor)[2].number();
    }
    protocol::StandingsPage page;
    page.setup = (*setup)->id;
    page.method = method_name(method_of((*setup)->seats));
    page.is_provisional = query.is_provisional;
    page.list = list_name(query.list);
    const std::string family = family_of(page.setup, query.list != StandingsList::people);
    auto rows = store::standings(reader, family, query.is_provisional, after, query.page.limit + 1);
    const bool has_more = cut(rows, query.page.limit);
    for (const auto& row : rows) {
        const auto account = store::find_account(reader, row.account);
        if (!account || account->deleted_at || !is_in(query.list, *account)) continue;
        page.lines.push_back({++rank, account->handle, rating_view(row)});
    }
    if (has_more) {
        page.next = game::format_cursor(game::lists::standings,
                                        {rows.back().standing, rows.back().account, rank});
    }
    return page;
}

Result<std::string> standings_page(Reader& reader, const StandingsQuery& query) {
    const auto page = find_standings(reader, query);
    if (!page) return page.error();
    return protocol::encode_standings(*page);
}

Result<std::string> encounters_page(Reader& reader, const EncountersQuery& query) {
    const auto before = parse_order(query.page, game::lists::encounters);
    if (!before) return before.error();
    const auto one = player(reader, query.player);
    if (!one) return one.error();
    const auto other = player(reader, query.opponent);
    if (!other) return other.error();
    protocol::EncountersPage page;
    page.player = one->handle;
    page.opponent = other->handle;
    for (const auto& row : store::head_to_head(reader, one->id, other->id)) {
        page.setups.push_back({row.setup, {row.games, row.ahead, row.behind}});
    }
    auto rows = store::encounters(reader, one->id, other->id, *before, query.page.limit + 1);
    if (cut(rows, query.page.limit)) {
        page.next = format_order(rows.back().order, game::lists::encounters);
    }
    for (const auto& row : rows) {
        page.games.push_back(
            {row.order.game, row.setup, row.order.at, row.place, row.opponent_place});
    }
    return protocol::encode_encounters(page);
}

Result<std::string> statistics(Reader& reader, const std::optional<std::string>& id) {
    const auto setup = setup_of(id);
    if (!setup) return setup.error();
    protocol::StatisticsView view;
    view.setup = (*setup)->id;
    const protocol::BalanceView none = no_games((*setup)->seats);
    view.all = view.without_swap = view.swap_declined = view.swap_taken = none;
    for (const auto& counts : store::setup_counts(reader, view.setup)) {
        add_counts(view.all, counts);
        add_counts(part_of(view, counts.swap), counts);
    }
    view.self_play = self_play_of(view.setup);
    view.self_play_level = self_play_level;
    return protocol::encode_statistics(view);
}

}  // namespace tanbo::rating

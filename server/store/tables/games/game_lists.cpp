#include "server/store/tables/games/game_lists.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <limits>
#include <map>
#include <span>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/games/game_rows.hpp"

// A list is merged from walks: one for each value of those columns between the index's first and
// its order that the query leaves open. All are begun at once, and none goes further than the page
// needs. A walk yields what the index holds, never a row; rows are read for the games of the page
// only.
namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 3> results = {"won", "lost", "none"};
// The column of that name, in the words of the indexes: SQLite takes no index for a walk's only
// source if a computed column is named.
constexpr std::string_view result =
    "CASE WHEN place IS NULL THEN 'none' WHEN place = 1 THEN 'won' ELSE 'lost' END";

const Sql count_open_games = R"(
SELECT count(*) FROM (SELECT 1 FROM games {INDEXED BY games_open_by_creator}
                      WHERE creator = ?1 AND status = 'open' LIMIT ?2) AS found)";
const Sql update_rating = "UPDATE game_ranks SET rating = ?2 WHERE game = ?1";
const Sql update_watchers = "UPDATE game_ranks SET watchers = ?2 WHERE game = ?1";
const Sql clear_watchers = R"(
UPDATE game_ranks SET watchers = 0
WHERE game IN (SELECT game FROM game_ranks {INDEXED BY game_ranks_with_watchers}
               WHERE watchers > 0 LIMIT ?1))";

const Sql add_watchers = R"(
UPDATE game_ranks SET watchers = CASE WHEN watchers + ?2 > 0 THEN watchers + ?2 ELSE 0 END
WHERE game = ?1)";
const Sql select_node_watchers = "SELECT watchers FROM node_watchers WHERE node = ?1 AND game = ?2";
const Sql upsert_node_watchers = R"(
INSERT INTO node_watchers (node, game, watchers) VALUES (?1, ?2, ?3)
ON CONFLICT (node, game) DO UPDATE SET watchers = excluded.watchers)";
const Sql delete_node_watchers = "DELETE FROM node_watchers WHERE node = ?1 AND game = ?2";
const Sql select_games_of_node =
    "SELECT game FROM node_watchers WHERE node = ?1 ORDER BY game LIMIT ?2";
const Sql select_watching_nodes = "SELECT DISTINCT node FROM node_watchers ORDER BY node";

// A walk in two parts, if a key may be shared by many games: behind the cursor among those of
// its key, then those of lesser keys. (SQLite 3.40 would look at every game of the cursor's key if
// it were asked for both at once.) A walk in the order of ids has one part.
enum class PagePart : std::uint8_t { ids, tied, lesser };

enum class Winner : std::uint8_t { any, nobody, seat };

// The parameters of the text of a walk; everything else is bound.
struct Shape {
    GamesOrder order = GamesOrder::newest;
    PagePart part = PagePart::ids;
    bool by_player = false;
    Visibility visibility = Visibility::everyone;  // over a player's games
    std::optional<GameStatus> status = {};         // over games in the order of ids
    bool by_setup = false;
    bool by_result = false;       // over a player's games that have ended
    Winner winner = Winner::any;  // over games that have ended

    auto operator<=>(const Shape&) const = default;
};

// The name of an order in the table and in the names of its indexes; in the order of ids
// nothing.
struct OrderNames {
    std::string_view key;
    std::string_view index;
};

OrderNames names_of(GamesOrder order) {
    switch (order) {
        case GamesOrder::newest:
            return {};
        case GamesOrder::activity:
            return {"active_at", "activity"};
        case GamesOrder::rating:
            return {"rating", "rating"};
        case GamesOrder::watchers:
            return {"watchers", "watchers"};
        case GamesOrder::ended:
            return {"finished_at", "end"};
    }
    return {};
}

// Whether the order is one of games in progress, which have a table of their own.
bool is_ranked(GamesOrder order) {
    return order == GamesOrder::activity || order == GamesOrder::rating ||
           order == GamesOrder::watchers;
}

std::string games_index(const Shape& shape) {
    if (shape.order == GamesOrder::newest) {
        if (shape.status) return shape.by_setup ? "games_by_status_and_setup" : "games_by_status";
        return shape.by_setup ? "games_by_setup" : "games_by_visibility";
    }
    if (shape.winner != Winner::any) {
        return shape.by_setup ? "games_by_setup_winner_and_end" : "games_by_winner_and_end";
    }
    std::string index = is_ranked(shape.order) ? "game_ranks_by_" : "games_by_";
    if (shape.by_setup) index += "setup_and_";
    return index.append(names_of(shape.order).index);
}

// Writes a walk; parameters are numbered as they come.
class WalkText {
public:
    explicit WalkText(const Shape& shape)
        : shape_(shape),
          key_(names_of(shape.order).key),
          id_(shape.by_player || is_ranked(shape.order) ? "game" : "id") {}

    std::string text() && {
        sql_ = "SELECT " + (key_.empty() ? "0" : key_) + ", " + id_;
        if (shape_.by_player) {
            add_player();
        } else if (is_ranked(shape_.order)) {
            add_ranks();
        } else {
            add_games();
        }
        add_part();
        add(" LIMIT ");
        return std::move(sql_);
    }

private:
    void add_games() {
        sql_ += " FROM games {INDEXED BY " + games_index(shape_) + "} WHERE visibility = 'public'";
        if (shape_.order == GamesOrder::ended) sql_ += " AND status = 'finished'";
        add_status();
        if (shape_.by_setup) add(" AND setup = ");
        if (shape_.winner == Winner::seat) add(" AND winner = ");
        if (shape_.winner == Winner::nobody) sql_ += " AND winner IS NULL";
    }

    void add_ranks() {
        sql_ += " FROM game_ranks {INDEXED BY " + games_index(shape_) + "}";
        sql_ += " WHERE active_at IS NOT NULL";
        if (shape_.by_setup) add(" AND setup = ");
    }

    void add_player() {
        const bool is_ended = shape_.order == GamesOrder::ended;
        sql_ += " FROM game_players {INDEXED BY game_players_by_";
        sql_ += shape_.by_setup ? "setup_and_" : "";
        sql_ += !is_ended ? "status}" : shape_.by_result ? "end}" : "any_end}";
        add(" WHERE account = ");
        sql_.append(" AND visibility = '").append(word_of(visibilities, shape_.visibility)) += "'";
        if (shape_.by_setup) add(" AND setup = ");
        add_status();
        if (shape_.by_result) add(" AND " + std::string(result) + " = ");
    }

    void add_status() {
        if (!shape_.status) return;
        sql_.append(" AND status = '").append(word_of(game_statuses, *shape_.status)) += "'";
    }

    void add_part() {
        switch (shape_.part) {
            case PagePart::ids:
                add(" AND " + id_ + " < ");
                group_by(id_);
                sql_ += " ORDER BY " + id_ + " DESC";
                return;
            case PagePart::tied:
                add(" AND " + key_ + " = ");
                add(" AND " + id_ + " < ");
                return in_order();
            case PagePart::lesser:
                add(" AND " + key_ + " < ");
                add(" AND " + key_ + " >= ");
                return in_order();
        }
    }

    // By the key also if all share it: else SQLite would sort what it groups.
    void in_order() {
        group_by(key_ + ", " + id_);
        sql_ += " ORDER BY " + key_ + " DESC, " + id_ + " DESC";
    }

    // A player may sit in two seats of a game. Rows in order are grouped without being sorted.
    void group_by(const std::string& columns) {
        if (shape_.by_player) sql_ += " GROUP BY " + columns;
    }

    void add(const std::string& words) { sql_ += words + "?" + std::to_string(++parameters_); }

    const Shape& shape_;
    const std::string key_;
    const std::string id_;
    std::string sql_;
    int parameters_ = 0;
};

using Walks = std::map<Shape, Sql>;

void add_walks(Walks& walks, Shape shape) {
    for (const bool by_setup : {false, true}) {
        shape.by_setup = by_setup;
        if (shape.order == GamesOrder::newest) {
            walks.emplace(shape, WalkText(shape).text());
            continue;
        }
        for (const PagePart part : {PagePart::tied, PagePart::lesser}) {
            shape.part = part;
            walks.emplace(shape, WalkText(shape).text());
        }
    }
}

constexpr std::array<GameStatus, 3> statuses = {GameStatus::open, GameStatus::active,
                                                GameStatus::finished};

void add_walks_of_players(Walks& walks, Visibility visibility) {
    Shape shape{.by_player = true, .visibility = visibility};
    for (const GameStatus status : statuses) {
        shape.status = status;
        add_walks(walks, shape);
    }
    shape.status.reset();
    shape.order = GamesOrder::ended;
    for (const bool by_result : {false, true}) {
        shape.by_result = by_result;
        add_walks(walks, shape);
    }
}

Walks all_walks() {
    Walks walks;
    add_walks_of_players(walks, Visibility::everyone);
    add_walks_of_players(walks, Visibility::players);
    add_walks(walks, {});
    for (const GameStatus status : statuses) add_walks(walks, {.status = status});
    for (const GamesOrder order :
         {GamesOrder::activity, GamesOrder::rating, GamesOrder::watchers}) {
        add_walks(walks, {.order = order});
    }
    for (const Winner winner : {Winner::any, Winner::nobody, Winner::seat}) {
        add_walks(walks, {.order = GamesOrder::ended, .winner = winner});
    }
    return walks;
}

const Walks walks = all_walks();

Shape shape_of(const GamesQuery& query) {
    Shape shape;
    shape.order = query.order;
    shape.by_player = query.player.has_value();
    shape.status = query.status;
    shape.by_setup = query.setup.has_value();
    shape.by_result = query.player_result.has_value();
    if (query.won_by) shape.winner = query.won_by->seat ? Winner::seat : Winner::nobody;
    return shape;
}

GamesCursor start_of(const GamesQuery& query) {
    constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();
    const GamesCursor start = query.before.value_or(GamesCursor{last, static_cast<GameId>(last)});
    if (!query.until) return start;
    return std::min(start, GamesCursor{engine::number_of(*query.until), GameId{0}});
}

std::vector<PagePart> parts_of(const GamesQuery& query, const GamesCursor& start) {
    if (query.order == GamesOrder::newest) return {PagePart::ids};
    if (query.from && start.key < engine::number_of(*query.from)) return {};
    const bool may_be_tied = query.before && start.id != GameId{0};
    if (may_be_tied) return {PagePart::tied, PagePart::lesser};
    return {PagePart::lesser};
}

// Of all walks that a query leaves open.
std::vector<Shape> shapes_of(const GamesQuery& query, const GamesCursor& start) {
    std::vector<Shape> shapes;
    const auto add = [&shapes](Shape shape) {
        const bool is_any = shape.by_player && shape.order == GamesOrder::newest && !shape.status;
        if (!is_any) return shapes.push_back(shape);
        for (const GameStatus status : statuses) {
            shape.status = status;
            shapes.push_back(shape);
        }
    };
    Shape shape = shape_of(query);
    for (const PagePart part : parts_of(query, start)) {
        shape.part = part;
        shape.visibility = Visibility::everyone;
        add(shape);
        shape.visibility = Visibility::players;
        if (query.player && query.private_too) add(shape);
    }
    return shapes;
}

// One walk, as far as it is asked.
class Walk {
public:
    Walk(Reader& reader, const GamesQuery& query, const Shape& shape, const GamesCursor& start,
         int count)
        : select_(reader.read(walks.at(shape))) {
        int index = 0;
        if (query.player) select_.bind_at(++index, *query.player);
        if (query.setup) select_.bind_at(++index, *query.setup);
        if (query.player_result) select_.bind_at(++index, word_of(results, *query.player_result));
        if (query.won_by && query.won_by->seat) select_.bind_at(++index, *query.won_by->seat);
        if (shape.part != PagePart::ids) select_.bind_at(++index, start.key);
        if (shape.part != PagePart::lesser) select_.bind_at(++index, start.id);
        if (shape.part == PagePart::lesser) {
            select_.bind_at(++index, query.from.value_or(Instant::min()));
        }
        select_.bind_at(++index, count);
        advance();
    }

    // The game where it stands; nothing: it is over.
    const std::optional<GamesCursor>& game() const { return game_; }
    void advance() {
        game_.reset();
        if (select_.step()) game_ = {select_.integer(0), select_.id<GameId>(1)};
    }

private:
    Query select_;
    std::optional<GamesCursor> game_;
};

using Found = std::vector<GamesCursor>;

// All walks of a query, merged: the first `count` games in order.
class MergedWalks {
public:
    MergedWalks(Reader& reader, const GamesQuery& query, int count) {
        const GamesCursor start = start_of(query);
        for (const Shape& shape : shapes_of(query, start)) {
            open_.emplace_back(reader, query, shape, start, count);
        }
    }

    // The next games, up to `count`; fewer: there are no more.
    Found take(std::size_t count) {
        Found found;
        found.reserve(count);
        while (found.size() < count) {
            const auto next = std::ranges::max_element(open_, {}, &Walk::game);  // nothing is least
            if (next == open_.end() || !next->game()) break;
            found.push_back(*next->game());
            next->advance();
        }
        return found;
    }

private:
    std::deque<Walk> open_;
};

std::vector<GameId> ids_of(std::span<const GamesCursor> found) {
    std::vector<GameId> games;
    games.reserve(found.size());
    for (const GamesCursor& one : found) games.push_back(one.id);
    return games;
}

// A cursor behind the first `count`. Few games share a key: the next page mostly has one part.
GamesCursor cursor_behind(const Found& found, std::size_t count) {
    const GamesCursor& last = found[count - 1];
    return found[count].key == last.key ? last : GamesCursor{last.key, GameId{0}};
}

// Whether no index holds all that is asked.
bool has_to_examine(const GamesQuery& query) {
    return query.rated || query.opponent || query.mover;
}

bool moves_as_asked(const GameSummary& game, const GamesQuery& query) {
    if (!game.to_move) return false;
    const bool is_player = game.players.at(*game.to_move).account == query.player;
    return is_player == (*query.mover == Mover::player);
}

// Whether a game is one of those that no index holds.
bool fits(const GameSummary& game, const GamesQuery& query) {
    if (query.rated && game.terms.rated != *query.rated) return false;
    if (query.mover && !moves_as_asked(game, query)) return false;
    return !query.opponent || std::ranges::any_of(game.players, [&](const GamePlayer& player) {
        return player.account == query.opponent;
    });
}

// A page for which every game is read before it is known whether it fits.
GamesPage examine(Reader& reader, const GamesQuery& query, std::size_t limit) {
    constexpr std::size_t chunk = 50;  // of one statement
    MergedWalks walks_of_query(reader, query, games_examined_max + 1);
    GamesPage page;
    GamesCursor last_given;
    Found examined = walks_of_query.take(1);
    for (std::size_t count = 0; count < examined.size() && count < games_examined_max;) {
        const std::size_t wanted = std::min(chunk, games_examined_max - count);
        std::ranges::copy(walks_of_query.take(count + wanted + 1 - examined.size()),
                          std::back_inserter(examined));
        const auto some =
            std::span(examined).subspan(count, std::min(wanted, examined.size() - count));
        auto games = find_games(reader, ids_of(some));
        for (std::size_t i = 0; i < games.size(); ++i) {
            if (!fits(games[i], query)) continue;
            if (page.games.size() == limit) {
                page.next = cursor_behind({last_given, some[i]}, 1);
                return page;
            }
            last_given = some[i];
            page.games.push_back(std::move(games[i]));
        }
        count += some.size();
        if (count == games_examined_max && examined.size() > count) {
            page.next = cursor_behind(examined, count);
        }
    }
    return page;
}

}  // namespace

bool is_served(const GamesQuery& query) {
    const bool is_newest = query.order == GamesOrder::newest;
    const bool is_ended = query.order == GamesOrder::ended;
    if (query.status && !is_newest) return false;
    if (query.player && !is_newest && !is_ended) return false;
    if ((query.from || query.until) && !is_ended) return false;
    if (query.player_result && !(is_ended && query.player)) return false;
    if (query.opponent && !query.player) return false;
    if (query.mover && !(query.player && query.status == GameStatus::active)) return false;
    return !(query.won_by && (!is_ended || query.player));
}

GamesPage list_games(Reader& reader, const GamesQuery& query) {
    const int limit = std::clamp(query.limit, 1, games_page_max);
    const auto most = static_cast<std::size_t>(limit);
    if (has_to_examine(query)) return examine(reader, query, most);
    const Found found = MergedWalks(reader, query, limit + 1).take(most + 1);
    const std::size_t count = std::min(found.size(), most);
    GamesPage page;
    page.games = find_games(reader, ids_of(std::span(found).first(count)));
    if (found.size() > count) page.next = cursor_behind(found, count);
    return page;
}

int open_games_of(Reader& reader, AccountId creator, int limit) {
    Query count = reader.read(count_open_games);
    count.bind(creator, limit).step();
    return static_cast<int>(count.integer(0));
}

void set_game_rating(Transaction& transaction, GameId game, std::int64_t rating) {
    transaction.write(update_rating).run(game, rating);
}

void set_watchers(Transaction& transaction, GameId game, std::int64_t watchers) {
    transaction.write(update_watchers).run(game, watchers);
}

int forget_watchers(Transaction& transaction, int limit) {
    return static_cast<int>(transaction.write(clear_watchers).run(limit));
}

void set_node_watchers(Transaction& transaction, std::int64_t node, GameId game,
                       std::int64_t watchers) {
    std::int64_t former = 0;
    {
        Query select = transaction.read(select_node_watchers);
        if (select.bind(node, game).step()) former = select.integer(0);
    }
    if (watchers == former) return;
    if (watchers == 0) {
        transaction.write(delete_node_watchers).run(node, game);
    } else {
        transaction.write(upsert_node_watchers).run(node, game, watchers);
    }
    transaction.write(add_watchers).run(game, watchers - former);
}

int forget_node_watchers(Transaction& transaction, std::int64_t node, int limit) {
    const auto games =
        transaction.read(select_games_of_node).bind(node, limit).first_column<GameId>();
    for (const GameId game : games) set_node_watchers(transaction, node, game, 0);
    return static_cast<int>(games.size());
}

std::vector<std::int64_t> nodes_with_watchers(Reader& reader) {
    return reader.read(select_watching_nodes).bind().first_column();
}

}  // namespace tanbo::store

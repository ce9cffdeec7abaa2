#include "server/storage/game_lists.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "server/storage/error.hpp"
#include "server/storage/game_rows.hpp"

// A list is merged from walks: one for each value of those columns between the index's first and
// its order that the query leaves open. A walk yields what the index holds, never a row; rows are
// read for the games of the page only.
namespace tanbo::storage {
namespace {

constexpr std::array<std::string_view, 3> results = {"won", "lost", "none"};

constexpr std::string_view count_open = R"(
SELECT count(*) FROM (SELECT 1 FROM games INDEXED BY games_open_by_creator
                      WHERE creator = ?1 AND status = 'open' LIMIT ?2))";
constexpr std::string_view update_rating = "UPDATE games SET rating = ?2 WHERE id = ?1";
constexpr std::string_view update_watchers = "UPDATE games SET watchers = ?2 WHERE id = ?1";
constexpr std::string_view clear_watchers = R"(
UPDATE games SET watchers = 0
WHERE id IN (SELECT id FROM games INDEXED BY games_with_watchers WHERE watchers > 0 LIMIT ?1))";

// A walk in two parts, where a key may be shared by many games: behind the cursor among those of
// its key, then those of lesser keys. (SQLite 3.40 would look at every game of the cursor's key if
// it were asked for both at once.) A walk in the order of ids has one part.
enum class Part : std::uint8_t { ids, tied, lesser };

// The parameters of a walk: ?1 and ?2 the cursor, ?3 the limit, ?4 the least key, ?5 the setup;
// over games ?6 the status and ?7 the winner; by player ?6 the account, ?7 the visibility and ?8
// the status or the result.

// What an order is called in the table and in the names of its indexes; in the order of ids
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

std::string games_index(const GamesQuery& query) {
    if (query.order == GamesOrder::newest) {
        if (query.status) return query.setup ? "games_by_status_and_setup" : "games_by_status";
        return query.setup ? "games_by_setup" : "games_by_visibility";
    }
    if (query.won_by) {
        return query.setup ? "games_by_setup_winner_and_end" : "games_by_winner_and_end";
    }
    std::string index = query.setup ? "games_by_setup_and_" : "games_by_";
    return index.append(names_of(query.order).index);
}

// What is in order already is grouped without being sorted.
std::string ordered(Part part, std::string_view key, const std::string& id) {
    const std::string column(key);
    switch (part) {
        case Part::ids:
            return " AND " + id + " < ?2 GROUP BY " + id + " ORDER BY " + id + " DESC LIMIT ?3";
        case Part::tied:
            return " AND " + column + " = ?1 AND " + id + " < ?2 GROUP BY " + id + " ORDER BY " +
                   id + " DESC LIMIT ?3";
        case Part::lesser:
            return " AND " + column + " < ?1 AND " + column + " >= ?4 GROUP BY " + column + ", " +
                   id + " ORDER BY " + column + " DESC, " + id + " DESC LIMIT ?3";
    }
    return {};
}

// The order's column, and in the order of ids nothing.
std::string selected(std::string_view key) {
    return key.empty() ? "0" : std::string(key);
}

// A walk over public games.
std::string games_statement(const GamesQuery& query, Part part) {
    const std::string_view key = names_of(query.order).key;
    std::string sql = "SELECT " + selected(key) + ", id FROM games INDEXED BY " +
                      games_index(query) + " WHERE visibility = 'public'";
    if (query.order == GamesOrder::ended) {
        sql += " AND status = 'finished'";
    } else if (query.order != GamesOrder::newest) {
        sql += " AND status = 'active'";
    } else if (query.status) {
        sql += " AND status = ?6";
    }
    sql += query.setup ? " AND setup = ?5" : "";
    sql += query.won_by ? " AND winner IS ?7" : "";
    return sql + ordered(part, key, "id");
}

// A walk over a player's games. Somebody may sit in two seats of a game, hence the groups.
std::string player_statement(const GamesQuery& query, Part part) {
    const bool is_ended = query.order == GamesOrder::ended;
    const std::string_view key = names_of(query.order).key;
    std::string sql =
        "SELECT " + selected(key) + ", game FROM game_players INDEXED BY game_players_by_";
    sql += query.setup ? "setup_and_" : "";
    sql += is_ended ? "end" : "status";
    sql += " WHERE account = ?6 AND visibility = ?7";
    sql += query.setup ? " AND setup = ?5" : "";
    sql += is_ended ? " AND status = 'finished' AND result = ?8" : " AND status = ?8";
    return sql + ordered(part, key, "game");
}

using Found = std::vector<GamesCursor>;

// Executes the walks of one query.
class Walker {
public:
    Walker(Reader& reader, const GamesQuery& query, int count)
        : reader_(reader), query_(query), count_(count), start_(start_of(query)) {}

    void walk_games() {
        walk(games_statement, [this](Query& select) {
            if (query_.status) select.bind_at(6, word_of(game_statuses, *query_.status));
            if (query_.won_by) select.bind_at(7, query_.won_by->seat);
        });
    }

    // `ending` is a status, or a result of games that have ended.
    void walk_player(Visibility visibility, std::string_view ending) {
        walk(player_statement, [&](Query& select) {
            select.bind_at(6, *query_.player);
            select.bind_at(7, word_of(visibilities, visibility)).bind_at(8, ending);
        });
    }

    // In order, each game once.
    Found found() && {
        std::ranges::sort(found_, std::greater());
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        return std::move(found_);
    }

private:
    static GamesCursor start_of(const GamesQuery& query) {
        constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();
        GamesCursor start = query.before.value_or(GamesCursor{last, static_cast<GameId>(last)});
        if (query.until) start = std::min(start, GamesCursor{*query.until, GameId{0}});
        return start;
    }

    std::vector<Part> parts() const {
        if (query_.order == GamesOrder::newest) return {Part::ids};
        if (query_.from && start_.key < *query_.from) return {};
        if (start_ == query_.before) return {Part::tied, Part::lesser};
        return {Part::lesser};
    }

    template <class Bind>
    void walk(std::string (*statement)(const GamesQuery&, Part), const Bind& bind) {
        int left = count_;
        for (const Part part : parts()) {
            Query select = reader_.read(statement(query_, part));
            if (part != Part::ids) select.bind_at(1, start_.key);
            if (part != Part::lesser) select.bind_at(2, start_.id);
            constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
            if (part == Part::lesser) select.bind_at(4, query_.from.value_or(least));
            select.bind_at(3, left);
            if (query_.setup) select.bind_at(5, *query_.setup);
            bind(select);
            for (; select.step(); --left) {
                found_.push_back({select.integer(0), select.id<GameId>(1)});
            }
        }
    }

    Reader& reader_;
    const GamesQuery& query_;
    int count_;
    GamesCursor start_;
    Found found_;
};

// The endings that a query by player leaves open.
std::vector<std::string_view> endings_of(const GamesQuery& query) {
    if (query.order == GamesOrder::ended) {
        if (query.player_result) return {word_of(results, *query.player_result)};
        return {results.begin(), results.end()};
    }
    if (query.status) return {word_of(game_statuses, *query.status)};
    return {game_statuses.begin(), game_statuses.end()};
}

Found find_page(Reader& reader, const GamesQuery& query, int count) {
    Walker walker(reader, query, count);
    if (!query.player) {
        walker.walk_games();
        return std::move(walker).found();
    }
    for (const std::string_view ending : endings_of(query)) {
        walker.walk_player(Visibility::everyone, ending);
        if (query.private_too) walker.walk_player(Visibility::players, ending);
    }
    return std::move(walker).found();
}

void set_column(Transaction& transaction, std::string_view sql, GameId game, std::int64_t value) {
    if (transaction.write(sql).run(game, value) == 1) return;
    throw StorageError(Fault::constraint, "There is no row of the game.");
}

}  // namespace

bool is_served(const GamesQuery& query) {
    const bool is_newest = query.order == GamesOrder::newest;
    const bool is_ended = query.order == GamesOrder::ended;
    if (query.status && !is_newest) return false;
    if (query.player && !is_newest && !is_ended) return false;
    if ((query.from || query.until) && !is_ended) return false;
    if (query.player_result && !(is_ended && query.player)) return false;
    return !(query.won_by && (!is_ended || query.player));
}

GamesPage list_games(Reader& reader, const GamesQuery& query) {
    const int limit = std::clamp(query.limit, 1, games_page_max);
    const Found found = find_page(reader, query, limit + 1);
    const std::size_t count = std::min(found.size(), static_cast<std::size_t>(limit));
    GamesPage page;
    for (std::size_t i = 0; i < count; ++i) {
        page.games.push_back(find_game(reader, found[i].id).value());
    }
    if (found.size() > count) page.next = found[count - 1];
    return page;
}

int open_games_of(Reader& reader, AccountId creator, int limit) {
    Query count = reader.read(count_open);
    count.bind(creator, limit).step();
    return static_cast<int>(count.integer(0));
}

void set_game_rating(Transaction& transaction, GameId game, std::int64_t rating) {
    set_column(transaction, update_rating, game, rating);
}

void set_watchers(Transaction& transaction, GameId game, std::int64_t watchers) {
    set_column(transaction, update_watchers, game, watchers);
}

int forget_watchers(Transaction& transaction, int limit) {
    return static_cast<int>(transaction.write(clear_watchers).run(limit));
}

}  // namespace tanbo::storage

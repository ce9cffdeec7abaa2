// The cost of a page of every list of games, with few games in the database and with many:
//
//     tanbo_bench_lists [FEW [MANY [RATIO]]]
//
// Fills two databases with FEW (1,000) and MANY (1,000,000) games, reads a first page and pages
// from far down in every list that there is, in turns from both, and prints the median of the
// ratios of their costs, which other work on the machine hardly changes. Exits with 1 if a list
// costs more than RATIO (3) times as much, or if a page that is counted off from the start, as a
// control, does not.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/games/game_lists.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::store {
namespace {

using SteadyTime = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;

constexpr int rows_a_page = 10;
constexpr int rounds = 41;
constexpr int games_a_job = 50'000;
constexpr std::int64_t span_ms = 1'000'000'000;  // games ended and moved in within it

// Half of all games are the first account's; the rest are spread over all.
const Sql insert_accounts = R"(
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
INSERT INTO accounts (handle, handle_key, kind, created_at)
SELECT 'player-' || i, 'player-' || i, 'guest', 0 FROM n)";
// 7919, 104729 and 15485863 are primes: they spread what follows from the number of a game.
const Sql insert_games = R"(
WITH RECURSIVE n (i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2),
drawn (i, way, at) AS (SELECT i, (i * 7919) % 10007, (i * 15485863) % ?3 FROM n),
staged (i, way, at, status) AS (
    SELECT i, way, at, CASE WHEN way % 10 = 0 THEN 'open' WHEN way % 10 < 4 THEN 'active'
                            ELSE 'finished' END
    FROM drawn)
INSERT INTO games (id, setup, creator, visibility, created_at, status, seq, ply, to_move, winner,
                   updated_at, started_at, finished_at, end_reason)
SELECT i, CASE WHEN way % 3 = 0 THEN '9x9' ELSE '19x19' END, 1,
       CASE WHEN way % 7 = 0 THEN 'private' ELSE 'public' END, at, status, 9, 8,
       CASE status WHEN 'active' THEN 0 END,
       CASE WHEN status = 'finished' AND way % 4 > 0 THEN way % 2 END, at,
       CASE WHEN status <> 'open' THEN at END, CASE status WHEN 'finished' THEN at END,
       CASE status WHEN 'finished' THEN 'last-standing' END
FROM staged)";
const Sql insert_ranks = R"(
INSERT INTO game_ranks (game, setup, active_at, rating, watchers)
SELECT id, setup, CASE status WHEN 'active' THEN updated_at - updated_at % 60000 END,
       1000 + (id * 104729) % 1000, max((id * 7919) % 10007 % 20 - 10, 0)
FROM games WHERE id BETWEEN ?1 AND ?2 AND visibility = 'public' AND status <> 'finished')";
const Sql insert_players = R"(
INSERT INTO game_players (game, seat, account, state, place, status, visibility, setup, finished_at)
SELECT g.id, s.seat, CASE WHEN g.id % 2 = s.seat THEN 1 + (g.id % 499) * s.seat
                          ELSE 1 + g.id % 500 END,
       'in', CASE WHEN g.winner IS NOT NULL THEN 1 + (g.winner <> s.seat) END,
       g.status, g.visibility, g.setup, g.finished_at
FROM games AS g JOIN (SELECT 0 AS seat UNION ALL SELECT 1) AS s
WHERE g.id BETWEEN ?1 AND ?2)";
const Sql select_counted_off = R"(
SELECT id FROM games INDEXED BY games_by_visibility WHERE visibility = 'public'
ORDER BY id DESC LIMIT ?1 OFFSET ?2)";

double since(SteadyTime::time_point start) {
    return Microseconds(SteadyTime::now() - start).count();
}

// A database of its own with so many games.
class Stock {
public:
    explicit Stock(int games) : games_(games), database_(options()) {
        const auto start = SteadyTime::now();
        GroupCommit writer(database_);
        writer.write([](Transaction& transaction) { transaction.write(insert_accounts).run(); });
        for (int first = 1; first <= games; first += games_a_job) {
            const int last = std::min(games, first + games_a_job - 1);
            writer.write([first, last](Transaction& transaction) {
                transaction.write(insert_games).run(first, last, span_ms);
                transaction.write(insert_ranks).run(first, last);
                transaction.write(insert_players).run(first, last);
            });
        }
        std::printf("filled a database with %d games in %.0f s\n", games, since(start) / 1e6);
    }

    // Of reading a page, in microseconds. `is_far`: behind one that is far down, in each round
    // another.
    double cost(GamesQuery query, bool is_far, int round) {
        return database_.read([&](Reader& reader) {
            if (is_far) {
                query.before = far_down(query.order, round);
                query.before = list_games(reader, query).next;
                if (!query.before) full_ = false;
            }
            return warm_cost([&] {
                if (list_games(reader, query).games.size() != rows_a_page) full_ = false;
            });
        });
    }
    // Whether all pages so far were full, since it was asked for last.
    bool take_full() { return std::exchange(full_, true); }

    double cost_counted_off(int round) {
        return database_.read([&](Reader& reader) {
            return warm_cost([&] {
                Query select = reader.read(select_counted_off);
                select.bind(rows_a_page, games_ / 3 + round);
                while (select.step()) {
                }
            });
        });
    }

private:
    DatabaseOptions options() const {
        DatabaseOptions options;
        options.path = folder_.path() / "tanbo.db";
        return options;
    }

    GamesCursor far_down(GamesOrder order, int round) const {
        const GameId id{games_ / 2 + round};
        switch (order) {
            case GamesOrder::newest:
                return {0, id};
            case GamesOrder::activity:
            case GamesOrder::ended:
                return {span_ms - 200'000 * (round + 1), id};
            case GamesOrder::rating:
                return {1500 + round, id};
            case GamesOrder::watchers:
                return {1 + round % 5, id};
        }
        return {};
    }

    // The cost of the second time, without the disk's.
    template <class Page>
    static double warm_cost(const Page& page) {
        page();
        const auto start = SteadyTime::now();
        page();
        return since(start);
    }

    test::TemporaryFolder folder_;
    int games_;
    Database database_;
    bool full_ = true;
};

// --- the lists ---

struct List {
    std::string name;
    GamesQuery query;
};

using Lists = std::vector<List>;

// Every list as it is, and narrowed down in one more way.
template <class Narrow>
void narrow(Lists& lists, const std::string& name, const Narrow& how) {
    for (std::size_t i = 0, count = lists.size(); i < count; ++i) {
        List more = lists[i];
        more.name += name;
        how(more.query);
        if (is_served(more.query)) lists.push_back(std::move(more));
    }
}

Lists all_lists() {
    Lists lists;
    const std::pair<const char*, GamesOrder> orders[] = {{"newest", GamesOrder::newest},
                                                         {"activity", GamesOrder::activity},
                                                         {"rating", GamesOrder::rating},
                                                         {"watchers", GamesOrder::watchers},
                                                         {"ended", GamesOrder::ended}};
    for (const auto& [name, order] : orders) {
        lists.push_back({name, {.order = order, .limit = rows_a_page}});
    }
    narrow(lists, " status", [](GamesQuery& query) { query.status = GameStatus::finished; });
    narrow(lists, " setup", [](GamesQuery& query) { query.setup = "9x9"; });
    narrow(lists, " player", [](GamesQuery& query) {
        query.player = AccountId{1};
        query.private_too = true;
    });
    narrow(lists, " won", [](GamesQuery& query) { query.player_result = PlayerResult::won; });
    narrow(lists, " won-by", [](GamesQuery& query) { query.won_by = WonBy{SeatNumber{1}}; });
    narrow(lists, " until", [](GamesQuery& query) {
        query.from = engine::instant_of(1'000);
        query.until = engine::instant_of(span_ms - 1'000);
    });
    return lists;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

// Of costs in a small and in a large database, read in turns. Prints them.
template <class Cost>
double compare(const std::string& name, Stock& small, Stock& large, const Cost& cost) {
    std::vector<double> few;
    std::vector<double> many;
    std::vector<double> ratios;
    for (int round = 0; round < rounds; ++round) {
        few.push_back(cost(small, round));
        many.push_back(cost(large, round));
        ratios.push_back(many.back() / few.back());
    }
    const double ratio = median(std::move(ratios));
    std::printf("%-38s %10.1f %10.1f %6.2f\n", name.c_str(), median(std::move(few)),
                median(std::move(many)), ratio);
    return ratio;
}

int run(int few, int many, double ratio_max) {
    Stock small(few);
    Stock large(many);
    int failures = 0;
    std::printf("%-38s %10s %10s %6s\n", "page", "few, us", "many, us", "ratio");
    for (const List& list : all_lists()) {
        for (const bool is_far : {false, true}) {
            const double ratio = compare(
                list.name + (is_far ? ", far down" : ""), small, large,
                [&](Stock& stock, int round) { return stock.cost(list.query, is_far, round); });
            if (ratio > ratio_max) ++failures;
            if (!small.take_full() || !large.take_full()) {
                std::printf("  not comparable: a page was not full\n");
                ++failures;
            }
        }
    }
    const double control =
        compare("control: counted off", small, large,
                [](Stock& stock, int round) { return stock.cost_counted_off(round); });
    if (control <= ratio_max) ++failures;
    std::printf("%d failures; a list may cost %.1f times as much, the control must cost more\n",
                failures, ratio_max);
    return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tanbo::store

int main(int count, char** arguments) {
    const int few = count > 1 ? std::atoi(arguments[1]) : 1'000;
    const int many = count > 2 ? std::atoi(arguments[2]) : 1'000'000;
    const double ratio_max = count > 3 ? std::atof(arguments[3]) : 3;
    return tanbo::store::run(few, many, ratio_max);
}

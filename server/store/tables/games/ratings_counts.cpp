#include "server/store/tables/games/ratings_counts.hpp"

#include <array>
#include <limits>
#include <utility>

#include "server/store/names.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 3> swap_uses = {"off", "declined", "taken"};

const Sql count_finished = R"(
INSERT INTO reliability (account, finished, "left") VALUES (?1, ?2, ?3)
ON CONFLICT (account) DO UPDATE SET finished = reliability.finished + ?2,
    "left" = reliability."left" + ?3)";
const Sql select_reliability = R"(SELECT finished, "left" FROM reliability WHERE account = ?1)";
const Sql insert_encounter = R"(
INSERT INTO encounters (one, other, at, game, setup, place_one, place_other)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7))";
const Sql delete_encounter_row =
    "DELETE FROM encounters WHERE one = ?1 AND other = ?2 AND at = ?3 AND game = ?4";
// Rows begin at zero, since a later addition may be negative. A row at zero is deleted.
const Sql begin_head_to_head = R"(
INSERT INTO head_to_head (one, other, setup, games, ahead_one, ahead_other)
VALUES (?1, ?2, ?3, 0, 0, 0) ON CONFLICT (one, other, setup) DO NOTHING)";
const Sql count_encounter = R"(
UPDATE head_to_head
SET games = games + ?4, ahead_one = ahead_one + ?5, ahead_other = ahead_other + ?6
WHERE one = ?1 AND other = ?2 AND setup = ?3)";
const Sql end_head_to_head =
    "DELETE FROM head_to_head WHERE one = ?1 AND other = ?2 AND setup = ?3 AND games = 0";
const Sql select_head_to_head = R"(
SELECT setup, games, ahead_one, ahead_other FROM head_to_head
WHERE one = ?1 AND other = ?2 ORDER BY setup)";
const Sql select_encounters = R"(
SELECT at, game, setup, place_one, place_other FROM encounters
WHERE one = ?1 AND other = ?2 AND (at, game) < (?3, ?4) ORDER BY at DESC, game DESC LIMIT ?5)";
const Sql begin_setup = R"(
INSERT INTO setup_statistics (setup, swap, games, plies) VALUES (?1, ?2, 0, 0)
ON CONFLICT (setup, swap) DO NOTHING)";
const Sql count_setup = R"(
UPDATE setup_statistics SET games = games + ?3, plies = plies + ?4
WHERE setup = ?1 AND swap = ?2)";
const Sql end_setup = "DELETE FROM setup_statistics WHERE setup = ?1 AND swap = ?2 AND games = 0";
const Sql begin_seat = R"(
INSERT INTO seat_statistics (setup, swap, seat, wins, places)
VALUES (?1, ?2, ?3, 0, 0) ON CONFLICT (setup, swap, seat) DO NOTHING)";
const Sql count_seat = R"(
UPDATE seat_statistics SET wins = wins + ?4, places = places + ?5
WHERE setup = ?1 AND swap = ?2 AND seat = ?3)";
const Sql end_seats = "DELETE FROM seat_statistics WHERE setup = ?1 AND swap = ?2";
const Sql select_setup = "SELECT games, plies FROM setup_statistics WHERE setup = ?1 AND swap = ?2";
const Sql select_seat_statistics = R"(
SELECT wins, places FROM seat_statistics WHERE setup = ?1 AND swap = ?2 ORDER BY seat)";

// The two in the order of their ids, as rows name them.
struct Pair {
    AccountId one;
    AccountId other;
    bool is_turned;
};

Pair pair_of(AccountId player, AccountId opponent) {
    const bool is_turned = opponent < player;
    return {is_turned ? opponent : player, is_turned ? player : opponent, is_turned};
}

void count(Transaction& transaction, const Pair& pair, const Encounter& encounter, int by) {
    int ahead_one = encounter.place < encounter.opponent_place ? by : 0;
    int ahead_other = encounter.opponent_place < encounter.place ? by : 0;
    if (pair.is_turned) std::swap(ahead_one, ahead_other);
    transaction.write(begin_head_to_head).run(pair.one, pair.other, encounter.setup);
    transaction.write(count_encounter)
        .run(pair.one, pair.other, encounter.setup, by, ahead_one, ahead_other);
    transaction.write(end_head_to_head).run(pair.one, pair.other, encounter.setup);
}

}  // namespace

void count_reliability(Transaction& transaction, AccountId account, bool has_left) {
    transaction.write(count_finished).run(account, has_left ? 0 : 1, has_left ? 1 : 0);
}

Reliability find_reliability(Reader& reader, AccountId account) {
    Query select = reader.read(select_reliability);
    if (!select.bind(account).step()) return {};
    return {select.integer(0), select.integer(1)};
}

void add_encounter(Transaction& transaction, const Encounter& encounter) {
    const Pair pair = pair_of(encounter.player, encounter.opponent);
    int place_one = encounter.place;
    int place_other = encounter.opponent_place;
    if (pair.is_turned) std::swap(place_one, place_other);
    transaction.write(insert_encounter)
        .run(pair.one, pair.other, encounter.order.at, encounter.order.game, encounter.setup,
             place_one, place_other);
    count(transaction, pair, encounter, 1);
}

void delete_encounter(Transaction& transaction, const Encounter& encounter) {
    const Pair pair = pair_of(encounter.player, encounter.opponent);
    const std::int64_t rows =
        transaction.write(delete_encounter_row)
            .run(pair.one, pair.other, encounter.order.at, encounter.order.game);
    if (rows == 1) count(transaction, pair, encounter, -1);
}

bool have_met(Reader& reader, AccountId player, AccountId opponent) {
    return player != opponent && !head_to_head(reader, player, opponent).empty();
}

std::vector<HeadToHead> head_to_head(Reader& reader, AccountId player, AccountId opponent) {
    const Pair pair = pair_of(player, opponent);
    std::vector<HeadToHead> rows;
    Query select = reader.read(select_head_to_head);
    select.bind(pair.one, pair.other);
    while (select.step()) {
        HeadToHead& row = rows.emplace_back();
        row.setup = select.text(0);
        row.games = select.integer(1);
        row.ahead = select.integer(pair.is_turned ? 3 : 2);
        row.behind = select.integer(pair.is_turned ? 2 : 3);
    }
    return rows;
}

std::vector<Encounter> encounters(Reader& reader, AccountId player, AccountId opponent,
                                  std::optional<GameOrder> before, int limit) {
    constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();
    const Pair pair = pair_of(player, opponent);
    const GameOrder end = before.value_or(GameOrder{Instant::max(), static_cast<GameId>(last)});
    std::vector<Encounter> rows;
    Query select = reader.read(select_encounters);
    select.bind(pair.one, pair.other, end.at, end.game, limit);
    while (select.step()) {
        Encounter& row = rows.emplace_back();
        row.player = player;
        row.opponent = opponent;
        row.order = {select.instant(0), select.id<GameId>(1)};
        row.setup = select.text(2);
        row.place = static_cast<int>(select.integer(pair.is_turned ? 4 : 3));
        row.opponent_place = static_cast<int>(select.integer(pair.is_turned ? 3 : 4));
    }
    return rows;
}

void count_game(Transaction& transaction, const CountedGame& game, int by) {
    const std::string_view swap = word_of(swap_uses, game.swap);
    transaction.write(begin_setup).run(game.setup, swap);
    transaction.write(count_setup).run(game.setup, swap, by, by * game.plies);
    for (std::size_t seat = 0; seat < game.places.size(); ++seat) {
        const int place = game.places[seat];
        transaction.write(begin_seat).run(game.setup, swap, seat);
        transaction.write(count_seat).run(game.setup, swap, seat, place == 1 ? by : 0, by * place);
    }
    if (transaction.write(end_setup).run(game.setup, swap) == 1) {
        transaction.write(end_seats).run(game.setup, swap);
    }
}

std::vector<SetupCounts> setup_counts(Reader& reader, std::string_view setup) {
    std::vector<SetupCounts> rows;
    for (const SwapUse use : {SwapUse::off, SwapUse::declined, SwapUse::taken}) {
        const std::string_view swap = word_of(swap_uses, use);
        Query select = reader.read(select_setup);
        if (!select.bind(setup, swap).step()) continue;
        SetupCounts& row = rows.emplace_back();
        row.swap = use;
        row.games = select.integer(0);
        row.plies = select.integer(1);
        Query seats = reader.read(select_seat_statistics);
        seats.bind(setup, swap);
        while (seats.step()) row.seats.push_back({seats.integer(0), seats.integer(1)});
    }
    return rows;
}

}  // namespace tanbo::store

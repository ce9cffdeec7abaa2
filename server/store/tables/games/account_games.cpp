#include "server/store/tables/games/account_games.hpp"

#include <string>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql select_unfinished_games = R"(
SELECT game FROM game_players
WHERE account = ?1 AND status IN ('open', 'active') AND state IN ('in', 'invited') ORDER BY game)";
const Sql count_joined = R"(
SELECT count(*) FROM (
    SELECT 1 FROM game_players
    WHERE account = ?1 AND status = 'open' AND state = 'in' LIMIT ?2) AS found)";
const std::string count_newest = R"(
SELECT count(*) FROM (
    SELECT game_players.game AS game FROM game_players
    WHERE game_players.account = ?1 AND game_players.status = 'active'
    ORDER BY game_players.game DESC LIMIT ?2) AS newest)";
const std::string count_newest_moving =
    count_newest + " JOIN games ON games.id = newest.game WHERE games.updated_at > ?3";
const Sql count_moving(count_newest_moving);
const Sql count_moving_with(count_newest_moving + R"( AND EXISTS (
    SELECT 1 FROM game_players AS other JOIN accounts ON accounts.id = other.account
    JOIN known_addresses ON known_addresses.account = COALESCE(accounts.owner, accounts.id)
    WHERE other.game = newest.game AND known_addresses.address = ?4))");
const Sql count_with_bots(count_newest + R"( WHERE EXISTS (
    SELECT 1 FROM game_players AS other JOIN accounts ON accounts.id = other.account
    WHERE other.game = newest.game AND accounts.handle_key LIKE 'bot:%'))");

}  // namespace

std::vector<GameId> unfinished_games_of(Reader& reader, AccountId account) {
    return reader.read(select_unfinished_games).bind(account).first_column<GameId>();
}

int open_games_joined(Reader& reader, AccountId account, int limit) {
    Query count = reader.read(count_joined);
    count.bind(account, limit).step();
    return static_cast<int>(count.integer(0));
}

int games_moving(Reader& reader, AccountId account, Instant since, int limit) {
    Query count = reader.read(count_moving);
    count.bind(account, limit, since).step();
    return static_cast<int>(count.integer(0));
}

int games_moving_with(Reader& reader, AccountId account, Instant since, int limit,
                      std::string_view address) {
    Query count = reader.read(count_moving_with);
    count.bind(account, limit, since, address).step();
    return static_cast<int>(count.integer(0));
}

int games_with_bots(Reader& reader, AccountId account, int limit) {
    Query count = reader.read(count_with_bots);
    count.bind(account, limit).step();
    return static_cast<int>(count.integer(0));
}

}  // namespace tanbo::store

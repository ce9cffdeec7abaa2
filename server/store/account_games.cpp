#include "server/store/account_games.hpp"

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql select_games = R"(
SELECT game FROM game_players
WHERE account = ?1 AND status IN ('open', 'active') ORDER BY status, game)";

}  // namespace

std::vector<GameId> unfinished_games_of(Reader& reader, AccountId account) {
    Query select = reader.read(select_games);
    select.bind(account);
    std::vector<GameId> games;
    while (select.step()) games.push_back(select.id<GameId>(0));
    return games;
}

}  // namespace tanbo::store

#include "server/store/tables/accounts/players.hpp"

#include <algorithm>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/accounts/account_rows.hpp"

namespace tanbo::store {
namespace {

const Sql select_players = R"(
SELECT id, handle, kind, created_at, handle_key FROM accounts {INDEXED BY accounts_by_handle}
WHERE kind <> 'guest' AND deleted_at IS NULL AND handle_key NOT LIKE 'bot:%' AND handle_key >= ?1 AND handle_key < ?2
ORDER BY handle_key LIMIT ?3)";
const Sql select_player_counts =
    "SELECT active, won, lost, none FROM player_counts WHERE account = ?1";

}  // namespace

PlayersPage search_players(Reader& reader, std::string_view prefix,
                           const std::optional<std::string>& after, int limit) {
    const int count = std::clamp(limit, 1, players_page_max);
    // Keys are ASCII without spaces: whatever begins with the prefix comes before `end`, and the
    // key after `after` is none before `begin`. An index begins at one bound; a second would be
    // looked for row by row.
    const std::string end = std::string(prefix) + '\x7f';
    const std::string begin = std::max(std::string(prefix), after ? *after + ' ' : "");
    PlayersPage page;
    Query select = reader.read(select_players);
    select.bind(begin, end, count + 1);
    std::string key;
    while (select.step()) {
        if (std::ssize(page.players) == count) {
            page.next = std::move(key);
            break;
        }
        page.players.push_back({select.id<AccountId>(0), std::string(select.text(1)),
                                value_of<AccountKind>(account_kinds, select.text(2)),
                                select.instant(3)});
        key = select.text(4);
    }
    return page;
}

PlayerCounts count_games(Reader& reader, AccountId account) {
    Query select = reader.read(select_player_counts);
    if (!select.bind(account).step()) return {};
    return {select.integer(0), select.integer(1), select.integer(2), select.integer(3)};
}

}  // namespace tanbo::store

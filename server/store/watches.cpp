#include "server/store/watches.hpp"

#include <array>
#include <limits>

#include "server/store/names.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 3> watch_modes = {"each", "end", "off"};

const Sql update_watch_mode = "UPDATE watches SET mode = ?3 WHERE account = ?1 AND game = ?2";
const Sql insert_watch_row =
    "INSERT INTO watches (account, game, mode, since_at) VALUES (?1, ?2, ?3, ?4)";
const Sql delete_watch_row = "DELETE FROM watches WHERE account = ?1 AND game = ?2";
const Sql add_to_count = R"(
INSERT INTO game_watchers (game, watchers) VALUES (?1, 1)
ON CONFLICT (game) DO UPDATE SET watchers = game_watchers.watchers + 1)";
const Sql take_from_count = "UPDATE game_watchers SET watchers = watchers - 1 WHERE game = ?1";
const Sql select_watch =
    "SELECT account, game, mode, since_at FROM watches WHERE account = ?1 AND game = ?2";
const Sql select_watch_page = R"(
SELECT account, game, mode, since_at FROM watches
WHERE account = ?1 AND game < ?2 ORDER BY game DESC LIMIT ?3)";
const Sql select_watches_of_game = R"(
SELECT account, game, mode, since_at FROM watches
WHERE game = ?1 AND mode <> 'off' ORDER BY account)";
const Sql select_watcher_count = "SELECT watchers FROM game_watchers WHERE game = ?1";
const Sql select_watch_count = "SELECT count(*) FROM watches WHERE account = ?1";

const Sql select_other_look = R"(
SELECT 1 FROM presence WHERE account = ?1 AND game = ?2 AND node <> ?3 AND until_at > ?4 LIMIT 1)";
const Sql upsert_look = R"(
INSERT INTO presence (account, game, node, until_at) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (account, game, node) DO UPDATE SET until_at = excluded.until_at)";
const Sql delete_look_row = "DELETE FROM presence WHERE account = ?1 AND game = ?2 AND node = ?3";
const Sql delete_looks_of_node = "DELETE FROM presence WHERE node = ?1";
const Sql select_nodes_with_looks = "SELECT DISTINCT node FROM presence ORDER BY node";

Watch watch_of(const Query& row) {
    Watch watch;
    watch.account = row.id<AccountId>(0);
    watch.game = row.id<GameId>(1);
    watch.mode = value_of<WatchMode>(watch_modes, row.text(2));
    watch.since_at = row.instant(3);
    return watch;
}

int count_watches(Reader& reader, AccountId account) {
    Query select = reader.read(select_watch_count);
    return select.bind(account).step() ? static_cast<int>(select.integer(0)) : 0;
}

}  // namespace

bool set_watch(Transaction& transaction, const Watch& watch) {
    transaction.lock_game(watch.game);
    transaction.lock_account(watch.account);
    const std::string_view mode = word_of(watch_modes, watch.mode);
    if (find_watch(transaction, watch.account, watch.game)) {
        transaction.write(update_watch_mode).run(watch.account, watch.game, mode);
        return true;
    }
    if (count_watches(transaction, watch.account) >= watches_max) return false;
    if (count_watchers(transaction, watch.game) >= watchers_max) return false;
    transaction.expect_watches(watch.game);
    transaction.write(insert_watch_row).run(watch.account, watch.game, mode, watch.since_at);
    transaction.write(add_to_count).run(watch.game);
    return true;
}

void delete_watch(Transaction& transaction, AccountId account, GameId game) {
    if (transaction.write(delete_watch_row).run(account, game) == 0) return;
    transaction.write(take_from_count).run(game);
}

std::optional<Watch> find_watch(Reader& reader, AccountId account, GameId game) {
    Query select = reader.read(select_watch);
    if (!select.bind(account, game).step()) return std::nullopt;
    return watch_of(select);
}

std::vector<Watch> list_watches(Reader& reader, AccountId account, std::optional<GameId> before,
                                int limit) {
    constexpr auto newest = static_cast<GameId>(std::numeric_limits<std::int64_t>::max());
    std::vector<Watch> page;
    Query select = reader.read(select_watch_page);
    select.bind(account, before.value_or(newest), limit);
    while (select.step()) page.push_back(watch_of(select));
    return page;
}

std::vector<Watch> watches_of(Transaction& transaction, GameId game) {
    if (transaction.is_unwatched(game)) return {};
    Reader& reader = transaction;
    auto watches = watches_of(reader, game);
    if (watches.empty()) transaction.note_unwatched(game);
    return watches;
}

std::vector<Watch> watches_of(Reader& reader, GameId game) {
    std::vector<Watch> watches;
    Query select = reader.read(select_watches_of_game);
    select.bind(game);
    while (select.step()) watches.push_back(watch_of(select));
    return watches;
}

int count_watchers(Reader& reader, GameId game) {
    Query select = reader.read(select_watcher_count);
    return select.bind(game).step() ? static_cast<int>(select.integer(0)) : 0;
}

// --- who looks ---

bool is_looking_elsewhere(Reader& reader, std::int64_t node, const Look& look, Instant now) {
    Query select = reader.read(select_other_look);
    return select.bind(look.account, look.game, node, now).step();
}

void set_look(Transaction& transaction, std::int64_t node, const Look& look, Instant until) {
    transaction.write(upsert_look).post(look.account, look.game, node, until);
}

void delete_look(Transaction& transaction, std::int64_t node, const Look& look) {
    transaction.write(delete_look_row).post(look.account, look.game, node);
}

void forget_looks(Transaction& transaction, std::int64_t node) {
    transaction.write(delete_looks_of_node).run(node);
}

std::vector<std::int64_t> nodes_with_looks(Reader& reader) {
    return reader.read(select_nodes_with_looks).bind().first_column();
}

}  // namespace tanbo::store

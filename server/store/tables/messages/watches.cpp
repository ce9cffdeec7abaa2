#include "server/store/tables/messages/watches.hpp"

#include <array>
#include <limits>
#include <string>
#include <string_view>

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
const std::string watchers_above =
    "SELECT account FROM watches WHERE game = ?1 AND account > ?2 AND mode ";
// By Watchers.
const std::array select_watchers = {Sql(watchers_above + "= 'each' ORDER BY account LIMIT ?3"),
                                    Sql(watchers_above + R"(<> 'off' AND NOT EXISTS (
    SELECT 1 FROM game_players AS p WHERE p.game = ?1 AND p.account = watches.account
    AND p.state NOT IN ('open', 'invited')) ORDER BY account LIMIT ?3)"),
                                    Sql(watchers_above + "<> 'off' ORDER BY account LIMIT ?3")};
const Sql select_watcher_count = "SELECT watchers FROM game_watchers WHERE game = ?1";
const Sql select_watch_count = "SELECT count(*) FROM watches WHERE account = ?1";

const Sql insert_news = R"(
INSERT INTO watcher_news (game, event, kind, data, at, seq, since_seq)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7))";
const Sql select_any_news = "SELECT 1 FROM watcher_news WHERE game = ?1 LIMIT 1";
const Sql select_next_news = R"(
SELECT game, event, kind, data, at, seq, since_seq, told_up_to FROM watcher_news
WHERE game > ?1 ORDER BY game, event, kind LIMIT 1)";
const Sql touch_news = R"(
UPDATE watcher_news SET told_up_to = told_up_to
WHERE game = ?1 AND event = ?2 AND kind = ?3 AND told_up_to = ?4)";
const Sql update_news =
    "UPDATE watcher_news SET told_up_to = ?4 WHERE game = ?1 AND event = ?2 AND kind = ?3";
const Sql delete_news = "DELETE FROM watcher_news WHERE game = ?1 AND event = ?2 AND kind = ?3";

const Sql select_other_look = R"(
SELECT 1 FROM presence WHERE account = ?1 AND game = ?2 AND node <> ?3 AND until_at > ?4 LIMIT 1)";
const Sql upsert_look = R"(
INSERT INTO presence (account, game, node, until_at) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (account, game, node) DO UPDATE SET until_at = excluded.until_at)";
const Sql delete_look_row = "DELETE FROM presence WHERE account = ?1 AND game = ?2 AND node = ?3";
const Sql delete_looks_of_node = "DELETE FROM presence WHERE node = ?1";
const Sql select_nodes_with_looks = "SELECT DISTINCT node FROM presence ORDER BY node";

const Sql select_watcher_count_of_address = R"(
SELECT count(*) FROM watches JOIN accounts ON accounts.id = watches.account
JOIN known_addresses ON known_addresses.account = COALESCE(accounts.owner, accounts.id)
WHERE watches.game = ?1 AND known_addresses.address = ?2)";

Watch watch_of(const Query& row) {
    Watch watch;
    watch.account = row.id<AccountId>(0);
    watch.game = row.id<GameId>(1);
    watch.mode = value_of<WatchMode>(watch_modes, row.text(2));
    watch.since_at = row.instant(3);
    return watch;
}

// Whether the account may watch the game too. Cost: a look at all who do, if they are more than one
// address may have.
bool is_room_for_watcher(Reader& reader, AccountId account, GameId game) {
    const int watchers = count_watchers(reader, game);
    return is_room_for(reader, account, watchers, watchers_max, [&](std::string_view address) {
        Query select = reader.read(select_watcher_count_of_address);
        select.bind(game, address).step();
        return select.integer(0);
    });
}

int count_watches(Reader& reader, AccountId account) {
    Query select = reader.read(select_watch_count);
    return select.bind(account).step() ? static_cast<int>(select.integer(0)) : 0;
}

}  // namespace

bool set_watch(Transaction& transaction, const Watch& watch) {
    transaction.lock_game(watch.game);
    transaction.lock_account(watch.account);
    transaction.expect_watches(watch.game);
    const std::string_view mode = word_of(watch_modes, watch.mode);
    if (find_watch(transaction, watch.account, watch.game)) {
        transaction.write(update_watch_mode).run(watch.account, watch.game, mode);
        return true;
    }
    if (count_watches(transaction, watch.account) >= watches_max) return false;
    if (!is_room_for_watcher(transaction, watch.account, watch.game)) return false;
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

std::vector<AccountId> watchers_after(Reader& reader, GameId game, Watchers which, AccountId after,
                                      int limit) {
    const auto& statement = select_watchers[static_cast<std::size_t>(which)];
    std::vector<AccountId> watchers;
    Query select = reader.read(statement);
    select.bind(game, after, limit);
    while (select.step()) watchers.push_back(select.id<AccountId>(0));
    return watchers;
}

bool is_watched(Transaction& transaction, GameId game) {
    if (transaction.is_unwatched(game)) return false;
    if (!watchers_after(transaction, game, Watchers::all, AccountId{}, 1).empty()) return true;
    transaction.record_unwatched(game);
    return false;
}

int count_watchers(Reader& reader, GameId game) {
    Query select = reader.read(select_watcher_count);
    return select.bind(game).step() ? static_cast<int>(select.integer(0)) : 0;
}

// --- news for many ---

void queue_watcher_news(Transaction& transaction, const WatcherNews& news) {
    transaction.write(insert_news)
        .run(news.game, news.event, news.kind, news.data, news.at, news.seq, news.since_seq);
    transaction.announce(WatcherNewsQueued{});
}

bool has_watcher_news(Reader& reader, GameId game) {
    return reader.read(select_any_news).bind(game).step();
}

std::optional<WatcherNews> next_watcher_news(Reader& reader, GameId after) {
    Query select = reader.read(select_next_news);
    if (!select.bind(after).step()) return std::nullopt;
    WatcherNews news;
    news.game = select.id<GameId>(0);
    news.event = static_cast<std::uint32_t>(select.integer(1));
    news.kind = select.text(2);
    news.data = select.text(3);
    news.at = select.instant(4);
    news.seq = static_cast<std::uint32_t>(select.integer(5));
    news.since_seq = static_cast<std::uint32_t>(select.integer(6));
    news.told_up_to = select.integer(7);
    return news;
}

bool lock_watcher_news(Transaction& transaction, const WatcherNews& news) {
    return transaction.write(touch_news).run(news.game, news.event, news.kind, news.told_up_to) > 0;
}

void set_told_up_to(Transaction& transaction, const WatcherNews& news, std::int64_t told_up_to) {
    transaction.write(update_news).run(news.game, news.event, news.kind, told_up_to);
}

void delete_watcher_news(Transaction& transaction, const WatcherNews& news) {
    transaction.write(delete_news).run(news.game, news.event, news.kind);
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

#include "server/store/tables/messages/mail_watches.hpp"

#include <array>
#include <limits>

#include "server/store/names.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/accounts/addresses.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 2> mail_watch_modes = {"each", "daily"};

const Sql select_mail_watch =
    "SELECT id, game, address, mode, asked_at, confirmed_at FROM mail_watches WHERE id = ?1";
const Sql select_of_address = R"(
SELECT id, game, address, mode, asked_at, confirmed_at
FROM mail_watches WHERE address_key = ?1 AND game = ?2)";
const Sql select_mail_watches_of_game = R"(
SELECT id, game, address, mode, asked_at, confirmed_at
FROM mail_watches WHERE game = ?1 AND id > ?2 AND confirmed_at IS NOT NULL ORDER BY id LIMIT ?3)";
const Sql count_of_game = "SELECT count(*) FROM mail_watches WHERE game = ?1";
const Sql select_keys_of_game = "SELECT address_key FROM mail_watches WHERE game = ?1 ORDER BY id";
const Sql count_of_address = "SELECT count(*) FROM mail_watches WHERE address_key = ?1";
const Sql upsert_row = R"(
INSERT INTO mail_watches (game, address, address_key, mode, asked_at) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (address_key, game) DO UPDATE SET asked_at = excluded.asked_at,
    mode = CASE WHEN mail_watches.confirmed_at IS NULL THEN excluded.mode
                ELSE mail_watches.mode END)";
const Sql update_confirmed =
    "UPDATE mail_watches SET confirmed_at = ?2 WHERE id = ?1 AND confirmed_at IS NULL";
const Sql update_mail_watch_mode = "UPDATE mail_watches SET mode = ?2 WHERE id = ?1";
const Sql delete_mail_watch_row = "DELETE FROM mail_watches WHERE id = ?1";
const Sql delete_of_game = "DELETE FROM mail_watches WHERE game = ?1";
const Sql select_confirmed = R"(
SELECT 1 FROM mail_watches WHERE address_key = ?1 AND confirmed_at IS NOT NULL LIMIT 1)";
const Sql delete_of_address = "DELETE FROM mail_watches WHERE address_key = ?1";
const Sql delete_unconfirmed = R"(
DELETE FROM mail_watches WHERE id IN
    (SELECT id FROM mail_watches WHERE confirmed_at IS NULL AND asked_at < ?1
     ORDER BY asked_at, id LIMIT ?2))";

MailWatch mail_watch_of(const Query& row) {
    MailWatch watch;
    watch.id = row.id<MailWatchId>(0);
    watch.game = row.id<GameId>(1);
    watch.address = row.text(2);
    watch.mode = value_of<MailWatchMode>(mail_watch_modes, row.text(3));
    watch.asked_at = row.instant(4);
    watch.confirmed_at = row.optional_instant(5);
    return watch;
}

template <typename... Keys>
std::optional<MailWatch> find_one(Reader& reader, const Sql& sql, const Keys&... keys) {
    Query select = reader.read(sql);
    if (!select.bind(keys...).step()) return std::nullopt;
    return mail_watch_of(select);
}

template <typename Key>
int count_of(Reader& reader, const Sql& sql, const Key& key) {
    Query select = reader.read(sql);
    select.bind(key).step();
    return static_cast<int>(select.integer(0));
}

const Sql select_mail_mute = "SELECT 1 FROM mail_mutes WHERE account = ?1 AND game = ?2";
const Sql insert_mail_mute_row = R"(
INSERT INTO mail_mutes (account, game, since_at) VALUES (?1, ?2, ?3)
ON CONFLICT (account, game) DO NOTHING)";
const Sql delete_oldest_mail_mutes = R"(
DELETE FROM mail_mutes WHERE account = ?1 AND game IN
    (SELECT game FROM mail_mutes WHERE account = ?1
     ORDER BY since_at DESC, game DESC LIMIT ?3 OFFSET ?2))";

}  // namespace

bool has_confirmed_mail_watch(Reader& reader, std::string_view address_key) {
    Query select = reader.read(select_confirmed);
    return select.bind(address_key).step();
}

std::optional<MailWatch> find_mail_watch(Reader& reader, MailWatchId id) {
    return find_one(reader, select_mail_watch, id);
}

std::optional<MailWatch> find_mail_watch(Reader& reader, std::string_view address_key,
                                         GameId game) {
    return find_one(reader, select_of_address, address_key, game);
}

std::vector<MailWatch> mail_watches_of_game(Reader& reader, GameId game, MailWatchId after,
                                            int limit) {
    std::vector<MailWatch> watches;
    Query select = reader.read(select_mail_watches_of_game);
    select.bind(game, after, limit);
    while (select.step()) watches.push_back(mail_watch_of(select));
    return watches;
}

void read_mail_watches_ahead(Transaction& transaction, GameId game, MailWatchId after, int limit) {
    transaction.read(select_mail_watches_of_game).read_ahead(game, after, limit);
}

int count_mail_watches_of_game(Reader& reader, GameId game) {
    return count_of(reader, count_of_game, game);
}

int count_mail_watches_of_domain(Reader& reader, GameId game, std::string_view address_key) {
    const std::string_view domain = address_key.substr(address_key.rfind('@'));
    Query select = reader.read(select_keys_of_game);
    select.bind(game);
    int count = 0;
    while (select.step()) count += select.text(0).ends_with(domain) ? 1 : 0;
    return count;
}

int count_mail_watches_of_address(Reader& reader, std::string_view address_key) {
    return count_of(reader, count_of_address, address_key);
}

MailWatch ask_mail_watch(Transaction& transaction, GameId game, std::string_view address,
                         MailWatchMode mode, Instant now) {
    const std::string key = address_key(address);
    transaction.write(upsert_row).run(game, address, key, word_of(mail_watch_modes, mode), now);
    return *find_mail_watch(transaction, key, game);
}

void confirm_mail_watch(Transaction& transaction, MailWatchId id, Instant now) {
    transaction.write(update_confirmed).run(id, now);
}

void set_mail_watch_mode(Transaction& transaction, MailWatchId id, MailWatchMode mode) {
    transaction.write(update_mail_watch_mode).run(id, word_of(mail_watch_modes, mode));
}

bool delete_mail_watch(Transaction& transaction, MailWatchId id) {
    return transaction.write(delete_mail_watch_row).run(id) == 1;
}

void delete_mail_watches_of_game(Transaction& transaction, GameId game) {
    transaction.write(delete_of_game).run(game);
}

void delete_mail_watches_of_address(Transaction& transaction, std::string_view address_key) {
    transaction.write(delete_of_address).run(address_key);
}

int prune_mail_watches(Transaction& transaction, Instant now, int limit) {
    return static_cast<int>(
        transaction.write(delete_unconfirmed).run(now - mail_watch_confirmation_max, limit));
}

bool is_mail_muted(Reader& reader, AccountId account, GameId game) {
    return reader.read(select_mail_mute).bind(account, game).step();
}

void mute_mail(Transaction& transaction, AccountId account, GameId game, Instant now) {
    transaction.write(insert_mail_mute_row).run(account, game, now);
    transaction.write(delete_oldest_mail_mutes)
        .run(account, mail_mutes_max, std::numeric_limits<std::int64_t>::max());
}

}  // namespace tanbo::store

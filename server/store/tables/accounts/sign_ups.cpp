#include "server/store/tables/accounts/sign_ups.hpp"

#include <limits>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "server/store/tables/accounts/site_settings.hpp"

namespace tanbo::store {
namespace {

const Sql select_sign_up_by_key = "SELECT id FROM sign_ups WHERE address_key = ?1";
const Sql select_sign_up_count = "SELECT count(*) FROM sign_ups";
const Sql insert_sign_up_row =
    "INSERT INTO sign_ups (address, address_key, handle, expires_at) VALUES (?1, ?2, ?3, ?4) "
    "ON CONFLICT (address_key) DO NOTHING";
const Sql update_row =
    "UPDATE sign_ups SET address = ?2, handle = ?3, expires_at = ?4 WHERE id = ?1";
const Sql select_sign_up =
    "SELECT address, handle, expires_at FROM sign_ups WHERE id = ?1 AND expires_at > ?2";
const Sql delete_sign_up_row = "DELETE FROM sign_ups WHERE id = ?1";
const Sql delete_expired_sign_ups = R"(
DELETE FROM sign_ups WHERE id IN
    (SELECT id FROM sign_ups WHERE expires_at <= ?1 ORDER BY expires_at, id LIMIT ?2))";

std::int64_t count(Reader& reader) {
    Query select = reader.read(select_sign_up_count);
    select.step();
    return select.integer(0);
}

const Sql select_known_address =
    "SELECT 1 FROM known_addresses WHERE account = ?1 AND address = ?2 AND used_at > ?3";
const Sql select_last_known_address = R"(
SELECT known_addresses.address FROM accounts
JOIN known_addresses ON known_addresses.account = COALESCE(accounts.owner, accounts.id)
WHERE accounts.id = ?1 ORDER BY known_addresses.used_at DESC, known_addresses.address LIMIT 1)";
const Sql upsert_known_address = R"(
INSERT INTO known_addresses (account, address, used_at) VALUES (?1, ?2, ?3)
ON CONFLICT (account, address) DO UPDATE SET used_at = ?3)";
const Sql delete_oldest_known_addresses = R"(
DELETE FROM known_addresses WHERE account = ?1 AND address IN
    (SELECT address FROM known_addresses WHERE account = ?1
     ORDER BY used_at DESC, address LIMIT ?3 OFFSET ?2))";

const Sql select_site_settings = R"(
SELECT seq, name, front_page, imprint, privacy, contact, conduct, sign_up, has_guests
FROM site_settings WHERE id = 1)";
// The first save inserts the row; each later one must name the seq that it saw.
const Sql insert_site_settings = R"(
INSERT INTO site_settings (id, seq, name, front_page, imprint, privacy, contact, conduct, sign_up,
    has_guests, updated_at)
VALUES (1, ?1 + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (id) DO NOTHING)";
const Sql update_site_settings = R"(
UPDATE site_settings SET seq = ?1 + 1, name = ?2, front_page = ?3, imprint = ?4, privacy = ?5,
    contact = ?6, conduct = ?7, sign_up = ?8, has_guests = ?9, updated_at = ?10
WHERE id = 1 AND seq = ?1)";

}  // namespace

std::optional<SignUpId> put_sign_up(Transaction& transaction, std::string_view address,
                                    std::string_view handle, Instant expires_at) {
    const std::string key = address_key(address);
    Query select = transaction.read(select_sign_up_by_key);
    if (select.bind(key).step()) {
        const auto id = select.id<SignUpId>(0);
        transaction.write(update_row).run(id, address, handle, expires_at);
        return id;
    }
    if (count(transaction) >= sign_ups_max) return std::nullopt;
    Query insert = transaction.write(insert_sign_up_row);
    if (insert.run(address, key, handle, expires_at) == 0) {
        throw StorageError(Fault::stale, "Another request has just signed up with this address.");
    }
    return static_cast<SignUpId>(insert.insert_id());
}

std::optional<SignUp> find_sign_up(Reader& reader, SignUpId id, Instant now) {
    Query select = reader.read(select_sign_up);
    if (!select.bind(id, now).step()) return std::nullopt;
    SignUp sign_up;
    sign_up.id = id;
    sign_up.address = select.text(0);
    sign_up.handle = select.text(1);
    sign_up.expires_at = select.instant(2);
    return sign_up;
}

void delete_sign_up(Transaction& transaction, SignUpId id) {
    transaction.write(delete_sign_up_row).run(id);
}

int prune_sign_ups(Transaction& transaction, Instant now, int limit) {
    return static_cast<int>(transaction.write(delete_expired_sign_ups).run(now, limit));
}

bool is_known_address(Reader& reader, AccountId account, std::string_view address, Instant now) {
    Query select = reader.read(select_known_address);
    return select.bind(account, address, now - known_address_retention).step();
}

std::optional<std::string> counted_address(Reader& reader, AccountId account) {
    Query select = reader.read(select_last_known_address);
    if (!select.bind(account).step()) return std::nullopt;
    const std::string_view address = select.text(0);
    if (address.starts_with("127.") || address == "::/64") return std::nullopt;
    return std::string(address);
}

void record_known_address(Transaction& transaction, AccountId account, std::string_view address,
                          Instant now) {
    transaction.write(upsert_known_address).run(account, address, now);
    transaction.write(delete_oldest_known_addresses)
        .run(account, known_addresses_max, std::numeric_limits<std::int64_t>::max());
}

// --- the site's settings, which say who can sign up ---

SiteSettings find_site_settings(Reader& reader) {
    Query select = reader.read(select_site_settings);
    SiteSettings settings;
    if (!select.step()) return settings;
    settings.seq = select.integer(0);
    settings.name = select.text(1);
    settings.front_page = select.text(2);
    settings.imprint = select.text(3);
    settings.privacy = select.text(4);
    settings.contact = select.text(5);
    settings.conduct = select.text(6);
    settings.is_sign_up_open = select.text(7) == "open";
    settings.has_guests = select.integer(8) != 0;
    return settings;
}

bool save_site_settings(Transaction& transaction, const SiteSettings& settings, Instant at) {
    const Sql& statement = settings.seq == 0 ? insert_site_settings : update_site_settings;
    const std::string sign_up = settings.is_sign_up_open ? "open" : "closed";
    const std::int64_t guests = settings.has_guests ? 1 : 0;
    return transaction.write(statement).run(settings.seq, settings.name, settings.front_page,
                                            settings.imprint, settings.privacy, settings.contact,
                                            settings.conduct, sign_up, guests, at) == 1;
}

}  // namespace tanbo::store

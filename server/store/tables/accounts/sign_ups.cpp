#include "server/store/tables/accounts/sign_ups.hpp"

#include <limits>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"

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

}  // namespace tanbo::store

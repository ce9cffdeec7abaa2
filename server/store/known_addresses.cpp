#include "server/store/known_addresses.hpp"

#include <limits>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql select_known_address =
    "SELECT 1 FROM known_addresses WHERE account = ?1 AND address = ?2 AND used_at > ?3";
const Sql select_last_known_address = R"(
SELECT known_addresses.address FROM accounts
JOIN known_addresses ON known_addresses.account = COALESCE(accounts.owner, accounts.id)
WHERE accounts.id = ?1 ORDER BY known_addresses.used_at DESC, known_addresses.address LIMIT 1)";
const Sql upsert = R"(
INSERT INTO known_addresses (account, address, used_at) VALUES (?1, ?2, ?3)
ON CONFLICT (account, address) DO UPDATE SET used_at = ?3)";
const Sql delete_oldest_known_addresses = R"(
DELETE FROM known_addresses WHERE account = ?1 AND address IN
    (SELECT address FROM known_addresses WHERE account = ?1
     ORDER BY used_at DESC, address LIMIT ?3 OFFSET ?2))";

}  // namespace

bool is_known_address(Reader& reader, AccountId account, std::string_view address, Instant now) {
    Query select = reader.read(select_known_address);
    return select.bind(account, address, now - known_addresses_kept).step();
}

std::optional<std::string> counted_address(Reader& reader, AccountId account) {
    Query select = reader.read(select_last_known_address);
    if (!select.bind(account).step()) return std::nullopt;
    const std::string_view address = select.text(0);
    if (address.starts_with("127.") || address == "::/64") return std::nullopt;
    return std::string(address);
}

void note_known_address(Transaction& transaction, AccountId account, std::string_view address,
                        Instant now) {
    transaction.write(upsert).run(account, address, now);
    transaction.write(delete_oldest_known_addresses)
        .run(account, known_addresses_max, std::numeric_limits<std::int64_t>::max());
}

}  // namespace tanbo::store

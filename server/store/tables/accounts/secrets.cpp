#include "server/store/tables/accounts/secrets.hpp"

#include <algorithm>

#include "server/base/secrets.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/secret_rows.hpp"

namespace tanbo::store {
namespace {

const Sql select_secret = "SELECT value FROM secrets WHERE name = ?1";
const Sql insert_secret = R"(
INSERT INTO secrets (name, value, created_at) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING)";
const Sql select_any_secret = "SELECT 1 FROM secrets LIMIT 1";
const Sql delete_secret_row = "DELETE FROM secrets WHERE name = ?1";
const Sql upsert_secret = R"(
INSERT INTO secrets (name, value, created_at) VALUES (?1, ?2, ?3)
ON CONFLICT (name) DO UPDATE SET value = excluded.value, created_at = excluded.created_at)";

}  // namespace

std::optional<Secret> find_secret(Reader& reader, std::string_view name) {
    Query select = reader.read(select_secret);
    if (!select.bind(name).step()) return std::nullopt;
    const auto value = select.blob(0);
    return Secret(value.begin(), value.end());
}

Secret find_or_store_secret(Transaction& transaction, std::string_view name,
                            std::span<const std::uint8_t> candidate, Instant now) {
    if (std::optional<Secret> stored = find_secret(transaction, name)) return *std::move(stored);
    // Another node may have been first; then its secret counts.
    transaction.write(insert_secret).run(name, candidate, now);
    return find_secret(transaction, name).value();
}

void put_secret(Transaction& transaction, std::string_view name,
                std::span<const std::uint8_t> value, Instant now) {
    transaction.write(upsert_secret).run(name, value, now);
}

bool delete_secret(Transaction& transaction, std::string_view name) {
    return transaction.write(delete_secret_row).run(name) > 0;
}

bool has_secrets(Reader& reader) {
    return reader.read(select_any_secret).step();
}

Secret load_secret(Transaction& transaction, std::string_view name, Instant now) {
    Digest candidate;
    base::random_bytes(candidate);
    return find_or_store_secret(transaction, name, candidate, now);
}

Digest load_secret(Store& store, std::string_view name, Instant now) {
    Digest secret{};
    store.write_now([&](Transaction& transaction) {
        const Secret stored = load_secret(transaction, name, now);
        std::copy_n(stored.begin(), std::min(stored.size(), secret.size()), secret.begin());
    });
    return secret;
}

}  // namespace tanbo::store

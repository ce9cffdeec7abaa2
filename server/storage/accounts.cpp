#include "server/storage/accounts.hpp"

#include "server/storage/account_rows.hpp"

namespace tanbo::storage {
namespace {

constexpr std::string_view insert_account = R"(
INSERT INTO accounts (handle, handle_key, kind, password_hash, created_at)
VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (handle_key) DO NOTHING)";
constexpr std::string_view select_by_id =
    "SELECT id, handle, kind, password_hash, created_at FROM accounts WHERE id = ?1";
constexpr std::string_view select_by_key =
    "SELECT id, handle, kind, password_hash, created_at FROM accounts WHERE handle_key = ?1";
constexpr std::string_view update_password_hash =
    "UPDATE accounts SET password_hash = ?2 WHERE id = ?1";

template <typename Key>
std::optional<Account> find(Reader& reader, std::string_view sql, const Key& key) {
    Query select = reader.read(sql);
    if (!select.bind(key).step()) return std::nullopt;
    return account_of(select);
}

}  // namespace

Account account_of(const Query& row) {
    Account account;
    account.id = row.id<AccountId>(0);
    account.handle = row.text(1);
    account.kind = value_of<AccountKind>(account_kinds, row.text(2));
    account.password_hash = row.optional_text(3);
    account.created_at = row.integer(4);
    return account;
}

std::optional<AccountId> create_account(Transaction& transaction, const NewAccount& account) {
    Query insert = transaction.write(insert_account);
    const std::int64_t rows =
        insert.run(account.handle, account.handle_key, word_of(account_kinds, account.kind),
                   account.password_hash, account.created_at);
    if (rows == 0) return std::nullopt;
    return static_cast<AccountId>(insert.last_id());
}

std::optional<Account> find_account(Reader& reader, AccountId id) {
    return find(reader, select_by_id, id);
}

std::optional<Account> find_account(Reader& reader, std::string_view handle_key) {
    return find(reader, select_by_key, handle_key);
}

bool set_password_hash(Transaction& transaction, AccountId id, std::string_view password_hash) {
    return transaction.write(update_password_hash).run(id, password_hash) == 1;
}

}  // namespace tanbo::storage

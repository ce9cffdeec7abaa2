#include "server/storage/account_data.hpp"

#include <array>

#include "server/storage/outbox.hpp"

namespace tanbo::storage {
namespace {

struct Part {
    std::string_view name;
    std::string_view sql;  // ?1: the account, ?2: the most rows; yields one JSON array
};

// One row a kind of data. A table that keeps something of an account has a row here, and, unless it
// is part of what others did, one below.
constexpr std::array parts = {
    Part{"account", R"(
SELECT json_group_array(json_object('id', id, 'handle', handle, 'kind', kind, 'role', role,
    'created_at', created_at, 'suspended_until', suspended_until, 'time_zone', time_zone,
    'language', language, 'about', about, 'sleep_from', sleep_from, 'sleep_until', sleep_until))
FROM (SELECT * FROM accounts WHERE id = ?1 ORDER BY id LIMIT ?2))"},
    Part{"bots", R"(
SELECT json_group_array(json_object('id', id, 'handle', handle, 'created_at', created_at))
FROM (SELECT * FROM accounts WHERE owner = ?1 ORDER BY id LIMIT ?2))"},
    Part{"addresses", R"(
SELECT json_group_array(json_object('address', address, 'primary', is_primary,
    'created_at', created_at, 'verified_at', verified_at))
FROM (SELECT * FROM addresses WHERE account = ?1 ORDER BY address_key LIMIT ?2))"},
    Part{"sessions", R"(
SELECT json_group_array(json_object('kind', kind, 'label', label, 'last4', last4,
    'created_at', created_at, 'used_at', used_at, 'used_from', used_from,
    'expires_at', expires_at))
FROM (SELECT * FROM tokens WHERE account = ?1 ORDER BY created_at DESC LIMIT ?2))"},
    Part{"vacations", R"(
SELECT json_group_array(json_object('from', from_day, 'until', until_day,
    'created_at', created_at))
FROM (SELECT * FROM vacations WHERE account = ?1 ORDER BY from_day LIMIT ?2))"},
    Part{"mails", R"(
SELECT json_group_array(json_object('kind', kind, 'address', address, 'created_at', created_at,
    'sent_at', sent_at))
FROM (SELECT * FROM outbox WHERE account = ?1 ORDER BY id DESC LIMIT ?2))"},
    Part{"games", R"(
SELECT json_group_array(json_object('game', game, 'seat', seat, 'state', state, 'place', place,
    'status', status))
FROM (SELECT * FROM game_players WHERE account = ?1 ORDER BY game DESC LIMIT ?2))"},
};

// ?1: the account.
constexpr std::array<std::string_view, 3> erasures = {
    "DELETE FROM links WHERE account = ?1",
    "DELETE FROM addresses WHERE account = ?1",
    "DELETE FROM vacations WHERE account = ?1",
};

}  // namespace

std::vector<std::pair<std::string, std::string>> export_data(Reader& reader, AccountId account) {
    std::vector<std::pair<std::string, std::string>> data;
    for (const Part& part : parts) {
        Query select = reader.read(part.sql);
        select.bind(account, exported_rows_max).step();
        data.emplace_back(part.name, select.text(0));
    }
    return data;
}

void erase_data(Transaction& transaction, AccountId account) {
    for (const std::string_view sql : erasures) transaction.write(sql).run(account);
    erase_mails_of(transaction, account);
}

}  // namespace tanbo::storage

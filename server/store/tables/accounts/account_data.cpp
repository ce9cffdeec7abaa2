#include "server/store/tables/accounts/account_data.hpp"

#include <cstdint>

#include "protocol/json/exported_rows.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/catalogue.hpp"

namespace tanbo::store {
namespace {

protocol::ExportedValue exported_value_of(const Query& row, int column, bool is_json) {
    switch (row.kind(column)) {
        case ValueKind::null:
            return {};
        case ValueKind::integer:
            return row.integer(column);
        case ValueKind::real:
            return row.real(column);
        case ValueKind::text:
        case ValueKind::blob:
            break;
    }
    if (is_json) return protocol::RawJson{std::string(row.text(column))};
    return std::string(row.text(column));
}

protocol::ExportedRow row_of(const Query& row, std::string_view json) {
    protocol::ExportedRow values;
    values.reserve(static_cast<std::size_t>(row.columns()));
    for (int column = 0; column < row.columns(); ++column) {
        const std::string_view name = row.column_name(column);
        values.emplace_back(name, exported_value_of(row, column, name == json));
    }
    return values;
}

// Returns how many rows it has looked at, behind the key `up_to` if the table has keys.
int erase_part(Transaction& transaction, const CatalogueRow& table, AccountId account, int most,
               std::int64_t& up_to) {
    if (table.erase_part_by != nullptr) return table.erase_part_by(transaction, account, most);
    if (table.erase_part) {
        return static_cast<int>(transaction.write(*table.erase_part).run(account, most));
    }
    if (!table.keys) return 0;
    Query select = transaction.read(*table.keys);
    const auto keys = select.bind(account, most, up_to).first_column<std::int64_t>();
    for (const std::int64_t key : keys) {
        transaction.write(*table.erase_at).run(account, key);
        if (table.erase_at_too) transaction.write(*table.erase_at_too).run(account, key);
        up_to = key;
    }
    return static_cast<int>(keys.size());
}

}  // namespace

std::vector<std::pair<std::string, std::string>> export_data(Reader& reader, AccountId account) {
    std::vector<std::pair<std::string, std::string>> data;
    for (const CatalogueRow& table : catalogue()) {
        if (!table.select) continue;
        Query select = reader.read(*table.select);
        select.bind(account, exported_rows_max);
        std::vector<protocol::ExportedRow> rows;
        while (select.step()) rows.push_back(row_of(select, table.json));
        data.emplace_back(table.exported_as, protocol::encode_rows(rows));
    }
    return data;
}

int erase_some(Transaction& transaction, Erasure& erasure, int most) {
    erasure.up_to.resize(catalogue().size());
    int left = most;
    std::int64_t* up_to = erasure.up_to.data();
    for (const CatalogueRow& table : catalogue()) {
        left -= erase_part(transaction, table, erasure.account, left, *up_to++);
    }
    return most - left;
}

void erase_data(Transaction& transaction, AccountId account) {
    for (const CatalogueRow& table : catalogue()) {
        if (table.erase) transaction.write(*table.erase).run(account);
        if (table.erase_by != nullptr) table.erase_by(transaction, account);
    }
}

}  // namespace tanbo::store

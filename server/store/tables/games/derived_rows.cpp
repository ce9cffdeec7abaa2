#include "server/store/tables/games/derived_rows.hpp"

#include <utility>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/catalogue.hpp"

namespace tanbo::store {
namespace {

// As migration 0004 counts them.
constexpr const char* select_counts = R"(
SELECT account, count(CASE WHEN status = 'active' THEN 1 END) AS active,
       count(CASE WHEN result = 'won' THEN 1 END) AS won,
       count(CASE WHEN result = 'lost' THEN 1 END) AS lost,
       count(CASE WHEN result = 'none' THEN 1 END) AS none
FROM game_players WHERE account IS NOT NULL GROUP BY account)";
const Sql select_miscounted(std::string("WITH counted AS (") + select_counts + R"()
SELECT account FROM (
    SELECT p.account AS account
    FROM player_counts AS p LEFT JOIN counted AS c ON c.account = p.account
    WHERE p.active <> coalesce(c.active, 0) OR p.won <> coalesce(c.won, 0)
        OR p.lost <> coalesce(c.lost, 0) OR p.none <> coalesce(c.none, 0)
    UNION
    SELECT c.account
    FROM counted AS c LEFT JOIN player_counts AS p ON p.account = c.account
    WHERE p.account IS NULL AND (c.active <> 0 OR c.won <> 0 OR c.lost <> 0 OR c.none <> 0)
    ) AS miscounted
ORDER BY account LIMIT ?1)");

std::string text_of(const Query& row, int column) {
    return row.is_null(column) ? "NULL" : std::string(row.text(column));
}

// FNV-1a: for accidents, not for forgers.
class Checksum {
public:
    void add(std::string_view text) {
        for (const char c : text) add_byte(static_cast<unsigned char>(c));
        add_byte(0);
    }
    std::uint64_t value() const { return value_; }

private:
    void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3U; }

    std::uint64_t value_ = 0xcbf29ce484222325U;
};

}  // namespace

std::vector<std::string> derived_rows(Reader& reader, GameId game) {
    std::vector<std::string> rows;
    for (const CatalogueRow& table : catalogue()) {
        if (!table.of_game) continue;
        Query select = reader.read(*table.of_game);
        select.bind(game);
        while (select.step()) {
            std::string& row = rows.emplace_back(table.table);
            for (int column = 0; column < select.columns(); ++column) {
                row += ' ';
                row += select.column_name(column);
                row += '=';
                row += text_of(select, column);
            }
        }
    }
    return rows;
}

std::map<std::string, std::uint64_t> rating_checksums(Reader& reader) {
    std::map<std::string, std::uint64_t> checksums;
    for (const CatalogueRow& table : catalogue()) {
        if (!table.of_ratings) continue;
        Checksum checksum;
        Query select = reader.read(*table.of_ratings);
        while (select.step()) {
            for (int column = 0; column < select.columns(); ++column) {
                checksum.add(text_of(select, column));
            }
        }
        checksums.emplace(table.table, checksum.value());
    }
    return checksums;
}

std::vector<AccountId> miscounted_accounts(Reader& reader, int limit) {
    return reader.read(select_miscounted).bind(limit).first_column<AccountId>();
}

}  // namespace tanbo::store

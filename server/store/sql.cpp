#include "server/store/sql.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "protocol/json/words.hpp"

namespace tanbo::store {
namespace {

// Made by the first statement, whichever file it is in.
std::vector<const Sql*>& list() {
    static std::vector<const Sql*> statements;
    return statements;
}

bool is_of_word(char c) {
    return protocol::is_alphanumeric(c) || c == '_';
}

// The length of the token that `sql` begins with: a comment, what is quoted, ||, a word, or one
// character.
std::size_t token_length(std::string_view sql) {
    if (sql.starts_with("--")) return std::min(sql.find('\n'), sql.size());
    if (sql.starts_with('\'') || sql.starts_with('"')) {
        const std::size_t end = sql.find(sql.front(), 1);
        return end == std::string_view::npos ? sql.size() : end + 1;
    }
    if (sql.starts_with("||")) return 2;
    const auto* const end = std::ranges::find_if_not(sql, is_of_word);
    return std::max<std::size_t>(1, static_cast<std::size_t>(end - sql.begin()));
}

}  // namespace

Sql::Sql(std::string text) : text_(std::move(text)), number_(list().size()) {
    list().push_back(this);
}

std::span<const Sql* const> Sql::all() {
    return list();
}

void for_each_token(std::string_view sql, Dialect dialect,
                    const std::function<void(std::string_view token)>& take) {
    enum class Side { both, sqlite, postgres };
    const Side other = dialect == Dialect::sqlite ? Side::postgres : Side::sqlite;
    Side side = Side::both;
    while (!sql.empty()) {
        const std::string_view token = sql.substr(0, token_length(sql));
        sql.remove_prefix(token.size());
        if (token == "{") {
            side = Side::sqlite;
        } else if (token == "}") {
            side = Side::both;
        } else if (token == "|" && side == Side::sqlite) {
            side = Side::postgres;
        } else if (side != other) {
            take(token);
        }
    }
}

std::string quoted_name(std::string_view name) {
    std::string result = "\"";
    for (const char c : name) result += c == '"' ? "\"\"" : std::string(1, c);
    return result + "\"";
}

}  // namespace tanbo::store

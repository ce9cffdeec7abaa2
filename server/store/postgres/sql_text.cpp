#include "server/store/postgres/sql_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "protocol/json/words.hpp"
#include "server/store/sql.hpp"

namespace tanbo::store {

std::string postgres_text(std::string_view sql) {
    std::string text;
    text.reserve(sql.size());
    for_each_token(sql, Dialect::postgres,
                   [&text](std::string_view token) { text += token == "?" ? "$" : token; });
    return text;
}

int parameter_count(std::string_view sql) {
    std::int64_t count = 0;
    bool is_number = false;
    for_each_token(sql, Dialect::postgres, [&](std::string_view token) {
        if (is_number) count = std::max(count, protocol::whole_number(token).value_or(0));
        is_number = token == "?";
    });
    return static_cast<int>(count);
}

std::string_view inserted_table(std::string_view sql) {
    constexpr std::string_view start = "INSERT INTO ";
    const std::size_t begin = sql.find_first_not_of(" \n");
    if (begin == std::string_view::npos || !sql.substr(begin).starts_with(start)) return {};
    const std::string_view rest = sql.substr(begin + start.size());
    return rest.substr(0, rest.find_first_of(" (\n"));
}

}  // namespace tanbo::store

#include "server/store/postgres/sql_text.hpp"

#include <algorithm>
#include <cstddef>

namespace tanbo::store {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Behind the quoted text that begins at `begin`. A doubled quote ends one and begins another.
std::size_t behind_quotes(std::string_view sql, std::size_t begin) {
    const std::size_t end = sql.find(sql[begin], begin + 1);
    return end == std::string_view::npos ? sql.size() : end + 1;
}

// Calls `other` with every character, and `parameter` with every number, outside of hints.
template <class Other, class Parameter>
void walk(std::string_view sql, const Other& other, const Parameter& parameter) {
    for (std::size_t at = 0; at < sql.size();) {
        const char c = sql[at];
        if (c == '\'' || c == '"') {
            const std::size_t end = behind_quotes(sql, at);
            other(sql.substr(at, end - at));
            at = end;
        } else if (c == '{') {
            const std::size_t end = sql.find('}', at);
            at = end == std::string_view::npos ? sql.size() : end + 1;
        } else if (c == '?') {
            std::size_t end = at + 1;
            while (end < sql.size() && is_digit(sql[end])) ++end;
            parameter(sql.substr(at + 1, end - at - 1));
            at = end;
        } else {
            other(sql.substr(at, 1));
            ++at;
        }
    }
}

}  // namespace

std::string postgres_text(std::string_view sql) {
    std::string text;
    text.reserve(sql.size());
    walk(
        sql, [&text](std::string_view piece) { text += piece; },
        [&text](std::string_view number) { (text += '$') += number; });
    return text;
}

int parameter_count(std::string_view sql) {
    int count = 0;
    const auto take = [&count](std::string_view digits) {
        int number = 0;
        for (const char digit : digits) number = number * 10 + (digit - '0');
        count = std::max(count, number);
    };
    walk(sql, [](std::string_view) {}, take);
    return count;
}

std::string_view inserted_table(std::string_view sql) {
    constexpr std::string_view start = "INSERT INTO ";
    const std::size_t begin = sql.find_first_not_of(" \n");
    if (begin == std::string_view::npos || !sql.substr(begin).starts_with(start)) return {};
    const std::string_view rest = sql.substr(begin + start.size());
    return rest.substr(0, rest.find_first_of(" (\n"));
}

}  // namespace tanbo::store

#include "server/store/sql.hpp"

#include <utility>
#include <vector>

namespace tanbo::store {
namespace {

// Made by the first statement, whichever file it is in.
std::vector<const Sql*>& list() {
    static std::vector<const Sql*> statements;
    return statements;
}

}  // namespace

Sql::Sql(std::string text) : text_(std::move(text)), number_(list().size()) {
    list().push_back(this);
}

std::span<const Sql* const> Sql::all() {
    return list();
}

std::string quoted_name(std::string_view name) {
    std::string result = "\"";
    for (const char c : name) result += c == '"' ? "\"\"" : std::string(1, c);
    return result + "\"";
}

}  // namespace tanbo::store

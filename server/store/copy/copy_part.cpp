#include "server/store/copy/copy_part.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/tables/games/derived_rows.hpp"

namespace tanbo::store {
namespace {

constexpr std::string_view all_rows = "TRUE";
constexpr std::string_view no_rows = "FALSE";
// Work that must be done once.
constexpr std::array<std::string_view, 5> queues = {"challenges", "letters", "outbox",
                                                    "push_messages", "webhook_deliveries"};
constexpr std::int64_t parts_max = 1'000;

}  // namespace

std::optional<CopyPart> part_named(std::string_view text) {
    CopyPart part;
    const char* const end = text.data() + text.size();
    const auto [slash, fault] = std::from_chars(text.data(), end, part.number);
    if (fault != std::errc() || slash == end || *slash != '/') return std::nullopt;
    const auto [rest, other_fault] = std::from_chars(slash + 1, end, part.of);
    if (other_fault != std::errc() || rest != end) return std::nullopt;
    if (part.number < 1 || part.number > part.of || part.of > parts_max) return std::nullopt;
    return part;
}

PartRows::PartRows(std::vector<CopyTable> tables, CopyPart part)
    : tables_(std::move(tables)), part_(part) {}

std::string PartRows::is_of_part(const std::string& column) const {
    return quoted_name(column) + " % " + std::to_string(part_.of) + " = " +
           std::to_string(part_.number % part_.of);
}

std::string PartRows::condition(std::string_view name) const {
    if (is_whole()) return std::string(all_rows);
    if (name == "games") return is_of_part("id");
    const auto table = std::ranges::find(tables_, name, &CopyTable::name);
    if (table == tables_.end()) {
        throw StorageError(Fault::misuse, "Unknown table " + std::string(name) + ".");
    }
    // Nothing says in the catalogue what it refers to: a game, or else a challenge.
    if (name == "waiting") {
        return "(CASE WHEN game <> 0 THEN " + is_of_part("game") +
               " ELSE item IN (SELECT id FROM challenges WHERE " + condition("challenges") +
               ") END)";
    }
    std::string all;
    std::string any;
    for (const CopyReference& reference : table->references) {
        if (reference.table == name) continue;
        const std::string one = condition(reference);
        if (one == all_rows) continue;
        all += (all.empty() ? "" : " AND ") + one;
        any += (any.empty() ? "" : " OR ") + quoted_name(reference.column) + " IS NOT NULL";
    }
    const bool is_queue = std::ranges::find(queues, name) != queues.end();
    if (all.empty()) return std::string(is_queue && part_.number != 1 ? no_rows : all_rows);
    return is_queue && part_.number != 1 ? all + " AND (" + any + ")" : all;
}

std::string PartRows::condition(const CopyReference& reference) const {
    const std::string column = quoted_name(reference.column);
    std::string is_there;
    if (reference.table == "games") {
        is_there = is_of_part(reference.column);
    } else {
        const std::string parent = condition(reference.table);
        if (parent == all_rows) return parent;
        is_there = column + " IN (SELECT " + quoted_name(reference.key) + " FROM " +
                   quoted_name(reference.table) + " WHERE " + parent + ")";
    }
    return "(" + column + " IS NULL OR " + is_there + ")";
}

bool is_calculated(std::string_view table) {
    return table == "player_counts" || is_rating_table(table);
}

}  // namespace tanbo::store

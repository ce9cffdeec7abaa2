#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/copy/copy_end.hpp"

namespace tanbo::store {

// One of the parts that a database is split into, or all of it. A part has the games with ids that,
// divided by the number of parts, leave the same as its own number, and all rows of these games. It
// also has all that belongs to no game, such as accounts. Mails, deliveries and challenges of no
// game belong to the first part alone: they must be done once.
struct CopyPart {
    std::int64_t number = 1;  // from 1
    std::int64_t of = 1;

    bool is_whole() const { return of == 1; }
};

// "2/3": the second of three. Nothing, if the text names none; there are at most a thousand.
std::optional<CopyPart> part_named(std::string_view text);

// Tells which rows are of a part.
class PartRows {
public:
    // `tables` as the source's catalogue has them.
    PartRows(std::vector<CopyTable> tables, CopyPart part);

    bool is_whole() const { return part_.is_whole(); }

    // Of which rows of a table, as SQL that both engines take: "TRUE" of all. A row that refers to
    // one of another part is not of this one.
    std::string condition(std::string_view table) const;

private:
    std::string is_of_part(const std::string& column) const;
    std::string condition(const CopyReference& reference) const;

    const std::vector<CopyTable> tables_;
    const CopyPart part_;
};

// Whether the rows of a table follow from the games that are there, all together: of a part they
// are calculated, not copied.
bool is_calculated(std::string_view table);

}  // namespace tanbo::store

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/store/copy/copy_end.hpp"
#include "server/store/copy/copy_part.hpp"

namespace tanbo::store {

// Called with the number of rows so far, now and then.
using CopyRows = std::function<void(std::int64_t rows)>;

// The table of the games' logs, to which rows only ever come, in each game behind the last.
inline constexpr std::string_view log_name = "events";

// Copies all rows of one database into another and compares them, whatever engines they are of.
// Which tables and columns there are, their catalogues say. What comes to the source later,
// CopyUpdater brings. Thread: one at a time.
//
// Throws (all of it): StorageError of either end.
class Copier {
public:
    // Requires: the ends outlive it; the target has been taken. Throws: cannot_open in words, if
    // the target holds anything or their tables differ.
    Copier(CopyEnd& source, CopyEnd& target, CopyRows on_rows, CopyPart part = {});

    // Copies all rows of the part, except calculated ones. Requires: the source is frozen, or has
    // no writers. Returns the number of rows.
    std::int64_t copy();

    // Compares all of those rows and all values to the bit, in the order of the keys, and writes
    // those of the target into `scratch`, which is empty, too. Requires: as copy(), and nothing has
    // come to the source since. Returns the first difference in words.
    std::optional<std::string> compare(CopyEnd& scratch);

    // Copies what is calculated for a part from the scratch file. Returns a difference in words.
    std::optional<std::string> copy_calculated(CopyEnd& scratch);

    std::int64_t rows_compared() const { return compared_; }

    const std::vector<CopyTable>& tables() const { return tables_; }
    const PartRows& part() const { return part_; }
    // The seq that the log of each game ended with when it was copied.
    const std::unordered_map<std::int64_t, std::int64_t>& log_ends() const { return log_ends_; }

private:
    void require_empty();
    bool is_copied(const CopyTable& table) const;
    std::string select_of(const CopyTable& table, const CopyEnd& from) const;
    std::int64_t copy(const CopyTable& table, CopyEnd& from);
    template <class Look>
    std::optional<std::string> compare(const CopyTable& table, CopyEnd& from, const Look& look);
    void count_row();

    CopyEnd& source_;
    CopyEnd& target_;
    const CopyRows on_rows_;
    const std::vector<CopyTable> tables_;  // of the target; the source's are alike
    const PartRows part_;
    std::unordered_map<std::int64_t, std::int64_t> log_ends_;
    std::int64_t counted_ = 0;
    std::int64_t compared_ = 0;
};

}  // namespace tanbo::store

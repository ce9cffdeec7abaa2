#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/store/copy_end.hpp"

namespace tanbo::store {

// Called with the number of rows so far, now and then.
using CopyRows = std::function<void(std::int64_t rows)>;

// Copies all rows of one database into another and compares them, whatever engines they are of.
// Which tables and columns there are, their catalogues say. Thread: one at a time.
//
// Throws (all of it): StorageError of either end.
class Copier {
public:
    // Requires: the ends outlive it; the target has been taken. Throws: cannot_open in words, if
    // the target holds anything or their tables differ.
    Copier(CopyEnd& source, CopyEnd& target, CopyRows on_rows);

    // The games' logs, which nobody changes but by adding to their ends: also while a server adds.
    // Called again it copies what has come since. Returns the number of rows.
    std::int64_t copy_logs();

    // Copies what has come to the logs since, then all other tables, and the numbers that follow
    // the last ids. Requires: the source has been taken. Returns the number of rows.
    std::int64_t copy_rest();

    // Compares all rows and all values to the bit, in the order of the keys, and writes those of
    // the target into `scratch`, which is empty, too. Returns the first difference in words.
    std::optional<std::string> compare(CopyEnd& scratch);

    std::int64_t rows_compared() const { return compared_; }

private:
    struct End {
        std::int64_t game;
        std::int64_t seq;
    };

    void require_empty();
    std::int64_t copy_all_logs();
    std::int64_t copy_added();
    std::vector<End> find_added();
    template <class Look>
    std::int64_t copy_rows(const CopyTable& table, const std::string& sql, const Look& look);
    std::int64_t copy_log_rows(const std::string& sql, End& last);
    std::optional<std::string> compare(const CopyTable& table, CopyEnd& scratch);
    void count_row();

    CopyEnd& source_;
    CopyEnd& target_;
    const CopyRows on_rows_;
    const std::vector<CopyTable> tables_;  // of the target; the source's are alike
    std::unordered_map<std::int64_t, std::int64_t> log_ends_;  // of games, in the target
    bool has_logs_ = false;
    std::int64_t counted_ = 0;
    std::int64_t compared_ = 0;
};

}  // namespace tanbo::store

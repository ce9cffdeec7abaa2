#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/store/copy/copier.hpp"
#include "server/store/copy/copy_changes.hpp"
#include "server/store/copy/copy_end.hpp"

namespace tanbo::store {

// Brings a copy to what its source is by now, and the scratch file that holds the same as the
// copy: logs by what has come to their ends, which nothing else changes, all other tables by going
// through both. Whatever is written is read again and compared. Thread: one at a time.
//
// Throws (all of it): StorageError of any of them.
class CopyUpdater {
public:
    // Requires: the ends outlive it, and the target is as `copier` has compared it.
    CopyUpdater(CopyEnd& source, CopyEnd& target, const Copier& copier);

    // Copies all tables except ratings and what else is calculated for a part. Requires: the source
    // is frozen, or has no writers. Returns the first difference in words.
    std::optional<std::string> update(CopyEnd& scratch);
    // Those, which the scratch file holds already as its games say. If all is copied, the source
    // must say the same.
    std::optional<std::string> update_calculated(CopyEnd& scratch);

    // The games of which something has come since the last call.
    std::set<std::int64_t> take_changed_games() { return std::exchange(changed_games_, {}); }

    std::int64_t games() const { return static_cast<std::int64_t>(log_ends_.size()); }
    // Of all that the source holds, and how many of them have come or gone since it was copied.
    std::int64_t rows() const;
    std::int64_t changes() const { return changes_; }

private:
    struct End {
        std::int64_t game;
        std::int64_t seq;
    };

    void require_same_tables();
    std::vector<End> find_added();
    std::optional<std::string> update_logs(CopyEnd& scratch);
    std::optional<std::string> update_logs(std::span<const End> ends, CopyEnd& scratch);
    std::optional<std::string> update(const CopyTable& table, CopyEnd& scratch);
    std::optional<std::string> update_last_id(const CopyTable& table);
    bool is_copied(const CopyTable& table) const;
    std::optional<std::string> update_ratings(const CopyTable& table, CopyEnd& scratch);
    TableChanges changes_of(const CopyTable& table, CopyEnd& from, const LookAtRow& look);
    void note(const CopyTable& table, const KeptRows& rows);

    CopyEnd& source_;
    CopyEnd& target_;
    const std::vector<CopyTable> tables_;
    const PartRows part_;
    std::unordered_map<std::int64_t, std::int64_t> log_ends_;  // of games, in the target
    std::set<std::int64_t> changed_games_;
    std::int64_t rows_ = 0;  // of the other tables, at the last update
    std::int64_t changes_ = 0;
};

}  // namespace tanbo::store

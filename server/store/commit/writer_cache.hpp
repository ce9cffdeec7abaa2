#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_set>
#include <vector>

#include "server/store/ids.hpp"

namespace tanbo::store {

// Of so many games, or accounts, the writer remembers that there is nothing to read.
inline constexpr std::size_t remembered_max = 200'000;

// Ids without rows of a kind, as the writer has found, which it needn't look up again. A job may
// have removed the rows itself, so its findings are kept once it is done.
//
// Thread: the writer thread.
template <class Id>
class KnownMissing {
public:
    bool contains(Id id) const {
        return cached_.contains(id) || std::ranges::find(pending_, id) != pending_.end();
    }
    void note(Id id) { pending_.push_back(id); }
    // Before the rows are written.
    void forget(Id id) {
        std::erase(pending_, id);
        cached_.erase(id);
    }

    void commit() {
        if (cached_.size() + pending_.size() > remembered_max) cached_.clear();
        cached_.insert(pending_.begin(), pending_.end());
        pending_.clear();
    }
    void rollback() { pending_.clear(); }
    void clear() {
        pending_.clear();
        cached_.clear();
    }

private:
    std::vector<Id> pending_;  // by the job
    std::unordered_set<Id> cached_;
};

// Findings of a writer, kept from one job to the next. Nothing of it is kept of a batch that is
// undone.
struct WriterCache {
    bool lasts = false;  // it is the sole writer; false: each transaction begins with nothing
    KnownMissing<GameId> watches = {};
    KnownMissing<AccountId> turn_channels = {};  // by which an account would be sent its turns

    // Of a transaction.
    void begin() {
        if (!lasts) clear();
    }
    // Of a job.
    void rollback() {
        watches.rollback();
        turn_channels.rollback();
    }
    void commit() {
        watches.commit();
        turn_channels.commit();
    }
    void clear() {
        watches.clear();
        turn_channels.clear();
    }
};

}  // namespace tanbo::store

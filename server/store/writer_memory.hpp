#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_set>
#include <vector>

#include "server/store/ids.hpp"

namespace tanbo::store {

// Of so many games, or accounts, the writer remembers that there is nothing to read.
inline constexpr std::size_t remembered_max = 200'000;

// Those whose rows of a kind the writer has found missing, so that it need not look again. A job
// may have removed them itself, so its findings are kept once it is done.
//
// Thread: the writer thread.
template <class Id>
class KnownMissing {
public:
    bool contains(Id id) const {
        return kept_.contains(id) || std::ranges::find(found_, id) != found_.end();
    }
    void note(Id id) { found_.push_back(id); }
    // Before the rows are written.
    void forget(Id id) {
        std::erase(found_, id);
        kept_.erase(id);
    }

    void keep_found() {
        if (kept_.size() + found_.size() > remembered_max) kept_.clear();
        kept_.insert(found_.begin(), found_.end());
        found_.clear();
    }
    void drop_found() { found_.clear(); }
    void clear() {
        found_.clear();
        kept_.clear();
    }

private:
    std::vector<Id> found_;  // by the job
    std::unordered_set<Id> kept_;
};

// The writer's knowledge from one job to the next, if nobody else writes. Nothing of it is kept of
// a batch that is undone.
struct WriterMemory {
    bool lasts = false;  // false: each job begins with nothing
    KnownMissing<GameId> watches = {};
    KnownMissing<AccountId> turn_channels = {};  // by which an account would be sent its turns

    void drop_found() {
        watches.drop_found();
        turn_channels.drop_found();
    }
    void keep_found() {
        if (!lasts) return drop_found();
        watches.keep_found();
        turn_channels.keep_found();
    }
    void clear() {
        watches.clear();
        turn_channels.clear();
    }
};

}  // namespace tanbo::store

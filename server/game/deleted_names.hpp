#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "server/game/log.hpp"

namespace tanbo::game {

// Accounts that were deleted since a cache began. Each of its matches is held against those that it
// does not know yet when it is asked for, so that a deletion costs nothing, however many are kept.
//
// Thread: one.
class DeletedNames {
public:
    void add(AccountId account) { accounts_.push_back(account); }
    std::size_t count() const { return accounts_.size(); }

    // Whether the match has the name of one that was not among the first `known`.
    bool are_in(const engine::Match& match, std::size_t known) const {
        return std::ranges::any_of(std::span(accounts_).subspan(known),
                                   [&](AccountId account) { return names(match, account); });
    }

private:
    std::vector<AccountId> accounts_;
};

}  // namespace tanbo::game

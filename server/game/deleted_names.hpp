#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "server/game/log.hpp"

namespace tanbo::game {

// So many deleted accounts are known one by one.
inline constexpr std::size_t deleted_names_max = 4'096;

// Accounts that were deleted since a cache began. Each of its matches is held against those that it
// does not know yet when it is asked for, so that a deletion costs nothing, however many are kept.
// A match that was not asked for while very many were deleted is taken to have one of their names.
//
// Thread: one.
class DeletedNames {
public:
    void add(AccountId account) {
        if (accounts_.size() == deleted_names_max) {
            forgotten_ += accounts_.size();
            accounts_.clear();
        }
        accounts_.push_back(account);
    }
    // Some were deleted, and nobody knows any longer who.
    void add_unknown() {
        forgotten_ += accounts_.size() + 1;
        accounts_.clear();
    }
    // So many were added.
    std::size_t count() const { return forgotten_ + accounts_.size(); }

    // Whether the match may have the name of one that was not among the first `known`.
    bool may_be_in(const engine::Match& match, std::size_t known) const {
        return known < forgotten_ || std::ranges::any_of(
                                         std::span(accounts_).subspan(known - forgotten_),
                                         [&](AccountId account) { return names(match, account); });
    }

private:
    std::size_t forgotten_ = 0;  // so many were before
    std::vector<AccountId> accounts_;
};

}  // namespace tanbo::game

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "server/game/log.hpp"

namespace tanbo::game {

// So many deleted accounts are known one by one.
inline constexpr std::size_t deleted_names_max = 4'096;

// Accounts that were deleted since a cache began. A cached match is compared with the deletions
// since its last use when it is next used: a deletion costs nothing, however many matches are kept.
// If very many were deleted meanwhile, the match is assumed to have one of their names.
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
    // Adds the other's accounts behind its first `known`. If it has forgotten some of them, they
    // can't be told any longer.
    void add_behind(const DeletedNames& other, std::size_t known) {
        if (known < other.forgotten_) {
            forgotten_ = count() + 1;
            accounts_.clear();
            known = other.forgotten_;
        }
        for (const AccountId account : other.behind(known)) add(account);
    }
    // So many were added.
    std::size_t count() const { return forgotten_ + accounts_.size(); }

    // Whether the match may have the name of one that was not among the first `known`.
    bool can_contain(const engine::Match& match, std::size_t known) const {
        return known < forgotten_ ||
               std::ranges::any_of(
                   behind(known), [&](AccountId account) { return names(match, account); });
    }

private:
    // Requires: known >= forgotten_.
    std::span<const AccountId> behind(std::size_t known) const {
        return std::span(accounts_).subspan(known - forgotten_);
    }

    std::size_t forgotten_ = 0;  // so many were before
    std::vector<AccountId> accounts_;
};

// The same for all lanes: accounts that were deleted while this process ran.
//
// Thread: any.
class DeletedAccounts {
public:
    void add(std::span<const AccountId> accounts) {
        const std::lock_guard lock(mutex_);
        for (const AccountId account : accounts) names_.add(account);
        count_.store(names_.count(), std::memory_order_release);
    }
    std::size_t count() const { return count_.load(std::memory_order_acquire); }
    // Adds those behind the first `known` to `names`. Returns count().
    std::size_t tell(DeletedNames& names, std::size_t known) const {
        const std::lock_guard lock(mutex_);
        names.add_behind(names_, known);
        return names_.count();
    }

private:
    mutable std::mutex mutex_;
    DeletedNames names_;
    std::atomic<std::size_t> count_ = 0;  // of names_, without waiting
};

}  // namespace tanbo::game

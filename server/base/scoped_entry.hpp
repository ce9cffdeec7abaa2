#pragma once

#include <utility>

namespace tanbo::base {

// Something that an owner has entered for as long as this lives: at its end the owner's
// `end(const Entry&)` is called, once. An owner that keeps that function to itself names this as a
// friend. Requires: the owner outlives it.
template <typename Owner, typename Entry>
class ScopedEntry {
public:
    ScopedEntry() = default;  // without an owner
    ScopedEntry(Owner& owner, Entry entry) : owner_(&owner), entry_(std::move(entry)) {}
    ~ScopedEntry() { reset(); }
    ScopedEntry(ScopedEntry&& other) noexcept
        : owner_(std::exchange(other.owner_, nullptr)), entry_(std::move(other.entry_)) {}
    ScopedEntry& operator=(ScopedEntry&& other) noexcept {
        if (this == &other) return *this;
        reset();
        owner_ = std::exchange(other.owner_, nullptr);
        entry_ = std::move(other.entry_);
        return *this;
    }
    ScopedEntry(const ScopedEntry&) = delete;
    ScopedEntry& operator=(const ScopedEntry&) = delete;

    // Ends it now.
    void reset() {
        if (owner_ == nullptr) return;
        std::exchange(owner_, nullptr)->end(std::exchange(entry_, Entry{}));
    }
    explicit operator bool() const { return owner_ != nullptr; }

private:
    Owner* owner_ = nullptr;
    Entry entry_{};
};

}  // namespace tanbo::base

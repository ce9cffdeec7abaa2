#pragma once

#include <exception>
#include <map>
#include <mutex>
#include <optional>

namespace tanbo::base {

// Answers of others that could not be written down, the disk being full: they aren't asked
// again. Thread: any.
template <class Key, class Answer>
class PendingResults {
public:
    std::optional<Answer> find(const Key& key) {
        const std::lock_guard lock(mutex_);
        const auto known = answers_.find(key);
        return known == answers_.end() ? std::nullopt : std::optional(known->second);
    }

    // Keeps the answer if `write_down` throws, and forgets it if it does not. Throws: what
    // `write_down` throws.
    template <class Write>
    void write(const Key& key, const Answer& answer, const Write& write_down) {
        try {
            write_down();
        } catch (const std::exception&) {
            const std::lock_guard lock(mutex_);
            answers_.insert_or_assign(key, answer);
            throw;
        }
        const std::lock_guard lock(mutex_);
        answers_.erase(key);
    }

private:
    std::mutex mutex_;
    std::map<Key, Answer> answers_;
};

}  // namespace tanbo::base

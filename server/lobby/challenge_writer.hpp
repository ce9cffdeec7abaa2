#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/notices.hpp"
#include "server/base/clock.hpp"
#include "server/storage/challenges.hpp"
#include "server/storage/transaction.hpp"

namespace tanbo::lobby {

// Where challenges are written down: keeps them, tells those concerned and the lobby what has
// become of them, and keeps what waits for those who are asked. Who may do what is decided by
// others.
//
// Throws (all of them): storage::StorageError. Thread: the writer thread.
class ChallengeWriter {
public:
    ChallengeWriter(storage::Transaction& transaction, base::Instant now)
        : transaction_(transaction), now_(now) {}

    // Each yields the challenge as it is afterwards.

    // A new one.
    storage::Challenge add(const storage::Challenge& challenge);
    // What was changed in one. `was_listed`: before that.
    storage::Challenge save(const storage::Challenge& challenge, bool was_listed);

    // --- the ways it ends; each requires that it is open ---

    // Who was named ends it; who has taken an open seat gives that back.
    // Requires: the account has a seat that is not the creator's.
    storage::Challenge decline(storage::Challenge challenge, storage::AccountId account,
                               const std::string& reason);
    storage::Challenge withdraw(storage::Challenge challenge);
    storage::Challenge expire(storage::Challenge challenge);
    // It has led to all its games; to be saved by the caller.
    void close(storage::Challenge& challenge, storage::ChallengeState state) const;

    // --- telling ---

    void notify(const storage::Challenge& challenge, storage::AccountId account,
                protocol::NoticeKind kind);
    // Those who have a seat, `but` for one.
    void notify_takers(const storage::Challenge& challenge, protocol::NoticeKind kind,
                       std::optional<storage::AccountId> but);

private:
    void notify_lobby(std::string_view type, const storage::Challenge& challenge);
    void write_waiting(const storage::Challenge& challenge);

    storage::Transaction& transaction_;
    base::Instant now_;
};

}  // namespace tanbo::lobby

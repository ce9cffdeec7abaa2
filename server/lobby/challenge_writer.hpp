#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/ids.hpp"
#include "protocol/people/notices.hpp"
#include "server/base/clock.hpp"
#include "server/store/tables/games/challenges.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::lobby {

// The writer of challenges: keeps them, tells those concerned and the lobby what has
// become of them, and keeps what waits for those who are asked. Who may do what is decided by
// others.
//
// Throws (all of them): store::StorageError. Thread: the writer thread.
class ChallengeWriter {
public:
    ChallengeWriter(store::Transaction& transaction, base::Instant now)
        : transaction_(transaction), now_(now) {}

    // Each yields the challenge as it is afterwards.

    // A new one.
    store::Challenge add(const store::Challenge& challenge);
    // A change of one. `was_listed`: before that.
    store::Challenge save(const store::Challenge& challenge, bool was_listed);

    // --- the ways it ends; each requires that it is open ---

    // Who was named ends it; who has taken an open seat gives that back.
    // Requires: the account has a seat that is not the creator's.
    store::Challenge decline(store::Challenge challenge, protocol::AccountId account,
                             const std::string& reason);
    store::Challenge withdraw(store::Challenge challenge);
    store::Challenge expire(store::Challenge challenge);
    // It has led to all its games; to be saved by the caller.
    void close(store::Challenge& challenge, store::ChallengeState state) const;

    // --- telling ---

    void notify(const store::Challenge& challenge, protocol::AccountId account,
                protocol::NoticeKind kind);
    // Those who have a seat, `but` for one.
    void notify_takers(const store::Challenge& challenge, protocol::NoticeKind kind,
                       std::optional<protocol::AccountId> but);

private:
    void notify_lobby(std::string_view type, const store::Challenge& challenge);
    void write_waiting(const store::Challenge& challenge);

    store::Transaction& transaction_;
    base::Instant now_;
};

}  // namespace tanbo::lobby

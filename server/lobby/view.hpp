#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/opening.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/challenges.hpp"
#include "server/base/clock.hpp"
#include "server/store/tables/games/challenges.hpp"

// Challenges as rows, as values and as people see them.
namespace tanbo::lobby {

// Requires: the row is sound.
std::shared_ptr<const engine::Opening> opening_of(const store::Challenge& challenge);
engine::Terms terms_of(const store::Challenge& challenge);

// It can be accepted, declined and withdrawn.
bool is_open(const store::Challenge& challenge, base::Instant now);

// Public ones are everybody's to see. Private ones are those players' who have a seat or are asked,
// and theirs who have the code of its invitation.
bool can_see(const store::Challenge& challenge, std::optional<protocol::AccountId> account,
             const std::optional<std::string>& invitation = {});

// Whether it is open, however long ago its time was over, and waits for this account's answer.
// Throws: store::StorageError.
bool waits_for(store::Reader& reader, protocol::ChallengeId challenge, protocol::AccountId account);

// Its form at `now`: past its time it has expired, swept or not. Only its maker sees the code of
// its invitation.
protocol::ChallengeView to_view(const store::Challenge& challenge, base::Instant now,
                                std::optional<protocol::AccountId> viewer = {});

}  // namespace tanbo::lobby

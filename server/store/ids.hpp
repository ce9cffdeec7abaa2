#pragma once

#include <array>
#include <cstdint>

#include "engine/time/instant.hpp"
#include "protocol/json/ids.hpp"

namespace tanbo::store {

using protocol::AccountId;
using protocol::AddressId;
using protocol::AuditId;
using protocol::ChallengeId;
using protocol::ChangeId;
using protocol::ChatMessageId;
using protocol::ClubId;
using protocol::GameId;
using protocol::HitId;
using protocol::InboundMailId;
using protocol::MailId;
using protocol::MailWatchId;
using protocol::ReportId;
using protocol::SearchId;
using protocol::SignUpId;
using protocol::TournamentId;
using protocol::WebhookId;

// Rows hold milliseconds since 1970-01-01T00:00:00Z: Query binds and yields instants.
using engine::Instant;

// Of what is due without a limit of time.
inline constexpr Instant no_due = Instant::max();

// A SHA-256 digest.
using Digest = std::array<std::uint8_t, 32>;

// A seat in turn order from 0: 0 is black.
using SeatNumber = std::uint8_t;

}  // namespace tanbo::store

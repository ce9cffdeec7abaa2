#pragma once

#include <cstdint>

#include "engine/account_id.hpp"

// Names of the things that the database holds. Ids are chosen by the database, never used again
// and not dense. They are numbers in JSON, in texts and in SQL only.
namespace tanbo::protocol {

using engine::AccountId;
using engine::Id;
using engine::number_of;
using engine::to_string;

enum class AddressId : std::int64_t {};
enum class AuditId : std::int64_t {};
enum class ChallengeId : std::int64_t {};
enum class ChangeId : std::int64_t {};
enum class ChatMessageId : std::int64_t {};
enum class ClubId : std::int64_t {};
enum class GameId : std::int64_t {};
enum class HitId : std::int64_t {};
enum class InboundMailId : std::int64_t {};
enum class MailId : std::int64_t {};
enum class MailWatchId : std::int64_t {};
enum class ReportId : std::int64_t {};
enum class SearchId : std::int64_t {};
enum class SignUpId : std::int64_t {};
enum class TournamentId : std::int64_t {};
enum class WebhookId : std::int64_t {};

}  // namespace tanbo::protocol

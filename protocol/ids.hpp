#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

// What names the things that the database holds. Ids are chosen by the database, never used again
// and not dense. They are numbers in JSON, in texts and in SQL only.
namespace tanbo::protocol {

enum class AccountId : std::int64_t {};
enum class AddressId : std::int64_t {};
enum class AuditId : std::int64_t {};
enum class ChallengeId : std::int64_t {};
enum class ChangeId : std::int64_t {};
enum class ChatMessageId : std::int64_t {};
enum class GameId : std::int64_t {};
enum class HitId : std::int64_t {};
enum class LetterId : std::int64_t {};
enum class MailId : std::int64_t {};
enum class MailWatchId : std::int64_t {};
enum class ReportId : std::int64_t {};
enum class SignUpId : std::int64_t {};
enum class WebhookId : std::int64_t {};

// One of those above.
template <typename Type>
concept Id = std::is_enum_v<Type> && std::same_as<std::underlying_type_t<Type>, std::int64_t>;

// The id as a number, for what is none of ours to type: texts, tokens, JSON.
constexpr std::int64_t number_of(Id auto id) {
    return static_cast<std::int64_t>(id);
}

// The id in decimal digits.
inline std::string to_string(Id auto id) {
    return std::to_string(number_of(id));
}

}  // namespace tanbo::protocol

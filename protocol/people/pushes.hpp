#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/time/instant.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/notices.hpp"

// Web Push: what browsers ask for, and what they are pushed.
namespace tanbo::protocol {

// A browser that an account has subscribed: the database's name for it.
enum class PushSubscriptionId : std::int64_t {};

inline constexpr std::size_t push_endpoint_bytes_max = 1'000;

// Kinds that can be pushed. An invitation to a game counts as a challenge.
inline constexpr std::array<NoticeKind, 4> push_kinds = {
    NoticeKind::your_turn, NoticeKind::deadline_warning, NoticeKind::challenge,
    NoticeKind::chat_mention};
// As which of these a notice is pushed; nothing: it is not.
std::optional<NoticeKind> push_kind_of(NoticeKind kind);

// The language of a push's texts. Wire vocabulary.
enum class PushLanguage : std::uint8_t { en, de };
std::string_view push_language_name(PushLanguage language);
std::optional<PushLanguage> parse_push_language(std::string_view name);

// A browser's subscription, and the kinds of notices to push to it.
struct SetPush {
    std::string endpoint;
    std::string p256dh;  // in base64url
    std::string auth;    // in base64url
    std::vector<NoticeKind> kinds;
    PushLanguage language = PushLanguage::en;
};
// Errors: malformed_json; invalid_field with its pointer.
Result<SetPush> decode_set_push(std::string_view body);

struct PushView {
    std::string endpoint;
    std::string kinds;  // words between commas
    std::string language;
    engine::Instant created_at;
};
// {"key","subscription":{"endpoint","kinds":[...],"language","created_at"} or null}
std::string encode_push(std::string_view key, const std::optional<PushView>& subscription);

// A text that a service worker shows.
struct PushText {
    std::string title;
    std::string body;
    std::string url;  // a path of this server
    std::string tag;  // a newer one replaces an older one
    PushLanguage language = PushLanguage::en;
};
// {"title","body","url","tag","lang"}
std::string encode_push_text(const PushText& text);

// The claims of a VAPID token. Source: RFC 8292, 2.
std::string encode_push_claims(std::string_view audience, std::int64_t expires_s,
                               std::string_view contact);

}  // namespace tanbo::protocol

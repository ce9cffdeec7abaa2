#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "protocol/json/ids.hpp"
#include "server/notify/keys.hpp"

// Signatures by which receivers of a webhook know that a message is from here. Source: Standard
// Webhooks.
namespace tanbo::notify {

// "whsec_" and 32 bytes in base64.
std::string webhook_secret(const Keys& keys, protocol::WebhookId webhook, base::Instant made_at);

// "v1," and the signature in base64 of what is sent, by that secret.
std::string webhook_signature(const Keys& keys, protocol::WebhookId webhook, base::Instant made_at,
                              std::string_view message_id, std::int64_t timestamp_s,
                              std::string_view body);

// "v1," and HMAC-SHA-256 of "id.timestamp.body" in base64.
std::string sign_webhook(std::span<const std::uint8_t> key, std::string_view message_id,
                         std::int64_t timestamp_s, std::string_view body);

// The same for every attempt of a delivery.
std::string message_id(const Keys& keys, protocol::WebhookId webhook, std::int64_t number,
                       base::Instant made_at);

}  // namespace tanbo::notify

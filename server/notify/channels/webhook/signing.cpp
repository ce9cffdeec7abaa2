#include "server/notify/channels/webhook/signing.hpp"

#include "server/base/secrets.hpp"

namespace tanbo::notify {

namespace {

constexpr std::size_t message_id_bytes = 18;

base::Digest key_of(const Keys& keys, protocol::WebhookId webhook, base::Instant made_at) {
    return keys.derive("webhook:" + protocol::to_string(webhook), made_at);
}

}  // namespace

std::string webhook_secret(const Keys& keys, protocol::WebhookId webhook, base::Instant made_at) {
    return "whsec_" + base::to_base64(key_of(keys, webhook, made_at));
}

std::string webhook_signature(const Keys& keys, protocol::WebhookId webhook, base::Instant made_at,
                              std::string_view message_id, std::int64_t timestamp_s,
                              std::string_view body) {
    return sign_webhook(key_of(keys, webhook, made_at), message_id, timestamp_s, body);
}

std::string sign_webhook(std::span<const std::uint8_t> key, std::string_view message_id,
                         std::int64_t timestamp_s, std::string_view body) {
    std::string content(message_id);
    content.append(".").append(std::to_string(timestamp_s)).append(".").append(body);
    return "v1," + base::to_base64(base::hmac_sha256(content, key));
}

std::string message_id(const Keys& keys, protocol::WebhookId webhook, std::int64_t number,
                       base::Instant made_at) {
    const base::Digest digest = keys.derive(
        "message:" + protocol::to_string(webhook) + ":" + std::to_string(number), made_at);
    return "msg_" + base::to_base64url(std::span(digest).first(message_id_bytes));
}

}  // namespace tanbo::notify

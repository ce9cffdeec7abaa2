#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/time/instant.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/notices.hpp"

// Webhooks: what their owners send and see. What they are sent is in notices.hpp.
namespace tanbo::protocol {

inline constexpr std::size_t webhook_url_bytes_max = 2'000;

struct CreateWebhook {
    std::string url;
    std::vector<NoticeKind> kinds;  // none: all
    std::string password = {};      // empty: none
};

struct SetWebhookKinds {
    std::vector<NoticeKind> kinds;  // none: all
};

// Errors of both: malformed_json; invalid_field with its pointer.
Result<CreateWebhook> decode_create_webhook(std::string_view body);
Result<SetWebhookKinds> decode_set_webhook_kinds(std::string_view body);

struct WebhookView {
    WebhookId id{};
    std::string url;
    std::string kinds;  // words between commas; empty: all
    bool is_on = true;
    engine::Instant created_at;
    int failures = 0;
    std::optional<engine::Instant> failing_since;
    std::optional<engine::Instant> next_attempt_at;
};

// {"id","url","kinds":[...],"state","created_at","failures","failing_since","next_attempt_at"} and,
// if given, "secret".
std::string encode_webhook(const WebhookView& webhook, std::string_view secret = {});
// {"webhooks":[...]}
std::string encode_webhooks(std::span<const WebhookView> webhooks);

struct DeliveryView {
    std::string id;  // the webhook-id header
    std::string kind;
    std::string_view state;  // "waiting", "delivered", "failed"
    engine::Instant created_at;
    int attempts = 0;
    std::optional<engine::Instant> attempted_at;
    std::optional<std::int64_t> status;
    std::optional<std::string> error;
};

// {"deliveries":[{"id","type","state","created_at","attempts","attempted_at","status","error"}]}
std::string encode_deliveries(std::span<const DeliveryView> deliveries);

// {"webhook","url","error"}: the data of a notice of the kind webhook_disabled.
std::string encode_webhook_disabled(WebhookId webhook, std::string_view url,
                                    std::string_view error);

}  // namespace tanbo::protocol

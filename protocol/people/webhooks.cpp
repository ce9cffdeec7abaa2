#include "protocol/people/webhooks.hpp"

#include "protocol/games/clock_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/people/kind_json.hpp"

namespace tanbo::protocol {

namespace {

void write_webhook(JsonWriter& out, const WebhookView& webhook, std::string_view secret) {
    out.begin_object().key("id").id(webhook.id).key("url").text(webhook.url);
    write_kinds(out.key("kinds"), webhook.kinds);
    out.key("state").word(webhook.is_on ? "on" : "off");
    out.key("created_at").word(format_instant(webhook.created_at));
    out.key("failures").number(webhook.failures);
    write_instant(out.key("failing_since"), webhook.failing_since);
    write_instant(out.key("next_attempt_at"), webhook.next_attempt_at);
    if (!secret.empty()) out.key("secret").text(secret);
    out.end_object();
}

void write_delivery(JsonWriter& out, const DeliveryView& delivery) {
    out.begin_object().key("id").text(delivery.id);
    // The second name is for clients from before the type had one.
    out.key("type").word(delivery.kind).key("kind").word(delivery.kind);
    out.key("state").word(delivery.state);
    out.key("created_at").word(format_instant(delivery.created_at));
    out.key("attempts").number(delivery.attempts);
    write_instant(out.key("attempted_at"), delivery.attempted_at);
    out.key("status").number_or_null(delivery.status);
    out.key("error").text_or_null(delivery.error).end_object();
}

}  // namespace

Result<CreateWebhook> decode_create_webhook(std::string_view body) {
    return decode_request<CreateWebhook>(body, [](const JsonReader& in) {
        in.expect_keys({"url", "kinds", "password"});
        CreateWebhook webhook;
        webhook.url = in.field("url").text(1, webhook_url_bytes_max);
        if (in.has("kinds")) webhook.kinds = read_kinds(in.field("kinds"));
        webhook.password = read_confirmation(in);
        return webhook;
    });
}

Result<SetWebhookKinds> decode_set_webhook_kinds(std::string_view body) {
    return decode_request<SetWebhookKinds>(body, [](const JsonReader& in) {
        in.expect_keys({"kinds"});
        return SetWebhookKinds{read_kinds(in.field("kinds"))};
    });
}

std::string encode_webhook(const WebhookView& webhook, std::string_view secret) {
    JsonWriter out;
    write_webhook(out, webhook, secret);
    return out.take();
}

std::string encode_webhooks(std::span<const WebhookView> webhooks) {
    JsonWriter out;
    out.begin_object().key("webhooks").begin_array();
    for (const WebhookView& webhook : webhooks) write_webhook(out, webhook, {});
    out.end_array().end_object();
    return out.take();
}

std::string encode_deliveries(std::span<const DeliveryView> deliveries) {
    JsonWriter out(64 + deliveries.size() * 256);
    out.begin_object().key("deliveries").begin_array();
    for (const DeliveryView& delivery : deliveries) write_delivery(out, delivery);
    out.end_array().end_object();
    return out.take();
}

std::string encode_webhook_disabled(WebhookId webhook, std::string_view url,
                                    std::string_view error) {
    JsonWriter out(128 + url.size());
    out.begin_object().key("webhook").id(webhook).key("url").text(url);
    out.key("error").text(error).end_object();
    return out.take();
}

}  // namespace tanbo::protocol

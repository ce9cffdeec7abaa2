#include "protocol/people/pushes.hpp"

#include <algorithm>

#include "protocol/games/clock_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/people/kind_json.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::array<std::string_view, 2> languages{"en", "de"};  // in the order of enumerators
constexpr std::size_t key_chars_max = 200;  // of a browser's keys, which are checked elsewhere

std::vector<NoticeKind> read_push_kinds(const JsonReader& in) {
    std::vector<NoticeKind> kinds = read_kinds(in);
    for (std::size_t i = 0; i < kinds.size() && in.is_sound(); ++i) {
        if (std::ranges::find(push_kinds, kinds[i]) == push_kinds.end()) {
            in.element(i).refuse(
                "must be \"your-turn\", \"deadline-warning\", \"challenge\" or \"chat-mention\"");
        }
    }
    return kinds;
}

}  // namespace

std::optional<NoticeKind> push_kind_of(NoticeKind kind) {
    if (kind == NoticeKind::invited) return NoticeKind::challenge;
    const bool is_pushed = std::ranges::find(push_kinds, kind) != push_kinds.end();
    return is_pushed ? std::optional(kind) : std::nullopt;
}

std::string_view push_language_name(PushLanguage language) {
    return languages.at(static_cast<std::size_t>(language));
}

std::optional<PushLanguage> parse_push_language(std::string_view name) {
    const auto found = std::ranges::find(languages, name);
    if (found == languages.end()) return std::nullopt;
    return static_cast<PushLanguage>(found - languages.begin());
}

Result<SetPush> decode_set_push(std::string_view body) {
    return decode_request<SetPush>(body, [](const JsonReader& in) {
        in.expect_keys({"endpoint", "keys", "kinds", "language"});
        SetPush push;
        push.endpoint = in.field("endpoint").text(1, push_endpoint_bytes_max);
        const JsonReader keys = in.field("keys");
        keys.expect_keys({"p256dh", "auth"});
        push.p256dh = keys.field("p256dh").text(1, key_chars_max);
        push.auth = keys.field("auth").text(1, key_chars_max);
        push.kinds = read_push_kinds(in.field("kinds"));
        push.language = in.field("language").word(parse_push_language, "\"en\" or \"de\"");
        return push;
    });
}

std::string encode_push(std::string_view key, const std::optional<PushView>& subscription) {
    JsonWriter out;
    out.begin_object().key("key").word(key).key("subscription");
    if (subscription) {
        out.begin_object().key("endpoint").text(subscription->endpoint);
        write_kinds(out.key("kinds"), subscription->kinds);
        out.key("language").word(subscription->language);
        out.key("created_at").word(format_instant(subscription->created_at)).end_object();
    } else {
        out.null();
    }
    out.end_object();
    return out.take();
}

std::string encode_push_text(const PushText& text) {
    JsonWriter out;
    out.begin_object().key("title").text(text.title).key("body").text(text.body);
    out.key("url").text(text.url).key("tag").text(text.tag);
    out.key("lang").word(push_language_name(text.language)).end_object();
    return out.take();
}

std::string encode_push_claims(std::string_view audience, std::int64_t expires_s,
                               std::string_view contact) {
    JsonWriter out;
    out.begin_object().key("aud").text(audience).key("exp").number(expires_s);
    if (!contact.empty()) out.key("sub").text(contact);
    out.end_object();
    return out.take();
}

}  // namespace tanbo::protocol

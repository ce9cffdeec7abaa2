#include "protocol/games/plain_subscription.hpp"

#include <cstddef>

#include "protocol/games/plain_parts.hpp"

namespace tanbo::protocol {
namespace {

constexpr std::size_t subscription_bytes_max = 256;
constexpr std::size_t name_bytes_max = 32;

template <class T>
void take_once(PlainParts& parts, std::optional<T>& member, T value) {
    if (member) parts.fail();
    member = value;
}

// Those behind "op".
struct SubscriptionMembers {
    std::optional<std::uint64_t> id;
    std::optional<Topic> topic;
    std::optional<std::uint32_t> after;

    void take(PlainParts& parts) {
        const std::string_view key = parts.word(name_bytes_max);
        parts.expect(":");
        if (key == "id") {
            take_once(parts, id, parts.natural64());
        } else if (key == "topic") {
            take_once(parts, topic, parse_topic(parts.word(name_bytes_max)).value_or(Topic{}));
        } else if (key == "after") {
            take_once(parts, after, parts.natural32());
        } else {
            parts.fail();
        }
    }
    bool are_plain() const {
        return topic && topic->kind == Topic::Kind::game &&
               id.value_or(0) <= static_cast<std::uint64_t>(live_id_max);
    }
};

}  // namespace

std::optional<LiveRequest> read_plain_subscription(std::string_view message) {
    if (message.size() > subscription_bytes_max) return std::nullopt;
    PlainParts parts(message);
    SubscriptionMembers members;
    parts.expect("{");
    parts.expect_key("\"op\"");
    parts.expect("\"subscribe\"");
    while (!parts.failed() && parts.next_is(',')) {
        parts.expect(",");
        members.take(parts);
    }
    parts.expect("}");
    if (parts.failed() || !parts.is_at_end() || !members.are_plain()) return std::nullopt;
    LiveRequest request;
    request.op = LiveRequest::Op::subscribe;
    if (members.id) request.id = static_cast<std::int64_t>(*members.id);
    request.topic = *members.topic;
    request.after = members.after;
    return request;
}

}  // namespace tanbo::protocol

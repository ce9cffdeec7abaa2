#include "protocol/client/notifications.hpp"

#include "protocol/json/json_reader.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps notification_caps{.bytes = 4'194'304, .depth = 16, .values = 262'144};
constexpr std::size_t notifications_max = 1000;
constexpr std::size_t notification_text_bytes_max = 4096;

std::string notification_text(const JsonReader& in) {
    return std::string(in.text(0, notification_text_bytes_max));
}

ToldNotification read_notification(const JsonReader& in) {
    ToldNotification notification{.type = notification_text(in.field("type")),
                                  .is_read = in.field("read").boolean()};
    if (const auto game = in.nullable_field("game")) notification.game = game->id<GameId>();
    if (notification.type != "chat-mention") return notification;
    const JsonReader data = in.field("data");
    notification.author = notification_text(data.field("author"));
    notification.text = notification_text(data.field("text"));
    return notification;
}

}  // namespace

Result<std::vector<ToldNotification>> decode_notifications(std::string_view answer) {
    return decode_with<std::vector<ToldNotification>>(
        answer, notification_caps, FirstFault(), [](const JsonReader& in) {
            std::vector<ToldNotification> all;
            const JsonReader list = in.field("notifications");
            const std::size_t count = list.elements(0, notifications_max);
            all.reserve(count);
            for (std::size_t i = 0; i < count; ++i) {
                all.push_back(read_notification(list.element(i)));
            }
            return all;
        });
}

}  // namespace tanbo::protocol

#include "protocol/client/notifications.hpp"

#include "protocol/client/answer_parts.hpp"
#include "protocol/json/json_reader.hpp"

namespace tanbo::protocol {

namespace {

ToldNotification read_notification(const JsonReader& in) {
    ToldNotification notification{.type = told_text(in.field("type")),
                                  .is_read = in.field("read").boolean()};
    if (const auto game = in.nullable_field("game")) notification.game = game->id<GameId>();
    if (notification.type != "chat-mention") return notification;
    const JsonReader data = in.field("data");
    notification.author = told_text(data.field("author"));
    notification.text = told_text(data.field("text"));
    return notification;
}

}  // namespace

Result<std::vector<ToldNotification>> decode_notifications(std::string_view answer) {
    return decode_with<std::vector<ToldNotification>>(
        answer, answer_caps, FirstFault(), [](const JsonReader& in) {
            return told_list(in.field("notifications"), read_notification);
        });
}

}  // namespace tanbo::protocol

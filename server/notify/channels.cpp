#include "server/notify/channels.hpp"

#include <array>

#include "server/notify/channels/email/mails.hpp"
#include "server/notify/channels/push/messages.hpp"
#include "server/notify/channels/webhook/requests.hpp"

namespace tanbo::notify {

std::span<const Channel> channels() {
    static constexpr std::array all = {
        Channel{"webhook", wants_request, queue_requests},
        Channel{"push", wants_push, queue_pushes},
        Channel{"email", wants_mail, queue_notice_mail},
    };
    return all;
}

}  // namespace tanbo::notify

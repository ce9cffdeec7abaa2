#pragma once

#include "protocol/json/ids.hpp"
#include "server/notify/channels.hpp"

// Requests that webhooks are to make because of a notice: see Channel.
namespace tanbo::notify {

// Whether one of the webhooks of the account wants such a notice.
bool wants_request(store::Transaction& transaction, protocol::AccountId account,
                   protocol::NoticeKind kind, const store::NoticeSettings& settings);
// Queues it for each of them.
void queue_requests(store::Transaction& transaction, base::Instant now, const KeptNotice& notice,
                    const store::NoticeSettings& settings);

}  // namespace tanbo::notify

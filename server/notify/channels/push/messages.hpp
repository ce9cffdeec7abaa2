#pragma once

#include "protocol/json/ids.hpp"
#include "server/notify/channels.hpp"

// Pushes that browsers are sent because of a notice: see Channel.
namespace tanbo::notify {

// True if one of the account's browsers wants notices of this kind.
bool wants_push(store::Transaction& transaction, protocol::AccountId account,
                protocol::NoticeKind kind, const store::NoticeSettings& settings);
// Queues it for each of them, in the place of what waits about the same subject.
void queue_pushes(store::Transaction& transaction, base::Instant now, const KeptNotice& notice,
                  const store::NoticeSettings& settings);

}  // namespace tanbo::notify

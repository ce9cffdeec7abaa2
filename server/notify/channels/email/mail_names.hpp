#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/epoch.hpp"

// The names of mails and of their threads, by which mail programs know them.
namespace tanbo::notify {

// The left part of a Message-ID of that epoch: "n.1.4.e0a1b2c3d" of "n.1.4", which in another epoch
// is another mail.
std::string name_in_epoch(std::string_view name, protocol::Epoch epoch);

// Of which epoch a Message-ID, without <>, is; nothing if it is no mail of this domain.
std::optional<protocol::Epoch> epoch_of_mail(std::string_view message_id, std::string_view domain);

}  // namespace tanbo::notify

#include "server/notify/channels/email/mail_names.hpp"

namespace tanbo::notify {

namespace {

constexpr std::string_view epoch_tag = ".e";

}  // namespace

std::string name_in_epoch(std::string_view name, protocol::Epoch epoch) {
    std::string named(name);
    if (epoch != protocol::first_epoch) named.append(epoch_tag).append(protocol::epoch_text(epoch));
    return named;
}

std::optional<protocol::Epoch> epoch_of_mail(std::string_view message_id, std::string_view domain) {
    const std::size_t at = message_id.rfind('@');
    if (at == std::string_view::npos || message_id.substr(at + 1) != domain) return std::nullopt;
    const std::string_view name = message_id.substr(0, at);
    const std::size_t tag = name.rfind(epoch_tag);
    if (tag == std::string_view::npos) return protocol::first_epoch;
    const auto epoch = protocol::parse_epoch(name.substr(tag + epoch_tag.size()));
    return epoch.value_or(protocol::first_epoch);
}

}  // namespace tanbo::notify

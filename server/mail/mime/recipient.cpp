#include "server/mail/mime/recipient.hpp"

#include <algorithm>
#include <array>

#include "protocol/json/words.hpp"

namespace tanbo::mail::mime {
namespace {

struct Name {
    std::string_view local_part;
    RecipientKind kind;
    bool needs_token;
};

constexpr std::array names = {
    Name{commands_local_part, RecipientKind::commands, false},
    Name{"r", RecipientKind::reply, true},
    Name{"b", RecipientKind::bounce, true},
    Name{"postmaster", RecipientKind::postmaster, false},
};

bool is_token_character(char c) {
    return protocol::is_alphanumeric(c) || c == '.' || c == '_' || c == '-';
}

std::string address_of(std::string_view prefix, std::string_view token, std::string_view domain) {
    return std::string(prefix) + std::string(token) + "@" + std::string(domain);
}

}  // namespace

std::optional<Recipient> read_recipient(std::string_view address, std::string_view domain) {
    if (protocol::lower(address) == "postmaster") return Recipient{RecipientKind::postmaster, ""};
    const std::size_t at = address.rfind('@');
    if (at == std::string_view::npos ||
        protocol::lower(address.substr(at + 1)) != protocol::lower(domain))
        return std::nullopt;
    const std::string_view local = address.substr(0, at);
    if (local.size() > local_part_bytes_max) return std::nullopt;
    const std::size_t plus = std::min(local.find('+'), local.size());
    const auto name =
        std::ranges::find(names, protocol::lower(local.substr(0, plus)), &Name::local_part);
    if (name == names.end()) return std::nullopt;
    const std::string_view token = local.substr(std::min(plus + 1, local.size()));
    if (!std::ranges::all_of(token, is_token_character)) return std::nullopt;
    if (token.empty() && (name->needs_token || plus != local.size())) return std::nullopt;
    return Recipient{name->kind, std::string(token)};
}

std::string commands_address(std::string_view domain) {
    return address_of(commands_local_part, "", domain);
}

std::string reply_address(std::string_view token, std::string_view domain) {
    return address_of("r+", token, domain);
}

std::string bounce_address(std::string_view token, std::string_view domain) {
    return address_of("b+", token, domain);
}

}  // namespace tanbo::mail::mime

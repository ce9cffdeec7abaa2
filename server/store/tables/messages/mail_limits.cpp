#include "server/store/tables/messages/mail_limits.hpp"

#include <algorithm>
#include <array>

#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/messages/mail_watches.hpp"

namespace tanbo::store {
namespace {

// Mails that anyone can cause by naming an address, theirs or not.
constexpr std::array<std::string_view, 4> kinds_of_anybody{"verify-address", "address-known",
                                                           "password-reset", "confirm-watch"};

struct Counted {
    Limit limit;
    std::string subject;
};

bool has_answered(Reader& reader, std::string_view address) {
    const std::string key = address_key(address);
    return find_verified(reader, key) || has_confirmed_mail_watch(reader, key);
}

// The limit that a mail counts against; nothing: it is free.
std::optional<Counted> counted(Reader& reader, std::string_view address, std::string_view kind) {
    if (!has_answered(reader, address)) return Counted{mails_to_stranger, mailbox_key(address)};
    if (std::ranges::find(kinds_of_anybody, kind) == kinds_of_anybody.end()) return std::nullopt;
    return Counted{mails_of_kind, std::string(kind) + " " + mailbox_key(address)};
}

}  // namespace

std::string mailbox_key(std::string_view address) {
    std::string key = address_key(address);
    const std::size_t at = key.rfind('@');
    if (at == std::string::npos) return key;
    std::string local = key.substr(0, at);
    std::string domain = key.substr(at + 1);
    local.resize(std::min(local.size(), local.find('+')));
    if (domain == "googlemail.com") domain = "gmail.com";
    if (domain == "gmail.com") std::erase(local, '.');
    return local + "@" + domain;
}

std::optional<Instant> mail_limited_until(Reader& reader, std::string_view address,
                                          std::string_view kind, Instant now) {
    const auto against = counted(reader, address, kind);
    if (!against) return std::nullopt;
    return limited_until(reader, against->limit, against->subject, now);
}

bool take_mail(Transaction& transaction, std::string_view address, std::string_view kind,
               Instant now) {
    const auto against = counted(transaction, address, kind);
    return !against || !try_acquire(transaction, against->limit, against->subject, now);
}

}  // namespace tanbo::store

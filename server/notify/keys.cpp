#include "server/notify/keys.hpp"

#include <charconv>
#include <span>

#include "server/store/store.hpp"
#include "server/store/tables/accounts/secrets.hpp"

namespace tanbo::notify {

namespace {

constexpr std::string_view keys_secret = "notices";

}  // namespace

std::optional<protocol::AccountId> account_of_key(std::string_view key) {
    std::int64_t account = 0;
    const auto parsed = std::from_chars(key.data(), key.data() + key.size(), account);
    const bool is_named = parsed.ec == std::errc() && account > 0 &&
                          parsed.ptr != key.data() + key.size() && *parsed.ptr == '-';
    return is_named ? std::optional(protocol::AccountId{account}) : std::nullopt;
}

Keys Keys::load(store::Store& store, const base::Clock& clock) {
    return Keys(store::load_secret(store, keys_secret, clock()), store.epochs());
}

base::Digest Keys::derive(std::string_view purpose, base::Instant made_at) const {
    const protocol::Epoch epoch = epochs_.at(made_at);
    if (epoch == protocol::first_epoch) return base::blake2b(purpose, secret_);
    return base::blake2b(std::string(purpose) + "@" + protocol::epoch_text(epoch), secret_);
}

std::string Keys::calendar_key(protocol::AccountId account, base::Instant made_at,
                               std::int64_t renewals) const {
    return to_string(account) + "-" +
           base::to_base64url(
               derive("calendar:" + to_string(account) + ":" + std::to_string(renewals), made_at));
}

std::string Keys::feed_key(protocol::GameId game, protocol::AccountId account,
                           base::Instant made_at, std::int64_t renewals) const {
    return to_string(account) + "-" +
           base::to_base64url(derive("feed:" + to_string(game) + ":" + to_string(account) + ":" +
                                         std::to_string(renewals),
                                     made_at));
}

std::string Keys::stable_id(std::string_view name, base::Instant made_at) const {
    base::Digest digest = derive("id:" + std::string(name), made_at);
    digest[6] = static_cast<std::uint8_t>((digest[6] & 0x0FU) | 0x80U);  // version 8
    digest[8] = static_cast<std::uint8_t>((digest[8] & 0x3FU) | 0x80U);  // variant
    std::string hex = base::to_hex(std::span(digest).first(16));
    for (const std::size_t at : {20U, 16U, 12U, 8U}) hex.insert(at, "-");
    return "urn:uuid:" + hex;
}

}  // namespace tanbo::notify

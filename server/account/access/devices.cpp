#include "server/account/access/devices.hpp"

#include <array>
#include <charconv>

#include "server/base/secrets.hpp"
#include "server/store/tables/accounts/secrets.hpp"

namespace tanbo::account {

namespace {

constexpr std::string_view secret_name = "devices";
constexpr std::size_t id_bytes = 16;
constexpr std::size_t cookie_chars_max = 160;

// Takes what stands before the next dot off the text.
std::string_view take_part(std::string_view& text) {
    const std::size_t dot = text.find('.');
    const std::string_view part = text.substr(0, dot);
    text.remove_prefix(dot == std::string_view::npos ? text.size() : dot + 1);
    return part;
}

std::optional<std::int64_t> parse_number(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace

Devices::Devices(store::Transaction& transaction, base::Instant now) {
    secret_ = store::load_secret(transaction, secret_name, now);
    epoch_ = store::read_epochs(transaction).present();
}

std::string Devices::sign(std::string_view content) const {
    std::string signed_text(content);
    if (epoch_ != protocol::first_epoch) signed_text += "." + protocol::epoch_text(epoch_);
    return base::to_base64url(base::hmac_sha256(signed_text, secret_));
}

// account.made_at.id.signature
std::string Devices::make(protocol::AccountId account, base::Instant now) const {
    std::array<std::uint8_t, id_bytes> id{};
    base::random_bytes(id);
    const std::string content =
        to_string(account) + "." + std::to_string(engine::number_of(now)) + "." + base::to_hex(id);
    return content + "." + sign(content);
}

std::optional<Device> Devices::read(std::string_view cookie, base::Instant now) const {
    if (cookie.size() > cookie_chars_max) return std::nullopt;
    const std::size_t end = cookie.rfind('.');
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view content = cookie.substr(0, end);
    if (!base::equal_in_constant_time(cookie.substr(end + 1), sign(content))) return std::nullopt;
    const auto account = parse_number(take_part(content));
    const auto made_at = parse_number(take_part(content));
    if (!account || !made_at) return std::nullopt;
    if (engine::instant_of(*made_at) + device_life <= now) return std::nullopt;
    return Device{protocol::AccountId{*account}, std::string(content)};
}

}  // namespace tanbo::account

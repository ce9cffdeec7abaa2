#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/epochs.hpp"

namespace tanbo::account {

inline constexpr std::chrono::hours device_life{24 * 365};

// A browser in which an account's password was given right.
struct Device {
    protocol::AccountId account{};
    std::string id;  // 128 random bits
};

// The cookies that identify such browsers: signed by this server, which stores nothing for them.
// They open nothing; wrong passwords that others try don't keep their bearer out. Source: OWASP,
// "Slow Down Online Guessing Attacks with Device Cookies". Thread: any.
class Devices {
public:
    // Reads the server's secret, or draws and stores it. Throws: store::StorageError.
    Devices(store::Transaction& transaction, base::Instant now);

    std::string make(protocol::AccountId account, base::Instant now) const;
    // Nothing for what this server did not sign, or signed longer than device_life ago, or in
    // another epoch: the account may be another's now.
    std::optional<Device> read(std::string_view cookie, base::Instant now) const;

private:
    std::string sign(std::string_view content) const;

    std::vector<std::uint8_t> secret_;
    protocol::Epoch epoch_;
};

}  // namespace tanbo::account

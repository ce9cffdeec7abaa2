#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/notify/channels/webhook/address.hpp"

namespace tanbo::notify {

// A POST that a webhook makes.
struct Outgoing {
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
};

// The outcome. Accepted: `error` is empty, which needs a status from 200 to 299.
struct Sent {
    std::optional<int> status = {};
    // One sentence for the webhook's owner, which tells nothing of the network that the server is
    // in.
    std::string error = {};
    bool is_cancelled = false;
    // How long the answer asks to be left alone; nothing if it does not. Source: RFC
    // 9110, 10.2.3.
    std::optional<std::chrono::seconds> retry_after = {};
    bool is_timeout = false;  // nothing was answered in time
};

// Makes the POST and waits for the answer.
using Transport = std::function<Sent(const Outgoing&)>;

// All addresses of a host's name; empty if there are none.
using Resolver = std::function<std::vector<Address>(const std::string& host)>;

// The system's.
std::vector<Address> resolve(const std::string& host);

inline constexpr std::size_t answer_bytes_max = 65'536;

struct TransportLimits {
    std::chrono::milliseconds whole{5'000};  // to connect and to answer
};

// By libcurl: no redirects, no proxies. The name is resolved once, every address it has must be
// admitted, and the connection goes to one of these and no other: a name that changes its mind
// after it was checked changes nothing. Once `is_cancelled` (may be null) is set, what is on its
// way is given up within a second or so. Thread: any, several at once.
Transport http_transport(AddressPolicy policy, Resolver resolver = resolve,
                         TransportLimits limits = {},
                         const std::atomic<bool>* is_cancelled = nullptr);

// Why something can't be a webhook's address, as a sentence's end ("must be ..."); nothing if
// it can be. An address given by number is checked by the policy at once. Ports below 1024 are
// those of other services, but for 80 and 443.
std::optional<std::string> url_fault(const std::string& url, const AddressPolicy& policy);

// "https://push.example:8443" of an address: the port is named if it is not the scheme's. Empty if
// the text is not an address.
std::string origin_of(const std::string& url);

// The address that a URL gives by number; nothing if it gives a name.
std::optional<Address> numbered_address(const std::string& url);

}  // namespace tanbo::notify

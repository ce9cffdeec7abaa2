#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/net/http/http.hpp"

namespace tanbo::net {

// The origin of the page for which a browser sends a request.
enum class OriginVerdict : std::uint8_t {
    none,     // no Origin field: not a page, or a plain GET of our own
    own,      // our own host
    allowed,  // one that the settings name
    foreign   // any other, "null" too
};

// Which pages may use the server: its own, and those it is told of. Immutable.
class OriginPolicy {
public:
    // `allowed` are origins such as https://example.org, or "*" for every one; `public_url` is
    // where browsers reach the server: no other origin is its own then. Empty: the scheme by which
    // the request came, and its Host.
    explicit OriginPolicy(std::vector<std::string> allowed = {}, std::string_view public_url = {});

    // Scheme, host and port must be the same. Source: RFC 6454, 5.
    OriginVerdict judge(const Request& request) const;

    // Whether any foreign origin is allowed.
    bool is_configured() const { return !allowed_.empty(); }

private:
    std::vector<std::string> allowed_;
    std::string own_;
};

}  // namespace tanbo::net

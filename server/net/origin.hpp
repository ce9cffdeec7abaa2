#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/net/http.hpp"

namespace tanbo::net {

// Where the page that a browser sends a request for comes from.
enum class OriginVerdict : std::uint8_t {
    none,     // no Origin field: not a page, or a plain GET of our own
    own,      // our own host
    allowed,  // one that the settings name
    foreign   // any other, "null" too
};

// Which pages may use the server: its own, and those it is told of. Immutable.
class OriginPolicy {
public:
    // `allowed` are origins such as https://example.org, or "*" for every one; `own` is the origin
    // of the server where a proxy keeps the Host field from saying it, else empty.
    explicit OriginPolicy(std::vector<std::string> allowed = {}, std::string own = {});

    // Schemes do not count for our own host: TLS may end where we can't see it.
    OriginVerdict judge(const Request& request) const;

    // Whether any foreign origin is allowed.
    bool is_configured() const { return !allowed_.empty(); }

private:
    std::vector<std::string> allowed_;
    std::string own_;
};

}  // namespace tanbo::net

#include "server/net/http/origin.hpp"

#include "protocol/json/words.hpp"

namespace tanbo::net {
namespace {

// Scheme, host and port: what stands behind it is cut off, and so is the port that the scheme has
// anyway. In lower case. Source: RFC 6454, 4; RFC 3986, 6.2.3.
std::string origin_of(std::string_view url) {
    std::string origin = protocol::lower(url);
    const std::size_t scheme_end = origin.find("://");
    if (scheme_end == std::string::npos) return origin;
    origin = origin.substr(0, origin.find_first_of("/?#", scheme_end + 3));
    const std::string_view port = origin.starts_with("https:") ? ":443" : ":80";
    if (origin.ends_with(port)) origin.resize(origin.size() - port.size());
    return origin;
}

}  // namespace

OriginPolicy::OriginPolicy(std::vector<std::string> allowed, std::string_view public_url)
    : own_(origin_of(public_url)) {
    for (const std::string& origin : allowed) allowed_.push_back(origin_of(origin));
}

OriginVerdict OriginPolicy::judge(const Request& request) const {
    const auto field = request.header("Origin");
    if (!field) return OriginVerdict::none;
    const std::string origin = origin_of(*field);
    const std::string_view scheme = request.is_secure ? "https://" : "http://";
    const std::string own =
        own_.empty() ? origin_of(std::string(scheme).append(request.host)) : own_;
    if (origin == own) return OriginVerdict::own;
    const bool is_allowed = std::ranges::any_of(
        allowed_, [&origin](const std::string& known) { return known == "*" || known == origin; });
    return is_allowed ? OriginVerdict::allowed : OriginVerdict::foreign;
}

}  // namespace tanbo::net

#include "server/net/origin.hpp"

#include <algorithm>
#include <cctype>

namespace tanbo::net {
namespace {

// Scheme and host in lower case. Source: RFC 6454, 4.
std::string folded(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

}  // namespace

OriginPolicy::OriginPolicy(std::vector<std::string> allowed, std::string own) : own_(folded(own)) {
    for (const std::string& origin : allowed) allowed_.push_back(folded(origin));
}

OriginVerdict OriginPolicy::judge(const Request& request) const {
    const auto field = request.header("Origin");
    if (!field) return OriginVerdict::none;
    const std::string origin = folded(*field);
    const std::size_t scheme_end = origin.find("://");
    const bool is_own_host =
        scheme_end != std::string::npos && origin.substr(scheme_end + 3) == folded(request.host);
    if (is_own_host || (!own_.empty() && origin == own_)) return OriginVerdict::own;
    const bool is_allowed = std::ranges::any_of(
        allowed_, [&origin](const std::string& known) { return known == "*" || known == origin; });
    return is_allowed ? OriginVerdict::allowed : OriginVerdict::foreign;
}

}  // namespace tanbo::net

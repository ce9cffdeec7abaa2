#include "server/api_common/credentials.hpp"

#include <algorithm>

#include "protocol/json/words.hpp"
#include "server/account/access/devices.hpp"
#include "server/net/http/text.hpp"

namespace tanbo::api_common {
namespace {

using protocol::Code;
using protocol::refusal;

constexpr std::string_view scheme = "bearer ";
constexpr std::string_view tls_cookie = "__Host-tanbo";
constexpr std::string_view plain_cookie = "tanbo";
constexpr std::string_view session_suffix;
constexpr std::string_view device_suffix = "-device";
constexpr std::string_view guest_suffix = "-guest";
constexpr std::size_t guest_cookie_chars = 47;       // the prefix and 256 bits as base64url
constexpr std::chrono::hours guest_cookie_life{24};  // as the key is kept

bool names_this_machine(std::string_view host) {
    const bool is_bracketed = host.starts_with('[');
    const std::string_view name =
        is_bracketed ? host.substr(0, host.find(']') + 1) : host.substr(0, host.find(':'));
    return name == "localhost" || name == "127.0.0.1" || name == "[::1]";
}

std::string cookie_name(const net::Request& request, std::string_view suffix) {
    return std::string(request.is_secure ? tls_cookie : plain_cookie).append(suffix);
}

// Of one Cookie field.
std::optional<std::string> find_in(std::string_view field, std::string_view name) {
    while (!field.empty()) {
        const std::size_t end = field.find(';');
        const std::string_view pair = protocol::trimmed(field.substr(0, end));
        const std::size_t equals = pair.find('=');
        if (equals != std::string_view::npos && pair.substr(0, equals) == name) {
            return std::string(pair.substr(equals + 1));
        }
        field.remove_prefix(end == std::string_view::npos ? field.size() : end + 1);
    }
    return std::nullopt;
}

std::optional<std::string> find_cookie_of(const net::Request& request, std::string_view suffix) {
    if (!can_have_session(request)) return std::nullopt;
    return find_cookie(request, cookie_name(request, suffix));
}

std::string set_cookie(const net::Request& request, std::string_view suffix, std::string_view value,
                       std::chrono::seconds life) {
    std::string cookie = cookie_name(request, suffix);
    cookie += '=';
    cookie += value;
    cookie += "; Path=/; Max-Age=" + std::to_string(value.empty() ? 0 : life.count());
    cookie += "; HttpOnly; SameSite=Lax";
    if (request.is_secure) cookie += "; Secure";
    return cookie;
}

bool is_visible(char c) {
    return c > ' ' && c <= '~';
}

bool has_scheme(std::string_view field) {
    return field.size() > scheme.size() && net::equal_names(field.substr(0, scheme.size()), scheme);
}

}  // namespace

std::optional<std::string> find_cookie(const net::Request& request, std::string_view name) {
    for (const std::string_view field : request.headers("Cookie")) {
        if (auto value = find_in(field, name)) return value;
    }
    return std::nullopt;
}

protocol::Result<std::optional<std::string>> bearer_token(const net::Request& request) {
    const auto first = request.header("Authorization");
    if (!first) return std::optional<std::string>();
    if (!has_scheme(*first) || request.headers("Authorization").size() != 1) {
        return refusal(Code::unauthorized, "Send Authorization once, as \"Bearer\" and a token.");
    }
    return std::optional(std::string(first->substr(scheme.size())));
}

bool can_have_session(const net::Request& request) {
    return request.is_secure || request.is_local || names_this_machine(request.host);
}

std::optional<std::string> session_cookie(const net::Request& request) {
    return find_cookie_of(request, session_suffix);
}

std::string set_session_cookie(const net::Request& request, std::string_view secret,
                               std::chrono::seconds life) {
    return set_cookie(request, session_suffix, secret, life);
}

std::optional<std::string> device_cookie(const net::Request& request) {
    return find_cookie_of(request, device_suffix);
}

std::string set_device_cookie(const net::Request& request, std::string_view value) {
    return set_cookie(request, device_suffix, value, account::device_life);
}

std::optional<std::string> guest_cookie(const net::Request& request) {
    auto value = find_cookie_of(request, guest_suffix);
    const bool is_ours = value && value->size() == guest_cookie_chars &&
                         value->starts_with(guest_cookie_prefix) &&
                         std::ranges::all_of(*value, is_visible);
    return is_ours ? value : std::nullopt;
}

std::string set_guest_cookie(const net::Request& request, std::string_view value) {
    return set_cookie(request, guest_suffix, value, guest_cookie_life);
}

bool is_same_origin(const net::Request& request, net::OriginVerdict verdict) {
    if (verdict != net::OriginVerdict::none) return verdict == net::OriginVerdict::own;
    return request.header("Sec-Fetch-Site") == "same-origin";
}

protocol::Result<std::optional<std::string>> idempotency_key(const net::Request& request) {
    const auto key = request.header("Idempotency-Key");
    if (!key) return std::optional<std::string>();
    const bool is_sound = !key->empty() && key->size() <= idempotency_key_bytes_max &&
                          std::ranges::all_of(*key, is_visible) &&
                          request.headers("Idempotency-Key").size() == 1;
    if (is_sound) return std::optional(std::string(*key));
    return refusal(Code::malformed_request, "Send Idempotency-Key once, as 1 to " +
                                                std::to_string(idempotency_key_bytes_max) +
                                                " visible ASCII characters without spaces.");
}

}  // namespace tanbo::api_common

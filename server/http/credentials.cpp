#include "server/http/credentials.hpp"

#include <algorithm>
#include <cctype>

#include "server/http/exchange.hpp"

namespace tanbo::http {
namespace {

using protocol::Code;

constexpr std::string_view scheme = "bearer ";

bool is_visible(char c) {
    return c > ' ' && c <= '~';
}

bool has_scheme(std::string_view field) {
    const auto same = [](char expected, char c) {
        return std::tolower(static_cast<unsigned char>(c)) == expected;
    };
    return field.size() > scheme.size() &&
           std::ranges::equal(scheme, field.substr(0, scheme.size()), same);
}

}  // namespace

protocol::Result<std::optional<std::string>> bearer_token(const net::Request& request) {
    const auto first = request.header("Authorization");
    if (!first) return std::optional<std::string>();
    if (!has_scheme(*first) || request.headers("Authorization").size() != 1) {
        return refusal(Code::unauthorized,
                       "Authorization must be sent once, as \"Bearer\" and a token.");
    }
    return std::optional(std::string(first->substr(scheme.size())));
}

protocol::Result<std::optional<std::string>> idempotency_key(const net::Request& request) {
    const auto key = request.header("Idempotency-Key");
    if (!key) return std::optional<std::string>();
    const bool is_sound = !key->empty() && key->size() <= idempotency_key_bytes_max &&
                          std::ranges::all_of(*key, is_visible) &&
                          request.headers("Idempotency-Key").size() == 1;
    if (is_sound) return std::optional(std::string(*key));
    return refusal(Code::malformed_request, "Idempotency-Key must be sent once, as 1 to " +
                                                std::to_string(idempotency_key_bytes_max) +
                                                " visible ASCII characters without spaces.");
}

}  // namespace tanbo::http

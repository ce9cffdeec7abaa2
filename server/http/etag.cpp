#include "server/http/etag.hpp"

#include <span>

#include "server/base/secrets.hpp"

namespace tanbo::http {
namespace {

std::string_view opaque(std::string_view etag) {
    if (etag.starts_with("W/")) etag.remove_prefix(2);
    return etag;
}

}  // namespace

std::string etag_of(std::string_view body) {
    const base::Digest digest = base::blake2b(body);
    return '"' + base::to_base64url(std::span(digest).first<12>()) + '"';
}

bool is_unchanged(const net::Request& request, std::string_view etag) {
    // Our validators hold no comma, so a list can be cut at commas.
    for (const std::string_view candidate : request.list("If-None-Match")) {
        if (candidate == "*" || opaque(candidate) == opaque(etag)) return true;
    }
    return false;
}

}  // namespace tanbo::http

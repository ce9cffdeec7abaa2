#include "server/net/http/head.hpp"

#include <algorithm>
#include <array>

#include "protocol/json/words.hpp"
#include "server/net/http/text.hpp"

namespace tanbo::net {
namespace {

constexpr std::string_view line_end = "\r\n";
constexpr std::size_t content_length_digits_max = 18;
constexpr std::size_t method_bytes_max = 32;
constexpr std::size_t fields_usual = 16;

Fault bad(std::string detail) {
    return {400, "bad-request", std::move(detail), {}};
}

Fault target_too_long(const Limits& limits) {
    return {414,
            "target-too-long",
            "The request's target is longer than " + std::to_string(limits.target_bytes_max) +
                " bytes.",
            {}};
}

Fault head_too_large(const Limits& limits) {
    return {431,
            "header-too-large",
            "The request's head is larger than " + std::to_string(limits.head_bytes_max) +
                " bytes or " + std::to_string(limits.fields_max) + " fields.",
            {}};
}

Method parse_method(std::string_view name) {
    for (const Method method : {Method::get, Method::head, Method::post, Method::put,
                                Method::delete_, Method::options, Method::patch}) {
        if (name == method_name(method)) return method;
    }
    return Method::other;
}

bool is_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), protocol::is_digit);
}

bool is_origin_form(std::string_view target) {
    return !target.empty() && target.front() == '/' &&
           std::all_of(target.begin(), target.end(),
                       [](char c) { return c > 0x20 && c < 0x7F && c != '#'; });
}

bool is_host_name(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return protocol::is_alphanumeric(c) || c == '.' || c == '-' || c == '_';
    });
}

bool is_ipv6_literal(std::string_view name) {
    return name.size() > 2 && name.front() == '[' && name.back() == ']' &&
           name.find_first_not_of("0123456789abcdefABCDEF:.", 1) == name.size() - 1;
}

// A name or address and perhaps a port; the rest of RFC 3986's reg-name has no use in a Host.
bool is_host(std::string_view host) {
    const std::size_t bracket = host.rfind(']');
    const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
    if (colon != std::string_view::npos) {
        const std::string_view port = host.substr(colon + 1);
        if (!is_digits(port) || port.size() > 5) return false;
        host = host.substr(0, colon);
    }
    return is_host_name(host) || is_ipv6_literal(host);
}

// Takes "http://host" off the front of a whole URL; nothing if it is none. A URL without a path
// means "/". Source: RFC 9112, 3.2.2; RFC 9110, 4.2.3.
std::optional<std::string_view> take_authority(std::string_view& target) {
    const std::size_t scheme_end = target.find("://");
    const std::string_view scheme = target.substr(0, scheme_end);
    if (scheme_end == std::string_view::npos ||
        !(equal_names(scheme, "http") || equal_names(scheme, "https"))) {
        return std::nullopt;
    }
    const std::string_view rest = target.substr(scheme_end + 3);
    const std::size_t authority_end = std::min(rest.find_first_of("/?#"), rest.size());
    target = rest.substr(authority_end);
    if (target.empty()) target = "/";
    return rest.substr(0, authority_end);
}

// "GET /path HTTP/1.1"
std::optional<Fault> parse_request_line(std::string_view line, Request& request, Framing& framing,
                                        std::optional<std::string_view>& authority,
                                        const Limits& limits) {
    const std::size_t first = line.find(' ');
    const std::size_t last = line.rfind(' ');
    if (first == std::string_view::npos || first == last) {
        return bad("The request line must be a method, a target and a version.");
    }
    request.method_name = line.substr(0, first);
    request.target = line.substr(first + 1, last - first - 1);
    const std::string_view version = line.substr(last + 1);
    if (!is_token(request.method_name) || request.method_name.size() > method_bytes_max) {
        return bad("The method must be a token.");
    }
    if (request.target.size() > limits.target_bytes_max) return target_too_long(limits);
    authority = take_authority(request.target);
    if (!is_origin_form(request.target)) {
        return bad("The target must be a path with an optional query.");
    }
    if (version != "HTTP/1.1" && version != "HTTP/1.0") {
        if (version.substr(0, 5) == "HTTP/") {
            return Fault{
                505, "version-not-supported", "The server supports HTTP/1.1 and HTTP/1.0.", {}};
        }
        return bad("The request line must end in an HTTP version.");
    }
    framing.is_http_11 = version == "HTTP/1.1";
    request.method = parse_method(request.method_name);
    const std::size_t mark = std::min(request.target.find('?'), request.target.size());
    request.path = request.target.substr(0, mark);
    request.query = request.target.substr(std::min(mark + 1, request.target.size()));
    return std::nullopt;
}

std::optional<Fault> parse_field(std::string_view line, Request& request) {
    if (line.front() == ' ' || line.front() == '\t')
        return bad("A header field must be on one line.");
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) {
        return bad("A header field must have a token as its name, directly before the colon.");
    }
    const Field field{line.substr(0, colon), protocol::trimmed(line.substr(colon + 1))};
    if (!is_field_value(field.value))
        return bad("A header value must not contain control characters.");
    request.fields.push_back(field);
    return std::nullopt;
}

// The fields that decide framing, and the origin of the request, each at its first sight; a second
// sight is a fault.
struct Seen {
    std::optional<std::string_view> host;
    std::optional<std::string_view> content_length;
    std::optional<std::string_view> transfer_encoding;
    std::optional<std::string_view> expect;
    std::optional<std::string_view> origin;
};

std::optional<Fault> note(const Field& field, Seen& seen) {
    const std::array<std::pair<std::string_view, std::optional<std::string_view>*>, 5> single{{
        {"Host", &seen.host},
        {"Content-Length", &seen.content_length},
        {"Transfer-Encoding", &seen.transfer_encoding},
        {"Expect", &seen.expect},
        {"Origin", &seen.origin},
    }};
    for (const auto& [name, slot] : single) {
        if (!equal_names(field.name, name)) continue;
        if (*slot) return bad("The field " + std::string(name) + " is repeated.");
        *slot = field.value;
    }
    return std::nullopt;
}

std::optional<Fault> decide_body(const Seen& seen, Framing& framing) {
    if (seen.transfer_encoding) {
        if (!framing.is_http_11) return bad("Transfer-Encoding is not part of HTTP/1.0.");
        if (seen.content_length)
            return bad("Content-Length and Transfer-Encoding cannot be combined.");
        if (!equal_names(*seen.transfer_encoding, "chunked")) {
            return bad("The only supported transfer coding is chunked, once.");
        }
        framing.is_chunked = true;
    }
    if (seen.content_length) {
        const std::string_view digits = *seen.content_length;
        if (!is_digits(digits) || digits.size() > content_length_digits_max) {
            return bad("Content-Length must be a plain number.");
        }
        for (const char c : digits) {
            framing.content_length =
                framing.content_length * 10 + static_cast<std::uint64_t>(c - '0');
        }
    }
    return std::nullopt;
}

// A host that the target names goes before the Host, and must be ours or that Host.
std::optional<Fault> decide_host(const Seen& seen, Request& request, const Framing& framing,
                                 std::optional<std::string_view> authority,
                                 std::string_view own_authority) {
    if (framing.is_http_11 && !seen.host) return bad("The Host header is missing.");
    if (seen.host && !is_host(*seen.host))
        return bad("The Host header must be a host and an optional port.");
    request.host = seen.host.value_or("");
    if (!authority) return std::nullopt;
    const bool is_ours = equal_names(*authority, own_authority) ||
                         (seen.host && equal_names(*authority, *seen.host));
    if (!is_ours || !is_host(*authority)) {
        return bad("The target names " + std::string(*authority) + ", which is not this server.");
    }
    request.host = *authority;
    return std::nullopt;
}

std::optional<Fault> decide(const Seen& seen, Request& request, Framing& framing,
                            std::optional<std::string_view> authority,
                            std::string_view own_authority) {
    if (auto fault = decide_host(seen, request, framing, authority, own_authority)) return fault;
    if (auto fault = decide_body(seen, framing)) return fault;
    if (seen.expect && framing.is_http_11) {
        if (!equal_names(*seen.expect, "100-continue")) {
            return Fault{
                417, "expectation-failed", "The only supported expectation is 100-continue.", {}};
        }
        framing.expects_continue = framing.has_body();
    }
    return std::nullopt;
}

bool contains(const std::vector<std::string_view>& list, std::string_view name) {
    return std::any_of(list.begin(), list.end(),
                       [name](std::string_view element) { return equal_names(element, name); });
}

void decide_connection(Request& request, Framing& framing) {
    const auto options = request.list("Connection");
    framing.keep_alive =
        !contains(options, "close") && (framing.is_http_11 || contains(options, "keep-alive"));
    request.is_websocket = framing.is_http_11 && request.method == Method::get &&
                           contains(options, "upgrade") &&
                           contains(request.list("Upgrade"), "websocket");
}

// 16 random bytes in base64: 22 characters and two pads.
bool is_handshake_key(std::string_view key) {
    return key.size() == 24 && key.substr(22) == "==" &&
           std::all_of(key.begin(), key.begin() + 22,
                       [](char c) { return protocol::is_alphanumeric(c) || c == '+' || c == '/'; });
}

}  // namespace

std::variant<HeadEnd, Fault> find_head_end(std::string_view bytes, std::size_t from,
                                           const Limits& limits) {
    HeadEnd end{0, from};
    while (true) {
        const std::size_t feed = bytes.find('\n', end.scanned);
        if (feed == std::string_view::npos) break;
        if (feed == 0 || bytes[feed - 1] != '\r') return bad("Each line must end in CR LF.");
        end.scanned = feed + 1;
        if (feed >= 3 && bytes[feed - 2] == '\n') {
            end.size = feed + 1;
            break;
        }
    }
    if (end.size > limits.head_bytes_max ||
        (end.size == 0 && bytes.size() >= limits.head_bytes_max)) {
        const std::string_view line = bytes.substr(0, bytes.find(line_end));
        const std::size_t target = line.size() - std::min(line.find(' '), line.size());
        if (target > limits.target_bytes_max + std::string_view("  HTTP/1.1").size()) {
            return target_too_long(limits);
        }
        return head_too_large(limits);
    }
    return end;
}

std::optional<Fault> parse_head(Request& request, Framing& framing,
                                const ListenerOptions& options) {
    const Limits& limits = options.limits;
    std::string_view rest = request.head;
    const std::string_view request_line = rest.substr(0, rest.find(line_end));
    std::optional<std::string_view> authority;
    if (auto fault = parse_request_line(request_line, request, framing, authority, limits)) {
        return fault;
    }
    rest.remove_prefix(request_line.size() + line_end.size());
    Seen seen;
    request.fields.reserve(fields_usual);
    while (rest != line_end) {
        const std::string_view line = rest.substr(0, rest.find(line_end));
        if (request.fields.size() == limits.fields_max) return head_too_large(limits);
        if (auto fault = parse_field(line, request)) return fault;
        if (auto fault = note(request.fields.back(), seen)) return fault;
        rest.remove_prefix(line.size() + line_end.size());
    }
    if (auto fault = decide(seen, request, framing, authority, options.authority)) return fault;
    decide_connection(request, framing);
    return std::nullopt;
}

std::optional<Fault> check_handshake(const Request& request, const Framing& framing) {
    const auto versions = request.headers("Sec-WebSocket-Version");
    if (versions.size() != 1 || versions.front() != "13") {
        return Fault{426, "upgrade-required", "The server supports WebSocket version 13.", {}};
    }
    const auto keys = request.headers("Sec-WebSocket-Key");
    if (keys.size() != 1 || !is_handshake_key(keys.front())) {
        return bad("Sec-WebSocket-Key must be 16 bytes in base64.");
    }
    if (framing.has_body()) return bad("A WebSocket handshake must have no body.");
    return std::nullopt;
}

}  // namespace tanbo::net

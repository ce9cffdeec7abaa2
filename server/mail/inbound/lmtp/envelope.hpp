#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The grammar of what stands behind MAIL FROM: and RCPT TO:.
namespace tanbo::mail::inbound {

// With its angle brackets. Source: RFC 5321, 4.5.3.1.3.
inline constexpr std::size_t path_bytes_max = 256;
inline constexpr std::size_t parameters_max = 16;

struct EnvelopePath {
    std::string address;    // without a source route; empty: the null one
    std::string_view rest;  // behind the closing bracket
    bool is_ascii = true;
};

// "<ann@example.org> SIZE=1": an address with a domain, "<>", or "<postmaster>". Nothing if it
// is none: no brackets, controls, more than path_bytes_max, bytes that are no UTF-8.
// Source: RFC 5321, 4.1.2; RFC 6531, 3.3.
std::optional<EnvelopePath> read_path(std::string_view text);

struct EnvelopeParameter {
    std::string_view key;
    std::optional<std::string_view> value;
};

// " SIZE=1 BODY=8BITMIME SMTPUTF8", or nothing behind a path. Nothing is yielded for what is
// malformed, too many, or a key given twice.
std::optional<std::vector<EnvelopeParameter>> read_parameters(std::string_view text);

}  // namespace tanbo::mail::inbound

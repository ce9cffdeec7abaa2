#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/mail/mime/mail.hpp"

// Findings of the mail server in front of us about who sent a mail.
namespace tanbo::mail::inbound {

// One result of an Authentication-Results field: `dmarc=pass header.from=example.org`.
struct AuthenticationResult {
    struct Property {
        std::string name;  // "header.from", in lower case
        std::string value;
    };

    std::string method;  // in lower case, without its version
    std::string result;  // in lower case
    std::vector<Property> properties;
};

struct AuthenticationResults {
    std::string authserv_id;                    // in lower case
    std::vector<AuthenticationResult> results;  // empty for "none"
};

// Of the field's value, unfolded: comments and quoted strings understood. Nothing if it is not
// of the form, or has more than authentication_values_max results or properties: what can't be
// read exactly vouches for nothing. Source: RFC 8601, 2.2.
std::optional<AuthenticationResults> read_authentication_results(std::string_view value);

inline constexpr std::size_t authentication_values_max = 100;

// A verdict of DMARC against the From domain.
enum class Denial : std::uint8_t {
    none,
    // The DNS of the From domain did not answer: a signature of the domain has the result
    // temperror, or DMARC has failed and DKIM says nothing at all. The mail may be genuine. A key
    // that is not in the DNS is an answer: anybody can write the name of one into a mail.
    unknown,
    fail,
};

// Of the fields of `authserv_id`; the gravest. Never for an empty id.
Denial denial_of(const mime::Mail& mail, std::string_view authserv_id);

// Whether SPF, in a field of `authserv_id`, vouches for the host that brought a mail of the From
// domain, or of one below or above it. Source: RFC 7489, 3.1.2.
bool is_host_vouched(const mime::Mail& mail, std::string_view authserv_id);

// Whether a field of `authserv_id` has a result of SPF, and none that vouches for that host.
bool is_host_doubted(const mime::Mail& mail, std::string_view authserv_id);

// Whether DMARC vouches for the domain of mail.from.
//
// Only fields of `authserv_id` count (ASCII case aside). The mail server must therefore remove
// fields with that id from what comes in, as RFC 8601, 5 demands and OpenDMARC does. Of the fields
// that are left, one must hold `dmarc=pass` with a `header.from` that is the From domain, and no
// other result of DMARC among them may say anything else: a forged field that slipped through can
// only take trust away. Never for an empty id, a mail without `from`, or a field with our id that
// can't be read. Source: RFC 8601; RFC 7489, 3.1.
bool is_from_vouched(const mime::Mail& mail, std::string_view authserv_id);

}  // namespace tanbo::mail::inbound

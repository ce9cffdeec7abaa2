#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/words.hpp"

// The block of fields that a message begins with, read by hand. GMime gets the fields of MIME only:
// what decides about trust is read in one place and strictly.
namespace tanbo::mail::mime {

struct HeaderField {
    std::string name;   // in lower case
    std::string value;  // unfolded, without blanks at its ends; any bytes but LF
    // No blank stands before its colon, and no line above it is none of a header: other programs
    // may not see it as the field that it is here.
    bool is_plain = true;
};

struct HeaderBlock {
    std::vector<HeaderField> fields;
    std::size_t bytes = 0;  // up to the body, with the empty line

    // The value of the first field of that name (in lower case), or an empty text.
    std::string_view first(std::string_view name) const;
    std::size_t count(std::string_view name) const;
    bool has(std::string_view name) const { return count(name) > 0; }
};

// A block that ends with an empty line or with the text. Lines end with LF or CRLF. Lines that
// aren't fields are left out, and so is the line "From ..." of an mbox.
HeaderBlock read_headers(std::string_view text);

// How many lines the block has that begin a field, and how many bytes, without reading it further.
struct HeaderSize {
    std::size_t fields = 0;
    std::size_t bytes = 0;
};
HeaderSize header_size(std::string_view text);

// Whether a field of addresses, of whatever part of a message, may have more than `groups_max`
// groups in one another. GMime reads the ones of messages within messages, and calls itself for
// each group: a long enough field takes all of the stack. Any line that begins as such a field does
// counts as one. Source: GMime 3.2.13, measured: 50,000 groups take 8 MiB.
bool can_nest_groups(std::string_view message, std::size_t groups_max);

// The ids of Message-ID, In-Reply-To or References: what stands in <>, without blanks inside; at
// most `ids_max`, the last ones if there are more. Source: RFC 5322, 3.6.4.
std::vector<std::string> message_ids(std::string_view value, std::size_t ids_max);

// Takes the blanks and the comments that a value begins with. False if a comment has no end or
// others nest too deep in it: the value begins with it then. Source: RFC 5322, 3.2.2.
bool skip_comments(std::string_view& value);

// Whether a value holds a control that no field should: any but the tab.
bool has_controls(std::string_view value);

// Without spaces, tabs, CR and LF at both ends.
inline std::string_view trimmed(std::string_view text) {
    return protocol::trimmed(text, " \t\r\n");
}

}  // namespace tanbo::mail::mime

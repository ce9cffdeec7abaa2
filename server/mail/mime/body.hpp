#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/system/result.hpp>

#include "server/mail/mime/delivery_report.hpp"
#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/mail.hpp"
#include "server/mail/mime/reading_deadline.hpp"

// The parts of a message: GMime takes them apart, this chooses what a person would be shown.
namespace tanbo::mail::mime {

// A body without parts, or of nothing but a plain text and its page; `other` are all the rest.
struct BodyForm {
    enum class Kind : std::uint8_t { other, plain, alternative };

    Kind kind = Kind::other;
    std::string charset;   // in lower case, of a plain one; may be empty
    std::string boundary;  // of the alternatives
};

struct Body {
    std::string text;  // clean, see charset.hpp; at most text_bytes_max
    // The text of the page beside a plain one that was chosen, in the same form.
    std::optional<std::string> page_text;
    BodyForm form;
    bool is_report = false;
    std::optional<ReadingFault> unread_page;  // without a plain alternative
    std::optional<DeliveryReport> report;
};

// The text of a body with the MIME fields of `headers`: the plain one of alternatives, or else, and
// if words are struck out in it, the text of the HTML; of a report or a signed message its first
// part, also if the message lies inside the signature; of other multiparts all text that is not
// attached. What is forwarded as an attachment doesn't count.
//
// A page past its limits is left out: what is beside it is read.
//
// Errors: too_many_headers, headers_too_large, too_many_parts, too_deeply_nested, too_slow;
// page_too_large, if nothing is beside the page.
boost::system::result<Body, ReadingFault> read_body(const HeaderBlock& headers,
                                                    std::string_view body,
                                                    const ReadingLimits& limits,
                                                    const ReadingDeadlines& deadlines);

}  // namespace tanbo::mail::mime

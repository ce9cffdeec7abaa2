#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/system/result.hpp>

#include "server/base/clock.hpp"
#include "server/base/secrets.hpp"
#include "server/mail/mime/delivery_report.hpp"

// Bytes of a message to what a person wrote. Nothing here knows storage, sockets or the game.
namespace tanbo::mail::mime {

// Why a message, or a part of it, wasn't read: it is past a limit, or has no header at all.
enum class ReadingFault : std::uint8_t {
    too_large,
    too_many_headers,
    headers_too_large,
    too_many_parts,
    too_deeply_nested,
    page_too_large,  // a tree of HTML, or its styles; page_measure.hpp
    too_slow,
    not_a_message,
};

// An address as written, but for the domain in lower case.
struct Mailbox {
    std::string name;  // UTF-8, may be empty
    std::string address;

    bool operator==(const Mailbox&) const = default;
};

// The common form of two spellings of an address: ASCII letters in lower case.
std::string address_key(std::string_view address);

// The part after the last @, in lower case; empty if there is none.
std::string address_domain(std::string_view address);

// One DKIM-Signature field, as far as it tells what it covers. Source: RFC 6376, 3.5.
struct SignatureField {
    std::string domain;               // d=, in lower case; empty if the field can't be read
    std::vector<std::string> fields;  // h=, in lower case
    bool has_length = false;          // l=: text can be added below what it covers
};

// Fields that machines write into the header of what they send; inbound/auto_reply_policy.hpp
// judges it.
struct AutomaticSigns {
    std::string auto_submitted;     // the keyword of RFC 3834 in lower case; empty if absent
    std::string precedence;         // in lower case; empty if absent
    bool is_from_list = false;      // a field of [lists] in machines.txt
    bool is_autoreply = false;      // one of [fields] or [values] there
    bool wants_no_answers = false;  // one of [wishes] there
    bool is_report = false;         // multipart/report, message/delivery-status
};

// One message, read. All text is UTF-8 without controls but LF and tab, lines end with LF.
struct Mail {
    std::string message_id;  // without <>; empty if absent or unreadable
    // In the same form, oldest first, at most references_max; what it answers if it refers to
    // nothing else.
    std::vector<std::string> references;
    std::optional<Mailbox> from;            // nothing unless there is exactly one, soundly written
    std::string subject;                    // one line
    std::string date;                       // as written
    std::optional<base::Instant> dated_at;  // nothing if the date can't be read
    std::vector<std::string> to;            // keys of addresses (address_key), also within groups
    std::vector<std::string> cc;            // in the same form
    std::vector<std::string> doubled_fields;  // that are read and stand there more than once
    std::vector<SignatureField> signatures;
    bool has_disposition = false;    // a Content-Disposition field
    bool is_same_unencoded = false;  // read the same without Content-Transfer-Encoding and with it
    bool is_same_untyped = false;    // and whatever Content-Type says: interpretations.hpp
    std::string text;     // the whole readable body: the plain part, or the text of the HTML
    std::string written;  // what its writer wrote of that: written.hpp
    // The same of the page beside the plain part that was read.
    std::optional<std::string> page_written;
    // A page that had to be left out, and is in `text` neither as such nor as a plain alternative.
    std::optional<ReadingFault> unread_page;
    std::vector<std::string> authentication_results;  // values, unfolded, the topmost first
    AutomaticSigns signs;
    std::optional<DeliveryReport> report;
    // The digest of the raw body as "relaxed" signatures see it, which ignores changed blanks.
    // Source: RFC 6376, 3.4.4.
    base::Digest body_digest{};
};

// Anything past this is not read. Honest mail stays far below: newsletters have some 60
// headers, Exchange nests five levels.
struct ReadingLimits {
    std::size_t bytes_max = std::size_t{1} << 20U;           // of the whole message
    std::size_t headers_max = 500;                           // in one block of headers
    std::size_t header_bytes_max = std::size_t{256} << 10U;  // of one block of headers
    std::size_t parts_max = 100;                             // of all levels, counting multiparts
    std::size_t nesting_max = 16;                            // a message without parts is 1 deep
    std::chrono::milliseconds time_max{500};                 // CPU time of the thread that reads
};

inline constexpr std::size_t references_max = 100;
inline constexpr std::size_t subject_bytes_max = 1000;                  // the rest is cut
inline constexpr std::size_t text_bytes_max = std::size_t{256} << 10U;  // the rest is cut
inline constexpr std::size_t text_lines_max = 10'000;                   // the rest is cut
inline constexpr std::size_t authentication_results_max = 50;           // the rest is cut
inline constexpr std::size_t addressees_max = 200;  // of a field; the rest is cut

// "too-large" and so on, for logs.
std::string_view reading_fault_name(ReadingFault fault);

// Needed by boost::system::result: value() on a fault is a bug of ours.
[[noreturn]] void throw_exception_from_error(ReadingFault fault,
                                             const boost::source_location& where);

// The fields by which a mail server in front of us says who sent a mail: `from` and
// `authentication_results`. Neither of a header of more than origin_bytes_max, or too many fields.
// Cost: some 100 us at most. Thread: any.
inline constexpr std::size_t origin_bytes_max = std::size_t{64} << 10U;
Mail read_origin(std::string_view raw);

// The header alone, of a mail with a body that can't be read: all but `text`, `written` and the
// report.
// Errors: not_a_message, too_many_headers, headers_too_large.
boost::system::result<Mail, ReadingFault> read_header(std::string_view raw,
                                                      const ReadingLimits& limits = {});

// Reads any bytes: what is broken (NULs, 8-bit dirt, base64, charsets, boundaries) is decoded as
// well as it can be. A mail that may be meant to deceive (two From fields, controls in one) gets no
// `from`.
//
// Errors: see ReadingFault; a page_too_large only if nothing is beside that page. Cost: about a
// millisecond for a reply; at most time_max of CPU time and the one step that passes it. Thread:
// any; blocks, so not one of I/O. Source: RFC 5322, 2045 to 2049, 2231, 3676, 6532.
boost::system::result<Mail, ReadingFault> read_mail(std::string_view raw,
                                                    const ReadingLimits& limits = {});

}  // namespace tanbo::mail::mime

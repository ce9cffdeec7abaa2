#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/base/clock.hpp"
#include "server/mail/mime/mail.hpp"

// A mail to be built, and its bytes.
namespace tanbo::mail::mime {

// A picture that the html shows as cid:`content_id`.
struct InlinePicture {
    std::string content_id;
    std::string name;  // of the file, should somebody save it
    std::string png;
};

struct Attachment {
    std::string name;
    std::string type;  // "application/json"
    std::string bytes;
};

// RFC 2919, 2369 and 8058: what the mail belongs to, and how to get no more of it.
struct MailingList {
    std::string id;                   // "game-17.tanbo.example"
    std::string name;                 // "Tanbo game 17": letters, digits, blanks, hyphens
    std::string unsubscribe_url;      // empty: none; a POST to it unsubscribes
    std::string unsubscribe_address;  // empty: none; a mail to it does
};

enum class AutoSubmitted : std::uint8_t { generated, replied };  // RFC 3834

// Any text may come from strangers: it is UTF-8 or taken for it, and what could end a line in a
// header becomes a blank. Ids are without <>.
struct Message {
    Mailbox from;
    Mailbox to;
    std::optional<Mailbox> reply_to = {};
    std::string subject;
    std::string message_id;
    std::string in_reply_to = {};              // empty: none
    std::vector<std::string> references = {};  // oldest first; of many the first and the last
    base::Instant date;
    AutoSubmitted origin = AutoSubmitted::generated;
    std::optional<MailingList> list = {};
    std::string text;
    std::string html = {};                     // empty: none
    std::vector<InlinePicture> pictures = {};  // of the html
    std::vector<Attachment> attachments = {};
};

// Whether mail may be addressed so: one @ with something on both sides, printable ASCII, no
// brackets, quotes, commas or blanks, as long as RFC 5321 allows.
bool is_plain_address(std::string_view address);

// The message as it is sent: lines end with CRLF and have at most 998 characters, everything is
// ASCII (encoded words, quoted-printable, base64). The same message gives the same bytes. One of
// text alone is text/plain; with html multipart/alternative, with its html and pictures in
// multipart/related; with attachments all of it is in multipart/mixed.
//
// Requires: to.address, from.address and reply_to's are plain addresses; list and message ids too
// are ours.
// Cost: some 100 us and what base64 takes. Thread: any.
// Source: RFC 5322, 2045 to 2047, 2387, 2919, 3834, 8058.
std::string message_bytes(const Message& message);

}  // namespace tanbo::mail::mime

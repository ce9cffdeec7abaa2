#include "server/mail/mime/mail.hpp"

#include <algorithm>
#include <array>
#include <gmime/gmime.h>
#include <stdexcept>

#include "protocol/json/words.hpp"
#include "server/mail/mime/automatic_signs.hpp"
#include "server/mail/mime/body.hpp"
#include "server/mail/mime/charset.hpp"
#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/interpretations.hpp"
#include "server/mail/mime/mailbox.hpp"
#include "server/mail/mime/signature_field.hpp"
#include "server/mail/mime/written.hpp"

namespace tanbo::mail::mime {

namespace {

constexpr std::size_t date_bytes_max = 100;

std::optional<ReadingFault> fault_of_header(const HeaderSize& size, const ReadingLimits& limits) {
    if (size.fields == 0) return ReadingFault::not_a_message;
    if (size.fields > limits.headers_max) return ReadingFault::too_many_headers;
    if (size.bytes > limits.header_bytes_max) return ReadingFault::headers_too_large;
    return std::nullopt;
}

// A second From, or a Sender of the header that another program would take for it, deceives.
std::optional<Mailbox> only_from(const HeaderBlock& headers) {
    if (headers.count("from") != 1) return std::nullopt;
    return read_from(headers.first("from"));
}

std::string message_id_of(const HeaderBlock& headers) {
    std::vector<std::string> ids = message_ids(headers.first("message-id"), 1);
    return ids.empty() ? "" : std::move(ids.front());
}

// Fields of which two programs may read different ones if there are two.
constexpr std::array<std::string_view, 12> single_fields{"from",
                                                         "sender",
                                                         "to",
                                                         "cc",
                                                         "subject",
                                                         "date",
                                                         "message-id",
                                                         "references",
                                                         "mime-version",
                                                         "content-type",
                                                         "content-transfer-encoding",
                                                         "content-disposition"};

std::optional<base::Instant> read_date(std::string_view value) {
    const std::string text(value.substr(0, date_bytes_max));
    GDateTime* const date = g_mime_utils_header_decode_date(text.c_str());
    if (date == nullptr) return std::nullopt;
    const std::chrono::seconds since_epoch(g_date_time_to_unix(date));
    g_date_time_unref(date);
    return base::Instant(since_epoch);
}

// A multipart is never decoded as a whole. Quoted-printable changes what has an = in it; what looks
// like base64 holds no commands.
bool is_same_unencoded(const HeaderBlock& headers, std::string_view body) {
    if (protocol::lower(headers.first("content-type")).starts_with("multipart/")) return true;
    const std::string encoding = protocol::lower(headers.first("content-transfer-encoding"));
    const bool is_plain = encoding.empty() || encoding == "7bit" || encoding == "8bit" ||
                          encoding == "binary" || encoding == "quoted-printable";
    return is_plain && body.find('=') == std::string_view::npos;
}

// The facts that inbound/authority.hpp asks of a mail beside its sender.
void read_provenance(const HeaderBlock& headers, std::string_view body, Mail& mail) {
    mail.dated_at = read_date(headers.first("date"));
    mail.to = read_addressees(headers.first("to"));
    mail.cc = read_addressees(headers.first("cc"));
    for (const std::string_view name : single_fields) {
        if (headers.count(name) > 1) mail.doubled_fields.emplace_back(name);
    }
    for (const HeaderField& field : headers.fields) {
        if (field.name == "dkim-signature") {
            mail.signatures.push_back(read_signature_field(field.value));
        }
    }
    mail.has_disposition = headers.has("content-disposition");
    mail.is_same_unencoded = is_same_unencoded(headers, body);
}

void read_authentication_fields(const HeaderBlock& headers, Mail& mail) {
    for (const HeaderField& field : headers.fields) {
        // One that a mail server in front of us did not see it has not removed.
        if (field.name != "authentication-results" || !field.is_plain) continue;
        if (mail.authentication_results.size() == authentication_results_max) return;
        mail.authentication_results.push_back(field.value);
    }
}

// Whatever program wrote or carried it ended lines with, and however many blanks it put there.
base::Digest digest_of(std::string_view body) {
    body = body.substr(0, body.find_last_not_of(" \t\r\n") + 1);
    std::string canonical;
    canonical.reserve(body.size() + body.size() / 16);
    bool is_after_blank = false;
    for (std::size_t at = 0; at < body.size(); ++at) {
        const bool ends_line = body[at] == '\n' || body.substr(at).starts_with("\r\n");
        if (!ends_line && (body[at] == ' ' || body[at] == '\t')) {
            is_after_blank = true;
            continue;
        }
        if (is_after_blank && !ends_line) canonical += ' ';
        is_after_blank = false;
        if (body[at] == '\n' && (at == 0 || body[at - 1] != '\r')) canonical += '\r';
        canonical += body[at];
    }
    return base::blake2b(canonical);
}

Mail mail_with_header(const HeaderBlock& headers) {
    Mail mail;
    mail.message_id = message_id_of(headers);
    mail.references = message_ids(headers.first("references"), references_max);
    if (mail.references.empty()) mail.references = message_ids(headers.first("in-reply-to"), 1);
    mail.from = only_from(headers);
    mail.subject = decoded_field(headers.first("subject"), subject_bytes_max);
    mail.date = decoded_field(headers.first("date"), date_bytes_max);
    mail.signs = read_automatic_signs(headers);
    read_authentication_fields(headers, mail);
    return mail;
}

}  // namespace

std::string_view reading_fault_name(ReadingFault fault) {
    switch (fault) {
        case ReadingFault::too_large:
            return "too-large";
        case ReadingFault::too_many_headers:
            return "too-many-headers";
        case ReadingFault::headers_too_large:
            return "headers-too-large";
        case ReadingFault::too_many_parts:
            return "too-many-parts";
        case ReadingFault::too_deeply_nested:
            return "too-deeply-nested";
        case ReadingFault::page_too_large:
            return "page-too-large";
        case ReadingFault::too_slow:
            return "too-slow";
        case ReadingFault::not_a_message:
            return "not-a-message";
    }
    return "";
}

void throw_exception_from_error(ReadingFault fault, const boost::source_location&) {
    throw std::logic_error("a mail that was not read: " + std::string(reading_fault_name(fault)));
}

Mail read_origin(std::string_view raw) {
    Mail mail;
    const std::string_view begin = raw.substr(0, origin_bytes_max);
    const HeaderSize size = header_size(begin);
    const bool is_whole = size.bytes < begin.size() || begin.size() == raw.size();
    if (!is_whole || size.fields > ReadingLimits{}.headers_max) return mail;
    const HeaderBlock headers = read_headers(begin);
    mail.from = only_from(headers);
    read_authentication_fields(headers, mail);
    return mail;
}

boost::system::result<Mail, ReadingFault> read_header(std::string_view raw,
                                                      const ReadingLimits& limits) {
    const HeaderSize size = header_size(raw);
    if (const auto fault = fault_of_header(size, limits)) return *fault;
    const HeaderBlock headers = read_headers(raw);
    Mail mail = mail_with_header(headers);
    const std::string_view body = raw.substr(headers.bytes);
    read_provenance(headers, body, mail);
    mail.body_digest = digest_of(body);
    return mail;
}

boost::system::result<Mail, ReadingFault> read_mail(std::string_view raw,
                                                    const ReadingLimits& limits) {
    const ReadingDeadlines deadlines(limits.time_max);
    if (raw.size() > limits.bytes_max) return ReadingFault::too_large;
    if (const auto fault = fault_of_header(header_size(raw), limits)) return *fault;
    const HeaderBlock headers = read_headers(raw);
    Mail mail = mail_with_header(headers);
    const std::string_view body_bytes = raw.substr(headers.bytes);
    auto body = read_body(headers, body_bytes, limits, deadlines);
    if (!body) return body.error();
    mail.text = std::move(body->text);
    mail.signs.is_report = body->is_report;
    mail.report = std::move(body->report);
    mail.unread_page = body->unread_page;
    mail.written = written_text(mail.text);
    if (body->page_text) mail.page_written = written_text(*body->page_text);
    read_provenance(headers, body_bytes, mail);
    mail.is_same_untyped =
        !mail.signatures.empty() && is_same_untyped(*body, body_bytes, mail.written);
    mail.body_digest = digest_of(body_bytes);
    return mail;
}

}  // namespace tanbo::mail::mime

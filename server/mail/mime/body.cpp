#include "server/mail/mime/body.hpp"

#include <algorithm>

#include "protocol/json/utf8.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/mime/charset.hpp"
#include "server/mail/mime/gmime.hpp"
#include "server/mail/mime/html/html_text.hpp"
#include "server/mail/mime/signed_content.hpp"
#include "server/mail/mime/timed_stream.hpp"
#include "server/mail/mime/written.hpp"

namespace tanbo::mail::mime {

namespace {

constexpr std::size_t groups_max = 1000;  // in one another, in messages that are attached
// Lines that begin with two dashes, as boundaries do, of a message with parts.
constexpr std::size_t dashed_lines_max = 5'000;
constexpr std::size_t dashed_lines_free = 500;  // are not looked at further
// Such lines, times the boundaries that they may have to be compared with.
constexpr std::size_t boundary_comparisons_max = 1'000'000;

// A message with the fields of MIME only. GMime reads the rest of the header never.
std::string mime_message(const HeaderBlock& headers, std::string_view body) {
    std::string message;
    for (const std::string_view name :
         {"content-type", "content-transfer-encoding", "content-disposition"}) {
        std::string value(headers.first(name));
        // "Content-Type: text" is no type, so the text is plain. Source: RFC 2045, 5.2.
        const bool is_broken = name == "content-type" && value.find('/') == std::string::npos;
        if (value.empty() || is_broken) continue;
        std::replace(value.begin(), value.end(), '\0', ' ');
        std::replace(value.begin(), value.end(), '\r', ' ');
        message += name;
        message += ": ";
        message += value;
        message += '\n';
    }
    message += '\n';
    message += body;
    return message;
}

std::string_view text_or_empty(const char* text) {
    return text == nullptr ? std::string_view() : text;
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\n") == std::string_view::npos;
}

bool is_type(GMimeObject* object, const char* type, const char* subtype) {
    GMimeContentType* const content = g_mime_object_get_content_type(object);
    return content != nullptr && g_mime_content_type_is_type(content, type, subtype);
}

std::string_view parameter(GMimeObject* object, const char* name) {
    return text_or_empty(
        g_mime_content_type_get_parameter(g_mime_object_get_content_type(object), name));
}

bool has_parameter(GMimeObject* object, const char* name, std::string_view value) {
    return protocol::lower(parameter(object, name)) == value;
}

bool is_attached(GMimeObject* object) {
    const std::string disposition =
        protocol::lower(text_or_empty(g_mime_object_get_disposition(object)));
    if (!disposition.empty() && disposition != "inline") return true;
    return GMIME_IS_PART(object) && g_mime_part_get_filename(GMIME_PART(object)) != nullptr;
}

// Its bytes after base64 or quoted-printable.
std::string content_bytes(GMimeObject* object) {
    if (!GMIME_IS_PART(object)) return {};
    GMimeDataWrapper* const content = g_mime_part_get_content(GMIME_PART(object));
    if (content == nullptr) return {};
    GByteArray* const bytes = g_byte_array_new();
    const GObjectPtr<GMimeStream> stream(g_mime_stream_mem_new_with_byte_array(bytes));
    g_mime_data_wrapper_write_to_stream(content, stream.get());
    return {reinterpret_cast<const char*>(bytes->data), bytes->len};
}

std::string content_text(GMimeObject* object) {
    return decoded_text(content_bytes(object), parameter(object, "charset"));
}

std::string plain_text(GMimeObject* object) {
    std::string text = clean_text(content_text(object), text_bytes_max);
    if (!has_parameter(object, "format", "flowed")) return text;
    return unwrap_flowed(text, has_parameter(object, "delsp", "yes"));
}

// A reader that has read nothing yet: how much there is of everything.
class Measure {
public:
    explicit Measure(const ReadingLimits& limits) : limits_(limits) {}

    std::optional<ReadingFault> of(GMimeObject* object, std::size_t depth) {
        if (depth > limits_.nesting_max) return ReadingFault::too_deeply_nested;
        if (++parts_ > limits_.parts_max) return ReadingFault::too_many_parts;
        if (const auto fault = of_headers(object)) return fault;
        if (GMIME_IS_MESSAGE_PART(object)) {
            GMimeMessage* const message =
                g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
            if (message == nullptr) return std::nullopt;
            if (const auto fault = of_headers(GMIME_OBJECT(message))) return fault;
            GMimeObject* const inside = g_mime_message_get_mime_part(message);
            return inside == nullptr ? std::nullopt : of(inside, depth + 1);
        }
        if (!GMIME_IS_MULTIPART(object)) return std::nullopt;
        const int count = g_mime_multipart_get_count(GMIME_MULTIPART(object));
        for (int at = 0; at < count; ++at) {
            GMimeObject* const part = g_mime_multipart_get_part(GMIME_MULTIPART(object), at);
            if (const auto fault = of(part, depth + 1)) return fault;
        }
        return std::nullopt;
    }

private:
    std::optional<ReadingFault> of_headers(GMimeObject* object) const {
        GMimeHeaderList* const list = g_mime_object_get_header_list(object);
        const int count = g_mime_header_list_get_count(list);
        if (static_cast<std::size_t>(count) > limits_.headers_max) {
            return ReadingFault::too_many_headers;
        }
        std::size_t bytes = 0;
        for (int at = 0; at < count; ++at) {
            GMimeHeader* const header = g_mime_header_list_get_header_at(list, at);
            bytes += text_or_empty(g_mime_header_get_name(header)).size() +
                     text_or_empty(g_mime_header_get_raw_value(header)).size() + 1;
        }
        if (bytes > limits_.header_bytes_max) return ReadingFault::headers_too_large;
        return std::nullopt;
    }

    const ReadingLimits& limits_;
    std::size_t parts_ = 0;
};

// Text, and whether its writer's program made it (and not this one out of HTML).
struct Readable {
    std::string text;
    bool is_plain = false;
    bool has_struck_out = false;
};

std::size_t occurrences(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
}

// GMime compares each line that begins with two dashes with the boundaries of all open multiparts,
// and may make a part of it.
std::optional<ReadingFault> fault_of_boundaries(const HeaderBlock& headers, std::string_view body) {
    const std::string type = protocol::lower(headers.first("content-type"));
    if (!type.starts_with("multipart") && !type.starts_with("message")) return std::nullopt;
    const std::size_t dashed = occurrences(body, "\n--");
    if (dashed <= dashed_lines_free) return std::nullopt;
    const std::size_t boundaries = 1 + occurrences(protocol::lower(body), "boundary");
    if (dashed * boundaries > boundary_comparisons_max) return ReadingFault::too_deeply_nested;
    return dashed > dashed_lines_max ? std::optional(ReadingFault::too_many_parts) : std::nullopt;
}

std::string_view first_lines(std::string_view text, std::size_t lines_max) {
    std::size_t at = 0;
    for (std::size_t lines = 0; lines < lines_max && at < text.size(); ++lines) {
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
    }
    return text.substr(0, at);
}

class BodyReader {
public:
    explicit BodyReader(const ReadingDeadlines& deadlines) : deadlines_(deadlines) {}

    Body body_of(GMimeObject* object) {
        Body body;
        const std::string text = readable(object).text;
        body.text = first_lines(protocol::utf8_prefix(text, text_bytes_max), text_lines_max);
        body.is_report = is_type(object, "multipart", "report") ||
                         is_type(object, "message", "delivery-status") ||
                         is_type(object, "message", "disposition-notification") ||
                         has_calendar_answer(object);
        if (body.is_report) body.report = report_in(object);
        body.form = form_of(object);
        if (page_) body.page_text = first_lines(*page_, text_lines_max);
        body.unread_page = unread_page_;
        if (unread_page_ && !fault_ && !body.is_report && is_blank(body.text))
            fault_ = unread_page_;
        return body;
    }

    std::optional<ReadingFault> fault() const { return fault_; }

private:
    Readable readable(GMimeObject* object) {
        if (deadlines_.of_mail.is_past()) fault_ = ReadingFault::too_slow;
        if (fault_) return {};
        if (GMIME_IS_MULTIPART(object)) return of_multipart(object);
        if (is_attached(object)) return {};
        if (is_type(object, "text", "plain")) return {plain_text(object), true};
        if (!is_type(object, "text", "html")) return {};
        const auto read = html_text(content_text(object), deadlines_.of_pages, allowance_);
        if (!read) unread_page_ = read.error();
        if (!read) return {};
        return {clean_text(read->text, text_bytes_max), false, read->has_struck_out};
    }

    Readable of_multipart(GMimeObject* object) {
        if (is_type(object, "multipart", "encrypted")) return {};
        if (is_type(object, "multipart", "alternative")) return of_alternatives(object);
        const bool is_first_only = is_type(object, "multipart", "report") ||
                                   is_type(object, "multipart", "signed") ||
                                   is_type(object, "multipart", "related");
        const int count = g_mime_multipart_get_count(GMIME_MULTIPART(object));
        Readable all;
        for (int at = 0; at < (is_first_only ? std::min(count, 1) : count); ++at) {
            if (all.text.size() >= text_bytes_max) break;
            Readable part = readable(g_mime_multipart_get_part(GMIME_MULTIPART(object), at));
            if (is_blank(part.text)) continue;
            if (!all.text.empty() && !all.text.ends_with('\n')) all.text += '\n';
            all.text += part.text;
            all.is_plain = all.is_plain || part.is_plain;
            all.has_struck_out = all.has_struck_out || part.has_struck_out;
        }
        return all;
    }

    // The first plain one that says anything, or else the last: the richest. RFC 2046, 5.1.4. What
    // is struck out is so in the richer ones only.
    Readable of_alternatives(GMimeObject* object) {
        const int count = g_mime_multipart_get_count(GMIME_MULTIPART(object));
        const auto unread_before = unread_page_;
        Readable plain;
        Readable rich;
        for (int at = 0; at < count; ++at) {
            Readable part = readable(g_mime_multipart_get_part(GMIME_MULTIPART(object), at));
            // Beside the plain one, a page that can't be read need not be.
            if (!is_blank(plain.text)) {
                fault_.reset();
                unread_page_ = unread_before;
            }
            if (part.has_struck_out) return part;
            if (is_blank(part.text)) continue;
            Readable& chosen = part.is_plain ? plain : rich;
            if (!part.is_plain || is_blank(chosen.text)) chosen = std::move(part);
        }
        if (is_blank(plain.text)) return rich;
        if (!is_blank(rich.text)) page_ = std::move(rich.text);
        return plain;
    }

    // An answer to an invitation, which a calendar program writes around a quoted mail.
    static bool has_calendar_answer(GMimeObject* object) {
        if (is_type(object, "text", "calendar")) return has_parameter(object, "method", "reply");
        if (!GMIME_IS_MULTIPART(object)) return false;
        const int count = g_mime_multipart_get_count(GMIME_MULTIPART(object));
        for (int at = 0; at < count; ++at) {
            GMimeObject* const part = g_mime_multipart_get_part(GMIME_MULTIPART(object), at);
            if (has_calendar_answer(part)) return true;
        }
        return false;
    }

    static BodyForm form_of(GMimeObject* object) {
        BodyForm form;
        if (is_type(object, "text", "plain") && !is_attached(object)) {
            form.kind = BodyForm::Kind::plain;
            form.charset = protocol::lower(parameter(object, "charset"));
        } else if (is_pair(object)) {
            form.kind = BodyForm::Kind::alternative;
            form.boundary = parameter(object, "boundary");
        }
        return form;
    }

    // A plain text, alone or with one page behind it.
    static bool is_pair(GMimeObject* object) {
        if (!GMIME_IS_MULTIPART(object) || !is_type(object, "multipart", "alternative")) {
            return false;
        }
        GMimeMultipart* const parts = GMIME_MULTIPART(object);
        const int count = g_mime_multipart_get_count(parts);
        if (count < 1 || count > 2) return false;
        for (int at = 0; at < count; ++at) {
            GMimeObject* const part = g_mime_multipart_get_part(parts, at);
            if (is_attached(part) || !is_type(part, "text", at == 0 ? "plain" : "html")) {
                return false;
            }
        }
        return true;
    }

    static std::optional<DeliveryReport> report_in(GMimeObject* object) {
        if (is_type(object, "message", "delivery-status")) {
            return read_delivery_report(content_bytes(object), {});
        }
        if (!GMIME_IS_MULTIPART(object)) return std::nullopt;
        std::optional<std::string> status;
        std::string returned;
        const int count = g_mime_multipart_get_count(GMIME_MULTIPART(object));
        for (int at = 0; at < count; ++at) {
            GMimeObject* const part = g_mime_multipart_get_part(GMIME_MULTIPART(object), at);
            if (is_type(part, "message", "delivery-status") ||
                is_type(part, "message", "global-delivery-status")) {
                status = content_bytes(part);
            } else if (is_type(part, "text", "rfc822-headers")) {
                returned = content_bytes(part);
            } else if (GMIME_IS_MESSAGE_PART(part)) {
                returned = headers_inside(part);
            }
        }
        if (!status) return std::nullopt;
        return read_delivery_report(*status, returned);
    }

    static std::string headers_inside(GMimeObject* part) {
        GMimeMessage* const message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
        if (message == nullptr) return {};
        const GStringPtr headers(
            g_mime_object_get_headers(GMIME_OBJECT(message), g_mime_format_options_get_default()));
        return headers ? headers.get() : "";
    }

    const ReadingDeadlines& deadlines_;
    PageAllowance allowance_;
    std::optional<std::string> page_;
    std::optional<ReadingFault> fault_;
    std::optional<ReadingFault> unread_page_;
};

// Signed or encrypted, as a whole. Source: RFC 8551, 3.2.
bool is_opaque(GMimeObject* object) {
    return is_type(object, "application", "pkcs7-mime") ||
           is_type(object, "application", "x-pkcs7-mime");
}

// The message in a signature, one level deeper; nothing of one that is encrypted.
boost::system::result<Body, ReadingFault> read_inside(std::string_view opaque, ReadingLimits limits,
                                                      const ReadingDeadlines& deadlines) {
    const auto content = signed_content(opaque);
    if (!content) return Body{};
    const HeaderSize size = header_size(*content);
    if (size.fields > limits.headers_max) return ReadingFault::too_many_headers;
    if (size.bytes > limits.header_bytes_max) return ReadingFault::headers_too_large;
    --limits.nesting_max;
    const HeaderBlock headers = read_headers(*content);
    auto body =
        read_body(headers, std::string_view(*content).substr(headers.bytes), limits, deadlines);
    if (body) body->form = {};
    return body;
}

}  // namespace

boost::system::result<Body, ReadingFault> read_body(const HeaderBlock& headers,
                                                    std::string_view body,
                                                    const ReadingLimits& limits,
                                                    const ReadingDeadlines& deadlines) {
    if (limits.nesting_max == 0) return ReadingFault::too_deeply_nested;
    if (can_nest_groups(body, groups_max)) return ReadingFault::too_deeply_nested;
    if (const auto fault = fault_of_boundaries(headers, body)) return *fault;
    const std::string message = mime_message(headers, body);
    TimedBytes bytes{message, deadlines.of_mail};
    const GObjectPtr<GMimeStream> stream = timed_stream(bytes);
    const GObjectPtr<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
    g_mime_parser_set_persist_stream(parser.get(), FALSE);
    const GObjectPtr<GMimeObject> object(
        g_mime_parser_construct_part(parser.get(), gmime_options()));
    if (bytes.is_late) return ReadingFault::too_slow;
    if (!object) return Body{};
    if (const auto fault = Measure(limits).of(object.get(), 1)) return *fault;
    if (is_opaque(object.get())) {
        return read_inside(content_bytes(object.get()), limits, deadlines);
    }
    BodyReader reader(deadlines);
    Body read = reader.body_of(object.get());
    if (const auto fault = reader.fault()) return *fault;
    return read;
}

}  // namespace tanbo::mail::mime

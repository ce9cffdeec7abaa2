#include "server/mail/mime/message.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>
#include <string_view>

#include "protocol/json/words.hpp"
#include "server/base/secrets.hpp"
#include "server/mail/mime/gmime.hpp"

namespace tanbo::mail::mime {

namespace {

constexpr std::size_t plain_line_max = 78;  // longer ones are folded by quoted-printable
constexpr std::size_t references_sent_max = 20;
constexpr std::size_t header_text_bytes_max = 500;  // of a subject or a name
constexpr std::size_t message_id_bytes_max = 250;

bool is_id_character(char c) {
    return c > ' ' && c < '\x7f' && c != '<' && c != '>';
}

// Characters that a phrase may have without quotation marks. Source: RFC 5322, 3.2.3, "atext".
bool is_phrase_character(char c) {
    return protocol::is_alphanumeric(c) || c == ' ' || c == '-';
}

// Of a stranger's Message-ID: nothing that could end it or the line.
bool is_plain_id(std::string_view id) {
    return !id.empty() && id.size() <= message_id_bytes_max &&
           std::ranges::all_of(id, is_id_character);
}

// UTF-8 on one line.
std::string header_text(std::string_view text) {
    std::string line;
    GStringPtr sound(g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())));
    for (const char* at = sound.get(); *at != '\0'; at = g_utf8_next_char(at)) {
        const gunichar c = g_utf8_get_char(at);
        const auto bytes = static_cast<std::size_t>(g_utf8_next_char(at) - at);
        if (line.size() + bytes > header_text_bytes_max) break;
        const bool ends_lines = c == 0x2028 || c == 0x2029;
        if (g_unichar_iscntrl(c) || ends_lines) {
            line += ' ';
        } else {
            line.append(at, bytes);
        }
    }
    return line;
}

// UTF-8 with LF at the ends of lines and no other control but tab.
std::string body_text(std::string_view text) {
    std::string body;
    body.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\r') {
            const bool is_line_end = i + 1 < text.size() && text[i + 1] == '\n';
            if (!is_line_end) body += '\n';
        } else if (c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= ' ') {
            body += c;
        }
    }
    GStringPtr sound(g_utf8_make_valid(body.data(), static_cast<gssize>(body.size())));
    return sound.get();
}

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool has_line(std::string_view text, bool (*is_such)(std::string_view)) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        if (is_such(line)) return true;
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return false;
}

// A line that some mail server on the way would change: a line that is long, or ends with a blank.
bool is_fragile(std::string_view line) {
    return line.size() > plain_line_max || line.ends_with(' ') || line.ends_with('\t');
}

// As a mail in an mbox begins: another character is put before it there.
bool begins_as_a_mail(std::string_view line) {
    return line.starts_with("From ");
}

GMimeContentEncoding encoding_of(std::string_view text) {
    if (has_line(text, begins_as_a_mail)) return GMIME_CONTENT_ENCODING_BASE64;
    if (is_ascii(text) && !has_line(text, is_fragile)) return GMIME_CONTENT_ENCODING_7BIT;
    return GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE;
}

GObjectPtr<GMimeStream> stream_of(std::string_view bytes) {
    return GObjectPtr<GMimeStream>(g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
}

void set_content(GMimePart* part, std::string_view bytes, GMimeContentEncoding encoding) {
    const GObjectPtr<GMimeStream> stream = stream_of(bytes);
    const GObjectPtr<GMimeDataWrapper> content(
        g_mime_data_wrapper_new_with_stream(stream.get(), GMIME_CONTENT_ENCODING_DEFAULT));
    g_mime_part_set_content(part, content.get());
    g_mime_part_set_content_encoding(part, encoding);
}

using Part = GObjectPtr<GMimeObject>;

Part text_part(const char* subtype, std::string_view text) {
    const std::string body = body_text(text);
    GMimePart* const part = g_mime_part_new_with_type("text", subtype);
    Part owner(GMIME_OBJECT(part));
    g_mime_object_set_content_type_parameter(owner.get(), "charset",
                                             is_ascii(body) ? "us-ascii" : "utf-8");
    set_content(part, body, encoding_of(body));
    return owner;
}

Part file_part(std::string_view type, std::string_view bytes, const std::string& name,
               const char* disposition) {
    const std::size_t slash = type.find('/');
    assert(slash != std::string_view::npos);
    GMimePart* const part = g_mime_part_new_with_type(std::string(type.substr(0, slash)).c_str(),
                                                      std::string(type.substr(slash + 1)).c_str());
    Part owner(GMIME_OBJECT(part));
    g_mime_object_set_disposition(owner.get(), disposition);
    g_mime_part_set_filename(part, header_text(name).c_str());
    set_content(part, bytes, GMIME_CONTENT_ENCODING_BASE64);
    return owner;
}

// The text of boundaries: the same every time, and nothing that a text could contain, for it
// follows from the texts.
std::string boundary_seed(const Message& message) {
    const std::string all = message.message_id + '\n' + message.text + '\n' + message.html;
    return base::to_hex(base::sha256(all)).substr(0, 32);
}

Part multipart(const char* subtype, std::span<const Part> parts, const std::string& seed) {
    GMimeMultipart* const whole = g_mime_multipart_new_with_subtype(subtype);
    Part owner(GMIME_OBJECT(whole));
    g_mime_multipart_set_boundary(whole, ("=-" + seed + '-' + subtype).c_str());
    for (const Part& part : parts) g_mime_multipart_add(whole, part.get());
    return owner;
}

Part html_part(const Message& message) {
    Part html = text_part("html", message.html);
    if (message.pictures.empty()) return html;
    std::vector<Part> parts;
    parts.push_back(std::move(html));
    for (const InlinePicture& picture : message.pictures) {
        Part part = file_part("image/png", picture.png, picture.name, "inline");
        g_mime_part_set_content_id(GMIME_PART(part.get()), picture.content_id.c_str());
        parts.push_back(std::move(part));
    }
    Part related = multipart("related", parts, boundary_seed(message));
    g_mime_object_set_content_type_parameter(related.get(), "type", "text/html");
    return related;
}

Part readable_part(const Message& message) {
    Part text = text_part("plain", message.text);
    if (message.html.empty()) return text;
    std::vector<Part> parts;
    parts.push_back(std::move(text));
    parts.push_back(html_part(message));
    return multipart("alternative", parts, boundary_seed(message));
}

Part body_part(const Message& message) {
    Part readable = readable_part(message);
    if (message.attachments.empty()) return readable;
    std::vector<Part> parts;
    parts.push_back(std::move(readable));
    for (const Attachment& attachment : message.attachments) {
        parts.push_back(
            file_part(attachment.type, attachment.bytes, attachment.name, "attachment"));
    }
    return multipart("mixed", parts, boundary_seed(message));
}

// A structured header as it is: GMime would make encoded words of long ones. `value` is ASCII and
// folded, if at all, by "\n ".
void set_header(GMimeMessage* message, const char* name, const std::string& value) {
    GMimeObject* const object = GMIME_OBJECT(message);
    g_mime_object_set_header(object, name, "", nullptr);
    GMimeHeader* const header =
        g_mime_header_list_get_header(g_mime_object_get_header_list(object), name);
    g_mime_header_set_raw_value(header, (' ' + value + '\n').c_str());
}

void add_mailbox(InternetAddressList* list, const Mailbox& mailbox) {
    assert(is_plain_address(mailbox.address));
    const std::string name = header_text(mailbox.name);
    const GObjectPtr<InternetAddress> address(internet_address_mailbox_new(
        name.empty() ? nullptr : name.c_str(), mailbox.address.c_str()));
    internet_address_set_charset(address.get(), "utf-8");
    internet_address_list_add(list, address.get());
}

void set_people(GMimeMessage* built, const Message& message) {
    add_mailbox(g_mime_message_get_from(built), message.from);
    add_mailbox(g_mime_message_get_to(built), message.to);
    if (message.reply_to) add_mailbox(g_mime_message_get_reply_to(built), *message.reply_to);
}

std::string in_brackets(std::string_view id) {
    return '<' + std::string(id) + '>';
}

// Of many the root and the last: RFC 5322 leaves it to us, RFC 1036 asks for these.
std::string references_of(const Message& message) {
    std::vector<std::string_view> ids;
    for (const std::string& id : message.references) {
        if (is_plain_id(id) && std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    }
    if (ids.size() > references_sent_max) {
        ids.erase(ids.begin() + 1, ids.end() - (references_sent_max - 1));
    }
    std::string value;
    for (const std::string_view id : ids)
        value.append(value.empty() ? "" : "\n ") += in_brackets(id);
    return value;
}

void set_thread(GMimeMessage* built, const Message& message) {
    g_mime_message_set_message_id(built, message.message_id.c_str());
    if (is_plain_id(message.in_reply_to)) {
        set_header(built, "In-Reply-To", in_brackets(message.in_reply_to));
    }
    const std::string references = references_of(message);
    if (!references.empty()) set_header(built, "References", references);
}

void set_list(GMimeMessage* built, const MailingList& list) {
    assert(is_plain_id(list.id));
    const bool is_phrase = std::ranges::all_of(list.name, is_phrase_character);
    assert(is_phrase);
    set_header(built, "List-Id", (is_phrase ? list.name + ' ' : "") + in_brackets(list.id));
    std::string ways;
    if (!list.unsubscribe_url.empty()) ways = in_brackets(list.unsubscribe_url);
    if (!list.unsubscribe_address.empty()) {
        ways.append(ways.empty() ? "" : ",\n ") += "<mailto:" + list.unsubscribe_address + '>';
    }
    if (!ways.empty()) set_header(built, "List-Unsubscribe", ways);
    if (!list.unsubscribe_url.empty()) {
        set_header(built, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    }
}

void set_date(GMimeMessage* built, base::Instant at) {
    const std::int64_t seconds =
        std::chrono::floor<std::chrono::seconds>(at.time_since_epoch()).count();
    GDateTime* const date = g_date_time_new_from_unix_utc(seconds);
    g_mime_message_set_date(built, date);
    g_date_time_unref(date);
}

// Lines ended by CRLF whatever they were ended by.
std::string with_crlf(std::string_view text) {
    std::string out;
    out.reserve(text.size() + text.size() / 32);
    for (const char c : text) {
        if (c == '\n' && !out.ends_with('\r')) out += '\r';
        out += c;
    }
    return out;
}

std::string written(GMimeMessage* message) {
    const GObjectPtr<GMimeStream> stream(g_mime_stream_mem_new());
    g_mime_object_write_to_stream(GMIME_OBJECT(message), nullptr, stream.get());
    const GByteArray* const bytes =
        g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream.get()));
    const std::span<const guint8> view(bytes->data, bytes->len);
    return with_crlf(std::string(view.begin(), view.end()));
}

}  // namespace

bool is_plain_address(std::string_view address) {
    const std::size_t at = address.find('@');
    if (at == 0 || at == std::string_view::npos || at > 64 || address.size() > 254) return false;
    if (at + 1 == address.size() || address.find('@', at + 1) != std::string_view::npos) {
        return false;
    }
    return std::ranges::all_of(address, [](char c) {
        return c > ' ' && c < '\x7f' &&
               std::string_view("<>()[]\\,;:\"").find(c) == std::string_view::npos;
    });
}

std::string message_bytes(const Message& message) {
    gmime_options();
    const GObjectPtr<GMimeMessage> built(g_mime_message_new(TRUE));
    set_people(built.get(), message);
    g_mime_message_set_subject(built.get(), header_text(message.subject).c_str(), "utf-8");
    set_date(built.get(), message.date);
    set_thread(built.get(), message);
    const bool is_reply = message.origin == AutoSubmitted::replied;
    set_header(built.get(), "Auto-Submitted", is_reply ? "auto-replied" : "auto-generated");
    // Exchange heeds this rather than Auto-Submitted. Source: MS-OXCMAIL, 2.2.3.2.14.
    set_header(built.get(), "X-Auto-Response-Suppress", "All");
    if (message.list) set_list(built.get(), *message.list);
    set_header(built.get(), "MIME-Version", "1.0");
    const Part body = body_part(message);
    g_mime_message_set_mime_part(built.get(), body.get());
    return written(built.get());
}

}  // namespace tanbo::mail::mime

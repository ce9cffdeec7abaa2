#include "protocol/json_writer.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::size_t quotation_bytes_max = 40;

unsigned char byte_at(std::string_view text, std::size_t index) {
    return static_cast<unsigned char>(text[index]);
}

bool is_plain(unsigned char byte) {
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

void append_escape(std::string& out, char character) {
    static constexpr char hex[] = "0123456789abcdef";
    switch (character) {
        case '"':
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            out += "\\u00";
            out += hex[static_cast<unsigned char>(character) >> 4U];
            out += hex[static_cast<unsigned char>(character) & 0xFU];
    }
}

// Whether the bytes after a leading one are as RFC 3629 lists them for it.
bool has_tail(std::string_view text, std::size_t length, unsigned char low, unsigned char high) {
    if (text.size() < length) return false;
    if (byte_at(text, 1) < low || byte_at(text, 1) > high) return false;
    for (std::size_t i = 2; i < length; ++i) {
        if (byte_at(text, i) < 0x80 || byte_at(text, i) > 0xBF) return false;
    }
    return true;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
    if (text.empty()) return 0;
    const unsigned char lead = byte_at(text, 0);
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return has_tail(text, 2, 0x80, 0xBF) ? 2 : 0;
    if (lead == 0xE0) return has_tail(text, 3, 0xA0, 0xBF) ? 3 : 0;
    if (lead == 0xED) return has_tail(text, 3, 0x80, 0x9F) ? 3 : 0;
    if (lead >= 0xE1 && lead <= 0xEF) return has_tail(text, 3, 0x80, 0xBF) ? 3 : 0;
    if (lead == 0xF0) return has_tail(text, 4, 0x90, 0xBF) ? 4 : 0;
    if (lead >= 0xF1 && lead <= 0xF3) return has_tail(text, 4, 0x80, 0xBF) ? 4 : 0;
    if (lead == 0xF4) return has_tail(text, 4, 0x80, 0x8F) ? 4 : 0;
    return 0;
}

JsonWriter& JsonWriter::text(std::string_view text) {
    separate();
    out_ += '"';
    while (!text.empty()) {
        std::size_t plain = 0;
        while (plain < text.size() && is_plain(byte_at(text, plain))) ++plain;
        out_ += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) break;

        const std::size_t length = utf8_length(text);
        if (length == 1) {
            append_escape(out_, text.front());
        } else if (length == 0) {
            out_ += "\xEF\xBF\xBD";
        } else {
            out_ += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    out_ += '"';
    return *this;
}

std::string quotation(std::string_view text) {
    std::string cut = "\"";
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t length = utf8_length(rest);
        const std::size_t taken = length == 0 ? 1 : length;
        if (text.size() - rest.size() + taken > quotation_bytes_max) break;
        const bool is_control = length == 1 && (byte_at(rest, 0) < 0x20 || rest[0] == 0x7F);
        if (length == 0 || is_control) {
            cut += '?';
        } else {
            cut += rest.substr(0, taken);
        }
        rest.remove_prefix(taken);
    }
    cut += rest.empty() ? "\"" : "...\"";
    return cut;
}

}  // namespace tanbo::protocol

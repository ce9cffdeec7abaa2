#include "server/mail/mime/charset.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <gmime/gmime.h>
#include <utility>

#include "protocol/json/utf8.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/mime/headers.hpp"

namespace tanbo::mail::mime {

namespace {

constexpr std::string_view replacement = "\uFFFD";
// Bytes that mean nothing, each of which costs a call of the decoder: what is behind so many is
// cut.
constexpr std::size_t undecodable_max = 10'000;

// Charsets of mails, and those that the C library is asked for: often the larger charset that
// senders mean. Charsets that no mail program writes are not in it: a stranger's bytes never reach
// their decoders.
constexpr std::array<std::pair<std::string_view, const char*>, 56> charsets{{
    {"big5", "BIG5-HKSCS"},
    {"cp1250", "CP1250"},
    {"cp1251", "CP1251"},
    {"cp1252", "CP1252"},
    {"cp437", "CP437"},
    {"cp850", "CP850"},
    {"cp866", "CP866"},
    {"cp932", "CP932"},
    {"cp936", "GB18030"},
    {"cp949", "CP949"},
    {"euc-jp", "EUC-JP"},
    {"euc-kr", "CP949"},
    {"gb18030", "GB18030"},
    {"gb2312", "GB18030"},
    {"gbk", "GB18030"},
    {"iso-2022-jp", "ISO-2022-JP-2"},
    {"iso-2022-kr", "ISO-2022-KR"},
    {"iso-8859-1", "CP1252"},
    {"iso-8859-10", "ISO-8859-10"},
    {"iso-8859-13", "ISO-8859-13"},
    {"iso-8859-14", "ISO-8859-14"},
    {"iso-8859-15", "ISO-8859-15"},
    {"iso-8859-16", "ISO-8859-16"},
    {"iso-8859-2", "ISO-8859-2"},
    {"iso-8859-3", "ISO-8859-3"},
    {"iso-8859-4", "ISO-8859-4"},
    {"iso-8859-5", "ISO-8859-5"},
    {"iso-8859-6", "ISO-8859-6"},
    {"iso-8859-7", "ISO-8859-7"},
    {"iso-8859-8", "ISO-8859-8"},
    {"iso-8859-8-i", "ISO-8859-8"},
    {"iso-8859-9", "CP1254"},
    {"koi8-r", "KOI8-R"},
    {"koi8-u", "KOI8-U"},
    {"ks_c_5601-1987", "CP949"},
    {"latin1", "CP1252"},
    {"macintosh", "MACINTOSH"},
    {"shift-jis", "CP932"},
    {"shift_jis", "CP932"},
    {"tis-620", "CP874"},
    {"utf-16", "UTF-16"},
    {"utf-16be", "UTF-16BE"},
    {"utf-16le", "UTF-16LE"},
    {"utf-7", "UTF-7"},
    {"windows-1250", "CP1250"},
    {"windows-1251", "CP1251"},
    {"windows-1252", "CP1252"},
    {"windows-1253", "CP1253"},
    {"windows-1254", "CP1254"},
    {"windows-1255", "CP1255"},
    {"windows-1256", "CP1256"},
    {"windows-1257", "CP1257"},
    {"windows-1258", "CP1258"},
    {"windows-31j", "CP932"},
    {"windows-874", "CP874"},
    {"x-sjis", "CP932"},
}};

const char* decoder_name(std::string_view charset) {
    const std::string key = protocol::lower(trimmed(charset));
    for (const auto& [name, decoder] : charsets) {
        if (name == key) return decoder;
    }
    return nullptr;
}

class Decoder {
public:
    explicit Decoder(const char* name) : handle_(g_mime_iconv_open("UTF-8", name)) {}
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;
    ~Decoder() {
        if (is_open()) g_mime_iconv_close(handle_);
    }

    bool is_open() const { return reinterpret_cast<std::intptr_t>(handle_) != -1; }

    std::string decoded(std::string_view bytes) {
        std::string text;
        text.reserve(bytes.size() + bytes.size() / 2);
        std::size_t undecodable = 0;
        while (!bytes.empty() && undecodable <= undecodable_max) {
            const int fault = step(bytes, text);
            if (fault == 0 || fault == E2BIG) continue;
            // EILSEQ: a byte that means nothing; EINVAL: the text ends within a character.
            text += replacement;
            ++undecodable;
            if (fault == EINVAL) break;
            bytes.remove_prefix(1);
        }
        return text;
    }

private:
    // Decodes what fits, takes it from bytes and tells why it stopped.
    int step(std::string_view& bytes, std::string& text) {
        std::array<char, 4096> buffer;  // NOLINT: what is not written is not read
        char* in = const_cast<char*>(bytes.data());
        std::size_t in_left = bytes.size();
        char* out = buffer.data();
        std::size_t out_left = buffer.size();
        errno = 0;
        const std::size_t done = iconv(handle_, &in, &in_left, &out, &out_left);
        const int fault = done == static_cast<std::size_t>(-1) ? errno : 0;
        text.append(buffer.data(), buffer.size() - out_left);
        bytes.remove_prefix(bytes.size() - in_left);
        return fault;
    }

    iconv_t handle_;
};

std::string decoded_with(const char* name, std::string_view bytes) {
    Decoder decoder(name);
    return decoder.is_open() ? decoder.decoded(bytes) : std::string(bytes);
}

bool is_between(char32_t point, char32_t low, char32_t high) {
    return point >= low && point <= high;
}

bool is_space(char32_t point) {
    return point == 0xA0 || point == 0x1680 || is_between(point, 0x2000, 0x200A) ||
           point == 0x202F || point == 0x205F || point == 0x3000;
}

bool is_line_end(char32_t point) {
    return point == '\n' || point == '\f' || point == '\v' || point == 0x85 ||
           is_between(point, 0x2028, 0x2029);
}

// Controls, soft hyphens, what has no width, directions, tags. Joiners stay: emoji and Persian
// need them.
bool is_left_out(char32_t point) {
    return (point < 0x20 && point != '\t') || is_between(point, 0x7F, 0x9F) || point == 0xAD ||
           point == 0x34F || point == 0x61C || is_between(point, 0x115F, 0x1160) ||
           point == 0x180E || point == 0x200B || is_between(point, 0x200E, 0x200F) ||
           is_between(point, 0x202A, 0x202E) || is_between(point, 0x2060, 0x206F) ||
           point == 0xFEFF || is_between(point, 0xE0000, 0xE0FFF);
}

}  // namespace

std::string decoded_text(std::string_view bytes, std::string_view charset) {
    const char* const name = decoder_name(charset);
    if (name != nullptr) return decoded_with(name, bytes);
    if (protocol::is_utf8(bytes)) return std::string(bytes);
    return decoded_with("CP1252", bytes);
}

std::string clean_text(std::string_view text, std::size_t bytes_max) {
    std::string clean;
    clean.reserve(std::min(text.size(), bytes_max));
    while (!text.empty() && clean.size() <= bytes_max) {
        if (text.front() == '\r') {
            if (!text.starts_with("\r\n")) clean += '\n';
            text.remove_prefix(1);
            continue;
        }
        const std::size_t bytes = protocol::utf8_length(text);
        const std::string_view sequence = text.substr(0, std::max<std::size_t>(bytes, 1));
        text.remove_prefix(sequence.size());
        const char32_t point = bytes == 0 ? U'\uFFFD' : protocol::utf8_point(sequence);
        if (is_line_end(point)) {
            clean += '\n';
        } else if (is_space(point)) {
            clean += ' ';
        } else if (!is_left_out(point)) {
            clean += bytes == 0 ? replacement : sequence;
        }
    }
    return clean;
}

}  // namespace tanbo::mail::mime

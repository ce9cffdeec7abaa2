#include "server/mail/mime/mailbox.hpp"

#include <algorithm>
#include <gmime/gmime.h>

#include "protocol/json/utf8.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/mime/charset.hpp"
#include "server/mail/mime/gmime.hpp"
#include "server/mail/mime/headers.hpp"

namespace tanbo::mail::mime {

namespace {

constexpr std::size_t address_bytes_max = 254;                   // RFC 5321, 4.5.3.1.3 without <>
constexpr std::size_t local_bytes_max = 64;                      // 4.5.3.1.1
constexpr std::size_t name_bytes_max = 200;                      // the rest is cut
constexpr std::size_t field_bytes_max = std::size_t{16} << 10U;  // longer ones aren't looked at
constexpr std::ptrdiff_t field_groups_max = 100;  // fields with more aren't looked at

bool is_atom_byte(char byte) {
    constexpr std::string_view others = "!#$%&'*+-/=?^_`{|}~";
    return protocol::is_alphanumeric(byte) || static_cast<unsigned char>(byte) >= 0x80 ||
           others.find(byte) != std::string_view::npos;
}

// atoms with single dots between them
bool is_dot_atom(std::string_view text) {
    bool is_after_dot = true;
    for (const char byte : text) {
        if (byte == '.' ? is_after_dot : !is_atom_byte(byte)) return false;
        is_after_dot = byte == '.';
    }
    return !is_after_dot;
}

bool is_domain(std::string_view domain) {
    const auto is_domain_byte = [](char byte) {
        return byte == '.' || byte == '-' || protocol::is_alphanumeric(byte) ||
               static_cast<unsigned char>(byte) >= 0x80;
    };
    return is_dot_atom(domain) && std::all_of(domain.begin(), domain.end(), is_domain_byte);
}

// The address with its domain in lower case; nothing if it isn't one.
std::optional<std::string> sound_address(std::string_view text) {
    const std::size_t at = text.rfind('@');
    if (at == std::string_view::npos || text.size() > address_bytes_max || at > local_bytes_max) {
        return std::nullopt;
    }
    const std::string_view local = text.substr(0, at);
    const std::string_view domain = text.substr(at + 1);
    if (!is_dot_atom(local) || !is_domain(domain) || !protocol::is_utf8(text)) return std::nullopt;
    return std::string(local) + '@' + protocol::lower(domain);
}

// Reads [phrase] "<" addr-spec ">" or addr-spec, with comments anywhere outside of the address.
class FromReader {
public:
    explicit FromReader(std::string_view value) : rest_(value) {}

    std::optional<Mailbox> read() {
        while (skip_blanks()) {
            const char byte = rest_.front();
            const bool is_read = byte == '"'   ? read_quoted()
                                 : byte == '<' ? read_angle()
                                               : read_word();
            if (!is_read) return std::nullopt;
        }
        if (is_broken_) return std::nullopt;
        const auto alone = sound_address(lone_address_);
        if (!address_) return alone ? std::optional(Mailbox{"", *alone}) : std::nullopt;
        if (!lone_address_.empty() && alone != address_) return std::nullopt;
        return Mailbox{name_, *address_};
    }

private:
    // And comments; false at the end.
    bool skip_blanks() {
        is_broken_ = !skip_comments(rest_);
        return !is_broken_ && !rest_.empty();
    }

    bool read_quoted() {
        std::string quoted;
        for (std::size_t at = 1; at < rest_.size(); ++at) {
            if (rest_[at] == '\\' && at + 1 < rest_.size()) {
                ++at;
            } else if (rest_[at] == '"') {
                rest_.remove_prefix(at + 1);
                return add_to_name(quoted);
            }
            quoted += rest_[at];
        }
        return false;
    }

    bool read_angle() {
        const std::size_t close = rest_.find('>');
        if (address_ || close == std::string_view::npos) return false;
        address_ = sound_address(trimmed(rest_.substr(1, close - 1)));
        rest_.remove_prefix(close + 1);
        return address_.has_value();
    }

    // Atoms with dots, or an address without angles if no name has been read.
    bool read_word() {
        const auto end = std::find_if_not(rest_.begin(), rest_.end(), [](char byte) {
            return is_atom_byte(byte) || byte == '.' || byte == '@';
        });
        const std::string_view word =
            rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
        if (word.empty()) return false;
        rest_.remove_prefix(word.size());
        if (word.find('@') == std::string_view::npos) return add_to_name(word);
        if (!name_.empty()) return false;
        lone_address_ = word;
        return !address_.has_value();
    }

    // A word behind an address is no name.
    bool add_to_name(std::string_view word) {
        if (address_ || !lone_address_.empty()) return false;
        if (!name_.empty()) name_ += ' ';
        name_ += word;
        return true;
    }

    std::string_view rest_;
    std::string name_;
    std::string lone_address_;            // without angles and quotes; empty if there is none
    std::optional<std::string> address_;  // in angles
    bool is_broken_ = false;
};

// Reads a filled word of base64 by itself: GMime takes encoded words that follow each other for
// one, and reads that no further than to where the first is filled up. Source: GMime 3.2.13,
// measured.
std::string decoded_words(std::string_view raw) {
    constexpr std::string_view filled = "=?=";
    std::string text;
    for (std::size_t from = 0;;) {
        const std::size_t at = raw.find(filled, from);
        const std::size_t end = at == raw.npos ? raw.size() : at + filled.size();
        const std::size_t next = std::min(raw.find_first_not_of(" \t", end), raw.size());
        const bool is_last = at == raw.npos;
        const bool is_word = raw.substr(0, std::min(at, raw.size())).rfind("=?") != raw.npos;
        const bool has_next = next > end && raw.substr(next).starts_with("=?");
        if (!is_last && !(is_word && has_next)) {
            from = end;
            continue;
        }
        const std::string words(raw.substr(0, end));
        const GStringPtr decoded(g_mime_utils_header_decode_text(gmime_options(), words.c_str()));
        if (decoded) text += decoded.get();
        if (is_last) return text;
        raw.remove_prefix(next);
        from = 0;
    }
}

void add_addressees(InternetAddressList* list, std::vector<std::string>& keys) {
    const int count = internet_address_list_length(list);
    for (int at = 0; at < count && keys.size() < addressees_max; ++at) {
        InternetAddress* const one = internet_address_list_get_address(list, at);
        if (INTERNET_ADDRESS_IS_GROUP(one)) {
            InternetAddressList* const members =
                internet_address_group_get_members(INTERNET_ADDRESS_GROUP(one));
            if (members != nullptr) add_addressees(members, keys);
        } else if (INTERNET_ADDRESS_IS_MAILBOX(one)) {
            const char* const address =
                internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(one));
            if (address != nullptr) keys.push_back(address_key(address));
        }
    }
}

}  // namespace

std::string address_key(std::string_view address) {
    return protocol::lower(address);
}

std::string address_domain(std::string_view address) {
    const std::size_t at = address.rfind('@');
    return at == std::string_view::npos ? "" : protocol::lower(address.substr(at + 1));
}

std::optional<Mailbox> read_from(std::string_view value) {
    if (value.size() > field_bytes_max || has_controls(value)) return std::nullopt;
    auto from = FromReader(value).read();
    if (from) from->name = decoded_field(from->name, name_bytes_max);
    return from;
}

std::vector<std::string> read_addressees(std::string_view value) {
    std::vector<std::string> keys;
    const bool is_nested = std::ranges::count(value, ':') > field_groups_max;
    if (value.size() > field_bytes_max || is_nested || has_controls(value)) return keys;
    const GObjectPtr<InternetAddressList> list(
        internet_address_list_parse(gmime_options(), std::string(value).c_str()));
    if (list) add_addressees(list.get(), keys);
    return keys;
}

std::string decoded_field(std::string_view value, std::size_t bytes_max) {
    // An encoded word is at most four times as long as its text in any charset that is used.
    std::string raw(value.substr(0, bytes_max * 4));
    std::replace(raw.begin(), raw.end(), '\0', ' ');
    std::string text = clean_text(decoded_words(raw));
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::replace(text.begin(), text.end(), '\t', ' ');
    return std::string(trimmed(protocol::utf8_prefix(text, bytes_max)));
}

}  // namespace tanbo::mail::mime

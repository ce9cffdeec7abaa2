#include "server/mail/mime/signed_content.hpp"

#include <cstddef>
#include <cstdint>

namespace tanbo::mail::mime {
namespace {

constexpr std::uint8_t sequence = 0x30;
constexpr std::uint8_t explicit_content = 0xa0;
constexpr std::uint8_t octets = 0x04;
constexpr std::uint8_t octets_in_pieces = 0x24;
constexpr std::uint8_t long_tag = 0x1f;
constexpr std::uint8_t open_length = 0x80;
constexpr int nesting_max = 16;
// 1.2.840.113549.1.7.2
constexpr std::string_view signed_data("\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02", 11);
constexpr std::string_view end_of_open("\0\0", 2);

// Goes through elements of BER from the first on, into those that are entered.
class BerReader {
public:
    explicit BerReader(std::string_view bytes) : rest_(bytes) {}

    bool enter(std::uint8_t tag) {
        const auto head = take_head();
        return head && head->tag == tag;
    }

    bool take(std::string_view element) {
        if (!rest_.starts_with(element)) return false;
        rest_.remove_prefix(element.size());
        return true;
    }

    bool skip(int depth = 0) {
        const auto head = take_head();
        if (!head || depth > nesting_max) return false;
        if (head->length) return take_bytes(*head->length).has_value();
        while (!take(end_of_open)) {
            if (!skip(depth + 1)) return false;
        }
        return true;
    }

    std::optional<std::string> string() {
        const auto head = take_head();
        if (!head) return std::nullopt;
        if (head->tag == octets && head->length) {
            const auto bytes = take_bytes(*head->length);
            return bytes ? std::optional(std::string(*bytes)) : std::nullopt;
        }
        if (head->tag != octets_in_pieces) return std::nullopt;
        if (!head->length) return pieces();
        const auto bytes = take_bytes(*head->length);
        return bytes ? BerReader(*bytes).pieces() : std::nullopt;
    }

private:
    struct Head {
        std::uint8_t tag = 0;
        std::optional<std::size_t> length;  // nothing: up to an end of its own
    };

    std::optional<std::uint8_t> take_byte() {
        if (rest_.empty()) return std::nullopt;
        const auto byte = static_cast<std::uint8_t>(rest_.front());
        rest_.remove_prefix(1);
        return byte;
    }

    std::optional<std::string_view> take_bytes(std::size_t count) {
        if (count > rest_.size()) return std::nullopt;
        const std::string_view bytes = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return bytes;
    }

    std::optional<Head> take_head() {
        const auto tag = take_byte();
        const auto first = take_byte();
        if (!tag || !first || (*tag & long_tag) == long_tag) return std::nullopt;
        if (*first < open_length) return Head{*tag, *first};
        if (*first == open_length) return Head{*tag, std::nullopt};
        std::size_t length = 0;
        for (int more = *first - open_length; more > 0; --more) {
            const auto byte = take_byte();
            if (!byte || length > rest_.size()) return std::nullopt;
            length = (length << 8U) + *byte;
        }
        return Head{*tag, length};
    }

    std::optional<std::string> pieces() {
        std::string whole;
        while (!rest_.empty() && !take(end_of_open)) {
            const auto head = take_head();
            if (!head || head->tag != octets || !head->length) return std::nullopt;
            const auto bytes = take_bytes(*head->length);
            if (!bytes) return std::nullopt;
            whole += *bytes;
        }
        return whole;
    }

    std::string_view rest_;
};

}  // namespace

std::optional<std::string> signed_content(std::string_view bytes) {
    BerReader reader(bytes);
    if (!reader.enter(sequence) || !reader.take(signed_data)) return std::nullopt;
    if (!reader.enter(explicit_content) || !reader.enter(sequence)) return std::nullopt;
    const bool has_version_and_digests = reader.skip() && reader.skip();
    if (!has_version_and_digests || !reader.enter(sequence)) return std::nullopt;
    const bool has_type = reader.skip();
    if (!has_type || !reader.enter(explicit_content)) return std::nullopt;
    return reader.string();
}

}  // namespace tanbo::mail::mime

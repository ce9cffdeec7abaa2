#include "server/notify/signed_tokens.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>

#include "server/store/secrets.hpp"
#include "server/store/store.hpp"

namespace tanbo::notify {

namespace {

using std::chrono::hours;

constexpr std::string_view secret_name = "letters";
constexpr std::chrono::sys_days epoch{std::chrono::year{2020} / 1 / 1};
constexpr hours key_life{24 * 91};
constexpr std::size_t mac_bytes = 16;

// In this order: the key's number, the purpose, the subject, the game, the seq, the expiry.
struct Field {
    std::size_t at;
    std::size_t bytes;
};
constexpr Field key_field{0, 1};
constexpr Field purpose_field{1, 1};
constexpr Field subject_field{2, 6};
constexpr Field item_field{8, 6};
constexpr Field seq_field{14, 3};
constexpr Field expiry_field{17, 3};
constexpr std::size_t content_bytes = 20;

// Source: Crockford's base 32.
constexpr std::string_view alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr std::size_t bits_a_char = 5;
static_assert(token_chars == ((content_bytes + mac_bytes) * 8 + bits_a_char - 1) / bits_a_char);

void put(std::string& content, Field field, std::uint64_t value) {
    for (std::size_t i = field.bytes; i-- > 0; value >>= 8U) {
        content[field.at + i] = static_cast<char>(value & 0xFFU);
    }
    assert(value == 0);
}

std::uint64_t get(std::string_view content, Field field) {
    std::uint64_t value = 0;
    for (const char byte : content.substr(field.at, field.bytes)) {
        value = value << 8U | static_cast<unsigned char>(byte);
    }
    return value;
}

std::string to_base32(std::string_view bytes) {
    std::string text;
    std::uint32_t pending = 0;
    std::size_t bits = 0;
    for (const char byte : bytes) {
        pending = pending << 8U | static_cast<unsigned char>(byte);
        for (bits += 8; bits >= bits_a_char; bits -= bits_a_char) {
            text += alphabet[pending >> (bits - bits_a_char) & 31U];
        }
    }
    if (bits > 0) text += alphabet[pending << (bits_a_char - bits) & 31U];
    return text;
}

// Nothing for another character, or bits at the end that no encoder leaves.
std::optional<std::string> from_base32(std::string_view text) {
    std::string bytes;
    std::uint32_t pending = 0;
    std::size_t bits = 0;
    for (char c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        const std::size_t digit = alphabet.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        pending = pending << bits_a_char | static_cast<std::uint32_t>(digit);
        bits += bits_a_char;
        if (bits < 8) continue;
        bits -= 8;
        bytes += static_cast<char>(pending >> bits & 0xFFU);
    }
    const bool has_rest = (pending & ((1U << bits) - 1U)) != 0;
    return has_rest ? std::nullopt : std::optional(std::move(bytes));
}

std::uint64_t key_number(base::Instant at) {
    return static_cast<std::uint64_t>((at - epoch) / key_life);
}

}  // namespace

SignedTokens SignedTokens::load(store::Store& store, const base::Clock& clock) {
    return SignedTokens(store::load_secret(store, secret_name, clock()));
}

// The content with what proves that this server wrote it.
std::string SignedTokens::seal(std::string_view content) const {
    const std::string name = "letters:" + std::to_string(get(content, key_field));
    const base::Digest key = base::hmac_sha256(name, secret_);
    const base::Digest mac = base::hmac_sha256(content, key);
    std::string sealed(content);
    sealed.append(mac.begin(), mac.begin() + mac_bytes);
    return sealed;
}

std::string SignedTokens::make(const TokenClaim& claim, base::Instant now) const {
    std::string content(content_bytes, '\0');
    put(content, key_field, key_number(now));
    put(content, purpose_field, static_cast<std::uint64_t>(claim.purpose));
    put(content, subject_field, static_cast<std::uint64_t>(claim.subject));
    put(content, item_field, static_cast<std::uint64_t>(claim.item));
    put(content, seq_field, std::min(claim.seq, token_seq_max));
    const hours expiry = std::chrono::ceil<hours>(claim.expires_at - epoch);
    put(content, expiry_field, static_cast<std::uint64_t>(expiry.count()));
    return to_base32(seal(content));
}

boost::system::result<TokenClaim, TokenFault> SignedTokens::read(std::string_view token,
                                                                 base::Instant now) const {
    if (token.size() != token_chars) return TokenFault::bad;
    const auto sealed = from_base32(token);
    if (!sealed) return TokenFault::bad;
    const std::string_view content = std::string_view(*sealed).substr(0, content_bytes);
    if (!base::equal_in_constant_time(seal(content), *sealed)) return TokenFault::bad;
    TokenClaim claim;
    claim.purpose = static_cast<TokenPurpose>(get(content, purpose_field));
    claim.subject = static_cast<std::int64_t>(get(content, subject_field));
    claim.item = static_cast<std::int64_t>(get(content, item_field));
    claim.seq = static_cast<std::uint32_t>(get(content, seq_field));
    claim.expires_at = epoch + hours(get(content, expiry_field));
    if (claim.expires_at <= now) return TokenFault::expired;
    return claim;
}

}  // namespace tanbo::notify

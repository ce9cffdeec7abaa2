#include "server/notify/signed_tokens.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>

#include "protocol/json/words.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/secrets.hpp"

namespace tanbo::notify {

namespace {

using std::chrono::hours;

constexpr std::string_view tokens_secret = "letters";
constexpr std::chrono::sys_days since{std::chrono::year{2020} / 1 / 1};
constexpr hours key_life{24 * 91};
constexpr std::size_t mac_bytes = 16;

struct Field {
    std::size_t at;
    std::size_t bytes;
};
constexpr Field key_field{0, 1};  // the key's number

// The places of a content's parts.
struct Form {
    Field purpose;
    Field subject;
    Field item;
    Field seq;
    Field expiry;
    Field epoch;
    std::size_t bytes;
    std::size_t chars;
};
constexpr Form first_form{{1, 1}, {2, 6}, {8, 6}, {14, 3}, {17, 3}, {20, 0}, 20, first_token_chars};
constexpr Form epoch_form{{1, 1}, {2, 5}, {7, 5}, {12, 3}, {15, 3}, {18, 4}, 22, token_chars};

// Source: Crockford's base 32.
constexpr std::string_view alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr std::size_t bits_a_char = 5;
consteval bool is_sound(const Form& form) {
    return form.chars == ((form.bytes + mac_bytes) * 8 + bits_a_char - 1) / bits_a_char;
}
static_assert(is_sound(first_form) && is_sound(epoch_form));

const Form& form_of(protocol::Epoch epoch) {
    return epoch == protocol::first_epoch ? first_form : epoch_form;
}

const Form* form_of(std::string_view token) {
    if (token.size() == first_form.chars) return &first_form;
    return token.size() == epoch_form.chars ? &epoch_form : nullptr;
}

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
    for (const char c : text) {
        const std::size_t digit = alphabet.find(protocol::lower(c));
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
    return static_cast<std::uint64_t>((at - since) / key_life);
}

}  // namespace

SignedTokens SignedTokens::load(store::Store& store, const base::Clock& clock) {
    const store::Epochs& epochs = store.epochs();
    return SignedTokens(store::load_secret(store, tokens_secret, clock()), epochs.present(),
                        epochs.since());
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

namespace {

std::string content_of(const TokenClaim& claim, std::uint64_t key, protocol::Epoch epoch) {
    const Form& form = form_of(epoch);
    std::string content(form.bytes, '\0');
    put(content, key_field, key);
    put(content, form.purpose, static_cast<std::uint64_t>(claim.purpose));
    put(content, form.subject, static_cast<std::uint64_t>(claim.subject));
    put(content, form.item, static_cast<std::uint64_t>(claim.item));
    put(content, form.seq, std::min(claim.seq, token_seq_max));
    const hours expiry = std::chrono::ceil<hours>(claim.expires_at - since);
    put(content, form.expiry, static_cast<std::uint64_t>(expiry.count()));
    put(content, form.epoch, static_cast<std::uint64_t>(epoch));
    return content;
}

TokenClaim claim_of(std::string_view content, const Form& form) {
    TokenClaim claim;
    claim.purpose = static_cast<TokenPurpose>(get(content, form.purpose));
    claim.subject = static_cast<std::int64_t>(get(content, form.subject));
    claim.item = static_cast<std::int64_t>(get(content, form.item));
    claim.seq = static_cast<std::uint32_t>(get(content, form.seq));
    claim.expires_at = since + hours(get(content, form.expiry));
    return claim;
}

}  // namespace

std::string SignedTokens::make(const TokenClaim& claim, base::Instant now) const {
    return to_base32(seal(content_of(claim, key_number(now), epoch_)));
}

// The content of a token that this server has made.
std::optional<std::string> SignedTokens::open(std::string_view token) const {
    const Form* const form = form_of(token);
    if (form == nullptr) return std::nullopt;
    const auto sealed = from_base32(token);
    if (!sealed) return std::nullopt;
    const std::string_view content = std::string_view(*sealed).substr(0, form->bytes);
    if (!base::equal_in_constant_time(seal(content), *sealed)) return std::nullopt;
    return std::string(content);
}

boost::system::result<TokenClaim, TokenFault> SignedTokens::read(std::string_view token,
                                                                 base::Instant now) const {
    const auto content = open(token);
    if (!content) return TokenFault::bad;
    const Form& form = *form_of(token);
    if (protocol::Epoch{static_cast<std::uint32_t>(get(*content, form.epoch))} != epoch_) {
        return TokenFault::superseded;
    }
    TokenClaim claim = claim_of(*content, form);
    if (claim.expires_at <= now) return TokenFault::expired;
    return claim;
}

std::string SignedTokens::renew(std::string_view token) const {
    const auto content = open(token);
    if (!content) return std::string(token);
    const TokenClaim claim = claim_of(*content, *form_of(token));
    return to_base32(seal(content_of(claim, get(*content, key_field), epoch_)));
}

}  // namespace tanbo::notify

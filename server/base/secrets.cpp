#include "server/base/secrets.hpp"

#include <new>
#include <stdexcept>

#include <sodium.h>

namespace tanbo::base {
namespace {

void require_sodium() {
    static const int initialised = sodium_init();
    if (initialised < 0) throw std::runtime_error("libsodium can't be initialised");
}

const unsigned char* bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

constexpr int base64_variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

std::string encode_base64(std::span<const std::uint8_t> data, int variant) {
    std::string text(sodium_base64_encoded_len(data.size(), variant), '\0');
    sodium_bin2base64(text.data(), text.size(), data.data(), data.size(), variant);
    text.pop_back();  // the terminating NUL
    return text;
}

}  // namespace

void random_bytes(std::span<std::uint8_t> out) {
    require_sodium();
    randombytes_buf(out.data(), out.size());
}

std::uint32_t random_below(std::uint32_t below) {
    require_sodium();
    return randombytes_uniform(below);
}

std::string random_token(std::string_view prefix) {
    std::array<std::uint8_t, 32> secret;
    random_bytes(secret);
    std::string token(prefix);
    token += to_base64url(secret);
    sodium_memzero(secret.data(), secret.size());
    return token;
}

Digest blake2b(std::string_view data) {
    return blake2b(data, {});
}

Digest blake2b(std::string_view data, std::span<const std::uint8_t> key) {
    require_sodium();
    Digest digest;
    if (crypto_generichash(digest.data(), digest.size(), bytes(data), data.size(), key.data(),
                           key.size()) != 0) {
        throw std::invalid_argument("a BLAKE2b key has at most 64 bytes");
    }
    return digest;
}

Digest sha256(std::string_view data) {
    require_sodium();
    Digest digest;
    crypto_hash_sha256(digest.data(), bytes(data), data.size());
    return digest;
}

Digest hmac_sha256(std::string_view data, std::span<const std::uint8_t> key) {
    require_sodium();
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key.data(), key.size());
    crypto_auth_hmacsha256_update(&state, bytes(data), data.size());
    Digest digest;
    crypto_auth_hmacsha256_final(&state, digest.data());
    sodium_memzero(&state, sizeof state);
    return digest;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
    require_sodium();
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string hash_password(std::string_view password, const PasswordCost& cost) {
    require_sodium();
    std::array<char, crypto_pwhash_STRBYTES> encoded{};
    if (crypto_pwhash_str_alg(encoded.data(), password.data(), password.size(), cost.passes,
                              cost.memory_bytes, crypto_pwhash_ALG_ARGON2ID13) != 0) {
        throw std::bad_alloc();
    }
    return encoded.data();
}

// Source: the format of libsodium's crypto_pwhash_str: 16 bytes of salt, 32 of hash.
std::string dummy_password_hash(const PasswordCost& cost) {
    constexpr int variant = sodium_base64_VARIANT_ORIGINAL_NO_PADDING;
    std::array<std::uint8_t, 16> salt;
    std::array<std::uint8_t, 32> hash;
    random_bytes(salt);
    random_bytes(hash);
    return "$argon2id$v=19$m=" + std::to_string(cost.memory_bytes / 1024) +
           ",t=" + std::to_string(cost.passes) + ",p=1$" + encode_base64(salt, variant) + "$" +
           encode_base64(hash, variant);
}

bool verify_password(std::string_view password, std::string_view encoded) {
    require_sodium();
    const std::string terminated(encoded);
    return crypto_pwhash_str_verify(terminated.c_str(), password.data(), password.size()) == 0;
}

bool needs_rehash(std::string_view encoded, const PasswordCost& cost) {
    require_sodium();
    const std::string terminated(encoded);
    return crypto_pwhash_str_needs_rehash(terminated.c_str(), cost.passes, cost.memory_bytes) != 0;
}

std::string to_base64url(std::span<const std::uint8_t> data) {
    return encode_base64(data, base64_variant);
}

std::string to_base64(std::span<const std::uint8_t> data) {
    return encode_base64(data, sodium_base64_VARIANT_ORIGINAL);
}

std::optional<std::string> from_base64url(std::string_view text) {
    std::string data(text.size() / 4 * 3 + 2, '\0');
    std::size_t length = 0;
    const char* end = nullptr;
    if (sodium_base642bin(reinterpret_cast<unsigned char*>(data.data()), data.size(), text.data(),
                          text.size(), nullptr, &length, &end, base64_variant) != 0 ||
        end != text.data() + text.size()) {
        return std::nullopt;
    }
    data.resize(length);
    return data;
}

std::string to_hex(std::span<const std::uint8_t> data) {
    std::string text(data.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), data.data(), data.size());
    text.pop_back();
    return text;
}

std::optional<std::string> from_hex(std::string_view text) {
    std::string data(text.size() / 2, '\0');
    std::size_t length = 0;
    const char* end = nullptr;
    if (sodium_hex2bin(reinterpret_cast<unsigned char*>(data.data()), data.size(), text.data(),
                       text.size(), nullptr, &length, &end) != 0 ||
        end != text.data() + text.size() || length != data.size()) {
        return std::nullopt;
    }
    return data;
}

}  // namespace tanbo::base

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

// Cryptography of Web Push, by OpenSSL, and only here. Keys are bytes in strings: a public key is a
// point of P-256 as 65 bytes (uncompressed), a private one a number of 32 bytes.
// Throws: std::runtime_error from any function if OpenSSL fails. Thread: any.
namespace tanbo::notify {

inline constexpr std::size_t push_public_bytes = 65;
inline constexpr std::size_t push_private_bytes = 32;
inline constexpr std::size_t push_auth_bytes = 16;
inline constexpr std::size_t push_salt_bytes = 16;
// One record, as push services ask for: a longer text is refused. Source: RFC 8291, 4.
inline constexpr std::size_t push_plain_bytes_max = 3'993;

struct KeyPair {
    std::string private_key;
    std::string public_key;
};

// A new pair at random.
KeyPair make_key_pair();

// True if the bytes are a point on the curve.
bool is_push_key(std::string_view public_key);

// The keys of a browser's subscription.
struct BrowserKeys {
    std::string public_key;
    std::string auth;
};

// The body of a push message: header and one record. `sender` is a pair for this message alone, and
// `salt` has push_salt_bytes at random. Source: RFC 8291 (aes128gcm of RFC 8188).
// Requires: plain.size() <= push_plain_bytes_max; is_push_key(browser.public_key).
std::string encrypt_push(std::string_view plain, const BrowserKeys& browser, const KeyPair& sender,
                         std::string_view salt);
// The same with a new pair and a new salt.
std::string encrypt_push(std::string_view plain, const BrowserKeys& browser);

// ECDSA with SHA-256 of the text as r and s, 64 bytes: what JWS calls ES256. Source: RFC 7518, 3.4.
std::string sign_es256(std::string_view text, const KeyPair& key);

}  // namespace tanbo::notify

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// Everything that must not be guessed or forged. libsodium, and only here.
// Throws: std::runtime_error from any function if libsodium can't be initialised. Thread: any.
namespace tanbo::base {

// --- random ---
void random_bytes(std::span<std::uint8_t> out);
// Each of 0 to below - 1 equally often. Requires: below > 0.
std::uint32_t random_below(std::uint32_t below);
// 256 random bits as 43 characters of base64url after the prefix ("tbo_").
std::string random_token(std::string_view prefix);

// --- digests ---
using Digest = std::array<std::uint8_t, 32>;
// BLAKE2b-256; a key makes it a message authentication code.
Digest blake2b(std::string_view data);
// Requires: 16 <= key.size() <= 64.
Digest blake2b(std::string_view data, std::span<const std::uint8_t> key);
Digest sha256(std::string_view data);
// HMAC-SHA-256, with a key of any length. Source: RFC 2104.
Digest hmac_sha256(std::string_view data, std::span<const std::uint8_t> key);

// In time that depends on the lengths only. False if the lengths differ.
bool equal_in_constant_time(std::string_view a, std::string_view b);

// --- passwords ---
// Argon2id: 67 ms at the default, so never on an I/O thread.
struct PasswordCost {
    std::size_t memory_bytes = std::size_t{64} * 1024 * 1024;
    std::uint64_t passes = 2;
};
// The encoded form `$argon2id$...`, with its salt and cost. Throws: std::bad_alloc out of memory.
std::string hash_password(std::string_view password, const PasswordCost& cost = {});
// An encoded form that no password has, made without the cost of one; to verify against it takes
// as long as against any other of this cost.
std::string dummy_password_hash(const PasswordCost& cost = {});
// False also if the encoded form is malformed.
bool verify_password(std::string_view password, std::string_view encoded);
// Whether it was hashed at another cost and should be hashed again after the next login.
bool needs_rehash(std::string_view encoded, const PasswordCost& cost = {});

// --- text forms ---
// Without padding.
std::string to_base64url(std::span<const std::uint8_t> bytes);
// Nothing for other characters, padding, or bits that no encoder leaves.
std::optional<std::string> from_base64url(std::string_view text);
// With padding. Source: RFC 4648, section 4.
std::string to_base64(std::span<const std::uint8_t> bytes);
// Lower case.
std::string to_hex(std::span<const std::uint8_t> bytes);
// Either case; nothing for an odd length or another character.
std::optional<std::string> from_hex(std::string_view text);

}  // namespace tanbo::base

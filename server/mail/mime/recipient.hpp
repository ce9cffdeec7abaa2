#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The addresses of the server: what is left of the @ says what a mail is for.
namespace tanbo::mail::mime {

// Source: RFC 5321, 4.5.3.1.1.
inline constexpr std::size_t local_part_bytes_max = 64;

inline constexpr std::string_view commands_local_part = "games";

enum class RecipientKind : std::uint8_t {
    commands,   // games@, games+anything@
    reply,      // r+TOKEN@: an answer to what we sent
    bounce,     // b+TOKEN@: the return path of what we sent
    postmaster  // postmaster@, postmaster+anything@, also without a domain
};

struct Recipient {
    RecipientKind kind = RecipientKind::commands;
    std::string token;  // what is behind the +, as written

    bool operator==(const Recipient&) const = default;
};

// Whom `address` means, in any case of its letters; nothing if it is no address of `domain` that
// we know. A token is letters, digits and "._-"; whether it is a good one is not looked at.
std::optional<Recipient> read_recipient(std::string_view address, std::string_view domain);

// "games@example.org", "r+TOKEN@example.org".
std::string commands_address(std::string_view domain);
std::string reply_address(std::string_view token, std::string_view domain);
std::string bounce_address(std::string_view token, std::string_view domain);

}  // namespace tanbo::mail::mime

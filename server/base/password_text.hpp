#pragma once

#include <string>
#include <string_view>

namespace tanbo::base {

// The one form of a password that keyboards and systems send in several: compatible characters are
// the one that they stand for, accents are one with their letter (NFKC), and each blank is a space.
// Requires: nothing; text that is not UTF-8 stays as it is. Source: RFC 8265, 4.2 (OpaqueString),
// with NFKC for NFC; ICU. Thread: any.
std::string password_text(std::string_view password);

}  // namespace tanbo::base
